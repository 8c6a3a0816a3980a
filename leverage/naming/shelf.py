"""The shelf: known names in plain letters, laid out so that the few worth a closer look are found in one pass."""

import functools
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import numpy as np
from rapidfuzz import fuzz, process

from leverage.naming.initials import MOST_BEFORE_WORDS, initials_of
from leverage.naming.letters import LEGAL_SIGN, is_misread, mend, plain_letters
from leverage.naming.lexicon import PROPER, WEAK, Kind
from leverage.naming.pieces import MOST_LETTERS
from leverage.naming.readings import Reading, Word
from leverage.naming.slips import slips_between

MOST_READINGS = 4  # of a name that are looked up
MOST_WORDS = 5  # of them all
MOST_FOUND = 150  # names that a word leads to; one that leads to more tells too little
FEW_LETTERS = 4
MOST_ALIKE = 12  # names that are alike letter by letter

_WORD_LIKENESS, _NAME_LIKENESS = 65, 78
_WEIGHTS = {Kind.NAME: 3.0, Kind.GIVEN: 1.0, Kind.COMMON: 2.0, Kind.NUMBER: 2.0, Kind.TRADE: 1.0, Kind.INITIAL: 1.0}
_LEAST_WEIGHT = 0.5
_UNSIGNED = {code: " " for code in range(128) if not chr(code).isalnum()} | {ord("\n"): "\n"}
_SMALL = "(?:(?:and|of|for|the|de|der|des|y|et|und) +)*"  # words that initials pass over

_Weights = defaultdict[int, float]


class Shelf:
    """Known names, ready to be searched."""

    def __init__(self, names: Sequence[str]) -> None:
        text = _plain(names)
        self._words = text.replace("\n", " ").split(" ")
        signs = np.frombuffer(text.encode("ascii", "replace"), np.uint8)
        self._places = np.concatenate(([0], np.cumsum(signs[signs <= ord(" ")] == ord("\n"))))  # of the name, by word
        self._squashed = text.replace(" ", "").split("\n")
        self._text = f"\n{text}\n"

    def find(self, readings: Sequence[Reading], others: Sequence[Reading], most: int) -> list[int]:
        """Return the places of at most `most` names that may be like one of the readings, the likeliest first.

        `others` are other names of the same firm, which are looked up as they are written.
        """
        weights: _Weights = defaultdict(float)
        words: dict[str, Word] = {}
        for reading in readings[:MOST_READINGS]:
            words |= {word.text: word for word in _telling(reading)}
            self._weigh_initials(reading, weights)
        self._weigh_words(list(words.values())[:MOST_WORDS], weights)
        for reading in readings[:2]:
            self._weigh_letters(reading, weights)
        for reading in others:
            for word in _telling(reading)[:2]:
                self._weigh(self._lines(rf"[ \n]{re.escape(word.text)}\b"), 3, weights)
        return sorted(weights, key=lambda at: -weights[at])[:most]

    def _weigh(self, places: Iterable[int], weight: float, weights: _Weights) -> None:
        for at in islice(places, MOST_FOUND):
            weights[at] += weight

    def _weigh_words(self, words: Sequence[Word], weights: _Weights) -> None:
        """Weigh the names that hold one of the words, or one spelled nearly so."""
        texts = [word.text for word in words]
        scores = process.cdist(texts, self._words, scorer=fuzz.ratio, score_cutoff=_WORD_LIKENESS, dtype=np.uint8)
        for word, row in zip(words, scores, strict=True):
            hits = np.flatnonzero(row)
            found: defaultdict[str, list[int]] = defaultdict(list)
            for at, place in zip(hits.tolist(), self._places[hits].tolist(), strict=True):
                found[self._words[at]].append(place)
            weight = _WEIGHTS.get(word.kind, _LEAST_WEIGHT)
            for text, places in found.items():
                if text == word.text or (word.kind in PROPER and _are_alike(text, word.text)):
                    likeness = float(fuzz.ratio(text, word.text) / 100) ** 3
                    self._weigh(dict.fromkeys(places), weight * likeness / (1 + len(places) / MOST_FOUND), weights)

    def _weigh_letters(self, reading: Reading, weights: _Weights) -> None:
        """Weigh the names that start with nearly the same letters, whatever their blanks."""
        letters = _letters_of(reading)
        starts = [line[: len(letters) + 2] for line in self._squashed]
        for _, score, at in process.extract(letters, starts, scorer=fuzz.ratio, score_cutoff=_NAME_LIKENESS, limit=MOST_ALIKE):
            weights[at] += 4 * (score / 100) ** 2

    def _weigh_initials(self, reading: Reading, weights: _Weights) -> None:
        """Weigh the names that the reading's letters spell with their initials, and those that are its initials."""
        shorts = {reading.short} if reading.short else set()
        if len(reading.words) > 1:
            shorts |= initials_of(reading)
        for short in shorts:
            self._weigh(self._lines(rf"\n{short}\b"), 2, weights)
            self._weigh(self._lines(rf"\n{' +'.join(short)}\b".replace("&", "and")), 2, weights)
        if reading.short:
            words = rf"[^\W_]* +{_SMALL}".join(reading.short).replace("&", "and")
            self._weigh(self._lines(rf"\n *{_SMALL}{words}"), 2, weights)

        self._weigh_initials_before_words(reading, weights)

    def _weigh_initials_before_words(self, reading: Reading, weights: _Weights) -> None:
        """Weigh the names that spell the initials before this one's words, and those that have its first words as initials."""
        words = [word.text for word in reading.words if word.kind is not Kind.SMALL]
        if len(words) > 1 and 2 <= len(words[0]) <= MOST_BEFORE_WORDS and words[0].isalpha():
            spelled = rf"[^\W_]* +{_SMALL}".join(words[0])
            self._weigh(self._lines(rf"\n *{_SMALL}{spelled}[^\W_]* +{' +'.join(map(re.escape, words[1:]))}\b"), 2, weights)
        elif 2 < len(words) <= MOST_BEFORE_WORDS + 1:
            letters = " *(?:and +)?".join([re.escape(text[0]) for text in words[:-1]])
            self._weigh(self._lines(rf"\n{letters} +{re.escape(words[-1])}\b"), 2, weights)

    def _lines(self, pattern: str) -> Iterator[int]:
        """Yield the places of the names in which a pattern is found."""
        line = last = 0
        for match in re.finditer(pattern, self._text):
            stop = match.start() + 1  # a pattern may start with the line break before the name
            line += self._text.count("\n", last, stop)
            last = stop
            yield line - 1


@functools.lru_cache(maxsize=2)
def shelf_of(names: tuple[str, ...]) -> Shelf:
    """Return the shelf of some names; the last few are kept."""
    return Shelf(names)


def _telling(reading: Reading) -> list[Word]:
    """Return the words that are worth looking up, the most telling first; all, where none is."""
    words = [word for word in reading.words if word.kind in _WEIGHTS and not word.loose]
    return sorted(words or reading.words, key=lambda word: -_WEIGHTS.get(word.kind, _LEAST_WEIGHT))


def _letters_of(reading: Reading) -> str:
    """Return the letters of a name up to the words behind it that say little: `opentext` of Open Text Services Canada."""
    kept = ""
    named = False
    for word in reading.words:
        if named and word.kind in WEAK and len(kept) >= FEW_LETTERS:
            break
        named = named or word.kind in PROPER
        kept += (word.written or word.text).replace(" ", "")
    return kept


def _are_alike(one: str, other: str) -> bool:
    """Say whether two words may be one, with a slip or cut short."""
    short, long = sorted((one, other), key=len)
    return (len(short) >= 4 and long.startswith(short)) or slips_between(one, other) is not None


def _plain(names: Sequence[str]) -> str:
    """Return the names in plain letters without punctuation, one a line."""
    joined = "\n".join(names)
    damaged = joined.count("\n") != len(names) - 1 or (";" in joined and "&" in joined)
    if damaged or not joined.isascii():
        lines = list(names)
        foreign = [at for at, name in enumerate(names) if not name.isascii()]
        if damaged or is_misread(unicodedata.normalize("NFC", "".join([names[at] for at in foreign]))):
            lines = [mend(name).replace("\n", " ") for name in names]
        if foreign:
            spelled = plain_letters("\n".join([lines[at][:MOST_LETTERS] for at in foreign])).replace(LEGAL_SIGN, " ").split("\n")
            for at, line in zip(foreign, spelled, strict=True):
                lines[at] = line
        joined = "\n".join(lines)
    return joined.lower().replace("&", " and ").replace("'", "").translate(_UNSIGNED)
