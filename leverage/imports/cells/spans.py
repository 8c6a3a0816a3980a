"""Columns of months or of days: `2 years`, `3 Monate`, `12m`, `6 semaines`, as the unit of the field or as a problem."""

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from leverage.imports.cells.calendars import plain_word
from leverage.imports.cells.numbers import is_range, read_numeral
from leverage.imports.cells.raw import LONGEST, is_nothing, plain, quote
from leverage.wording import show_number

MONTHS, DAYS = "months", "days"

# English, German, French, Spanish, Portuguese, Italian, Dutch; no accents. `j` is a day to some and a year to others.
_WORDS = {
    "days": "d day days tag tage tagen jour jours dia dias giorno giorni dag dagen",
    "weeks": "w wk wks week weeks woche wochen semaine semaines semana semanas settimana settimane weken",
    "months": "m mo mos mth mths mnth mnths month months monat monate monaten mois mes meses mese mesi maand maanden",
    "quarters": "q qtr qtrs quarter quarters quartal quartale trimestre trimestres trimestri kwartaal kwartalen",
    "years": "y yr yrs year years jahr jahre jahren an ans annee annees ano anos anno anni jaar jaren",
}
_UNIT_OF = {word: unit for unit, words in _WORDS.items() for word in words.split()}
_TIMES = {MONTHS: {"months": 1, "quarters": 3, "years": 12}, DAYS: {"days": 1, "weeks": 7}}
_EXAMPLES = {MONTHS: "12", DAYS: "90"}
_PART = re.compile(r"([0-9](?:[0-9.,]*[0-9])?) ?-?((?:[^\W\d_]+\.?(?:\(?[^\W\d_]+\))?)?)(?: ?(?:,|\+|&|and|und|et|e|y|en) ?| ?)")
_HEADING_WORDS = re.compile(r"[^\W\d_]+")


@dataclass
class Spans:
    """A column of spans in the unit of its field, cell by cell.

    `problems` are ends of sentences by position, `remarks` what was read in a way that the person should know.
    """

    values: list[Decimal | None]
    problems: dict[int, str] = field(default_factory=dict)
    remarks: dict[int, str] = field(default_factory=dict)


def read_spans(cells: Sequence[str], header: str, unit: str) -> Spans:
    """Return the spans of a column headed `header` in months or days, as `unit` says.

    Years and quarters are told in months and weeks in days; a month has no fixed number of days, so neither is turned
    into the other. A bare number is in the unit that the heading names, else in the field's; where other cells of the
    column are in another unit and the heading names none, it is a problem.
    """
    column = Spans([None] * len(cells))
    under = _unit_of(header)
    found: dict[int, tuple[tuple[Decimal, str], ...]] = {}
    for position, cell in enumerate(cells):
        text = plain(cell)
        if is_nothing(text):
            continue
        parts = _read_span(text) if len(text) <= LONGEST else None
        if parts is None:
            column.problems[position] = _no_span(cell, unit, text)
        else:
            found[position] = parts
    others = {named for parts in found.values() for _, named in parts} - {"", unit}
    for position, parts in found.items():
        units = [named or under or ("" if others else unit) for _, named in parts]
        wrong = next((named for named in units if named not in _TIMES[unit]), None)
        if wrong is not None:
            column.problems[position] = _other_unit(cells[position], unit, wrong)
            continue
        value = sum((number * _TIMES[unit][named] for (number, _), named in zip(parts, units, strict=True)), Decimal(0))
        column.values[position] = value
        if any(named != unit for named in units):
            column.remarks[position] = f"{quote(cells[position])} is read as {show_number(value)} {unit}."
    return column


@functools.lru_cache(maxsize=5_000)
def _read_span(text: str) -> tuple[tuple[Decimal, str], ...] | None:
    """Return the numbers of a plain text with the unit of each, empty for a bare one; None if that is not all it says."""
    parts: list[tuple[Decimal, str]] = []
    start = 0
    while start < len(text):
        match = _PART.match(text, start)
        numeral = read_numeral(match[1]) if match else None
        if match is None or numeral is None:
            return None
        word = _plain_unit(match[2])
        if word and word not in _UNIT_OF:
            return None
        # No span has thousands, so a lone sign parts decimals.
        value = min(each for each in (numeral.point, numeral.comma) if each is not None)
        parts.append((value, _UNIT_OF[word] if word else ""))
        start = match.end()
    is_whole = len(parts) == 1 or all(named for _, named in parts)
    return tuple(parts) if parts and is_whole else None


def _plain_unit(word: str) -> str:
    """Return a unit as written without point, brackets and accents: `Monat(e)` is `monate`."""
    return plain_word(re.sub(r"[().]", "", word))


def _unit_of(header: str) -> str:
    """Return the unit that a heading such as `Term (years)` names, empty if none or several."""
    named = {_UNIT_OF[word] for each in _HEADING_WORDS.findall(header) if len(word := plain_word(each)) > 2 and word in _UNIT_OF}
    return named.pop() if len(named) == 1 else ""


def _no_span(cell: str, unit: str, text: str) -> str:
    if len(text) <= LONGEST and is_range(text):
        return f"is {quote(cell)}, which is a range. Write the {unit} that were agreed, like {_EXAMPLES[unit]}."
    return f"is {quote(cell)}, which is no number of {unit}. Write it like {_EXAMPLES[unit]}."


def _other_unit(cell: str, unit: str, named: str) -> str:
    why = f"is in {named}" if named else "stands among cells in other units"
    return f"is {quote(cell)}, which {why}. Write it in {unit}, like {_EXAMPLES[unit]}."
