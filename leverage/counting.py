"""Counting: a vendor's deals become its brief, in code alone."""

from collections.abc import Collection, Iterable, Sequence
from datetime import date
from math import inf

from leverage.blotting import FORMER
from leverage.brief import Ask, Brief, Contributor, Evidence, ProductCount, Talk, TermsSeen, TimingNote, cite
from leverage.changes import changes_seen, unknowns_of
from leverage.confidence import confidence_label
from leverage.deadlines import count_deadlines
from leverage.deals import Deal
from leverage.prices import (
    comparable_discounts,
    count_price_changes,
    count_spreads,
    count_uplifts,
    highest_discount,
    is_old,
    note_prices,
    price_seen,
)
from leverage.spellings import distinct, fold_or_none
from leverage.stances import count_tactics, count_terms, with_feedback, with_feedback_on_terms
from leverage.terms import payment_terms_label
from leverage.text import fold
from leverage.verdicts import Feedback
from leverage.verdicts import newest_first as newest_said

ONE_VIEW = "One person’s view."
ALL_GONE = "Everyone who logged these deals has left."
ALL_OLD = "Nothing newer than 24 months."
MOST_TO_ASK = 3

_NEVER = (date.min, -inf)
_ENDS_TALKS = frozenset({"agreed", "renewed_as_is", "walked_away", "no_deal"})


def count_brief(
    deals: Sequence[Deal],
    *,
    vendor: str,
    bank_id: str,
    as_of: date,
    today: date,
    product: str | None = None,
    left: frozenset[str] = frozenset(),
    timing_notes: Sequence[TimingNote] = (),
    feedback: Iterable[Feedback] = (),
) -> Brief:
    """Return the brief that a vendor's live deals give as of a day, counted the same whatever their order.

    Deals dated after `as_of` are left out. `product`, in any spelling, narrows everything but the list of products.
    `left` are the folded names of people who are no longer there, and so not to be asked; whose name was erased is one.
    `feedback` stands beside what it is about, and changes no count of deals.
    """
    left = left | {fold(FORMER)}
    known = newest_first(deal for deal in deals if deal.deal_date <= as_of)
    products = _count_products(known)
    wanted = fold(product) if product and product.strip() else None
    if wanted is not None:
        known = [deal for deal in known if fold_or_none(deal.product) == wanted]
        product = next((each.product for each in products if fold(each.product) == wanted), product)

    evidence = {
        cite(deal): Evidence(n, deal.deal_date, deal.logged_by, deal.department, deal.outcome) for n, deal in enumerate(known, 1)
    }
    contributors = _contributors(known, left)
    agreed = [deal for deal in known if deal.is_agreed]
    highest = highest_discount(agreed)
    discounts = comparable_discounts(agreed)
    price_changes = count_price_changes(agreed)
    payment_terms = _payment_terms(known)
    said = _said(feedback, as_of, evidence if wanted is not None else None)
    terms = with_feedback_on_terms(count_terms(known), said)
    tactics = with_feedback(count_tactics(known), said)
    deadlines, date_notes = count_deadlines(agreed, as_of)
    return Brief(
        vendor=vendor,
        bank_id=bank_id,
        as_of=as_of,
        counted_on=today,
        product=product if wanted is not None else None,
        status="counted" if known else "empty",
        deal_count=len(known),
        confidence=confidence_label(len(known)),
        deals=tuple(known),
        evidence=evidence,
        products=products,
        departments=distinct(deal.department for deal in known),
        newest=known[0].deal_date if known else None,
        cautions=_cautions(known, contributors, as_of),
        in_talks=_in_talks(known),
        latest=price_seen(agreed[0], as_of) if agreed else None,
        highest=price_seen(highest[2][0], as_of) if highest else None,
        max_discount_pct=highest[0] if highest else None,
        max_discount_base=highest[1] if highest else None,
        max_discount_deals=tuple(map(cite, highest[2])) if highest else (),
        spreads=count_spreads(discounts),
        price_changes=price_changes,
        uplifts=count_uplifts(known),
        price_notes=note_prices(agreed, highest[0] if highest else None),
        payment_terms=payment_terms,
        latest_terms=_latest_terms(known, payment_terms),
        flexible_on=terms.flexible_on,
        firm_on=terms.firm_on,
        mixed_on=terms.mixed_on,
        tactics_worked=tactics.worked,
        tactics_failed=tactics.failed,
        tactics_mixed=tactics.mixed,
        tactics_unclear=tactics.unclear,
        deadlines=deadlines,
        date_notes=date_notes,
        timing_notes=tuple(timing_notes),
        whom_to_ask=_whom_to_ask(known, left, 1 if wanted is not None else MOST_TO_ASK),
        changes=changes_seen(
            evidence=evidence,
            mixed_on=terms.mixed_on,
            payment_terms=payment_terms,
            price_changes=price_changes,
            discounts=discounts,
            as_of=as_of,
        ),
        unknowns=unknowns_of(known, agreed, (*terms.flexible_on, *terms.firm_on, *terms.mixed_on), as_of),
        contributors=contributors,
        feedback=said,
    )


def newest_first(deals: Iterable[Deal]) -> list[Deal]:
    """Return deals by deal date, newest first; of one day, the one entered last comes first, then by id."""
    ordered = sorted(deals, key=cite)
    ordered.sort(key=lambda deal: (deal.deal_date.toordinal(), _entered(deal, -inf)), reverse=True)
    return ordered


def _said(feedback: Iterable[Feedback], as_of: date, deal_ids: Collection[str] | None) -> tuple[Feedback, ...]:
    """Return the feedback up to a day, newest first; of one product, what is about its deals or about none."""
    return newest_said(
        each
        for each in feedback
        if each.date <= as_of and (deal_ids is None or not each.deal_ids or any(one in deal_ids for one in each.deal_ids))
    )


def _entered(deal: Deal, unknown: float) -> float:
    return deal.entered_at.timestamp() if deal.entered_at else unknown


def _count_products(deals: Sequence[Deal]) -> tuple[ProductCount, ...]:
    """Return the products in their newest spelling, the one with most deals first, then the newest."""
    spelling: dict[str, str] = {}
    counts: dict[str, int] = {}
    for deal in deals:
        if deal.product:
            key = fold(deal.product)
            spelling.setdefault(key, deal.product)
            counts[key] = counts.get(key, 0) + 1
    return tuple(ProductCount(spelling[key], counts[key]) for key in sorted(counts, key=lambda key: -counts[key]))


def _contributors(deals: Sequence[Deal], left: frozenset[str]) -> tuple[Contributor, ...]:
    """Return who logged the deals, the one with the newest deal first."""
    by_name: dict[str, list[Deal]] = {}
    for deal in deals:
        by_name.setdefault(fold(deal.logged_by), []).append(deal)
    return tuple(
        Contributor(
            name=own[0].logged_by,
            departments=distinct(deal.department for deal in own),
            deals=len(own),
            last_date=own[0].deal_date,
            has_left=person in left,
        )
        for person, own in by_name.items()
    )


def _cautions(deals: Sequence[Deal], contributors: Sequence[Contributor], as_of: date) -> tuple[str, ...]:
    cautions = [
        ONE_VIEW if len(contributors) == 1 else "",
        ALL_GONE if contributors and all(each.has_left for each in contributors) else "",
        ALL_OLD if deals and is_old(deals[0].deal_date, as_of) else "",
    ]
    return tuple(filter(None, cautions))


def _in_talks(deals: Sequence[Deal]) -> tuple[Talk, ...]:
    """Return the open deals whose product nobody has settled since.

    Of one day, a deal that was entered before the open one does not settle it.
    """
    talks = [(fold_or_none(deal.product), deal) for deal in deals if deal.outcome == "open"]
    products = {product for product, _ in talks}
    settled: dict[str | None, tuple[date, float]] = {}
    for deal in deals if talks else ():
        if deal.outcome in _ENDS_TALKS and (product := fold_or_none(deal.product)) in products:
            known = settled.get(product, _NEVER)
            if known[0] <= deal.deal_date:  # of the newest day only
                settled[product] = max(known, (deal.deal_date, _entered(deal, inf)))
    return tuple(
        Talk(
            logged_by=deal.logged_by,
            department=deal.department,
            product=deal.product,
            last_talk=deal.deal_date,
            next_meeting=deal.next_meeting,
            deal_id=cite(deal),
        )
        for product, deal in talks
        if settled.get(product, _NEVER) < (deal.deal_date, _entered(deal, -inf))
    )


def _payment_terms(deals: Sequence[Deal]) -> tuple[TermsSeen, ...]:
    """Return payment terms by label, the most frequent first, then the newest; all deals count, agreed or not."""
    groups: dict[str, list[tuple[str, Deal]]] = {}
    for deal in deals:
        if deal.payment_terms:
            groups.setdefault(fold(payment_terms_label(deal.payment_terms)), []).append((deal.payment_terms, deal))
    seen = [
        TermsSeen(
            term=payment_terms_label(uses[0][0]),
            as_written=tuple(dict.fromkeys(written for written, _ in uses)),
            count=len(uses),
            not_agreed=sum(not deal.is_agreed for _, deal in uses),
            last_seen=uses[0][1].deal_date,
            deal_ids=tuple(cite(deal) for _, deal in uses),
        )
        for uses in groups.values()
    ]
    return tuple(sorted(seen, key=lambda each: (-each.count, -each.last_seen.toordinal(), each.term)))


def _latest_terms(deals: Sequence[Deal], payment_terms: Sequence[TermsSeen]) -> TermsSeen | None:
    """Return the terms of the newest agreed deal that records some, else of the newest deal."""
    recorded = [deal for deal in deals if deal.payment_terms]
    newest = next((deal for deal in recorded if deal.is_agreed), recorded[0] if recorded else None)
    return next((each for each in payment_terms if newest and cite(newest) in each.deal_ids), None)


def _whom_to_ask(deals: Sequence[Deal], left: frozenset[str], most: int) -> tuple[Ask, ...]:
    """Return the colleague with the newest deal, then others whose deal is the newest on a further product; no one who left."""
    asks: list[Ask] = []
    products: set[str | None] = {None}
    people: set[str] = set()
    for deal in deals:
        product, person = fold_or_none(deal.product), fold(deal.logged_by)
        if person in left:
            continue
        if person not in people and (not asks or product not in products):
            people.add(person)
            asks.append(Ask(deal.logged_by, deal.department, deal.product, deal.deal_date, cite(deal)))
            if len(asks) == most:
                break
        products.add(product)
    return tuple(asks)
