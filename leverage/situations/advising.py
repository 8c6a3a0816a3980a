"""Advice on what a vendor said: counted from the moments in that vendor's own deals, and from nothing else."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from leverage.brief import Brief, TacticSeen, cite
from leverage.concepts import concepts
from leverage.deals import Deal, Tactic
from leverage.mentions import mentioned
from leverage.naming.bank_ids import BlankVendor
from leverage.situations.advice import Advice, Mention, Moment
from leverage.situations.finding_out import questions_about
from leverage.situations.hearing import UNTELLING, Heard, clean_text, hear, words_in
from leverage.situations.matching import Matched, Near, match_concepts, match_meaning, match_words
from leverage.situations.polarity import spoken
from leverage.stances import Tactics, count_tactics, count_terms, with_feedback

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

MOST_NEAR = 6
MOST_NAMED = 3  # other vendors
_MOST_ASKED = 1_000  # characters; the embedding reads no more
_GOOD = ("worked", "mixed")


def advise(kb: "KnowledgeBase", vendor: str, text: str) -> Advice:
    """Return what the vendor's live deals teach about a situation, told in one's own words; no model takes part.

    Raises LeverageError where the text says nothing, and BlankVendor for a blank vendor.
    """
    cleaned = clean_text(text)
    if not isinstance(vendor, str):
        raise BlankVendor("No vendor was named. Pick one.")
    bank_id = kb.bank_id(vendor)
    brief = kb.brief(vendor)
    known = kb.vendor(vendor)
    names = (brief.vendor, *known.aliases) if known else (vendor,)
    elsewhere = (each for each in kb.vendors() if each.bank_id != bank_id)
    others = tuple(Mention(each.name, each.bank_id) for each, _ in mentioned(cleaned, elsewhere, names)[:MOST_NAMED])
    heard = hear(cleaned, (*names, *(each.vendor for each in others)))
    matched = match(brief, heard)
    if not matched.moments and brief.deals and (heard.concepts or not heard.denied):
        nearest = match_meaning(brief, heard, _near(kb, bank_id, cleaned))
        matched = nearest._replace(on_topic=matched.on_topic)
    return replace(counted(brief, heard, matched), others=others)


def match(brief: Brief, heard: Heard) -> Matched:
    """Return the moments that say what was heard, by its concepts, else by its own words."""
    matched = match_concepts(brief, heard)
    if matched.moments or not heard.words:
        return matched
    return match_words(brief, heard)._replace(on_topic=matched.on_topic)


def counted(brief: Brief, heard: Heard, matched: Matched) -> Advice:
    """Return the advice that the moments give: tactics and terms counted as a brief counts them, in these deals alone.

    Where all that matched was refused to the end, whatever worked there worked on something else: only tactics that are
    about it count, and of those that failed all that are not about another matter.
    """
    ids = {moment.deal_id for moment in matched.moments}
    deals = [deal for deal in brief.deals if cite(deal) in ids]
    counts = _credits(heard, matched)
    tactics = with_feedback(count_tactics(deals, counts), brief.feedback)
    terms = count_terms(deals)
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
        refused=tuple(each.label for each in heard.concepts if each.stance == "refused"),
        denied=tuple(each.label for each in heard.denied),
        on_topic=matched.on_topic,
        not_counted=_all(count_tactics(deals, lambda deal, tactic: tactic.result in _GOOD and not counts(deal, tactic))),
    )


def _credits(heard: Heard, matched: Matched) -> Callable[[Deal, Tactic], bool]:
    """Return what says whether a tactic's result in a deal is a result of the moment."""
    moments = {moment.deal_id: moment for moment in matched.moments if moment.deal_id in matched.held}

    def credits(deal: Deal, tactic: Tactic) -> bool:
        moment = moments.get(cite(deal)) if moments else None
        if moment is None or _is_about(tactic.tactic, moment, heard):
            return True
        return tactic.result not in _GOOD and not _names_a_matter(tactic.tactic)

    return credits


def _names_a_matter(tactic: str) -> bool:
    """Say whether a tactic is about something that is asked for."""
    return any(not concepts()[each.concept].happens and each.concept not in UNTELLING for each in spoken(tactic))


def _is_about(tactic: str, moment: Moment, heard: Heard) -> bool:
    """Say whether a tactic's own words are about what matched in a moment."""
    topics = {match.concept for match in moment.matches if match.concept}
    topics |= {part for topic in topics for part in concepts()[topic].part_of}
    if any(each.concept in topics for each in spoken(tactic)):
        return True
    words = {stem for match in moment.matches for word in (*match.in_text, *match.in_deal) for stem in words_in(word)}
    return bool((words | set(heard.words)) & set(words_in(tactic)))


def _all(tactics: Tactics) -> tuple[TacticSeen, ...]:
    return tuple(each for group in tactics for each in group)


def _near(kb: "KnowledgeBase", bank_id: str, text: str) -> Mapping[str, Sequence[Near]]:
    """Return by deal the memories that are nearest in meaning."""
    near: dict[str, list[Near]] = {}
    for memory in kb.recall(bank_id, text[:_MOST_ASKED], limit=MOST_NEAR):
        for deal_id in memory.deal_ids:
            near.setdefault(deal_id, []).append(Near(memory.text, memory.score or 0))
    return near
