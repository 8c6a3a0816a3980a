"""The day of a deal: the one on which a note says that it was made, else that of the talk, the chat or the mail."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from leverage.inbox.dates import Written, before, days_in
from leverage.inbox.labels import field_of
from leverage.inbox.note import Note, Region, Sentence
from leverage.inbox.rules.standing import clause_at

_CLOSINGS = ("signed", "agreed_on", "unchanged", "no_deal", "walked", "bought")
_SINCE = frozenset({"since", "seit", "seit dem", "depuis", "desde", "dal", "sinds"})
_WITHIN = 60  # days before the mail's for a day that is told without its year
_SMALL = 6  # letters up to which a word sets aside only the day right behind it
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
        stamp = sentence.line.day or note.parts[sentence.line.part].day or known
        field = field_of(sentence.line.label) if sentence.line.label else None
        if field == "end_date" or field == "other":
            continue
        for written in days_in(note.view, sentence.start, sentence.end, day_first=note.day_first):
            day = written.day or (before(written.month_day, stamp, _WITHIN) if written.month_day and stamp else None)
            if not day or is_another(sentence, written):
                continue
            clause = _telling(sentence, written)
            if field == "deal_date" or sentence.has(*_CLOSINGS, start=clause.start, end=clause.end):
                told.append(DealDay(day, written.start, written.end))
            elif sentence.has("met", start=clause.start, end=clause.end) or _is_head(note, sentence, written):
                talks.append(DealDay(day, written.start, written.end))
        is_closing = sentence.has(*_CLOSINGS)
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
    stamped = [each.line for each in sentences if each.line.day_at and each.has(*_CLOSINGS) and not each.is_question]
    if stamped and stamped[0].day and stamped[0].day_at:
        return DealDay(stamped[0].day, *stamped[0].day_at)
    closing = [note.parts[each.line.part] for each in sentences if each.has(*_CLOSINGS) and not each.is_question]
    if closing and closing[0].day and closing[0].day_at:
        return DealDay(closing[0].day, *closing[0].day_at)
    return DealDay(known, *known_at) if known and known_at else None


def _telling(sentence: Sentence, written: Written) -> Region:
    """Return the clause that a day is in, with the one before where the day stands there alone."""
    clause = clause_at(sentence, written.start)
    rest = sentence.note.plain[clause.start : written.start] + " " + sentence.note.plain[written.end : clause.end]
    if len([word for word in rest.split() if any(map(str.isalnum, word))]) > 2 or clause.start <= sentence.start:
        return clause
    following = clause_at(sentence, clause.end) if clause.end < sentence.end else clause
    return Region(clause_at(sentence, clause.start - 1).start, following.end)


def is_another(sentence: Sentence, written: Written) -> bool:
    """Say whether words around a day make it a deadline, a start, an end or another paper's day."""
    clause = clause_at(sentence, written.start)
    plain = sentence.note.plain
    for cue in sentence.all("not_the_day", start=max(clause.start, written.start - 40), end=written.start):
        gap = plain[cue.end : written.start].split()
        is_small = len(plain[cue.start : cue.end]) <= _SMALL and cue.end - cue.start == len(plain[cue.start : cue.end].split()[0])
        if is_small and len(gap) > 2:
            continue
        if plain[cue.start : cue.end] in _SINCE and sentence.has(*_CLOSINGS, start=sentence.start):
            continue
        if not sentence.has(*_CLOSINGS, start=cue.end, end=written.start):
            return True
    behind = sentence.all("not_the_day", start=written.end, end=min(clause.end, written.end + 16))
    return any(len(plain[cue.start : cue.end]) > 3 for cue in behind)


def _is_head(note: Note, sentence: Sentence, written: Written) -> bool:
    """Say whether a day stands about alone on one of the first lines."""
    is_short = sentence.line.end - sentence.line.start <= _SHORT_LINE
    return sentence.index < _HEAD and is_short and not sentence.line.speaker and not sentence.line.label
