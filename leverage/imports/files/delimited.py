"""Delimited text as records: the delimiter is found, and a quotation mark that does not fit spoils its own row only."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from leverage.errors import UnreadableFile
from leverage.imports.files.headings import find_headings
from leverage.imports.files.records import (
    LONGEST_LINE,
    LOOKED_AT,
    MOST_COLUMNS,
    MOST_ROWS,
    Record,
    too_many_columns,
    too_many_rows,
)

if TYPE_CHECKING:
    from _csv import Reader as CsvReader

DELIMITERS = (",", ";", "\t", "|")

_LONGEST_CELL = 2**31 - 1  # the most that a C long holds everywhere; csv's own limit of 128 KiB ends the whole file
_SAMPLE = 300
_MOST_READ_TWICE = 1_000_000  # lines; only a file made to be slow needs more
_NAMED = re.compile(r"sep=(.)\s*")
_BLANK = ("",)


def split_lines(text: str, name: str) -> list[str]:
    """Return the lines with their ends, be they CR, LF or both; raises UnreadableFile for more than can be read."""
    lines = list(io.StringIO(text, newline=""))
    if len(lines) > MOST_ROWS and sum(1 for line in lines if not line.isspace()) > 20 * MOST_ROWS:
        raise too_many_rows(name)
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            said = f"Line {number:,} of {name} has {len(line):,} characters, which no row of deals has."
            raise UnreadableFile(f"{said} Export the table again with a line for each row.")
    return lines


def delimiter_of(lines: Sequence[str]) -> str:
    """Return the delimiter that makes the best table: known headings first, then rows of one width."""
    named = _NAMED.fullmatch(lines[0].strip("\r\n")) if lines else None
    if named and named[1] in DELIMITERS:
        return named[1]
    start = next((index for index, line in enumerate(lines) if line.strip()), 0)
    sample = lines[start : start + _SAMPLE]
    return max(DELIMITERS, key=lambda delimiter: _fitness(sample, delimiter))


def read_records(lines: Sequence[str], delimiter: str, name: str) -> list[Record]:
    """Return every record, blank ones included; raises UnreadableFile above the most rows that can be read."""
    usual = usual_width(lines[:_SAMPLE], delimiter)
    spaced = _is_spaced(lines[:_SAMPLE], delimiter)
    records: list[Record] = []
    filled = 0
    for record in _Records(lines, delimiter, usual, spaced, name):
        if len(record.cells) > MOST_COLUMNS:
            if any(map(str.strip, record.cells[MOST_COLUMNS:])):
                raise too_many_columns(name, record.number)
            record = replace(record, cells=record.cells[:MOST_COLUMNS])
        records.append(record)
        filled += not record.is_blank
        if filled > MOST_ROWS + LOOKED_AT:
            raise too_many_rows(name)
    while records and records[-1].is_blank:
        records.pop()
    return records


def usual_width(lines: Sequence[str], delimiter: str) -> int:
    """Return the width of most records up to the first one that is broken, else of most lines read by themselves."""
    widths: Counter[int] = Counter()
    csv.field_size_limit(_LONGEST_CELL)
    with suppress(csv.Error):
        for cells in csv.reader(lines, delimiter=delimiter, strict=True):
            widths[len(cells)] += bool(cells)
    if not any(width > 1 for width in widths):
        widths = Counter(len(_alone(line, delimiter)) for line in lines if line.strip())
    return max(widths, key=lambda width: (widths[width] * (width > 1), width), default=1)


class _Records(Iterator[Record]):
    """Reads line by line, and starts again behind the first line of a record whose quotation marks don't fit."""

    def __init__(self, lines: Sequence[str], delimiter: str, usual: int, spaced: bool, name: str) -> None:
        self._lines, self._delimiter, self._usual, self._spaced, self._name = lines, delimiter, usual, spaced, name
        self._at = self._number = self._again = 0
        self._reader = self._fresh()

    def __next__(self) -> Record:
        begun = self._at
        self._number += 1
        try:
            cells = next(self._reader)
        except csv.Error as problem:
            return self._lenient(begun, "is never closed" if "unexpected end" in str(problem) else None)
        if self._at - begun > 2 and self._holds_rows(begun):
            if len(cells) != self._usual:
                return self._lenient(begun, "is closed only lines later, inside another row")
            return Record(self._number, tuple(cells), remark=_ROWS_INSIDE)
        return Record(self._number, tuple(cells) or _BLANK)

    def _fresh(self) -> "CsvReader":
        csv.field_size_limit(_LONGEST_CELL)
        return csv.reader(self._fed(), delimiter=self._delimiter, strict=True, skipinitialspace=self._spaced)

    def _fed(self) -> Iterator[str]:
        while self._at < len(self._lines):
            self._at += 1
            yield self._lines[self._at - 1]

    def _holds_rows(self, begun: int) -> bool:
        """Say whether the lines of a record look like rows of their own behind a stray quotation mark."""
        if self._usual < 2:
            return False
        inner = self._lines[begun + 1 : self._at]
        return sum(len(_alone(line, self._delimiter)) == self._usual for line in inner) * 2 > len(inner)

    def _lenient(self, begun: int, stray: str | None) -> Record:
        """Return the one line by itself, with what is wrong in it, and go on behind it."""
        self._again += self._at - begun
        if self._again > _MOST_READ_TWICE:
            raise UnreadableFile(
                f"{self._name} has quotation marks that do not fit all over. Export the table again and choose it."
            )
        last, self._at = self._at, begun + 1
        self._reader = self._fresh()
        line = f"line {begun + 1:,}"
        if stray is None and last > begun + 1 and self._closes_within(begun, last):
            # The mark closes in a later line, as that of a note does: what is wrong is the text behind it.
            self._at = last
            lines = f"lines {begun + 1:,} to {last:,}"
            cells = next(csv.reader(self._lines[begun:last], delimiter=self._delimiter), [])
            return Record(self._number, tuple(cells), f"Text follows a closing quotation mark in {lines}. {_DOUBLE}")
        told = f"A quotation mark in {line} {stray}. Close or remove it." if stray else f"{_FOLLOWS} in {line}. {_DOUBLE}"
        return Record(self._number, _alone(self._lines[begun], self._delimiter, self._usual), told)

    def _closes_within(self, begun: int, last: int) -> bool:
        """Say whether the lines behind the first are no rows by themselves."""
        inner = self._lines[begun + 1 : last]
        return last - begun < 50 and not any(len(_alone(line, self._delimiter)) == self._usual for line in inner)


_ROWS_INSIDE = "A cell in it holds lines that look like rows of their own; a quotation mark may be missing before them."
_FOLLOWS = "Text follows a closing quotation mark"
_DOUBLE = "Double the quotation marks inside the cell."


def _alone(line: str, delimiter: str, usual: int | None = None) -> tuple[str, ...]:
    """Return the cells of one line by itself; where its marks make no row of the usual width, they count as text."""
    bare = line.rstrip("\r\n")
    cells = next(csv.reader([bare], delimiter=delimiter), [])
    if bare.count('"') % 2 or (usual is not None and len(cells) != usual):
        plain = next(csv.reader([bare], delimiter=delimiter, quoting=csv.QUOTE_NONE), [])
        if usual is None or len(plain) == usual or bare.count('"') % 2:
            return tuple(plain)
    return tuple(cells)


def _fitness(sample: Sequence[str], delimiter: str) -> tuple[int, float, int]:
    """Return the known headings, the share of rows as wide as most, and that width."""
    if not any(delimiter in line for line in sample):
        return (0, 0.0, 0)
    try:
        wide = max((len(_alone(line, delimiter)) for line in sample if line.count(delimiter) > MOST_COLUMNS), default=0)
        if wide > MOST_COLUMNS:
            return (0, 0.0, 0)
        records = list(islice(_Records(sample, delimiter, usual_width(sample, delimiter), False, ""), _SAMPLE))
    except UnreadableFile:
        return (0, 0.0, 0)
    filled = [record for record in records if not record.is_blank]
    found = find_headings(filled)
    widths = Counter(len(record.cells) for record in filled if len(record.cells) > 1)
    if not widths or found is None:
        return (0, 0.0, 0)
    width, count = max(widths.items(), key=lambda each: (each[1] * each[0], each[0]))
    known = found.known if len(filled[found.index].cells) > 1 else 0
    return (known, round(count / len(filled), 1), width)


def _is_spaced(sample: Sequence[str], delimiter: str) -> bool:
    """Say whether quotation marks open behind a space, as some programs write them."""
    spaced = re.compile(re.escape(delimiter) + r' +"')
    return sum(bool(spaced.search(line)) for line in sample) > sum(delimiter + '"' in line for line in sample)
