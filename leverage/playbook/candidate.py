"""A candidate: a lesson that code would suggest, and how telling it is beside others."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from leverage.brief import cite
from leverage.deals import Deal
from leverage.keeping import LESSONS, id_for
from leverage.lesson_records import Lesson, Origin, Recommendation
from leverage.stems import tokens_of
from leverage.text import fold
from leverage.vocabulary import terms
from leverage.wording import OUTCOMES, show_base, show_day, show_percent

LONGEST_NAME = 70  # characters of a tactic or a term in a title
LONGEST_QUOTE = 220
MOST_TOLD = 2  # deals that a text names, before the rest is counted


class Candidate(NamedTuple):
    """A lesson and its weight: 3 something changed or was contradicted, 2 it was seen again, 1 once only."""

    weight: int
    lesson: Lesson


def candidate(
    weight: int,
    heading: str,
    day: date,
    text: str,
    deal_ids: Iterable[str],
    origin: Origin = "deal",
    recommends: Recommendation | None = None,
) -> Candidate:
    """Return a candidate; its id is made from the title alone, so that the same lesson is the same whenever it is made."""
    told = id_for(LESSONS, None, {"subject": fold(heading)})
    return Candidate(weight, Lesson(told, heading, day, text, tuple(dict.fromkeys(deal_ids)), origin, recommends))


def shortened(text: str, most: int) -> str:
    """Return a text as one line of at most so many characters, cut between words where that can be."""
    line = " ".join(text.split())
    if len(line) <= most:
        return line
    cut = line[: most - 1]
    return f"{cut[: cut.rfind(' ')] if cut.rfind(' ') > most // 2 else cut}…"


def quoted(name: str) -> str:
    """Return a tactic or a term in quotation marks, as short as a title needs it."""
    return f"“{shortened(name, LONGEST_NAME).strip('“”')}”"


def deal_words(deal: Deal) -> str:
    """Return a deal in words, with how it ended: `Azure on 14 Oct 2026, agreed at 20% off list`."""
    off = show_base(deal.discount_base) if deal.discount_base else ""
    got = f" at {show_percent(deal.discount_pct)} {off}".rstrip() if deal.discount_pct and deal.is_agreed else ""
    product = f"{shortened(deal.product, LONGEST_NAME)} on " if deal.product else ""
    return f"{product}{show_day(deal.deal_date)}, {OUTCOMES[deal.outcome].lower()}{got}"


def deals_words(deals: Sequence[Deal]) -> str:
    """Return the newest of some deals in words, and how many more there are."""
    told = [deal_words(deal) for deal in deals[:MOST_TOLD]]
    more = len(deals) - len(told)
    return "; ".join([*told, *([f"{more} earlier"] if more else [])])


def by_id(deals: Iterable[Deal]) -> dict[str, Deal]:
    """Return deals by the id under which a brief cites them."""
    return {cite(deal): deal for deal in deals}


def vocabulary_entry(term: str, deals: int) -> Recommendation | None:
    """Return that a term is worth an entry in the vocabulary, where two deals use it and the forms suggest none like it."""
    if deals < 2 or _stems(term) in map(_stems, terms()):
        return None
    return Recommendation("vocabulary", f"Suggest “{shortened(term, LONGEST_NAME)}” in the forms as a term.")


def _stems(term: str) -> tuple[str, ...]:
    return tuple(token.stem for token in tokens_of(fold(term)))
