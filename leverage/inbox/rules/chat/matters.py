"""Matters in a message: the topic before what is said of it, what is as the matter before, and how a message judges."""

import functools
from collections.abc import Iterator

from leverage.inbox.cues import folded
from leverage.inbox.note import Sentence
from leverage.inbox.rules.candidate import Candidate
from leverage.inbox.rules.dialogue.grants import matter_in
from leverage.inbox.rules.items import items_in, worded
from leverage.words import read_vocabulary

_FIRM = ("no_way", "firm", "firm_after", "firm_word", "stays")
_FLEXIBLE = ("flexible", "flexible_after", "flexible_word", "gives_way")
_BEFORE = 2  # sentences of a turn in which a matter before stands


def topic_within(sentence: Sentence, start: int, end: int) -> tuple[int, int]:
    """Return the place of a topic without words that turn to it and asides behind it: `but the fee, on the other hand`."""
    plain = sentence.note.plain
    words = [word for word in sentence.words if start <= word.start < end]
    while words and words[0].plain in _before_topic():
        words = words[1:]
    if not words:
        return start, start
    first, last = words[0].start, words[-1].end
    for aside in asides_behind():
        if plain[first:last].endswith(" " + aside):
            last -= len(aside) + 1
            break
    while last > first and not plain[last - 1].isalnum():
        last -= 1
    return first, last


def verdict_of(sentence: Sentence, start: int) -> str | None:
    """Return the field that the rest of a message tells, None where it says nothing or both: `No, they gave in there.`"""
    firm = sentence.has("firm", "firm_after", "firm_word", "stays", start=start)
    flexible = sentence.has(*_FLEXIBLE, start=start)
    if firm == flexible:
        return None
    return "firm_on" if firm else "flexible_on"


def same_in(sentence: Sentence) -> Iterator[Candidate]:
    """Yield a matter that is as the one before, in the same turn: `same with the indemnity`."""
    note = sentence.note
    for cue in sentence.all("same_with"):
        if len([word for word in sentence.words if word.start < cue.start]) > 1:
            continue
        before = _before(sentence)
        if before is None:
            return
        for start, end in items_in(note, cue.end, sentence.end):
            place = matter_in(sentence, start, end)
            if place:
                yield Candidate(before, worded(note, *place), *place, sentence, True)
            return


def _before(sentence: Sentence) -> str | None:
    """Return the field that the sentences before in the same turn tell."""
    for before in reversed(sentence.note.sentences[max(0, sentence.index - _BEFORE) : sentence.index]):
        if before.line.speaker != sentence.line.speaker or before.is_question:
            return None
        firm, flexible = before.has(*_FIRM), before.has(*_FLEXIBLE)
        if firm != flexible:
            return "firm_on" if firm else "flexible_on"
        if firm:
            return None
    return None


@functools.cache
def asides_behind() -> tuple[str, ...]:
    """Return the asides that stand behind a topic."""
    return tuple(read_vocabulary("inbox_dialogue.json")["asides_behind"].split("|"))


@functools.cache
def _before_topic() -> frozenset[str]:
    return frozenset(folded(read_vocabulary("inbox_dialogue.json")["before_topic"]).split())
