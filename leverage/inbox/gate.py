"""The one gate that every value passes, the rules' and a model's alike: its words stand in the text, and say it."""

from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from leverage.deals import Tactic
from leverage.inbox.cues import folded, words_of
from leverage.inbox.dates import days_in
from leverage.inbox.lines import note_of
from leverage.inbox.note import Note, Sentence
from leverage.inbox.proposal import Quote
from leverage.inbox.rules.days import is_another
from leverage.inbox.rules.dialogue import is_talk, settles
from leverage.inbox.rules.discounts import discounts_in, percentages_in
from leverage.inbox.rules.labelled import labelled_in
from leverage.inbox.rules.outcomes import endings_in
from leverage.inbox.rules.payment import payments_in
from leverage.inbox.rules.standing import is_supposed, is_supposed_beyond_no
from leverage.inbox.rules.vendors import may_be_vendor
from leverage.signals import Signal
from leverage.terms import payment_terms_label

NOT_THERE = "The quote does not stand in the text."
NOT_OWN = "The quote is no line of the people who tell of the deal."
NOT_SAID = "The quote does not say the value."
NOT_SETTLED = "The quote asks, offers, supposes or speaks of another figure."

_SHORT_ASK = 14  # words of a question in a chat
_SHORT_QUESTION = 6  # words: `Penalties?`, which the next sentence answers
_SHARED = 0.8  # of the words of an item that its quote must have


def passes(field: str, value: Any, quote: Quote, text: str, filename: str = "") -> str | None:
    """Return None where a value may stand on its quote, else a sentence that says why not."""
    if not quote.text.strip() or text[quote.start : quote.end] != quote.text:
        return NOT_THERE
    note = note_of(text, filename)
    check = _CHECKS.get(field, _is_worded)
    if field in ("vendor", "deal_date"):
        return check(note, value, quote, None)
    sentence = _sentence_at(note, quote)
    if sentence is None:
        return NOT_OWN
    return check(note, value, quote, sentence)


def _sentence_at(note: Note, quote: Quote) -> Sentence | None:
    """Return the sentence that a quote begins in, None for one that is not the people's own."""
    own = note.own_sentences
    return next((each for each in own if each.start <= quote.start < each.end), None) or next(
        (each for each in own if _begin(each) <= quote.start < each.line.end), None
    )


def _begin(sentence: Sentence) -> int:
    """Return where a sentence's line begins, with its label."""
    return sentence.line.label_at[0] if sentence.line.label_at else sentence.line.start


def _is_discount(note: Note, value: Decimal, quote: Quote, sentence: Sentence | None) -> str | None:
    assert sentence is not None
    if is_talk(note) and sentence.line.speaker:
        return None if settles(note, "discount_pct", value) else NOT_SETTLED
    if not any(each.value == value for each in percentages_in(sentence)):
        return NOT_SAID
    found = [each for each in discounts_in(sentence) if each.value == value]
    return None if any(each.start < quote.end and quote.start < each.end for each in found) else NOT_SETTLED


def _is_base(note: Note, value: str, quote: Quote, sentence: Sentence | None) -> str | None:
    assert sentence is not None
    return None if any(each.base == value for each in discounts_in(sentence)) else NOT_SAID


def _is_payment(note: Note, value: str, quote: Quote, sentence: Sentence | None) -> str | None:
    assert sentence is not None
    label = payment_terms_label(value)
    if is_talk(note) and sentence.line.speaker:
        return None if settles(note, "payment_terms", value) else NOT_SETTLED
    found = [each for each in payments_in(sentence) if each.start < quote.end and quote.start < each.end]
    return None if any(payment_terms_label(each.value) == label for each in found) else NOT_SETTLED


def _is_outcome(note: Note, value: str, quote: Quote, sentence: Sentence | None) -> str | None:
    assert sentence is not None
    if is_talk(note) and sentence.line.speaker:
        return None if settles(note, "outcome", value) else NOT_SETTLED
    return None if any(each.outcome == value for each in endings_in(note, sentence)) else NOT_SAID


def _is_day(note: Note, value: date, quote: Quote, sentence: Sentence | None) -> str | None:
    days = days_in(note.view, quote.start, quote.end, day_first=note.day_first)
    said = [each for each in days if each.day == value or (each.month_day == (value.month, value.day))]
    within = next((each for each in note.sentences if each.start <= quote.start < each.end), None)
    if not said:
        is_near = within is not None and within.has("today", "yesterday", start=quote.start, end=quote.end)
        return None if is_near else NOT_SAID
    return NOT_SETTLED if within is not None and all(is_another(within, each) for each in said) else None


def _is_vendor(note: Note, value: str, quote: Quote, sentence: Sentence | None) -> str | None:
    if " ".join(folded(value).split()) not in " ".join(folded(quote.text).split()):
        return NOT_SAID
    return None if may_be_vendor(note, value) else NOT_SETTLED


def _is_labelled(note: Note, value: Any, quote: Quote, sentence: Sentence | None) -> str | None:
    """Say whether the value is the one that stands behind its label."""
    assert sentence is not None
    return None if any(each.value == value for each in labelled_in(sentence)) else NOT_SAID


def _is_item(note: Note, value: str, quote: Quote, sentence: Sentence | None) -> str | None:
    assert sentence is not None
    most = _SHORT_ASK if sentence.line.speaker else _SHORT_QUESTION
    if is_supposed_beyond_no(sentence) and not is_talk(note) and not (sentence.is_question and len(sentence.words) <= most):
        return NOT_SETTLED
    return _is_worded(note, value, quote, sentence)


def _is_tactic(note: Note, value: Tactic, quote: Quote, sentence: Sentence | None) -> str | None:
    assert sentence is not None
    if is_talk(note) and sentence.line.speaker and not settles(note, "tactics", value):
        return NOT_SETTLED
    if (
        value.result != "unclear"
        and not (is_talk(note) and sentence.line.speaker)
        and not _tells_result(note, value.result, sentence)
    ):
        return NOT_SAID
    return _is_worded(note, value.tactic, quote, sentence)


def _tells_result(note: Note, result: str, sentence: Sentence) -> bool:
    """Say whether the sentence, its line with its label, or the next sentence says what a tactic did."""
    following = note.sentences[sentence.index + 1 : sentence.index + 2]
    label = folded(sentence.line.label)
    near = [*(each for each in note.sentences[sentence.index :][:4] if each.line is sentence.line), *following]
    return any(each.has(result) for each in near) or bool(label and tells(label, result, note))


def tells(label: str, result: str, note: Note) -> bool:
    """Say whether a label tells a result, as `What worked` does."""
    from leverage.inbox.labels import field_of

    return field_of(label) == result or (result in {"worked", "failed"} and bool(words_of(label)) and result in label)


def _is_signal(note: Note, value: Signal, quote: Quote, sentence: Sentence | None) -> str | None:
    assert sentence is not None
    return NOT_SETTLED if is_supposed(sentence) else _is_worded(note, value.quote, quote, sentence)


def _is_worded(note: Note, value: Any, quote: Quote, sentence: Sentence | None) -> str | None:
    """Say whether the words of a value are words of its quote."""
    plain = {word.plain for word in words_of(folded(" ".join(quote.text.replace("- ", "").split())))}
    plain |= {word.plain for word in words_of(folded(quote.text))}
    said = [word.plain for word in words_of(folded(str(value)))]
    return None if said and sum(word in plain for word in said) >= _SHARED * len(said) else NOT_SAID


_CHECKS: Mapping[str, Callable[[Note, Any, Quote, Sentence | None], str | None]] = {
    "discount_pct": _is_discount,
    "discount_base": _is_base,
    "payment_terms": _is_payment,
    "outcome": _is_outcome,
    "deal_date": _is_day,
    "vendor": _is_vendor,
    **dict.fromkeys(("product", "competitor", "term_months", "notice_days", "end_date"), _is_labelled),
    "flexible_on": _is_item,
    "firm_on": _is_item,
    "tactics": _is_tactic,
    "signals": _is_signal,
}
