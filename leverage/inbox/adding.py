"""What a model adds to the deal that the rules find in a part of a text: never another deal, vendor, day or outcome."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from leverage.deals import Tactic
from leverage.inbox.gate import passes
from leverage.inbox.model_reading import SEVERAL, Told, places_of
from leverage.inbox.note import Note, Sentence
from leverage.inbox.proposal import Quote
from leverage.inbox.rules.candidate import Candidate
from leverage.inbox.rules.contexts import contexts
from leverage.inbox.rules.corrections import corrected
from leverage.inbox.rules.dialogue import is_talk, told_in_talk
from leverage.inbox.rules.discounts import discounts_in
from leverage.inbox.rules.names import is_weak, names_in
from leverage.inbox.rules.parties import is_ordinary, is_person
from leverage.inbox.rules.payment import payments_in
from leverage.inbox.rules.sides import is_by_vendor
from leverage.inbox.rules.vendors import Vendor
from leverage.inbox.telling import sentence_at
from leverage.terms import payment_terms_label
from leverage.text import fold
from leverage.words import plain_key

log = logging.getLogger(__name__)

Found = tuple[dict[str, Any], dict[str, tuple[Quote, ...]]]

_FIGURES = ("discount_pct", "payment_terms", "discount_base")
_MOST_SAID = 40  # values of a field in all a model's deals of a vendor
_AGREED = ("agreed", "renewed_as_is")


class Scope(NamedTuple):
    """A vendor with the sentences of a text that tell of it."""

    note: Note
    vendor: Vendor | None
    sentences: Sequence[Sentence]


def added_to(found: Found, scope: Scope, deals: Sequence[Told], *, alone: bool) -> Found:
    """Return what the rules found, with what a model's deals of this vendor say where the rules have nothing.

    Each added value has its words in the scope and passes the gate. A discount or payment terms must be the only ones said
    to be agreed. `alone` where the text tells one deal: then a deal without its vendor's name is of this one.
    """
    values, quotes = dict(found[0]), dict(found[1])
    own = [each for each in deals if _is_of(scope.vendor, each.vendor, alone=alone)]
    for field in (*_FIGURES, *SEVERAL):
        if field in values:
            continue
        said = list(dict.fromkeys(pair for deal in own for pair in deal.said.get(field, ())))
        passed = each_once(list(_passed(scope, values, field, said[:_MOST_SAID])))
        if field in SEVERAL and passed:
            values[field] = tuple(value for value, _ in passed)
            quotes[field] = tuple(quote for _, quote in passed)
        elif passed:
            values[field], quotes[field] = passed[0][0], (passed[0][1],)
    return values, quotes


def _is_of(vendor: Vendor | None, name: str | None, *, alone: bool) -> bool:
    """Say whether a model's name is the vendor's as the text has it, or none where one vendor alone is meant."""
    if not name:
        return alone
    key = plain_key(name)
    if vendor is None or not key:
        return False
    return key == vendor.key or vendor.key.startswith(key + " ") or key.startswith(vendor.key + " ")


def _passed(scope: Scope, values: Mapping[str, Any], field: str, said: Sequence[tuple[Any, str]]) -> Iterator[tuple[Any, Quote]]:
    """Yield the values that may stand, each on the first place of its words where it may."""
    note = scope.note
    by_vendor = is_by_vendor(note, scope.vendor, scope.sentences)
    indexes = {each.index for each in scope.sentences}
    for value, words in said:
        for quote in places_of(note.text, words):
            sentence = sentence_at(note, quote)
            if sentence is None or sentence.index not in indexes:
                continue
            if field in _FIGURES and not _is_settled(scope, values, field, value):
                continue
            if field in ("flexible_on", "firm_on") and _names_another(scope, sentence):
                continue
            if passes(field, value, quote, note.text, note.filename, by_vendor=by_vendor) is None:
                yield value, quote
                break
        else:
            log.info("A model's %s was left out.", field)


def _is_settled(scope: Scope, values: Mapping[str, Any], field: str, value: Any) -> bool:
    """Say whether a figure is the only one of its kind that is said to be agreed, or a base the discount's."""
    if values.get("outcome") not in _AGREED:
        return False
    figures = _figures(scope, "payment_terms" if field == "payment_terms" else "discount_pct")
    if field == "discount_base":
        bases = {each.base for each in figures if each.base and each.value == values.get("discount_pct")}
        return bases == {value}
    if field == "payment_terms":
        return {payment_terms_label(each.value) for each in figures if each.is_final} == {payment_terms_label(value)}
    return {each.value for each in figures if each.is_final} == {value}


def _figures(scope: Scope, field: str) -> list[Candidate]:
    if is_talk(scope.note):
        talk = told_in_talk(scope.note, scope.sentences)
        return talk.discounts if field == "discount_pct" else talk.payments
    read = discounts_in if field == "discount_pct" else payments_in
    return corrected([candidate for sentence in scope.sentences for candidate in read(sentence)], scope.sentences)


def _names_another(scope: Scope, sentence: Sentence) -> bool:
    """Say whether a sentence names somebody else who may be meant: a company by its form, a rival, in English any name."""
    note = scope.note
    own = scope.vendor.mentions if scope.vendor else []
    for name in names_in(note, sentence.start, sentence.end):
        is_own = any(start < name.end and name.start < end for start, end in own)
        if is_own or is_person(note, name) or (not name.has_form and (is_weak(name.text) or is_ordinary(name.text))):
            continue
        before = note.plain[max(sentence.start, name.start - 60) : name.start]
        if name.has_form or note.languages == {"en"} or contexts()["rival"].search(before):
            return True
    return False


def each_once(pairs: Sequence[tuple[Any, Quote]]) -> list[tuple[Any, Quote]]:
    """Return each value once, with its first words."""
    once: dict[Any, tuple[Any, Quote]] = {}
    for value, quote in pairs:
        once.setdefault(_same(value), (value, quote))
    return list(once.values())


def _same(value: Any) -> Any:
    """Return what two values have in common that a deal takes for one."""
    if isinstance(value, Tactic):
        return fold(value.tactic), value.result
    return fold(value) if isinstance(value, str) else value
