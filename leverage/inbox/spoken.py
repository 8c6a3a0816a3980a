"""Lines that somebody says: turns of a talk and messages of a chat, whatever stamp stands with the name."""

import functools
import re
from typing import NamedTuple

from leverage.imports.cells.calendars import is_weekday, month_of
from leverage.inbox.asides import given_names
from leverage.inbox.cues import folded, phrases_in
from leverage.words import read_vocabulary

_CLOCK = r"\d{1,2}[:h]\d{2}(?::\d{2})?(?:[.,]\d{1,3})?(?: ?[ap]\.? ?m\.?)?(?: ?uhr)?"
_NEAR = "today|yesterday|heute|gestern|hoy|ayer|aujourd'hui|hier|oggi|ieri|hoje|ontem|vandaag|gisteren"
_DAY = (
    r"(?:[^\W\d_]{2,10}\.?,? )?"
    rf"(?:{_NEAR}|"
    r"\d[\d./-]{4,9}|\d{1,2}\.? (?:de )?[^\W\d_]{3,10}\.?(?: (?:de )?\d{4})?|[^\W\d_]{3,10}\.? \d{1,2}(?:, ?\d{4})?)"
)
_WHEN = rf"(?:{_DAY}(?:,? (?:at|um|a las|a|à|alle|as|às|om|-) |,? ?|T))?{_CLOCK}"
_NAME = r"([^\W\d_][^:\[\]<>|\n\u2013\u2014]{0,40}?)"
_TIMED = re.compile(
    rf"[ ]{{0,4}}[\[(]?{_WHEN}(?: ?[-\u2013] ?{_CLOCK})?[\])]?(?:[ ]{{0,4}}[-\u2013\u2014|])?[ ]{{1,4}}"
    rf"{_NAME}[ ]{{0,2}}[:|](?=[ ]|$)",
    re.IGNORECASE,
)
_STAMP = re.compile(
    rf"[ ]{{0,4}}{_NAME},?[ ]{{1,8}}(?:[\[(|,@·•] ?|[-\u2013\u2014] )?{_WHEN}[\])]?[ ]{{0,4}}([:|\u2013\u2014-])?(?=[ ]|$)",
    re.IGNORECASE,
)
_STAMPED_FIRST = re.compile(
    rf"[ ]{{0,4}}[\[(]{_WHEN}[\])][ ]{{1,4}}"
    r"([^\W\d_][^\W\d_.-]{1,20}(?: [^\W\d_.-]{1,20})?)[ ]{1,2}(?:[-\u2013\u2014>|])[ ]",
    re.IGNORECASE,
)
_STAMPED_ALONE = re.compile(
    rf"[ ]{{0,4}}[\[(]?{_WHEN}[\])]?[ ]{{1,4}}"
    r"([^\W\d_][\w.'-]{1,20}(?: [^\W\d_][\w.'-]{1,20}){0,2}(?: \([^()\n]{2,40}\))?)[ ]{0,2}$",
    re.IGNORECASE,
)
_VOICE = re.compile(r"[ ]{0,4}<v(?:\.[\w.]{1,40})? ([^<>\n]{1,60})>[ ]?")
_ANGLED = re.compile(r"[ ]{0,4}<([^<>\n]{1,30})>[ ]")
_PLAIN = re.compile(r"[ ]{0,8}([^\W\d_][^:\n]{0,60}?)[ ]?:[ ]")
_CUE_TIME = re.compile(r"^(?:\d{1,6}[ ]*\n)?[ ]*(?:\d{1,2}:)?\d{2}:\d{2}[.,]\d{3} --> [^\n]*$", re.MULTILINE)
_NOTE = re.compile(r"^(?:WEBVTT\b|NOTE\b(?! to\b))", re.MULTILINE)
_MOST_NAME = 4  # words
_HOUR_WORDS = frozenset(["at", "um", "uhr", "a", "las", "alle", "as", "om", "de", "h", "t", "st", "nd", "rd", "th"])
_NEAR_WORDS = frozenset(_NEAR.replace("'", "|").split("|"))


class Spoken(NamedTuple):
    """Who says a line, the place of the stamp, where the words begin; `is_stamped` where the stamp follows the name."""

    speaker: str
    stamp: tuple[int, int]
    body: int
    is_stamped: bool


def without_timings(view: str) -> tuple[str, bool]:
    """Return a text with the numbers and times of subtitles blanked, character for character, and whether it had any."""
    if "-->" not in view:
        return view, False
    bare = _CUE_TIME.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), view)
    if bare == view:
        return view, False
    return _NOTE.sub(lambda match: " " * len(match[0]), bare).replace("</v>", "    "), True


def spoken_in(line: str, speakers: frozenset[str]) -> Spoken | None:
    """Return who says a line, None for one that nobody says; `speakers` are known by other lines."""
    voice = _VOICE.match(line)
    if voice:
        return Spoken(voice[1].strip(), (0, 0), voice.end(), False)
    timed = _TIMED.match(line) or _STAMPED_FIRST.match(line) or _ANGLED.match(line) or _STAMPED_ALONE.match(line)
    if timed and _may_speak(timed[1]) and _is_stamp(line[: timed.start(1)]):
        return Spoken(timed[1].strip(), (0, timed.start(1)), timed.end(), False)
    stamped = _STAMP.match(line)
    if (
        stamped
        and (stamped.end() == len(line) or stamped[2])
        and not re.search(r"\d|,|\||\s[-\u2013\u2014]$", stamped[1].strip())
        and _may_speak(stamped[1])
        and _is_stamp(line[stamped.end(1) : stamped.end()])
    ):
        return Spoken(stamped[1].strip(), (stamped.end(1), stamped.end()), stamped.end(), True)
    plain = _PLAIN.match(line)
    if plain and plain[1] in speakers:
        return Spoken(plain[1].strip(), (0, 0), plain.end(), False)
    return None


def _is_stamp(text: str) -> bool:
    """Say whether the words of a stamp are of days and hours alone: `Talk on 17 March, 14:30` has none that speaks."""
    words = re.findall(r"[^\W\d_]+", folded(re.sub(r"(?<=\d) ?[ap]\.? ?m\b", "", text, flags=re.IGNORECASE)))
    return all(word in _HOUR_WORDS | _NEAR_WORDS or is_weekday(word) or month_of(word) for word in words)


def _may_speak(name: str) -> bool:
    """Say whether words before or behind a stamp may be a person: few, and none that tells of a recording or a day."""
    words = re.findall(r"[^\W\d_]+", folded(name.split("(")[0]))
    if not words or len(words) > _MOST_NAME:
        return False
    if words[0] in given_names():
        return True
    return not any(word in _no_speakers() or (len(word) > 3 and (is_weekday(word) or month_of(word))) for word in words)


def side_of_role(name: str) -> str | None:
    """Return the side of a role that speaks, as `Buyer` or `Lieferant` do: `us` or `them`; None for any other name."""
    key = " ".join(re.findall(r"[^\W_]+", folded(name)))
    words = set(key.split())
    return next((side for side, roles in _roles().items() if key in roles or words & roles), None)


@functools.cache
def _roles() -> dict[str, frozenset[str]]:
    data = read_vocabulary("inbox_names.json")["speakers"]
    return {side: frozenset(" ".join(phrase) for phrase in phrases_in(listed)) for side, listed in data.items()}


@functools.cache
def _no_speakers() -> frozenset[str]:
    return frozenset(folded(read_vocabulary("inbox_dialogue.json")["no_speakers"]).split())
