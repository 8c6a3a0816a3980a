"""Proposals out of a text: what the rules find of each deal in it, settled, each value with its words."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from leverage.errors import InvalidDeal
from leverage.inbox.adding import Found, Scope, added_to, each_once
from leverage.inbox.asides import is_offer
from leverage.inbox.gate import passes
from leverage.inbox.lines import note_of
from leverage.inbox.model_reading import read_with_model
from leverage.inbox.note import Note, Sentence
from leverage.inbox.papers import is_impersonal, looks_ahead
from leverage.inbox.proposal import Proposal, Quote
from leverage.inbox.rules.blocks import blocks_of
from leverage.inbox.rules.candidate import Candidate, quote_of
from leverage.inbox.rules.corrections import corrected
from leverage.inbox.rules.days import day_of
from leverage.inbox.rules.dialogue import is_talk, told_in_talk
from leverage.inbox.rules.discounts import discounts_in
from leverage.inbox.rules.labelled import ALWAYS, labelled_in
from leverage.inbox.rules.outcomes import Ending, endings_in, settled
from leverage.inbox.rules.payment import payments_in
from leverage.inbox.rules.sides import is_by_vendor
from leverage.inbox.rules.signals import deeds_in, signals_in
from leverage.inbox.rules.stances import settled_stances
from leverage.inbox.rules.told import stances_of, tactics_of
from leverage.inbox.rules.vendors import Vendor, vendors_in
from leverage.inbox.telling import own_sentences, tells_nothing
from leverage.mentions import mentioned
from leverage.terms import payment_terms_label
from leverage.text import fold

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

MOST_PROPOSALS = 20
_AGREED = ("agreed", "renewed_as_is")
_MOST_NAMED = 20_000  # characters in which known vendors are looked for
_CLEAR = 2.0  # by which one vendor must outweigh another where nothing parts their deals


def propose(text: str, filename: str = "", *, kb: "KnowledgeBase | None" = None) -> list[Proposal]:
    """Return the deals that a text tells, each value with its verbatim words; nothing where nothing was negotiated.

    Only what was agreed or refused counts; what is not said is None or empty. The rules ask no model; with `kb` its
    vendors are known by name, no day is after its today, and its model, where one is set up, adds to the deals that the rules
    find what passes the gate.
    """
    return propose_and_say(text, filename, kb=kb)[0]


def propose_and_say(
    text: str, filename: str = "", *, kb: "KnowledgeBase | None" = None, asks: bool = True
) -> tuple[list[Proposal], str | None]:
    """Return what `propose` does, and the status of a model that failed; None where it answered, or is not asked."""
    note = note_of(text, filename)
    known = [(words, vendor.name) for vendor, words in mentioned(note.view[:_MOST_NAMED], kb.vendors(), ())] if kb else []
    today = kb.today() if kb else None
    scopes = [] if tells_nothing(note) else [Scope(note, *each) for each in _scopes(note, vendors_in(note, known))]
    drafted = [(scope, values) for scope in scopes if (values := _drafted(note, scope.vendor, scope.sentences))]
    options = getattr(getattr(kb, "narrator", None), "options", None)
    status = None
    found = [values for _, values in drafted]
    if asks and drafted and options is not None and options.model is not None:
        if kb is not None:
            kb.narrator.about_to_read()
        told, status = read_with_model(note.text, options)
        found = [_consistent(added_to(values, scope, told, alone=len(scopes) == 1)) for scope, values in drafted]
    made = (_made(*_up_to(today, *gated(note, values, quotes))) for values, quotes in found[:MOST_PROPOSALS])
    return [each for each in made if each], status


def _up_to(today: date | None, values: dict[str, Any], quotes: dict[str, tuple[Quote, ...]]) -> Found:
    """Return the values without a day that is still to come."""
    if today is not None and "deal_date" in values and values["deal_date"] > today:
        values = {name: value for name, value in values.items() if name != "deal_date"}
    return values, quotes


def _consistent(found: Found) -> Found:
    """Return the values without those of a deal that was not made, without a base of no discount and items on both sides."""
    values, quotes = dict(found[0]), dict(found[1])
    dropped = set() if values.get("outcome") in (None, *_AGREED) else {"discount_pct", "payment_terms"}
    if "discount_pct" not in values or "discount_pct" in dropped:
        dropped.add("discount_base")
    both = {fold(each) for each in values.get("firm_on", ())} & {fold(each) for each in values.get("flexible_on", ())}
    for name in ("flexible_on", "firm_on") if both else ():
        pairs = [pair for pair in zip(values[name], quotes[name], strict=True) if fold(pair[0]) not in both]
        values[name], quotes[name] = tuple(item for item, _ in pairs), tuple(quote for _, quote in pairs)
    return {name: value for name, value in values.items() if name not in dropped}, quotes


def _scopes(note: Note, vendors: Sequence[Vendor]) -> Iterator[tuple[Vendor | None, list[Sentence]]]:
    """Yield each vendor with the sentences that tell of it; two that nothing parts have none."""
    own = own_sentences(note)
    indexes = {each.index for each in own}
    heads = sorted((head, n) for n, vendor in enumerate(vendors) for head in set(vendor.heads) if head in indexes)
    heads = [each for n, each in enumerate(heads) if n == 0 or each[1] != heads[n - 1][1]]
    if len({n for _, n in heads}) > 1:
        heads = heads[:MOST_PROPOSALS]
        for (head, n), following in zip(heads, [*(head for head, _ in heads[1:]), float("inf")], strict=True):
            yield vendors[n], [each for each in own if head <= each.index < following]
        return
    blocks = list(blocks_of(note, vendors, own))
    if blocks:
        yield from blocks[:MOST_PROPOSALS]
        return
    if len(vendors) > 1 and vendors[0].weight - vendors[1].weight < _CLEAR:
        return
    yield (vendors[0] if vendors else None), own


def _drafted(note: Note, vendor: Vendor | None, sentences: Sequence[Sentence]) -> Found | None:
    """Return the values that the rules find in some sentences, None where they tell no deal."""
    by_vendor = is_by_vendor(note, vendor, sentences)
    values: dict[str, Any] = {}
    quotes: dict[str, tuple[Quote, ...]] = {}
    talk = told_in_talk(note, sentences) if is_talk(note) else None
    ending = talk.ending if talk else settled([each for sentence in sentences for each in endings_in(note, sentence)])
    if ending:
        values["outcome"] = ending.outcome
        quotes["outcome"] = (_words_of(note, ending),)
    is_open = ending is None or ending.outcome == "open"
    if is_open and not note.is_dialogue and not note.is_chat and (is_offer(note) or is_impersonal(note) or looks_ahead(note)):
        return None
    is_agreed = ending is not None and ending.outcome in _AGREED
    is_refused = ending is not None and not is_agreed
    discounts = talk.discounts if talk else [each for sentence in sentences for each in discounts_in(sentence)]
    payments = talk.payments if talk else [each for sentence in sentences for each in payments_in(sentence)]
    discounts, payments = corrected(discounts, sentences), corrected(payments, sentences)
    if not is_refused:
        _put(note, values, quotes, _one(discounts, is_agreed, key=lambda each: each.value))
        _put(note, values, quotes, _one(payments, is_agreed, key=lambda each: payment_terms_label(each.value)))
    stances = list(talk.stances) if talk else []
    tactics = list(talk.tactics) if talk else []
    for n, sentence in enumerate(sentences):
        following = sentences[n + 1 : n + 2]
        if not talk:
            stances += stances_of(sentence, following, by_vendor=by_vendor)
            tactics += tactics_of(sentence, following, by_vendor=by_vendor)
    for field, items in settled_stances(stances).items():
        _put_all(note, values, quotes, field, items)
    _put_all(note, values, quotes, "tactics", _each_once(tactics))
    signals = [each for sentence in sentences if not talk for each in signals_in(sentence, by_vendor=by_vendor)]
    deeds = [each for sentence in sentences if not talk for each in deeds_in(sentence, by_vendor=by_vendor)]
    asked = [each for each in signals if each.field == "signals"][:1]
    _put_all(note, values, quotes, "signals", _each_once([*asked, *deeds]))
    _put(note, values, quotes, _one([each for each in signals if each.field != "signals"], True, key=lambda each: each.value))
    further = [each for sentence in sentences for each in labelled_in(sentence) if is_agreed or each.field in ALWAYS]
    for field in dict.fromkeys(each.field for each in further):
        _put(note, values, quotes, _one([each for each in further if each.field == field], True, key=lambda each: each.value))
    if not vendor:
        if not (is_agreed and "discount_pct" in values):
            return None
    else:
        values["vendor"] = vendor.name
        quotes["vendor"] = (quote_of(note, vendor.start, vendor.end),)
        if not values.keys() - {"vendor", *ALWAYS} and not vendor.is_labelled:
            return None
    part = note.parts[sentences[0].line.part] if sentences else note.newest
    day = day_of(note, sentences, part.day, part.day_at)
    if not day and not values.keys() - {"vendor", *ALWAYS}:
        return None
    if day:
        values["deal_date"] = day.day
        quotes["deal_date"] = (quote_of(note, day.start, day.end),)
    return values, quotes


def _words_of(note: Note, ending: Ending) -> Quote:
    return quote_of(note, ending.start, ending.end)


def _one(found: Sequence[Candidate], is_agreed: bool, key: Any) -> Candidate | None:
    """Return the one value that counts: the agreed one, or the only one said of an agreed deal; None for several."""
    counted = [each for each in found if each.is_final or is_agreed]
    if not counted or len({key(each) for each in counted}) != 1:
        return None
    final = [each for each in counted if each.is_final]
    return (final or counted)[0]


def _each_once(told: Sequence[Candidate]) -> list[Candidate]:
    once: dict[str, Candidate] = {}
    for each in told:
        once.setdefault(fold(str(getattr(each.value, "tactic", None) or each.value.quote)), each)
    return list(once.values())


def _put(note: Note, values: dict[str, Any], quotes: dict[str, tuple[Quote, ...]], candidate: Candidate | None) -> None:
    if candidate:
        values[candidate.field] = candidate.value
        quotes[candidate.field] = (candidate.quote(note),)
        if candidate.base:
            values["discount_base"] = candidate.base
            quotes["discount_base"] = (candidate.quote(note),)


def _put_all(
    note: Note, values: dict[str, Any], quotes: dict[str, tuple[Quote, ...]], field: str, found: Sequence[Candidate]
) -> None:
    if found:
        values[field] = tuple(each.value for each in found)
        quotes[field] = tuple(each.quote(note) for each in found)


def gated(
    note: Note, values: Mapping[str, Any], quotes: Mapping[str, tuple[Quote, ...]]
) -> tuple[dict[str, Any], dict[str, tuple[Quote, ...]]]:
    """Return the values that pass the gate, each with its words; of a list the items that do."""
    kept: dict[str, Any] = {}
    kept_quotes: dict[str, tuple[Quote, ...]] = {}
    for name, value in values.items():
        pairs = list(zip(value if isinstance(value, tuple) else (value,), quotes[name], strict=True))
        pairs = [(each, quote) for each, quote in each_once(pairs) if passes(name, each, quote, note.text, note.filename) is None]
        if pairs:
            kept[name] = tuple(each for each, _ in pairs) if isinstance(value, tuple) else pairs[0][0]
            kept_quotes[name] = tuple(quote for _, quote in pairs)
    return kept, kept_quotes


def _made(values: Mapping[str, Any], quotes: Mapping[str, tuple[Quote, ...]]) -> Proposal | None:
    """Return the proposal, without what a deal can't hold."""
    kept = dict(values)
    for _ in range(len(kept) + 1):
        try:
            return Proposal(**kept, quotes={name: quotes[name] for name in kept if name in quotes})
        except InvalidDeal as problem:
            for name in problem.problems:
                kept.pop(name, None)
    return None
