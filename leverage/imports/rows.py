"""The rows of a file as proposed deals: what a cell says is kept, what can't be read is told and left empty."""

import hashlib
import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from leverage.cells import RESULTS, SIGNAL_KINDS, SIGNALS, TACTICS, unguard
from leverage.deals import NEEDED, DealDraft, Tactic, deal_id_of
from leverage.errors import InvalidDeal
from leverage.imports.cells.raw import says_nothing
from leverage.imports.cells.units import unit_of
from leverage.imports.columns import COLUMN_LABELS, NONE, NOTES, Column
from leverage.imports.files.tables import Row
from leverage.imports.money import PRICES, may_be_in, settle_currency
from leverage.imports.questions import Answers
from leverage.imports.signals import read_signals
from leverage.imports.values import ONLY_FOR, ColumnValues, prices_of, read_tactics, read_values, says_none, short
from leverage.text import fold
from leverage.words import plain_key

_TOLD_ID = "deal id"
_DEAL_ID = re.compile(r"[0-9a-f]{32}")
MUST_BE_READ = (*NEEDED, ONLY_FOR)  # a row whose cell for one of these can't be read is no deal
_SAFE_TO_SHARE = (str, date, tuple)  # equal decimals may be written differently
NO_VENDOR = "Vendor is blank. Write the vendor's name in this row."


@dataclass(frozen=True, slots=True)
class Skipped:
    """A row that is not taken, or with `is_cell` one cell that is left out of its row.

    `column` is the heading it is about, None for the row as a whole; `value` is what stands there, `reason` a sentence.
    """

    row: int
    column: str | None
    value: str
    reason: str
    is_cell: bool = False
    sheet: str | None = None


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """A row of the file, by its number there, and the values of the deal it proposes; `problems` keep it from being a deal.

    `mark` is a hash of what the row says, however it is read; `told_id` the id of the deal that an export names in it.
    """

    number: int
    values: dict[str, Any]  # some hundred bytes; a whole draft has a place for each of its forty fields
    problems: tuple[Skipped, ...] = ()
    sheet: str | None = None
    mark: str = ""
    told_id: str = ""
    named: tuple[str, ...] = ()  # the currencies that its cells may mean, where none is in the values

    @property
    def deal(self) -> DealDraft:
        """The proposed deal."""
        return DealDraft.from_values(self.values)


class RowReader:
    """Reads the rows of a table as deals; `rows`, `skipped` and `remarks` (by row) are what came of it."""

    def __init__(
        self,
        columns: Sequence[Column],
        rows: Sequence[Row],
        answers: Answers,
        *,
        own: bool,
        today: date,
        totals: Container[int] = (),
    ) -> None:
        """Read all columns; what one leaves open is asked through `answers`. Rows that are `totals` prove nothing."""
        self.rows: list[PlannedRow] = []
        self.skipped: list[Skipped] = []
        self.remarks: list[Skipped] = []
        self._table_rows = rows
        self._own = own
        self._by_field: dict[str, list[Column]] = {}
        for column in columns:
            if column.field:
                self._by_field.setdefault(column.field, []).append(column)
        self.values: dict[str, ColumnValues] = {}
        names = [name for name in self._by_field if name not in (TACTICS, RESULTS, SIGNALS, SIGNAL_KINDS, NOTES)]
        for name in sorted(names, key=lambda each: each == "discount_pct"):  # which is held against the prices
            column = self._by_field[name][0]
            cells = ["" if n in totals else row.cells[column.index] for n, row in enumerate(rows)]
            prices = prices_of(self.values, len(rows)) if name == "discount_pct" else None
            self.values[name] = read_values(name, column, cells, answers, own=own, today=today, prices=prices)
        self.values = {name: self.values[name] for name in names}
        self._headers = [column.header for column in columns]
        self._told_id = next((column.index for column in columns if plain_key(column.header) == _TOLD_ID), None)
        said = answers.text("currency")
        self._is_currency_told = (
            (said is not None and said != NONE)
            or self.has("currency")
            or any(unit_of(self.heading(name)).currency for name in PRICES if self.has(name))
        )
        self._first_rows: dict[str, tuple[int, str | None]] = {}
        self._same: dict[Any, Any] = {}  # values that several rows have, kept once

    def cell(self, n: int, name: str) -> str:
        """Return the cell that stands for a field in the n-th row; empty where no column does."""
        read = self._by_field.get(name)
        return self._table_rows[n].cells[read[0].index] if read else ""

    def at(self, n: int, index: int) -> str:
        """Return the cell of the n-th row in a column, read or not."""
        return self._table_rows[n].cells[index]

    def heading(self, name: str) -> str:
        """Return the heading under which a field stands, its label where no column has it."""
        read = self._by_field.get(name)
        return read[0].header if read else COLUMN_LABELS[name]

    def has(self, name: str) -> bool:
        """Say whether a column stands for the field."""
        return name in self._by_field

    def take(self, n: int, filled: Mapping[str, Any], vendor: str | None = None) -> None:
        """Take the n-th row as a deal, `filled` where it leaves a field open; `vendor` overrules the cell."""
        row = self._table_rows[n]
        values, problems = self._values(n, filled.get("currency"))
        if vendor is not None:
            values["vendor"] = vendor
        for name, value in filled.items():
            if name not in problems and (name != "discount_base" or values.get("discount_pct") is not None):
                values.setdefault(name, value)
        draft, refused = _draft(values)
        problems |= refused
        self.remarks += [
            self._told(row, n, name, sentence, is_cell=True)
            for name, column in self.values.items()
            if (sentence := column.remarks.get(n))
        ]
        if row.remark:
            self.remarks.append(Skipped(row.number, None, "", row.remark, is_cell=True, sheet=row.sheet))
        if not draft.vendor and "vendor" not in problems:
            self.skip(n, NO_VENDOR, "vendor")
            return
        if "vendor" in problems:
            self.skip(n, problems["vendor"], "vendor")
            return
        blocking = [self._told(row, n, name, problems[name]) for name in MUST_BE_READ if name in problems]
        left_out = [self._told(row, n, name, problems[name], is_cell=True) for name in problems if name not in MUST_BE_READ]
        # A row that lacks its day, say, is no repetition of another that lacks it, too.
        first = (row.number, row.sheet) if blocking else self._first_rows.setdefault(deal_id_of(draft), (row.number, row.sheet))
        if first != (row.number, row.sheet):
            self.skipped.append(repeated(row.number, first[0], row.sheet))
            return
        self.skipped += left_out
        kept = self._kept_once(draft.values())
        named = may_be_in(kept, self.values, n)
        told_id = row.cells[self._told_id].strip() if self._told_id is not None else ""
        told_id = told_id if _DEAL_ID.fullmatch(told_id) else ""
        self.rows.append(PlannedRow(row.number, kept, tuple(blocking), row.sheet, self._mark(row), told_id, named))

    def skip(self, n: int, reason: str, name: str | None = None) -> None:
        """Pass the n-th row over, for a reason about one of its fields or about the whole row."""
        row = self._table_rows[n]
        if name:
            self.skipped.append(self._told(row, n, name, reason))
        else:
            filled = next((cell for cell in row.cells if cell.strip()), "")
            self.skipped.append(Skipped(row.number, None, short(filled), reason, sheet=row.sheet))

    def _mark(self, row: Row) -> str:
        """Return the mark of a row: the same for the same cells under the same headings, wherever the columns stand."""
        said = sorted((head, cell.strip()) for head, cell in zip(self._headers, row.cells, strict=True) if cell.strip())
        return hashlib.sha256(repr(said).encode(errors="surrogatepass")).hexdigest()[:32]

    def _values(self, n: int, currency: str | None) -> tuple[dict[str, Any], dict[str, str]]:
        """Return what a row says by field, and a sentence for each field whose cell can't be read.

        `currency` is what a person said of amounts without one.
        """
        values: dict[str, Any] = {}
        problems: dict[str, str] = {}
        for name, column in self.values.items():
            if n in column.problems:
                problems[name] = f"{COLUMN_LABELS[name]} {column.problems[n]}"
            elif column.values[n] is not None:
                values[name] = column.values[n]
        heading = self.heading("currency") if self.has("currency") else None
        others = settle_currency(values, self.values, n, heading, currency, is_told=self._is_currency_told)
        problems |= {name: f"{COLUMN_LABELS[name]} {end}" for name, end in others.items()}
        try:
            values[TACTICS] = self._tactics(n)
        except InvalidDeal as problem:
            problems |= problem.problems
        try:
            values[SIGNALS] = read_signals(self.cell(n, SIGNALS), self.cell(n, SIGNAL_KINDS), own=self._own)
        except InvalidDeal as problem:
            problems |= problem.problems
        notes = self._notes(n)
        if notes:
            values[NOTES] = notes
        problems |= _without_contradictions(values)
        base = next((column.base for column in self._by_field.get("discount_pct", ()) if column.base), None)
        if base and values.get("discount_pct") is not None:
            values.setdefault("discount_base", base)
        return values, problems

    def _kept_once(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values, with one object for all that are the same in several rows."""
        same = self._same
        return {name: same.setdefault(value, value) if type(value) in _SAFE_TO_SHARE else value for name, value in values.items()}

    def _tactics(self, n: int) -> list[Tactic]:
        """Return the tactics of a row, those under a heading that says what came of them with that result."""
        read = self._by_field.get(TACTICS, [])
        plain = next((column for column in read if not column.result), None)
        cells = self._table_rows[n].cells
        tactics = read_tactics(cells[plain.index] if plain else "", self.cell(n, RESULTS), own=self._own)
        for column in read:
            if column.result and not says_none(cells[column.index]):
                tactics += [Tactic(each.tactic, column.result) for each in read_tactics(cells[column.index], "")]
        return tactics

    def _notes(self, n: int) -> str:
        """Return the notes of a row; where several columns are read as notes, each under its heading.

        In an export of ours they stand as they are, and what was put beside them follows.
        """
        read = self._by_field.get(NOTES, [])
        told: list[str] = []
        for column in read:
            cell = self._table_rows[n].cells[column.index]
            if text := "" if not self._own and says_nothing(cell) else unguard(cell).strip():
                is_bare = len(read) == 1 or (self._own and column.header == NOTES)
                told.append(text if is_bare else f"{column.header}: {text}")
        return "\n\n".join(told)

    def _told(self, row: Row, n: int, name: str, sentence: str, *, is_cell: bool = False) -> Skipped:
        return Skipped(row.number, self.heading(name), self.cell(n, name), sentence, is_cell, row.sheet)


def repeated(number: int, first: int, sheet: str | None = None) -> Skipped:
    """Return the reason of a row that says what an earlier one said."""
    return Skipped(number, None, "", f"The row is the same as row {first}.", sheet=sheet)


def _without_contradictions(values: dict[str, Any]) -> dict[str, str]:
    """Take the terms that both lists name out of both, and return the sentence that says so; the others stay."""
    flexible, firm = values.get("flexible_on"), values.get("firm_on")
    if not flexible or not firm:
        return {}
    both = {fold(term) for term in flexible} & {fold(term) for term in firm} - {""}
    if not both:
        return {}
    for name in ("flexible_on", "firm_on"):
        values[name] = [term for term in values[name] if fold(term) not in both]
    shown = ", ".join(f"“{short(term)}”" for term in dict.fromkeys(map(str.strip, firm)) if fold(term) in both)
    return {"firm_on": f"Firm on and Flexible on both name {shown}: left out of both. Write in the notes how the vendor moved."}


def _draft(values: Mapping[str, Any]) -> tuple[DealDraft, dict[str, str]]:
    """Return the deal that the values propose, without those that a deal can't hold, and a sentence for each of these."""
    try:
        return DealDraft(**values), {}
    except InvalidDeal as problem:
        kept = {name: value for name, value in values.items() if name not in problem.problems}
        draft, more = _draft(kept)
        return draft, problem.problems | more
