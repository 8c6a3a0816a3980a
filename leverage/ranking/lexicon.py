"""The words of a bank: which of its texts say a word or speak of a concept, and how telling that is."""

import functools
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import OSA
from rapidfuzz.process import extractOne

from leverage.concepts import is_ordinary, said_in
from leverage.denials import denials_in
from leverage.ranking.matter import Matter, Names, matter_of
from leverage.ranking.questions import Question
from leverage.stems import is_of_every_deal, tokens_of
from leverage.thesaurus import alike

Scores = npt.NDArray[np.float32]
Places = npt.NDArray[np.int32]

NAME = "@"  # before the plain form of a word that is part of a name

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


@dataclass(frozen=True, slots=True)
class _Read:
    """What a text speaks of beyond doubt, and its words as they stand there by stem, those of names by plain form."""

    sure: frozenset[str]
    words: Mapping[str, str]

    @classmethod
    def of(cls, matter: Matter) -> "_Read":
        words: dict[str, str] = {}
        for texts, opening in ((matter.parts, ""), (matter.names, NAME)):
            for text in texts:
                for token in tokens_of(text):
                    if not token.is_small:
                        words.setdefault(f"{opening}{token.plain if opening else token.stem}", text[token.start : token.end])
        sure = (*matter.concepts, *(each.concept for part in matter.parts for each in said_in(part)))
        return cls(frozenset(sure), words)


class Lexicon:
    """The stems and concepts of texts by place, each with the places of the texts that have it."""

    def __init__(self, texts: Sequence[str], names: Names | None = None) -> None:
        self.size = len(texts)
        self._texts = texts
        self._names = names
        stems: dict[str, list[int]] = {}
        concepts: dict[str, list[int]] = {}
        for place in range(self.size):
            told, said = words_of(self.matter_at(place))
            for each in told:
                stems.setdefault(each, []).append(place)
            for each in said:
                concepts.setdefault(each, []).append(place)
        self._stems = _arrays(stems)
        self._concepts = _arrays(concepts)
        self._read: dict[int, _Read] = {}
        self._asked: tuple[Question | None, Mapping[str, str]] = None, {}

    def matter_at(self, place: int) -> Matter:
        """Return what the text at a place says without its frame and without names."""
        matter = matter_of(self._texts[place])
        return self._names.taken_out(matter) if self._names else matter

    def sure_at(self, place: int) -> frozenset[str]:
        """Return what the text at a place speaks of beyond doubt."""
        return self._read_at(place).sure

    def said_at(self, place: int, question: Question) -> Mapping[str, str]:
        """Return the telling words of a question that the text at a place says, as they stand there, by their stems."""
        wanted = {meant: own for own, meant in self.words(question).items() if own in question.telling}
        said: dict[str, str] = {}
        for meant, word in self._read_at(place).words.items():
            if (own := wanted.get(meant)) is not None:
                said.setdefault(own, word)
        return {own: word for own, word in said.items() if not is_of_every_deal(question.stems[own])}

    def _read_at(self, place: int) -> "_Read":
        """Return what a text that answered says; kept, since the same ones answer often."""
        if place not in self._read:
            self._read[place] = _Read.of(self.matter_at(place))
        return self._read[place]

    def share_told(self, said: Iterable[str], question: Question) -> float:
        """Return how much of a question's telling words some are, the rare ones weighing more: 0 to 1."""
        meant = self.words(question)
        weights = {own: self._weight(self._stems.get(meant.get(own, own))) for own in question.telling}
        total = sum(weights.values())
        return sum(weights[own] for own in said) / total if total else 0.0

    def words(self, question: Question) -> Mapping[str, str]:
        """Return the bank's stems that a question says, slips seen through, by the question's own; names as such."""
        asked, known = self._asked
        if asked is not question:  # each answer asks anew
            found = ((each, self._meant(each, plain, each in question.names)) for each, plain in question.stems.items())
            known = {each: meant for each, meant in found if meant}
            self._asked = question, known
        return known

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

    def is_denied(self, question: Question) -> Scores:
        """Return 1 for each text that says outright that what the question speaks of was not."""
        denied = np.zeros(self.size, np.float32)
        for place, spans in self._denials.items():
            told = [words_of(Matter((span,))) for span in spans]
            if any(set(said) & set(question.said) or set(stems) & question.telling for stems, said in told):
                denied[place] = 1
        return denied

    @functools.cached_property
    def _denials(self) -> Mapping[int, tuple[str, ...]]:
        """What texts deny, by place."""
        found = ((place, denials_in(part)) for place in range(self.size) for part in self.matter_at(place).parts)
        denied: dict[int, tuple[str, ...]] = {}
        for place, spans in found:
            if spans:
                denied[place] = (*denied.get(place, ()), *spans)
        return denied

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

    def _meant(self, stem: str, plain: str, may_be_name: bool) -> str | None:
        if stem in self._stems:
            return stem
        if may_be_name and f"{NAME}{plain}" in self._stems:
            return f"{NAME}{plain}"
        if len(stem) < _SHORTEST_MENDED or not stem.isalpha() or is_ordinary(plain):
            return None
        best = extractOne(stem, self._stems.keys(), scorer=OSA.distance, score_cutoff=1)
        if best and best[0][0] == stem[0]:
            return best[0]
        best = extractOne(f"{NAME}{plain}", self._stems.keys(), scorer=OSA.distance, score_cutoff=1) if may_be_name else None
        return best[0] if best and best[0][:2] == f"{NAME}{plain[0]}" else None


@functools.lru_cache(maxsize=10_000)
def words_of(matter: Matter) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the stems that a matter says, names marked as such, and the concepts it speaks of; kept for those read last."""
    stems = dict.fromkeys(
        token.stem for part in (*matter.parts, matter.label, matter.result) for token in tokens_of(part) if not token.is_small
    )
    stems |= dict.fromkeys(f"{NAME}{token.plain}" for name in matter.names for token in tokens_of(name) if not token.is_small)
    said = [each.concept for part in matter.parts for each in said_in(part, loosely=True)]
    return tuple(stems), tuple(dict.fromkeys((*matter.concepts, *said)))


def facet_of(text: str, facet: str | None) -> str | None:
    """Return what a sentence is about: its facet, or what its opening tells where none was given."""
    if facet is not None:
        return facet
    return next((name for name, opening in _OPENINGS if opening.match(text)), None)


def _arrays(places: Mapping[str, list[int]]) -> dict[str, Places]:
    return {each: np.asarray(found, np.int32) for each, found in places.items()}
