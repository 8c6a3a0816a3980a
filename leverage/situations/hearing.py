"""What a text is about: known concepts, else its own content words; its numbers stand apart."""

import functools
import re
import unicodedata
from dataclasses import dataclass, replace

from leverage.concepts import spans_in
from leverage.errors import LeverageError
from leverage.situations.polarity import Spoken, is_word_for_word, spoken
from leverage.stems import plain_word, stem, tokens_of
from leverage.words import read_vocabulary

MOST_CHARACTERS = 4_000  # of a text are heard; nobody says more in one breath
MOST_NUMBERS = 12
SHORTEST_WORD = 3
NOT_THERE = ("denied", "withdrawn")
UNTELLING = frozenset({"agreed_price", "total_value", "next_meeting"})  # said in passing: a price is named in every deal
WEAK = frozenset({"renewal", "flexibility", "concession", "refusal", "relationship", "meeting_style"})  # beside anything else

_FIRST_HAN = 0x2E7F
_INITIALS = 2
_NUMBER = re.compile(r"(?:[$€£]\s?)?\b\d+(?:[.,'’]\d+)*(?:\s?(?:%|percent\b|days?\b|months?\b|years?\b|[kKmM]\b))?")
_BLANK_TEXT = "Nothing was said yet. Write what they said or did, in your own words."


@dataclass(frozen=True)
class Heard:
    """What a text is about: its concepts, each once; its other content words by stem; and its numbers.

    `denied` are the concepts of which it says that they were not, or are withdrawn: nothing is looked up for them.
    """

    text: str
    concepts: tuple[Spoken, ...]
    words: dict[str, str]
    numbers: tuple[str, ...]
    denied: tuple[Spoken, ...] = ()


def clean_text(text: str) -> str:
    """Return a text in one line without what no page can show. Raises LeverageError where nothing is left."""
    if not isinstance(text, str):
        raise LeverageError(_BLANK_TEXT)
    shown = "".join(char if unicodedata.category(char) not in ("Cc", "Cs", "Cn", "Co") else " " for char in text)
    cleaned = " ".join(unicodedata.normalize("NFC", shown).split())
    if not any(char.isalnum() for char in cleaned):
        raise LeverageError(_BLANK_TEXT)
    return cleaned


def hear(text: str, vendor_names: tuple[str, ...] = ()) -> Heard:
    """Return what a clean text is about; the vendor's own names are no content."""
    part = text[:MOST_CHARACTERS]
    named = _each_once(spoken(part, is_theirs=is_word_for_word(part)))
    denied = tuple(each for each in named if each.stance in NOT_THERE and each.concept not in WEAK)
    concepts = _telling(tuple(each for each in named if each.stance not in NOT_THERE), is_alone=not denied)
    own = {stem for name in vendor_names for stem in words_in(name)} | _spanned(part)
    words = {stem: word for stem, word in words_in(part).items() if stem not in own}
    numbers = tuple(dict.fromkeys(found[0].strip() for found in _NUMBER.finditer(part)))[:MOST_NUMBERS]
    return Heard(text, concepts, words, numbers, denied)


def _each_once(spoken_of: tuple[Spoken, ...]) -> tuple[Spoken, ...]:
    """Return each concept once: denied only where nothing else is said of it, refused or granted only where that is all."""
    by_concept: dict[str, list[Spoken]] = {}
    for each in spoken_of:
        by_concept.setdefault(each.concept, []).append(each)
    once = []
    for places in by_concept.values():
        kept = [each for each in places if each.stance not in NOT_THERE] or places
        is_one = len({each.stance for each in kept}) == 1
        once.append(kept[0] if is_one else replace(kept[0], stance="said"))
    return tuple(once)


def _telling(concepts: tuple[Spoken, ...], *, is_alone: bool) -> tuple[Spoken, ...]:
    """Return the concepts that can tell one moment from another; what frames every talk only where there is nothing else."""
    telling = tuple(each for each in concepts if each.concept not in UNTELLING)
    strong = tuple(each for each in telling if each.concept not in WEAK)
    return strong or (telling if is_alone else ())


def _spanned(text: str) -> set[str]:
    """Return the stems of the words that say a concept."""
    return {stem for span in spans_in(text) for stem in words_in(span.said.words)}


def words_in(text: str) -> dict[str, str]:
    """Return the content words of a text by their stems, as first written."""
    words: dict[str, str] = {}
    is_shouted = text.isupper()
    for token in tokens_of(text):
        word = text[token.start : token.end]
        is_short = len(word) == _INITIALS and word.isupper() and not is_shouted  # the EU, the UK
        if not token.is_small and not token.is_number and _is_content(token.plain, token.stem, is_short=is_short):
            words.setdefault(token.stem, word)
    return words


def _is_content(plain: str, stem_: str, *, is_short: bool) -> bool:
    is_word = is_short or len(plain) >= SHORTEST_WORD or any(ord(char) > _FIRST_HAN for char in plain)  # one Han sign is a word
    return is_word and plain not in _stop_words() and stem_ not in _stop_stems()


@functools.cache
def _stop_words() -> frozenset[str]:
    lists: dict[str, list[str]] = read_vocabulary("stop_words.json")
    return frozenset(plain_word(word) for words in lists.values() for word in words)


@functools.cache
def _stop_stems() -> frozenset[str]:
    return frozenset(map(stem, _stop_words()))
