"""Columns of days: whether the day or the month stands first is decided once for the column, by proof, or asked."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from leverage.fields import EARLIEST, LATEST
from leverage.imports.cells.calendars import MONTHS, order_of
from leverage.imports.cells.doubts import OPEN, Doubt, samples_of
from leverage.imports.cells.orders import Orders
from leverage.imports.cells.raw import is_nothing, plain, quote, shorten
from leverage.imports.cells.typed import TypedSince1904
from leverage.imports.cells.written_days import Written, read_written
from leverage.wording import show_day

_FROM_1900_TO_1904 = 1462  # days


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


def read_days(
    cells: Sequence[str], header: str, order: str | None = None, likely: tuple[date, date] = (EARLIEST, LATEST)
) -> Days:
    """Return the days of a column headed `header`; `order` is a person's answer.

    A day above 12 proves the order for the whole column, and so does a heading such as `DD/MM/YYYY`. Dotted days are
    day first by custom. A year of two digits may stand first, unless that makes a day outside the `likely` ones and the
    other order does not. Where several orders are proved or none is, the cells that can mean two days have no value; the
    answer `open` leaves them so. A year, quarter or month alone never becomes its first day.
    """
    column = Days([None] * len(cells))
    found: dict[int, Written] = {}
    for position, cell in enumerate(cells):
        text = plain(cell)
        if is_nothing(text):
            continue
        written = read_written(_since_1900(text) if isinstance(cell, TypedSince1904) else text)
        problem = _problem(cell, written)
        if problem or not written:
            column.problems[position] = problem
        else:
            found[position] = written
    orders = Orders(found.values(), order_of(header), order, likely)
    left_open = []
    for position, written in found.items():
        days = written.days(orders.of(written))
        day = next(iter(days)) if len(days) == 1 else None
        column.values[position] = day
        if not days:
            column.problems[position] = _problem(cells[position], None)
        elif day is None:
            left_open.append(position)
        elif written.told or not likely[0] <= day <= likely[1]:
            column.remarks[position] = f"{quote(cells[position])} is read as {show_day(day)}."
    column.order = orders.decided
    if left_open and order == OPEN:
        column.problems |= {position: _several_days(cells[position], found[position]) for position in left_open}
    elif left_open:
        sample = max(left_open, key=lambda position: len(found[position].days(orders.of(found[position]))))
        column.doubt = _order_doubt(cells, header, left_open, sample, found[sample], orders)
    elif order != OPEN and column.problems and not any(column.values):
        column.doubt = _year_doubt(cells, header, column.problems)
    return column


def _since_1900(text: str) -> str:
    """Return a count of days since 1904 as one since 1900; any other text stays."""
    whole, _, part = text.partition(".")
    return f"{int(whole) + _FROM_1900_TO_1904}{'.' if part else ''}{part}" if len(whole) in (4, 5) and whole.isdigit() else text


def _problem(cell: str, written: Written | None) -> str:
    """Return the end of a sentence that says why a cell is no day; empty if it is one, or one of two."""
    if written is None:
        return f"is {quote(cell)}, which is no day. Write it as year-month-day, like 2026-03-02."
    if written.period:
        return f"is {quote(cell)}, which is {written.period} and no day. Write the day too, like 2026-03-02."
    if not any(EARLIEST <= day <= LATEST for day in (written.day, *written.readings.values()) if day):
        return f"is {quote(cell)}. Check the year: it has to be from {EARLIEST.year} to {LATEST.year}."
    return ""


def _several_days(cell: str, written: Written) -> str:
    days = list(dict.fromkeys(written.readings.values()))
    shown = " or ".join(map(show_day, days))
    return f"is {quote(cell)}, which is {shown}. Write it as year-month-day, like {days[0]:%Y-%m-%d}."


def _order_doubt(cells: Sequence[str], header: str, left_open: list[int], at: int, written: Written, orders: Orders) -> Doubt:
    """Return the question in which order the cells left open are written, on the sample that stands `at` a position."""
    days, is_mixed = written.days(orders.of(written)), orders.is_mixed(written)
    readings = {order: day for order, day in written.readings.items() if day in days}
    sample, name = shorten(cells[at]), f"“{shorten(header)}”"
    years = {day.year for day in readings.values()}
    shown = {
        order: f"{day.day} {MONTHS[day.month - 1]}{f' {day.year}' if len(years) > 1 else ''}" for order, day in readings.items()
    }
    *some, last = dict.fromkeys(shown.values())
    question = f"{', '.join(some)} or {last}{f' {min(years)}' if len(years) == 1 else ''}?"
    text = f"Is {sample} in {name} {question}"
    if is_mixed:
        why = "holds both orders" if len(years) == 1 else "writes its years in two ways"
        text = f"{name} {why}: is {sample} {question}"
    options = tuple(shown.items()) + (((OPEN, "Leave these cells without a day"),) if is_mixed else ())
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
