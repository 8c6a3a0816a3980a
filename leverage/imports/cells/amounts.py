"""Columns of amounts of money: the decimal sign is decided once for the column, and asked where nothing proves it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from leverage.imports.cells.currencies import Affix, TwoCurrencies, Unread, may_be, read_affixes
from leverage.imports.cells.doubts import OPEN, Doubt, samples_of
from leverage.imports.cells.numbers import COMMA, POINT, Numeral, decimal_of, is_range, part, read_numeral
from leverage.imports.cells.raw import LONGEST, is_nothing, plain, quote, shorten
from leverage.imports.cells.typed import Typed, TypedMoney
from leverage.imports.cells.units import Unit, unit_of
from leverage.wording import show_number

_PLAIN = re.compile(r"-?[0-9]{1,24}(\.[0-9]{1,24})?")


@dataclass
class Amounts:
    """A column of amounts, cell by cell: values in the unit of the currency, codes of ISO 4217 where cell or heading names one.

    `signs` are those that several currencies share, where nothing else tells. `problems` are ends of sentences by
    position, `remarks` what was read in a way that the person should know, `decimal` the decimal sign of the column or
    None.
    """

    values: list[Decimal | None]
    currencies: list[str | None]
    signs: list[str | None]
    problems: dict[int, str] = field(default_factory=dict)
    doubt: Doubt | None = None
    decimal: str | None = None
    remarks: dict[int, str] = field(default_factory=dict)


def read_amounts(cells: Sequence[str], header: str, decimal: str | None = None, *, is_money: bool = True) -> Amounts:
    """Return the amounts of a column headed `header`; `decimal` is a person's answer, `.` or `,`.

    A cell that can mean two amounts has no value until the column or the person tells the decimal sign; the answer
    `open` leaves it so. Currency and thousands of the heading are those of each cell that names none itself; a cell
    that names another currency than its heading is a problem. Where it is no money, a currency is a problem, and so is
    `5m`, which may be metres.
    """
    column = Amounts([None] * len(cells), [None] * len(cells), [None] * len(cells))
    unit = unit_of(header)
    found: dict[int, tuple[Numeral, Affix]] = {}
    for position, cell in enumerate(cells):
        text = plain(cell)
        if isinstance(cell, Typed) and _PLAIN.fullmatch(text):
            number = Decimal(text)
            found[position] = Numeral(number, number), _beside(cell)
        elif not is_nothing(text):
            read = _read_cell(cell, text)
            if not is_money and not isinstance(read, str) and (read[1].currency or read[1].sign or read[1].power > 3):
                read = f"is {quote(cell)}, which is no quantity. Write it like 640."
            if isinstance(read, str):
                column.problems[position] = read
            else:
                found[position] = read
    column.decimal = decimal_of((numeral.proof or affix.decimal for numeral, affix in found.values()), decimal)
    left_open = []
    for position, (numeral, affix) in found.items():
        value = numeral.under(affix.decimal or column.decimal)
        told = _with_unit(affix, unit)
        if told is None:
            column.problems[position] = _other_currency(cells[position], unit)
            continue
        column.currencies[position], column.signs[position] = told.currency, told.sign
        if value is None:
            left_open.append(position)
            continue
        column.values[position] = _scaled(value, told)
        if told.power and value:
            under = "" if affix.power else f" under “{shorten(header)}”"
            column.remarks[position] = f"{quote(cells[position])}{under} is read as {show_number(_scaled(value, told))}."
    if left_open:
        proofs = {numeral.proof or affix.decimal for numeral, affix in found.values()} - {None}
        if decimal == OPEN:
            column.problems |= {position: _two_amounts(cells[position], found[position][0]) for position in left_open}
        else:
            column.doubt = _decimal_doubt(cells, header, left_open, found[left_open[0]][0], is_mixed=len(proofs) > 1)
    return column


def _read_cell(cell: str, text: str) -> tuple[Numeral, Affix] | str:
    """Return the numeral of a cell and what stands around it, or the end of a sentence that says why not."""
    parts = part(text) if len(text) <= LONGEST else None
    numeral = read_numeral(parts[1]) if parts else None
    if not parts or not numeral:
        if len(text) <= LONGEST and is_range(text):
            return f"is {quote(cell)}, which is a range. Write the one amount that was agreed."
        return _no_amount(cell)
    try:
        affix = read_affixes(parts[0], parts[2])
    except TwoCurrencies:
        return f"is {quote(cell)}, which names two currencies. Write the amount in one of them."
    except Unread:
        return _no_amount(cell)
    if affix.decimal and numeral.proof not in (None, affix.decimal):
        return _no_amount(cell)
    return numeral, affix


def _beside(cell: str) -> Affix:
    """Return what the workbook shows beside a number that it typed."""
    try:
        return read_affixes("", cell.shown) if isinstance(cell, TypedMoney) else Affix()
    except (TwoCurrencies, Unread):
        return Affix()


def _with_unit(affix: Affix, unit: Unit) -> Affix | None:
    """Return what stands around a numeral with what the heading says of it; None where they name different currencies."""
    if not unit.written:
        return affix
    if affix.currency and unit.currency not in (None, affix.currency):
        return None
    if affix.currency and unit.sign and not may_be(unit.sign, affix.currency):
        return None
    if affix.sign and unit.currency and not may_be(affix.sign, unit.currency):
        return None
    currency = affix.currency or unit.currency
    sign = None if currency else affix.sign or unit.sign
    return replace(affix, currency=currency, sign=sign, power=affix.power or unit.power)


def _other_currency(cell: str, unit: Unit) -> str:
    return f"is {quote(cell)}, but its heading names {unit.currency or unit.sign}. Write the amount in the heading's currency."


def _no_amount(cell: str) -> str:
    return f"is {quote(cell)}, which is no amount. Write it like 12000 or 12000.50."


def _scaled(value: Decimal, affix: Affix) -> Decimal:
    scaled = value * Decimal(10**affix.power)
    return -scaled if affix.negative and scaled else scaled


def _two_amounts(cell: str, numeral: Numeral) -> str:
    amounts = f"{numeral.point:f} or {numeral.comma:f}"
    return f"is {quote(cell)}, which is {amounts}. Write it like 12000 or 12000.50."


def _decimal_doubt(cells: Sequence[str], header: str, left_open: list[int], numeral: Numeral, *, is_mixed: bool) -> Doubt:
    point, comma = numeral.point or Decimal(0), numeral.comma or Decimal(0)
    sign = "point" if point < comma else "comma"
    labels = [f"{'Decimals' if value == min(point, comma) else 'Thousands'}: {value:f}" for value in (point, comma)]
    sample, name = shorten(cells[left_open[0]]), f"“{shorten(header)}”"
    text = f"Does the {sign} of {sample} in {name} part thousands or decimals?"
    options = tuple(zip((POINT, COMMA), labels, strict=True))
    if is_mixed:
        text = f"{name} holds both decimal signs: does the {sign} of {sample} part thousands or decimals?"
        options += ((OPEN, "Leave these cells without an amount"),)
    return Doubt("decimal", text, options, samples_of(cells, left_open), tuple(left_open))
