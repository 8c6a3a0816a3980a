"""Labels of notes, such as `Payment terms:` or `Lieferant:`, and which field of a deal stands behind them."""

import functools
import re
from collections.abc import Mapping

from leverage.inbox.cues import folded, phrases_in, words_of
from leverage.words import read_vocabulary

MOST_LABEL = 48  # characters
_PARTS = re.compile(r"[/|&+,]| - | und | and | y | et | e | en ")


def field_of(label: str) -> str | None:
    """Return what a label announces: a field, `worked`, `failed`, `uplift`, or `other`; None where it is not known.

    A label of two, `Termin / Abschluss`, is what both are, or the one of them that is known.
    """
    if len(label) > MOST_LABEL:
        return None
    bare = re.sub(r"\([^()]*\)", " ", folded(label))
    whole = _key(bare)
    known = _labels()
    if whole in known:
        return known[whole]
    found = {known[key] for part in _PARTS.split(bare) if (key := _key(part)) in known} - {"other"}
    return found.pop() if len(found) == 1 else None


def header_of(label: str) -> str | None:
    """Return which head of a mail a label is: `sender`, `receiver`, `copy`, `day` or `subject`; None for another."""
    return _headers().get(_key(folded(label)))


def _key(plain: str) -> str:
    return " ".join(word.plain for word in words_of(plain))


@functools.cache
def _labels() -> Mapping[str, str]:
    lists = read_vocabulary("inbox_labels.json")["labels"]
    return {" ".join(phrase): name for name in reversed(lists) for phrase in phrases_in(lists[name])}


@functools.cache
def _headers() -> Mapping[str, str]:
    lists = read_vocabulary("inbox_labels.json")["headers"]
    return {" ".join(phrase): name for name, listed in lists.items() for phrase in phrases_in(listed)}
