"""Differences: where the fields of a model's reply are not what the deals give when counted."""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from leverage.brief import Brief
from leverage.terms import payment_terms_label
from leverage.text import fold
from leverage.wording import join_words, show_percent

MOST_NAMED = 5

_JOINED = re.compile(r"\s*[,/;|•·、，]\s*|\s+(?:and|or|&|plus|und|oder|et|ou|then)\s+", re.IGNORECASE)

_LISTS = {
    "payment_terms": "payment terms",
    "flexible_on": "flexible on",
    "firm_on": "firm on",
    "tactics_worked": "tactics that worked",
    "tactics_failed": "tactics that failed",
}


def differences(fields: Mapping[str, Any], brief: Brief) -> tuple[str, ...]:
    """Return a sentence for each field in which a model's reply differs from the count; the count always stands.

    A field that the reply leaves out or empty differs in nothing: it is a gap, not a statement.
    """
    found = [_discount(fields.get("max_discount_pct"), brief)]
    for name, label in _LISTS.items():
        known = _known(name, brief)
        said = [part for text in _texts(fields.get(name)) if text.strip() for part in _unknown(name, text, known)]
        unknown = list({_key(name, text): text for text in said}.values())
        if unknown:
            found.append(f"The model lists {_named(unknown)} under “{label}”; the deals do not.")
    return tuple(filter(None, found))


def _discount(said: Any, brief: Brief) -> str:
    counted = brief.max_discount_pct
    if said is None or isinstance(said, bool):
        return ""
    try:
        percent = Decimal(str(said))
    except InvalidOperation:
        return ""
    if not percent.is_finite() or percent == counted:
        return ""
    which = "agreed deal" if any(deal.discount_pct is not None for deal in brief.deals) else "deal"
    known = f"the deals give {show_percent(counted)}" if counted is not None else f"no {which} records one"
    return f"The model gives {show_percent(percent)} as the highest discount; {known}."


def _known(name: str, brief: Brief) -> set[str]:
    """Return what the field may hold, folded; a mixed term or tactic belongs to both sides."""
    if name == "payment_terms":
        return {fold(text) for each in brief.payment_terms for text in (each.term, *each.as_written)}
    if name in ("flexible_on", "firm_on"):
        terms = (*getattr(brief, name), *brief.mixed_on)
        return {fold(each.term) for each in terms}
    return {fold(each.tactic) for each in (*getattr(brief, name), *brief.tactics_mixed)}


def _unknown(name: str, text: str, known: set[str]) -> list[str]:
    """Return what of a text the deals do not have: all of it, or the parts of a list whose other parts they have."""
    if _key(name, text) in known:
        return []
    parts = [part for part in _JOINED.split(text) if part.strip()]
    missing = [part for part in parts if _key(name, part) not in known]
    return missing if len(missing) < len(parts) else [text.strip()]


def _key(name: str, text: str) -> str:
    return fold(payment_terms_label(text) if name == "payment_terms" else text)


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        return value.split(";")
    return [each for each in value if isinstance(each, str)] if isinstance(value, list | tuple) else []


def _named(texts: list[str]) -> str:
    shown = [f"“{text[:80]}”" for text in texts[:MOST_NAMED]]
    more = len(texts) - MOST_NAMED
    return join_words([*shown, f"{more} more"] if more > 0 else shown)
