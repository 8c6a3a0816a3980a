"""What a text speaks of, in the terms of a negotiation: the concepts of `data/concepts.json` and the words that say them.

A phrase of the vocabulary is met in any inflection, with small words between, and with a slip of the pen in a longer
word. `#` in a phrase stands for any number, and `=` before a word for this very form of it. Phrases under `loosely` may
mean the concept: recall takes them as a hint, and nothing else is concluded from them. A foreign word that is an English
one, too (“personal”, “former”), counts only in a text of its own language, and what lies within an idiom (“across the
board”) does not count.
"""

import functools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rapidfuzz.distance import OSA

from leverage.embedding import MODEL_FOLDER
from leverage.stems import Token, everyday_stems, language_in, plain_word, stem, tokens_of
from leverage.words import read_vocabulary

LANGUAGES = ("en", "de", "fr", "es")
MOST_CHARACTERS = 20_000  # of a text that is looked through; a question or a note is far shorter

_SHORTEST_MENDED = 5  # letters; a slip in a shorter word may as well be another word
_LONG = 9  # letters from which two slips are seen through
_MOST_SKIPPED = 4  # small words within a phrase
_IDIOM = ""  # the concept of phrases that mean none
_PHRASE_WORD = re.compile(r"#|=?[^\s#]+")


@dataclass(frozen=True)
class Said:
    """A concept that a text speaks of: its id, its label as it reads in a sentence, and the words as written there."""

    concept: str
    label: str
    words: str


@dataclass(frozen=True)
class Span:
    """A place in a text that speaks of a concept: from its first word to its last, counted as `tokens_of` yields them."""

    said: Said
    first: int
    last: int


@dataclass(frozen=True)
class Concept:
    """Something that negotiations are about; `near` are the ids of what is related, `facet` where sentences tell of it.

    What says it for sure is in `phrases`, what may mean it in `hints`. What `happens` did or did not, and may be done by
    `either_side`; all else is a matter that is asked for and granted or refused. A matter may be `part_of` others.
    """

    id: str
    label: str
    near: tuple[str, ...]
    phrases: tuple[str, ...]
    facet: str | None = None
    hints: tuple[str, ...] = ()
    happens: bool = False
    either_side: bool = False
    part_of: tuple[str, ...] = ()


def said_in(text: str, *, loosely: bool = False) -> tuple[Said, ...]:
    """Return the concepts that a text speaks of, in the order of the words that say them, each once; `loosely` also hints.

    Where one phrase lies within another, such as “discount” in “early payment discount”, the longer one counts.
    """
    said: dict[str, Said] = {}
    for span in spans_in(text, loosely=loosely):
        said.setdefault(span.said.concept, span.said)
    return tuple(said.values())


def spans_in(text: str, *, loosely: bool = False) -> Iterator[Span]:
    """Yield every place that speaks of a concept, in order, as `said_in` finds them."""
    text = text[:MOST_CHARACTERS]
    told = tuple(tokens_of(text))
    book = _book()
    language = language_in([token.plain for token in told])
    around = (-1, -1)
    for first, last, concept in sorted(_found(book, told, loosely, language), key=lambda each: (each[0], -each[1], each[2])):
        if last <= around[1] and (first, last) != around:
            continue
        around = (first, last)
        if concept != _IDIOM:
            words = text[told[first].start : told[last].end]
            yield Span(Said(concept, book.concepts[concept].label, words), first, last)


def concepts() -> Mapping[str, Concept]:
    """Return every concept of the vocabulary by id."""
    return _book().concepts


class _Node:
    """A place in the tree of phrases: what may follow, and which concepts a phrase that ends here says."""

    __slots__ = ("after", "concepts", "hints")

    def __init__(self) -> None:
        self.after: dict[str, _Node] = {}
        self.concepts: list[str] = []
        self.hints: list[str] = []


@dataclass(frozen=True)
class _Book:
    """The vocabulary, ready to be looked up."""

    concepts: Mapping[str, Concept]
    root: _Node
    stems: frozenset[str]
    words: Mapping[tuple[str, int], Sequence[str]]
    """The longer words of phrases by first letter and length: what a slip may have meant."""


@functools.cache
def _book() -> _Book:
    known: dict[str, Concept] = {}
    root = _Node()
    stems: set[str] = set()
    words: dict[tuple[str, int], list[str]] = {}
    for entry in read_vocabulary("concepts.json")["concepts"]:
        phrases, hints = _phrases_of(entry), _phrases_of(entry.get("loosely", {}))
        near = tuple(entry.get("near", ()))
        known[entry["id"]] = Concept(
            *(entry["id"], entry["label"], near, phrases, entry.get("facet"), hints),
            *(entry.get("happens", False), entry.get("either_side", False), tuple(entry.get("part_of", ()))),
        )
        bound = _bound_words(entry)
        for phrase in (*phrases, *hints):
            node = root
            for unit, word in _units_of(phrase):
                unit = f"{bound[phrase]}:{unit}" if phrase in bound else unit
                node = node.after.setdefault(unit, _Node())
                stems.add(unit)
                if len(word) >= _SHORTEST_MENDED and word not in words.setdefault((word[0], len(word)), []):
                    words[word[0], len(word)].append(word)
            said = node.concepts if phrase in phrases else node.hints
            if node is not root and entry["id"] not in said:
                said.append(entry["id"])
    for idiom in read_vocabulary("concepts.json")["idioms"]:
        node = root
        for token in tokens_of(idiom):
            unit = f"_{token.plain}" if token.is_small else token.stem
            node = node.after.setdefault(unit, _Node())
            stems.add(unit)
        node.concepts.append(_IDIOM)
    return _Book(known, root, frozenset(stems), words)


def _bound_words(entry: Mapping[str, Any]) -> dict[str, str]:
    """Return the single foreign words of an entry that are English words, too, each with its language."""
    lists = (entry, entry.get("loosely", {}))
    english = {phrase for each in lists for phrase in each.get("en", ())}
    bound: dict[str, str] = {}
    for language in LANGUAGES[1:]:
        for phrase in (phrase for each in lists for phrase in each.get(language, ())):
            words = list(tokens_of(phrase))
            if phrase not in english and len(words) == 1 and _is_english(words[0]):
                bound[phrase] = language
    return bound


def _is_english(token: Token) -> bool:
    """Say whether the embedding knows a word whole, or it stands in everybody's mouth."""
    return token.plain in _ordinary_words() or token.stem in everyday_stems()


def _phrases_of(entry: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(phrase for language in LANGUAGES for phrase in entry.get(language, ())))


def _units_of(phrase: str) -> Sequence[tuple[str, str]]:
    """Return the parts of a phrase as they are looked up, each with the plain word behind it; small words only in short ones."""
    units: list[tuple[str, str, bool]] = []
    for part in _PHRASE_WORD.findall(phrase):
        if part == "#":
            units.append(("#", "", False))
        elif part.startswith("="):
            units.append((f"={plain_word(part[1:])}", "", False))
        else:
            for token in tokens_of(part):
                if token.is_small:
                    units.append((f"_{token.plain}", "", True))
                else:
                    units.append((token.stem, "" if token.is_number else token.plain, False))
    telling = [(unit, word) for unit, word, is_small in units if not is_small]
    return telling if len(telling) > 1 else [(unit, word) for unit, word, _ in units]


def _found(book: _Book, told: Sequence[Token], loosely: bool, language: str) -> Iterator[tuple[int, int, str]]:
    """Yield first token, last token and concept of each phrase, for each concept the longest from a token on."""
    units = [_units_in(token, language) for token in told]
    for before, (at, token) in zip(told, enumerate(told[1:], 1), strict=False):
        if token.plain == "t" and before.plain in contracted() and token.start - before.end == 1:
            units[at] = (*units[at], "not")  # as in “can’t”
    for start, opening in enumerate(units):
        if not opening:
            continue
        best: dict[str, int] = {}
        nodes, skipped = [book.root], 0
        for at in range(start, len(units)):
            met = [after for node in nodes for unit in units[at] if (after := node.after.get(unit))]
            best |= {concept: at for node in met for concept in node.concepts}
            if loosely:
                best |= {concept: at for node in met for concept in node.hints}
            skipped += told[at].is_small
            nodes = [*met, *nodes] if told[at].is_small and at > start and skipped <= _MOST_SKIPPED else met
            if not nodes:
                break
        yield from ((start, last, concept) for concept, last in best.items())


def _units_in(token: Token, language: str) -> tuple[str, ...]:
    if token.is_small:
        unit = f"_{token.plain}"
        return (unit,) if unit in _book().stems else ()
    if token.is_number:
        return token.stem, "#"
    units = _meant(token.plain, token.stem)
    own = f"{language}:{token.stem}"
    return (*units, own) if own in _book().stems else units


@functools.cache
def contracted() -> frozenset[str]:
    """Return what stands before the `t` of a “not” that is drawn together with its verb."""
    return frozenset(read_vocabulary("denials.json")["contracted"].split())


@functools.lru_cache(maxsize=50_000)
def _meant(plain: str, stemmed: str) -> tuple[str, ...]:
    """Return the units of phrases that a word may be; none where no phrase has anything like it."""
    book = _book()
    units = tuple(unit for unit in (stemmed, f"={plain}") if unit in book.stems)
    if units or len(plain) < _SHORTEST_MENDED or is_ordinary(plain):
        return units
    most = 2 if len(plain) >= _LONG else 1
    likely = (word for size in range(-most, most + 1) for word in book.words.get((plain[0], len(plain) + size), ()))
    slips = [(OSA.distance(plain, word, score_cutoff=most), word) for word in likely]
    best = min((each for each in slips if each[0] <= most), default=None)
    return (stem(best[1]),) if best else ()


def says_a_topic(stem_: str) -> bool:
    """Say whether a stem is of a word in which topics are told: it may be meant so even where it is somebody's name."""
    return stem_ in _book().stems or f"={stem_}" in _book().stems


def is_ordinary(plain: str) -> bool:
    """Say whether a plain word is one that the embedding knows whole: it is no slip of another."""
    return plain in _ordinary_words()


@functools.cache
def _ordinary_words() -> frozenset[str]:
    """Return the words that the embedding knows whole, and the verbs of talks in four languages."""
    verbs = read_vocabulary("denials.json")
    common = {word for name in ("raises", "leaves_standing", "gives", "refuses") for line in verbs[name] for word in line.split()}
    try:
        known = json.loads((MODEL_FOLDER / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
    except (OSError, ValueError, KeyError):
        known = ()
    return frozenset(word for word in (*known, *common) if len(word) >= _SHORTEST_MENDED and word.isalpha())
