"""Answers: a bank's memories in the order in which they answer a question, each with why it is there.

The order follows the meaning above all. Shared words and concepts, the facet and the product that the question is about,
and how recent a memory is add a little each, so that they decide between memories that are near anyway.
"""

from dataclasses import dataclass
from datetime import date

import numpy as np
import numpy.typing as npt

from leverage.concepts import concepts
from leverage.memory.records import Memory
from leverage.memory.vectors import Matrix
from leverage.ranking.filters import Filters
from leverage.ranking.meaning import Meanings
from leverage.ranking.questions import Question, read_question
from leverage.ranking.shelf import Group, Row, Shelf
from leverage.stems import tokens_of
from leverage.text import fold

NEAR = 0.25  # cosine; below it a sentence of the model that ships has nothing to do with the question
CLOSE = 0.45  # cosine from which a sentence is said to be close in meaning
TELLING = 0.34  # of the question's words that a near sentence says, by weight
RECENT_YEARS = 2

_WORDS = 0.2
_CONCEPTS = 0.3
_CONCEPTS_ELSEWHERE = 0.3
_FACET = 0.05
_PRODUCT = 0.05
_MOST = 0.08
_LAST_DEALS = 0.02
_RECENT = 0.02

Scores = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Hit:
    """A group of memories that say the same, with the cosine to the question, what it is there for, and whether it is near."""

    group: Group
    score: float
    why: tuple[str, ...]
    is_old: bool
    is_near: bool


def answers(
    shelf: Shelf, vectors: Matrix, meanings: Meanings, text: str, limit: int, filters: Filters, today: date | None
) -> list[Hit]:
    """Return up to `limit` hits, best first; of equals the newer one. `today` is the newest deal's day where it is None."""
    question = read_question(text)
    alone, told = meanings.of(question)
    left = shelf.left_by(filters)
    if not left:
        return []
    cosines = vectors @ alone
    meaning = cosines if told is alone else vectors @ told
    words, spoken = shelf.lexicon.shared_words(question), shelf.lexicon.shared_concepts(question)
    by_text = meaning + _WORDS * words + (_CONCEPTS if meanings.understands(question) else _CONCEPTS_ELSEWHERE) * spoken
    since = _recent_since(today or shelf.newest_day)
    total = by_text[shelf.places] + _bonus(shelf, question) + _recency(shelf, since)
    if not filters.is_open:
        for number, group in left.items():  # the newest that passes may say it in other words
            if group.newest.place != shelf.places[number]:
                total[number] += by_text[group.newest.place] - by_text[shelf.places[number]]
    total = np.round(total, 5)  # what differs by less is equal: the last digits depend on how many rows there are
    numbers = np.fromiter(left, np.int64, len(left))
    best = numbers[np.argsort(-total[numbers], kind="stable")[:limit]]
    named = _products_in(shelf, question)
    hits = []
    for number in best.tolist():
        group = left[number]
        place, day = group.newest.place, group.newest.day
        cosine = float(cosines[place])
        is_last = not shelf.last_deals.isdisjoint(group.deal_ids)
        is_old = bool(day) and day < since and not is_last
        is_near = float(meaning[place]) >= NEAR or float(spoken[place]) > 0 or float(words[place]) >= TELLING
        why = _why(shelf, question, group.newest, named, float(meaning[place]), is_near)
        hits.append(Hit(group, cosine, (*why, *_when(is_last, is_old)), is_old, is_near))
    return hits


def _bonus(shelf: Shelf, question: Question) -> Scores:
    """Return for each group what the facet and the product that a question asks about are worth."""
    bonus = np.zeros(len(shelf.groups), np.float32)
    for facet in question.facets & shelf.facets.keys():
        bonus[shelf.facets[facet]] += _FACET
    if "summary" in shelf.facets and "summary" not in question.facets:
        bonus[shelf.facets["summary"]] -= _FACET  # it names everybody and everything, and answers little
    for is_wanted, amounts in ((question.wants_highest, shelf.percents), (question.wants_longest, shelf.pay_days)):
        if is_wanted and len(amounts) and amounts.max() > 0:
            bonus += _MOST * amounts / amounts.max()
    for product in _products_in(shelf, question):
        bonus[shelf.of_product(product)] += _PRODUCT
    return bonus


def _products_in(shelf: Shelf, question: Question) -> frozenset[str]:
    """Return the products of the bank that a question names."""
    if not shelf.spelled_products:
        return frozenset()
    told = f" {' '.join(token.plain for token in tokens_of(question.text))} "
    return frozenset(product for product, words in shelf.spelled_products.items() if words and f" {words} " in told)


def _recency(shelf: Shelf, since: str) -> Scores:
    """Return what being recent is worth to each group."""
    bonus = np.zeros(len(shelf.groups), np.float32)
    bonus[shelf.is_of_last_deals] += _LAST_DEALS
    if since:
        bonus[shelf.days >= int(since.replace("-", ""))] += _RECENT
    return bonus


def _recent_since(today: date | None) -> str:
    """Return the day since which a deal is recent, in ISO form."""
    if today is None:
        return ""
    year = max(today.year - RECENT_YEARS, 1)
    is_leap_day = (today.month, today.day) == (2, 29)
    return (today.replace(year=year, day=28) if is_leap_day else today.replace(year=year)).isoformat()


def _why(shelf: Shelf, question: Question, row: Row, named: frozenset[str], meaning: float, is_near: bool) -> list[str]:
    """Return in plain words why a memory is there."""
    text = shelf.texts[row.place]
    why = ["close in meaning"] if meaning >= CLOSE else []
    wanted = set(shelf.lexicon.words(question).values())
    said: dict[str, str] = {}
    for token in tokens_of(text):
        if token.stem in wanted and not token.is_small:
            said.setdefault(token.stem, text[token.start : token.end])
    if said:
        why.append(f"says {', '.join(f'“{word}”' for word in list(said.values())[:3])}")
    spoken = set(shelf.lexicon.concepts_at(row.place))
    why += [f"about {concepts()[each].label}" for each in question.concepts if each in spoken][:2]
    product = row.metadata.get("product")
    if product and fold(product) in named:
        why.append(f"for {product}")
    return why or (["near in meaning"] if is_near else ["the closest there is"])


def _when(is_last: bool, is_old: bool) -> list[str]:
    if is_last:
        return ["among the last three deals"]
    return ["older than 24 months"] if is_old else []


def memory_of(shelf: Shelf, hit: Hit) -> Memory:
    """Return a hit as the memory that it shows: the newest of its group, with the count and the deals of all."""
    newest = hit.group.newest
    noted = newest.metadata
    day = noted.get("date")
    return Memory(
        newest.id,
        shelf.texts[newest.place],
        deal_id=newest.deal_id,
        facet=noted.get("facet"),
        deal_date=date.fromisoformat(day) if day else None,
        logged_by=noted.get("who"),
        department=noted.get("department"),
        result=noted.get("result"),
        version=noted.get("version", 1),
        score=hit.score,
        count=len(hit.group.rows),
        deal_ids=hit.group.deal_ids,
        product=noted.get("product"),
        why=hit.why,
        is_old=hit.is_old,
        is_near=hit.is_near,
    )
