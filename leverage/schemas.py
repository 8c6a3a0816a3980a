"""Fields of a later schema: passed over when read, and kept when written."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any


def later_fields(stored: Mapping[str, Any], known: Iterable[str], schema: int = 0) -> dict[str, Any]:
    """Return those fields of `stored` that are not among the known ones; its schema number, too, where it is later than ours."""
    names = {*known, "schema"}
    later = {name: value for name, value in stored.items() if name not in names}
    told = stored.get("schema")
    return {**later, "schema": told} if isinstance(told, int) and told > schema > 0 else later


def names_of(kind: Any) -> set[str]:
    """Return the names of the fields that a dataclass knows, `more` aside, which holds those that it does not know."""
    return {each.name for each in fields(kind)} - {"more"}


def signed(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is stored of a record, without `entered_by` where nobody had signed in."""
    return {name: value for name, value in stored.items() if name != "entered_by" or value}
