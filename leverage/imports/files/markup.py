"""What the markup of a workbook says beside its values: formats, errors, merged cells and how far cells reach."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from posixpath import join, normpath

from leverage.fields import is_currency
from leverage.imports.cells.currencies import TwoCurrencies, Unread, read_affixes
from leverage.imports.files.archives import Archive

Place = tuple[int, int]

_PERCENT_BUILTIN = {"9", "10"}
_QUOTED = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')
_SHOWN = re.compile(r'\[\$([^\]-]+)[^\]]*\]|"([^"]*)"|\\(.)|([€£¥$₹])')
_SCALED_DOWN = re.compile(r"[0#?],+(?![0#?,])")
_LETTERS = re.compile(r"[A-Z]+")


@dataclass
class Marks:
    """What the markup says of one sheet; rows and columns count from 0.

    `money` is what is shown beside an amount, such as `€`.
    `height` and `width` are those of the cells with a value, `filled` is the number of rows with one.
    """

    percents: set[Place] = field(default_factory=set)
    money: dict[Place, str] = field(default_factory=dict)
    errors: set[Place] = field(default_factory=set)
    merged: list[tuple[Place, Place]] = field(default_factory=list)
    height: int = 0
    width: int = 0
    filled: int = 0


def counts_from_1904(archive: Archive) -> bool:
    """Say whether a workbook counts its days from 1904 rather than 1900."""
    found: list[bool] = []

    def begun(tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "workbookPr":
            found.append(attributes.get("date1904", "") in ("1", "true"))

    archive.scan("xl/workbook.xml", begun, _nothing)
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

    archive.scan("xl/_rels/workbook.xml.rels", relation, _nothing)
    archive.scan("xl/workbook.xml", sheet, _nothing)
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
        """Return the marks of the sheet in a part."""
        archive.scan(part, self._begun, _nothing)
        return self.marks

    def _begun(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "c":
            place = attributes.get("r")
            self._column = _column_of(place) if place else self._column + 1
            self._style, self._type = attributes.get("s", ""), attributes.get("t", "")
        elif tag in ("v", "is"):
            self._value()
        elif tag == "row":
            self._row = _count(attributes, "r", self._row + 2) - 1
            self._column = -1
        elif tag == "mergeCell":
            first, _, last = attributes.get("ref", "").partition(":")
            self._merge(first, last)

    def _value(self) -> None:
        marks, place = self.marks, (self._row, self._column)
        marks.height = max(marks.height, self._row + 1)
        marks.width = max(marks.width, self._column + 1)
        if self._row != self._counted:
            marks.filled += 1
            self._counted = self._row
        if self._type == "e":
            marks.errors.add(place)
        elif self._type in ("", "n") and self._style in self._styles.percents:
            marks.percents.add(place)
        elif self._type in ("", "n") and self._style in self._styles.money:
            marks.money[place] = self._styles.money[self._style]

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
        """Return the marks of each sheet by its name."""
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
        if (is_percent or currency) and marks.width <= 16_384 and self._rows * self._repeats <= 100_000:
            rows, columns = range(self._row, self._row + self._rows), range(self._column, self._column + self._repeats)
            places = [(row, column) for row in rows for column in columns]
            if is_percent:
                marks.percents.update(places)
            else:
                marks.money |= dict.fromkeys(places, currency)
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


def _count(attributes: Mapping[str, str], name: str, default: int = 1) -> int:
    number = attributes.get(name, "")
    return int(number) if number.isascii() and number.isdigit() and len(number) < 9 else default


def _column_of(place: str) -> int:
    column = 0
    letters = _LETTERS.match(place.upper())
    for letter in letters.group()[:4] if letters else "A":
        column = column * 26 + ord(letter) - 64
    return column - 1


def _drop(inside: list[str]) -> None:
    inside.pop()


def _nothing(_: str) -> None:
    return
