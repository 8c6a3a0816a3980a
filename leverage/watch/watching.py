"""Flags of all vendors, read from the projection, and reviews of them, kept in the vendors' banks."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any, Literal

from leverage import fields, keeping, noting
from leverage.access.acting import acting
from leverage.errors import LeverageError
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
    found = [flag for _, flags in _by_vendor(kb, vendor, progress) for flag in flags if status in ("all", flag.status)]
    found.sort(key=_newest, reverse=True)
    return found


def open_counts(kb: KnowledgeBase, progress: Progress | None = None) -> dict[str, int]:
    """Return how many open flags each vendor has, by bank id; vendors without any are left out."""
    counts = kb.projection.each_as(FLAGS, "open", _count_open, progress)
    return {bank_id: count for bank_id, count in counts if count}


def _count_open(_: str, told: list[dict[str, Any]] | None) -> int:
    return sum(each["status"] == "open" for each in told or ())


def _by_vendor(kb: KnowledgeBase, vendor: str | None, progress: Progress | None = None) -> Iterator[tuple[str, list[Flag]]]:
    """Yield the flags of each vendor, or of one, by bank id; those of all are made again only when their vendor changes."""
    book, vendors = kb.names(), kb.ask_index(lambda index: index.vendor_names())
    names = Names(book)

    def shape(bank_id: str, told: list[dict[str, Any]] | None) -> list[Flag]:
        return [Flag.from_json(each, vendors.get(bank_id, each["vendor"]), names) for each in told or ()]

    if vendor is None:
        yield from kb.projection.each_as(FLAGS, book.version, shape, progress)
    else:
        bank_id = kb.bank_id(vendor)
        yield bank_id, shape(bank_id, kb.projection.of(FLAGS, bank_id))


def _newest(flag: Flag) -> tuple[date, date, str]:
    """Return by what flags are sorted: the day when it was raised, that of its newest words, and its id."""
    return flag.raised_on, flag.quotes[-1].date if flag.quotes else date.min, flag.flag_id


@acting("review", signed="reviewer", tells=("flag_id",))
def review(
    kb: KnowledgeBase,
    flag_id: str,
    reviewer: str,
    note: str,
    *,
    verdict: Verdict = "dealt_with",
    department: str = "",
    seen: Iterable[str] | None = None,
) -> Flag:
    """Keep what somebody made of a flag, today, and return the flag as it is then.

    `verdict` is dealt_with or dismissed, which close it, or kept_open, which does not. `seen` are the ids of the deals and
    events that the reviewer was shown: what came in meanwhile stays open; without it all of the flag counts as seen. Raises
    LeverageError for a flag that is not there or was reviewed already: who was first, and when, is said, and nothing is
    overwritten; the same said again is kept once. Raises StoreUnavailable where the memory is away: try again.
    """
    kb.ensure_ready()
    told = _checked({"by": reviewer, "department": department, "note": note, "verdict": verdict})
    with noting.at_home(kb, _home_of(kb, flag_id)) as bank_id:
        flag = _flag(kb, bank_id, flag_id)
        if any(_is_said(each, told) and each.date == kb.today() for each in flag.reviews):
            return flag
        _refuse_reviewed(flag)
        kept = _review_of(kb, flag, told, seen)
        with kb.registry.beside(bank_id):
            keeping.keep(kb.banks, bank_id, {kept.id: kept})
        return _flag(kb, bank_id, flag_id)


@acting("review", tells=("flag_id",))
def reopen(kb: KnowledgeBase, flag_id: str, by: str, note: str, *, department: str = "") -> Flag:
    """Take back the review that closed a flag, and return the flag as it is then: open, with that review as its history.

    Raises LeverageError for a flag that is not there, is open, or would not be raised again, as where its deals are gone or a
    later review closed them, too. Raises StoreUnavailable where the memory is away: try again.
    """
    kb.ensure_ready()
    told = _checked({"by": by, "department": department, "note": note, "verdict": "kept_open"})
    with noting.at_home(kb, _home_of(kb, flag_id)) as bank_id:
        flag = _flag(kb, bank_id, flag_id)
        _refuse_open(flag)
        material = kb.projection.material(bank_id)
        back = {
            memory_id: each.taken_back(told["by"], kb.now(), kb.today().isoformat(), told["note"])
            for memory_id, each in material.reviews.items()
            if each.id == flag.reviews[-1].id
        }
        after = flags_of(replace(material, reviews={**material.reviews, **back}))
        if not any((each.flag_id, each.status) == (flag_id, "open") for each in after):
            raise LeverageError("It would not be raised again: its deals are gone, or a later review closed them, too.")
        with kb.registry.beside(bank_id):
            keeping.keep(kb.banks, bank_id, back)
        return _flag(kb, bank_id, flag_id)


def _home_of(kb: KnowledgeBase, flag_id: str) -> str:
    with kb.as_seen():
        for bank_id, found in list(_by_vendor(kb, None)):
            if any(flag.flag_id == flag_id for flag in found):
                return bank_id
    raise LeverageError(_GONE)


def _flag(kb: KnowledgeBase, bank_id: str, flag_id: str) -> Flag:
    """Return a flag as it is seen, of which nobody reviews more than that."""
    with kb.as_seen():
        found = next((each for each in flags(kb, bank_id, "all") if each.flag_id == flag_id), None)
    if found is None:
        raise LeverageError(_GONE)
    return found


def _is_said(review: Review, told: Mapping[str, Any]) -> bool:
    return not review.taken_back_at and all(getattr(review, name) == told[name] for name in ("by", "note", "verdict"))


def _refuse_open(flag: Flag) -> None:
    if flag.status != "open":
        return
    last = max((each for each in flag.reviews if each.taken_back_at), key=lambda each: each.taken_back_at, default=None)
    if last is None:
        raise LeverageError("This flag is open. Reload the page.")
    day = show_day(date.fromisoformat(last.taken_back_on))
    raise LeverageError(f"{last.taken_back_by} opened this flag again on {day}. Nothing was changed. Reload the page.")


def _refuse_reviewed(flag: Flag) -> None:
    if flag.status != "open":
        last = flag.reviews[-1]
        why = f": “{last.note}”" if last.note else ""
        said = f"{last.by} reviewed this flag on {show_day(last.date)} ({VERDICT_WORDS[last.verdict]}){why}."
        raise LeverageError(f"{said} Nothing was changed. Reload the page.")


def _review_of(kb: KnowledgeBase, flag: Flag, told: Mapping[str, Any], seen: Iterable[str] | None) -> Review:
    at = kb.now()
    there = (*flag.deal_ids, *flag.event_ids)
    shown = there if seen is None else set(seen).intersection(there)
    if not shown:
        raise LeverageError("Nothing that you were shown stands in this flag any more. Reload the page.")
    stored = {
        **told,
        "flag_id": flag.flag_id,
        "kind": flag.kind,
        "topic": flag.topic,
        "date": kb.today().isoformat(),
        "at": at.isoformat(),
        "raised_on": flag.raised_on.isoformat(),
        "deal_ids": [each for each in flag.deal_ids if each in shown],
        "event_ids": [each for each in flag.event_ids if each in shown],
        "unseen": [each for each in there if each not in shown],
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
