"""The workbook of an export: a sheet a table, days and numbers as such, text always as text."""

import io
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ERROR_CODES
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter

from leverage.cells import write_cell
from leverage.exports.columns import COLUMNS_OF, COMPUTED
from leverage.exports.tables import Row
from leverage.long_texts import MOST_UNITS, escape, name_of_part, parts_of, units

MOST_DIGITS = 15  # that a spreadsheet keeps of a number
FIRST_DAY = date(1900, 3, 1)  # before it spreadsheets count days differently, so such a day is text

_NARROWEST, _WIDEST = 9, 48
_ROWS_MEASURED = 200
_SURELY_FITS = MOST_UNITS // 7  # written out, a character takes seven at most

Value = str | int | float | date | None


def write_workbook(tables: Mapping[str, Iterable[Row]]) -> bytes:
    """Return the tables, given as rows by name, as an XLSX workbook.

    Text stands as in a CSV file of the same rows, so that a workbook saved as CSV is as safe and reads back as well.
    """
    book = Workbook(write_only=True)
    book.properties.creator = "Leverage"
    for table, rows in tables.items():
        _write_sheet(book, table, rows)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def value_of(value: object) -> Value:
    """Return what a cell holds for one value: a day or a number where it stays exact, else the text of a CSV cell."""
    if isinstance(value, date) and not isinstance(value, datetime) and value >= FIRST_DAY:
        return value
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        number = _number(Decimal(value))
        return write_cell(value) if number is None else number
    return write_cell(value) or None


def _number(value: Decimal) -> int | float | None:
    digits = value.as_tuple().digits
    if not value.is_finite() or len(digits) > MOST_DIGITS or abs(value) >= Decimal(10) ** MOST_DIGITS:
        return None
    return int(value) if value == value.to_integral_value() else float(value)


def _write_sheet(book: Any, table: str, rows: Iterable[Row]) -> None:
    sheet = book.create_sheet(table.capitalize())
    columns = COLUMNS_OF[table]
    written = [[value_of(value) for value in row] for row in rows]
    further = _spill(written)
    headings = [column.name for column in columns]
    headings += [name_of_part(headings[index], number) for index, number in further]
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = f"A1:{get_column_letter(len(headings))}{len(written) + 1}"
    for index, heading in enumerate(headings):
        shown = [row[index] for row in written[:_ROWS_MEASURED] if index < len(row)]
        sheet.column_dimensions[get_column_letter(index + 1)].width = _width(heading, shown)
    computed = {column.name for column in columns if column.on_import == COMPUTED}
    sheet.append([_heading(sheet, heading, is_computed=heading in computed) for heading in headings])
    for row in written:
        sheet.append([_cell(sheet, value) for value in row])


def _spill(rows: list[list[Value]]) -> list[tuple[int, int]]:
    """Put texts that are too long for a cell into further cells at the end of their row, and return which columns go on.

    Each further column is the index of the first with the number of the part.
    """
    parts: dict[tuple[int, int], list[str]] = {}
    for at, row in enumerate(rows):
        for index, value in enumerate(row):
            if isinstance(value, str) and len(value) > _SURELY_FITS and _size(value) > MOST_UNITS:
                row[index], *rest = parts_of(value, _size)
                parts[at, index] = rest
    further = sorted({(index, number) for (_, index), rest in parts.items() for number in range(2, len(rest) + 2)})
    if further:
        for at, row in enumerate(rows):
            for index, number in further:
                rest = parts.get((at, index), [])
                row.append(rest[number - 2] if number - 2 < len(rest) else None)
    return further


def _size(text: str) -> int:
    return units(escape(text))


def _cell(sheet: Any, value: Value) -> Any:
    """Return what is appended for a value: a cell of its own only where openpyxl would take a text for something else."""
    if not isinstance(value, str):
        return value
    text = escape(value)
    return _text_cell(sheet, text) if text.startswith("=") or text in ERROR_CODES else text


def _text_cell(sheet: Any, text: str) -> Any:
    cell = WriteOnlyCell(sheet, text)
    cell.data_type = "s"
    return cell


def _heading(sheet: Any, heading: str, *, is_computed: bool) -> Any:
    cell = _text_cell(sheet, heading)
    cell.font = Font(bold=True, italic=is_computed)
    cell.alignment = Alignment(vertical="top")
    return cell


def _width(heading: str, values: Iterable[Value]) -> int:
    longest = max((len(str(value).partition("\n")[0]) for value in values if value is not None), default=0)
    return min(max(_NARROWEST, len(heading) + 4, longest + 2), _WIDEST)
