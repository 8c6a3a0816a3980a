"""Rows that are not one deal each: a contract told once a party, and one amount told for several vendors."""

import functools
from collections import Counter, defaultdict
from collections.abc import Sequence

from leverage.imports.columns import Column
from leverage.imports.files.tables import Row
from leverage.imports.questions import Answers, Option, Question
from leverage.imports.rows import RowReader
from leverage.imports.values import short
from leverage.wording import show_count
from leverage.words import plain_key, read_vocabulary

MOST_ROLES = 8
_SAME = ("deal_date", "list_price", "final_price", "total_value", "discount_pct")


def find_other_parties(columns: Sequence[Column], rows: Sequence[Row], reader: RowReader, answers: Answers) -> dict[int, str]:
    """Return the rows, by place, that name a party which is not the vendor, each with the reason.

    They show in a column that is not read, whose few values part rows which are else the same contract.
    """
    groups = [group for group in _same_contract(rows, reader) if len(_vendors(group, reader)) > 1]
    if not groups:
        return {}
    for column in columns:
        if column.field or not column.header or column.is_said:
            continue
        roles = Counter(row.cells[column.index].strip() for row in rows)
        if not 2 <= len(roles) <= MOST_ROLES or not _parts(column, groups, rows):
            continue
        found = _ask_roles(column, roles, rows, answers)
        return {
            n: f"The row names another party ({column.header}: {short(row.cells[column.index].strip() or 'blank')})."
            for n, row in enumerate(rows)
            if row.cells[column.index].strip() not in found
        }
    return {}


def find_shared_amounts(rows: Sequence[Row], reader: RowReader, answers: Answers, taken: Sequence[int]) -> set[int]:
    """Return the rows, by place, that repeat another vendor's amount and are to be left out; asked once a file."""
    is_taken = set(taken)
    groups = [
        [n for n in group if n in is_taken]
        for group in _same_contract(rows, reader)
        if len(_vendors([n for n in group if n in is_taken], reader)) > 1
    ]
    if not groups:
        return set()
    first = groups[0]
    amount = next((reader.cell(first[0], name) for name in ("final_price", "total_value") if reader.has(name)), "")
    several = sum(len(group) for group in groups)
    question = Question(
        "rows:shared",
        "rows",
        f"Rows {_numbers(rows, first)} have one day and one amount, {short(amount)}, but different vendors. Keep each as a deal?",
        (Option("keep", "Keep a deal for each vendor"), Option("first", "Keep the first row of each contract only")),
        "keep",
        rows=several,
        why="The whole amount stands with each vendor; nothing is ever summed over vendors.",
    )
    return set() if answers.ask(question) == "keep" else {n for group in groups for n in group[1:]}


def _same_contract(rows: Sequence[Row], reader: RowReader) -> list[list[int]]:
    """Return the groups of rows that have one day and the same figures, among them at least one amount."""
    groups: dict[tuple[str, ...], list[int]] = defaultdict(list)
    names = [name for name in _SAME if reader.has(name)]
    if not any(name in names for name in ("final_price", "total_value", "list_price")):
        return []
    for n in range(len(rows)):
        key = tuple(reader.cell(n, name).strip() for name in names)
        amounts = [reader.cell(n, name).strip() for name in names if name.endswith(("price", "value"))]
        if all(key[:1]) and any(len(amount) > 3 for amount in amounts):
            groups[key].append(n)
    return [group for group in groups.values() if len(group) > 1]


def _vendors(group: Sequence[int], reader: RowReader) -> set[str]:
    return {plain_key(reader.cell(n, "vendor")) for n in group if reader.cell(n, "vendor").strip()}


def _parts(column: Column, groups: Sequence[Sequence[int]], rows: Sequence[Row]) -> bool:
    """Say whether the column tells apart the rows of most contracts that are told several times."""
    parted = sum(len({rows[n].cells[column.index].strip() for n in group}) > 1 for group in groups)
    return parted * 2 > len(groups) and sum(map(len, groups)) * 4 > len(rows)


def _ask_roles(column: Column, roles: Counter[str], rows: Sequence[Row], answers: Answers) -> set[str]:
    """Return the values of the column that mean the vendor."""
    known = [role for role in roles if _role(role) == "vendor"]
    guessed = known or [role for role in roles if role and _role(role) != "other"]
    question = Question(
        "rows:parties",
        "rows",
        f"Which values of “{column.header}” are vendors?",
        tuple(Option(role, f"{short(role) or 'blank'} ({show_count(count, 'row')})") for role, count in roles.items() if role),
        "\n".join(guessed),
        rows=len(rows),
        takes_many=True,
        why="Each contract stands in the file once a party, so taking every row would make the buyer a vendor.",
    )
    answer = answers.ask(question) or ""
    return set(answer.split("\n"))


def _numbers(rows: Sequence[Row], places: Sequence[int]) -> str:
    numbers = [str(rows[n].number) for n in places[:4]]
    return f"{', '.join(numbers[:-1])} and {numbers[-1]}"


def _role(value: str) -> str | None:
    return _roles().get(plain_key(value))


@functools.cache
def _roles() -> dict[str, str]:
    said = read_vocabulary("headers.json")["parties"]
    return {plain_key(word): role for role, words in said.items() for word in words}
