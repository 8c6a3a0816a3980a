"""Further values that stand plainly behind a label: the product, a competitor, the term, the notice, the end."""

from collections.abc import Iterator

from leverage.inbox.cues import word_set
from leverage.inbox.dates import days_in
from leverage.inbox.labels import field_of
from leverage.inbox.note import Sentence
from leverage.inbox.numerals import numerals_in
from leverage.inbox.rules.candidate import Candidate
from leverage.inbox.rules.items import worded
from leverage.inbox.rules.standing import clause_at, is_supposed

MOST_WORDS = 8
ALWAYS = ("product", "competitor")  # the others count in a deal that was agreed
_UNITS = {"term_months": "months", "notice_days": "day_words"}


def labelled_in(sentence: Sentence) -> Iterator[Candidate]:
    """Yield the value behind a label of these fields; a span with two numbers, a wish or a condition gives none."""
    field = field_of(sentence.line.label) if sentence.line.label else None
    if field is None or sentence.start != sentence.line.start or is_supposed(sentence) or sentence.has("unsettled", "negation"):
        return
    note = sentence.note
    clause = clause_at(sentence, sentence.start)
    start, end = clause.start, clause.end
    while end > start and note.view[end - 1] in " ,;:(.-":
        end -= 1
    if field in ALWAYS:
        words = note.plain[start:end].split()
        if 0 < len(words) <= MOST_WORDS and words[0] not in word_set("no_value"):
            yield Candidate(field, worded(note, start, end), start, end, sentence)
    elif field in _UNITS:
        yield from _counted(sentence, field)
    elif field == "end_date":
        days = days_in(note.view, sentence.start, sentence.end, day_first=note.day_first)
        if len(days) == 1 and days[0].day:
            yield Candidate(field, days[0].day, days[0].start, days[0].end, sentence)


def _counted(sentence: Sentence, field: str) -> Iterator[Candidate]:
    """Yield the one number of months or days, years as months."""
    found = list(numerals_in(sentence.note.plain, sentence.words))
    if len(found) != 1 or found[0].value != found[0].value.to_integral_value() or found[0].value <= 0:
        return
    behind = [word for word in sentence.words if word.start >= found[0].end][:1]
    if not behind:
        return
    times = (
        1
        if behind[0].plain in word_set(_UNITS[field])
        else 12
        if field == "term_months" and behind[0].plain in word_set("years")
        else 0
    )
    if times:
        yield Candidate(field, int(found[0].value) * times, found[0].start, behind[0].end, sentence)
