"""Figures: percentages, amounts, days, months and dates in a claim, each with the words that say of what kind it is."""

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from leverage.reflect.condition import Condition, Unproven, equals, falls, pays
from leverage.text import fold

FIGURE = re.compile(r"[NMULA]\d+")

_UPLIFT = frozenset({"uplift", "uplifts", "increase", "increases"})
_DISCOUNT = frozenset({"discount", "discounts", "off"})
_UPLIFTS = {
    "asked": "uplift_asked_pct",
    "agreed": "uplift_agreed_pct",
    "cap": "uplift_cap_pct",
    "capped": "uplift_cap_pct",
}
_AMOUNTS = (
    ("list_price", "list"),
    ("quoted_price", "quote"),
    ("final_price", "paid"),
    ("final_price", "final"),
    ("annual_value", "annual"),
    ("total_value", "total"),
)
_DATES = {
    **dict.fromkeys(("ends", "ended", "end"), "end_date"),
    **dict.fromkeys(("starts", "started", "start"), "start_date"),
    "meeting": "next_meeting",
}

Words = Sequence[str]


def figures_in(words: Words, values: Mapping[str, Any]) -> list[Condition]:
    """Return a condition for every figure among the words of a claim.

    The words between a figure and its neighbours decide on its kind. Raises Unproven where they leave it open.
    """
    places = [n for n, word in enumerate(words) if FIGURE.fullmatch(word)]
    found: list[Condition] = []
    for order, n in enumerate(places):
        before = words[places[order - 1] + 1 if order else 0 : n]
        after = words[n + 1 : places[order + 1] if order + 1 < len(places) else len(words)]
        found.append(_READ[words[n][0]](values[words[n]], before, after, words))
    return found


def _percent(value: Decimal, before: Words, after: Words, words: Words) -> Condition:
    if _UPLIFT & set(words) and not (_DISCOUNT & set(after[:2])):
        if _DISCOUNT & set(words) and not _UPLIFT & {*after[:3], *before[-4:]}:
            raise Unproven("leaves open whether a percentage is a discount or an increase")
        kind = next((_UPLIFTS[word] for word in (*after[:3], *reversed(before)) if word in _UPLIFTS), None)
        if kind is None:
            raise Unproven("leaves open whether an increase was asked or agreed")
        return equals(kind, value)
    if _DISCOUNT & set(words):
        return equals("discount_pct", value)
    raise Unproven("holds a percentage that nothing in it calls a discount or an increase")


def _money(value: tuple[Decimal, str], before: Words, after: Words, words: Words) -> Condition:
    amount, currency = value
    ahead, behind = " ".join(after[:4]), " ".join(before)
    for name, pattern in (("annual_value", r"(?:a|per) year|annual"), ("total_value", r"in total|total")):
        if re.match(pattern, ahead):
            return equals(name, amount, currency)
    place, name = max((behind.rfind(cue), name) for name, cue in _AMOUNTS)
    if place < 0:
        raise Unproven("holds an amount without saying what was paid for it")
    return equals(name, amount, currency)


def _days(value: Decimal, before: Words, after: Words, words: Words) -> Condition:
    for word in (*after[:4], *reversed(before)):
        if word == "notice":
            return equals("notice_days", value)
        if word in ("payment", "payments", "pay", "paid", "net"):
            return pays(fold(f"net {value:f}"))
    raise Unproven("holds a number of days without saying whether to pay or to give notice")


def _months(value: Decimal, before: Words, after: Words, words: Words) -> Condition:
    return equals("renewal_term_months" if {"renews", "renewed"} & set(before) else "term_months", value)


def _date(value: Any, before: Words, after: Words, words: Words) -> Condition:
    name = next((_DATES[word] for word in reversed(before) if word in _DATES), "deal_date")
    return falls(name, *value)


_READ: dict[str, Callable[[Any, Words, Words, Words], Condition]] = {
    "N": _percent,
    "M": _money,
    "U": _days,
    "L": _months,
    "A": _date,
}
