"""Columns of days: whether the day or the month stands first is decided once for the column, by proof, or asked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from leverage.fields import EARLIEST, LATEST
from leverage.imports.cells.calendars import DAY_FIRST, MONTH_FIRST, MONTHS, order_of
from leverage.imports.cells.doubts import OPEN, Doubt, samples_of
from leverage.imports.cells.raw import is_nothing, plain, quote, shorten
from leverage.imports.cells.written_days import Written, read_written
from leverage.wording import show_day


@dataclass
class Days:
    """A column of days, cell by cell.

    `problems` are ends of sentences by position, `remarks` what was read in a way that the person should know,
    `order` says how cells such as 03/04/2025 are read, None if that is open or never mattered.
    """

    values: list[date | None]
    problems: dict[int, str] = field(default_factory=dict)
    doubt: Doubt | None = None
    order: str | None = None
    remarks: dict[int, str] = field(default_factory=dict)


def read_days(cells: Sequence[str], header: str, order: str | None = None) -> Days:
    """Return the days of a column headed `header`; `order` is a person's answer.

    A day above 12 proves the order for the whole column, and so does a heading such as `DD/MM/YYYY`. Dotted days are
    day first by custom. Where both orders are proved or none is, the cells that can mean two days have no value; the
    answer `open` leaves them so. A year, quarter or month alone never becomes its first day.
    """
    column = Days([None] * len(cells))
    found: dict[int, Written] = {}
    for position, cell in enumerate(cells):
        text = plain(cell)
        if is_nothing(text):
            continue
        written = read_written(text)
        problem = _problem(cell, written)
        if problem or not written:
            column.problems[position] = problem
        else:
            found[position] = written
    dotted, told = _orders(found.values(), dotted=True), _orders(found.values(), dotted=False)
    told |= {order_of(header)} - {None}
    slashes_open = any(each.either and not each.dotted for each in found.values())
    for_dots = _decide(dotted or {DAY_FIRST}, None if slashes_open else order)
    for_slashes = _decide(told, order)
    left_open = []
    for position, written in found.items():
        decided = for_dots if written.dotted else for_slashes
        day = written.under(decided)
        column.values[position] = day
        if day is None:
            left_open.append(position)
        elif written.told:
            column.remarks[position] = f"{quote(cells[position])} is read as {show_day(day)}."
    is_dotted = any(each.dotted for each in found.values())
    column.order = for_slashes or (for_dots if is_dotted and not slashes_open else None)
    if left_open and order == OPEN:
        column.problems |= {position: _two_days(cells[position], found[position]) for position in left_open}
    elif left_open:
        is_mixed = len(dotted if found[left_open[0]].dotted else told) > 1
        column.doubt = _order_doubt(cells, header, left_open, found[left_open[0]], is_mixed=is_mixed)
    elif order != OPEN and column.problems and not any(column.values):
        column.doubt = _year_doubt(cells, header, column.problems)
    return column


def _problem(cell: str, written: Written | None) -> str:
    """Return the end of a sentence that says why a cell is no day; empty if it is one, or one of two."""
    if written is None:
        return f"is {quote(cell)}, which is no day. Write it as year-month-day, like 2026-03-02."
    if written.period:
        return f"is {quote(cell)}, which is {written.period} and no day. Write the day too, like 2026-03-02."
    day = written.day or (written.either[0] if written.either else EARLIEST)
    if not EARLIEST <= day <= LATEST:
        return f"is {quote(cell)}. Check the year: it has to be from {EARLIEST.year} to {LATEST.year}."
    return ""


def _orders(found: Iterable[Written], *, dotted: bool) -> set[str | None]:
    return {each.proof for each in found if each.proof and each.dotted is dotted}


def _decide(proofs: set[str | None], order: str | None) -> str | None:
    """Return a person's answer, or the one order that is proved; None if it is left open."""
    if order in (DAY_FIRST, MONTH_FIRST):
        return order
    return next(iter(proofs)) if len(proofs) == 1 else None


def _two_days(cell: str, written: Written) -> str:
    one, other = written.either or (EARLIEST, EARLIEST)
    return f"is {quote(cell)}, which is {show_day(one)} or {show_day(other)}. Write it as year-month-day, like {one:%Y-%m-%d}."


def _order_doubt(cells: Sequence[str], header: str, left_open: list[int], written: Written, *, is_mixed: bool) -> Doubt:
    days = written.either or (EARLIEST, EARLIEST)
    one, other = (f"{day.day} {MONTHS[day.month - 1]}" for day in days)
    sample, name, question = shorten(cells[left_open[0]]), f"“{shorten(header)}”", f"{one} or {other} {days[0].year}?"
    text = f"Is {sample} in {name} {question}"
    options: tuple[tuple[str, str], ...] = ((DAY_FIRST, one), (MONTH_FIRST, other))
    if is_mixed:
        text = f"{name} holds both orders: is {sample} {question}"
        options += ((OPEN, "Leave these cells without a day"),)
    kind = "mixed_orders" if is_mixed else "order"
    return Doubt(kind, text, options, samples_of(cells, left_open), tuple(left_open))


def _year_doubt(cells: Sequence[str], header: str, problems: dict[int, str]) -> Doubt | None:
    """Return the question about a column that never names a day, None if it names no year, quarter or month either."""
    periods = [position for position in problems if getattr(read_written(plain(cells[position])), "period", None)]
    if not periods:
        return None
    text = f"“{shorten(header)}” says {shorten(cells[periods[0]])}, but no day. Go on without days?"
    options = ((OPEN, "Leave these cells without a day"),)
    return Doubt("year", text, options, samples_of(cells, periods), tuple(periods))
