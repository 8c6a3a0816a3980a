"""Rows that are no deals: totals, footers, rows that explain the columns, and those that name the buyer or nobody."""

import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from leverage.imports.columns import Column
from leverage.imports.files.tables import Row, Table
from leverage.imports.questions import Answers, Option, Question
from leverage.imports.rows import RowReader
from leverage.imports.values import short
from leverage.text import fold
from leverage.vendors import doubt_about_vendor
from leverage.wording import show_count
from leverage.words import plain_key, read_vocabulary

SKIP, KEEP = "skip", "keep"
_TYPED = ("deal_date", "list_price", "final_price", "discount_pct", "total_value", "annual_value", "quantity", "end_date")
_LEAST_TITLE = 5  # characters: a shorter name stands in many a title by chance
_TOTAL = re.compile(r"[:.\s]+$")


@dataclass(frozen=True)
class Odd:
    """Why a row is no deal, in a sentence, and the field it shows in."""

    reason: str
    name: str | None = None


def find_totals(rows: Sequence[Row], columns: Sequence[Column]) -> set[int]:
    """Return the rows, by their place, that are totals: their figures say nothing about how a column is written."""
    vendor = next((column.index for column in columns if column.field == "vendor"), None)
    return {
        n
        for n, row in enumerate(rows)
        if _is_total(next(filter(str.strip, row.cells), "")) or (vendor is not None and _is_total(row.cells[vendor]))
    }


def find_odd_rows(table: Table, reader: RowReader, answers: Answers) -> Mapping[int, Odd]:
    """Return the rows that are no deals, by their place; a name that may be no vendor is asked about once."""
    odd: dict[int, Odd] = {}
    named: dict[str, list[int]] = {}
    for n, row in enumerate(table.rows):
        found = _by_shape(n, row, reader)
        if found:
            odd[n] = found
        elif reader.has("vendor"):
            named.setdefault(reader.cell(n, "vendor").strip(), []).append(n)
    titles = [fold(" ".join(cells)) for cells in table.preview[: table.header_row - 1]]
    for name, places in named.items():
        if not name:
            continue
        why = _why_no_vendor(name, titles, len(places), len(table.rows))
        if why is None:
            continue
        rows = show_count(len(places), "row")
        question = Question(
            f"is_vendor:{name}",  # another key than the question whether it is another name of one, which may follow
            "vendor",
            f"Is “{short(name)}” a vendor?",
            (Option(SKIP, f"No, skip {rows}"), Option(KEEP, "Yes, import")),
            SKIP,
            rows=len(places),
            is_needed=False,
            why=why,
        )
        if answers.ask(question) == SKIP:
            odd |= {n: Odd(why, "vendor") for n in places}
    return odd


def _by_shape(n: int, row: Row, reader: RowReader) -> Odd | None:
    """Return why a row can't be a deal by what it looks like."""
    if row.problem:
        return Odd(row.problem)
    filled = [cell for cell in row.cells if cell.strip()]
    if any(_is_total(cell) for cell in filled[:1]) or _is_total(reader.cell(n, "vendor")):
        return Odd("The row is a total, not a deal.")
    if len(filled) == 1 and len(row.cells) > 2:
        return Odd(f"The row holds only “{short(filled[0])}”, so it is no deal.")
    typed = [name for name in _TYPED if reader.has(name) and reader.cell(n, name).strip()]
    unread = [name for name in typed if n in reader.values[name].problems]
    if n == 0 and len(typed) > 1 and len(unread) == len(typed) and _is_prose(filled):
        return Odd("The row explains the columns and is no deal.")
    if not reader.cell(n, "vendor").strip() and reader.has("vendor") and typed and not reader.cell(n, "deal_date").strip():
        return Odd("The row names no vendor and no day; it may be a total.", "vendor")
    return None


def _is_prose(cells: Sequence[str]) -> bool:
    """Say whether most of the cells are phrases."""
    return sum(len(cell.split()) > 1 for cell in cells) * 2 > len(cells)


def _why_no_vendor(name: str, titles: Sequence[str], count: int, rows: int) -> str | None:
    """Return why a name may be no vendor; None for any other."""
    doubt = doubt_about_vendor(name)
    if doubt:
        return doubt.split(". ")[0] + "."
    key = fold(name)
    if len(key) >= _LEAST_TITLE and count * 2 <= rows and any(key in title for title in titles):
        return f"“{short(name)}” stands in the title of the file, so it may be the buyer."
    return None


def _is_total(cell: str) -> bool:
    return bool(cell.strip()) and plain_key(_TOTAL.sub("", cell)) in _total_words()


@functools.cache
def _total_words() -> frozenset[str]:
    return frozenset(map(plain_key, read_vocabulary("no_vendors.json")["totals"]))
