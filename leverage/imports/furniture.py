"""Rows that are no deals: totals, footers, rows that explain the columns, and those that name the buyer or nobody."""

import functools
import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from leverage.imports.columns import Column
from leverage.imports.files.headings import is_figure
from leverage.imports.files.tables import Row, Table
from leverage.imports.questions import Answers, Option, Question
from leverage.imports.rows import RowReader
from leverage.imports.values import short
from leverage.text import MOST_NAME, fold
from leverage.vendors import doubt_about_vendor
from leverage.wording import show_count
from leverage.words import plain_key, read_vocabulary

SKIP, KEEP = "skip", "keep"
_TYPED = ("deal_date", "list_price", "final_price", "discount_pct", "total_value", "annual_value", "quantity", "end_date")
_LEAST_TITLE = 5  # characters: a shorter name stands in many a title by chance
_SIGNS = re.compile(r"[:.\s*=Σ∑]+$|^[*=Σ∑\s]+")
_MAY_BE_TOTAL = "It may be a total."
_WAITS = "Answer the question about it."


@dataclass(frozen=True)
class Odd:
    """Why a row is no deal, in a sentence, and the field it shows in."""

    reason: str
    name: str | None = None


@dataclass(frozen=True)
class Totals:
    """Rows by their place: those that are totals for `sure`, and by the vendor's cell those that may be a vendor's, too.

    `needed` are the cells of which a row has a day and an outcome, as only a deal does: a person has to say.
    """

    sure: frozenset[int]
    asked: Mapping[str, tuple[int, ...]]
    needed: frozenset[str]

    def unproving(self, answers: Answers) -> set[int]:
        """Return the rows whose figures say nothing about how a column is written."""
        kept = {name for name in self.asked if answers.text(_key_of(name)) == KEEP}
        return {*self.sure, *(n for name, places in self.asked.items() if name not in kept for n in places)}


def find_totals(rows: Sequence[Row], columns: Sequence[Column]) -> Totals:
    """Return the rows that are totals, or may be."""
    places = {column.field: column.index for column in columns if column.field}
    vendor, day, outcome = (places.get(name) for name in ("vendor", "deal_date", "outcome"))
    vendors = {plain_key(row.cells[vendor]) for row in rows} if vendor is not None else set()
    sure: set[int] = set()
    asked: dict[str, list[int]] = {}
    needed: set[str] = set()
    for n, row in enumerate(rows):
        name = row.cells[vendor].strip() if vendor is not None else ""
        has_day = day is not None and bool(row.cells[day].strip())
        first = next(filter(str.strip, row.cells), "").strip()
        if name and _is_total(name, row, vendors, has_day=has_day):
            if not has_day:
                sure.add(n)
                continue
            asked.setdefault(name, []).append(n)
            if outcome is not None and row.cells[outcome].strip():
                needed.add(name)
        elif first != name and not (name and has_day) and _is_total(first, row, vendors, has_day=has_day):
            sure.add(n)
    return Totals(frozenset(sure), {name: tuple(found) for name, found in asked.items()}, frozenset(needed))


def find_odd_rows(table: Table, reader: RowReader, answers: Answers, totals: Totals) -> Mapping[int, Odd]:
    """Return the rows that are no deals, by their place; a name that may be no vendor is asked about once."""
    odd: dict[int, Odd] = {}
    named: dict[str, list[int]] = {}
    for n, row in enumerate(table.rows):
        found = _by_shape(n, row, reader, totals)
        if found:
            odd[n] = found
        elif reader.has("vendor"):
            named.setdefault(reader.cell(n, "vendor").strip(), []).append(n)
    titles = [fold(" ".join(cells)) for cells in table.preview[: max(table.header_row - 1, 0)]]
    for name, places in named.items():
        if not name:
            continue
        why = _MAY_BE_TOTAL if name in totals.asked else _why_no_vendor(name, titles, len(places), len(table.rows))
        if why is None:
            continue
        rows = show_count(len(places), "row")
        is_needed = name in totals.needed
        question = Question(
            _key_of(name),
            "vendor",
            f"Is “{short(name)}” a vendor?",
            (Option(SKIP, f"No, skip {rows}"), Option(KEEP, "Yes, import")),
            None if is_needed else SKIP,
            rows=len(places),
            is_needed=is_needed,
            why=why,
        )
        answer = answers.ask(question)
        if answer != KEEP:
            said = why if answer else f"The row may be a total. {_WAITS}"
            odd |= {n: Odd(said, "vendor") for n in places}
    return odd


def _key_of(name: str) -> str:
    """Return the key of the question whether a name is a vendor's; whether it is another name of one may be asked, too."""
    return f"is_vendor:{name}"


def _by_shape(n: int, row: Row, reader: RowReader, totals: Totals) -> Odd | None:
    """Return why a row can't be a deal by what it looks like."""
    if row.problem:
        return Odd(row.problem)
    filled = [cell for cell in row.cells if cell.strip()]
    if n in totals.sure:
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


def _is_total(cell: str, row: Row, vendors: Container[str], *, has_day: bool) -> bool:
    """Say whether a cell names a total: of all, or of a vendor in the file, or above figures alone."""
    words = _total_words()
    key = plain_key(_SIGNS.sub("", cell)) if len(cell) <= MOST_NAME else ""
    if not key or key in words.wholes:
        return bool(key)
    if key.startswith(words.starts):
        return True
    first, _, rest = key.partition(" ")
    before, _, last = key.rpartition(" ")
    of = rest if first in words.parts else before if last in words.parts else ""
    if not of:
        return False
    others = [each.strip() for each in row.cells if each.strip() and each.strip() != cell]
    return of in vendors or (not has_day and bool(others) and all(map(is_figure, others)))


class _TotalWords(NamedTuple):
    wholes: frozenset[str]
    starts: tuple[str, ...]
    parts: frozenset[str]


@functools.cache
def _total_words() -> _TotalWords:
    said = read_vocabulary("no_vendors.json")
    return _TotalWords(
        frozenset(map(plain_key, said["totals"])),
        tuple(f"{plain_key(each)} " for each in said["total_starts"]),
        frozenset(map(plain_key, said["total_parts"])),
    )
