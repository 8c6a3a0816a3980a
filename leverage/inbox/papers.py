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
_ARTICLE = re.compile(r"\s*(?:Art(?:icle|ikel|ículo|iculo|icolo|igo)?\.?|§|Section|Abschnitt)\s?\d{1,3}\b", re.IGNORECASE)
_NUMBER = re.compile(r"\s*(?:(?:nr|no|num|number|n[º°o]?|nummer|numero|kw|vom|del?|du|dated|id)?[.:°º]?\s*#?\s*[\w/-]*\d)")


def is_other_paper(note: Note) -> bool:
    """Say whether a text is a paper of another kind than a note on a negotiation, by its title, its greeting or its marks."""
    if note.is_chat or note.is_dialogue:
        return False
    lines = [line for line in note.lines if not line.is_header][:_LOOKED]
    if any(_is_titled(note, line) for line in lines[:_TITLE_WITHIN]) or _is_about_one(note):
        return True
    if any(_greets_many(note, line) for line in lines[:_GREETED_WITHIN]):
        return True
    if sum(bool(_ARTICLE.match(note.view, _begin(line), line.end)) for line in lines) >= _MARKS:
        return True
    return any(_has_marks(note, lines, kind) for kind in _data()["marks"]) or _sells(note, lines)


def _begin(line: Line) -> int:
    return line.label_at[0] if line.label_at else line.start


def _sells(note: Note, lines: list[Line]) -> bool:
    """Say whether people of ours tell of what they sold to a customer: one phrase does."""
    if len(note.parts) > 1:
        return False
    phrases = _marks("we_sold")
    return any(_held(note, line, phrases) for line in lines)


def _held(note: Note, line: Line, phrases: Mapping[str, list[tuple[str, ...]]]) -> set[tuple[str, ...]]:
    words = [word.plain for word in words_of(note.plain, _begin(line), min(line.end, line.start + 300))]
    return {each for at, word in enumerate(words) for each in phrases.get(word, ()) if tuple(words[at : at + len(each)]) == each}


def _is_about_one(note: Note) -> bool:
    """Say whether the subject of a single mail is such a title with its number: `Fattura 442/2026`."""
    subject = note.newest.subject
    if subject is None or len(note.parts) > 1:
        return False
    words = words_of(note.plain, *subject)
    for length in (3, 2, 1):
        if len(words) > length and tuple(word.plain for word in words[:length]) in _phrases("titles"):
            return _NUMBER.match(note.plain[words[length - 1].end : subject[1]]) is not None
    return False


def _is_titled(note: Note, line: Line) -> bool:
    """Say whether a line is the title of such a paper: it begins with its name, and a number, a day or nothing follows."""
    start = _begin(line)
    words = words_of(note.plain, start, min(line.end, start + 120))
    for length in (4, 3, 2, 1):
        if tuple(word.plain for word in words[:length]) in _phrases("titles") and len(words) >= length:
            behind = note.plain[words[length - 1].end : line.end]
            is_numbered = _NUMBER.match(behind.lstrip(" .:-")) is not None and ":" not in behind[:2]
            return is_numbered or (len(words) == length and not line.label and note.view[start].isupper())
    return False


def is_impersonal(note: Note) -> bool:
    """Say whether a text greets nobody it knows: `Sehr geehrte Damen und Herren`; colleagues do not write so."""
    lines = [line for line in note.lines if not line.is_header and line.part == note.newest.index]
    return any(_greets(note, line, "impersonal", is_whole=True) for line in lines[:_GREETED_WITHIN])


def looks_ahead(note: Note) -> bool:
    """Say whether a text tells of a meeting to come and what is wanted of it: a plan, where nothing is settled."""
    lines = [line for line in note.lines if not line.is_header][:_LOOKED]
    return all(any(_held(note, line, _marks(kind)) for line in lines) for kind in ("ahead", "aims"))


def _greets_many(note: Note, line: Line) -> bool:
    """Say whether a line greets nobody by name but all whom a firm writes to: `Dear customer`, `Geachte relatie`."""
    return _greets(note, line, "greetings")


def _greets(note: Note, line: Line, name: str, *, is_whole: bool = False) -> bool:
    words = [word.plain for word in words_of(note.plain, line.start, min(line.end, line.start + 80))]
    if is_whole:
        return tuple(words) in _phrases(name)
    return len(words) <= _MOST_WORDS and any(tuple(words[: len(each)]) == each for each in _phrases(name))


def _has_marks(note: Note, lines: list[Line], kind: str) -> bool:
    marks = _marks(kind)
    found = {each for line in lines for each in _held(note, line, marks)}
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
    data = _data()
    for phrase in phrases_in(data["marks"].get(kind) or data["others"][kind]):
        firsts.setdefault(phrase[0], []).append(phrase)
    return firsts
