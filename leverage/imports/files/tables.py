"""A file's bytes as one table: its headings and rows, how it was read, and what else it could be read as."""

from collections.abc import Sequence
from dataclasses import dataclass

from leverage.errors import UnreadableFile
from leverage.files.decoding import decode
from leverage.imports.cells.typed import Typed
from leverage.imports.files.bodies import LeftOut, Row, read_body
from leverage.imports.files.delimited import DELIMITERS, delimiter_of, read_records, split_lines
from leverage.imports.files.headings import Found, find_headings, row_like
from leverage.imports.files.kinds import TEXT, kind_of
from leverage.imports.files.records import (
    MOST_BYTES,
    MOST_COLUMNS,
    MOST_ROWS,
    Reading,
    Record,
    folded_row,
    too_many_columns,
    too_many_rows,
)
from leverage.imports.files.workbooks import Workbook

__all__ = ["MOST_BYTES", "MOST_ROWS", "LeftOut", "Reading", "Row", "Table", "Typed", "read_table", "refuse_large"]

_PREVIEWED = 15  # records
_SHOWN = 200  # cells of each
_UNNAMED = 20  # columns without a heading right of the last one that has one; what stands farther out is told by row


@dataclass(frozen=True)
class Table:
    """The table in a file; `rows` are as wide as `headers`, and numbers count from 1.

    `encoding` is the name of a Python codec, the first of `encodings`, all that a person may choose from; workbooks
    have none. `alike` are the sheets with the very headings of the sheet read; `preview` is the start of it as it stands.
    `read_sheets` are those that were read; `above` counts the filled records above the headings, on all of them.
    """

    filename: str
    encoding: str | None
    encodings: tuple[str, ...]
    is_sure: bool
    delimiter: str | None
    sheet: str | None
    sheets: tuple[str, ...]
    alike: tuple[str, ...]
    header_row: int
    headers: tuple[str, ...]
    rows: tuple[Row, ...]
    left_out: tuple[LeftOut, ...]
    blank_rows: tuple[int, ...]
    preview: tuple[tuple[str, ...], ...]
    read_sheets: tuple[str, ...] = ()
    above: int = 0


def read_table(data: bytes, filename: str, reading: Reading = Reading()) -> Table:  # noqa: B008 (frozen)
    """Return the table in a file, read as a person said and else as found; raises UnreadableFile with what to do."""
    name = filename or "The file"
    refuse_large(len(data), name)
    kind = kind_of(data, name)
    if kind == TEXT:
        return _read_text(data, filename, name, reading)
    return _read_workbook(Workbook(data, name, kind), filename, name, reading)


def refuse_large(size: int, name: str) -> None:
    """Raise UnreadableFile for a file of more bytes than can be read at a time."""
    if size > MOST_BYTES:
        raise UnreadableFile(
            f"{name} has {size / 1e6:,.0f} MB; {MOST_BYTES // 1_000_000} MB at a time can be read. "
            "Divide it and import the parts one by one."
        )


def _read_text(data: bytes, filename: str, name: str, reading: Reading) -> Table:
    if reading.sheets:
        raise UnreadableFile(f"{name} is a text file and has no sheets. Read it without choosing one.")
    decoded = decode(data, name, reading.encoding)
    lines = split_lines(decoded.text, name)
    delimiter = reading.delimiter or delimiter_of(lines)
    if delimiter not in DELIMITERS:
        raise UnreadableFile(f"{name} can't be divided at “{delimiter}”. Choose a comma, a semicolon, a tab or a vertical bar.")
    records = read_records(lines, delimiter, name)
    index = _header_index(records, reading.header_row, name)
    headers = _headers(records, index, name)
    body = read_body(records, index, headers)
    if len(body.rows) > MOST_ROWS:
        raise too_many_rows(name)
    return Table(
        filename=filename,
        encoding=decoded.encoding,
        encodings=decoded.encodings,
        is_sure=decoded.is_sure,
        delimiter=delimiter,
        sheet=None,
        sheets=(),
        alike=(),
        header_row=records[index].number,
        headers=headers,
        rows=body.rows,
        left_out=body.left_out,
        blank_rows=body.blank_rows,
        preview=_preview(records),
        above=_filled(records[:index]),
    )


def _read_workbook(book: Workbook, filename: str, name: str, reading: Reading) -> Table:
    unknown = [sheet for sheet in reading.sheets if sheet not in book.sheets]
    if unknown:
        raise UnreadableFile(f"{name} has no sheet “{unknown[0]}” that can be seen. It has: {', '.join(book.sheets)}.")
    tops = {sheet: book.top(sheet) for sheet in book.sheets}
    chosen = tuple(dict.fromkeys(reading.sheets)) or (_best_sheet(book, tops, name),)
    records = book.records(chosen[0])
    index = _header_index(records, reading.header_row, name, chosen[0])
    headers = _headers(records, index, name)
    bodies = [read_body(records, index, headers, chosen[0])]
    preview, header_row, above = _preview(records), records[index].number, _filled(records[:index])
    for sheet in chosen[1:]:
        del records
        records = book.records(sheet)
        begun = row_like(records, headers)
        if begun is None:
            raise UnreadableFile(
                f"The sheets “{chosen[0]}” and “{sheet}” of {name} have different headings. Import them one by one."
            )
        above += _filled(records[:begun])
        bodies.append(read_body(records, begun, headers, sheet))
    rows = tuple(row for body in bodies for row in body.rows)
    if len(rows) > MOST_ROWS:
        raise too_many_rows(name)
    return Table(
        filename=filename,
        encoding=None,
        encodings=(),
        is_sure=True,
        delimiter=None,
        sheet=chosen[0],
        sheets=book.sheets,
        alike=tuple(sheet for sheet, top in tops.items() if sheet == chosen[0] or row_like(top, headers) is not None),
        header_row=header_row,
        headers=headers,
        rows=rows,
        left_out=tuple(each for body in bodies for each in body.left_out),
        blank_rows=tuple(number for body in bodies for number in body.blank_rows),
        preview=preview,
        read_sheets=chosen,
        above=above,
    )


def _best_sheet(book: Workbook, tops: dict[str, list[Record]], name: str) -> str:
    """Return the sheet with the most known headings, then the likeliest headings, then the most rows."""

    def worth(sheet: str) -> tuple[int, bool, int]:
        found: Found | None = find_headings(tops[sheet])
        if found is None:
            return (-1, False, 0)
        width = len(folded_row(tops[sheet][found.index].cells))
        return (found.known, width > 1, book.height(sheet))

    best = max(tops, key=worth)
    if worth(best)[0] < 0:
        raise UnreadableFile(f"{name} is empty. Choose a file with one row of headings and a row for each deal.")
    return best


def _header_index(records: Sequence[Record], said: int | None, name: str, sheet: str | None = None) -> int:
    """Return the index of the headings, a person's word first."""
    if said is not None:
        if not 1 <= said <= len(records) or records[said - 1].is_blank:
            raise UnreadableFile(f"Row {said:,} of {name} holds no headings. Choose a row that does.")
        return said - 1
    found = find_headings(records)
    if found is None:
        what = f"Sheet “{sheet}” of {name}" if sheet else name
        raise UnreadableFile(f"{what} is empty. Choose a file with one row of headings and a row for each deal.")
    return found.index


def _headers(records: Sequence[Record], index: int, name: str) -> tuple[str, ...]:
    """Return the headings as written, without columns at the right end that have neither a heading nor a value."""
    headers = list(records[index].cells)
    if len(headers) > MOST_COLUMNS and any(map(str.strip, headers[MOST_COLUMNS:])):
        raise too_many_columns(name, records[index].number)
    width = len(headers)
    while width and not headers[width - 1].strip():
        width -= 1
    headers = headers[: width + _UNNAMED]
    for record in records[index + 1 :]:
        if len(record.cells) > width:
            filled = [column for column in range(width, min(len(headers), len(record.cells))) if record.cells[column].strip()]
            width = filled[-1] + 1 if filled else width
    return tuple(headers[:width])


def _preview(records: Sequence[Record]) -> tuple[tuple[str, ...], ...]:
    return tuple(record.cells[:_SHOWN] for record in records[:_PREVIEWED])


def _filled(records: Sequence[Record]) -> int:
    return sum(not record.is_blank for record in records)
