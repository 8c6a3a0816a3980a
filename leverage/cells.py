"""One value in one spreadsheet cell, and back: what an export writes is what an import reads.

Lists are joined with `; `; a `;` or `\\` inside an item carries a backslash. Tactics stand in two parallel cells, and so do
signals.
A text that a spreadsheet would run as a formula carries one apostrophe in front; numbers and days never do.
"""

import re
from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal

from leverage.deals import FIELDS, LISTS, DealDraft

TACTICS, RESULTS = "tactics", "tactic_results"
SIGNALS, SIGNAL_KINDS = "signals", "signal_kinds"
_PAIRED = {TACTICS: RESULTS, SIGNALS: SIGNAL_KINDS}  # the second cell of a list whose items have two parts
RECORD_COLUMNS: tuple[str, ...] = tuple(
    column for name in FIELDS for column in ((name, _PAIRED[name]) if name in _PAIRED else (name,))
)
COMPUTED_PREFIX = "computed_"  # of columns that are worked out from others: written, never read
IDENTITY_COLUMNS = (
    "status", "retracted_because", "retracted_at", "batch", "source", "entered_by", "edited_at", "edited_by",
    "bank_id", "deal_id", "version", "entered_at", "schema",
)  # fmt: skip

# Apostrophes in front count as part of the pattern: a text that already looks guarded is guarded once more, so
# that taking one off always gives the text back. Full-width signs run where they are typed for the plain ones.
_RUNS_AS_FORMULA = re.compile(r"'*\s*[=+\-@\t\r＝＋－＠]")
_ITEM = re.compile(r"(?:[^\\;]|\\[\\;]|\\)*")
_ESCAPED = re.compile(r"\\([\\;])")
_TO_ESCAPE = re.compile(r"[\\;]")


def guard(text: str) -> str:
    """Return the text with an apostrophe in front where a spreadsheet would run it as a formula."""
    return f"'{text}" if _RUNS_AS_FORMULA.match(text) else text


def unguard(text: str) -> str:
    """Return the text that `guard` was given; any other text stays as it is."""
    return text[1:] if text.startswith("'") and _RUNS_AS_FORMULA.match(text, 1) else text


def join_items(items: Iterable[str]) -> str:
    """Return the items as one text from which `split_items` gives them back."""
    return "; ".join(_TO_ESCAPE.sub(r"\\\g<0>", item) for item in items)


def split_items(text: str) -> list[str]:
    """Return the items between the `;` of a text, trimmed, in order; blank ones too, none for a blank text."""
    if not text.strip():
        return []
    if ";" not in text:
        return [_ESCAPED.sub(r"\1", text).strip()]
    parts: list[str] = []
    start = 0
    while start <= len(text):
        match = _ITEM.match(text, start)
        assert match is not None  # the pattern matches the empty text
        parts.append(_ESCAPED.sub(r"\1", match.group()).strip())
        start = match.end() + 1
    return parts


def write_cell(value: object) -> str:
    """Return one value of a record as a cell: days in ISO, numbers plain, yes or no, lists joined, text guarded."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, date | datetime):
        return value.isoformat()
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, tuple):
        return guard(join_items(value))
    return guard(value) if isinstance(value, str) else str(value)


def read_cell(name: str, cell: str) -> str | list[str] | None:
    """Return what a cell of the field `name` says, as `Deal` takes it; None for a blank cell."""
    text = unguard(cell)
    if not text.strip():
        return None
    return [item for item in split_items(text) if item] if name in LISTS else text


def record_values(deal: DealDraft) -> dict[str, object]:
    """Return the values of a record by column, in the order of `RECORD_COLUMNS`."""
    values: dict[str, object] = {name: getattr(deal, name) for name in RECORD_COLUMNS if name not in _PAIRED.values()}
    values[TACTICS] = tuple(each.tactic for each in deal.tactics)
    values[RESULTS] = tuple(each.result for each in deal.tactics)
    values[SIGNALS] = tuple(each.quote for each in deal.signals)
    values[SIGNAL_KINDS] = tuple(each.kind for each in deal.signals)
    return {name: values[name] for name in RECORD_COLUMNS}


def write_record(deal: DealDraft) -> dict[str, str]:
    """Return the cells of a record by column, `RECORD_COLUMNS` all there."""
    return {name: write_cell(value) for name, value in record_values(deal).items()}
