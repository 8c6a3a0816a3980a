"""A file's bytes as rows of cells: clean CSV in UTF-8, with commas, semicolons or tabs."""

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from leverage.errors import UnreadableFile
from leverage.headers import is_known

if TYPE_CHECKING:
    from _csv import Reader as CsvReader

DELIMITERS = (",", ";", "\t")
_SAVE_AS = "Save it as “CSV UTF-8” and choose that file."
_SIGNATURES = {
    b"PK\x03\x04": "an Excel workbook or another packed file",
    b"\xd0\xcf\x11\xe0": "an old Excel workbook",
    b"%PDF": "a PDF",
}
_WIDE_ENCODINGS = (b"\xff\xfe", b"\xfe\xff")
_LONGEST_CELL = 2**31 - 1  # the most that a C long holds everywhere; csv's own limit of 128 KiB ends the whole file


@dataclass(frozen=True)
class Sheet:
    """The rows of a file, each with the cells as they stand; `rows[0]` is row 1.

    `broken` names the rows whose quotation marks do not fit, and says why.
    """

    encoding: str
    delimiter: str
    rows: tuple[tuple[str, ...], ...]
    broken: Mapping[int, str]


def read_sheet(data: bytes, filename: str) -> Sheet:
    """Return the rows of a CSV file; raises UnreadableFile with a sentence that says what to do with any other."""
    name = filename or "The file"
    text, encoding = _decoded(data, name)
    delimiter = _delimiter_of(text)
    rows, broken = _records(text, delimiter, name)
    if not any(cell.strip() for row in rows for cell in row):
        raise UnreadableFile(f"{name} is empty. Choose a file with one row of headings and a row for each deal.")
    return Sheet(encoding, delimiter, tuple(rows), broken)


def _decoded(data: bytes, name: str) -> tuple[str, str]:
    for signature, kind in _SIGNATURES.items():
        if data.startswith(signature):
            raise UnreadableFile(f"{name} is {kind}, not a CSV file. {_SAVE_AS}")
    if data.startswith(_WIDE_ENCODINGS):
        raise UnreadableFile(f"{name} is in UTF-16 (Excel's “Unicode Text”), not in UTF-8. {_SAVE_AS}")
    if b"\0" in data:
        raise UnreadableFile(f"{name} holds zero bytes, so it is no plain text file. {_SAVE_AS}")
    encoding = "utf-8-sig" if data.startswith(b"\xef\xbb\xbf") else "utf-8"
    try:
        return data.decode(encoding), encoding
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise UnreadableFile(f"{name} is not in UTF-8: line {line:,} holds a byte that is none. {_SAVE_AS}") from None


def _delimiter_of(text: str) -> str:
    """Return the delimiter under which the first row has the most headings that are known, then the most cells."""

    def score(delimiter: str) -> tuple[int, int]:
        try:
            first: list[str] = next(_reader(text, delimiter), [])
        except csv.Error:
            return (0, 0)
        return (sum(map(is_known, first)), len(first))

    return max(DELIMITERS, key=score)


def _records(text: str, delimiter: str, name: str) -> tuple[list[tuple[str, ...]], dict[int, str]]:
    rows: list[tuple[str, ...]] = []
    broken: dict[int, str] = {}
    reader = _reader(text, delimiter)
    while True:
        begun = reader.line_num + 1
        try:
            rows.append(tuple(next(reader)))
        except StopIteration:
            return rows, broken
        except csv.Error as problem:
            if "unexpected end" in str(problem):
                told = f"{name} has a quotation mark in line {begun:,} that is never closed. Close or remove it and try again."
                raise UnreadableFile(told) from None
            rows.append(())
            lines = f"line {begun:,}" if reader.line_num == begun else f"lines {begun:,} to {reader.line_num:,}"
            broken[len(rows)] = f"Text follows a closing quotation mark in {lines}. Double the quotation marks inside the cell."


def _reader(text: str, delimiter: str) -> "CsvReader":
    csv.field_size_limit(_LONGEST_CELL)
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
