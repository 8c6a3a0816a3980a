"""Labels of notes, such as `Payment terms:` or `Lieferant:`, and which field of a deal stands behind them."""

import functools
import re
from collections.abc import Mapping

from leverage.inbox.cues import STANCE_VOCABULARY, folded, phrases_in, word_set, words_of
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
    if found:
        return found.pop() if len(found) == 1 else None
    return _field_within(whole.split())


def _field_within(words: list[str]) -> str | None:
    """Return the field of a label without who is named in it: `Aperture del fornitore`, `O fornecedor cedeu em`.

    What stands behind a price list is no part of it, and `where they gave way` is told by its verb.
    """
    known, sides = _labels(), word_set("label_sides")
    last = len(words)
    while last > 1 and words[last - 1] in sides:
        last -= 1
    first = 0
    while first < last - 1 and words[first] in sides:
        first += 1
    if (first, last) != (0, len(words)) and (field := known.get(" ".join(words[first:last]))) not in (None, "other", "vendor"):
        return field
    at = next((n for n, word in enumerate(words) if n and word in word_set("label_bases")), None)
    if at is not None and known.get(" ".join(words[:at])) == "discount_pct" and set(words[at:]) & word_set("label_lists"):
        return "discount_pct"
    return _stance_of(words)


def _stance_of(words: list[str]) -> str | None:
    """Return what a label that asks where tells: that they moved there, or that they did not."""
    if not words or words[0] not in word_set("label_where") or (words[0] == "la" and words[1:2] != ["ou"]):
        return None
    if set(words) & word_set("label_denials"):
        return "firm_on"
    if set(words) & word_set("label_held") or (words[0] == "la" and "non" in words):
        return "firm_on"
    return "flexible_on" if set(words) & word_set("label_moved") else None


def header_of(label: str) -> str | None:
    """Return which head of a mail a label is: `sender`, `receiver`, `copy`, `day` or `subject`; None for another."""
    return _headers().get(_key(folded(label)))


def _key(plain: str) -> str:
    return " ".join(word.plain for word in words_of(plain))


@functools.cache
def _labels() -> Mapping[str, str]:
    lists, further = read_vocabulary("inbox_labels.json")["labels"], read_vocabulary(STANCE_VOCABULARY)["labels"]
    known = {" ".join(phrase): name for name, listed in further.items() for phrase in phrases_in(listed)}
    return known | {" ".join(phrase): name for name in reversed(lists) for phrase in phrases_in(lists[name])}


@functools.cache
def _headers() -> Mapping[str, str]:
    lists = read_vocabulary("inbox_labels.json")["headers"]
    return {" ".join(phrase): name for name, listed in lists.items() for phrase in phrases_in(listed)}
