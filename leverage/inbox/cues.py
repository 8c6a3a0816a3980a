"""Words that say how a note speaks of something, found all at once: `data/inbox_words.json`, by language."""

import functools
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from leverage.words import read_vocabulary

LANGUAGES = ("en", "de", "es", "fr", "it", "pt", "nl")
VOCABULARY = "inbox_words.json"
TALK_VOCABULARY = "inbox_dialogue.json"
DEEDS_VOCABULARY = "inbox_signals.json"
DEED = "did: "  # before the kind of signal, in the name of the list that says it
STANCE_VOCABULARY = "inbox_stances.json"

_STEM = 3  # letters of an open word by which it is looked up
_ANY = "~"  # in a phrase: up to three words of any kind
_MOST_SKIPPED = 3
_FEWEST_SMALL = 3  # small words that make a language one of the text's
_FEWEST_TELLING = 2
_SURE = 1.5  # what a word counts that one language alone has
_SHARE = 3  # a further language has at least two thirds as many
_CONTRACTED = frozenset(
    f"{verb}nt" for verb in ("did", "does", "would", "could", "should", "is", "was", "were", "has", "ca", "wo")
)
_WORD = re.compile(r"[^\W_]+|%")
_SAME = {ord("ß"): "s", ord("’"): "'", ord("‘"): "'", ord("´"): "'", ord("`"): "'", ord("“"): '"', ord("”"): '"', ord("„"): '"'}
_SAME |= {ord("«"): '"', ord("»"): '"', ord("–"): "-", ord("—"): "-", ord("−"): "-", ord("‐"): "-", ord("‑"): "-"}


class Word(NamedTuple):
    """A word of a text, folded, and its place."""

    plain: str
    start: int
    end: int


class Cue(NamedTuple):
    """Words that say something: the name of their list, and their place."""

    name: str
    start: int
    end: int


class _Phrase(NamedTuple):
    name: str
    words: tuple[str, ...]


def folded(text: str) -> str:
    """Return a text without case and accents, character by character: places in it are places in the text."""
    if text.isascii():
        return text.lower()
    return "".join(char if char < "\x80" else _folded_char(char) for char in text).lower().translate(_SAME)


@functools.lru_cache(maxsize=4_096)
def _folded_char(char: str) -> str:
    """Return one character for one: its letter without marks, itself where that would be several."""
    bare = "".join(each for each in unicodedata.normalize("NFKD", char) if not unicodedata.combining(each)).lower()
    if len(bare) == 1:
        return " " if bare.isspace() else bare
    return char if len(char.lower()) == 1 else " "


def words_of(plain: str, start: int = 0, end: int | None = None) -> list[Word]:
    """Return the words of a folded text between two places."""
    found = _WORD.finditer(plain, start, len(plain) if end is None else end)
    return [word for match in found for word in _apart(match.group(), match.start(), match.end())]


def _apart(word: str, start: int, end: int) -> Iterator[Word]:
    """Yield a word, one that was written without its apostrophe as the two that it is: `didnt`."""
    if word in _CONTRACTED:
        yield Word(word[:-1], start, end - 1)
        yield Word("t", end - 1, end)
    else:
        yield Word(word, start, end)


def languages_of(words: Sequence[Word]) -> frozenset[str]:
    """Return the languages that a text is written in, by its small words, else by what it says; all where too little tells."""
    for known, fewest in ((_small_words(), _FEWEST_SMALL), (_telling_words(), _FEWEST_TELLING)):
        counts = dict.fromkeys(LANGUAGES, 0.0)
        for word in words:
            spoken = known.get(word.plain, ())
            for language in spoken:
                counts[language] += _SURE if len(spoken) == 1 else 1
        most = max(counts.values())
        if most >= fewest:
            return frozenset(language for language, count in counts.items() if count * _SHARE >= most * (_SHARE - 1)) | {"en"}
    return frozenset(LANGUAGES)


def cues_in(words: Sequence[Word], languages: frozenset[str], names: frozenset[str] | None = None) -> list[Cue]:
    """Return every cue in a run of words, in order; of two of one list that begin at a word, the longer.

    One that leaves words between out is taken where no other begins there, and then the one that leaves out the fewest.
    """
    book = _book(languages)
    found: list[Cue] = []
    for at, word in enumerate(words):
        longest: dict[str, int] = {}
        nearest: dict[str, int] = {}
        following = words[at + 1].plain if at + 1 < len(words) else ""
        for key in (word.plain, word.plain[:_STEM] + "*", word.plain[:2] + "*"):
            for phrase in book.get(key, ()):
                if names is not None and phrase.name not in names:
                    continue
                if len(phrase.words) > 1 and phrase.words[1][-1] not in "*~" and following != phrase.words[1]:
                    continue
                end = _end_of(phrase.words, words, at)
                if end is None:
                    continue
                if _ANY in phrase.words:
                    nearest[phrase.name] = min(end, nearest.get(phrase.name, end))
                elif end > longest.get(phrase.name, 0):
                    longest[phrase.name] = end
        found.extend(Cue(name, word.start, words[end - 1].end) for name, end in (nearest | longest).items())
    return found


def _end_of(phrase: tuple[str, ...], words: Sequence[Word], at: int, step: int = 0) -> int | None:
    """Return the place behind a phrase that stands at a word, None where it does not."""
    for n in range(step, len(phrase)):
        if phrase[n] == _ANY:
            ends = (_end_of(phrase, words, at + skipped, n + 1) for skipped in range(_MOST_SKIPPED + 1))
            return next((end for end in ends if end is not None), None)
        if at >= len(words) or not _is(phrase[n], words[at].plain):
            return None
        at += 1
    return at


def _is(pattern: str, word: str) -> bool:
    return word.startswith(pattern[:-1]) if pattern.endswith("*") else word == pattern


@functools.lru_cache(maxsize=64)
def _book(languages: frozenset[str]) -> Mapping[str, Sequence[_Phrase]]:
    """Return the phrases of some languages by their first word, or its first letters."""
    book: dict[str, list[_Phrase]] = defaultdict(list)
    seen: set[_Phrase] = set()
    talk = read_vocabulary(TALK_VOCABULARY)["cues"]
    deeds = {f"{DEED}{kind}": lists for kind, lists in read_vocabulary(DEEDS_VOCABULARY).items()}
    stances = read_vocabulary(STANCE_VOCABULARY)["cues"]
    lists_of = (read_vocabulary(VOCABULARY), talk, deeds, stances, _crossed())
    for name, lists in (named for each in lists_of for named in each.items()):
        if name == "small_words":
            continue
        for language in languages & lists.keys():
            for written in phrases_in(lists[language]):
                phrase = _Phrase(name, written)
                if phrase not in seen:
                    seen.add(phrase)
                    first = written[0]
                    book[first[:-1][:_STEM] + "*" if first.endswith("*") else first].append(phrase)
    return book


@functools.cache
def _crossed() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Return what a side is with every word by which it is so on something: `relaxed ~ about`."""
    data = read_vocabulary(STANCE_VOCABULARY)
    crossed: dict[str, dict[str, Sequence[str]]] = {}
    for name, lists in data["crossed"].items():
        for language, listed in lists.items():
            behind = [" ".join(words) for words in phrases_in(data["on"][language])]
            crossed.setdefault(name, {})[language] = [
                f"{' '.join(words)} {_ANY} {on}" for words in phrases_in(listed) for on in behind
            ]
    return crossed


def phrases_in(listed: str | Sequence[str]) -> list[tuple[str, ...]]:
    """Return the phrases of a list of the vocabulary as folded words, `*` behind a word that may go on."""
    lines = [listed] if isinstance(listed, str) else listed
    return [tuple(folded(phrase).split()) for line in lines for phrase in line.split(",") if phrase.strip()]


@functools.cache
def word_set(name: str) -> frozenset[str]:
    """Return a set of folded words of all languages (`data/inbox_sets.json`)."""
    words: str = read_vocabulary("inbox_sets.json")[name]
    return frozenset(words.split())


@functools.cache
def _small_words() -> Mapping[str, Sequence[str]]:
    by_word: dict[str, list[str]] = defaultdict(list)
    for language, listed in read_vocabulary(VOCABULARY)["small_words"].items():
        for (word,) in phrases_in(listed):
            by_word[word].append(language)
    return by_word


@functools.cache
def _telling_words() -> Mapping[str, Sequence[str]]:
    """Return the languages of each word that stands alone in a list."""
    by_word: dict[str, set[str]] = defaultdict(set)
    for name, lists in read_vocabulary(VOCABULARY).items():
        for language, listed in lists.items():
            for phrase in phrases_in(listed):
                if len(phrase) == 1 and len(phrase[0]) > _STEM and name != "small_words":
                    by_word[phrase[0].rstrip("*")].add(language)
    return {word: sorted(languages) for word, languages in by_word.items()}
