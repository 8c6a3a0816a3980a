"""Papers that tell no negotiation of ours: bills, job advertisements, reports of a project, letters to every customer."""

import functools
import re
from collections.abc import Mapping

from leverage.inbox.cues import phrases_in, words_of
from leverage.inbox.note import Line, Note
from leverage.words import read_vocabulary

VOCABULARY = "inbox_papers.json"
_TITLE_WITHIN = 6  # first lines of a text that may hold its title
_GREETED_WITHIN = 12  # first lines that may greet whom it is for
_LOOKED = 120  # lines that are looked through for marks
_MOST_WORDS = 6  # words of a line that is a title by itself
_MARKS = 2  # marks of a kind that make a text one of it
_NUMBER = re.compile(r"\s*(?:(?:nr|no|num|number|n[º°o]?|nummer|numero|kw|vom|del?|du|dated|id)?[.:°º]?\s*#?\s*[\w/-]*\d)")


def is_other_paper(note: Note) -> bool:
    """Say whether a text is a paper of another kind than a note on a negotiation, by its title, its greeting or its marks."""
    if note.is_chat or note.is_dialogue:
        return False
    lines = [line for line in note.lines if not line.is_header][:_LOOKED]
    if any(_is_titled(note, line) for line in lines[:_TITLE_WITHIN]):
        return True
    if any(_greets_many(note, line) for line in lines[:_GREETED_WITHIN]):
        return True
    return any(_has_marks(note, lines, kind) for kind in _data()["marks"])


def _is_titled(note: Note, line: Line) -> bool:
    """Say whether a line is the title of such a paper: it begins with its name, and a number, a day or nothing follows."""
    start = line.label_at[0] if line.label_at else line.start
    words = words_of(note.plain, start, min(line.end, start + 120))
    for length in (4, 3, 2, 1):
        if tuple(word.plain for word in words[:length]) in _phrases("titles") and len(words) >= length:
            behind = note.plain[words[length - 1].end : line.end]
            is_numbered = _NUMBER.match(behind.lstrip(" .:-")) is not None and ":" not in behind[:2]
            return is_numbered or (len(words) == length and not line.label and note.view[start].isupper())
    return False


def _greets_many(note: Note, line: Line) -> bool:
    """Say whether a line greets nobody by name but all whom a firm writes to: `Dear customer`, `Geachte relatie`."""
    words = [word.plain for word in words_of(note.plain, line.start, min(line.end, line.start + 80))]
    return len(words) <= _MOST_WORDS and any(tuple(words[: len(each)]) == each for each in _phrases("greetings"))


def _has_marks(note: Note, lines: list[Line], kind: str) -> bool:
    found: set[tuple[str, ...]] = set()
    marks = _marks(kind)
    for line in lines:
        start = line.label_at[0] if line.label_at else line.start
        words = [word.plain for word in words_of(note.plain, start, min(line.end, start + 300))]
        for at, word in enumerate(words):
            found.update(each for each in marks.get(word, ()) if tuple(words[at : at + len(each)]) == each)
    return len(found) >= _MARKS


@functools.cache
def _data() -> Mapping[str, Mapping[str, str]]:
    return read_vocabulary(VOCABULARY)


@functools.cache
def _phrases(name: str) -> frozenset[tuple[str, ...]]:
    return frozenset(phrase for listed in _data()[name].values() for phrase in phrases_in(listed))


@functools.cache
def _marks(kind: str) -> Mapping[str, list[tuple[str, ...]]]:
    firsts: dict[str, list[tuple[str, ...]]] = {}
    for phrase in phrases_in(_data()["marks"][kind]):
        firsts.setdefault(phrase[0], []).append(phrase)
    return firsts
