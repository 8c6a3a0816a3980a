"""Flags of all vendors, read from the projection, and reviews of them, kept in the vendors' banks."""

from collections.abc import Mapping
from typing import Any, Literal

from leverage import fields, keeping
from leverage.errors import LeverageError, StoreUnavailable
from leverage.keeping import REVIEWS
from leverage.knowledge import KnowledgeBase
from leverage.people import is_nobody
from leverage.progress import Progress
from leverage.projection import Extract, Material
from leverage.review_records import VERDICTS, Review, Verdict
from leverage.text import MOST_NAME
from leverage.watch.flag import Flag, Names
from leverage.watch.rules import flags_of
from leverage.wording import show_day

MOST_NOTE = 300  # characters: one line for the next person
MOST_TRIES = 5

VERDICT_WORDS: Mapping[str, str] = {"dealt_with": "dealt with", "dismissed": "dismissed", "kept_open": "kept open"}

_GONE = "This flag is not there any more. Reload the page."
_KINDS = {
    "by": fields.line(MOST_NAME),
    "department": fields.line(MOST_NAME),
    "note": fields.line(MOST_NOTE),
    "verdict": fields.choice(*VERDICTS),
}
_LABELS = {"by": "Your name", "department": "Your department", "note": "Why", "verdict": "The verdict"}
_MISSING = {
    "by": "Your name is missing. Say who you are.",
    "note": "Why is blank. Write one line for the next person.",
    "verdict": "Say whether it is dealt with, dismissed or stays open.",
}


def _make(material: Material) -> list[dict[str, Any]]:
    return [flag.to_json() for flag in flags_of(material)]


FLAGS = Extract("flags", 3, _make)


def flags(
    kb: KnowledgeBase,
    vendor: str | None = None,
    status: Literal["open", "reviewed", "all"] = "open",
    *,
    progress: Progress | None = None,
) -> list[Flag]:
    """Return the flags of all vendors, or of one, the one raised last first.

    `status` is open, reviewed or all. People, departments and vendors go by the names they have now. Only vendors that changed
    since are read from their banks: `progress` gets how many of them were.
    """
    if status not in ("open", "reviewed", "all"):
        raise LeverageError(f"“{status}” is no status of a flag. Give open, reviewed or all.")
    if vendor is None:
        found = list(kb.projection.each(FLAGS, progress))
    else:
        bank_id = kb.bank_id(vendor)
        found = [(bank_id, kb.projection.of(FLAGS, bank_id) or [])]
    asked = [(bank_id, each) for bank_id, told in found for each in told if status in ("all", each["status"])]
    if not asked:
        return []
    names = Names(kb.names())
    vendors = kb.ask_index(lambda index: index.vendor_names())
    asked.sort(key=_newest, reverse=True)
    return [Flag.from_json(each, vendors.get(bank_id, each["vendor"]), names) for bank_id, each in asked]


def _newest(asked: tuple[str, dict[str, Any]]) -> tuple[str, str, str]:
    """Return by what flags are sorted: the day in ISO form when it was raised, that of its newest words, and its id."""
    told = asked[1]
    return told["raised_on"], told["quotes"][-1][1] if told["quotes"] else "", told["flag_id"]


def open_counts(kb: KnowledgeBase, progress: Progress | None = None) -> dict[str, int]:
    """Return how many open flags each vendor has, by bank id; vendors without any are left out."""
    counts = {bank_id: sum(each["status"] == "open" for each in told) for bank_id, told in kb.projection.each(FLAGS, progress)}
    return {bank_id: count for bank_id, count in counts.items() if count}


def review(
    kb: KnowledgeBase, flag_id: str, reviewer: str, note: str, *, verdict: Verdict = "dealt_with", department: str = ""
) -> Flag:
    """Keep what somebody made of a flag, today, and return the flag as it is then.

    `verdict` is dealt_with or dismissed, which close it, or kept_open, which does not. Raises LeverageError for a flag that is
    not there or was reviewed already: who was first, and when, is said, and nothing is overwritten. Raises StoreUnavailable
    where the memory is away: then nothing was kept.
    """
    kb.ensure_ready()
    told = _checked({"by": reviewer, "department": department, "note": note, "verdict": verdict})
    for _ in range(MOST_TRIES):  # the vendor may be merged away while its turn is waited for
        bank_id = _home_of(kb, flag_id)
        with kb.mover.turns(bank_id):
            if kb.registry.home(bank_id) != bank_id:
                continue
            flag = _flag(kb, bank_id, flag_id)
            if flag is None:
                continue
            _refuse_reviewed(flag)
            kept = _review_of(kb, flag, told)
            keeping.keep(kb.banks, bank_id, {kept.id: kept})
            kb.registry.rewrite(bank_id, lambda record: record.next())
            done = _flag(kb, bank_id, flag_id)
            if done is None:
                raise StoreUnavailable("The memory did not keep the review. Try again in a minute.")
            return done
    raise LeverageError(_GONE)


def _home_of(kb: KnowledgeBase, flag_id: str) -> str:
    for bank_id, told in kb.projection.each(FLAGS):
        if any(each["flag_id"] == flag_id for each in told):
            return bank_id
    raise LeverageError(_GONE)


def _flag(kb: KnowledgeBase, bank_id: str, flag_id: str) -> Flag | None:
    return next((each for each in flags(kb, bank_id, "all") if each.flag_id == flag_id), None)


def _refuse_reviewed(flag: Flag) -> None:
    if flag.status != "open":
        last = flag.reviews[-1]
        why = f": “{last.note}”" if last.note else ""
        said = f"{last.by} reviewed this flag on {show_day(last.date)} ({VERDICT_WORDS[last.verdict]}){why}."
        raise LeverageError(f"{said} Nothing was changed. Reload the page.")


def _review_of(kb: KnowledgeBase, flag: Flag, told: Mapping[str, Any]) -> Review:
    at = kb.now()
    stored = {
        **told,
        "flag_id": flag.flag_id,
        "kind": flag.kind,
        "topic": flag.topic,
        "date": kb.today().isoformat(),
        "at": at.isoformat(),
        "raised_on": flag.raised_on.isoformat(),
        "deal_ids": list(flag.deal_ids),
        "event_ids": list(flag.event_ids),
    }
    return Review.from_json({**stored, "id": keeping.id_for(REVIEWS, None, stored)})


def _checked(given: Mapping[str, Any]) -> dict[str, Any]:
    parsed, problems = fields.parse_all(_KINDS, _LABELS, given)
    problems |= {name: said for name, said in _MISSING.items() if name not in problems and not parsed.get(name)}
    if "by" not in problems and is_nobody(parsed["by"]):
        problems["by"] = "This stands for everybody whose name was erased. Enter your own name."
    if problems:
        raise LeverageError(" ".join(problems[name] for name in _KINDS if name in problems))
    return parsed | {"department": parsed["department"] or ""}
