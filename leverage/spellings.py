"""Spellings: several ways of writing one thing, and which of them is shown."""

from collections.abc import Iterable

from leverage.text import fold


def fold_or_none(text: str | None) -> str | None:
    """Return the folded text; what nobody recorded stays None."""
    return None if text is None else fold(text)


def distinct(texts: Iterable[str]) -> tuple[str, ...]:
    """Return each text once, in the first of its spellings and in order."""
    kept: dict[str, str] = {}
    for text in texts:
        kept.setdefault(fold(text), text)
    return tuple(kept.values())
