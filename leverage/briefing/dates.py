"""A vendor's dates in words: notice deadlines and ends of contracts that lie ahead, and what is noted of its calendar."""

from collections.abc import Sequence
from dataclasses import replace

from leverage.brief import Brief, Deadline, TimingNote
from leverage.briefing.parts import NOT_RECORDED, FactLine, Group, Tile, ended, line, literal, numbers_of, titled
from leverage.wording import sentence_case, show_count, show_day

A_YEAR = 365

_RENEWS = {True: "auto-renews", False: "no auto-renewal", None: "auto-renewal not recorded"}


def notice_tile(brief: Brief) -> Tile:
    """Return the next notice deadline, else the next end of a contract, else that no date is recorded."""
    upcoming = next(iter(brief.deadlines), None)
    if upcoming is None:
        with_end = sum(deal.end_date is not None for deal in brief.deals)
        below = line(f"{with_end} of {show_count(brief.deal_count, 'deal')} with an end date")
        return Tile("Notice deadline", "None ahead" if with_end else NOT_RECORDED, below, is_recorded=bool(with_end))
    about = f"{_product(upcoming)}{_distance(upcoming.days_left)}"
    numbers = numbers_of(brief, [upcoming.deal_id])
    if upcoming.notice_by is not None:
        return Tile("Notice deadline", show_day(upcoming.notice_by), line(about, numbers))
    return Tile("Next end date", show_day(upcoming.end_date), line(f"{about}; {_why_no_notice(upcoming)}", numbers))


def date_group(brief: Brief) -> Group:
    """Return every date ahead, nearest first as counted, and what is missing."""
    lines = [each for same in _alike(brief.deadlines) for each in _lines(brief, same)]
    lines += [line(literal(note.text), numbers_of(brief, note.deal_ids)) for note in brief.date_notes]
    lines = lines or [line("No end date lies ahead." if _has_end(brief) else "No end date is recorded.")]
    return Group("Dates", (*lines, *(each for note in brief.timing_notes for each in _timing(note))))


def _timing(note: TimingNote) -> list[FactLine]:
    noted = f"Noted by {literal(note.noted_by)} on {show_day(note.noted_on)}; source: {ended(literal(note.source))}"
    return [titled(literal(note.topic), f": {literal(note.text)}"), line(f"{noted} A hint at timing, no promise.", under=True)]


def _alike(deadlines: Sequence[Deadline]) -> list[list[Deadline]]:
    """Return the deadlines, those of deals that end alike together."""
    alike: dict[Deadline, list[Deadline]] = {}
    for each in deadlines:
        alike.setdefault(replace(each, deal_id=""), []).append(each)
    return list(alike.values())


def _lines(brief: Brief, same: Sequence[Deadline]) -> list[FactLine]:
    seen, numbers = same[0], numbers_of(brief, (each.deal_id for each in same))
    ends = f"ends {show_day(seen.end_date)}"
    first = f"notice deadline {show_day(seen.notice_by)}" if seen.notice_by else ends
    rest = [ends, _RENEWS[seen.auto_renews], _notice(seen)] if seen.notice_by else [_why_no_notice(seen)]
    if not seen.notice_by and seen.auto_renews is not False:
        rest.append(_RENEWS[seen.auto_renews])
    if seen.days_left > A_YEAR:
        return [_about(seen, f": {first}, {rest[0]}", numbers)]
    under = sentence_case(", ".join(each for each in (*rest, _start(brief, seen)) if each))
    return [_about(seen, f": {first}{_distance(seen.days_left)}", numbers), line(under, under=True)]


def _why_no_notice(seen: Deadline) -> str:
    if seen.auto_renews is False:
        return _RENEWS[False]
    return f"notice was due {show_day(seen.notice_passed)}" if seen.notice_passed else "notice period not recorded"


def _start(brief: Brief, seen: Deadline) -> str:
    """Return by when to start; nothing once that day has passed, the deadline says it louder."""
    return f"start by {show_day(seen.start_by)}" if seen.start_by > brief.as_of else ""


def _notice(seen: Deadline) -> str:
    if not seen.notice_days:
        return ""
    return "1 day’s notice" if seen.notice_days == 1 else f"{seen.notice_days} days’ notice"


def _distance(days: int) -> str:
    """Return how far off a day is, with its comma; nothing beyond a year, where days say less than the date."""
    if days > A_YEAR:
        return ""
    return ", today" if days == 0 else f", in {show_count(days, 'day')}"


def _about(seen: Deadline, text: str, numbers: tuple[int, ...]) -> FactLine:
    """Return a line that opens with its product, or with the contract where none is recorded."""
    return (
        titled(literal(seen.product), text, numbers)
        if seen.product
        else titled("Contract", f", product not recorded{text}", numbers)
    )


def _product(seen: Deadline) -> str:
    return literal(seen.product) if seen.product else "Product not recorded"


def _has_end(brief: Brief) -> bool:
    return any(deal.end_date for deal in brief.deals)
