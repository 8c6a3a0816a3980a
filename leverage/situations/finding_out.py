"""What to find out first: what the situation is about and no deal of this vendor recorded."""

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from leverage.brief import Brief
from leverage.situations.hearing import Heard
from leverage.situations.matching import Matched
from leverage.text import fold
from leverage.words import read_vocabulary

MOST_QUESTIONS = 6
EVERY = "*"


@dataclass(frozen=True)
class _Question:
    """A question, the concepts it belongs to, and the fields and terms of a deal that answer it."""

    ask: str
    about: frozenset[str]
    fields: tuple[str, ...]
    terms: frozenset[str]


def questions_about(brief: Brief, heard: Heard, matched: Matched) -> tuple[str, ...]:
    """Return the questions that no deal of the vendor answers: about the situation first, then those of any meeting."""
    return tuple(dict.fromkeys(_questions(brief, heard, matched)))[:MOST_QUESTIONS]


def _questions(brief: Brief, heard: Heard, matched: Matched) -> Iterator[str]:
    said = {match.concept for moment in matched.moments for match in moment.matches}
    for each in heard.concepts:
        if each.concept not in said and each.label not in matched.left_out:
            yield f"How did they react to {each.label} before? No deal says."
    asked = {each.concept for each in heard.concepts}
    raised = {fold(term) for deal in brief.deals for term in (*deal.flexible_on, *deal.firm_on)}
    wanted = [question for question in _known_questions() if question.about & {*asked, EVERY}]
    open_ = [question for question in wanted if not question.terms & raised and not _is_recorded(brief, question.fields)]
    yield from (question.ask for question in open_ if question.about & asked)
    yield from (question.ask for question in open_ if EVERY in question.about)


def _is_recorded(brief: Brief, fields: Sequence[str]) -> bool:
    return any(getattr(deal, name) not in (None, ()) for name in fields for deal in brief.deals)


@functools.cache
def _known_questions() -> tuple[_Question, ...]:
    rows = read_vocabulary("find_out.json")["questions"]
    return tuple(
        _Question(row["ask"], frozenset(row["about"]), tuple(row["fields"]), frozenset(map(fold, row.get("terms", ()))))
        for row in rows
    )
