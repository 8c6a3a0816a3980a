"""What the markup of a workbook says beside its values: formats, errors, merged cells and how far cells reach."""

import functools
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from posixpath import join, normpath

from leverage.fields import is_currency
from leverage.files.archives import Archive
from leverage.imports.cells.currencies import TwoCurrencies, Unread, read_affixes
from leverage.imports.files.records import LOOKED_AT, MOST_CELLS, MOST_ROWS

Place = tuple[int, int]

_PERCENT_BUILTIN = {"9", "10"}
_QUOTED = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')
_SHOWN = re.compile(r'\[\$([^\]-]+)[^\]]*\]|"([^"]*)"|\\(.)|([€£¥$₹])')
_SCALED_DOWN = re.compile(r"[0#?],+(?![0#?,])")
_LETTERS = re.compile(r"[A-Z]+")


class Places:
    """A set of cells, kept as one number a row: there may be as many of them as cells."""

    def __init__(self) -> None:
        self._rows: dict[int, int] = {}

    def __contains__(self, place: Place) -> bool:
        return bool(self._rows) and bool(self._rows.get(place[0], 0) >> place[1] & 1)

    def __bool__(self) -> bool:
        return bool(self._rows)

    def add(self, row: int, columns: range) -> None:
        """Add the cells of a row in a range of columns."""
        self._rows[row] = self._rows.get(row, 0) | ((1 << len(columns)) - 1) << columns.start

    def of_row(self, row: int) -> int:
        """Return the cells of a row as the bits of a number."""
        return self._rows.get(row, 0)


@dataclass
class Marks:
    """What the markup says of one sheet; rows and columns count from 0.

    `money` is what is shown beside an amount, such as `€`.
    `height` and `width` are those of the cells with a value, `filled` is the number of rows with one.
    """

    percents: Places = field(default_factory=Places)
    money: dict[str, Places] = field(default_factory=dict)
    errors: Places = field(default_factory=Places)
    merged: list[tuple[Place, Place]] = field(default_factory=list)
    height: int = 0
    width: int = 0
    filled: int = 0

    def add_money(self, shown: str, row: int, columns: range) -> None:
        """Add cells of a row that show a currency beside their number, by what they show."""
        self.money.setdefault(shown, Places()).add(row, columns)

    def money_of_row(self, row: int) -> dict[str, int]:
        """Return the cells of a row that show a currency, by what they show, as the bits of a number."""
        return {shown: bits for shown, places in self.money.items() if (bits := places.of_row(row))}

    @property
    def area(self) -> int:
        """The number of cells in the rectangle that the cells with a value reach to."""
        return self.height * self.width

    @property
    def is_too_much(self) -> bool:
        """Whether the sheet is larger than what is read of one, so that nothing more need be known of it."""
        return self.area > MOST_CELLS or self.filled > MOST_ROWS + LOOKED_AT


class _TooMuch(Exception):
    """The sheet that is looked through is too large to be read."""


def counts_from_1904(archive: Archive) -> bool:
    """Say whether a workbook counts its days from 1904 rather than 1900."""
    found: list[bool] = []

    def begun(tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "workbookPr":
            found.append(attributes.get("date1904", "") in ("1", "true"))

    archive.scan("xl/workbook.xml", begun)
    return any(found)


def xlsx_parts(archive: Archive) -> dict[str, str]:
    """Return the part of each sheet by its name, in the workbook's order."""
    targets: dict[str, str] = {}
    sheets: dict[str, str] = {}

    def relation(tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "Relationship":
            target = attributes.get("Target", "")
            targets[attributes.get("Id", "")] = target.lstrip("/") if target.startswith("/") else normpath(join("xl", target))

    def sheet(tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "sheet":
            linked = next((value for key, value in attributes.items() if key.endswith(":id")), "")
            sheets[attributes.get("name", "")] = targets.get(linked, "")

    archive.scan("xl/_rels/workbook.xml.rels", relation)
    archive.scan("xl/workbook.xml", sheet)
    return {name: part for name, part in sheets.items() if part in archive.names}


@dataclass(frozen=True)
class Styles:
    """The numbers of the cell styles that show a percentage, and of those that show a currency, with what they show."""

    percents: frozenset[str]
    money: Mapping[str, str]


def xlsx_styles(archive: Archive) -> Styles:
    """Return what the cell styles of a workbook show beside a number.

    The built-in formats for money show the currency of whoever looks at them, and tell none.
    """
    codes: dict[str, str] = {}
    styles: list[str] = []
    inside: list[str] = []

    def begun(tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "numFmt":
            codes[attributes.get("numFmtId", "")] = attributes.get("formatCode", "")
        elif tag == "xf" and inside[-1:] == ["cellXfs"]:
            styles.append(attributes.get("numFmtId", "0"))
        inside.append(tag)

    if "xl/styles.xml" in archive.names:
        archive.scan("xl/styles.xml", begun, lambda _: _drop(inside))
    shown = {number for number, code in codes.items() if "%" in _QUOTED.sub("", code)} | (_PERCENT_BUILTIN - codes.keys())
    money = {number: beside for number, code in codes.items() if number not in shown and (beside := money_in(code))}
    return Styles(
        frozenset(str(index) for index, number in enumerate(styles) if number in shown),
        {str(index): money[number] for index, number in enumerate(styles) if number in money},
    )


def money_in(code: str) -> str:
    """Return the currency that a number format shows, with the thousands that it names, such as `€` or `k€`; empty if none."""
    first = code.split(";")[0]
    words = " ".join("".join(filter(None, found.groups())) for found in _SHOWN.finditer(first)).split()
    if not words:
        return ""
    whole = " ".join(words)
    for text in (whole, *words):
        try:
            affix = read_affixes("", text)
        except (TwoCurrencies, Unread):
            continue
        if affix.currency or affix.sign:
            # A comma behind the digits shows thousands, while the cell holds the whole amount.
            return affix.currency or affix.sign or "" if _SCALED_DOWN.search(first) else text
    return ""


class XlsxScan:
    """Collects the marks of one sheet of an .xlsx file."""

    def __init__(self, styles: Styles) -> None:
        self.marks = Marks()
        self._styles = styles
        self._row = self._column = -1
        self._counted = -1
        self._style = self._type = ""

    def read(self, archive: Archive, part: str) -> Marks:
        """Return the marks of the sheet in a part; of one that is too large, those until there."""
        with suppress(_TooMuch):
            archive.scan(part, self._begun)
        return self.marks

    def _begun(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "v" or tag == "is":
            self._value()
        elif tag == "c":
            place = attributes.get("r")
            self._column = _column_of(place.rstrip("0123456789")) if place else self._column + 1
            self._style, self._type = attributes.get("s", ""), attributes.get("t", "")
        elif tag == "row":
            self._row = _count(attributes, "r", self._row + 2) - 1
            self._column = -1
        elif tag == "mergeCell":
            first, _, last = attributes.get("ref", "").partition(":")
            self._merge(first, last)

    def _value(self) -> None:
        marks, row, column = self.marks, self._row, self._column
        if column >= marks.width or row != self._counted:
            marks.width = max(marks.width, column + 1)
            marks.height = max(marks.height, row + 1)
            marks.filled += row != self._counted
            self._counted = row
            if marks.is_too_much:
                raise _TooMuch
        if self._type == "e":
            marks.errors.add(row, range(column, column + 1))
        elif self._type in ("", "n") and self._style in self._styles.percents:
            marks.percents.add(row, range(column, column + 1))
        elif self._type in ("", "n") and self._style in self._styles.money:
            marks.add_money(self._styles.money[self._style], row, range(column, column + 1))

    def _merge(self, first: str, last: str) -> None:
        rows = [re.sub(r"\D", "", place) for place in (first, last)]
        if all(rows) and len(max(rows, key=len)) < 9:
            self.marks.merged.append(((int(rows[0]) - 1, _column_of(first)), (int(rows[1]) - 1, _column_of(last))))


class OdsScan:
    """Collects the marks of every sheet of an .ods file."""

    def __init__(self) -> None:
        self.sheets: dict[str, Marks] = {}
        self._marks = Marks()
        self._row = self._column = 0
        self._rows = self._repeats = 1
        self._spans: Place = (1, 1)
        self._filled = self._has_value = False
        self._depth = 0

    def read(self, archive: Archive) -> dict[str, Marks]:
        """Return the marks of each sheet by its name, up to one that is too large."""
        with suppress(_TooMuch):
            archive.scan("content.xml", self._begun, self._ended)
        return self.sheets

    def _begun(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "table":
            self._marks = self.sheets.setdefault(attributes.get("table:name", ""), Marks())
            self._row = 0
        elif tag == "table-row":
            self._rows, self._column, self._filled = _count(attributes, "table:number-rows-repeated"), 0, False
        elif tag in ("table-cell", "covered-table-cell"):
            self._depth += 1
            self._repeats = _count(attributes, "table:number-columns-repeated")
            self._spans = (_count(attributes, "table:number-rows-spanned"), _count(attributes, "table:number-columns-spanned"))
            kind = attributes.get("office:value-type", "")
            self._has_value = bool(kind)
            if kind:
                currency = attributes.get("office:currency", "") if kind == "currency" else ""
                self._cell(is_percent=kind == "percentage", currency=currency if is_currency(currency) else "")
        elif tag == "p" and self._depth and not self._has_value:
            self._has_value = True
            self._cell()

    def _cell(self, *, is_percent: bool = False, currency: str = "") -> None:
        marks = self._marks
        self._filled = True
        marks.height = max(marks.height, self._row + self._rows)
        marks.width = max(marks.width, self._column + self._repeats)
        if marks.is_too_much:
            marks.filled += self._rows
            raise _TooMuch
        if (is_percent or currency) and marks.width <= 16_384 and self._rows * self._repeats <= 100_000:
            columns = range(self._column, self._column + self._repeats)
            for row in range(self._row, self._row + self._rows):
                if is_percent:
                    marks.percents.add(row, columns)
                else:
                    marks.add_money(currency, row, columns)
        if self._spans[0] > 1:
            last = (self._row + self._spans[0] - 1, self._column + self._spans[1] - 1)
            marks.merged.append(((self._row, self._column), last))

    def _ended(self, tag: str) -> None:
        if tag in ("table-cell", "covered-table-cell"):
            self._depth -= 1
            self._column += self._repeats
        elif tag == "table-row":
            self._marks.filled += self._rows if self._filled else 0
            self._row += self._rows
            if self._marks.is_too_much:
                raise _TooMuch


def _count(attributes: Mapping[str, str], name: str, default: int = 1) -> int:
    number = attributes.get(name, "")
    return int(number) if number.isascii() and number.isdigit() and len(number) < 9 else default


@functools.lru_cache(maxsize=20_000)
def _column_of(place: str) -> int:
    column = 0
    letters = _LETTERS.match(place.upper())
    for letter in letters.group()[:4] if letters else "A":
        column = column * 26 + ord(letter) - 64
    return column - 1


def _drop(inside: list[str]) -> None:
    inside.pop()
