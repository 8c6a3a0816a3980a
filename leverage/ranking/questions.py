"""A question, read: its words, numbers and concepts, its language, and what kind of sentence would answer it."""

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass

from leverage.concepts import MOST_CHARACTERS, concepts, said_in, says_a_topic
from leverage.denials import denials_in
from leverage.stems import Token, is_everyday, is_of_every_deal, language_of, tokens_of, words_in
from leverage.text import fold
from leverage.words import read_vocabulary

NEAR_WEIGHT = 0.3  # of a concept that is only related to one that the question names

_YEAR = re.compile(r"(?:19|20)\d\d")
_NOT_WORKED = re.compile(r"\b(?:not|n['’]t|never)\s+(?:\w+\s+)?(?:work|help|succeed)")


@dataclass(frozen=True)
class Question:
    """A question as the ranking sees it.

    `stems` are its words, each with the plain word, `telling` those that are not in everybody's mouth and `names` those that
    may be a name. `concepts` weighs each concept that it speaks of, related ones less; `sure` are those that it names beyond
    doubt. `facets` are those it asks about, `result` the one it asks for, `years` those it names. `most` says whether it asks
    for the highest or longest, `denies` whether it asks for what was not.
    """

    text: str
    language: str
    stems: Mapping[str, str]
    telling: frozenset[str]
    names: frozenset[str]
    said: tuple[str, ...]
    concepts: Mapping[str, float]
    sure: frozenset[str]
    facets: frozenset[str]
    result: str | None
    years: frozenset[str]
    most: bool
    denies: bool

    @property
    def wants_longest(self) -> bool:
        """Whether longer terms of payment answer it better."""
        return "more_time_to_pay" in self.said

    @property
    def wants_highest(self) -> bool:
        """Whether higher discounts that were agreed answer it better."""
        return self.most and bool({"discount", "rebate"} & set(self.said))

    @property
    def wants_steepest(self) -> bool:
        """Whether higher price increases answer it better."""
        return self.most and "price_increase" in self.said


def read_question(text: str, heard: str | None = None) -> Question:
    """Return a question, read; `heard` is what is left of it without the vendor's own names."""
    text = _readable(text)
    heard = text if heard is None else _readable(heard)
    tokens = list(tokens_of(heard))
    plain = {token.plain for token in tokens}
    said = tuple(each.concept for each in said_in(heard, loosely=True))
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
    words = [token for token in tokens if not token.is_small]
    return Question(
        text,
        language_of(text),
        {token.stem: token.plain for token in words},
        frozenset(token.stem for token in words if not is_everyday(token.plain)),
        frozenset(token.stem for token in words if _may_be_name(heard, token)),
        said,
        weights,
        frozenset(each.concept for each in said_in(heard)),
        frozenset(facets),
        result_asked(heard),
        frozenset(token.plain for token in tokens if _YEAR.fullmatch(token.plain)),
        bool(plain & _words("asks_for_the_most")),
        bool(denials_in(heard)),
    )


def result_asked(text: str) -> str | None:
    """Return `worked` or `failed` where a question asks for what came to that; None where it asks for neither, or whether."""
    plain = [token.plain for token in tokens_of(text)]
    if set(plain) & _words("asks_what_failed") or _NOT_WORKED.search(fold(text)):
        return "failed"
    return "worked" if set(plain) & _words("asks_what_did_work") and not set(plain) & _words("asks_whether") else None


def _may_be_name(text: str, token: Token) -> bool:
    """Say whether a word of a question may be a name: written as one within it, or of no other meaning here."""
    is_within = bool(text[: token.start].strip())
    return (is_within and text[token.start].isupper()) or not (says_a_topic(token.stem) or is_of_every_deal(token.plain))


def _readable(text: str) -> str:
    return text[:MOST_CHARACTERS].encode("utf-8", "replace").decode()  # half a surrogate pair would stop an embedding


@functools.cache
def _words(name: str) -> frozenset[str]:
    return words_in(read_vocabulary("concepts.json")[name])
