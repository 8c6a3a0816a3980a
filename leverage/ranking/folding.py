"""When two sentences say the same: the same words but for who told it and when, the vendor's name, order and punctuation.

Numbers and results are never passed over: 5% and 6%, or a tactic that worked and one that failed, stay two.
"""

import functools
import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from leverage.wording import show_day

_CLAUSE_END = re.compile(r"[,;]\s")
_WORD = re.compile(r"(?<![\w.,])[-−–‐‑+(]?[.,]?\d+(?:[.,:/–-]\d+)*\)?|[^\W_]+|[^\w\s]", re.UNICODE)
_NUMBER = re.compile(r"\d")
_SAYS_NOTHING = frozenset(".,;:!…\"'`´“”„‘’‚«»()[]{}-–—‐‑_•")
# Facets that tell who and when: there it is what was asked for.
_TELLS_WHO_AND_WHEN = frozenset({"summary", "dates"})


def names_pattern(names: Iterable[str]) -> re.Pattern[str] | None:
    """Return what finds any of a vendor's names, whole and in any case; None where there are no names."""
    longest_first = sorted({name for name in names if name.strip()}, key=lambda name: (-len(name), name))
    if not longest_first:
        return None
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)


def key_of(text: str, metadata: Mapping[str, Any], vendor: re.Pattern[str] | None) -> tuple[Any, ...]:
    """Return what two memories have in common where one restates the other."""
    told = metadata.get("result"), metadata.get("facet") if metadata.get("facet") in _TELLS_WHO_AND_WHEN else None
    if vendor is not None:
        text = vendor.sub(" vendorname ", text)
    if told[1] is None:
        for each in who_and_when(text, metadata.get("who"), metadata.get("date")):
            text = re.sub(rf"(?<!\w){re.escape(each)}(?!\w)", " ", text, flags=re.IGNORECASE)
    opening, colon, rest = text.partition(": ")
    clauses = [_words(clause) for clause in _CLAUSE_END.split(rest if colon else opening)]
    numbers = tuple(word for clause in clauses for word in clause if _NUMBER.search(word))
    return (*told, _words(opening) if colon else (), tuple(sorted(clauses)), numbers)


def who_and_when(text: str, who: str | None, day: str | None) -> tuple[str, ...]:
    """Return the ways of saying who told a memory, and when, that stand in its text."""
    told = (*((who,) if who else ()), *((day, _shown(day)) if day else ()))
    lower = text.casefold()
    return tuple(each for each in told if each.strip() and each.casefold() in lower)


@functools.lru_cache(maxsize=10_000)
def _shown(day: str) -> str:
    return show_day(date.fromisoformat(day))


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for word in _WORD.findall(text.casefold()) if word not in _SAYS_NOTHING)
