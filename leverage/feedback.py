"""What colleagues say, back from the table, about the tactics and lines of a vendor's brief.

It is kept in the vendor's bank as a dated, attributed memory. It never counts as a deal: neither the number of deals
nor the confidence knows of it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from leverage import fields
from leverage.errors import LeverageError, StoreUnavailable
from leverage.keeping import held, keep, resolved
from leverage.knowledge import KnowledgeBase
from leverage.people import is_nobody
from leverage.text import MOST_NAME, clean_line
from leverage.verdicts import SUBJECTS, VERDICTS, Feedback, feedback_id, newest_first

__all__ = ["MOST_HAPPENED", "VERDICTS", "Feedback", "note", "of", "remove"]

MOST_HAPPENED = 1_000  # characters
MOST_ABOUT = 500
MOST_DEALS = 100  # that one may be about; of more the newest are kept
MOST_TRIES = 5

_KINDS = {
    "about": fields.line(MOST_ABOUT),
    "verdict": fields.choice(*VERDICTS),
    "happened": fields.block(MOST_HAPPENED),
    "by": fields.line(MOST_NAME),
    "department": fields.line(MOST_NAME),
    "kind": fields.choice(*SUBJECTS),
}
_LABELS = {
    "about": "What it is about",
    "verdict": "The verdict",
    "happened": "What really happened",
    "by": "Your name",
    "department": "Your department",
    "kind": "The kind",
}
_MISSING = {
    "about": "What it is about is blank. Name the tactic or the line.",
    "verdict": "Say whether it helped, did not help or was not used.",
    "by": "Your name is missing. Say who you are.",
    "department": "Your department is missing. Say where you work.",
    "kind": "Say whether it is about a tactic or a line.",
}


def note(
    kb: KnowledgeBase,
    vendor: str,
    about: str,
    verdict: str,
    *,
    happened: str = "",
    by: str,
    department: str,
    deal_ids: Iterable[str] = (),
    kind: str = "tactic",
    key: str | None = None,
) -> Feedback:
    """Keep what a colleague says today about a tactic, or a line, and return it; the same said again is kept once.

    `verdict` is helped, did_not_help or not_used, `happened` their own words, `deal_ids` the deals in which the tactic or
    the line stands. `key` is the form's own, so that a second click changes nothing. Raises LeverageError for what can't be
    taken or an unknown vendor, and StoreUnavailable where the memory is away: then nothing was kept.
    """
    kb.ensure_ready()
    told = _checked({"about": about, "verdict": verdict, "happened": happened, "by": by, "department": department, "kind": kind})
    told |= {"deal_ids": _deals(deal_ids), "date": kb.today().isoformat()}
    feedback = Feedback.from_json({**told, "id": feedback_id(key, told), "at": kb.now().isoformat()})
    for _ in range(MOST_TRIES):  # the vendor may be merged away while its turn is waited for
        bank_id = kb.bank_id(vendor)
        with kb.mover.turns(bank_id):
            if kb.registry.home(bank_id) != bank_id:
                continue
            return _kept(kb, vendor, bank_id, feedback)
    raise StoreUnavailable("The vendor's deals are being moved. Nothing was kept: try again in a minute.")


def of(kb: KnowledgeBase, vendor: str) -> list[Feedback]:
    """Return what colleagues said about a vendor's tactics and lines, newest first; people by the names they go by now."""
    book = kb.names()
    return list(newest_first(resolved(book, each) for each in held(kb.banks, kb.bank_id(vendor)).values()))


def remove(kb: KnowledgeBase, vendor: str, feedback_id: str) -> None:
    """Take feedback out of the vendor's memory. Raises LeverageError where it is not there, StoreUnavailable."""
    kb.ensure_ready()
    bank_id = kb.bank_id(vendor)
    with kb.mover.turns(bank_id):
        found = [memory_id for memory_id, each in held(kb.banks, bank_id).items() if each.id == feedback_id]
        if not found:
            raise LeverageError("This feedback is not there any more. Reload the page.")
        kb.banks.bank(bank_id).erase(found)
        _tell(kb, bank_id)


def _kept(kb: KnowledgeBase, vendor: str, bank_id: str, feedback: Feedback) -> Feedback:
    if kb.registry.record(bank_id) is None:
        raise LeverageError(f"Nothing is recorded about “{vendor}”. Log the first deal with them.")
    known = next((each for each in held(kb.banks, bank_id).values() if each.id == feedback.id), None)
    if known is not None:
        return known
    there = kb.ask_index(lambda index: index.banks_of(feedback.deal_ids))
    if any(there.get(each) != bank_id for each in feedback.deal_ids):
        raise LeverageError("One of the deals is not with this vendor any more. Reload the page.")
    keep(kb.banks, bank_id, {feedback.id: feedback})
    _tell(kb, bank_id)
    return feedback


def _tell(kb: KnowledgeBase, bank_id: str) -> None:
    """Give the vendor's own record its next version, by which every kept brief is known to be out of date."""
    kb.registry.rewrite(bank_id, lambda record: record.next())


def _checked(given: Mapping[str, Any]) -> dict[str, Any]:
    parsed, problems = fields.parse_all(_KINDS, _LABELS, given)
    problems |= {name: said for name, said in _MISSING.items() if name not in problems and not parsed.get(name)}
    if not problems and is_nobody(parsed["by"]):
        problems["by"] = "This stands for everybody whose name was erased. Enter your own name."
    if problems:
        raise LeverageError(" ".join(problems.values()))
    return parsed | {"happened": parsed["happened"] or ""}


def _deals(deal_ids: Iterable[str]) -> list[str]:
    given = [deal_ids] if isinstance(deal_ids, str) else list(deal_ids)
    return list(dict.fromkeys(clean_line(each, MOST_NAME) for each in given))[:MOST_DEALS]
