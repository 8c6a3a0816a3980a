"""Matters: what an item may be that a vendor moved on or kept, a thing of a contract in few words and no clause."""

import functools
import itertools
from collections.abc import Sequence

from leverage.imports.cells.calendars import month_of
from leverage.inbox.cues import STANCE_VOCABULARY, folded, phrases_in, words_of
from leverage.inbox.note import Note
from leverage.inbox.numerals import number_words
from leverage.words import read_vocabulary

_MOST_WORDS = 12
_SIGNS = frozenset('%"?!€$£|{}<>=')
_AMBIGUOUS = frozenset({"i", "me", "he", "had", "let", "us", "did"})  # words that mean something else in other languages


def is_matter(note: Note, start: int, end: int, *, is_labelled: bool = False) -> bool:
    """Say whether words may be an item: a name of something, no clause, no figure of the price and no turn of speech.

    A label, `Hart bei: Preis`, makes also those items that prose says in passing.
    """
    plain = note.plain[start:end]
    if _SIGNS & set(plain):
        return False
    words = [word.plain for word in words_of(plain)]
    if not words or len(words) > _MOST_WORDS or words[0] in listed("no_first"):
        return False
    if any(word in _never(note.languages) for word in words):
        return False
    if any(first == second for first, second in itertools.pairwise(words)):
        return False
    if not is_labelled and (_is_name(note, start, end) or _is_payment(words)):
        return False
    telling = [
        word for word in words if len(word) > 2 and word.isalpha() and word not in number_words() and month_of(word) is None
    ]
    if is_labelled:
        return bool(telling)
    if not telling or all(word in listed("no_stance") or word in changing() or word in _turns() for word in telling):
        return False
    return " ".join(words) not in _turns()


def _is_payment(words: Sequence[str]) -> bool:
    """Say whether words name terms of payment, which have a field of their own: `pay us within 60 days`."""
    return words[0] in listed("paying") and any(word.isdigit() or word in number_words() for word in words)


def _is_name(note: Note, start: int, end: int) -> bool:
    """Say whether one word within a sentence is written as a name, where not every noun is."""
    word = note.view[start:end]
    before = note.view[max(0, start - 3) : start].rstrip(" \"'")
    is_within = bool(before) and before[-1] not in ".!?:-*\n" and "\n" not in note.view[max(0, start - 2) : start]
    return is_within and "de" not in note.languages and word.isalpha() and word[0].isupper() and word[1:].islower()


@functools.lru_cache(maxsize=64)
def _never(languages: frozenset[str]) -> frozenset[str]:
    lists = read_vocabulary(STANCE_VOCABULARY)["never_in_items"]
    never = {word for language in languages for word in folded(lists[language]).split()}
    return frozenset(never - _AMBIGUOUS if len(languages) > 1 else never)


@functools.cache
def listed(name: str) -> frozenset[str]:
    """Return a list of words of the vocabulary of stances."""
    return frozenset(folded(read_vocabulary(STANCE_VOCABULARY)[name]).split())


def openers() -> frozenset[str]:
    """Return the words that may stand before what a sentence begins with."""
    return listed("openers")


def conjunctions() -> frozenset[str]:
    """Return the words behind which what is said begins: `I note that`."""
    return listed("that")


@functools.cache
def changing() -> frozenset[str]:
    """Return the verbs of what is done to a term: to lower, to drop, to discuss."""
    return frozenset(word for listed in read_vocabulary(STANCE_VOCABULARY)["changing"].values() for word in listed.split())


@functools.cache
def small() -> frozenset[str]:
    """Return the small words between such a verb and the term."""
    return frozenset(word for listed in read_vocabulary(STANCE_VOCABULARY)["small"].values() for word in listed.split())


@functools.cache
def _turns() -> frozenset[str]:
    """Return turns of speech that name nothing: `par contre`."""
    return frozenset(" ".join(words) for words in phrases_in(read_vocabulary(STANCE_VOCABULARY)["turns_of_speech"]))
