"""Who takes part in a talk and for whom: what its head, a tag behind a name or a line of participants says."""

import functools
import re
from collections.abc import Iterator
from typing import NamedTuple

from leverage.inbox.cues import folded, phrases_in, words_of
from leverage.inbox.note import Line, Note
from leverage.inbox.rules.names import Name, names_nobody
from leverage.words import read_vocabulary

_HEAD_LINES = 40
_MOST_COMPANY = 5  # words
_JOINING = frozenset(
    ["&", "de", "del", "della", "di", "do", "da", "du", "des", "of", "van", "von", "und", "and", "et", "y", "e", "en"]
)
_WORD = r"[^\W\d_][^\W\d_'.-]*"
_COMPANY_OF = re.compile(rf"({_WORD}(?: {_WORD}){{0,2}}) ?(?:\(([^()\n]{{2,60}})\)|, ([^,;()\n/]{{2,40}})(?=;|$|\.| /))")
_JOINED = (
    r"(?:from|of|for|at|von|vom|fur|bei|de|di|da|do|del|della|dalla|van|voor|chez|pour|para|per|por|d'|du|des|[-\u2013\u2014=])"
)


_LEAD = re.compile(
    r"\s*(?:for|für|por|pour|per|von|from|of|de|at|bei|chez|van|voor|para|the|vendor|supplier)\b[,:]? ", re.IGNORECASE
)


class Speaker(NamedTuple):
    """Someone of a line of participants: the name, the company or role behind it with its place."""

    name: str
    company: str
    start: int
    end: int
    is_ours: bool
    is_bracketed: bool = True
    is_theirs: bool = False


def participants_in(note: Note) -> list[Speaker]:
    """Return who takes part in a talk with whose side, as a line of participants or a tag `Ann (Company):` says."""
    if "participants" not in note.memo:
        note.memo["participants"] = list(_participants(note))
    return note.memo["participants"]  # type: ignore[no-any-return]


def speakers_in(note: Note) -> list[str]:
    """Return who speaks, each once, in order."""
    if "speakers" not in note.memo:
        note.memo["speakers"] = list(dict.fromkeys(line.speaker for line in note.lines if line.speaker))
    return note.memo["speakers"]  # type: ignore[no-any-return]


def words_of_name(speaker: str) -> frozenset[str]:
    """Return the words of a speaker's name, folded, without what stands in brackets."""
    return frozenset(word.plain for word in words_of(folded(speaker.split("(")[0])) if len(word.plain) > 1)


def company_of(note: Note, speaker: Speaker) -> Name | None:
    """Return the company of one who sells, in whole, where all its words are written as a name's."""
    if "," in speaker.company or "/" in speaker.company or not speaker.is_bracketed:
        return None
    words = speaker.company.split()
    if not 1 < len(words) <= _MOST_COMPANY or any(word.islower() and word not in _JOINING for word in words):
        return None
    if all(names_nobody(word) for word in words):
        return None
    return Name(speaker.company, speaker.start, speaker.end, False)


def _participants(note: Note) -> Iterator[Speaker]:
    names = {word for speaker in speakers_in(note)[:12] for word in words_of_name(speaker)}
    for line in note.lines[:_HEAD_LINES]:
        is_attribution = line.is_header and note.parts[line.part].is_attributed
        if line.speaker or (line.is_header and not is_attribution):
            continue
        start = line.label_at[0] if line.label_at else line.start
        if (
            is_attribution
            or _is_listed(note, line)
            or len(names & {word.plain for word in words_of(note.plain, start, line.end)}) > 1
        ):
            yield from _listed(note, start, line.end, names)
    for speaker in speakers_in(note)[:12]:
        if "(" in speaker or "," in speaker:
            at = note.view.find(speaker)
            if at >= 0:
                yield from _listed(note, at, at + len(speaker), names)


def _is_listed(note: Note, line: Line) -> bool:
    label = " ".join(word.plain for word in words_of(folded(line.label))) if line.label else ""
    first = note.plain[line.start : line.end]
    return label in _labels() or any(first.startswith(each + " ") for each in _labels() if " " in each)


def _listed(note: Note, start: int, end: int, names: set[str]) -> Iterator[Speaker]:
    taken: set[str] = set()
    for match in _COMPANY_OF.finditer(note.view, start, end):
        group = 2 if match[2] else 3
        first, last = match.span(group)
        if words_of_name(match[group]) & names and not words_of_name(match[1]) & names:  # Nordhelm (Ann), us (Sam)
            yield _speaker(note, match[group], *match.span(1), is_bracketed=group == 2)
            taken |= words_of_name(match[group])
            continue
        taken |= words_of_name(match[1])
        yield _speaker(note, match[1], first, last, is_bracketed=group == 2)
    for match in _joined(frozenset(names - taken)).finditer(note.plain, start, end) if names - taken else ():
        yield _speaker(note, note.view[match.start(1) : match.end(1)], *match.span(2), is_bracketed=False)


@functools.lru_cache(maxsize=64)
def _joined(names: frozenset[str]) -> re.Pattern[str]:
    """Return the pattern of a known name with a word that joins it to a company: `Ann from Nordhelm`."""
    either = "|".join(sorted(map(re.escape, names)))
    return re.compile(
        rf"(?<!\w)({either})(?: [^\W\d_]{{2,20}})? {{0,2}}{_JOINED} ?(?:the |der |la |l'|le )?([^,;()\n/|:]{{2,40}}?)"
        r"(?= and | und | y | e | et | en |[,;()/|\n]|\.(?:\s|$)|$)"
    )


def _speaker(note: Note, name: str, start: int, end: int, *, is_bracketed: bool) -> Speaker:
    """Return someone with the company between two places, without the words that lead to it."""
    company = note.view[start:end]
    lead = _LEAD.match(company)
    start += lead.end() if lead else len(company) - len(company.lstrip())
    company = note.view[start:end].rstrip(" .")
    parts = [part.strip() for part in re.split(r"[,/;]| - ", folded(company))]
    ours, theirs = (any(_is_role(part, side) for part in parts) for side in ("ours", "theirs"))
    return Speaker(name, company, start, start + len(company), ours and not theirs, is_bracketed, theirs and not ours)


def _is_role(part: str, side: str) -> bool:
    words = [word.plain for word in words_of(part)]
    if side == "ours" and tuple(words) in _departments():
        return True
    return any(tuple(words[: len(each)]) == each or tuple(words[-len(each) :]) == each for each in _roles(side))


@functools.cache
def _roles(side: str) -> tuple[tuple[str, ...], ...]:
    return tuple(phrases_in(read_vocabulary("inbox_dialogue.json")["roles"][side]))


@functools.cache
def _departments() -> frozenset[tuple[str, ...]]:
    return frozenset(phrases_in(read_vocabulary("inbox_dialogue.json")["departments"]))


@functools.cache
def _labels() -> frozenset[str]:
    return frozenset(" ".join(each) for each in phrases_in(read_vocabulary("inbox_names.json")["participants"]))
