"""The rows of a sheet as deals: each is taken whole, or passed over with every reason."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from leverage.cells import RESULTS, TACTICS, read_cell, split_items, unguard
from leverage.deals import KINDS, DealDraft, Tactic, deal_id_of
from leverage.errors import InvalidDeal
from leverage.fields import DAY
from leverage.headers import COLUMN_LABELS, Column, is_own
from leverage.sheets import Sheet
from leverage.text import Unclean
from leverage.wording import show_count, show_day
from leverage.words import meaning_of, plain_key

_WORDED = ("outcome", "kind", "discount_base", "auto_renews")
_SPLIT_AT_COMMAS = ("flexible_on", "firm_on")
_NAMES = ("vendor", "logged_by", "department")  # `NA` may be one
_NOTHING = ("", "na", "n a")
_LEFT_OPEN = {
    "vendor": "Vendor is blank. Write the vendor's name in this row.",
    "deal_date": "Deal date is missing. Write the day of the agreement or of the last talk.",
}
_NO_OUTCOME = "Write agreed, renewed as is, walked away, no deal, open or unknown."
_NO_RESULT = "Write worked, failed, mixed or unclear."


@dataclass(frozen=True)
class Skipped:
    """A reason why a row is not taken; `column` is the heading it is about, None for the row as a whole."""

    row: int
    column: str | None
    value: str
    reason: str


@dataclass(frozen=True)
class PlannedRow:
    """A row of the file, counted from 1 with the headings, and the deal it proposes."""

    number: int
    deal: DealDraft


class RowReader:
    """Reads the rows of a sheet, one after the other, into `rows`, `skipped` and the number of `blank` ones."""

    def __init__(self, sheet: Sheet, columns: Iterable[Column], today: date, filled: Mapping[str, Any]) -> None:
        """Take the sheet, what its columns are read as, the last day a deal can have, and what fills open fields."""
        self.rows: list[PlannedRow] = []
        self.skipped: list[Skipped] = []
        self.blank = 0
        columns = tuple(columns)
        self._sheet, self._today, self._filled = sheet, today, dict(filled)
        self._width = len(columns)
        self._columns = {column.field: column for column in columns if column.field}
        # An export of ours never joins with commas; in another file they part the terms if no row has a semicolon.
        self._own = is_own([column.header for column in columns])
        self._at_commas = {name for name in _SPLIT_AT_COMMAS if not self._own and not self._has_semicolons(name)}
        self._first_rows: dict[str, int] = {}

    def read(self, number: int) -> None:
        """Take the row as a deal, count it as blank, or say why it is passed over."""
        cells = self._sheet.rows[number - 1]
        if number in self._sheet.broken:
            self.skipped.append(Skipped(number, None, "", self._sheet.broken[number]))
        elif not any(cell.strip() for cell in cells):
            self.blank += 1
        else:
            self._take(number, cells)

    def _take(self, number: int, cells: tuple[str, ...]) -> None:
        values, problems = self._values(cells)
        draft = DealDraft()
        try:
            draft = DealDraft(**self._filled | values)
        except InvalidDeal as problem:
            problems = problem.problems | problems
        for name, sentence in _LEFT_OPEN.items():
            if not values.get(name):
                problems.setdefault(name, sentence)
        if draft.deal_date and draft.deal_date > self._today:
            problems["deal_date"] = in_the_future(draft.deal_date)
        self.skipped += [self._reason(number, cells, name, sentence) for name, sentence in problems.items()]
        beyond = [cell for cell in cells[self._width :] if cell.strip()]
        if beyond:
            words = f"The row has {show_count(len(beyond), 'value')} to the right of the last heading. Check its separators."
            self.skipped.append(Skipped(number, None, beyond[0], words))
        if problems or beyond:
            return
        first = self._first_rows.setdefault(deal_id_of(draft), number)
        if first == number:
            self.rows.append(PlannedRow(number, draft))
        else:
            self.skipped.append(repeated(number, first))

    def _values(self, cells: tuple[str, ...]) -> tuple[dict[str, Any], dict[str, str]]:
        """Return what the cells say by field, and a sentence for each field whose cell can't be read."""
        values: dict[str, Any] = {}
        problems: dict[str, str] = {}
        for name, column in self._columns.items():
            cell = self._cell(cells, name)
            if name in (TACTICS, RESULTS) or not cell.strip():
                continue
            try:
                value = self._value(name, column, cell)
            except Unclean as problem:
                problems[name] = f"{COLUMN_LABELS[name]} {problem}"
            else:
                if value is not None:
                    values[name] = value
        try:
            values[TACTICS] = self._tactics(cells)
        except InvalidDeal as problem:
            problems |= problem.problems
        discount = self._columns.get("discount_pct")
        if discount and discount.base and values.get("discount_pct"):
            values.setdefault("discount_base", discount.base)
        return values, problems

    def _value(self, name: str, column: Column, cell: str) -> str | list[str] | None:
        """Return what a cell says, as a deal takes it; raises Unclean with the end of a sentence."""
        value = read_cell(name, cell)
        if isinstance(value, list):
            return [part for item in value for part in item.split(",")] if name in self._at_commas else value
        if value is None:
            return None
        if KINDS[name] is DAY and not is_iso_day(value):
            raise Unclean(f"is “{short(value)}”. Only ISO days are read: year-month-day, like 2026-03-02.")
        if name not in _WORDED:
            return value
        meaning = meaning_of(name, value, column.header)
        if meaning is None and name == "outcome":
            if meaning_of("answer", value):
                raise Unclean(
                    f"is “{short(value)}” under “{short(column.header)}”, which does not say how it ended. {_NO_OUTCOME}"
                )
            raise Unclean(f"is “{short(value)}”, which is no outcome known here. {_NO_OUTCOME}")
        return meaning or value

    def _tactics(self, cells: tuple[str, ...]) -> list[Tactic]:
        """Return the tactics with their results; several tactics with one result stay one, as nobody says whose it is."""
        text = unguard(self._cell(cells, TACTICS)).strip()
        tactics, results = split_items(text), split_items(unguard(self._cell(cells, RESULTS)))
        if len(tactics) != len(results):
            tactics, results = _without_blank_end(tactics), _without_blank_end(results)
        words = [_result(each) for each in results]
        if not tactics and set(words) <= {"unclear"}:
            return []
        if not tactics:
            told = f"Tactic results is “{short(results[0])}”, but no tactic is named. Name it or clear the result."
            raise InvalidDeal({RESULTS: told})
        if not results:
            return [Tactic(each) for each in tactics if each]
        if len(tactics) == len(results):
            return [Tactic(*pair) for pair in zip(tactics, words, strict=True) if pair != ("", "unclear")]
        if len(results) == 1:
            return [Tactic(text, words[0])]
        told = f"Tactic results has {len(results)} results for {len(tactics)} tactics. Write one result for each tactic."
        raise InvalidDeal({RESULTS: told})

    def _cell(self, cells: tuple[str, ...], name: str) -> str:
        """Return the cell of a field; in a file of others `N/A` and a lone dash are as good as none."""
        column = self._columns.get(name)
        cell = cells[column.index] if column and column.index < len(cells) else ""
        is_nothing = not self._own and len(cell) < 6 and name not in _NAMES and plain_key(cell) in _NOTHING
        return "" if is_nothing else cell

    def _has_semicolons(self, name: str) -> bool:
        return any(";" in self._cell(cells, name) for cells in self._sheet.rows[1:])

    def _reason(self, number: int, cells: tuple[str, ...], name: str, sentence: str) -> Skipped:
        column = self._columns.get(name)
        return Skipped(number, column.header if column else COLUMN_LABELS[name], self._cell(cells, name), sentence)


def repeated(number: int, first: int) -> Skipped:
    """Return the reason of a row that says what an earlier one said."""
    return Skipped(number, None, "", f"The row is the same as row {first}.")


def in_the_future(day: date) -> str:
    """Return the sentence for a deal date after today."""
    return f"Deal date is {show_day(day)}, which is after today. Write the day of the agreement or of the last talk."


def is_iso_day(text: str) -> bool:
    """Say whether the text is written as year-month-day, be there such a day or not."""
    parts = text.strip().split("-")
    return [len(part) for part in parts] == [4, 2, 2] and all(part.isascii() and part.isdigit() for part in parts)


def short(text: str) -> str:
    """Return the text as it fits into a sentence."""
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:59]}…"


def _result(text: str) -> Any:
    """Return the record's word for the result of a tactic; unclear where nothing is said."""
    meaning = meaning_of(RESULTS, text) if plain_key(text) else "unclear"
    if meaning is None:
        raise InvalidDeal({RESULTS: f"Tactic results is “{short(text)}”, which is no result known here. {_NO_RESULT}"})
    return meaning


def _without_blank_end(items: list[str]) -> list[str]:
    while items and not items[-1]:
        items = items[:-1]
    return items
