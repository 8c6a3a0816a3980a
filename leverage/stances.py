"""Stances: what a vendor bent on and held on, and what our tactics did."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from leverage.brief import TacticSeen, TermSeen, Try, cite
from leverage.deals import Deal, Tactic
from leverage.text import fold
from leverage.verdicts import Feedback, by_subject

DISCOUNT = "discount"


class Terms(NamedTuple):
    """The terms by stance; a term is in one list only."""

    flexible_on: tuple[TermSeen, ...]
    firm_on: tuple[TermSeen, ...]
    mixed_on: tuple[TermSeen, ...]


class Tactics(NamedTuple):
    """The tactics by what they did; a tactic is in one list only."""

    worked: tuple[TacticSeen, ...]
    failed: tuple[TacticSeen, ...]
    mixed: tuple[TacticSeen, ...]
    unclear: tuple[TacticSeen, ...]


@dataclass
class _Raised:
    """A term in its newest spelling, and the positions of the deals that raised it, newest first."""

    term: str
    flexible: list[int] = field(default_factory=list)
    firm: list[int] = field(default_factory=list)


def count_terms(deals: Sequence[Deal]) -> Terms:
    """Return on what the vendor was flexible, firm or now one, now the other; deals newest first.

    One deal each way makes a term mixed. An agreed discount raises the term "discount", without being a stance.
    """
    raised: dict[str, _Raised] = {}
    for n, deal in enumerate(deals):
        for term in deal.flexible_on:
            _raised_term(raised, term).flexible.append(n)
        for term in deal.firm_on:
            _raised_term(raised, term).firm.append(n)
    ids = [cite(deal) for deal in deals]
    terms: list[TermSeen] = []
    for key, seen in raised.items():
        discounted = [n for n, deal in enumerate(deals) if deal.discount_pct and deal.is_agreed] if key == DISCOUNT else []
        terms.append(_term_seen(seen, discounted, deals, ids))
    return Terms(
        flexible_on=_in_order(term for term in terms if not term.firm_ids),
        firm_on=_in_order(term for term in terms if not term.flexible_ids),
        mixed_on=_in_order(term for term in terms if term.flexible_ids and term.firm_ids),
    )


def _raised_term(raised: dict[str, _Raised], term: str) -> _Raised:
    key = fold(term)
    seen = raised.get(key)
    if seen is None:
        seen = raised[key] = _Raised(term)
    return seen


def _term_seen(seen: _Raised, discounted: Sequence[int], deals: Sequence[Deal], ids: Sequence[str]) -> TermSeen:
    flexible, firm = sorted(set(seen.flexible)), sorted(set(seen.firm))
    either = sorted({*flexible, *firm})
    raised = sorted({*either, *discounted}) if discounted else either
    return TermSeen(
        term=seen.term,
        count=len(flexible or firm),
        of=len(raised),
        last_seen=deals[either[0]].deal_date,
        deal_ids=tuple([ids[n] for n in either]),
        flexible_ids=tuple([ids[n] for n in flexible]),
        firm_ids=tuple([ids[n] for n in firm]),
        flexible_last=deals[flexible[0]].deal_date if flexible else None,
        firm_last=deals[firm[0]].deal_date if firm else None,
        raised_ids=tuple([ids[n] for n in raised]),
    )


def _in_order(terms: Iterable[TermSeen]) -> tuple[TermSeen, ...]:
    return tuple(sorted(terms, key=lambda term: (-term.count, -term.last_seen.toordinal(), term.term)))


def count_tactics(deals: Sequence[Deal], counts: Callable[[Deal, Tactic], bool] | None = None) -> Tactics:
    """Return the tactics by what they did, each with every deal that tried it, newest first.

    Worked once and never failed is worked; worked here and failed there is mixed. Unclear counts for neither side. Where
    `counts` is given, a use of a tactic for which it says no is left out.
    """
    tries: dict[str, list[Try]] = {}
    spelling: dict[str, str] = {}
    for deal in deals:
        deal_id = cite(deal) if deal.tactics else ""
        for each in deal.tactics:
            if counts is not None and not counts(deal, each):
                continue
            key = fold(each.tactic)
            uses = tries.get(key)
            if uses is None:
                uses = tries[key] = []
                spelling[key] = each.tactic
            if uses and uses[-1].deal_id == deal_id:
                uses[-1] = uses[-1]._replace(result=_joint_result(uses[-1].result, each.result))
            else:
                uses.append(Try(each.result, deal.logged_by, deal.department, deal.deal_date, deal_id))
    worked: list[TacticSeen] = []
    failed: list[TacticSeen] = []
    mixed: list[TacticSeen] = []
    unclear: list[TacticSeen] = []
    for key, uses in tries.items():
        seen = _tactic_seen(spelling[key], uses)
        if seen.mixed or (seen.worked and seen.failed):
            mixed.append(seen)
        else:
            (worked if seen.worked else failed if seen.failed else unclear).append(seen)
    return Tactics(*map(_most_first, (worked, failed, mixed, unclear)))


def with_feedback(tactics: Tactics, feedback: Iterable[Feedback]) -> Tactics:
    """Return tactics, each with what colleagues said about it, newest first; neither lists nor counts change."""
    said = by_subject(feedback)
    return Tactics(
        *(tuple(each._replace(feedback=said.get(("tactic", fold(each.tactic)), ())) for each in group) for group in tactics)
    )


def with_feedback_on_terms(terms: Terms, feedback: Iterable[Feedback]) -> Terms:
    """Return terms, each with what colleagues said about knowing it, newest first."""
    said = by_subject(feedback)
    return Terms(*(tuple(replace(each, feedback=said.get(("line", fold(each.term)), ())) for each in group) for group in terms))


def _joint_result(one: str, other: str) -> str:
    """Return what a tactic did that was tried twice in one deal: mixed if it did two things; unclear adds nothing."""
    if "unclear" in (one, other):
        return one if other == "unclear" else other
    return one if one == other else "mixed"


def _tactic_seen(tactic: str, tries: Sequence[Try]) -> TacticSeen:
    results = [each.result for each in tries]
    return TacticSeen(
        tactic=tactic,
        worked=results.count("worked"),
        failed=results.count("failed"),
        mixed=results.count("mixed"),
        unclear=results.count("unclear"),
        last_seen=tries[0].deal_date,
        deal_ids=tuple([each.deal_id for each in tries]),
        tries=tuple(tries),
    )


def _most_first(tactics: Iterable[TacticSeen]) -> tuple[TacticSeen, ...]:
    """Return tactics by the number of deals that speak for their list, then the newest first."""
    return tuple(sorted(tactics, key=lambda each: (-_decisive(each), -each.last_seen.toordinal(), each.tactic)))


def _decisive(seen: TacticSeen) -> int:
    return (seen.worked + seen.failed + seen.mixed) or seen.unclear
