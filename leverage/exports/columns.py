"""The columns of every exported table, each with what it means: the data dictionary.

What a field of the record is called, which type and which unit it has comes from the record's own definition.
"""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, get_args, get_type_hints

from leverage import fields as kinds
from leverage.cells import COMPUTED_PREFIX, RECORD_COLUMNS, RESULTS, SIGNAL_KINDS
from leverage.deals import DEAL_KINDS, DISCOUNT_BASES, KINDS, LABELS, LISTS, OUTCOMES, TACTIC_RESULTS, DealDraft
from leverage.exports.meanings import MEANINGS
from leverage.long_texts import MOST_UNITS
from leverage.review_records import VERDICTS as FLAG_VERDICTS
from leverage.signals import RECORDED
from leverage.verdicts import SUBJECTS
from leverage.verdicts import VERDICTS as FEEDBACK_VERDICTS

DEALS, TERMS, TACTICS, EVENTS, REVIEWS, FEEDBACK, VENDORS, DICTIONARY = TABLES = (
    *("deals", "terms", "tactics", "events", "reviews", "feedback"),
    *("vendors", "dictionary"),
)
BESIDE = (EVENTS, REVIEWS, FEEDBACK)  # what stands beside the deals

TEXT, LIST, DAY, INSTANT, NUMBER, WHOLE, FLAG = (
    "text",
    "list of texts",
    "day",
    "instant",
    "number",
    "whole number",
    "yes or no",
)
_WRITTEN = {
    TEXT: "As it is; an apostrophe stands in front where a spreadsheet would run it as a formula. In a workbook, a text over"
    f" {MOST_UNITS:,} characters goes on in a further column, such as notes_2.",
    LIST: "Joined with “; ”; a semicolon or backslash inside an item carries a backslash. Else as a text.",
    DAY: "Year-month-day. In a workbook a real day, from March 1900 on.",
    INSTANT: "ISO 8601 with its offset from UTC, as text.",
    NUMBER: "Plain, with a point as decimal sign. In a workbook a real number, up to 15 digits; a longer one is text.",
    WHOLE: "Plain digits. In a workbook a real number.",
    FLAG: "yes or no.",
}
_TYPES: dict[Any, str] = {str: TEXT, date: DAY, Decimal: NUMBER, int: WHOLE, bool: FLAG}
_CHOICES = {"outcome": OUTCOMES, "kind": DEAL_KINDS, "discount_base": DISCOUNT_BASES}
_HINTS = get_type_hints(DealDraft)

READ, COMPUTED, IDENTITY, NOT_READ = "yes", "no: computed", "no: set by Leverage", "no"


@dataclass(frozen=True)
class Column:
    """A column of a table; `on_import` says whether an import reads it, and why not."""

    name: str
    label: str
    meaning: str
    type: str
    unit: str | None = None
    on_import: str = NOT_READ

    @property
    def written(self) -> str:
        """How a value stands in its cell."""
        return _WRITTEN[self.type.partition(":")[0]]


def _field(name: str) -> Column:
    """Return the column of a field of the record, as the record defines it."""
    if name == RESULTS:
        said = f"{LIST}: each one of {', '.join(TACTIC_RESULTS)}"
        return Column(name, "Tactic results", MEANINGS[name], said, on_import=READ)
    if name == SIGNAL_KINDS:
        said = f"{LIST}: each one of {', '.join(RECORDED)}"
        return Column(name, "Signal kinds", MEANINGS[name], said, on_import=READ)
    type_ = LIST if name in LISTS else next(_TYPES[each] for each in get_args(_HINTS[name]) if each in _TYPES)
    if name in _CHOICES:
        return Column(name, LABELS[name], MEANINGS[name], f"{TEXT}: one of {', '.join(_CHOICES[name])}", on_import=READ)
    if KINDS[name] is kinds.CURRENCY:
        type_ = f"{TEXT}: a code of ISO 4217"
    label, _, unit = LABELS[name].partition(", ")
    unit = "amount in the currency of its row" if KINDS[name] is kinds.MONEY else unit
    return Column(name, label, MEANINGS[name], type_, unit or None, READ)


def _computed(name: str, label: str, type_: str = TEXT, unit: str | None = None) -> Column:
    name = COMPUTED_PREFIX + name
    return Column(name, label, MEANINGS[name], type_, unit, COMPUTED)


def _identity(name: str, label: str, type_: str = TEXT) -> Column:
    return Column(name, label, MEANINGS[name], type_, None, IDENTITY)


_RECORD = {name: _field(name) for name in RECORD_COLUMNS}

_COMPUTED = (
    _computed("vendor", "Vendor listed as"),
    _computed("logged_by", "Logged by, shown as"),
    _computed("department", "Department shown as"),
    _computed("payment_terms", "Payment terms, normalised"),
    _computed("payment_days", "Days of payment", WHOLE, "days"),
    _computed("early_payment_value", "Early payment value", NUMBER, "% a year"),
    _computed("term_end", "End of the running term", DAY),
    _computed("notice_deadline", "Notice deadline", DAY),
)
_IDENTITY = (
    _identity("status", "Status", f"{TEXT}: live or retracted"),
    _identity("retracted_because", "Reason of the retraction"),
    _identity("retracted_at", "Retracted at", INSTANT),
    _identity("batch", "Import"),
    _identity("source", "Source"),
    _identity("entered_by", "Entered by"),
    _identity("edited_at", "Edited at", INSTANT),
    _identity("edited_by", "Edited by"),
    _identity("bank_id", "Vendor id"),
    _identity("deal_id", "Deal id"),
    _identity("version", "Version", WHOLE),
    _identity("entered_at", "Entered at", INSTANT),
    _identity("schema", "Schema", WHOLE),
)


def _as_read(*names: str) -> tuple[Column, ...]:
    """Return columns of the deals as they stand in a table that is not read."""
    known = {**_RECORD, **{column.name: column for column in _IDENTITY}}
    return tuple(Column(name, (was := known[name]).label, was.meaning, was.type, was.unit) for name in names)


def _own(table: str, name: str, label: str, type_: str = TEXT, unit: str | None = None) -> Column:
    """Return a column that only this table has."""
    return Column(name, label, MEANINGS[f"{table}.{name}"], type_, unit)


def _who(table: str) -> tuple[Column, ...]:
    """Return who wrote a row that stands beside the deals, and when."""
    return (
        _own(table, "by", "By"),
        _own(table, "department", "Department"),
        _own(table, "kept_at", "Kept at", INSTANT),
    )


_VENDOR = Column("vendor", "Vendor", MEANINGS["listed_vendor"], TEXT)
_HEAD = (_VENDOR, *_as_read("bank_id", "deal_id", "deal_date"))
_TAIL = _as_read("logged_by", "department", "product", "kind", "outcome", "status")

COLUMNS_OF: dict[str, tuple[Column, ...]] = {
    DEALS: (*_RECORD.values(), *_COMPUTED, *_IDENTITY),
    TERMS: (
        *_HEAD,
        _own(TERMS, "term", "Term"),
        _own(TERMS, "stance", "Stance", f"{TEXT}: flexible or firm"),
        *_TAIL,
    ),
    TACTICS: (
        *_HEAD,
        _own(TACTICS, "tactic", "Tactic"),
        _own(TACTICS, "result", "Result", f"{TEXT}: one of {', '.join(TACTIC_RESULTS)}"),
        *_TAIL,
    ),
    EVENTS: (
        _VENDOR,
        *_as_read("bank_id"),
        _own(EVENTS, "event_id", "Event id"),
        _own(EVENTS, "day", "Day", DAY),
        _own(EVENTS, "signal_kind", "Signal kind", f"{TEXT}: one of {', '.join(RECORDED)}"),
        _own(EVENTS, "signal", "Signal"),
        _own(EVENTS, "product", "Product"),
        _own(EVENTS, "note", "Note"),
        *_who(EVENTS),
    ),
    REVIEWS: (
        _VENDOR,
        *_as_read("bank_id"),
        _own(REVIEWS, "flag_id", "Flag id"),
        _own(REVIEWS, "flag", "Flag"),
        _own(REVIEWS, "about", "About"),
        _own(REVIEWS, "raised_on", "Raised on", DAY),
        _own(REVIEWS, "verdict", "Verdict", f"{TEXT}: one of {', '.join(FLAG_VERDICTS)}"),
        _own(REVIEWS, "why", "Why"),
        _own(REVIEWS, "day", "Day", DAY),
        _own(REVIEWS, "deal_ids", "Deal ids", LIST),
        _own(REVIEWS, "event_ids", "Event ids", LIST),
        *_who(REVIEWS),
    ),
    FEEDBACK: (
        _VENDOR,
        *_as_read("bank_id"),
        _own(FEEDBACK, "feedback_id", "Feedback id"),
        _own(FEEDBACK, "day", "Day", DAY),
        _own(FEEDBACK, "subject", "Subject", f"{TEXT}: one of {', '.join(SUBJECTS)}"),
        _own(FEEDBACK, "about", "About"),
        _own(FEEDBACK, "verdict", "Verdict", f"{TEXT}: one of {', '.join(FEEDBACK_VERDICTS)}"),
        _own(FEEDBACK, "happened", "What really happened"),
        _own(FEEDBACK, "deal_ids", "Deal ids", LIST),
        *_who(FEEDBACK),
    ),
    VENDORS: (
        _VENDOR,
        *_as_read("bank_id"),
        _own(VENDORS, "aliases", "Other names", LIST),
        _own(VENDORS, "parent", "Parent"),
        _own(VENDORS, "notes", "Notes", LIST),
        _own(VENDORS, "deals", "Deals", WHOLE, "deals"),
        _own(VENDORS, "confidence", "Evidence", f"{TEXT}: High, Medium or Low"),
        _own(VENDORS, "last_deal", "Last deal", DAY),
        _own(VENDORS, "departments", "Departments", LIST),
        _own(VENDORS, "contributors", "Contributors", LIST),
        _own(VENDORS, "exported_deals", "Deals in this export", WHOLE, "deals"),
    ),
    DICTIONARY: (
        _own(DICTIONARY, "table", "Table"),
        _own(DICTIONARY, "column", "Column"),
        _own(DICTIONARY, "label", "Label"),
        _own(DICTIONARY, "meaning", "Meaning"),
        _own(DICTIONARY, "type", "Type"),
        _own(DICTIONARY, "unit", "Unit"),
        _own(DICTIONARY, "written", "Written"),
        _own(DICTIONARY, "on_import", "Read on import"),
    ),
}
