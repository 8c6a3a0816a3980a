"""Words without their endings, so that a question meets a sentence that bends the same words otherwise."""

import functools
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from leverage.words import read_vocabulary

_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+|%")
_OF_DEALS = "negotiation"
_PERCENT = frozenset({"percent", "pct", "prozent", "pourcent"})


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a text: where it stands, its plain form and its stem."""

    start: int
    end: int
    plain: str
    stem: str
    is_number: bool = False
    is_small: bool = False
    """Whether it says nothing by itself, as “the” does."""


def tokens_of(text: str) -> Iterator[Token]:
    """Yield the words of a text in order; numbers in words and in figures are numbers alike."""
    for match in _WORD.finditer(text):
        yield Token(match.start(), match.end(), *_read(match.group()))


@functools.lru_cache(maxsize=50_000)
def _read(word: str) -> tuple[str, str, bool, bool]:
    plain = plain_word(word)
    if plain in _small_words():
        return plain, plain, False, True
    if plain[:1].isdigit():
        return plain, plain, True, False
    if plain in _numbers():
        return plain, _numbers()[plain], True, False
    if plain == "%" or plain in _PERCENT:
        return "%", "%", False, False
    return plain, stem(plain), False, False


def language_of(text: str) -> str:
    """Return the language whose small words a text uses most, as `en`, `de`, `fr` or `es`; English where none is ahead."""
    return language_in([plain_word(match.group()) for match in _WORD.finditer(text)])


def language_in(words: Sequence[str]) -> str:
    """Return the language of plain words as `language_of` does."""
    counts = {language: sum(word in small for word in words) for language, small in _small_by_language().items()}
    return max(counts, key=lambda language: (counts[language], language == "en"))


@functools.cache
def _small_by_language() -> Mapping[str, frozenset[str]]:
    lists: Mapping[str, Sequence[str]] = read_vocabulary("concepts.json")["small_words"]
    return {language: words_in(lines) for language, lines in lists.items()}


@functools.cache
def _small_words() -> frozenset[str]:
    return frozenset().union(*_small_by_language().values())


def is_everyday(plain: str) -> bool:
    """Say whether a plain word is in everybody's mouth whatever they talk of, as “time” or “more” (`data/stop_words.json`)."""
    return plain in _everyday_words() or plain in _small_words()


def is_of_every_deal(plain: str) -> bool:
    """Say whether a plain word is one that every talk of a deal has, as “agreed” or “vendor”."""
    return plain in _words_of_every_deal()


@functools.cache
def _everyday_words() -> frozenset[str]:
    lists = read_vocabulary("stop_words.json")
    return frozenset(plain_word(word) for name, words in lists.items() if name != _OF_DEALS for word in words)


@functools.cache
def everyday_stems() -> frozenset[str]:
    """Return the stems of the English words that are everyday, or of every deal."""
    lists = read_vocabulary("stop_words.json")
    return frozenset(stem(plain_word(word)) for word in (*lists["english"], *lists[_OF_DEALS]))


@functools.cache
def _words_of_every_deal() -> frozenset[str]:
    return frozenset(map(plain_word, read_vocabulary("stop_words.json")[_OF_DEALS]))


@functools.cache
def _numbers() -> Mapping[str, str]:
    """Return the figures of numbers in words."""
    return {word: figures for figures, words in read_vocabulary("concepts.json")["numbers"].items() for word in words.split()}


def words_in(lines: Sequence[str]) -> frozenset[str]:
    """Return the words of a list of the vocabulary, which stand several in a line."""
    return frozenset(word for line in lines for word in line.split())


def plain_word(word: str) -> str:
    """Return a word without case and accents."""
    if word.isascii():
        return word.lower()
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


_ENDINGS = (
    *("izations", "ization", "isation", "ations", "ation", "ately", "ating", "ated", "ates", "ate", "ities", "ity"),
    *("ments", "ment", "als", "al", "ly", "ers", "er", "en", "em"),
)
_LEAST_LEFT = {"al": 4, "als": 4, "ment": 3, "ments": 3, "ly": 4}  # letters; 5 for the others


@functools.lru_cache(maxsize=50_000)
def stem(plain: str) -> str:
    """Return the stem of a plain word: rough, and the same for all forms of a word that are at all alike."""
    word = plain
    if len(word) <= 3 or not word.isalpha():
        return word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and _has_vowel(word[: -len(ending)]):
            word = _completed(word[: -len(ending)])
            break
    else:
        for ending in _ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= _LEAST_LEFT.get(ending, 5):
                word = word[: -len(ending)]
                break
    if len(word) > 4 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    if len(word) > 4 and word[-1] in "eao":
        word = word[:-1]
    return word[:-1] + "i" if len(word) > 3 and word.endswith("y") else word


def _has_vowel(word: str) -> bool:
    return any(char in "aeiouy" for char in word)


def _completed(word: str) -> str:
    """Return what is left of `moving` or `cutting` as `move` or `cut`."""
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        return word[:-1]
    is_short = len(word) == 3 and word[0] not in "aeiou" and word[1] in "aeiou" and word[2] not in "aeiouwxy"
    return word + "e" if is_short else word
