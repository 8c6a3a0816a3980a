"""A question, read: its words, numbers and concepts, its language, and what kind of sentence would answer it."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass

from leverage.concepts import MOST_CHARACTERS, concepts, said_in
from leverage.stems import language_of, tokens_of, words_in
from leverage.words import read_vocabulary

NEAR_WEIGHT = 0.3  # of a concept that is only related to one that the question names


@dataclass(frozen=True)
class Question:
    """A question as the ranking sees it.

    `concepts` weighs each concept that it speaks of, related ones less; `facets` are those it asks about. `most` says
    whether it asks for the highest or longest.
    """

    text: str
    language: str
    stems: Mapping[str, str]
    said: tuple[str, ...]
    concepts: Mapping[str, float]
    facets: frozenset[str]
    most: bool

    @property
    def wants_longest(self) -> bool:
        """Whether longer terms of payment answer it better."""
        return "more_time_to_pay" in self.said

    @property
    def wants_highest(self) -> bool:
        """Whether higher percentages answer it better."""
        return self.most and bool({"discount", "rebate", "price_increase"} & set(self.said))


def read_question(text: str) -> Question:
    """Return a question, read."""
    text = text[:MOST_CHARACTERS].encode("utf-8", "replace").decode()  # half a surrogate pair would stop an embedding
    tokens = list(tokens_of(text))
    plain = {token.plain for token in tokens}
    said = tuple(each.concept for each in said_in(text, loosely=True))
    known = concepts()
    weights: dict[str, float] = {}
    for concept in said:
        weights |= dict.fromkeys(known[concept].near, NEAR_WEIGHT)
    weights |= dict.fromkeys(said, 1.0)
    facets = {facet for concept in said if (facet := known[concept].facet)}
    if plain & _words("asks_what_worked"):
        facets.add("tactic")
    if plain & _words("asks_who_or_when"):
        facets.add("summary")
    return Question(
        text,
        language_of(text),
        {token.stem: token.plain for token in tokens if not token.is_small},
        said,
        weights,
        frozenset(facets),
        bool(plain & _words("asks_for_the_most")),
    )


@functools.cache
def _words(name: str) -> frozenset[str]:
    return words_in(read_vocabulary("concepts.json")[name])
