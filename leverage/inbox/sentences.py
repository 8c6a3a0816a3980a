"""Sentences of a note: wrapped lines are joined, abbreviations and days such as `14. November` end none."""

import re
from collections.abc import Iterator, Sequence

from leverage.imports.cells.calendars import month_of
from leverage.inbox.cues import word_set
from leverage.inbox.note import Line, Note, Sentence

MOST_SENTENCES = 2_500  # of a note that are read
MOST_SENTENCE = 1_000  # characters; what is longer is cut
_WRAPPED = 45  # characters of a line that may go on in the next

_END = re.compile(r"[.!?…]{1,3}[\"')\]]{0,2}(?=\s)|;(?=\s)|\n")
_SHORT = word_set("abbreviations")
_LAST_WORD = re.compile(r"([^\W_]+(?:\.[^\W_]+)*)\.$")


def sentences_in(note: Note) -> Iterator[Sentence]:
    """Yield the sentences of a note in order, heads of mails left out."""
    index = 0
    for run in _runs(note):
        for start, end in _parted(note, run[0].start, run[-1].end, run):
            line = next(each for each in reversed(run) if each.start <= start)
            yield Sentence(start, end, line, note, index)
            index += 1
            if index >= MOST_SENTENCES:
                return


def _runs(note: Note) -> Iterator[list[Line]]:
    """Yield the lines that may hold one sentence: each with those that go on from it."""
    run: list[Line] = []
    for line in note.lines:
        if line.is_header:
            continue
        if run and not _goes_on(note, run[-1], line):
            yield run
            run = []
        run.append(line)
    if run:
        yield run


def _goes_on(note: Note, line: Line, following: Line) -> bool:
    if following.after_blank or following.is_bullet or following.label or following.part != line.part:
        return False
    if following.speaker != line.speaker or (note.is_chat and line.speaker):
        return False
    between = note.view[line.end : following.start]
    if between.strip() or "\n" not in between:
        return False
    last, first = note.view[line.end - 1], note.view[following.start]
    return (last not in ".!?:" and (first.islower() or line.end - line.start >= _WRAPPED)) or _is_shortened(note, line.end)


def _is_shortened(note: Note, end: int) -> bool:
    match = _LAST_WORD.search(note.plain, max(0, end - 20), end)
    return bool(match) and match is not None and match[1] in _SHORT


def _parted(note: Note, start: int, end: int, run: Sequence[Line]) -> Iterator[tuple[int, int]]:
    view = note.view
    at = start
    starts = {line.start for line in run}
    for match in _END.finditer(view, start, end):
        if match[0] == "\n":
            continue
        if match[0][0] == "." and not _ends(note, match.start(), match.end(), end):
            continue
        yield from _cut(view, at, match.end())
        at = match.end()
    del starts
    yield from _cut(view, at, end)


def _ends(note: Note, dot: int, behind: int, end: int) -> bool:
    """Say whether a full stop ends a sentence."""
    before = _LAST_WORD.search(note.plain, max(0, dot - 20), dot + 1)
    following = note.view[behind:end].lstrip()[:1]
    if not before:
        return True
    word = before[1]
    if word in _SHORT or (len(word) == 1 and word.isalpha()):
        return (
            following.isupper()
            and word in ("inc", "ltd", "co", "corp", "sa", "sl", "srl", "spa", "bv", "nv")
            and _is_long(note, behind, end)
        )
    if word.isdigit() and len(word) <= 2:
        return not (following.islower() or following.isdigit()) and not _is_month(note, behind, end)
    if "." in word:
        return following.isupper() and _is_long(note, behind, end)
    return True


def _is_long(note: Note, at: int, end: int) -> bool:
    """Say whether a new sentence may begin behind a legal form: several words are left."""
    return len(note.view[at : min(end, at + 60)].split()) > 3


def _is_month(note: Note, at: int, end: int) -> bool:

    word = re.match(r"\s*([^\W\d_]+)", note.view[at : min(end, at + 24)])
    return bool(word) and word is not None and month_of(word[1]) is not None


def _cut(view: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end and view[start].isspace():
        start += 1
    while end > start and view[end - 1].isspace():
        end -= 1
    for first in range(start, end, MOST_SENTENCE):
        yield first, min(end, first + MOST_SENTENCE)
