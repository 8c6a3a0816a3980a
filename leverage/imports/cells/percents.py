"""Columns of percentages: whether 0.2 means 20%, and 500 money, is proved by the rows' prices or asked once for the column."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from leverage.fields import PERCENT_LIMITS
from leverage.imports.cells.currencies import TwoCurrencies, Unread, read_affixes
from leverage.imports.cells.doubts import OPEN, Doubt, samples_of
from leverage.imports.cells.numbers import Numeral, decimal_of, is_range, part, read_numeral
from leverage.imports.cells.proofs import FRACTION, MONEY, PERCENT, Pair, proven
from leverage.imports.cells.raw import LONGEST, is_nothing, plain, quote, shorten
from leverage.imports.cells.typed import Typed, TypedMoney
from leverage.imports.cells.units import unit_of
from leverage.wording import show_number, show_percent

_PLAIN = re.compile(r"(-?)([0-9]{1,24}(?:\.[0-9]{1,24})?)(%?)")
_PERCENT_WORDS = re.compile(
    r"%|percent|per cent|pct\.?|prozent|v\. ?h\.|pour ?cent|por ciento|por cento|per cento|procent|pc", re.IGNORECASE
)


@dataclass
class Percents:
    """A column of percentages, cell by cell: 20 means 20%.

    `problems` are ends of sentences by position, `remarks` what was read in a way that the person should know,
    `scale` says how the cells of at most 1 without a percent sign are read, None if that is open or there are none.
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
    is_money: bool = False


def read_percents(
    cells: Sequence[str],
    header: str,
    scale: str | None = None,
    decimal: str | None = None,
    limits: tuple[Decimal, Decimal] = PERCENT_LIMITS,
    measure: str | None = PERCENT,
    prices: Mapping[int, Sequence[Pair]] | None = None,
) -> Percents:
    """Return the percentages of a column headed `header`, none outside the limits.

    `scale` and `decimal` are answers, and so is `measure`: whether the cells are percentages or money, None where that
    is to be found out.
    A percent sign settles its own cell, and so do the `prices` of its row where only one reading fits them; a reading
    that rows prove is that of the cells without a proof, too. Where bare numbers between 0 and 1 have none, a heading
    settles nothing: people write 0.2 below “in %”, and 0.5 among 12 and 25 may be either. Money becomes the percentage
    of the price that it is off. The answer `open` leaves cells without a value.
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
    bare = {position: abs(numbers[position]) for position, each in found.items() if not each.signed and not each.is_money}
    pairs = prices or {}
    proofs = {at: proof for at, number in bare.items() if number and (proof := proven(number, pairs.get(at, ())))}
    voted = {meaning for meaning, _ in proofs.values()}
    measure = measure or _measure_of(bare, voted, header)
    column.scale = scale if scale in (PERCENT, FRACTION) else _scale_of(bare, found, proofs)
    unsettled, unscaled = [], []
    for position, number in numbers.items():
        is_bare = position in bare and number != 0
        meaning, off = proofs.get(position, (None, None))
        if is_bare and meaning is None and measure in (None, OPEN):
            unsettled.append(position)
            continue
        if found[position].is_money or (is_bare and (meaning or measure) == MONEY):
            _take_money(
                column, cells, position, abs(number), off or next((each for each, _ in pairs.get(position, ())), None), limits
            )
            continue
        if is_bare and meaning is None and bare[position] <= 1:
            meaning = column.scale
            if meaning is None and any(limits[0] <= each <= limits[1] for each in (number, number * 100)):
                unscaled.append(position)
                continue
        percent = number * 100 if is_bare and meaning == FRACTION else number
        if not limits[0] <= percent <= limits[1]:
            column.problems[position] = _outside(cells[position], number, percent, limits)
            continue
        column.values[position] = percent
        if (found[position].numeral.is_open and not column.decimal) or (is_bare and scale is None and 0 < bare[position] < 1):
            column.remarks[position] = f"{quote(cells[position])} is read as {show_percent(percent)}."
    if unsettled and measure is None:
        column.doubt = _measure_doubt(cells, header, unsettled)
    elif unscaled and scale != OPEN:
        column.doubt = _scale_doubt(cells, header, unscaled, numbers[unscaled[0]])
    column.problems |= {position: _money_or_percentage(cells[position]) for position in unsettled if measure == OPEN}
    column.problems |= {position: _two_percentages(cells[position], numbers[position]) for position in unscaled if scale == OPEN}
    return column


def _measure_of(bare: Mapping[int, Decimal], voted: set[str], header: str) -> str | None:
    """Return whether the bare numbers without a proof are percentages or money; None where that is open."""
    if voted:
        return (None if voted - {MONEY} else MONEY) if MONEY in voted else PERCENT
    unit = unit_of(header)
    if unit.currency or unit.sign:
        return MONEY
    is_open = any(number > PERCENT_LIMITS[1] for number in bare.values()) and not _PERCENT_WORDS.search(header)
    return None if is_open else PERCENT


def _take_money(
    column: Percents, cells: Sequence[str], position: int, amount: Decimal, off: Decimal | None, limits: tuple[Decimal, Decimal]
) -> None:
    """Take an amount of money as the percentage of the price that it is off, or say why not."""
    cell = quote(cells[position])
    if not off:
        column.problems[position] = (
            f"is {cell}, an amount off a price that the row does not name. Write the percentage, like 12.5."
        )
        return
    percent = round(amount / off * 100, 2)
    if limits[0] <= percent <= limits[1]:
        column.values[position] = percent
        column.remarks[position] = f"{cell} is money off {show_number(off)} and read as {show_percent(percent)}."
    else:
        column.problems[position] = (
            f"is {cell}, an amount of more than the price of {show_number(off)}. Write the percentage, like 12.5."
        )


def _read_cell(cell: str, text: str) -> _Cell | str:
    """Return the numeral of a cell with its signs, or the end of a sentence that says why not."""
    typed = _PLAIN.fullmatch(text) if isinstance(cell, Typed) else None
    if typed:
        value = Decimal(typed[2])
        return _Cell(Numeral(value, value), typed[1] == "-", bool(typed[3]), isinstance(cell, TypedMoney))
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
        if _is_currency(before.lstrip("+-").strip(), behind):
            return _Cell(numeral, in_brackets or before.startswith("-"), signed=False, is_money=True)
    if len(text) <= LONGEST and is_range(text):
        return f"is {quote(cell)}, which is a range. Write the one percentage that was agreed."
    return f"is {quote(cell)}, which is no percentage. Write it like 12.5."


def _number(cell: _Cell, decimal: str | None) -> Decimal:
    """Return the number as it stands; with no other proof a lone sign parts decimals, as no percentage has thousands."""
    value = cell.numeral.under(decimal)
    if value is None:
        value = min(each for each in (cell.numeral.point, cell.numeral.comma) if each is not None)
    return -value if cell.negative and value else value


def _is_currency(before: str, behind: str) -> bool:
    """Say whether a currency and nothing else stands around a numeral."""
    try:
        affix = read_affixes(before, behind)
    except (TwoCurrencies, Unread):
        return False
    return bool(affix.currency or affix.sign) and not affix.power


def _scale_of(bare: dict[int, Decimal], found: dict[int, _Cell], proofs: Mapping[int, tuple[str, Decimal]]) -> str | None:
    """Return the scale of the cells without a sign up to 1.

    It is what the prices of such cells prove; with no cell between 0 and 1, what a cell above 1 proves; where all are 0,
    what the signs of the others do.
    """
    small = {meaning for position, (meaning, _) in proofs.items() if bare[position] <= 1} - {MONEY}
    if small:
        return small.pop() if len(small) == 1 else None
    if any(number > 1 for number in bare.values()):
        return None if any(0 < number < 1 for number in bare.values()) else PERCENT
    is_settled = found and not any(bare.values())
    return PERCENT if is_settled and len(bare) < len(found) else None


def _outside(cell: str, number: Decimal, percent: Decimal, limits: tuple[Decimal, Decimal]) -> str:
    as_fraction = f", which is {show_percent(percent)} as a fraction" if number != percent else ""
    return f"is {quote(cell)}{as_fraction}. Enter {limits[0]:f} to {limits[1]:,f}."


def _money_or_percentage(cell: str) -> str:
    return f"is {quote(cell)}, which is a percentage or an amount of money. Write it with its sign, like 12.5%."


def _two_percentages(cell: str, number: Decimal) -> str:
    readings = f"{show_percent(number * 100)} or {show_percent(number)}"
    return f"is {quote(cell)}, which is {readings}. Write it with its sign, like 12.5%."


def _scale_doubt(cells: Sequence[str], header: str, left_open: list[int], number: Decimal) -> Doubt:
    whole, part_of = show_percent(number * 100), show_percent(number)
    return Doubt(
        "scale",
        f"Does {shorten(cells[left_open[0]])} in “{shorten(header)}” mean {whole} or {part_of}?",
        ((FRACTION, whole), (PERCENT, part_of), (OPEN, "Leave these cells without a percentage")),
        samples_of(cells, left_open),
        tuple(left_open),
    )


def _measure_doubt(cells: Sequence[str], header: str, unsettled: list[int]) -> Doubt:
    highest = max(unsettled, key=lambda position: len(cells[position]))
    return Doubt(
        "measure",
        f"Is {shorten(cells[highest])} in “{shorten(header)}” a percentage or an amount of money?",
        ((PERCENT, "A percentage"), (MONEY, "An amount of money"), (OPEN, "Leave these cells without a percentage")),
        samples_of(cells, [highest, *unsettled]),
        tuple(unsettled),
    )
