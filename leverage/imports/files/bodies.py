"""What stands under the headings: rows of data, and what structure alone shows to be none."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from leverage.imports.files.records import Record, folded, folded_row, told

_FORM_FEED = "\f"
_DIGITS = re.compile(r"\d+")
_LINE = re.compile(r"[-=_*+~#.|–—\s]{3,}")
_PAGE = re.compile(r"(page|pag\.?|página|pagina|seite|blatt|sida|side|strona|strana|lap|oldal)\s*:?\s*\d+(\s*\D{1,5}\s*\d+)?")
_SAMPLE = 120

_REPEATED_HEADINGS = "It repeats the headings."
_REPEATED_TITLE = "It repeats a title from above the headings."
_PAGE_BREAK = "It is a page break."
_PAGE_NUMBER = "It holds a page number only."
_DRAWN_LINE = "It is a drawn line."


@dataclass(frozen=True, slots=True)
class Row:
    """A row of data, as wide as the headings; `number` is its record, in a workbook its row in `sheet`.

    `problem` says why it can't be trusted as it stands, `remark` what else a person should know.
    """

    number: int
    cells: tuple[str, ...]
    sheet: str | None = None
    problem: str | None = None
    remark: str | None = None


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A record that is no row of data, with a sample of it and the reason in a sentence."""

    number: int
    text: str
    reason: str
    sheet: str | None = None


@dataclass(frozen=True)
class Body:
    """The rows under the headings, what was left out among them, and the numbers of blank records in all."""

    rows: tuple[Row, ...]
    left_out: tuple[LeftOut, ...]
    blank_rows: tuple[int, ...]


def read_body(records: Sequence[Record], index: int, headers: Sequence[str], sheet: str | None = None) -> Body:
    """Return what stands under the headings, which are the record at `index` of all the records."""
    titles = {_pattern(cell) for record in records[:index] for cell in record.cells if cell.strip()}
    heads = [folded(header) for header in headers]
    rows: list[Row] = []
    left_out: list[LeftOut] = []
    same: dict[str, str] = {}  # most cells repeat what others say: kept once, a large file takes half the memory
    for record in records[index + 1 :]:
        if record.is_blank and not _has_form_feed(record.cells):
            continue
        reason = None if record.problem else _reason(record.cells, heads, titles)
        if reason:
            left_out.append(LeftOut(record.number, _sample(record.cells), reason, sheet))
        else:
            rows.append(_fitted(record, len(headers), sheet, same))
    blank = (record.number for record in records if record.is_blank and not _has_form_feed(record.cells))
    return Body(tuple(rows), tuple(left_out), tuple(blank))


def _reason(cells: tuple[str, ...], heads: list[str], titles: set[str]) -> str | None:
    """Return why these cells are no row of data, by their structure alone; None for all that may be one."""
    filled = [cell for cell in cells if cell.strip()]
    # The first filled cell alone settles it for nearly every row of a long file.
    if folded(filled[0] if filled else "") in heads and _repeats(folded_row(cells), heads):
        return _REPEATED_HEADINGS
    if titles and all(_pattern(cell) in titles for cell in filled) and any(any(map(str.isalpha, cell)) for cell in filled):
        return _REPEATED_TITLE
    if _has_form_feed(cells) and len(filled) * 2 < len(heads):
        return _PAGE_BREAK
    if all(_LINE.fullmatch(cell) for cell in filled):
        return _DRAWN_LINE
    if len(filled) == 1 and _PAGE.fullmatch(folded(filled[0])):
        return _PAGE_NUMBER
    return None


def _repeats(row: tuple[str, ...], heads: list[str]) -> bool:
    """Say whether a row holds the headings again, be it with a few more or fewer."""
    pairs = [(cell, head) for cell, head in zip(row, heads, strict=False) if cell or head]
    same = sum(cell == head for cell, head in pairs)
    wanted = sum(map(bool, heads))
    return same >= 1 and same == sum(1 for cell, _ in pairs if cell) and same * 2 > wanted


def _fitted(record: Record, width: int, sheet: str | None, same: dict[str, str]) -> Row:
    cells = record.cells
    if any(_FORM_FEED in cell for cell in cells):
        cells = tuple(cell.strip(_FORM_FEED) if _FORM_FEED in cell else cell for cell in cells)
    remarks = [record.remark] if record.remark else []
    more = [cell for cell in cells[width:] if cell.strip()]
    if more:
        remarks.append(
            f"{told(len(more), 'value stands', 'values stand')} right of the last heading, beginning “{_cut(more[0])}”."
        )
    elif len(cells) < width and sheet is None:
        remarks.append(f"It has {told(len(cells), 'value', 'values')} for {told(width, 'heading', 'headings')}.")
    if any("\ufffd" in cell for cell in cells):
        remarks.append("A sign in it could not be read and stands as \ufffd.")
    if len(cells) != width:
        cells = cells[:width] + ("",) * (width - len(cells))
    cells = tuple(same.setdefault(cell, cell) if type(cell) is str else cell for cell in cells)
    return Row(record.number, cells, sheet, record.problem, " ".join(remarks) or None)


def _has_form_feed(cells: tuple[str, ...]) -> bool:
    return any(_FORM_FEED in cell for cell in cells)


def _pattern(cell: str) -> str:
    """Return a cell with every number alike, so that “Page 2” is what “Page 1” was."""
    return _DIGITS.sub("0", folded(cell))


def _sample(cells: tuple[str, ...]) -> str:
    return _cut(" | ".join(" ".join(cell.split()) for cell in cells if cell.strip()) or "form feed")


def _cut(text: str) -> str:
    return text if len(text) <= _SAMPLE else text[: _SAMPLE - 1] + "…"
