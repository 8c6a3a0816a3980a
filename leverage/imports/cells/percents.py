"""Columns of percentages: whether 0.2 means 20% is decided once for the column, and asked where nothing proves it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from leverage.imports.cells.doubts import OPEN, Doubt, samples_of
from leverage.imports.cells.numbers import Numeral, decimal_of, is_range, part, read_numeral
from leverage.imports.cells.raw import LONGEST, is_nothing, plain, quote, shorten
from leverage.imports.cells.typed import Typed
from leverage.wording import show_percent

PERCENT, FRACTION = "percent", "fraction"
LIMITS = (Decimal(0), Decimal(100))

_PLAIN = re.compile(r"(-?)([0-9]{1,24}(?:\.[0-9]{1,24})?)(%?)")
_PERCENT_WORDS = re.compile(
    r"%|percent|per cent|pct\.?|prozent|v\. ?h\.|pour ?cent|por ciento|por cento|per cento|procent|pc", re.IGNORECASE
)


@dataclass
class Percents:
    """A column of percentages, cell by cell: 20 means 20%.

    `problems` are ends of sentences by position, `remarks` what was read in a way that the person should know,
    `scale` says how the cells without a percent sign are read, None if that is open or there are none.
    """

    values: list[Decimal | None]
    problems: dict[int, str] = field(default_factory=dict)
    doubt: Doubt | None = None
    scale: str | None = None
    decimal: str | None = None
    remarks: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Cell:
    numeral: Numeral
    negative: bool
    signed: bool


def read_percents(
    cells: Sequence[str],
    header: str,
    scale: str | None = None,
    decimal: str | None = None,
    limits: tuple[Decimal, Decimal] = LIMITS,
) -> Percents:
    """Return the percentages of a column headed `header`, none outside the limits; `scale` and `decimal` are answers.

    A percent sign settles its own cell; one bare number above 1 settles all bare ones. Where every bare number is at
    most 1, a heading settles nothing: people write 0.2 below “in %” too. The answer `open` leaves them without a value.
    """
    column = Percents([None] * len(cells))
    found: dict[int, _Cell] = {}
    for position, cell in enumerate(cells):
        text = plain(cell)
        if is_nothing(text):
            continue
        read = _read_cell(cell, text)
        if isinstance(read, str):
            column.problems[position] = read
        else:
            found[position] = read
    column.decimal = decimal_of((each.numeral.proof for each in found.values()), decimal)
    numbers = {position: _number(each, column.decimal) for position, each in found.items()}
    bare = {position: abs(number) for position, number in numbers.items() if not found[position].signed}
    column.scale = scale if scale in (PERCENT, FRACTION) else _scale_of(bare, found)
    left_open = []
    for position, number in numbers.items():
        is_bare = position in bare and number != 0
        if is_bare and column.scale is None and any(limits[0] <= each <= limits[1] for each in (number, number * 100)):
            left_open.append(position)
            continue
        percent = number * 100 if is_bare and column.scale == FRACTION else number
        if not limits[0] <= percent <= limits[1]:
            column.problems[position] = _outside(cells[position], number, percent, limits)
            continue
        column.values[position] = percent
        if (found[position].numeral.is_open and not column.decimal) or (is_bare and scale is None and 0 < bare[position] < 1):
            column.remarks[position] = f"{quote(cells[position])} is read as {show_percent(percent)}."
    if scale == OPEN:
        column.problems |= {position: _two_percentages(cells[position], numbers[position]) for position in left_open}
    elif left_open:
        column.doubt = _scale_doubt(cells, header, left_open, numbers[left_open[0]])
    return column


def _read_cell(cell: str, text: str) -> _Cell | str:
    """Return the numeral of a cell with its signs, or the end of a sentence that says why not."""
    typed = _PLAIN.fullmatch(text) if isinstance(cell, Typed) else None
    if typed:
        value = Decimal(typed[2])
        return _Cell(Numeral(value, value), typed[1] == "-", bool(typed[3]))
    parts = part(text) if len(text) <= LONGEST else None
    numeral = read_numeral(parts[1]) if parts else None
    if parts and numeral:
        before, _, behind = parts
        if before.startswith("(") and behind.endswith(")"):
            before, behind, in_brackets = before[1:].strip(), behind[:-1].strip(), True
        else:
            in_brackets = False
        if behind == "-" and not before:  # a minus behind, as some accounts print it
            before, behind = "-", ""
        if before.endswith("%") and not behind:
            before, behind = before[:-1].strip(), "%"
        if before in ("", "+", "-") and (not behind or _PERCENT_WORDS.fullmatch(behind)):
            return _Cell(numeral, in_brackets or before == "-", bool(behind))
    if len(text) <= LONGEST and is_range(text):
        return f"is {quote(cell)}, which is a range. Write the one percentage that was agreed."
    return f"is {quote(cell)}, which is no percentage. Write it like 12.5."


def _number(cell: _Cell, decimal: str | None) -> Decimal:
    """Return the number as it stands; with no other proof a lone sign parts decimals, as no percentage has thousands."""
    value = cell.numeral.under(decimal)
    if value is None:
        value = min(each for each in (cell.numeral.point, cell.numeral.comma) if each is not None)
    return -value if cell.negative and value else value


def _scale_of(bare: dict[int, Decimal], found: dict[int, _Cell]) -> str | None:
    """Return the scale that the cells without a sign prove; where all of them are 0, the signs of the others do."""
    if any(number > 1 for number in bare.values()):
        return PERCENT
    is_settled = found and not any(bare.values())
    return PERCENT if is_settled and len(bare) < len(found) else None


def _outside(cell: str, number: Decimal, percent: Decimal, limits: tuple[Decimal, Decimal]) -> str:
    as_fraction = f", which is {show_percent(percent)} as a fraction" if number != percent else ""
    return f"is {quote(cell)}{as_fraction}. Enter {limits[0]:f} to {limits[1]:,f}."


def _two_percentages(cell: str, number: Decimal) -> str:
    readings = f"{show_percent(number * 100)} or {show_percent(number)}"
    return f"is {quote(cell)}, which is {readings}. Write it with its sign, like 12.5%."


def _scale_doubt(cells: Sequence[str], header: str, left_open: list[int], number: Decimal) -> Doubt:
    whole, part_of = show_percent(number * 100), show_percent(number)
    return Doubt(
        "scale",
        f"Does {shorten(cells[left_open[0]])} in “{shorten(header)}” mean {whole} or {part_of}?",
        ((FRACTION, whole), (PERCENT, part_of)),
        samples_of(cells, left_open),
        tuple(left_open),
    )
