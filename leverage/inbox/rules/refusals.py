"""Refusals: what somebody would not change, told by verbs: `they refused to shorten the term`, `wollten X nicht senken`."""

import re
from collections.abc import Iterator

from leverage.inbox.cues import Cue, Word, words_of
from leverage.inbox.note import Sentence
from leverage.inbox.rules.items import items_in, phrase_before
from leverage.inbox.rules.matters import changing, listed, small
from leverage.inbox.rules.standing import clause_at

_MOST_BETWEEN = 3  # small words between a refusing and its verb
_BE = listed("being")
_AUX = frozenset({"e", "ha", "it", "fue"})
_AHEAD = re.compile(
    r"\b(?:hielt|hielten|halt|halten)\s+(?:[a-z]+\s+){0,2}?(?:an|am)\s+([^,;:]{3,70}?)\s+fest\b(?=\s*(?:[.,;:!?)]|$|und\b))"
)
_BRACKETED = re.compile(
    r"\b(?:wollte|wollten|wilde|wilden|konnte|konnten|mochte|mochten)\s+(?:(?:sie|uns|er|ze|zij|ons)\s+)?"
    r"([^,;:]{3,70}?)\s+(?:nicht|niet|keinesfalls)\s+([a-z]+en)\b"
)
_TO = re.compile(r"\s(?:zu|te)\s+[a-z]+en\b|\s[a-z]+zu[a-z]+en\b")


def refused_in(sentence: Sentence) -> Iterator[tuple[Cue, int, int]]:
    """Yield what a sentence says was refused: the words that say so, and the place of each item."""
    for cue in sentence.all("refusing"):
        yield from ((cue, *place) for place in _behind_verb(sentence, cue))
        yield from ((cue, *place) for place in _before_to(sentence, cue))
    yield from _between(sentence)
    yield from _named_thing(sentence)


def past_being(sentence: Sentence, start: int) -> int:
    """Return where an item begins behind `was`: `the one thing they would not budge on was the deposit`."""
    words = words_of(sentence.note.plain, start, min(sentence.end, start + 24))
    at = start
    for word in words[:2]:
        if sentence.note.plain[at : word.start].strip() or word.plain not in _BE | (_AUX if at == start else frozenset()):
            break
        at = word.end
    return at if any(word.plain in _BE for word in words[:2] if word.end <= at) else start


def _behind_verb(sentence: Sentence, cue: Cue) -> Iterator[tuple[int, int]]:
    """Yield what stands behind a verb of changing that was refused."""
    words = [word for word in sentence.words if word.start >= cue.end]
    verb = next((n for n, word in enumerate(words[: _MOST_BETWEEN + 1]) if word.plain in changing()), None)
    if verb is None or any(word.plain not in small() for word in words[:verb]):
        return
    start = past_being(sentence, _past_verbs(words[verb:], words[verb].start))
    for first, last in items_in(sentence.note, start, sentence.end):
        inner = words_of(sentence.note.plain, first, last)
        begin = _past_verbs(inner, first) if inner and inner[0].plain in changing() | small() else first
        if begin < last:
            yield begin, last


def _past_verbs(words: list[Word], start: int) -> int:
    for word in words:
        if word.plain not in changing() and word.plain not in small():
            return word.start
        start = word.end
    return start


def _before_to(sentence: Sentence, cue: Cue) -> Iterator[tuple[int, int]]:
    """Yield what stands before an infinitive: `weigerten sich, die Frist zu verlängern`."""
    if not {"de", "nl"} & sentence.note.languages:
        return
    end = _TO.search(sentence.note.plain, cue.end, min(sentence.end, cue.end + 90))
    if end:
        comma = sentence.note.plain.find(",", cue.end, min(end.start(), cue.end + 20))
        start = comma if comma >= 0 else cue.end
        while start < end.start() and not sentence.note.plain[start].isalnum():
            start += 1
        if sentence.note.plain.startswith("om ", start):
            start += 3
        yield from items_in(sentence.note, start, end.start())


def _between(sentence: Sentence) -> Iterator[tuple[Cue, int, int]]:
    """Yield what stands within what says it: `hielten am Mindestumsatz fest`, `wilden de looptijd niet verkorten`."""
    if not {"de", "nl"} & sentence.note.languages:
        return
    plain = sentence.note.plain
    for match in _AHEAD.finditer(plain, sentence.start, sentence.end):
        for first, last in items_in(sentence.note, match.start(1), match.end(1)):
            yield Cue("refusing", match.start(), match.start(1)), first, last
    for match in _BRACKETED.finditer(plain, sentence.start, sentence.end):
        if match[2] in changing():
            for first, last in items_in(sentence.note, match.start(1), match.end(1)):
                yield Cue("refusing", match.start(), match.start(1)), first, last


def _named_thing(sentence: Sentence) -> Iterator[tuple[Cue, int, int]]:
    """Yield what is called the thing that was refused: `the fee is the other thing they refused to discuss`."""
    for thing in sentence.all("thing"):
        before = [word for word in sentence.words if word.end <= thing.start]
        behind = sentence.all("firm", "firm_after", "firm_word", "refusing", start=thing.end)
        told = next((cue for cue in behind if len(sentence.note.plain[thing.end : cue.start].split()) <= _MOST_BETWEEN), None)
        if told is None or not before or before[-1].plain not in _BE:
            continue
        place = phrase_before(sentence, before[-1].start, clause_at(sentence, before[-1].start).start)
        if place:
            yield told, *place
