"""WebVTT and SubRip as lines of a transcript: `[00:01:09] Speaker: words`, sentences whole over the cues they were cut into."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

_TIME = r"(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[.,]\d{1,3})?"
_TIMES = re.compile(rf"\s*{_TIME}\s*-->\s*(?:\d{{1,3}}:)?\d{{1,2}}:\d{{1,2}}")
_VOICE = re.compile(r"<v(?:\.[^\s>]*)?\s+([^>\n]{1,200})>")
_TAGS = re.compile(r"<[^<>\n]{0,200}>|\{\\[^{}\n]{0,60}\}")
_NOTES = ("WEBVTT", "NOTE")
_SILENT = ("STYLE", "REGION")
_ENDS = (".", "!", "?", "…", ":", ";", "。", "？", "！", ".”", "?”", '."', ")")
_LONGEST = 1_000  # characters that cues of one speaker are joined to


@dataclass
class _Line:
    stamp: str
    speaker: str
    words: str

    def __str__(self) -> str:
        return f"[{self.stamp}] {self.speaker}: {self.words}" if self.speaker else f"[{self.stamp}] {self.words}"


def is_transcript(text: str) -> bool:
    """Say whether a text is WebVTT, or SubRip with its first cue where it must be."""
    start = text[:2_000].lstrip("\ufeff \r\n\t")
    if start.startswith("WEBVTT"):
        return start[6:7] in ("", " ", "\t", "\r", "\n")
    lines = start.splitlines()[:2]
    return any(_TIMES.match(line[:60]) for line in lines) and (
        len(lines) < 2 or not lines[0].strip() or "-->" in lines[0] or lines[0].strip().isdigit()
    )


def spoken(text: str) -> str:
    """Return what is said in WebVTT or SubRip, a line for each turn, after the notes that stand before the first."""
    head: list[str] = []
    told: list[_Line] = []
    for stamp, lines in _cues([line.strip(" \t\ufeff") for line in re.split("\r\n|\r|\n", text)]):
        if stamp:
            _tell(told, stamp, lines)
        elif not told:
            head += lines
    return "\n".join([*head, *([""] if head and told else []), *map(str, told)]) + ("\n" if told else "")


def _cues(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each cue with its time; what the head and notes say comes without one."""
    stamp, is_told = "", True
    words: list[str] = []
    before = ""
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        time = _TIMES.match(line[:60])
        if time:
            yield stamp, words
            hours, minutes, seconds = time.groups()
            stamp, words, is_told = f"{int(hours or 0):02}:{int(minutes):02}:{int(seconds):02}", [], True
        elif not before and line.startswith((*_NOTES, *_SILENT)):
            yield stamp, words
            note = line.startswith(_NOTES)
            stamp, words, is_told = "", [line[_notes(line) :].strip(" \t-")] if note else [], note
        elif line and is_told and not ("-->" in after and _TIMES.match(after[:60]) and (line.isdigit() or not before)):
            words.append(line)  # not the name or number of the next cue
        before = line
    yield stamp, words


def _notes(line: str) -> int:
    return next(len(each) for each in _NOTES if line.startswith(each))


def _tell(told: list[_Line], stamp: str, lines: list[str]) -> None:
    """Add the words of one cue to the transcript: a turn of its own, or the rest of the sentence before."""
    speaker = ""
    for index, line in enumerate(lines):
        if index == 0 and len(lines) > 1 and told and told[-1].words.endswith(_plain(line)) and not _VOICE.search(line):
            continue  # captions that roll show the line before once more
        pieces = _VOICE.split(line)
        for at in range(0, len(pieces), 2):
            speaker = _plain(pieces[at - 1]) if at else speaker
            _say(told, _Line(stamp, speaker, _plain(pieces[at])))


def _say(told: list[_Line], line: _Line) -> None:
    if not line.words:
        return
    last = told[-1] if told else None
    if last and last.speaker == line.speaker and len(last.words) < _LONGEST and not _opens(line.words):
        same_cue = last.stamp == line.stamp
        if same_cue or not last.words.endswith(_ENDS):
            last.words += " " + line.words
            return
    told.append(line)


def _opens(words: str) -> bool:
    """Say whether words begin with who says them, as in `Szabo: Fifteen.`, or with the dash of another speaker."""
    return bool(re.match(r"(?:[-–>]{1,2} ?\S|[^\W\d_][^\n:.!?]{0,40}: )", words))


def _plain(words: str) -> str:
    return " ".join(html.unescape(_TAGS.sub("", words)).split()) if words else ""
