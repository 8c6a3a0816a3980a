"""Advice on what a vendor said: counted from the moments in that vendor's own deals, and from nothing else."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from leverage.brief import Brief, cite
from leverage.situations.advice import Advice
from leverage.situations.finding_out import questions_about
from leverage.situations.hearing import Heard, clean_text, hear
from leverage.situations.matching import Matched, match_concepts, match_meaning, match_words
from leverage.stances import count_tactics, count_terms

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

NEAR = 0.5  # cosine from which on a sentence says the same; nearer than for a search, since advice hangs on it
MOST_NEAR = 6
_MOST_ASKED = 1_000  # characters; the embedding reads no more


def advise(kb: "KnowledgeBase", vendor: str, text: str) -> Advice:
    """Return what the vendor's live deals teach about a situation, told in one's own words; no model takes part.

    Raises LeverageError where the text says nothing, and BlankVendor for a blank vendor.
    """
    cleaned = clean_text(text)
    bank_id = kb.bank_id(vendor)
    brief = kb.brief(vendor)
    known = kb.vendor(vendor)
    names = (brief.vendor, *known.aliases) if known else (vendor,)
    heard = hear(cleaned, names)
    matched = match(brief, heard)
    if not matched.moments and brief.deals:
        matched = match_meaning(brief, heard, _near(kb, bank_id, cleaned))
    return counted(brief, heard, matched)


def match(brief: Brief, heard: Heard) -> Matched:
    """Return the moments that say what was heard, by its concepts, else by its own words."""
    return match_concepts(brief, heard) if heard.concepts else match_words(brief, heard)


def counted(brief: Brief, heard: Heard, matched: Matched) -> Advice:
    """Return the advice that the moments give: tactics and terms counted as a brief counts them, in these deals alone."""
    ids = {moment.deal_id for moment in matched.moments}
    deals = [deal for deal in brief.deals if cite(deal) in ids]
    tactics, terms = count_tactics(deals), count_terms(deals)
    labels = tuple(dict.fromkeys(each.label for each in heard.concepts)) or tuple(heard.words.values())
    return Advice(
        vendor=brief.vendor,
        bank_id=brief.bank_id,
        text=heard.text,
        status="ok" if deals else "insufficient_memory",
        deal_count=brief.deal_count,
        asked_about=labels,
        concepts=tuple(dict.fromkeys(each.concept for each in heard.concepts)),
        left_out=matched.left_out,
        numbers=heard.numbers,
        moments=matched.moments,
        to_try=tactics.worked,
        to_skip=tactics.failed,
        mixed=tactics.mixed,
        unclear=tactics.unclear,
        bent_on=terms.flexible_on,
        held=terms.firm_on,
        both=terms.mixed_on,
        find_out=questions_about(brief, heard, matched),
        ask=next(iter(brief.whom_to_ask), None),
        newest=deals[0].deal_date if deals else None,
    )


def _near(kb: "KnowledgeBase", bank_id: str, text: str) -> Mapping[str, str]:
    """Return by deal the memory that is nearest in meaning, where it is near enough."""
    near: dict[str, str] = {}
    for memory in kb.recall(bank_id, text[:_MOST_ASKED], limit=MOST_NEAR):
        if (memory.score or 0) >= NEAR:
            for deal_id in memory.deal_ids:
                near.setdefault(deal_id, memory.text)
    return near
