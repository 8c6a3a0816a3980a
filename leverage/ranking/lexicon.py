"""The words of a bank: which of its texts say a word or speak of a concept, and how telling that is."""

import functools
import math
import re
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import OSA
from rapidfuzz.process import extractOne

from leverage.concepts import is_ordinary, said_in
from leverage.ranking.questions import Question
from leverage.stems import tokens_of
from leverage.thesaurus import alike

Scores = npt.NDArray[np.float32]
Places = npt.NDArray[np.int32]

_SHORTEST_MENDED = 5  # letters
_ALIKE = 0.9  # of a word that means much the same, where the word itself is 1
_OPENINGS = (
    ("tactic", re.compile(r"\s*tactic", re.IGNORECASE)),
    ("price", re.compile(r"\s*(?:discount|price|contract value)", re.IGNORECASE)),
    ("payment", re.compile(r"\s*(?:payment terms|billing frequency)", re.IGNORECASE)),
    ("flexible", re.compile(r".{0,250}?\bflexib\w+", re.IGNORECASE)),
    ("firm", re.compile(r".{0,250}?\b(?:was firm\b|firmness:)", re.IGNORECASE)),
    ("summary", re.compile(r"\s*(?:negotiation record|on \d)", re.IGNORECASE)),
)


class Lexicon:
    """The stems and concepts of texts by place, each with the places of the texts that have it."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.size = len(texts)
        self._texts = texts
        stems: dict[str, list[int]] = {}
        concepts: dict[str, list[int]] = {}
        for place, text in enumerate(texts):
            told, said = words_of(text)
            for each in told:
                stems.setdefault(each, []).append(place)
            for each in said:
                concepts.setdefault(each, []).append(place)
        self._stems = _arrays(stems)
        self._concepts = _arrays(concepts)

    def concepts_at(self, place: int) -> tuple[str, ...]:
        """Return what the text at a place speaks of."""
        return words_of(self._texts[place])[1]

    def words(self, question: Question) -> Mapping[str, str]:
        """Return the bank's stems that a question says, slips seen through, by the question's own."""
        return {each: meant for each in question.stems if (meant := self._meant(each, question.stems[each]))}

    def shared_words(self, question: Question) -> Scores:
        """Return for each text how much of the question's words it says, the rare ones weighing more: 0 to 1.

        A word that means much the same as one of the question's counts nearly as much as the word itself.
        """
        meant = self.words(question)
        shares = np.zeros(self.size, np.float32)
        total = 0.0
        for each in question.stems:
            said = np.zeros(self.size, np.float32)
            for other in alike(each, question.language):
                if other in self._stems:
                    said[self._stems[other]] = _ALIKE
            if each in meant:
                said[self._stems[meant[each]]] = 1
            weight = self._weight(self._stems[meant[each]] if each in meant else np.flatnonzero(said).astype(np.int32))
            shares += said * weight
            total += weight
        return shares / np.float32(total) if total else shares

    def shared_concepts(self, question: Question) -> Scores:
        """Return for each text how much of what the question speaks of it speaks of, too: 0 to 1."""
        found = [(self._concepts.get(each), weight) for each, weight in question.concepts.items()]
        return self._shares(found, [(self._concepts.get(each), 1.0) for each in question.said])

    def _shares(self, found: Iterable[tuple[Places | None, float]], wanted: Iterable[tuple[Places | None, float]]) -> Scores:
        shares = np.zeros(self.size, np.float32)
        total = sum(self._weight(places) * weight for places, weight in wanted)
        if not total:
            return shares
        for places, weight in found:
            if places is not None:
                shares[places] += self._weight(places) * weight / total
        return np.minimum(shares, 1, out=shares)

    def _weight(self, places: Places | None) -> float:
        """Return how telling it is to say something that so many texts say."""
        count = 0 if places is None else len(places)
        return math.log(1 + (self.size - count + 0.5) / (count + 0.5))

    def _meant(self, stem: str, plain: str) -> str | None:
        if stem in self._stems:
            return stem
        if len(stem) < _SHORTEST_MENDED or not stem.isalpha() or is_ordinary(plain):
            return None
        best = extractOne(stem, self._stems.keys(), scorer=OSA.distance, score_cutoff=1)
        return best[0] if best and best[0][0] == stem[0] else None


@functools.lru_cache(maxsize=10_000)
def words_of(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the stems that a text says and the concepts it speaks of; kept for the texts read last."""
    stems = dict.fromkeys(token.stem for token in tokens_of(text) if not token.is_small)
    return tuple(stems), tuple(each.concept for each in said_in(text, loosely=True))


def facet_of(text: str, facet: str | None) -> str | None:
    """Return what a sentence is about: its facet, or what its opening tells where none was given."""
    if facet is not None:
        return facet
    return next((name for name, opening in _OPENINGS if opening.match(text)), None)


def _arrays(places: Mapping[str, list[int]]) -> dict[str, Places]:
    return {each: np.asarray(found, np.int32) for each, found in places.items()}
