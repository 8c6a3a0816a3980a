"""The day of a deal: the one on which a note says that it was made, else that of the talk, the chat or the mail."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from leverage.inbox.dates import Written, before, days_in
from leverage.inbox.labels import field_of
from leverage.inbox.note import Note, Sentence
from leverage.inbox.rules.standing import clause_at

_WITHIN = 60  # days before the mail's for a day that is told without its year
_HEAD = 6  # first sentences in which a day alone on its line is the note's
_SHORT_LINE = 60  # characters


class DealDay(NamedTuple):
    """A day with the place of the words that say it."""

    day: date
    start: int
    end: int


def day_of(note: Note, sentences: Sequence[Sentence], known: date | None, known_at: tuple[int, int] | None) -> DealDay | None:
    """Return the day of the deal that some sentences tell; `known` is the day of the mail that they stand in."""
    told: list[DealDay] = []
    talks: list[DealDay] = []
    is_some_other = False
    for sentence in sentences:
        stamp = sentence.line.day or known
        field = field_of(sentence.line.label) if sentence.line.label else None
        if field == "end_date" or field == "other":
            continue
        for written in days_in(note.view, sentence.start, sentence.end, day_first=note.day_first):
            day = written.day or (before(written.month_day, stamp, _WITHIN) if written.month_day and stamp else None)
            if not day or _is_another(sentence, written):
                continue
            clause = clause_at(sentence, written.start)
            if field == "deal_date" or sentence.has("signed", "agreed_on", "unchanged", start=clause.start, end=clause.end):
                told.append(DealDay(day, written.start, written.end))
            elif sentence.has("met", start=clause.start, end=clause.end) or _is_head(note, sentence, written):
                talks.append(DealDay(day, written.start, written.end))
        is_closing = sentence.has("signed", "agreed_on")
        if is_closing and not sentence.is_question:
            for cue in sentence.all("today", "yesterday"):
                if stamp and not sentence.has("hypothetical", "negation"):
                    told.append(DealDay(stamp - timedelta(cue.name == "yesterday"), cue.start, cue.end))
            is_some_other = is_some_other or (sentence.has("some_day") and not told)
    for found in (told, talks):
        if found:
            return found[0] if len({each.day for each in found}) == 1 else None
    if is_some_other:
        return None
    return _stamped(note, sentences, known, known_at)


def _is_another(sentence: Sentence, written: Written) -> bool:
    """Say whether words around a day make it a deadline, a start, an end or another paper's day."""
    clause = clause_at(sentence, written.start)
    near = max(clause.start, written.start - 40)
    if sentence.has("not_the_day", start=near, end=written.start):
        return True
    return sentence.has("not_the_day", start=written.end, end=min(clause.end, written.end + 16))


def _is_head(note: Note, sentence: Sentence, written: Written) -> bool:
    """Say whether a day stands about alone on one of the first lines."""
    is_short = sentence.line.end - sentence.line.start <= _SHORT_LINE
    return sentence.index < _HEAD and is_short and not sentence.line.speaker and not sentence.line.label


def _stamped(note: Note, sentences: Sequence[Sentence], known: date | None, known_at: tuple[int, int] | None) -> DealDay | None:
    """Return the day of the mail."""
    return DealDay(known, *known_at) if known and known_at else None
