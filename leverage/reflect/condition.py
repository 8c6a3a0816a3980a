"""Conditions: what has to hold in a deal for a sentence about it to be true."""

import functools
from collections.abc import Callable
from datetime import date
from decimal import Decimal

from leverage.deals import Deal
from leverage.terms import payment_terms_label
from leverage.text import fold

Holds = Callable[[Deal], bool]


class Unproven(Exception):
    """A sentence, or a part of it, that the records do not prove; the text says why, for a reader."""


@functools.lru_cache(maxsize=20_000)
def term_key(text: str) -> str:
    """Return the form under which a term is one in either number: folded, its last word in the singular."""
    folded = fold(text)
    if folded.endswith("ies") and len(folded) > 4:
        return f"{folded[:-3]}y"
    return folded[:-1] if folded.endswith("s") and not folded.endswith(("ss", "us", "is")) and len(folded) > 3 else folded


@functools.lru_cache(maxsize=20_000)
def tactic_key(text: str) -> str:
    """Return the form under which a tactic is one: folded, whatever the form of the verb that it begins with."""
    first, _, rest = fold(text).partition(" ")
    return f"{verb_of(first)} {rest}"


def verb_of(word: str) -> str:
    """Return what asking, asked and ask have in common."""
    for ending in ("ing", "ed", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 2:
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > 2 and word[-1] == word[-2] else word


def is_agreed(deal: Deal) -> bool:
    """Whether a deal was agreed, in either way."""
    return deal.is_agreed


def equals(name: str, value: Decimal, currency: str | None = None) -> Holds:
    """Return the condition that a field holds a figure, in its currency where it has one."""
    return lambda deal: getattr(deal, name) == value and (currency is None or deal.currency == currency)


def named(name: str, value: str) -> Holds:
    """Return the condition that a field holds a name, in whatever spelling."""
    return lambda deal: (known := getattr(deal, name)) is not None and fold(known) == value


def pays(label: str) -> Holds:
    """Return the condition that a deal has payment terms of this folded label."""
    return lambda deal: label_of(deal) == label


def label_of(deal: Deal) -> str | None:
    """Return the folded label of a deal's payment terms."""
    return fold(payment_terms_label(deal.payment_terms)) if deal.payment_terms else None


def is_off(base: str) -> Holds:
    """Return the condition that a discount is stated off this base."""
    return lambda deal: deal.discount_pct is not None and (deal.discount_base or "unknown") == base


def falls(name: str, days: tuple[date, date]) -> Holds:
    """Return the condition that a date of a deal lies between two days."""
    return lambda deal: (day := getattr(deal, name)) is not None and days[0] <= day <= days[1]


def holds_term(name: str, term: str) -> Holds:
    """Return the condition that a list of a deal holds a term."""
    return lambda deal: term in map(term_key, getattr(deal, name))


def tried(tactic: str, *results: str) -> Holds:
    """Return the condition that a deal tried a tactic, with one of the results given or with any."""
    return lambda deal: any(
        (not results or each.result in results) and tactic_key(each.tactic) == tactic for each in deal.tactics
    )


def has_discount(deal: Deal) -> bool:
    """Whether a discount was agreed."""
    return deal.is_agreed and bool(deal.discount_pct)


def sells(unit: str, amount: Decimal | None = None) -> Holds:
    """Return the condition that a deal counts in this unit, and that it is about so many of them."""
    return lambda deal: deal.unit is not None and fold(deal.unit) == unit and (amount is None or deal.quantity == amount)


def both(*conditions: Holds) -> Holds:
    """Return the condition that all of these hold in one deal."""
    if len(conditions) == 1:
        return conditions[0]
    return lambda deal: all(holds(deal) for holds in conditions)
