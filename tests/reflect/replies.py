"""Replies as models write them, made of one true answer: with values changed, in an envelope, and a draft that differs."""

import json
from typing import Any

EMPTY: dict[str, Any] = {
    "max_discount_pct": None,
    "payment_terms": None,
    "flexible_on": [],
    "firm_on": [],
    "tactics_worked": [],
    "tactics_failed": [],
    "summary": "",
    "confidence": None,
}
TRUE: dict[str, Any] = {
    "max_discount_pct": 22.5,
    "payment_terms": "Net 30",
    "flexible_on": ["seat count", "ramp-up"],
    "firm_on": ["uptime credits"],
    "tactics_worked": ["named a rival's price"],
    "tactics_failed": ["threatened to leave"],
    "summary": "They gave 22.5% once. Ramp-up was open to talk.",
    "confidence": "Low",
}
PLAIN = json.dumps(TRUE)
PRETTY = json.dumps(TRUE, indent=2)
LISTS = ("flexible_on", "firm_on", "tactics_worked", "tactics_failed")


def with_(**changed: Any) -> dict[str, Any]:
    """Return the true fields with some changed."""
    return {**TRUE, **changed}


def raw(field: str, written: str) -> str:
    """Return the plain reply with one value written as given, valid or not."""
    return json.dumps({**TRUE, field: "@@"}).replace('"@@"', written)


def envelope(content: object, **message: object) -> str:
    """Return an answer as most providers wrap it."""
    return json.dumps({"id": "r-1", "choices": [{"index": 0, "message": {"role": "assistant", "content": content, **message}}]})


DRAFT = json.dumps(with_(max_discount_pct=41, payment_terms="Net 5"))
