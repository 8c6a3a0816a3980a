"""Workbooks as sheets of text: stored values only, nothing is evaluated, followed or run."""

import io
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from math import isfinite

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

from leverage.errors import UnreadableFile
from leverage.imports.cells.typed import Typed
from leverage.imports.files.archives import Archive
from leverage.imports.files.kinds import ODS, XLSX
from leverage.imports.files.markup import Marks, OdsScan, XlsxScan, percent_styles, xlsx_parts
from leverage.imports.files.records import LOOKED_AT, MOST_ROWS, Record, told, too_many_rows

MOST_CELLS = 12_000_000  # the values are held as one full rectangle while they are read
_MOST_FILLED_IN = 1_000_000
_READING = (CalamineError, ValueError, OSError, OverflowError, TypeError, MemoryError)

Value = int | float | str | bool | time | date | datetime | timedelta


class Workbook:
    """The visible sheets of a workbook, each read when it is asked for."""

    def __init__(self, data: bytes, name: str, kind: str) -> None:
        self._name = name
        self._marks: dict[str, Marks] = {}
        self._last: CalamineSheet | None = None
        self._is_scanned = kind in (XLSX, ODS)
        if self._is_scanned:
            self._scan(Archive(data, name), kind)
        self._book = self._opened(data)
        self.sheets: tuple[str, ...] = tuple(
            sheet.name
            for sheet in self._book.sheets_metadata
            if sheet.typ == SheetTypeEnum.WorkSheet and sheet.visible == SheetVisibleEnum.Visible
        )
        if not self.sheets:
            raise UnreadableFile(f"{name} has no sheet that can be seen. Unhide the sheet with the deals, save and try again.")

    def top(self, sheet: str, count: int) -> list[Record]:
        """Return the first records of a sheet."""
        return self._records(sheet, count)

    def height(self, sheet: str) -> int:
        """Return how many rows of a sheet hold something, or how far down they reach where that is all one can tell."""
        marks = self._marks.get(sheet)
        return marks.filled if marks else self._loaded(sheet).total_height

    def records(self, sheet: str) -> list[Record]:
        """Return the records of a sheet by its rows, without the empty ones at its end."""
        return self._records(sheet, None)

    def _scan(self, archive: Archive, kind: str) -> None:
        archive.measure()
        if kind == ODS:
            self._marks = OdsScan().read(archive)
        elif "xl/workbook.xml" in archive.names:
            percents = percent_styles(archive)
            self._marks = {sheet: XlsxScan(percents).read(archive, part) for sheet, part in xlsx_parts(archive).items()}
        else:
            raise self._other_archive(archive)
        for sheet, marks in self._marks.items():
            if marks.filled > MOST_ROWS + LOOKED_AT:
                raise too_many_rows(f"Sheet “{sheet}” of {self._name}")
            if marks.height * marks.width > MOST_CELLS:
                raise UnreadableFile(
                    f"The cells of sheet “{sheet}” of {self._name} reach to row {marks.height:,} and column {marks.width:,}. "
                    "Delete what stands far below or far right of the table and choose the file again."
                )

    def _other_archive(self, archive: Archive) -> UnreadableFile:
        kinds = {
            "xl/": "a workbook in Excel's binary format (.xlsb)",
            "word/": "a Word document, not a spreadsheet",
            "ppt/": "a presentation, not a spreadsheet",
            "Index/": "a Numbers file",
            "content.xml": "an OpenDocument file, but no spreadsheet",
        }
        what = next((kind for start, kind in kinds.items() if any(name.startswith(start) for name in archive.names)), None)
        if what:
            return UnreadableFile(f"{self._name} is {what}. Save the table as an Excel workbook (.xlsx) and choose that file.")
        return UnreadableFile(f"{self._name} is a ZIP archive, not a spreadsheet. Unpack it and choose the spreadsheet in it.")

    def _opened(self, data: bytes) -> CalamineWorkbook:
        try:
            return CalamineWorkbook.from_object(io.BytesIO(data))
        except PasswordError as problem:
            raise UnreadableFile(
                f"{self._name} is protected with a password. Open it, take the password off, save it and choose it again."
            ) from problem
        except _READING as problem:
            raise self._damaged() from problem
        except BaseException as problem:
            if type(problem).__name__ != "PanicException":  # the reader's own way to give up, which is no Exception
                raise
            raise self._damaged() from None

    def _records(self, sheet: str, count: int | None) -> list[Record]:
        if self._is_scanned and sheet not in self._marks:
            raise self._damaged()
        marks = self._marks.get(sheet) or Marks()
        records: list[Record] = []
        try:
            read = self._loaded(sheet)
            merged = marks.merged if self._is_scanned else read.merged_cell_ranges or []
            indent = ("",) * (read.start[1] if read.start else 0)
            for index, row in enumerate(_rows(read, count)):
                records.append(_record(index, row, indent, marks))
        except _READING as problem:
            raise self._damaged() from problem
        except BaseException as problem:
            if type(problem).__name__ != "PanicException":  # the reader's own way to give up, which is no Exception
                raise
            raise self._damaged() from None
        while records and records[-1].is_blank:
            records.pop()
        _fill_merged(records, merged)
        return records

    def _loaded(self, sheet: str) -> CalamineSheet:
        """Return a sheet with its values; the last one stays at hand, as it is the one that is read next."""
        if self._last is None or self._last.name != sheet:
            self._last = None
            self._last = self._book.get_sheet_by_name(sheet)
        return self._last

    def _damaged(self) -> UnreadableFile:
        return UnreadableFile(
            f"{self._name} is damaged, or is no workbook. Open it in your spreadsheet program, save it as .xlsx and choose that."
        )


def _rows(sheet: CalamineSheet, count: int | None) -> Iterator[list[Value]]:
    for index, row in enumerate(sheet.iter_rows()):
        if index == count:
            return
        yield row


_BLANK = ("",)


def _record(index: int, row: list[Value], indent: tuple[str, ...], marks: Marks) -> Record:
    if not any(value != "" for value in row) and not marks.errors:
        return Record(index + 1, _BLANK)
    left = len(indent)
    cells = tuple(_text(value, (index, left + column) in marks.percents) for column, value in enumerate(row))
    wrong = sum((index, left + column) in marks.errors for column in range(len(row))) if marks.errors else 0
    remark = f"{told(wrong, 'cell holds', 'cells hold')} an error of the workbook (such as #REF!) and is read as empty."
    return Record(
        index + 1, indent + cells, remark=remark.replace("and is", "and are") if wrong > 1 else remark if wrong else None
    )


def _text(value: Value, is_percent: bool) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        return _number(value, is_percent)
    if isinstance(value, datetime):
        return Typed(value.date().isoformat())
    if isinstance(value, date):
        return Typed(value.isoformat())
    return str(value)


def _number(value: float, is_percent: bool) -> str:
    """Return a number without the noise behind its fifteenth digit, which is all that a workbook keeps."""
    if not isfinite(value):
        return ""
    number = Decimal(f"{value:.15g}") * (100 if is_percent else 1)
    text = f"{number:f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return Typed(("0" if text == "-0" else text) + ("%" if is_percent else ""))


def _fill_merged(records: list[Record], merged: list[tuple[tuple[int, int], tuple[int, int]]]) -> None:
    """Give the words or the day of a merged cell to each row it spans; a merged amount stays where it is, once."""
    left = _MOST_FILLED_IN
    for (top, column), (bottom, _) in merged:
        if bottom <= top or not 0 <= top < len(records) or column >= len(records[top].cells) or column < 0:
            continue
        value = records[top].cells[column]
        if not value.strip() or (isinstance(value, Typed) and value.count("-") != 2):
            continue
        for index in range(top + 1, min(bottom + 1, len(records))):
            left -= 1
            if left < 0:
                return
            record = records[index]
            if not record.is_blank and column < len(record.cells) and not record.cells[column]:
                cells = (*record.cells[:column], value, *record.cells[column + 1 :])
                records[index] = Record(record.number, cells, record.problem, record.remark)
