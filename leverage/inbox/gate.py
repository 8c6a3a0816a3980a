"""The one gate that every value passes, the rules' and a model's alike: its words stand in the text, and say it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from leverage.deals import Tactic
from leverage.inbox.cues import folded, words_of
from leverage.inbox.labels import field_of
from leverage.inbox.lines import note_of
from leverage.inbox.note import Note, Sentence
from leverage.inbox.proposal import Quote
from leverage.inbox.rules.candidate import Candidate
from leverage.inbox.rules.days import day_of
from leverage.inbox.rules.dialogue import Talk, is_talk, told_in_talk
from leverage.inbox.rules.discounts import discounts_in, percentages_in
from leverage.inbox.rules.labelled import labelled_in
from leverage.inbox.rules.matters import listed
from leverage.inbox.rules.names import starts_with_given
from leverage.inbox.rules.outcomes import endings_in
from leverage.inbox.rules.payment import payments_in
from leverage.inbox.rules.sides import is_by_vendor
from leverage.inbox.rules.signals import deeds_in, signals_in
from leverage.inbox.rules.told import stances_of, tactics_of
from leverage.inbox.rules.vendors import may_be_vendor, vendors_in
from leverage.inbox.telling import Span, own_sentences, sentence_at, tells_nothing
from leverage.inbox.wordings import contents_of, says_stance, says_tactic
from leverage.terms import payment_terms_label
from leverage.text import fold
from leverage.words import plain_key

NOT_THERE = "The quote does not stand in the text."
NOT_WHOLE = "The quote begins or ends within a word."
NOT_OWN = "The quote is no sentence of the people who tell of the deal."
NOT_SAID = "The quote does not say the value."
NOT_SETTLED = "The quote asks, offers, supposes or speaks of another figure."

_BASES = {"list": "base_list", "first_quote": "base_first", "last_price": "base_last"}
_RESULTS = ("worked", "failed", "mixed")
_ANSWERED_WITHIN = 3  # sentences of a chat in which a question is answered


def passes(field: str, value: Any, quote: Quote, text: str, filename: str = "", *, by_vendor: bool | None = None) -> str | None:
    """Return None where a value may stand on its quote, else a sentence that says why not.

    `by_vendor` tells whether the vendor writes; where it is None, the text tells.
    """
    if not any(map(str.isalnum, quote.text)) or text[quote.start : quote.end] != quote.text:
        return NOT_THERE
    place = _bare(quote)
    if _cuts_a_word(text, place.start) or _cuts_a_word(text, place.end):
        return NOT_WHOLE
    note = note_of(text, filename)
    if tells_nothing(note):
        return NOT_OWN
    if field == "vendor":
        return _is_vendor(note, value, place)
    if field == "deal_date":
        return _is_day(note, value, place)
    sentence = sentence_at(note, place)
    if sentence is None:
        return NOT_OWN
    check = _CHECKS.get(field)
    return check(_Said(note, field, value, place, sentence, by_vendor)) if check else NOT_SAID


def _bare(quote: Quote) -> Span:
    """Return the place of a quote without the marks around it."""
    start, end = quote.start, quote.end
    while not quote.text[start - quote.start].isalnum():
        start += 1
    while not (quote.text[end - quote.start - 1].isalnum() or quote.text[end - quote.start - 1] == "%"):
        end -= 1
    return Span(start, end)


def _cuts_a_word(text: str, place: int) -> bool:
    return 0 < place < len(text) and text[place - 1].isalnum() and text[place].isalnum()


class _Said:
    """A value with the place of its words and the sentence around them, and what the rules read there."""

    def __init__(self, note: Note, field: str, value: Any, place: Span, sentence: Sentence, by_vendor: bool | None) -> None:
        self.note = note
        self.field = field
        self.value = value
        self.place = place
        self.sentence = sentence
        self.by_vendor = by_vendor

    @property
    def talk(self) -> Talk | None:
        """What the talk that it stands in settles."""
        if not (is_talk(self.note) and self.sentence.line.speaker):
            return None
        return told_in_talk(self.note, own_sentences(self.note))

    def near(self) -> list[tuple[Sentence, list[Sentence]]]:
        """Return its sentence, with a label all of its line, in a chat the answers to it, each with the one that follows."""
        own, sentence = own_sentences(self.note), self.sentence
        last = sentence.index + (_ANSWERED_WITHIN if sentence.line.speaker else 0)
        return [
            (each, own[n + 1 : n + 2])
            for n, each in enumerate(own)
            if sentence.index <= each.index <= last or (sentence.line.label and each.line is sentence.line)
        ]

    def voices(self) -> tuple[bool, ...]:
        """Return who may write: the vendor, we, or either."""
        if self.by_vendor is not None:
            return (self.by_vendor,)
        key = f"by vendor {self.sentence.line.part}"
        if key not in self.note.memo:
            named = (None, *vendors_in(self.note))
            self.note.memo[key] = any(is_by_vendor(self.note, each, [self.sentence]) for each in named)
        return (False, True) if self.note.memo[key] else (False,)

    def covers(self, start: int, end: int) -> bool:
        """Say whether its words hold a place."""
        return self.place.start <= start and end <= self.place.end


def _is_discount(said: _Said) -> str | None:
    value: Decimal = said.value
    found = said.talk.discounts if said.talk else discounts_in(said.sentence)
    figures = [each for each in percentages_in(said.sentence) if each.value == value and said.covers(each.start, each.end)]
    for each in found:
        if each.value == value and (
            said.covers(each.start, each.end) or any(each.start <= one.start and one.end <= each.end for one in figures)
        ):
            return None
    return NOT_SETTLED if figures else NOT_SAID


def _is_base(said: _Said) -> str | None:
    name = _BASES.get(said.value)
    is_named = name is not None and said.sentence.has(name, start=said.place.start, end=said.place.end)
    return None if is_named and any(each.base == said.value for each in discounts_in(said.sentence)) else NOT_SAID


def _is_payment(said: _Said) -> str | None:
    label = payment_terms_label(said.value)
    words = " ".join(said.note.view[said.place.start : said.place.end].split())
    for each in said.talk.payments if said.talk else payments_in(said.sentence):
        if payment_terms_label(each.value) != label:
            continue
        is_within = each.start <= said.place.start and said.place.end <= each.end and not words.isdigit()
        if said.covers(each.start, each.end) or (is_within and payment_terms_label(words) == label):
            return None
    return NOT_SETTLED


def _is_outcome(said: _Said) -> str | None:
    talk = said.talk
    found = [talk.ending] if talk and talk.ending else [] if talk else endings_in(said.note, said.sentence)
    return None if any(each.outcome == said.value and said.covers(each.start, each.end) for each in found) else NOT_SAID


def _is_day(note: Note, value: date, place: Span) -> str | None:
    stamps = [(part.day, part.day_at) for part in note.parts] + [(line.day, line.day_at) for line in note.lines]
    if "\n" not in note.text[place.start : place.end] and any(
        day == value and at and place.start <= at[0] and at[1] <= place.end for day, at in stamps
    ):
        return None
    sentence = sentence_at(note, place)
    if sentence is None:
        return NOT_OWN
    stamp = sentence.line.day or note.parts[sentence.line.part].day or note.newest.day
    day = day_of(note, [sentence], stamp, None)
    return None if day and day.day == value and place.start <= day.start and day.end <= place.end else NOT_SAID


def _is_vendor(note: Note, value: str, place: Span) -> str | None:
    name = [word.plain for word in words_of(folded(value))]
    said = [word.plain for word in words_of(note.plain, place.start, place.end)]
    if not name or not any(said[at : at + len(name)] == name for at in range(len(said))):
        return NOT_SAID
    if sentence_at(note, place) is None and any(each.start < place.end and place.start < each.end for each in note.own_sentences):
        return NOT_OWN  # it goes over several
    return None if may_be_vendor(note, value) and _is_weighed(note, value) else NOT_SETTLED


def _is_weighed(note: Note, name: str) -> bool:
    """Say whether the rules take a name for a vendor's, by itself or once it is known for one: no rival, customer, person."""
    key = f"weighed {name}"
    if key not in note.memo:
        note.memo[key] = _finds(note, name) or (not starts_with_given(name) and _finds(note, name, (name, name)))
    return bool(note.memo[key])


def _finds(note: Note, name: str, *known: tuple[str, str]) -> bool:
    named = plain_key(name)
    return any(named in (each.key, plain_key(each.name)) for each in vendors_in(note, known))


def _is_labelled(said: _Said) -> str | None:
    """Say whether the value is the one that stands behind its label."""
    found = labelled_in(said.sentence)
    return None if _any_equal(said, found) else NOT_SAID


def _is_signal(said: _Said) -> str | None:
    told = (*signals_in(said.sentence, by_vendor=False), *deeds_in(said.sentence, by_vendor=False))
    return None if _any_equal(said, told) else NOT_SAID


def _any_equal(said: _Said, found: Iterable[Candidate]) -> bool:
    return any(each.field == said.field and each.value == said.value and said.covers(each.start, each.end) for each in found)


def _is_item(said: _Said) -> str | None:
    """Say whether the rules read the item there, or its words stand beside words of giving way or of staying firm."""
    if any(
        _is_same(said, each.value) and said.covers(each.start, each.end) for each in _stances(said) if each.field == said.field
    ):
        return None
    if said.talk or True in said.voices():
        return NOT_SAID
    return None if says_stance(said.sentence, said.field, str(said.value), said.place) else NOT_SAID


def _stances(said: _Said) -> Iterator[Candidate]:
    if said.talk:
        yield from said.talk.stances
        return
    for sentence, following in said.near():
        for by_vendor in said.voices():
            yield from stances_of(sentence, following, by_vendor=by_vendor)


def _is_same(said: _Said, value: str) -> bool:
    if fold(str(said.value)) == fold(value):
        return True
    languages = said.note.languages
    contents = contents_of(words_of(folded(str(said.value))), languages)
    return bool(contents) and contents == contents_of(words_of(folded(value)), languages)


def _is_tactic(said: _Said) -> str | None:
    """Say whether the rules read the tactic there with its result, or it stands beside words of both."""
    value: Tactic = said.value
    said.value = value.tactic
    found = (
        said.talk.tactics if said.talk else [each for one, more in said.near() for each in tactics_of(one, more, by_vendor=False)]
    )
    for each in found:
        if each.value.result == value.result and _is_same(said, each.value.tactic) and said.covers(each.start, each.end):
            is_told = said.sentence.line.speaker or value.result == "unclear" or _tells_result(said, value.result)
            return None if is_told else NOT_SAID
    if said.talk or True in said.voices() or value.result not in _RESULTS:
        return NOT_SAID
    return None if says_tactic(said.sentence, value, said.place) else NOT_SAID


def _tells_result(said: _Said, result: str) -> bool:
    """Say whether the line with its label, or the next sentence of what was tried, says what a tactic did."""
    label = folded(said.sentence.line.label)
    is_label = field_of(label) == result or (result != "mixed" and result in label) if label else False
    near = said.near()
    answers = {"worked": listed("said_yes"), "failed": listed("said_no")}.get(result, frozenset())
    is_answered = field_of(label) == "tactics" and any(word.plain in answers for each, _ in near for word in each.words)
    if is_label or is_answered or any(each.has(result) for each, _ in near):
        return True
    following = next(iter(near[-1][1]), None)
    cue = next(following.all(result), None) if following else None
    if following is None or cue is None:
        return False
    named = list(following.all("them", "refers", end=cue.start))
    lead = [
        word
        for word in following.words
        if word.end <= cue.start
        and word.plain not in listed("any_tactic")
        and not any(each.start <= word.start and word.end <= each.end for each in named)
    ]
    return not contents_of(lead, said.note.languages)


_CHECKS: Mapping[str, Callable[[_Said], str | None]] = {
    "discount_pct": _is_discount,
    "discount_base": _is_base,
    "payment_terms": _is_payment,
    "outcome": _is_outcome,
    **dict.fromkeys(("product", "competitor", "term_months", "notice_days", "end_date"), _is_labelled),
    **dict.fromkeys(("signals", "uplift_asked_pct"), _is_signal),
    "flexible_on": _is_item,
    "firm_on": _is_item,
    "tactics": _is_tactic,
}
