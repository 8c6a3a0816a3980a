"""Who tells in a text: whether it is anybody's word of a deal of ours, and the sentences of the people who tell it."""

import bisect
from typing import NamedTuple

from leverage.inbox.asides import is_draft, is_news
from leverage.inbox.note import Note, Sentence
from leverage.inbox.papers import is_other_paper
from leverage.inbox.proposal import Quote
from leverage.inbox.rules.parties import has_our_voice, is_of_others


class Span(NamedTuple):
    """A place between two others."""

    start: int
    end: int


def tells_nothing(note: Note) -> bool:
    """Say whether a text is a draft, news, another paper, or nobody's word of ours: no value stands on it."""
    if "tells_nothing" not in note.memo:
        note.memo["tells_nothing"] = is_draft(note) or is_news(note) or is_other_paper(note) or not has_our_voice(note)
    return bool(note.memo["tells_nothing"])


def sentence_at(note: Note, place: Span | Quote) -> Sentence | None:
    """Return the one sentence of the people who tell that holds a place, or the labelled line that does; else None."""
    own = own_sentences(note)
    at = bisect.bisect_right(own, place.start, key=lambda each: each.start) - 1
    if at >= 0 and place.end <= own[at].end:
        return own[at]
    for each in own:
        if not each.line.label:
            continue
        begin = each.line.label_at[0] if each.line.label_at else each.line.start
        if each.start == each.line.start and begin <= place.start and place.end <= each.line.end:
            return each
    return None


def own_sentences(note: Note) -> list[Sentence]:
    """Return the sentences of the people who tell, without those of deals between others."""
    if "own" not in note.memo:
        note.memo["own"] = [each for each in note.own_sentences if not is_of_others(each)]
    return note.memo["own"]  # type: ignore[no-any-return]
