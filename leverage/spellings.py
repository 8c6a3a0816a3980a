"""Spellings: several ways of writing one thing, recognised once however often a brief asks."""

from collections.abc import Iterable
from functools import lru_cache

from leverage.terms import payment_terms_label
from leverage.text import fold

terms_label = lru_cache(maxsize=8_192)(payment_terms_label)  # more than one vendor's deals hold


def fold_or_none(text: str | None) -> str | None:
    """Return the folded text; what nobody recorded stays None."""
    return None if text is None else fold(text)


def distinct(texts: Iterable[str]) -> tuple[str, ...]:
    """Return each text once, in the first of its spellings and in order."""
    kept: dict[str, str] = {}
    for text in texts:
        kept.setdefault(fold(text), text)
    return tuple(kept.values())
