"""A deal's values in words, field by field, the same wherever a deal is shown."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Any

from leverage.deals import LABELS, Tactic
from leverage.signals import MINOR, Signal
from leverage.wording import (
    BASES,
    KINDS,
    OUTCOMES,
    RESULTS,
    join_words,
    show_count,
    show_day,
    show_money,
    show_number,
    show_percent,
)

_CHOICES = {"outcome": OUTCOMES, "kind": KINDS, "discount_base": BASES}
_WORTH_RECORDING = ("discount_pct", "payment_terms", "end_date", "notice_days", "competitor")


def label_of(name: str) -> str:
    """Return what a field is called where its value carries its own unit: `Discount`, `Notice`."""
    return LABELS[name].partition(",")[0]


def show_value(name: str, value: Any, currency: str | None = None) -> str:
    """Return the value of a field in words; amounts are in `currency`, and nothing is said of a value that is none."""
    if value in (None, (), ""):
        return ""
    if name in _CHOICES:
        return _CHOICES[name].get(str(value), str(value))
    if isinstance(value, tuple):
        return join_words([_show_item(each) for each in value])
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, date):
        return show_day(value)
    if isinstance(value, Decimal):
        if name.endswith("_pct"):
            return show_percent(value)
        return show_number(value) if name == "quantity" else show_money(value, currency)
    return show_count(value, name.rpartition("_")[2][:-1]) if isinstance(value, int) else str(value)


def gaps_of(recorded: Iterable[str]) -> list[str]:
    """Return what is worth recording and is not among the recorded fields, in words."""
    there = set(recorded)
    return [label_of(name).lower() for name in _WORTH_RECORDING if name not in there]


def _show_item(item: Any) -> str:
    if isinstance(item, Signal):
        return item.quoted if item.kind == MINOR else f"{item.label.lower()}: {item.quoted}"
    return f"“{item.tactic}”, {RESULTS[item.result].lower()}" if isinstance(item, Tactic) else str(item)
