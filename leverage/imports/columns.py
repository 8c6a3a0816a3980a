"""The columns of a file: which field each is read as, or why it is not read.

Nothing is decided on a hunch: a heading that means several things is read only where the file itself leaves one
meaning, else it is asked, and every column that is not read says why.
"""

import functools
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation

from leverage.cells import COMPUTED_PREFIX, IDENTITY_COLUMNS, RECORD_COLUMNS, RESULTS, SIGNAL_KINDS, TACTICS
from leverage.deals import KINDS, LABELS, NEEDED, TacticResult
from leverage.errors import LeverageError
from leverage.fields import CHANGE, DAY, MONEY, PERCENT, Kind
from leverage.imports.cells.calendars import without_pattern
from leverage.imports.cells.units import unit_of
from leverage.imports.questions import Answers, Option, Question
from leverage.long_texts import column_of_part
from leverage.words import may_be_outcome, meaning_of, plain_key, read_vocabulary

Values = Callable[[int], Sequence[str]]
Mapped = Mapping[str, str | None] | Mapping[int, str | None] | Mapping[str | int, str | None]

NONE = "none"
_DAY = re.compile(
    r"(?:\D{0,12}\s)?\d{1,4}[-/. ]{1,2}(?:\d{1,2}|[^\W\d]{3,10}\.?)[-/., ]{1,2}\d{2,4}(?:[T ,]+\d{1,2}:\d\d.{0,12})?"
    r"|[^\W\d]{3,10}\.? \d{1,2},? \d{4}|\d{5}|(?:19|20)\d{6}"
)
UNKNOWN_HEADING = "is no heading that Leverage knows"
NOTES = "notes"
WORDED = ("kind", "discount_base", "auto_renews")  # each of a few fixed words

COLUMN_LABELS = LABELS | {RESULTS: "Tactic results", SIGNAL_KINDS: "Signal kinds"}

_SIDE_TABLES = {
    "terms": {"bank_id", "deal_id", "term", "stance"},
    "events": {"bank_id", "event_id", "signal_kind", "signal"},
    "reviews": {"bank_id", "flag_id", "raised_on", "verdict"},
    "feedback": {"bank_id", "feedback_id", "verdict", "happened"},
    "tactics": {"bank_id", "deal_id", "tactic", "result"},
    "vendors": {"bank_id", "aliases", "confidence", "exported_deals"},
    "dictionary": {"table", "column", "on_import"},
}


# How a column of a field is asked for where its label is no noun: as in “Is “Buyer” …?” and “Which column …?”.
_ASKED = {
    "vendor": ("the vendor", "names the vendor"),
    "deal_date": ("the day of the deal", "holds the day of the deal"),
    "logged_by": ("the person who logged the deal", "names the person who logged the deal"),
    "outcome": ("how the deal ended", "says how the deal ended"),
    "product": ("what was bought", "says what was bought"),
    "department": ("the department", "names the department"),
    "discount_pct": ("the discount that was agreed", "holds the discount that was agreed"),
    "notes": ("a note", "holds the notes"),
    "end_date": ("the end of the contract", "holds the end of the contract"),
    "firm_on": ("what the vendor was firm on", "says what the vendor was firm on"),
    "flexible_on": ("what the vendor was flexible on", "says what the vendor was flexible on"),
}


@dataclass(frozen=True)
class Column:
    """A column of a file: `field` is what it is read as (`tactic_results` beside the record's names), else `reason` says why not.

    `base` is what the heading says a discount is off, `result` what it says of the tactics under it. A column without
    heading and values has neither field nor reason. `candidates` are the fields that a column which is not read may well
    mean; `is_said` marks a person's word.
    """

    index: int
    header: str
    field: str | None = None
    reason: str | None = None
    base: str | None = None
    result: TacticResult | None = None
    candidates: tuple[str, ...] = ()
    is_said: bool = False


@dataclass(frozen=True)
class _Rules:
    """What the vocabulary says, by the key of a heading."""

    fields: dict[str, str]
    own: dict[str, str]
    first_free: dict[str, tuple[str, ...]]
    either: dict[str, tuple[tuple[str, ...], str, str | None]]
    by_values: dict[str, tuple[str, str, str]]
    not_read: dict[str, tuple[str, tuple[str, ...]]]
    bases: dict[str, str]
    results: dict[str, TacticResult]


def read_columns(
    headers: Sequence[str], values: Values, mapping: Mapped | None = None, answers: Answers | None = None
) -> list[Column]:
    """Return what each column is read as; `values(index)` gives the filled cells of a column.

    `mapping` is a person's word, by heading or index: a field's name, or None for a column to pass over. A file
    that names all needed fields as an export does is taken at its word: there, our own names mean our own fields.
    What headings and values leave open is asked through `answers`.
    """
    names = [" ".join(header.split()) for header in headers]
    said = _checked(mapping or {}, names)
    own_file = is_own(names)
    columns = [
        Column(index, name, field=said[index], reason=None if said[index] else "was left out by you", is_said=True)
        if index in said
        else _read_alone(Column(index, name), values, own_file)
        for index, name in enumerate(names)
    ]
    results = {} if own_file else _rules().results
    columns = [
        replace(column, result=results.get(plain_key(column.header))) if column.field == TACTICS else column for column in columns
    ]
    columns = _settle_twice(_settle_open(columns, values), own_file)
    return columns if own_file else _settle_asked(columns, values, answers or Answers())


def is_own(headers: Sequence[str]) -> bool:
    """Say whether the headings are those of an export of ours, columns left out or added by hand or not."""
    return set(NEEDED) <= {header.strip() for header in headers}


def side_table(headers: Sequence[str]) -> str | None:
    """Return which other table of an export of ours the headings are those of: it repeats what the deals say."""
    return next((table for table, marks in _SIDE_TABLES.items() if marks <= set(headers)), None)


def is_known(header: str) -> bool:
    """Say whether a heading means something here, be it one of several things."""
    key, rules = _key_of(header), _rules()
    return any(key in known for known in (rules.fields, rules.first_free, rules.either, rules.by_values))


def field_of(header: str) -> str | None:
    """Return the field that a heading means by itself, whatever stands under it; None for every other heading."""
    return _rules().fields.get(_key_of(header))


@functools.lru_cache(maxsize=5_000)
def _key_of(header: str) -> str:
    """Return the key by which the vocabulary may know a heading.

    A currency, thousands or the pattern of a day, as in `List price (k€)` and `Signed (DD/MM/YYYY)`, do not count.
    """
    key = plain_key(header)
    if key in _rules().not_read or _meant(key):
        return key
    for name, kind in ((unit_of(header).name, MONEY), (without_pattern(header), DAY)):
        if name != header and _all_of(_meant(plain_key(name)), kind):
            return plain_key(name)
    return key


def _meant(key: str) -> tuple[str, ...]:
    """Return the fields that a heading may stand for."""
    rules = _rules()
    if key in rules.fields:
        return (rules.fields[key],)
    if key in rules.by_values:
        return (rules.by_values[key][0],)
    return rules.first_free.get(key) or rules.either.get(key, ((), "", None))[0]


def _all_of(fields: Sequence[str], *kinds: Kind) -> bool:
    """Say whether there are fields, all of one of these kinds."""
    return bool(fields) and all(KINDS.get(field) in kinds for field in fields)


def _read_alone(column: Column, values: Values, own_file: bool) -> Column:
    """Return the column as its heading alone and, where needed, its values decide it."""
    key, rules = _key_of(column.header), _rules()
    if own_file and column.header in RECORD_COLUMNS:
        return replace(column, field=column.header)
    if own_file and column.header in IDENTITY_COLUMNS:
        return replace(column, reason="is set by Leverage itself")
    if own_file and column.header.startswith(COMPUTED_PREFIX):
        return replace(column, reason="is computed by Leverage")
    if own_file and (whole := column_of_part(column.header)):
        return replace(column, reason=f"is read together with “{whole}”")
    if not column.header:
        return replace(column, reason="has no heading") if values(column.index) else column
    if key in rules.not_read:
        why, candidates = rules.not_read[key]
        return replace(column, reason=why, candidates=candidates)
    unit = unit_of(column.header)
    if (unit.currency or unit.sign) and _all_of(_meant(plain_key(unit.name)), PERCENT, CHANGE):
        return replace(column, reason="is an amount of money, not a percentage")
    if key in rules.by_values:
        field, test, why = rules.by_values[key]
        said = values(column.index)
        proven = all(_TESTS[test](value, column.header) for value in said)
        if proven and field == "outcome" and said and not any(meaning_of(field, value, column.header) for value in said):
            proven = False  # `closed` alone may be said of an invoice, too
        return replace(column, field=field) if proven else replace(column, reason=why, candidates=(field,))
    if key in rules.first_free or key in rules.either:
        return column  # decided when the other columns are
    if key in rules.fields:
        field = rules.fields[key]
        said = values(column.index)
        if field in WORDED and said and not any(meaning_of(field, each, column.header) for each in said):
            return replace(column, reason=f"holds none of the words that say {COLUMN_LABELS[field]}")
        return replace(column, field=field, base=rules.bases.get(key))
    return replace(column, reason=UNKNOWN_HEADING)


def _settle_open(columns: list[Column], values: Values) -> list[Column]:
    """Return the columns with those decided that mean what no other column gives."""
    rules = _rules()
    for column in list(columns):
        key = _key_of(column.header)
        if column.field or column.reason or not column.header:
            continue
        taken = {other.field for other in columns}
        if key in rules.first_free:
            choice = rules.first_free[key]
            settled = _first_free(column, choice, taken)
        else:
            choice, why, test = rules.either[key]
            free = [field for field in choice if field not in taken]
            fitting = [_TESTS[test](value, column.header) for value in values(column.index)] if test else []
            if len(free) > 1 and fitting and len(set(fitting)) == 1:
                free = [choice[1] if fitting[0] else choice[0]]
            settled = replace(column, field=free[0]) if len(free) == 1 else replace(column, reason=why, candidates=tuple(free))
        columns = [settled if other.index == column.index else other for other in columns]
    return columns


def _first_free(column: Column, choice: Sequence[str], taken: set[str | None]) -> Column:
    """Return the column read as the first field that no other column gives; a name alone is read only beside the vendor's."""
    if choice == ("product",) and ("product" in taken or "vendor" not in taken):
        return replace(column, reason="may be the name of anything", candidates=() if "product" in taken else choice)
    return replace(column, field=next((field for field in choice if field not in taken), choice[0]))


def _settle_twice(columns: list[Column], own_file: bool) -> list[Column]:
    """Return the columns with no field but the notes read from two: a person's word wins, then our own name, else it is asked."""
    rules = _rules()
    counts = Counter(column.field for column in columns if column.field and column.field != NOTES and not column.result)
    for field in (field for field, count in counts.items() if count > 1):
        same = [column for column in columns if column.field == field and not column.result]
        strongest = [column for column in same if column.is_said]
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
                else f"is one of {len(same)} columns that say {label}"
            )
            columns[column.index] = replace(column, field=None, base=None, reason=why, candidates=() if kept else (field,))
    return columns


def _settle_asked(columns: list[Column], values: Values, answers: Answers) -> list[Column]:
    """Return the columns with those read that a person picked among several which may mean one field."""
    wanted = dict.fromkeys(field for column in columns for field in column.candidates)
    missing = [field for field in ("vendor", "deal_date") if field not in {column.field for column in columns}]
    for field in [*missing, *(field for field in wanted if field not in missing)]:
        sure = next((column for column in columns if column.field == field), None)
        rivals = [column for column in columns if field in column.candidates and not column.field and values(column.index)]
        if sure and (sure.is_said or field != "discount_pct"):
            continue
        if field in missing and not rivals:
            rivals = [column for column in columns if not column.field and values(column.index)]
        if not rivals:
            continue
        choice = [sure, *rivals] if sure else rivals
        options = [Option(str(column.index), _shown(column, values)) for column in sorted(choice, key=lambda each: each.index)]
        if field not in missing:
            options.append(Option(NONE, "None of them"))
        one, which = _ASKED.get(field) or (f"the {_label(field)}", f"is the {_label(field)}")
        text = f"Is “{rivals[0].header}” {one}?" if len(choice) == 1 else f"Which column {which}?"
        suggested = str(sure.index) if sure else None
        why = "; ".join(f"“{column.header}” {column.reason}" for column in rivals if column.reason and column.header)
        rows = max(len(values(column.index)) for column in choice)
        question = Question(f"column:{field}", field, text, tuple(options), suggested, rows=rows, why=why)
        picked = answers.ask(question)
        if picked in (None, suggested):
            continue
        for column in choice:
            is_picked = str(column.index) == picked
            reason = None if is_picked else column.reason or "was not picked by you"
            base = _rules().bases.get(plain_key(column.header)) if is_picked else None
            columns[column.index] = replace(column, field=field if is_picked else None, reason=reason, base=base, candidates=())
    return columns


def _label(field: str) -> str:
    return COLUMN_LABELS[field].removesuffix(", %").lower()


def _shown(column: Column, values: Values) -> str:
    samples = ", ".join(dict.fromkeys(" ".join(value.split())[:30] for value in values(column.index)[:3]))
    return f"{column.header or f'Column {column.index + 1}'}, such as {samples}"


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


def _is_share(value: str) -> bool:
    """Say whether a value is a percentage: it has the sign, or lies between 0 and 1."""
    text = value.strip()
    if text.endswith("%"):
        return True
    try:
        return 0 <= Decimal(text.replace(",", ".")) <= 1
    except InvalidOperation:
        return False


@functools.cache
def _units() -> frozenset[str]:
    return frozenset(map(plain_key, read_vocabulary("headers.json")["unit_words"]))


def _is_day(value: str) -> bool:
    """Say whether a value is written as a day is, in figures or with the month in letters."""
    return bool(_DAY.fullmatch(value.strip()))


_TESTS: dict[str, Callable[[str, str], bool]] = {
    "days": lambda value, header: _is_day(value),
    "outcome words": lambda value, header: meaning_of("outcome", value, header) is not None or may_be_outcome(value),
    "percentages": lambda value, header: _is_share(value),
    "unit words": lambda value, header: plain_key(value) in _units(),
}


@functools.cache
def _rules() -> _Rules:
    said = read_vocabulary("headers.json")
    own = {plain_key(spelling): field for field in RECORD_COLUMNS for spelling in (field, COLUMN_LABELS[field])}
    first_free = {plain_key(header): tuple(rule["fields"]) for rule in said["first_free"] for header in rule["headers"]}
    either = {
        plain_key(header): (tuple(rule["fields"]), rule["why"], rule.get("test"))
        for rule in said["either"]
        for header in rule["headers"]
    }
    by_values = {
        plain_key(header): (rule["field"], rule["test"], rule["why"]) for rule in said["by_values"] for header in rule["headers"]
    }
    not_read = {
        plain_key(header): (rule["why"], tuple(rule.get("fields", ()))) for rule in said["not_read"] for header in rule["headers"]
    }
    listed = {plain_key(header): field for field, spellings in said["fields"].items() for header in spellings}
    bases = {plain_key(header): base for base, spellings in said["discount_bases"].items() for header in spellings}
    results: dict[str, TacticResult] = {
        plain_key(header): result for result, spellings in said["tactics_that"].items() for header in spellings
    }
    listed |= dict.fromkeys(results, TACTICS)
    return _Rules(own | listed, own, first_free, either, by_values, not_read, bases, results)
