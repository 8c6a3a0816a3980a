"""Titles: a vendor named in the subject of a mail, a heading, or at the head of the block that tells its deal."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from leverage.inbox.cues import folded
from leverage.inbox.dates import days_in
from leverage.inbox.labels import field_of
from leverage.inbox.note import Line, Note, Sentence
from leverage.inbox.rules.names import Name, is_weak, names_in, names_nobody
from leverage.inbox.rules.parties import ENDINGS, is_of_others, is_ordinary, is_person, party_of

_FIRST = 4  # lines of a text among which its heading is
_SHORT = 80  # characters of a heading
_AGAIN = 1.0
_MOST_BESIDE = 3  # words beside a name in a heading


class Title(NamedTuple):
    """A name in a title, how much that says, its kind, and the sentence from which its block goes."""

    name: Name
    weight: float
    kind: str
    head: int | None = None


def titles_in(note: Note) -> Iterator[Title]:
    """Yield the names in the subjects, headings and block heads of a text."""
    part = note.newest
    if part.subject:
        for name in _names(note, *part.subject):
            yield Title(name, 1.5 + _more(note, name), "subject")
    first = [line for line in note.lines if not line.is_header and not line.aside and note.is_own(line)][:_FIRST]
    for line in first:
        start = line.label_at[0] if line.label_at else line.start
        if line.end - start > _SHORT or not _is_title(note, line):
            break
        if not line.speaker and not line.is_bullet:
            for name in _names(note, start, line.end):
                yield Title(name, 1.5 + _more(note, name), "heading")
    yield from _heads(note)


def _heads(note: Note) -> Iterator[Title]:
    """Yield the names that open a block: alone on a line over labels or deeper lines, or before a bracket, a colon, a dash."""
    lines = [line for line in note.lines if not line.is_header and not line.aside and note.is_own(line)]
    by_line: dict[int, Sentence] = {}
    for sentence in note.own_sentences:
        by_line.setdefault(sentence.line.start, sentence)
    for n, line in enumerate(lines):
        start = line.label_at[0] if line.label_at else line.start
        opened = by_line.get(line.start) or by_line.get(lines[n + 1].start if n + 1 < len(lines) else -1)
        if line.speaker or opened is None or is_of_others(opened) or (line.label and field_of(line.label)):
            continue
        name = next((each for each in _names(note, start, line.end) if each.start <= start + 3), None)
        if name is None or (len(name.text.split()) < 2 and not name.has_form and not is_again(note, name)):
            continue
        behind = note.view[name.end : line.end].strip()
        is_stopped = bool(re.match(r"\. (?=[^\W\d_a-z])", note.view[name.end : line.end])) or (
            name.has_form and name.text.endswith(".") and behind[:1].isupper()
        )
        opens = (
            bool(re.match(r"[(:|]|- |— |– ", behind))
            or (is_stopped and line.after_blank)
            or (bool(line.label) and name.end <= line.start)
        )
        is_over = n + 1 < len(lines) and not behind.strip(" .:") and _is_below(note, line, lines[n + 1])
        is_dated = (
            bool(days_in(note.view, name.end, line.end, day_first=note.day_first))
            and (_is_title(note, line) or (line.is_bullet and line.end - start <= _SHORT))
            and n + 1 < len(lines)
            and not lines[n + 1].after_blank
        )
        if opens or is_over or is_dated:
            is_ended = _ends_itself(note, name, opened)
            yield Title(name, 2.5, "ended" if is_ended else "head", opened.index)


def _ends_itself(note: Note, name: Name, opened: Sentence) -> bool:
    """Say whether a name's own first sentence tells how its deal ended, and names no other party: `Nordhelm Glass: signed`."""
    if not opened.has(*ENDINGS) or opened.is_question or (len(name.text.split()) < 2 and not name.has_form):
        return False
    others = (each for each in names_in(note, opened.start, opened.end) if each.text != name.text)
    return not any(each.has_form or party_of(note, opened, each) for each in others if not is_person(note, each))


def _is_below(note: Note, line: Line, following: Line) -> bool:
    return bool(following.label) or _indent(note, following) > _indent(note, line)


def _indent(note: Note, line: Line) -> int:
    begin = note.view.rfind("\n", 0, line.start) + 1
    text = note.view[begin : line.end]
    return len(text) - len(text.lstrip())


def _is_title(note: Note, line: Line) -> bool:
    """Say whether a line is no sentence: names, days and few words beside them."""
    start = line.label_at[0] if line.label_at else line.start
    if note.view[line.end - 1] in ".!?," or (line.label and field_of(line.label) not in (None, "other")):
        return False
    taken = [(each.start, each.end) for each in names_in(note, start, line.end)]
    taken += [(each.start, each.end) for each in days_in(note.view, start, line.end, day_first=note.day_first)]
    rest = "".join(
        char
        for at, char in enumerate(note.plain[start : line.end], start)
        if not any(first <= at < last for first, last in taken)
    )
    return len([word for word in re.findall(r"[^\W\d_]+", rest) if not names_nobody(word)]) <= _MOST_BESIDE


def _names(note: Note, start: int, end: int) -> Iterator[Name]:
    for name in names_in(note, start, end):
        if not is_weak(name.text) and not is_person(note, name) and (name.has_form or not is_ordinary(name.text)):
            yield name


def _more(note: Note, name: Name) -> float:
    return (_AGAIN if is_again(note, name) else 0.0) + (0.5 if len(name.text.split()) > 1 else 0.0)


def is_again(note: Note, name: Name) -> bool:
    """Say whether the text takes up a name's first word somewhere else."""
    first = re.escape(name.text.split()[0].strip(".,"))
    again = re.finditer(rf"(?<!\w){first}(?!\w)", note.view[:50_000])
    if any(not name.start <= each.start() < name.end for each in again):
        return True
    return bool(re.search(rf"(?<!\w)(?:with|mit|con|com|avec|met) {folded(first)}(?!\w)", note.plain[:50_000]))
