"""Conditions: what has to hold in a deal for a sentence about it to be true."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from leverage.deals import Deal
from leverage.terms import payment_terms_label
from leverage.text import fold


class Unproven(Exception):
    """A sentence, or a part of it, that the records do not prove; the text says why, for a reader."""


@dataclass(frozen=True)
class Condition:
    """Something that has to hold in one deal; a filter says which deal is meant rather than what was dealt."""

    about: str
    holds: Callable[[Deal], bool]
    is_recorded: Callable[[Deal], bool] = lambda deal: True
    is_filter: bool = False
    value: Any = None


def equals(name: str, value: Decimal, currency: str | None = None) -> Condition:
    """Return the condition that a field holds a figure, in its currency where it has one."""
    return Condition(
        name,
        lambda deal: getattr(deal, name) == value and (currency is None or deal.currency == currency),
        lambda deal: getattr(deal, name) is not None,
        value=value,
    )


def named(about: str, attribute: str, value: str, *, is_filter: bool = False) -> Condition:
    """Return the condition that a field holds a name, in whatever spelling."""
    return Condition(
        about,
        lambda deal: (known := getattr(deal, attribute)) is not None and fold(known) == value,
        lambda deal: getattr(deal, attribute) is not None,
        is_filter=is_filter,
        value=value,
    )


def pays(label: str) -> Condition:
    """Return the condition that a deal has payment terms of this folded label."""
    return Condition(
        "payment_terms",
        lambda deal: deal.payment_terms is not None and fold(payment_terms_label(deal.payment_terms)) == label,
        lambda deal: deal.payment_terms is not None,
        value=label,
    )


def ended(outcome: str) -> Condition:
    """Return the condition that a deal ended like this: an outcome, `agreed` in either way, or `not_agreed`."""

    def holds(deal: Deal) -> bool:
        if outcome in ("agreed", "not_agreed"):
            return deal.is_agreed == (outcome == "agreed")
        return deal.outcome == outcome

    return Condition("outcome", holds, is_filter=True, value=outcome)


def renews(does: bool) -> Condition:
    """Return the condition that a contract renews itself, or that it does not."""
    return Condition("auto_renews", lambda deal: deal.auto_renews is does)


def is_off(base: str) -> Condition:
    """Return the condition that a discount is stated off this base."""
    return Condition("base", lambda deal: deal.discount_pct is not None and (deal.discount_base or "unknown") == base)


def is_kind(kind: str) -> Condition:
    """Return the condition that a deal is new, a renewal or an expansion."""
    return Condition("kind", lambda deal: deal.kind == kind, is_filter=True)


def falls(name: str, first: date, last: date) -> Condition:
    """Return the condition that a date of a deal lies between two days."""
    return Condition(
        name,
        lambda deal: (day := getattr(deal, name)) is not None and first <= day <= last,
        lambda deal: getattr(deal, name) is not None,
        is_filter=name == "deal_date",
    )


def refers(numbers: tuple[int, ...]) -> Condition:
    """Return the condition that the deals are those of these numbers in the brief."""
    return Condition("reference", lambda deal: True, is_filter=True, value=numbers)


def sells(unit: str, amount: Decimal | None) -> Condition:
    """Return the condition that a deal counts in this unit, and that it is about so many of them."""

    def is_unit(deal: Deal) -> bool:
        return deal.unit is not None and unit in (fold(deal.unit), f"{fold(deal.unit).split()[0]}s")

    if amount is None:
        return Condition("unit", is_unit, is_filter=True)
    return Condition("quantity", lambda deal: deal.quantity == amount and is_unit(deal))
