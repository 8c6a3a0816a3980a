"""A text in the cells of a workbook, which hold less than a text may: parts, and characters written out.

A cell holds 32,767 characters as Excel counts them. A longer text goes on in further columns, called after the first:
`notes`, `notes_2`, `notes_3`. Characters that XML can't hold are written `_x000D_`, as the format has it.
"""

import re
from collections.abc import Callable, Sequence

from leverage.cells import RECORD_COLUMNS, guard, unguard

MOST_UNITS = 32_767  # in UTF-16, as Excel counts

_NO_XML = "\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff"  # a carriage return is XML, but is read back as a line feed
_TO_ESCAPE = re.compile(f"[{_NO_XML}]|_(?=x[0-9A-Fa-f]{{4}}(?:_|[{_NO_XML}]))")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_PART = re.compile(rf"({'|'.join(RECORD_COLUMNS)})_([2-9]|[1-9]\d+)", re.ASCII)


def escape(text: str) -> str:
    """Return the text with what XML can't hold written out, and what looks so written out too."""
    return _TO_ESCAPE.sub(lambda found: f"_x{ord(found.group()):04X}_", text)


def unescape(text: str) -> str:
    """Return the text that `escape` was given."""
    return _ESCAPED.sub(lambda found: chr(int(found.group(1), 16)), text)


def parts_of(text: str, size: Callable[[str], int]) -> list[str]:
    """Return the text of a cell in parts that fit a cell each; `size` measures a part as it is written there.

    Each further part is guarded, as it begins a cell.
    """
    parts: list[str] = []
    rest = text
    while size(rest) > MOST_UNITS:
        fits, too_long = 0, len(rest)
        while too_long - fits > 1:
            middle = (fits + too_long) // 2
            fits, too_long = (middle, too_long) if size(rest[:middle]) <= MOST_UNITS else (fits, middle)
        parts.append(rest[:fits])
        rest = guard(rest[fits:])
    return [*parts, rest]


def units(text: str) -> int:
    """Return how many characters Excel counts in a text."""
    return len(text) + sum(char > "\uffff" for char in text)


def name_of_part(column: str, number: int) -> str:
    """Return the heading of a column's further part, counted from 1 with the column itself."""
    return f"{column}_{number}"


def column_of_part(header: str) -> str | None:
    """Return the column that a heading of ours goes on from; None for any other."""
    found = _PART.fullmatch(header)
    return found.group(1) if found else None


def with_whole_texts(headers: Sequence[str], rows: Sequence[tuple[str, ...]]) -> Sequence[tuple[str, ...]]:
    """Return the rows, the first of which are the headings, with the further parts of each text put to its first."""
    at = {header: index for index, header in enumerate(headers)}
    further = sorted(
        (int(found.group(2)), index, at[found.group(1)])
        for header, index in at.items()
        if (found := _PART.fullmatch(header)) and found.group(1) in at
    )
    if not further:
        return rows
    places = [(part, first) for _, part, first in further]
    return [*rows[:1], *(_whole(row, places) for row in rows[1:])]


def _whole(row: tuple[str, ...], further: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    cells = list(row)
    for part, first in further:
        if part < len(cells) and first < len(cells):
            cells[first] += unguard(cells[part])
    return tuple(cells)
