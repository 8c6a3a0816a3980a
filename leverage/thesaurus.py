"""Everyday words that mean much the same, in four languages: the groups of `data/thesaurus.json`.

A group is a line of plain words, the languages apart by bars: English, German, French, Spanish. A word may stand in
several groups; what it is alike to is in any of them. The groups under `of_other_languages` are words so common that an
English question is not helped by them, and others are put into English by.
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from leverage.stems import stem as stem_of
from leverage.stems import tokens_of
from leverage.words import read_vocabulary

_GERMAN = 1  # its place in a line
_SHORTEST_COMPOUND = 9  # letters of a German word that is taken apart, and of its parts
_SHORTEST_PART = 4
_SAME_PART = 0.55  # of the letters of two forms of one word, from the first on
_LINKS = ("", "s", "n", "en", "es", "er", "e")
_MOST_GROUPS = 2  # of a word that are put into English
_MOST_WORDS = 2  # of each of them


@dataclass(frozen=True)
class _Book:
    """The thesaurus by stem: the stems that are alike, and for words that are not English, English ones."""

    alike: Mapping[str, frozenset[str]]
    english: Mapping[str, Sequence[str]]
    german: frozenset[str]
    foreign: Mapping[str, Sequence[str]]
    """The stems that are not English by their first letters."""


@functools.lru_cache(maxsize=10_000)
def alike(stem: str, language: str = "en") -> frozenset[str]:
    """Return the stems of the words that mean much the same as one; none where the thesaurus does not know it."""
    known = _book(language != "en").alike
    return frozenset().union(*(known[part] for part in _parts(stem, language)))


@functools.lru_cache(maxsize=10_000)
def in_english(stem: str, language: str) -> tuple[str, ...]:
    """Return English words for the stem of a German, French or Spanish one; none where the thesaurus knows none."""
    english = _book(True).english
    return tuple(dict.fromkeys(word for part in _parts(stem, language) for word in english.get(part, ())))


def _parts(stem: str, language: str) -> tuple[str, ...]:
    """Return the known stems of a word: itself, the two of a German compound, or a foreign word that is bent otherwise."""
    book = _book(language != "en")
    if stem in book.alike:
        return (stem,)
    compound = _compound(stem, book.german)
    if compound or language == "en" or len(stem) < _SHORTEST_PART:
        return compound
    likely = book.foreign.get(stem[:_SHORTEST_PART], ())
    shared = [(_shared(stem, each), -len(each), each) for each in likely]
    best = max((each for each in shared if each[0] >= _SAME_PART * max(len(stem), -each[1])), default=None)
    return (best[2],) if best else ()


def _compound(stem: str, german: frozenset[str]) -> tuple[str, ...]:
    if len(stem) >= _SHORTEST_COMPOUND:
        for cut in range(len(stem) - _SHORTEST_PART, _SHORTEST_PART - 1, -1):
            last = stem_of(stem[cut:])
            if last not in german:
                continue
            for link in _LINKS:
                first = stem_of(stem[:cut].removesuffix(link)) if stem[:cut].endswith(link) else ""
                if first in german:
                    return first, last
    return ()


def _shared(one: str, other: str) -> int:
    """Return how many letters two words have in common from the first on."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


@functools.cache
def _book(for_others: bool) -> _Book:
    alike_to: dict[str, set[str]] = {}
    english: dict[str, list[str]] = {}
    german: set[str] = set()
    lists = read_vocabulary("thesaurus.json")
    for line in [*lists["groups"], *(lists["of_other_languages"] if for_others else ())]:
        languages = [[token for token in tokens_of(part) if not token.is_small] for part in line.split("|")]
        group = {token.stem for part in languages for token in part}
        for each in group:
            alike_to.setdefault(each, set()).update(group)
        words = [token.plain for token in languages[0][:_MOST_WORDS]]
        for each in group - {token.stem for token in languages[0]}:
            english.setdefault(each, []).extend(words)
        german |= {token.stem for token in languages[_GERMAN]} if len(languages) > _GERMAN else set()
    foreign: dict[str, set[str]] = {}
    for each in english:
        foreign.setdefault(each[:_SHORTEST_PART], set()).add(each)
    return _Book(
        {each: frozenset(group - {each}) for each, group in alike_to.items()},
        {each: words[: _MOST_GROUPS * _MOST_WORDS] for each, words in english.items()},
        frozenset(german),
        {start: sorted(each) for start, each in foreign.items()},
    )
