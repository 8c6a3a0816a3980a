"""Twins: deals that look like one deal told twice."""

from leverage.deals import Deal, DealDraft
from leverage.knowledge import KnowledgeBase
from leverage.spellings import fold_or_none
from leverage.terms import payment_terms_label
from leverage.vendors import BlankVendor

_FIGURES = ("discount_pct", "final_price", "annual_value", "total_value", "quantity", "currency")


def find_twins(kb: KnowledgeBase, deal: DealDraft, ignoring: str | None = None) -> list[Deal]:
    """Return the recorded deals of the same vendor, day, person and figures, newest entry first; `ignoring` is a deal id.

    What they differ in is told in words only, such as notes and tactics: a person has to say whether they are two.
    """
    if not deal.vendor or not deal.deal_date or not deal.logged_by:
        return []
    try:
        known = kb.deals(deal.vendor)
    except BlankVendor:
        return []
    wanted = what_twins_share(deal)
    return [each for each in known if each.deal_id != ignoring and what_twins_share(each) == wanted]


def what_twins_share(deal: DealDraft) -> tuple[object, ...]:
    """Return what two deals of one vendor have in common that may be one deal told twice."""
    terms = payment_terms_label(deal.payment_terms) if deal.payment_terms else None
    words = (deal.logged_by, deal.product, deal.outcome, terms)
    return (deal.deal_date, *map(fold_or_none, words), *(getattr(deal, name) for name in _FIGURES))
