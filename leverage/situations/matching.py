"""Which deals are moments of a kind: those that say what a text is about, with the words that say so."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from leverage.brief import Brief, cite
from leverage.deals import Deal
from leverage.situations.advice import Match, Moment
from leverage.situations.hearing import Heard, said, words_in
from leverage.situations.sayings import Saying, ended, sayings_of

SHARED_WORDS = 2  # that a text and a deal must have in common, where the text names no concept
COMMON_FROM = 5  # deals from which on a concept can be said in too many of them
COMMON_TENTHS = 8  # of the deals: a concept in as many tells no moment from another

_QUOTED_FIRST = {name: place for place, name in enumerate(("signals", "notes", "uplift", "firm_on", "flexible_on", "tactics"))}


class Found(NamedTuple):
    """One match and the saying in which it stands."""

    match: Match
    saying: Saying


class Matched(NamedTuple):
    """The moments of a kind, newest first, and the concepts left out because nearly every deal names them."""

    moments: tuple[Moment, ...]
    left_out: tuple[str, ...] = ()


def match_concepts(brief: Brief, heard: Heard) -> Matched:
    """Return the deals that name a concept of the text; one that nearly all name counts only where no other is found."""
    asked = {each.concept: each for each in heard.concepts}
    found: dict[str, list[Found]] = {}
    for deal in brief.deals:
        own = []
        for saying in sayings_of(deal):
            for each in said(saying.text):
                if each.concept in asked:
                    text = asked[each.concept]
                    own.append(Found(Match(text.label, (text.words,), (each.words,), each.concept), saying))
        if own:
            found[cite(deal)] = own
    spread = Counter(concept for own in found.values() for concept in {each.match.concept for each in own})
    common = {concept for concept, count in spread.items() if _is_common(count, len(brief.deals))}
    if set(spread) - common:
        found = {
            deal_id: kept
            for deal_id, own in found.items()
            if (kept := [each for each in own if each.match.concept not in common])
        }
    else:
        common = set()
    left_out = tuple(asked[concept].label for concept in asked if concept in common)
    return Matched(_moments(brief, found), left_out)


def match_words(brief: Brief, heard: Heard) -> Matched:
    """Return the deals that share content words with the text: two at least, or all that a short text has.

    A word that nearly every deal holds does not count.
    """
    words = heard.words
    by_deal: dict[str, dict[str, tuple[str, Saying]]] = {}
    for deal in brief.deals:
        own: dict[str, tuple[str, Saying]] = {}
        for saying in sayings_of(deal):
            for stem, word in words_in(saying.text).items():
                if stem in words:
                    own.setdefault(stem, (word, saying))
        by_deal[cite(deal)] = own
    spread = Counter(stem for own in by_deal.values() for stem in own)
    telling = {stem for stem, count in spread.items() if not _is_common(count, len(brief.deals))}
    enough = max(1, min(SHARED_WORDS, len(words)))
    found = {
        deal_id: [Found(Match(words[stem], (words[stem],), (own[stem][0],)), own[stem][1]) for stem in words if stem in kept]
        for deal_id, own in by_deal.items()
        if len(kept := telling & set(own)) >= enough
    }
    return Matched(_moments(brief, found))


def match_meaning(brief: Brief, heard: Heard, near: Mapping[str, str]) -> Matched:
    """Return the deals of memories near in meaning: of each the text of its nearest, in which one saying must stand."""
    found: dict[str, list[Found]] = {}
    for deal in brief.deals:
        memory = near.get(cite(deal), "")
        saying = next((each for each in sayings_of(deal) if memory and each.is_quote and each.text in memory), None)
        if saying:
            match = Match("close in meaning", (heard.text,), (saying.text,), is_meaning=True)
            found[cite(deal)] = [Found(match, saying)]
    return Matched(_moments(brief, found))


def _is_common(count: int, deals: int) -> bool:
    return deals >= COMMON_FROM and count * 10 >= deals * COMMON_TENTHS


def _moments(brief: Brief, found: Mapping[str, Sequence[Found]]) -> tuple[Moment, ...]:
    return tuple(_moment(brief, deal, found[cite(deal)]) for deal in brief.deals if cite(deal) in found)


def _moment(brief: Brief, deal: Deal, found: Sequence[Found]) -> Moment:
    """Return a moment with the saying that matches most of what was asked, the vendor's own words before others."""
    by_saying: dict[Saying, set[str]] = {}
    for each in found:
        by_saying.setdefault(each.saying, set()).add(each.match.label)
    first = len(_QUOTED_FIRST)
    says = max(by_saying, key=lambda saying: (len(by_saying[saying]), -_QUOTED_FIRST.get(saying.field, first)))
    return Moment(
        deal_id=cite(deal),
        n=brief.number(cite(deal)),
        deal_date=deal.deal_date,
        logged_by=deal.logged_by,
        department=deal.department,
        outcome=deal.outcome,
        product=deal.product,
        says=says.text,
        field=says.field,
        is_quote=says.is_quote,
        ended=ended(deal),
        matches=_joined(found),
    )


def _joined(found: Sequence[Found]) -> tuple[Match, ...]:
    """Return one match for each thing asked about, with all words of the deal that say it."""
    joined: dict[tuple[str, str | None], Match] = {}
    for each in found:
        match = each.match
        known = joined.get((match.label, match.concept))
        words = (*known.in_deal, *match.in_deal) if known else match.in_deal
        joined[match.label, match.concept] = Match(
            match.label, match.in_text, tuple(dict.fromkeys(words)), match.concept, match.is_meaning
        )
    return tuple(joined.values())
