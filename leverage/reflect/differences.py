"""Differences: where the fields of a model's reply are not what the deals give when counted."""

from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from leverage.brief import Brief
from leverage.terms import payment_terms_label
from leverage.text import fold
from leverage.wording import join_words, show_percent

MOST_NAMED = 5

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
        said = [text for text in _texts(fields.get(name)) if text.strip()]
        known = _known(name, brief)
        unknown = list({_key(name, text): text for text in said if _key(name, text) not in known}.values())
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
    known = f"the deals give {show_percent(counted)}" if counted is not None else "no deal records one"
    return f"The model gives {show_percent(percent)} as the highest discount; {known}."


def _known(name: str, brief: Brief) -> set[str]:
    """Return what the field may hold, folded; a mixed term or tactic belongs to both sides."""
    if name == "payment_terms":
        return {fold(each.term) for each in brief.payment_terms}
    if name in ("flexible_on", "firm_on"):
        terms = (*getattr(brief, name), *brief.mixed_on)
        return {fold(each.term) for each in terms}
    return {fold(each.tactic) for each in (*getattr(brief, name), *brief.tactics_mixed)}


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
