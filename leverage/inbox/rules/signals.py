"""Signals that a note plainly tells: what the vendor was seen doing, or the higher price that it asked for and by how much."""

from collections.abc import Iterator

from leverage.inbox.cues import DEED, word_set
from leverage.inbox.labels import field_of
from leverage.inbox.note import Sentence
from leverage.inbox.rules.candidate import Candidate
from leverage.inbox.rules.discounts import percentages_in
from leverage.inbox.rules.items import worded
from leverage.inbox.rules.standing import clause_at, is_supposed
from leverage.signals import MOST_QUOTE, Signal

_AND = ("and", "und", "y", "et", "e", "en", "but", "aber", "pero", "mais", "ma", "mas", "maar")
_OF_THEMSELVES = ("unannounced_fee",)  # kinds whose words need nobody who does it


def deeds_in(sentence: Sentence, *, by_vendor: bool) -> Iterator[Candidate]:
    """Yield what the vendor did, a signal of its kind each, in the words of the clause that says so.

    Not what we did, what is denied, asked or supposed, nor what a vendor writes itself.
    """
    if by_vendor or is_supposed(sentence) or (sentence.line.label and field_of(sentence.line.label) is not None):
        return
    for cue in sentence.cues:
        kind = cue.name.removeprefix(DEED)
        if kind == cue.name:
            continue
        clause = clause_at(sentence, cue.start)
        before = list(sentence.all("them", "us", start=clause.start, end=cue.start))
        is_denied = any(
            not cue.start <= each.start < cue.end for each in sentence.all("negation", start=clause.start, end=clause.end)
        )
        if is_denied or (before and before[-1].name == "us" and kind not in _OF_THEMSELVES):
            continue
        told = [word for word in sentence.words if clause.start <= word.start < max(clause.end, cue.end)]
        if told[0].plain in _AND and told[0].end < cue.start:
            del told[0]
        start, end = told[0].start, told[-1].end
        words = worded(sentence.note, start, end)
        if words and len(words) <= MOST_QUOTE:
            yield Candidate("signals", Signal(kind, words), start, end, sentence, True)


def signals_in(sentence: Sentence, *, by_vendor: bool) -> Iterator[Candidate]:
    """Yield a price increase that they asked for, as a signal and as the uplift asked."""
    figures = percentages_in(sentence)
    field = field_of(sentence.line.label) if sentence.line.label else None
    if by_vendor or field is not None or is_supposed(sentence) or not figures:
        return
    for increase in sentence.all("increase"):
        clause = clause_at(sentence, increase.start)
        inside = [each for each in figures if clause.start <= each.start < clause.end]
        theirs = list(sentence.all("them", start=clause.start, end=increase.start))
        ours = sentence.has("us", start=clause.start, end=increase.start)
        asked = any(
            theirs and theirs[0].end <= word.start < increase.start and word.plain in word_set("asking")
            for word in sentence.words
            if clause.start <= word.start < clause.end
        )
        if (
            len(inside) != 1
            or inside[0].is_range
            or ours
            or not asked
            or sentence.has("negation", start=clause.start, end=clause.end)
        ):
            continue
        start, end = theirs[0].start, max(increase.end, inside[0].end)
        if end - start <= MOST_QUOTE:
            yield Candidate("signals", Signal("price_increase", worded(sentence.note, start, end)), start, end, sentence, True)
            yield Candidate("uplift_asked_pct", inside[0].value, inside[0].start, end, sentence, True)
            return
