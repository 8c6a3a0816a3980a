"""Answers: a bank's memories in the order in which they answer a question, each with why it is there.

The order follows the meaning above all. Shared words and concepts, the facet and the product that the question is about,
and how recent a memory is add a little each, so that they decide between memories that are near anyway.
"""

from dataclasses import dataclass
from datetime import date

import numpy as np
import numpy.typing as npt

from leverage.memory.records import Memory
from leverage.memory.vectors import Matrix
from leverage.ranking.filters import Filters
from leverage.ranking.meaning import Meanings
from leverage.ranking.questions import Question, read_question
from leverage.ranking.reasons import Named, reason_of
from leverage.ranking.shelf import Group, Shelf

NEAR = 0.3  # cosine; below it a sentence of the model that ships has nothing to do with the question
NEAR_BESIDE = 0.4  # the same beside sentences that share words or topics with the question
RECENT_YEARS = 2

_WORDS = 0.2
_CONCEPTS = 0.3
_FACET = 0.05
_PRODUCT = 0.05
_RESULT = 0.3
_YEAR = 0.1
_DEPARTMENT = 0.05
_MOST = 0.15
_FACTS = 3  # that stand above a denial of them
_LAST_DEALS = 0.02
_RECENT = 0.02

_LEAST = 0.001
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
    question = read_question(text, shelf.names.without_vendor(text))
    alone, told = meanings.of(question)
    left = shelf.left_by(filters)
    if not left:
        return []
    cosines = np.vecdot(vectors, alone)  # on one core: for so little, several wait for each other where others work, too
    meaning = cosines if told is alone else np.vecdot(vectors, told)
    words, spoken = shelf.lexicon.shared_words(question), shelf.lexicon.shared_concepts(question)
    by_text = meaning + _WORDS * words + _CONCEPTS * spoken
    since = _recent_since(today or shelf.newest_day)
    named = Named(shelf, question)
    total = by_text[shelf.places] + _bonus(shelf, question, named) + _recency(shelf, since)
    if not filters.is_open:
        for number, group in left.items():  # the newest that passes may say it in other words
            if group.newest.place != shelf.places[number]:
                total[number] += by_text[group.newest.place] - by_text[shelf.places[number]]
    if not question.denies:
        _put_denials_below(total, shelf, question, spoken + words)
    total = np.round(total, 5)  # what differs by less is equal: the last digits depend on how many rows there are
    numbers = np.fromiter(left, np.int64, len(left))
    best = numbers[np.argsort(-total[numbers], kind="stable")[:limit]]
    reasons = {
        number: reason_of(shelf, question, left[number].newest, named, float(meaning[left[number].newest.place]))
        for number in best.tolist()
    }
    near_from = NEAR_BESIDE if any(reason.is_shared for reason in reasons.values()) else NEAR
    hits = []
    for number, reason in reasons.items():
        group = left[number]
        place, day = group.newest.place, group.newest.day
        is_last = not shelf.last_deals.isdisjoint(group.deal_ids)
        is_old = bool(day) and day < since and not is_last
        is_near = reason.is_shared or float(meaning[place]) >= near_from
        why = reason.words or ("near in meaning" if is_near else "the closest there is",)
        hits.append(Hit(group, float(cosines[place]), (*why, *_when(is_last, is_old)), is_old, is_near))
    return hits


def _bonus(shelf: Shelf, question: Question, named: Named) -> Scores:
    """Return for each group what the facet and the product that a question asks about are worth."""
    bonus = np.zeros(len(shelf.groups), np.float32)
    for facet in question.facets & shelf.facets.keys():
        bonus[shelf.facets[facet]] += _FACET
    if "summary" in shelf.facets and "summary" not in question.facets:
        bonus[shelf.facets["summary"]] -= _FACET  # it names everybody and everything, and answers little
    wanted = (
        (question.wants_highest, shelf.percents),
        (question.wants_steepest, shelf.uplifts),
        (question.wants_longest, shelf.pay_days),
    )
    for is_wanted, amounts in wanted:
        if is_wanted and len(amounts) and amounts.max() > 0:
            bonus += _MOST * amounts / amounts.max()
    for product in named.products:
        bonus[shelf.of_product(product)] += _PRODUCT
    if question.result is not None and question.result in shelf.results:
        bonus[shelf.results[question.result]] += _RESULT
    if question.years:
        bonus[shelf.of_years(question.years)] += _YEAR
    for department in named.departments:
        bonus[shelf.of_department(department)] += _DEPARTMENT
    return bonus


def _put_denials_below(total: Scores, shelf: Shelf, question: Question, said: Scores) -> None:
    """Lower what denies the matter of a question outright below the best facts about it, where there are any."""
    is_denied = shelf.lexicon.is_denied(question)[shelf.places] > 0
    if not is_denied.any():
        return
    facts = np.sort(total[~is_denied & (said[shelf.places] >= said[shelf.places][is_denied].max() / 2)])[-_FACTS:]
    if len(facts):
        total[is_denied] = np.minimum(total[is_denied], facts[0] - _LEAST)


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
