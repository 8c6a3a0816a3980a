"""The columns of a file as values of a deal's fields: each read as a whole, so that what it leaves open is asked once."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from leverage.access.only_for import only_for
from leverage.cells import RESULTS, TACTICS, read_cell, split_items, unguard
from leverage.deals import KINDS, Tactic
from leverage.errors import InvalidDeal
from leverage.fields import CHANGE, CHANGE_LIMITS, DAY, MONEY, PERCENT, PERCENT_LIMITS, QUANTITY
from leverage.imports.cells.amounts import read_amounts
from leverage.imports.cells.currencies import code_of
from leverage.imports.cells.days import read_days
from leverage.imports.cells.percents import read_percents
from leverage.imports.cells.proofs import PERCENT as IN_PERCENT
from leverage.imports.cells.proofs import Pair
from leverage.imports.cells.raw import says_nothing
from leverage.imports.cells.spans import DAYS, MONTHS, read_spans
from leverage.imports.columns import COLUMN_LABELS, Column
from leverage.imports.outcomes import NO_OUTCOME, read_outcome_words, short
from leverage.imports.questions import Answers
from leverage.text import Unclean
from leverage.words import meaning_of, plain_key

Prices = dict[int, list[Pair]]

_LONG_AGO, _A_YEAR = date(1990, 1, 1), timedelta(days=366)
_SPANS = {"term_months": MONTHS, "renewal_term_months": MONTHS, "notice_days": DAYS}
_WORDED = ("outcome", "kind", "discount_base", "auto_renews")
_SPLIT_AT_COMMAS = ("flexible_on", "firm_on", "conceded", "obtained")
_COMMA = re.compile(r",(?![0-9])|(?<![0-9]),")  # none inside a number, such as 1,000 or 2,5
ONLY_FOR = "visible_to"
_NAMES = ("vendor", "logged_by", "department", ONLY_FOR)  # `NA` may be one
_NONE = (
    "none",
    "nothing",
    "nil",
    "keine",
    "nichts",
    "rien",
    "aucun",
    "nada",
    "ninguno",
    "nenhum",
    "niente",
    "nessuno",
)
MOST_SIGNS = 100_000  # of a cell that is divided; longer than any field holds
TOO_LONG = f"has more than {MOST_SIGNS:,} characters. Shorten it."
_OWN_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_OWN_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_NO_RESULT = "Write worked, failed, mixed or unclear."


@dataclass
class ColumnValues:
    """What a column says, row by row: `values` as a deal takes them, None for nothing.

    `problems` are ends of sentences, by row, for the cells that can't be read; `remarks` are sentences about cells
    that were read in a way which the person should know. `currencies` are those that the cells or their heading name,
    `signs` those that several currencies share.
    """

    values: list[Any]
    problems: dict[int, str] = field(default_factory=dict)
    remarks: dict[int, str] = field(default_factory=dict)
    currencies: list[str | None] = field(default_factory=list)
    signs: list[str | None] = field(default_factory=list)


def read_values(
    name: str, column: Column, cells: Sequence[str], answers: Answers, *, own: bool, today: date, prices: Prices | None = None
) -> ColumnValues:
    """Return what the cells of a column say about the field `name`; what the column leaves open is asked.

    In an export of ours (`own`) every cell is taken at its word, unless another program wrote the days or numbers of
    the column in its own way since: then it is read as in any other file. `prices` are those that a discount is held
    against.
    """
    kind = KINDS.get(name)
    if (own and _is_as_exported(name, cells)) or kind is None:
        return _each(name, column, cells, own=own)
    cells = ["" if _is_nothing(name, cell) else unguard(cell) for cell in cells]
    if kind is DAY:
        likely = _likely(name, today)
        days = read_days(cells, column.header, likely=likely)
        if days.doubt and (order := answers.doubt(name, days.doubt)):
            days = read_days(cells, column.header, order, likely)
        return ColumnValues(list(days.values), days.problems | _left_open(cells, days.values, days.problems), days.remarks)
    if name in _SPANS:
        spans = read_spans(cells, column.header, _SPANS[name])
        return ColumnValues(list(spans.values), spans.problems, spans.remarks)
    if kind in (MONEY, QUANTITY):
        amounts = read_amounts(cells, column.header, is_money=kind is MONEY)
        if amounts.doubt and (decimal := answers.doubt(name, amounts.doubt)):
            amounts = read_amounts(cells, column.header, decimal, is_money=kind is MONEY)
        return ColumnValues(list(amounts.values), amounts.problems, amounts.remarks, amounts.currencies, amounts.signs)
    if kind in (PERCENT, CHANGE):
        return _percents(name, column, cells, answers, prices or {})
    if name == "outcome":
        outcomes, problems = read_outcome_words(column, cells, answers)
        return ColumnValues(list(outcomes), problems)
    return _each(name, column, cells, own=False)


def _is_as_exported(name: str, cells: Sequence[str]) -> bool:
    """Say whether the days or numbers of a column stand as an export writes them; texts always do."""
    kind = KINDS.get(name)
    if kind is DAY:
        form = _OWN_DAY
    elif kind in (MONEY, QUANTITY, PERCENT, CHANGE) or name in _SPANS:
        form = _OWN_NUMBER
    else:
        return True
    return all(form.fullmatch(cell) for cell in cells if cell.strip())


def _likely(name: str, today: date) -> tuple[date, date]:
    """Return between which days those of a field most likely lie: a deal was made, while its end may be years ahead."""
    return _LONG_AGO, today + (_A_YEAR if name == "deal_date" else 30 * _A_YEAR)


def prices_of(values: Mapping[str, ColumnValues], rows: int) -> Prices:
    """Return the prices before a discount, row by row, each with the price paid."""
    paid = values["final_price"].values if "final_price" in values else [None] * rows
    pairs: Prices = {}
    for name in ("list_price", "quoted_price"):
        for n, before in enumerate(values[name].values if name in values else ()):
            if isinstance(before, Decimal) and before > 0:  # in an export of ours it is a text still
                pairs.setdefault(n, []).append((before, paid[n]))
    return pairs


def _percents(name: str, column: Column, cells: Sequence[str], answers: Answers, prices: Prices) -> ColumnValues:
    """Return a column of percentages; it may leave its scale open, and a discount whether it is money."""
    said: dict[str, str] = {}
    limits = PERCENT_LIMITS if KINDS[name] is PERCENT else CHANGE_LIMITS
    found_out = None if name == "discount_pct" else IN_PERCENT  # only a discount may be money
    while True:
        measure = said.get("measure", found_out)
        percents = read_percents(cells, column.header, said.get("scale"), limits=limits, measure=measure, prices=prices)
        answer = answers.doubt(name, percents.doubt)
        if percents.doubt is None or not answer:
            return ColumnValues(list(percents.values), percents.problems, percents.remarks)
        said[percents.doubt.kind] = answer


def _left_open(cells: Sequence[str], values: Sequence[Any], problems: dict[int, str]) -> dict[int, str]:
    """Return what is said of the cells whose day hangs on a question."""
    return {
        n: f"is “{short(cell)}”, which may be two days. Answer the question about it."
        for n, (cell, value) in enumerate(zip(cells, values, strict=True))
        if value is None and n not in problems and cell.strip()
    }


def _each(name: str, column: Column, cells: Sequence[str], *, own: bool) -> ColumnValues:
    """Return a column whose cells each stand for themselves."""
    # An export of ours never joins with commas; in another file they part the terms if no row has a semicolon.
    at_commas = not own and name in _SPLIT_AT_COMMAS and not any(";" in cell for cell in cells)
    column_values = ColumnValues([None] * len(cells))
    for n, cell in enumerate(cells):
        if not cell.strip() or (not own and _is_nothing(name, cell)):
            continue
        try:
            if len(cell) > MOST_SIGNS:
                raise Unclean(TOO_LONG)
            value = read_cell(name, cell)
            if name == ONLY_FOR:
                value = _only_for(cell, own=own)
            elif isinstance(value, list):
                value = [part for item in value for part in _COMMA.split(item)] if at_commas else value
            elif value is not None and name == "currency":
                value = code_of(value) or meaning_of(name, value) or value
            elif value is not None and name in _WORDED:
                value = _word(name, column, value)
            column_values.values[n] = value
        except Unclean as problem:
            column_values.problems[n] = str(problem)
    return column_values


def _only_for(cell: str, *, own: bool) -> list[str]:
    """Return whom a row is for. Raises Unclean with the end of a sentence for what names nobody: it is never read as everyone."""
    written = list(read_cell(ONLY_FOR, cell) or ())
    try:
        named = only_for(written)
    except Unclean as problem:
        raise Unclean(f"can't be read: {problem}") from None
    if not named or (not own and says_nothing(cell)):
        what_next = "Write departments or addresses, or clear the cell where everyone may read it."
        raise Unclean(f"is “{short(cell)}”, which names nobody. {what_next}")
    return written if own else named  # in another spelling a deal of ours would be another one


def _word(name: str, column: Column, value: str) -> str:
    """Return the record's word for a cell; raises Unclean with the end of a sentence where it is no outcome."""
    meaning = meaning_of(name, value, column.header)
    if meaning is None and name == "outcome":
        raise Unclean(f"is “{short(value)}”, which is no outcome known here. {NO_OUTCOME}")
    return meaning or value


def read_tactics(tactics: str, results: str, *, own: bool = False) -> list[Tactic]:
    """Return the tactics of a row with their results; several with one result stay one, as nobody says whose it is.

    Only in an export of ours (`own`) may a tactic read as a word for nothing.
    Raises InvalidDeal where a result is unknown or nobody's.
    """
    if max(len(tactics), len(results)) > MOST_SIGNS:
        raise InvalidDeal({TACTICS: f"{COLUMN_LABELS[TACTICS]} {TOO_LONG}"})
    text = "" if not own and says_nothing(tactics) else unguard(tactics).strip()
    named, told = split_items(text), split_items(unguard(results))
    if len(named) != len(told):
        named, told = without_blank_end(named), without_blank_end(told)
    words = [_result(each) for each in told]
    if not named and set(words) <= {"unclear"}:
        return []
    if not named:
        raise InvalidDeal(
            {RESULTS: f"Tactic results is “{short(told[0])}”, but no tactic is named. Name it or clear the result."}
        )
    if not told:
        return [Tactic(each) for each in named if each]
    if len(named) == len(told):
        return [Tactic(*pair) for pair in zip(named, words, strict=True) if pair != ("", "unclear")]
    if len(told) == 1:
        return [Tactic(text, words[0])]
    sentence = f"Tactic results has {len(told)} results for {len(named)} tactics. Write one result for each tactic."
    raise InvalidDeal({RESULTS: sentence})


def says_none(cell: str) -> bool:
    """Say whether a cell under `What worked` says that there is none."""
    return says_nothing(cell) or plain_key(cell) in _NONE


def _is_nothing(name: str, cell: str) -> bool:
    return name not in _NAMES and (says_nothing(cell) or (name in _WORDED and not cell.strip("? ")))


def _result(text: str) -> Any:
    """Return the record's word for the result of a tactic; unclear where nothing is said."""
    meaning = meaning_of(RESULTS, text) if plain_key(text) else "unclear"
    if meaning is None:
        raise InvalidDeal({RESULTS: f"{COLUMN_LABELS[RESULTS]} is “{short(text)}”, which is no result known here. {_NO_RESULT}"})
    return meaning


def without_blank_end(items: list[str]) -> list[str]:
    """Return the items without the blank ones at their end."""
    while items and not items[-1]:
        items = items[:-1]
    return items


__all__ = ["RESULTS", "TACTICS", "ColumnValues", "read_tactics", "read_values", "says_none", "short", "without_blank_end"]
