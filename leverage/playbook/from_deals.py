"""Lessons from deals: tactics that worked or did not, terms that turned or never moved, payment terms that changed, gaps."""

from collections.abc import Iterable, Iterator, Sequence

from leverage.brief import Brief, TacticSeen, TermSeen, cite
from leverage.deals import Deal
from leverage.lesson_records import Recommendation
from leverage.playbook.candidate import Candidate, by_id, candidate, deal_words, deals_words, quoted, vocabulary_entry
from leverage.stances import DISCOUNT
from leverage.terms import payment_terms_label
from leverage.text import fold
from leverage.wording import join_words, sentence_case, show_count

EVERY_TIME_FROM = 3  # deals, from which a stance that never changed is worth a lesson
GAP_FROM = 3

FLEXIBLE, FIRM = "moved on", "refused"
RESULTS = {"worked": "worked", "failed": "did not work"}
_GAPS = {"end_date": "end date", "notice_days": "notice period", "payment_terms": "payment terms"}


def from_tactics(brief: Brief) -> Iterator[Candidate]:
    """Yield what tactics did in deals that are over; one whose result is unclear teaches nothing."""
    deals = by_id(brief.deals)
    for seen in (*brief.tactics_worked, *brief.tactics_failed, *brief.tactics_mixed):
        tries = [(each.result, deals[each.deal_id]) for each in seen.tries if deals[each.deal_id].outcome != "open"]
        tries = [each for each in tries if each[0] != "unclear"]
        if tries:
            yield _from_tactic(seen, tries)


def _from_tactic(seen: TacticSeen, tries: Sequence[tuple[str, Deal]]) -> Candidate:
    name, (result, newest) = quoted(seen.tactic), tries[0]
    deals = [deal for _, deal in tries]
    ids = [cite(deal) for deal in deals]
    earlier = [deal for other, deal in tries if other != result]
    told = [other for other, _ in tries]
    if not earlier and result != "mixed":
        said = f"{RESULTS[result][:1].upper()}{RESULTS[result][1:]}"
        many = f"{said} in {len(deals)} of {show_count(len(deals), 'deal')} that tried it"
        lead = "Tried once so far" if len(deals) == 1 else many
        return candidate(min(len(deals), 2), f"{name} {RESULTS[result]}", newest.deal_date, f"{lead}: {deals_words(deals)}.", ids)
    turned = "mixed" not in told and told == [result] * (len(told) - len(earlier)) + [told[-1]] * len(earlier)
    if turned and newest.deal_date > earlier[0].deal_date:
        before = "did not work" if result == "worked" else "worked"
        heading = f"{name} {before} before, then {RESULTS[result]}"
        text = f"{sentence_case(RESULTS[result])}: {deal_words(newest)}. Before that it {before}: {deals_words(earlier)}."
        return candidate(3, heading, newest.deal_date, text, ids)
    if len(told) == 1:
        text = f"Tried once so far, with a mixed result: {deal_words(newest)}."
        return candidate(1, f"{name} had a mixed result", newest.deal_date, text, ids)
    worked, failed = told.count("worked"), told.count("failed")
    counts = f"Of {show_count(len(told), 'deal')} that tried it, it worked in {worked} and did not in {failed}"
    mixed = f", and went both ways in {told.count('mixed')}" if "mixed" in told else ""
    return candidate(2, f"{name} went both ways", newest.deal_date, f"{counts}{mixed}. Newest: {deal_words(newest)}.", ids)


def from_terms(brief: Brief) -> Iterator[Candidate]:
    """Yield the terms on which the vendor turned, and those on which it did the same every time."""
    deals = by_id(brief.deals)
    for term in brief.mixed_on:
        yield from _turned(term, [deals[each] for each in term.flexible_ids], [deals[each] for each in term.firm_ids])
    for term, stance in (*((each, FIRM) for each in brief.firm_on), *((each, FLEXIBLE) for each in brief.flexible_on)):
        recommends = vocabulary_entry(term.term, len(term.deal_ids))
        is_news = stance == FIRM or recommends  # where they move on what is usual, the brief says it well enough
        if len(term.deal_ids) >= EVERY_TIME_FROM and is_news and fold(term.term) != DISCOUNT:
            seen = [deals[each] for each in term.deal_ids]
            text = f"In {len(seen)} of {show_count(term.of, 'deal')} that raised it: {deals_words(seen)}."
            heading = f"They {stance} {quoted(term.term)} every time"
            yield candidate(2, heading, term.last_seen, text, term.deal_ids, recommends=recommends)


def _turned(term: TermSeen, flexible: Sequence[Deal], firm: Sequence[Deal]) -> Iterator[Candidate]:
    """Yield a term on which the vendor turned once; a to and fro is no turn."""
    before, after = sorted(((FLEXIBLE, flexible), (FIRM, firm)), key=lambda stance: stance[1][0].deal_date)
    if before[1][0].deal_date < after[1][-1].deal_date:
        heading = f"They {before[0]} {quoted(term.term)} before, and {after[0]} it since"
        text = f"Since: {deals_words(after[1])}. Before: {deals_words(before[1])}."
        recommends = vocabulary_entry(term.term, len(term.deal_ids))
        yield candidate(3, heading, after[1][0].deal_date, text, term.deal_ids, recommends=recommends)


def from_payment(brief: Brief) -> Iterator[Candidate]:
    """Yield the newest change of agreed payment terms, within one product."""
    agreed = [deal for deal in brief.deals if deal.is_agreed and deal.payment_terms]
    for n, deal in enumerate(agreed):
        before = next((each for each in agreed[n + 1 :] if fold(each.product or "") == fold(deal.product or "")), None)
        if before is None or before.deal_date == deal.deal_date:
            continue
        now, then = (payment_terms_label(each.payment_terms or "") for each in (deal, before))
        if fold(now) != fold(then):
            text = f"{sentence_case(now)}: {deal_words(deal)}. Before that {then}: {deal_words(before)}."
            heading = f"Payment terms went from {quoted(then)} to {quoted(now)}"
            yield candidate(3, heading, deal.deal_date, text, [cite(deal), cite(before)])
            return


def from_gaps(brief: Brief) -> Iterator[Candidate]:
    """Yield the fields that no agreed deal records, as one lesson, where there are enough deals to miss them."""
    agreed = [deal for deal in brief.deals if deal.is_agreed]
    missing = [label for name, label in _GAPS.items() if all(getattr(deal, name) is None for deal in agreed)]
    if len(agreed) < GAP_FROM or not missing:
        return
    fields = join_words(missing)
    what = "it" if len(missing) == 1 else "them"
    text = f"None of {show_count(len(agreed), 'agreed deal')} records {what}: {deals_words(agreed)}."
    recommends = Recommendation("missing_field", f"Ask for the {fields}, and log what they say.")
    ids = _ids(agreed)
    yield candidate(1, f"Never recorded: {fields}", agreed[0].deal_date, text, ids, recommends=recommends)


def _ids(deals: Iterable[Deal]) -> list[str]:
    return [cite(deal) for deal in deals]
