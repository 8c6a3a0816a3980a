"""Which deals are moments of a kind: those that say what a text is about, with the words that say so."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from leverage.brief import Brief, cite
from leverage.concepts import concepts
from leverage.deals import Deal
from leverage.prices import is_old
from leverage.situations.advice import Match, Moment
from leverage.situations.hearing import Heard, words_in
from leverage.situations.polarity import Spoken, denies
from leverage.situations.sayings import Saying, ended, sayings_of, spoken_in
from leverage.text import fold

SHARED_WORDS = 2  # that a text and a deal must have in common, where the text names no concept
COMMON_FROM = 5  # deals from which on a concept can be said in too many of them
COMMON_TENTHS = 8  # of the deals: a concept in as many tells no moment from another
STRONG = (
    0.57  # cosine of what means the same: of sentence pairs that do not, the nearest measured 0.53, with a word in common 0.56
)

_TERMS = ("firm_on", "flexible_on")
_INCREASE = "price_increase"
_QUOTED_FIRST = {name: place for place, name in enumerate(("signals", "notes", "uplift", "firm_on", "flexible_on"))}


class Found(NamedTuple):
    """One match and the saying in which it stands."""

    match: Match
    saying: Saying
    is_refused: bool = False


class Near(NamedTuple):
    """A memory near in meaning: what it says, and how near it is."""

    text: str
    score: float


class Matched(NamedTuple):
    """The moments of a kind, newest first, and what goes with them.

    `left_out` are concepts left out because nearly every deal names them. `held` are the moments in which all that matched
    was refused and given nowhere. `on_topic` are deals that speak of what the text calls refused, but not of its refusal.
    """

    moments: tuple[Moment, ...]
    left_out: tuple[str, ...] = ()
    held: frozenset[str] = frozenset()
    on_topic: tuple[str, ...] = ()


def match_concepts(brief: Brief, heard: Heard) -> Matched:
    """Return the deals that name a concept of the text; a matter that nearly all name counts only where no other is found.

    What a deal denies is not named by it, and a matter that the text calls refused is met only where it was refused.
    """
    found: dict[str, list[Found]] = {}
    given: dict[str, set[str]] = {}
    on_topic = []
    for deal in brief.deals:
        own, is_on_topic = [], False
        for saying, each, asked in _named(deal, heard):
            if asked.stance == "refused" and each.stance != "refused":
                is_on_topic = True
            elif not (asked.stance == "granted" and each.stance == "refused") and _may_be_the_same(asked, each):
                is_recorded = saying.concept is not None
                match = Match(asked.label, (asked.words,), (each.words,), asked.concept, is_recorded=is_recorded)
                is_firm = saying.field == "firm_on" and not concepts()[each.concept].either_side  # pressure is there to be met
                own.append(Found(match, saying, each.stance == "refused" or is_firm))
            if each.stance == "granted" or saying.field == "flexible_on":
                given.setdefault(cite(deal), set()).add(asked.concept)
        if own:
            found[cite(deal)] = own
        elif is_on_topic:
            on_topic.append(cite(deal))
    spread = Counter(concept for own in found.values() for concept in {each.match.concept for each in own})
    common = {
        concept
        for concept, count in spread.items()
        if concept and not concepts()[concept].happens and _is_common(count, len(brief.deals))
    }
    if set(spread) - common:
        found = {
            deal_id: kept
            for deal_id, own in found.items()
            if (kept := [each for each in own if each.match.concept not in common])
        }
    else:
        common = set()
    left_out = tuple(each.label for each in heard.concepts if each.concept in common)
    by_id = {cite(deal): deal for deal in brief.deals}
    held = {deal_id for deal_id, own in found.items() if _is_held(by_id[deal_id], own, given.get(deal_id, set()))}
    return Matched(_moments(brief, found), left_out, frozenset(held), tuple(on_topic))


def match_words(brief: Brief, heard: Heard) -> Matched:
    """Return the deals that share content words with the text: two at least, or all that a short text has.

    A word that nearly every deal holds does not count, and neither does a saying on a concept that the text names: what
    it says of it is no such moment, or the deal would have been found by it.
    """
    words = heard.words
    by_deal: dict[str, dict[str, tuple[str, Saying]]] = {}
    for deal in brief.deals:
        own: dict[str, tuple[str, Saying]] = {}
        for saying in sayings_of(deal):
            if not saying.is_quote or _speaks_of(saying, heard):
                continue
            for stem, word in words_in(saying.text).items():
                if stem in words:
                    own.setdefault(stem, (word, saying))
        by_deal[cite(deal)] = own
    spread = Counter(stem for own in by_deal.values() for stem in own)
    telling = {stem for stem, count in spread.items() if not _is_common(count, len(brief.deals))}
    is_all = not heard.concepts and not heard.denied
    enough = max(1, min(SHARED_WORDS, len(words))) if is_all else SHARED_WORDS
    found = {
        deal_id: [Found(_by_word(words[stem], own[stem]), own[stem][1]) for stem in words if stem in kept]
        for deal_id, own in by_deal.items()
        if len(kept := telling & set(own)) >= enough
    }
    held = {cite(deal) for deal in brief.deals if cite(deal) in found and _is_firm(deal, found[cite(deal)])}
    return Matched(_moments(brief, found), held=frozenset(held))


def match_meaning(brief: Brief, heard: Heard, near: Mapping[str, Sequence[Near]]) -> Matched:
    """Return the deals whose memories are near in meaning, by the one sentence in them that is meant.

    That is the one which has most words in common with the text. Without any, the memory must hold a single sentence, and
    deny nothing unless the text does.
    """
    found: dict[str, list[Found]] = {}
    for deal in brief.deals:
        best = max(_meant(deal, heard, near.get(cite(deal), ())), key=lambda each: each[0], default=None)
        if best:
            found[cite(deal)] = best[1]
    return Matched(_moments(brief, found))


def _named(deal: Deal, heard: Heard) -> Iterator[tuple[Saying, Spoken, Spoken]]:
    """Yield each place where a deal names a concept of the text and does not deny it, with the concept as asked about."""
    for saying in sayings_of(deal):
        for each in spoken_in(saying):
            for asked in heard.concepts:
                is_it = each.concept == asked.concept or asked.concept in concepts()[each.concept].part_of
                is_more = saying.field in _TERMS and each.concept in concepts()[asked.concept].part_of
                if each.stance != "denied" and (is_it or is_more):
                    yield saying, each, asked


def _may_be_the_same(asked: Spoken, found: Spoken) -> bool:
    """Say whether the same side may have done it, where that makes two things of one."""
    if not concepts()[asked.concept].either_side:
        return True
    return asked.is_ours is None or found.is_ours is None or asked.is_ours == found.is_ours


def _is_held(deal: Deal, found: Sequence[Found], given: set[str]) -> bool:
    """Say whether all that matched was refused in the deal to the end, or the whole increase agreed that was asked."""
    for concept in {each.match.concept for each in found}:
        is_refused = any(each.is_refused for each in found if each.match.concept == concept) and concept not in given
        asked, agreed = deal.uplift_asked_pct, deal.uplift_agreed_pct
        is_whole = concept == _INCREASE and asked is not None and agreed is not None and agreed >= asked > 0
        if not is_refused and not is_whole:
            return False
    return True


def _is_firm(deal: Deal, found: Sequence[Found]) -> bool:
    flexible = set(map(fold, deal.flexible_on))
    return all(each.saying.field == "firm_on" and fold(each.saying.text) not in flexible for each in found)


def _by_word(word: str, own: tuple[str, Saying]) -> Match:
    return Match(word, (word,), (own[0],))


def _speaks_of(saying: Saying, heard: Heard) -> bool:
    asked = {each.concept for each in (*heard.concepts, *heard.denied)}
    return bool(asked) and any(each.concept in asked for each in spoken_in(saying))


def _meant(deal: Deal, heard: Heard, near: Iterable[Near]) -> Iterator[tuple[tuple[int, float], list[Found]]]:
    """Yield the sayings that a near memory may mean, each with its rank: words in common, then nearness."""
    said = [each for each in sayings_of(deal) if each.is_quote and not _speaks_of(each, heard)]
    for memory in near:
        if memory.score < STRONG:
            continue
        within = [saying for saying in said if _holds(memory.text, saying.text)]
        for saying in within:
            shared = {stem: word for stem, word in words_in(saying.text).items() if stem in heard.words}
            if shared:
                words = [Match(heard.words[stem], (heard.words[stem],), (word,)) for stem, word in shared.items()]
                rank = (len(shared), memory.score)
                yield rank, [Found(each, saying) for each in words]
            elif len(within) == 1 and (denies(heard.text) or not denies(saying.text)):
                match = Match("close in meaning", (heard.text,), (saying.text,), is_meaning=True)
                yield (0, memory.score), [Found(match, saying)]


def _holds(memory: str, saying: str) -> bool:
    """Say whether a memory holds a saying, as words of its own."""
    at = memory.find(saying)
    around = memory[at - 1 : at] + memory[at + len(saying) :][:1] if at > 0 else memory[len(saying) :][:1]
    return at >= 0 and not any(char.isalnum() for char in around)


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
        is_old=is_old(deal.deal_date, brief.as_of),
    )


def _joined(found: Sequence[Found]) -> tuple[Match, ...]:
    """Return one match for each thing asked about, with all words of the deal that say it, each once however it is written."""
    joined: dict[tuple[str, str | None, bool], Match] = {}
    for each in found:
        match = each.match
        key = (match.label, match.concept, match.is_recorded)
        known = joined.get(key)
        words = {fold(word): word for word in reversed((*(known.in_deal if known else ()), *match.in_deal))}
        joined[key] = replace(match, in_deal=tuple(reversed(words.values())))
    return tuple(joined.values())
