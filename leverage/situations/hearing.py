"""What a text is about: known concepts, else its own content words; its numbers stand apart."""

import functools
import re
import unicodedata
from dataclasses import dataclass

from leverage.concepts import Said, said_in
from leverage.errors import LeverageError
from leverage.stems import plain_word, stem, tokens_of
from leverage.words import read_vocabulary

MOST_CHARACTERS = 4_000  # of a text are heard; nobody says more in one breath
MOST_NUMBERS = 12
SHORTEST_WORD = 3
UNTELLING = frozenset({"agreed_price", "total_value", "next_meeting"})  # said in passing: a price is named in every deal
WEAK = frozenset({"renewal", "flexibility", "concession", "refusal", "relationship", "meeting_style"})  # beside anything else

_MOST_KEPT = 20_000
_FIRST_HAN = 0x2E7F
_NUMBER = re.compile(r"(?:[$€£]\s?)?\b\d+(?:[.,'’]\d+)*(?:\s?(?:%|percent\b|days?\b|months?\b|years?\b|[kKmM]\b))?")
_BLANK_TEXT = "Nothing was said yet. Write what they said or did, in your own words."


@dataclass(frozen=True)
class Heard:
    """What a text is about: its concepts; its content words by stem, where it names no concept; and its numbers."""

    text: str
    concepts: tuple[Said, ...]
    words: dict[str, str]
    numbers: tuple[str, ...]


def clean_text(text: str) -> str:
    """Return a text in one line without what no page can show. Raises LeverageError where nothing is left."""
    shown = "".join(char if unicodedata.category(char) not in ("Cc", "Cs", "Cn", "Co") else " " for char in text)
    cleaned = " ".join(unicodedata.normalize("NFC", shown).split())
    if not any(char.isalnum() for char in cleaned):
        raise LeverageError(_BLANK_TEXT)
    return cleaned


def hear(text: str, vendor_names: tuple[str, ...] = ()) -> Heard:
    """Return what a clean text is about; the vendor's own names are no content."""
    part = text[:MOST_CHARACTERS]
    concepts = _telling(said(part))
    own = {stem for name in vendor_names for stem in words_in(name)}
    words = {} if concepts else {stem: word for stem, word in words_in(part).items() if stem not in own}
    numbers = tuple(dict.fromkeys(found[0].strip() for found in _NUMBER.finditer(part)))[:MOST_NUMBERS]
    return Heard(text, concepts, words, numbers)


def _telling(concepts: tuple[Said, ...]) -> tuple[Said, ...]:
    """Return the concepts that can tell one moment from another; what frames every talk only where there is nothing else."""
    telling = tuple(each for each in concepts if each.concept not in UNTELLING)
    return tuple(each for each in telling if each.concept not in WEAK) or telling


@functools.lru_cache(maxsize=_MOST_KEPT)
def said(text: str) -> tuple[Said, ...]:
    """Return the concepts that a text names, kept for as long as texts repeat."""
    return tuple(said_in(text))


def words_in(text: str) -> dict[str, str]:
    """Return the content words of a text by their stems, as first written."""
    words: dict[str, str] = {}
    for token in tokens_of(text):
        if not token.is_small and not token.is_number and _is_content(token.plain, token.stem):
            words.setdefault(token.stem, text[token.start : token.end])
    return words


def _is_content(plain: str, stem_: str) -> bool:
    is_word = len(plain) >= SHORTEST_WORD or any(ord(char) > _FIRST_HAN for char in plain)  # one Han sign is a word
    return is_word and plain not in _stop_words() and stem_ not in _stop_stems()


@functools.cache
def _stop_words() -> frozenset[str]:
    lists: dict[str, list[str]] = read_vocabulary("stop_words.json")
    return frozenset(plain_word(word) for words in lists.values() for word in words)


@functools.cache
def _stop_stems() -> frozenset[str]:
    return frozenset(map(stem, _stop_words()))
