"""The words that company names are made of, from `data/company_names.json`, and what kind of word each is."""

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Generic, NamedTuple, TypeVar

from leverage.naming.letters import LEGAL_SIGN, plain_letters
from leverage.words import read_vocabulary

_T = TypeVar("_T")


class Kind(Enum):
    """What a word of a name tells about the firm."""

    LEGAL = "the firm's legal form"
    SMALL = "nothing: of, and, the"
    PLACE = "where it is"
    FORM = "how it is organised: group, holding, sales office"
    BUSINESS = "what any firm of the day does: systems, services, software"
    TRADE = "its line of business: tells apart firms that share a name"
    GIVEN = "a first name, which may be left out"
    COMMON = "a name that many unrelated firms chose"
    INITIAL = "initials, or a letter that numbers"
    NUMBER = "a number: tells siblings apart"
    NAME = "anything else: the name itself"


WEAK = frozenset({Kind.PLACE, Kind.FORM, Kind.BUSINESS})
PROPER = frozenset({Kind.NAME, Kind.GIVEN, Kind.COMMON})


class Phrases(Generic[_T]):
    """Phrases of one or more words with what they mean; the longest one that starts at a word is found."""

    def __init__(self, phrases: Iterable[tuple[str, _T]]) -> None:
        self._by_first: dict[str, dict[tuple[str, ...], _T]] = {}
        for phrase, meaning in phrases:
            words = tuple(words_of(phrase))
            self._by_first.setdefault(words[0], {}).setdefault(words, meaning)
        self._by_length = {
            first: sorted(phrases.items(), key=lambda item: -len(item[0])) for first, phrases in self._by_first.items()
        }

    @property
    def firsts(self) -> frozenset[str]:
        """The words that a phrase starts with."""
        return frozenset(self._by_length)

    def at(self, words: Sequence[str], start: int) -> tuple[int, _T] | None:
        """Return length in words and meaning of the longest phrase at `start`, or None."""
        for phrase, meaning in self._by_length.get(words[start], ()):
            length = len(phrase)
            if length == 1 or tuple(words[start : start + length]) == phrase:
                return length, meaning
        return None


class Meaning(NamedTuple):
    """Kind of a word or phrase, and the code of the country where it is a place."""

    kind: Kind
    place: str = ""


class Lexicon(NamedTuple):
    """All that is known about words in names."""

    legal: Phrases[bool]  # whether the form may stand in front
    meanings: Phrases[Meaning]
    abbreviations: Phrases[str]
    notes: Phrases[bool]
    labels: Phrases[bool]
    streets: Phrases[bool]
    street_endings: tuple[str, ...]
    joins: Phrases[str]  # the reason for a suggestion by what stands behind the join
    firsts: frozenset[str]  # the words that a legal form, meaning, abbreviation or note starts with


def words_of(text: str) -> list[str]:
    """Return the words of a phrase in the data file, in plain letters."""
    return plain_letters(text).split()


@functools.cache
def lexicon() -> Lexicon:
    """Return the lexicon, read once."""
    data = read_vocabulary("company_names.json")
    in_front = {" ".join(words_of(form)) for form in data["legal_forms_in_front"]} | {LEGAL_SIGN}
    forms = in_front | {" ".join(words_of(form)) for forms in data["legal_forms"].values() for form in forms}
    forms.discard("the")
    legal = Phrases((form, form in in_front) for form in forms)
    meanings = Phrases(_meanings(data))
    abbreviations = Phrases(
        (short, " ".join(words_of(word))) for word, shorts in data["abbreviations"].items() for short in shorts
    )
    notes = Phrases((note, True) for note in data["notes"])
    return Lexicon(
        legal,
        meanings,
        abbreviations,
        notes,
        labels=Phrases((label, True) for label in data["number_labels"]),
        streets=Phrases((street, True) for street in data["street_words"]),
        street_endings=tuple({" ".join(words_of(ending)) for ending in data["street_endings"]}),
        joins=Phrases((join, reason) for reason, joins in data["joins"].items() for join in joins),
        firsts=legal.firsts | meanings.firsts | abbreviations.firsts | notes.firsts,
    )


def _meanings(data: Mapping[str, Any]) -> Iterator[tuple[str, Meaning]]:
    """Yield each phrase with its meaning; the first of two meanings counts."""
    for code, names in data["places"].items():
        yield from ((name, Meaning(Kind.PLACE, code)) for name in names)
    for section, kind in (
        ("small_words", Kind.SMALL),
        ("given_names", Kind.GIVEN),
        ("number_words", Kind.NUMBER),
        ("form_words", Kind.FORM),
        ("business_words", Kind.BUSINESS),
        ("trade_words", Kind.TRADE),
        ("common_words", Kind.COMMON),
    ):
        yield from ((word, Meaning(kind)) for word in data[section])
