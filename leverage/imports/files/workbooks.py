"""Workbooks as sheets of text: stored values only, nothing is evaluated, followed or run."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import islice
from math import isfinite
from typing import Any

from leverage.errors import UnreadableFile
from leverage.files.archives import Archive
from leverage.imports.cells.typed import Typed, TypedMoney, TypedSince1904
from leverage.imports.files.apart import damaged, stored_values
from leverage.imports.files.kinds import ODS, XLSX
from leverage.imports.files.markup import Marks, OdsScan, Place, XlsxScan, counts_from_1904, xlsx_parts, xlsx_styles
from leverage.imports.files.records import LOOKED_AT, MOST_CELLS, MOST_ROWS, Record, told, too_many_rows

_MOST_FILLED_IN = 1_000_000

Merged = tuple[Place, Place]


class Workbook:
    """The visible sheets of a workbook, each read when it is asked for."""

    def __init__(self, data: bytes, name: str, kind: str) -> None:
        self._name = name
        self._marks: dict[str, Marks] = {}
        self._is_scanned = kind in (XLSX, ODS)
        self._is_1904 = False
        if self._is_scanned:
            self._scan(Archive(data, name), kind)
        self._data = data
        self._tops: dict[str, list[Record]] = {}
        self._heights: dict[str, int] = {}
        for described, rows in self._read(None):
            sheet, marks = described["name"], self._marks_of(described["name"])
            self._tops[sheet] = self._records(rows, marks, marks.merged if self._is_scanned else described["merged"])
            self._heights[sheet] = marks.filled if self._is_scanned else described["height"]
        self.sheets: tuple[str, ...] = tuple(self._tops)
        if not self.sheets:
            raise UnreadableFile(
                f"{name} has no sheet that can be seen. Unhide the sheet with the deals, save and choose it again."
            )

    def top(self, sheet: str) -> list[Record]:
        """Return the first records of a sheet."""
        return self._tops[sheet]

    def height(self, sheet: str) -> int:
        """Return how many rows of a sheet hold something, or how far down they reach where that is all one can tell."""
        return self._heights[sheet]

    def records(self, sheet: str) -> list[Record]:
        """Return the records of a sheet by its rows, without the empty ones at its end."""
        marks = self._marks_of(sheet)
        for described, rows in self._read(sheet):
            return self._records(rows, marks, marks.merged if self._is_scanned else described["merged"])
        raise damaged(self._name)

    def _read(self, sheet: str | None) -> Iterator[tuple[dict[str, Any], Iterable[Any]]]:
        """Yield each sheet with its rows, which are to be taken before the next one is."""
        lines = stored_values(self._data, self._name, sheet)
        ahead: list[dict[str, Any]] = [line for line in islice(lines, 1) if isinstance(line, dict)]

        def rows() -> Iterator[Any]:
            for line in lines:
                if isinstance(line, dict):
                    ahead.append(line)
                    return
                yield line

        while ahead:
            yield ahead.pop(), rows()

    def _marks_of(self, sheet: str) -> Marks:
        if self._is_scanned and sheet not in self._marks:
            raise damaged(self._name)
        return self._marks.get(sheet) or Marks()

    def _scan(self, archive: Archive, kind: str) -> None:
        archive.measure()
        if kind == ODS:
            self._marks = OdsScan().read(archive)
        elif "xl/workbook.xml" in archive.names:
            styles = xlsx_styles(archive)
            self._marks = {sheet: XlsxScan(styles).read(archive, part) for sheet, part in xlsx_parts(archive).items()}
            self._is_1904 = counts_from_1904(archive)
        else:
            raise self._other_archive(archive)
        for sheet, marks in self._marks.items():
            if marks.filled > MOST_ROWS + LOOKED_AT:
                raise too_many_rows(f"Sheet “{sheet}” of {self._name}")
            if marks.area > MOST_CELLS:
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

    def _records(self, rows: Iterable[Any], marks: Marks, merged: Sequence[Merged]) -> list[Record]:
        cells = _Cells(marks, is_1904=self._is_1904)
        records = [cells.record(index, row) for index, row in enumerate(rows)]
        while records and records[-1].is_blank:
            records.pop()
        _fill_merged(records, merged)
        return records


_BLANK = ("",)
_LONGEST_SHARED, _MOST_SHARED = 60, 20_000  # characters, texts


class _Cells:
    """Makes records of a sheet's rows; a value that is told again and again is held once."""

    def __init__(self, marks: Marks, *, is_1904: bool) -> None:
        self._marks = marks
        self._number = TypedSince1904 if is_1904 else Typed
        self._known: dict[str, str] = {}

    def record(self, index: int, row: list[Any]) -> Record:
        errors = self._marks.errors.of_row(index)
        if not row and not errors:
            return Record(index + 1, _BLANK)
        percents = self._marks.percents.of_row(index)
        money = self._marks.money_of_row(index)
        cells = tuple(
            self._in_money(value, money, column) or self._once(_text(value, bool(percents >> column & 1), self._number))
            for column, value in enumerate(row)
        )
        wrong = (errors & ((1 << len(row)) - 1)).bit_count()
        remark = (
            f"{told(wrong, 'cell holds', 'cells hold')} an error of the workbook (such as #REF!), read as empty."
            if wrong
            else None
        )
        return Record(index + 1, cells, remark=remark)

    def _in_money(self, value: Any, money: Mapping[str, int], column: int) -> str:
        """Return a number that shows a currency, with what it shows; empty for any other value."""
        if not money or isinstance(value, str | bool | dict):
            return ""
        shown = next((shown for shown, bits in money.items() if bits >> column & 1), "")
        text = _number(value, Typed) if shown else ""
        return TypedMoney(text, shown) if text else ""

    def _once(self, text: str) -> str:
        if len(text) > _LONGEST_SHARED:
            return text
        if len(self._known) > _MOST_SHARED:
            self._known.clear()
        known = self._known.setdefault(text, text)
        return known if type(known) is type(text) else text


def _text(value: Any, is_percent: bool, number: type[Typed]) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, dict):
        return Typed(value["day"])
    return _number(value, Typed, is_percent=True) if is_percent else _number(value, number)


def _number(value: float, kind: type[Typed], *, is_percent: bool = False) -> str:
    """Return a number without the noise behind its fifteenth digit, which is all that a workbook keeps."""
    if not isfinite(value):
        return ""
    text = f"{value:.15g}"
    if is_percent or "e" in text:
        text = f"{Decimal(text) * (100 if is_percent else 1):f}"
        if "." in text:
            text = text.rstrip("0").rstrip(".")
    return kind(("0" if text == "-0" else text) + ("%" if is_percent else ""))


def _fill_merged(records: list[Record], merged: Sequence[Merged]) -> None:
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
