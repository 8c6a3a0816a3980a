"""The headings of a file: which field each column is read as, or why it is not read.

Nothing is decided on a hunch: a heading that means several things is read only where the file itself leaves one
meaning, and every column that is not read says why.
"""

import functools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation

from leverage.cells import IDENTITY_COLUMNS, RECORD_COLUMNS, RESULTS
from leverage.deals import LABELS, NEEDED
from leverage.errors import LeverageError
from leverage.words import meaning_of, plain_key, read_vocabulary

Values = Callable[[int], Sequence[str]]
Mapped = Mapping[str, str | None] | Mapping[int, str | None] | Mapping[str | int, str | None]

COLUMN_LABELS = LABELS | {RESULTS: "Tactic results"}


@dataclass(frozen=True)
class Column:
    """A column of a file: `field` is what it is read as (`tactic_results` beside the record's names), else `reason` says why not.

    `base` is what the heading says a discount is off. A column without heading and values has neither.
    """

    index: int
    header: str
    field: str | None = None
    reason: str | None = None
    base: str | None = None


@dataclass(frozen=True)
class _Rules:
    """What the vocabulary says, by the key of a heading."""

    fields: dict[str, str]
    own: dict[str, str]
    first_free: dict[str, tuple[str, ...]]
    either: dict[str, tuple[tuple[str, ...], str]]
    by_values: dict[str, tuple[str, str, str]]
    not_read: dict[str, str]
    bases: dict[str, str]


def read_headers(headers: Sequence[str], values: Values, mapping: Mapped | None = None) -> list[Column]:
    """Return what each column is read as; `values(index)` gives the filled cells of a column.

    `mapping` is a person's word, by heading or index: a field's name, or None for a column to pass over. A file
    that names all needed fields as an export does is taken at its word: there, our own names mean our own fields.
    """
    names = [" ".join(header.split()) for header in headers]
    said = _checked(mapping or {}, names)
    own_file = is_own(names)
    columns = [
        Column(index, name, field=said[index], reason=None if said[index] else "was left out by you")
        if index in said
        else _read_alone(Column(index, name), values, own_file)
        for index, name in enumerate(names)
    ]
    columns = _settle_open(columns)
    columns = _settle_twice(columns, set(said), own_file)
    return [column if own_file else _checked_scale(column, values) for column in columns]


def is_own(headers: Sequence[str]) -> bool:
    """Say whether the headings are those of an export of ours, columns left out or added by hand or not."""
    return set(NEEDED) <= {header.strip() for header in headers}


def is_known(header: str) -> bool:
    """Say whether a heading means something here, be it one of several things."""
    key, rules = plain_key(header), _rules()
    return any(key in known for known in (rules.fields, rules.first_free, rules.either, rules.by_values))


def _read_alone(column: Column, values: Values, own_file: bool) -> Column:
    """Return the column as its heading alone and, where needed, its values decide it."""
    key, rules = plain_key(column.header), _rules()
    if own_file and column.header in RECORD_COLUMNS:
        return replace(column, field=column.header)
    if own_file and column.header in IDENTITY_COLUMNS:
        return replace(column, reason="is set by Leverage itself")
    if not column.header:
        return replace(column, reason="has no heading") if values(column.index) else column
    if key in rules.not_read:
        return replace(column, reason=rules.not_read[key])
    if key in rules.by_values:
        field, test, why = rules.by_values[key]
        proven = all(_TESTS[test](value, column.header) for value in values(column.index))
        return replace(column, field=field) if proven else replace(column, reason=why)
    if key in rules.first_free or key in rules.either:
        return column  # decided when the other columns are
    if key in rules.fields:
        return replace(column, field=rules.fields[key], base=rules.bases.get(key))
    return replace(column, reason="is no heading that Leverage knows")


def _settle_open(columns: list[Column]) -> list[Column]:
    """Return the columns with those decided that mean what no other column gives."""
    rules = _rules()
    for column in list(columns):
        key = plain_key(column.header)
        if column.field or column.reason or not column.header:
            continue
        taken = {other.field for other in columns}
        if key in rules.first_free:
            choice = rules.first_free[key]
            settled = replace(column, field=next((field for field in choice if field not in taken), choice[0]))
        else:
            choice, why = rules.either[key]
            free = [field for field in choice if field not in taken]
            settled = replace(column, field=free[0]) if len(free) == 1 else replace(column, reason=why)
        columns = [settled if other.index == column.index else other for other in columns]
    return columns


def _settle_twice(columns: list[Column], said: set[int], own_file: bool) -> list[Column]:
    """Return the columns with no field read from two: a person's word wins, then our own name, else neither is read."""
    rules = _rules()
    counts = Counter(column.field for column in columns if column.field)
    for field in (field for field, count in counts.items() if count > 1):
        same = [column for column in columns if column.field == field]
        strongest = [column for column in same if column.index in said]
        if not strongest and own_file:
            strongest = [column for column in same if column.header == field]
        if not strongest:
            strongest = [column for column in same if rules.own.get(plain_key(column.header)) == field]
        kept = strongest[0] if len(strongest) == 1 else None
        label = COLUMN_LABELS[field]
        for column in same:
            if column is kept:
                continue
            why = (
                f"would be {label} too, which is read from “{kept.header}”"
                if kept
                else f"is one of {len(same)} columns that say {label}; rename or remove the others"
            )
            columns[column.index] = replace(column, field=None, base=None, reason=why)
    return columns


def _checked_scale(column: Column, values: Values) -> Column:
    """Return the column unread where nothing tells 0.2 percent from 20 percent: no sign, and no value above 1."""
    if column.field != "discount_pct":
        return column
    try:
        numbers = [Decimal(value.strip()) for value in values(column.index)]
    except InvalidOperation:
        return column
    if any(numbers) and all(0 <= number <= 1 for number in numbers if number.is_finite()):
        return replace(
            column, field=None, base=None, reason="has no value above 1, so 0.2 may be 20% or 0.2%; write the percent signs"
        )
    return column


def _checked(mapping: Mapped, names: Sequence[str]) -> dict[int, str | None]:
    """Return a person's mapping by index; raises LeverageError for an unknown column or field."""
    said: dict[int, str | None] = {}
    for column, field in mapping.items():
        if field and field not in RECORD_COLUMNS:
            raise LeverageError(f"“{field}” is no field of a deal. Pick one of: {', '.join(RECORD_COLUMNS)}.")
        named = " ".join(column.split()) if isinstance(column, str) else column
        found = [index for index, name in enumerate(names) if named in (index, name)]
        if not found:
            raise LeverageError(f"The file has no column “{column}”. Its headings are: {', '.join(filter(None, names))}.")
        said |= dict.fromkeys(found, field or None)
    return said


_TESTS: dict[str, Callable[[str, str], bool]] = {
    "outcome words": lambda value, header: meaning_of("outcome", value, header) is not None,
    "percent signs": lambda value, header: value.strip().endswith("%"),
}


@functools.cache
def _rules() -> _Rules:
    said = read_vocabulary("headers.json")
    own = {plain_key(spelling): field for field in RECORD_COLUMNS for spelling in (field, COLUMN_LABELS[field])}
    first_free = {plain_key(header): tuple(rule["fields"]) for rule in said["first_free"] for header in rule["headers"]}
    either = {plain_key(header): (tuple(rule["fields"]), rule["why"]) for rule in said["either"] for header in rule["headers"]}
    by_values = {
        plain_key(header): (rule["field"], rule["test"], rule["why"]) for rule in said["by_values"] for header in rule["headers"]
    }
    not_read = {plain_key(header): rule["why"] for rule in said["not_read"] for header in rule["headers"]}
    listed = {plain_key(header): field for field, spellings in said["fields"].items() for header in spellings}
    bases = {plain_key(header): base for base, spellings in said["discount_bases"].items() for header in spellings}
    return _Rules(own | listed, own, first_free, either, by_values, not_read, bases)
