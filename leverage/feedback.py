"""What colleagues say, back from the table, about the tactics and lines of a vendor's brief.

It is kept in the vendor's bank as a dated, attributed memory. It never counts as a deal: neither the number of deals
nor the confidence knows of it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from leverage import fields, noting
from leverage.access.acting import acting
from leverage.errors import LeverageError
from leverage.keeping import FEEDBACK, id_for
from leverage.knowledge import KnowledgeBase
from leverage.people import is_nobody
from leverage.text import MOST_NAME, clean_line
from leverage.verdicts import SUBJECTS, VERDICTS, Feedback, newest_first

__all__ = ["MOST_HAPPENED", "VERDICTS", "Feedback", "note", "of", "remove"]

MOST_HAPPENED = 1_000  # characters
MOST_ABOUT = 500
MOST_DEALS = 100  # that one may be about; of more the newest are kept

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


@acting("feedback", vendor="vendor", deals="deal_ids")
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
    taken or an unknown vendor, and StoreUnavailable where the memory is away: the same can be said again.
    """
    kb.ensure_ready()
    told = _checked({"about": about, "verdict": verdict, "happened": happened, "by": by, "department": department, "kind": kind})
    told |= {"deal_ids": _deals(deal_ids), "date": kb.today().isoformat()}
    identity = {"id": id_for(FEEDBACK, key, told), "at": kb.now().isoformat(), "entered_by": kb.entered_by or ""}
    feedback = Feedback.from_json({**told, **identity})

    def refuse(bank_id: str) -> None:
        there = kb.ask_index(lambda index: index.banks_of(feedback.deal_ids))
        if any(there.get(each) != bank_id for each in feedback.deal_ids):
            raise LeverageError("One of the deals is not with this vendor any more. Reload the page.")

    return noting.put(kb, vendor, FEEDBACK, feedback, refuse)


def of(kb: KnowledgeBase, vendor: str) -> list[Feedback]:
    """Return what colleagues said about a vendor's tactics and lines, newest first; people by the names they go by now."""
    return list(newest_first(noting.of(kb, vendor, FEEDBACK)))


@acting("feedback", vendor="vendor", tells=("feedback_id",))
def remove(kb: KnowledgeBase, vendor: str, feedback_id: str) -> None:
    """Take feedback out of the vendor's memory.

    Raises LeverageError where it is not there, NotAllowed where it is another's and may not be taken out here, StoreUnavailable.
    """
    kb.ensure_ready()
    noting.take_out(kb, vendor, FEEDBACK, feedback_id, "This feedback")


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
