"""Which row holds the headings: the one with known words above rows of the same width."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from leverage.imports.columns import is_known
from leverage.imports.files.records import LOOKED_AT, Record, folded_row

_AMOUNT = r"[-+(]?\s*(?:[^\W\d]{1,3}|[$€£¥])?\s*[-+(]?\d[\d\s.,'’/:%)-]*(?:[^\W\d]{1,3}|[$€£¥%])?\)?"
_DAY = r"\d{1,2}[ .-]*[^\W\d]{3,9}[ .,-]*\d{2,4}"
_FIGURE = re.compile(f"{_AMOUNT}|{_DAY}")
_LONG = 80
_FOLLOWING = 8


@dataclass(frozen=True)
class Found:
    """Where the headings stand: `index` in the records looked at, `known` headings among them, and how sure that is."""

    index: int
    known: int
    score: float


def find_headings(records: Sequence[Record]) -> Found | None:
    """Return where the headings stand among the first records; None where no row holds anything."""
    rows = [
        (index, [cell.strip() for cell in record.cells])
        for index, record in enumerate(records[:LOOKED_AT])
        if not record.is_blank
    ]
    if not rows:
        return None
    widest = max(sum(map(bool, cells)) for _, cells in rows)
    found = [_scored(position, rows, widest) for position in range(len(rows))]
    best = max(found, key=lambda each: (each.score, -each.index))
    return next((each for each in found if each.index < best.index and _same(records[each.index], records[best.index])), best)


def row_like(records: Sequence[Record], headers: Sequence[str]) -> int | None:
    """Return the index of the first record that holds these very headings."""
    wanted = folded_row(tuple(headers))
    return next((index for index, record in enumerate(records[:LOOKED_AT]) if folded_row(record.cells) == wanted), None)


def _same(first: Record, later: Record) -> bool:
    """Say whether a later page repeats the first one's headings, with more of its own or not."""
    heads, more = (set(folded_row(record.cells)) - {""} for record in (first, later))
    return heads <= more and len(heads) > 1 and len(heads) * 2 > len(more)


def is_figure(cell: str) -> bool:
    """Say whether a cell holds a number, an amount or a day in digits rather than words."""
    return len(cell) <= 40 and _FIGURE.fullmatch(cell) is not None


def _scored(position: int, rows: list[tuple[int, list[str]]], widest: int) -> Found:
    index, cells = rows[position]
    filled = [cell for cell in cells if cell]
    known = len({cell.casefold() for cell in filled if len(cell) <= _LONG and is_known(cell)})
    words = sum(not is_figure(cell) for cell in filled) / len(filled)
    brief = sum(len(cell) <= _LONG for cell in filled) / len(filled)
    distinct = len({cell.casefold() for cell in filled}) / len(filled)
    below = [cells for _, cells in rows[position + 1 : position + 1 + _FOLLOWING]]
    score = 2.0 * min(known, 4) + 0.5 * max(0, known - 4)
    score += 3.0 * len(filled) / widest + 3.0 * words + brief + distinct
    score += 2.0 * _alike(filled, below) + 2.0 * _contrast(cells, below)
    if len(filled) == 1 and widest > 1:
        score -= 4.0
    return Found(index, known, score - 0.01 * position)


def _alike(filled: list[str], below: list[list[str]]) -> float:
    """Return the share of the rows below that fill at least half as many cells, none of them wider by far."""
    if not below:
        return 0.3
    counts = [sum(map(bool, cells)) for cells in below]
    return sum(len(filled) / 2 <= count <= len(filled) * 1.5 + 1 for count in counts) / len(counts)


def _contrast(cells: list[str], below: list[list[str]]) -> float:
    """Return the share of columns where words stand above figures."""
    columns = [index for index, cell in enumerate(cells) if cell]
    contrasts = 0
    for index in columns:
        values = [row[index] for row in below if index < len(row) and row[index]]
        figures = sum(map(is_figure, values))
        contrasts += bool(values) and figures * 2 > len(values) and not is_figure(cells[index])
    return contrasts / len(columns)
