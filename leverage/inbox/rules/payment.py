"""Payment terms that a note states, as worded; notice, delivery, warranty and renewal periods are none."""

import re
from collections.abc import Iterator, Sequence

from leverage.inbox.cues import Word, word_set
from leverage.inbox.labels import field_of
from leverage.inbox.note import Region, Sentence
from leverage.inbox.numerals import Numeral, numerals_in
from leverage.inbox.rules.candidate import Candidate
from leverage.inbox.rules.standing import MOST_FIGURES, clause_at, is_answer_about, standing_of
from leverage.terms import MOST_DAYS

_NET = frozenset(["net", "nett", "netto", "neto", "n", "nets"])
_DAYS = word_set("days")
_TAIL = word_set("payment_tail")
_CONTENT = word_set("payment_tail_ends")
_NO_UNIT = word_set("no_days")
_WHEN = 4  # words between a word for payment and when it is made
_EARLY = re.compile(r"\d{1,2}(?:[.,]\d)?\s?%?\s?/\s?\d{1,3}\s?,?\s?(?:days?\s?,?\s?)?(?:net|n)\s?/?\s?\d{1,3}(?!\d)(?:\s?days?)?")
_SKONTO = re.compile(
    r",?\s?(?:mit\s)?\d{1,2}(?:[.,]\d{1,2})?\s?%\s?(?:skonto\s)?(?:bei zahlung\s)?"
    r"(?:in|innerhalb(?: von)?|binnen)\s\d{1,2}\s?tagen(?:\s?skonto)?"
)
_SKONTO_FIRST = re.compile(r"\d{1,2}\s?tage\s\d{1,2}(?:[.,]\d{1,2})?\s?%\s?skonto,?\s(?:\d{1,3}\s?tage\s(?:rein\s)?netto)")


def payments_in(sentence: Sentence) -> Iterator[Candidate]:
    """Yield the payment terms that a sentence states, agreed or plainly said."""
    if label_is_other(sentence):
        return
    spans = spans_of(sentence)
    if len(spans) > MOST_FIGURES:
        return
    for start, end in spans:
        standing = standing_of(sentence, start, end, spans)
        if standing != "dropped":
            value = " ".join(sentence.note.view[start:end].split())
            yield Candidate("payment_terms", value, start, end, sentence, standing == "final")


def spans_of(sentence: Sentence) -> list[tuple[int, int]]:
    """Return the places of all payment terms that a sentence names, however it speaks of them; the longest ones alone."""
    spans = sorted({*_spans(sentence)})
    return [
        (start, end)
        for start, end in spans
        if not any(first <= start and end <= last and (start, end) != (first, last) for first, last in spans)
    ]


def label_is_other(sentence: Sentence) -> bool:
    """Say whether a label says that the line is about another matter than payment."""
    field = field_of(sentence.line.label) if sentence.line.label else None
    return field not in (None, "payment_terms", "outcome", "discount_pct", "price", "flexible_on", "worked", "tactics")


def is_of_payment(sentence: Sentence) -> bool:
    """Say whether a label says that the line is about payment."""
    return bool(sentence.line.label) and field_of(sentence.line.label) == "payment_terms"


def _spans(sentence: Sentence) -> Iterator[tuple[int, int]]:
    plain, words = sentence.note.plain, sentence.words
    for pattern in (_EARLY, _SKONTO_FIRST):
        for match in pattern.finditer(plain, sentence.start, sentence.end):
            if "n" in match[0]:
                yield match.span()
    places = {word.start: at for at, word in enumerate(words)}
    for numeral in numerals_in(plain, words):
        at = places[numeral.start]
        if span := _days_at(sentence, words, at, numeral):
            yield span
    for cue in sentence.all("pay_when"):
        clause = clause_at(sentence, cue.start)
        is_told = is_of_payment(sentence) or any(
            len(plain[each.end : cue.start].split()) <= _WHEN
            for each in sentence.all("payment", start=clause.start, end=cue.start)
        )
        if is_told and not sentence.has("early", "flexible", "firm", start=clause.start, end=clause.end):
            yield cue.start, cue.end
    for cue in sentence.all("pay_words"):
        clause = clause_at(sentence, cue.start)
        is_told = is_of_payment(sentence) or len(plain[cue.start : cue.end].split()) > 1
        if is_told and not sentence.has("other_time", "early", start=clause.start, end=clause.end):
            yield cue.start, cue.end


def _days_at(sentence: Sentence, words: Sequence[Word], at: int, numeral: Numeral) -> tuple[int, int] | None:
    """Return the place of payment terms around a number of days."""
    plain = sentence.note.plain
    value = numeral.value
    if value != value.to_integral_value() or not 0 < value <= MOST_DAYS:
        return None
    behind = at + numeral.words
    is_net_before = at > 0 and words[at - 1].plain in _NET and not plain[words[at - 1].end : numeral.start].strip(" -/")
    has_days = behind < len(words) and words[behind].plain in _DAYS and not plain[numeral.end : words[behind].start].strip(" -")
    is_net_after = not is_net_before and behind < len(words) and words[behind + has_days : behind + has_days + 2] != []
    following = [word.plain for word in words[behind + has_days : behind + has_days + 2]]
    is_net_after = is_net_after and bool(set(following) & _NET) and following[0] in _NET | {"rein"}
    if not (is_net_before or has_days):
        return None
    if (
        not has_days
        and behind < len(words)
        and words[behind].plain in _NO_UNIT
        and not plain[numeral.end : words[behind].start].strip()
    ):
        return None
    start = words[at - 1].start if is_net_before else numeral.start
    if is_net_before and words[at - 1].plain == "n" and not has_days and len(plain[start : numeral.end]) > 3 + numeral.words:
        return None
    end = _tail(sentence, words, behind + has_days, words[behind].end if has_days else numeral.end)
    clause = clause_at(sentence, numeral.start)
    clause = Region(clause.start, max(clause.end, clause_at(sentence, end - 1).end))
    is_told = (
        is_net_before
        or is_net_after
        or is_of_payment(sentence)
        or sentence.has("payment", start=clause.start, end=clause.end)
        or is_answer_about(sentence, "payment")
    )
    inside = plain[start:end]
    names = ("other_time", "increase", "early") if "%" in sentence.text else ("other_time", "increase")
    others = list(sentence.all(*names, start=clause.start, end=clause.end))
    if not is_told or any(plain[cue.start : cue.end] not in inside for cue in others):
        return None
    skonto = _SKONTO.match(plain, end, sentence.end)
    return start, skonto.end() if skonto else end


def _tail(sentence: Sentence, words: Sequence[Word], at: int, end: int) -> int:
    """Return where the words that say from when the days count end."""
    last, previous = end, end
    for word in words[at : at + 9]:
        if word.plain not in _TAIL or sentence.note.plain[previous : word.start].strip(" '"):
            break
        previous = word.end
        if word.plain in _CONTENT:
            last = word.end
    return last
