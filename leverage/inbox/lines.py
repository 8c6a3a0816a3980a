"""How a text is laid out: mails in mails, chat messages, turns of a talk, labels, bullets and plain sentences."""

import functools
import re
from collections import Counter
from dataclasses import replace
from datetime import date
from typing import Any

from leverage.inbox.asides import given_names, set_aside, without_comments
from leverage.inbox.cues import folded
from leverage.inbox.dates import days_in, order_in
from leverage.inbox.headings import HEADED, bullet_at, heading_at, label_at
from leverage.inbox.labels import MOST_LABEL, field_of, header_of
from leverage.inbox.note import Line, Note, Part
from leverage.inbox.sentences import sentences_in
from leverage.inbox.spoken import side_of_role, spoken_in, without_timings

MOST_CHARACTERS = 200_000  # of a text that are read
MOST_LINES = 8_000
MOST_LINE = 20_000  # characters of a line that are read

_TAG = re.compile(
    r"</?(?:br|p|div|span|b|i|u|em|strong|li|ul|ol|td|tr|th|table|blockquote|a|font)\b[^<>\n]{0,80}>", re.IGNORECASE
)
_BREAKS = re.compile(r"^<(?:br|/p|/div|/li|/tr)", re.IGNORECASE)
_BLANKS = str.maketrans(
    dict.fromkeys("\t\u00a0\u2007\u2009\u202f\u200b\ufeff\u00ad\x0b\x0c\x00", " ") | {"\u2028": "\n", "\u2029": "\n"}
)
_MARKS = re.compile(r"(?<![\n ])\*{1,3}|\*{1,3}(?! )|_{2}|`{1,3}|~~|^[ ]{0,3}#{1,6}(?= )", re.MULTILINE)
_QUOTED = re.compile(r"[ ]{0,8}(?:>[ ]?){1,20}")
_LABEL = re.compile(rf"[ ]{{0,40}}([^\W_][^:|=\n]{{0,{MOST_LABEL}}}?)[ ]{{0,4}}(?::|\||=(?!=)|->)(?=[ ]|$)")
_WROTE = re.compile(
    r"(?:on|am|le|el|il|op|em|a|den)\b.{4,200}\b(?:wrote|schrieb|a ecrit|escribio|ha scritto|schreef|escreveu)\b.{0,80}:[ ]{0,4}$"
)
_ORIGINAL = re.compile(
    r"[ ]{0,8}-{2,10}[ ]?(?:original|urspr|mensaje|message|messaggio|mensagem|oorspronkelijk"
    r"|forward|weitergel|doorgest|reenviad|transf|inoltr)"
)
_FORWARDED = re.compile(r"forward|weitergel|doorgest|reenviad|transfer|transmis|encaminhad|inoltr")
_LEAST_TURNS = 3
_MOST_DAY_LINE = 120  # characters
_MOST_TITLES = 2  # lines over a head
_MOST_TITLE = 80  # characters
_DAY_WITHIN = 4  # lines over a talk among which its day may stand


def read_note(text: str, filename: str = "") -> Note:
    """Return a text as a note, whatever it holds; only its first characters and lines are read."""
    head = text[:MOST_CHARACTERS]
    view, is_subtitled = without_timings(_blanked(head))
    view, depths = _unquoted(view)
    note = Note(head, view, folded(view), filename, is_subtitled=is_subtitled)
    note.day_first = _day_first(note)
    _Reader(note, depths).read()
    note.sentences = list(sentences_in(note))
    return note


def _blanked(text: str) -> str:
    """Return the text with tags and marks blanked, character for character."""
    view = without_comments(text).replace("\r\n", " \n").replace("\r", "\n").replace("’", "'").translate(_BLANKS)
    view = _TAG.sub(lambda tag: " " * (len(tag[0]) - 1) + ("\n" if _BREAKS.match(tag[0]) else " "), view)
    return _MARKS.sub(lambda mark: " " * len(mark[0]), view)


def _unquoted(view: str) -> tuple[str, list[int]]:
    """Return the text without the marks of quoted lines, and how deep each line is quoted."""
    lines, depths = [], []
    for line in view.split("\n"):
        marks = _QUOTED.match(line)
        depths.append(marks[0].count(">") if marks else 0)
        lines.append(" " * marks.end() + line[marks.end() :] if marks else line)
    return "\n".join(lines), depths


def _day_first(note: Note) -> bool | None:
    proved = order_in(note.view)
    others = note.languages - {"en"}
    return True if proved is None and others and len(note.languages) < 7 else proved


class _Reader:
    """Goes through the lines once, keeping the part, the speaker and the day that they stand in."""

    def __init__(self, note: Note, depths: list[int]) -> None:
        self.note = note
        self.depths = depths
        self.parts: list[Part] = [Part(0, 0)]
        self.lines: list[Line] = []
        self.speaker = ""
        self.day: date | None = None
        self.day_at: tuple[int, int] | None = None
        self.heads: dict[str, tuple[int, int]] = {}
        self.in_head = False
        self.heading: tuple[int, int] | None = None  # a label alone on its line, over what it announces
        self.after_blank = True
        self.forwarded = False

    def read(self) -> None:
        """Read the lines into the note."""
        speakers = self._speakers()
        start = 0
        spans: list[tuple[int, int]] = []
        for line in self.note.view.split("\n")[:MOST_LINES]:
            spans.append((start, start + len(line[:MOST_LINE].rstrip())))
            start += len(line) + 1
        for n, (first, last) in enumerate(spans):
            if first >= last or not self.note.view[first:last].strip():
                self.after_blank = not (self.note.is_subtitled and self.speaker)
                self.in_head = False
                self.heads = {}
                continue
            self._take(n, first, last, spans, speakers)
            self.after_blank = False
        self.note.parts = self.parts
        self.note.lines = set_aside(self.note, self.lines)
        turns = Counter(line.speaker for line in self.lines if line.speaker)
        self.note.is_dialogue = len(turns) > 1 and not self.note.is_chat

    def _speakers(self) -> frozenset[str]:
        """Return the names before a colon that lines begin with again and again: those who talk."""
        counts: Counter[str] = Counter()
        for match in re.finditer(r"^[ ]{0,8}([^\W\d_][^:\n]{0,60}?)[ ]?:(?=[ ]\S)", self.note.view, re.MULTILINE):
            name = match[1]
            if len(name.split()) <= 4 and not header_of(name):
                counts[name] += 1
        roles = {name for name, count in counts.items() if count > 1 and side_of_role(name)}
        is_of_roles = {side_of_role(name) for name in roles} >= {"us", "them"}
        for name in list(counts):
            if field_of(name) and not (is_of_roles and name in roles and side_of_role(name)):
                del counts[name]
        again = {name for name, count in counts.items() if count > 1}
        is_talk = sum(counts[name] for name in again) >= _LEAST_TURNS and len(again) > 1
        named = {name for name in counts if len(name.split()) <= 2 and folded(name).split()[0] in given_names()}
        if len(named) > 1 and sum(counts[name] for name in named) >= _LEAST_TURNS:
            return frozenset(again | named)
        single = re.findall(r"^[ ]{0,8}([AB])[ ]?:(?=[ ]\S)", self.note.view, re.MULTILINE)
        if len(single) >= _LEAST_TURNS and len(set(single)) > 1:
            return frozenset(again | set(single))
        return frozenset(again) if is_talk else frozenset()

    def _take(self, n: int, first: int, last: int, spans: list[tuple[int, int]], speakers: frozenset[str]) -> None:
        view, plain = self.note.view, self.note.plain
        depth = self.depths[n]
        if depth != self.parts[-1].depth and not self.in_head:
            self._begin(first, depth)
        head = self._header(n, first, last, spans)
        if head:
            self._head(head, first, last, depth)
            return
        self.in_head = False
        line = view[first:last]
        if _ORIGINAL.match(plain, first, last) or _WROTE.match(plain[first:last].strip()):
            self.forwarded = bool(_FORWARDED.search(plain, first, last))
            days = days_in(view, first, last, day_first=self.note.day_first)
            self._begin(first, depth, force=True)
            is_attributed = not _ORIGINAL.match(plain, first, last)
            self.parts[-1] = replace(self.parts[-1], is_attributed=is_attributed)
            if days and days[0].day:
                at = (days[0].start, days[0].end)
                self.parts[-1] = replace(self.parts[-1], day=days[0].day, day_at=at, is_mail=True)
            self._add(first, last, is_header=True)
            return
        if self._spoken(line, first, last, speakers):
            return
        behind = bullet_at(line)
        bullet = behind is not None
        start = first + (behind or 0)
        is_numbered = bullet and any(map(str.isdigit, line[: start - first]))
        label = label_at(view, start, last, is_numbered=is_numbered)
        if label and self.speaker and field_of(view[label[0][0] : label[0][1]]) is None:
            label = None
        if label and not self.note.view[label[1] : last].strip():
            self.heading = label[0] if field_of(view[label[0][0] : label[0][1]]) in HEADED else None
            return
        following = next((span for span in spans[n + 1 : n + 3] if view[slice(*span)].strip()), None)
        heading = None if label else heading_at(self.note, start, last, following, is_numbered=is_numbered)
        if heading:
            self.heading = heading
            return
        if label and bullet and self.heading and field_of(view[label[0][0] : label[0][1]]) is None:
            label = None
        if not label and self.heading and (bullet or not self.after_blank):
            self._add(start, last, label=view[self.heading[0] : self.heading[1]].strip(), label_at=self.heading, is_bullet=bullet)
            return
        self.heading = None
        if label:
            at, body = label
            self._add(body, last, label=view[at[0] : at[1]].strip(), label_at=at, is_bullet=bullet)
        else:
            self._add(start, last, is_bullet=bullet)

    def _header(self, n: int, first: int, last: int, spans: list[tuple[int, int]]) -> str | None:
        """Return which head of a mail a line is; heads come two in a row at least, among them who wrote or what about."""
        name = self._header_name(first, last)
        if not name:
            return None
        if self.in_head:
            return name
        names = [name]
        for start, end in spans[n + 1 : n + 8]:
            following = self._header_name(start, end)
            if not following:
                break
            names.append(following)
        is_head = len(set(names)) > 1 and ("sender" in names or "subject" in names)
        return name if is_head else None

    def _header_name(self, first: int, last: int) -> str | None:
        match = _LABEL.match(self.note.view[first : min(last, first + 80)])
        return header_of(match[1]) if match else None

    def _head(self, name: str, first: int, last: int, depth: int) -> None:
        view = self.note.view
        if not self.in_head:
            self.in_head = True
            has_text = bool(self.lines) and not self.lines[-1].is_header and self.lines[-1].part == self.parts[-1].index
            has_text = has_text and not self._is_titled()
            if has_text or self.parts[-1].is_mail or depth != self.parts[-1].depth:
                self._begin(first, depth, force=has_text or self.parts[-1].is_mail)
        at = view.index(":", first) + 1 if ":" in view[first:last] else first
        value = view[at:last].strip()
        part = self.parts[-1]
        if name == "sender":
            part = replace(part, sender=value[:200], is_mail=True)
        elif name == "receiver":
            part = replace(part, receiver=value[:200], is_mail=True)
        elif name == "subject":
            part = replace(part, subject=(at, last), is_mail=True)
        elif name == "day" and part.day is None:
            found = days_in(view, at, last, day_first=self.note.day_first)
            if found and found[0].day:
                part = replace(part, day=found[0].day, day_at=(found[0].start, found[0].end))
        self.parts[-1] = part
        self._add(first, last, is_header=True)

    def _is_titled(self) -> bool:
        """Say whether all that a text has had so far is a title: its head of a subject and a day is no mail's."""
        if len(self.parts) > 1 or self.parts[0].is_mail or len(self.lines) > _MOST_TITLES:
            return False
        return all(
            line.end - line.start <= _MOST_TITLE and not line.speaker and self.note.view[line.end - 1] not in ".!?,;"
            for line in self.lines
        )

    def _begin(self, start: int, depth: int, *, force: bool = False) -> None:
        """Begin a part, but for one that has nothing in it yet."""
        self.speaker, self.day, self.day_at = "", None, None
        self.parts.append(Part(len(self.parts), start, depth, is_forwarded=self.forwarded))
        self.forwarded = False

    def _spoken(self, line: str, first: int, last: int, speakers: frozenset[str]) -> bool:
        """Take a message or a turn with who says it; say whether the line was one."""
        spoken = spoken_in(line, speakers)
        if not spoken:
            return self._is_day_line(line, first, last)
        self.speaker = spoken.speaker
        found = days_in(self.note.view, first + spoken.stamp[0], first + spoken.stamp[1], day_first=self.note.day_first)
        if found and found[0].day:
            self.day, self.day_at = found[0].day, (found[0].start, found[0].end)
        self.note.is_chat |= spoken.is_stamped or bool(found and found[0].day)
        self._add(first + spoken.body, last)
        return True

    def _is_day_line(self, line: str, first: int, last: int) -> bool:
        """Keep the day of a line over or between messages; say whether it stands between them alone."""
        if last - first > _MOST_DAY_LINE or (not self.speaker and len(self.lines) >= _DAY_WITHIN):
            return False
        found = [each for each in days_in(self.note.view, first, last, day_first=self.note.day_first) if each.day]
        if len(found) != 1:
            return False
        is_alone = len(re.findall(r"[^\W_]+", line[: found[0].start - first] + line[found[0].end - first :])) <= 1
        if self.speaker and not is_alone:
            return False
        self.day, self.day_at = found[0].day, (found[0].start, found[0].end)
        if self.speaker:
            self._add(first, last, is_header=True)
        return bool(self.speaker)

    def _add(self, start: int, end: int, **told: Any) -> None:
        while start < end and self.note.view[start] == " ":
            start += 1
        if start < end:
            line = Line(start, end, self.parts[-1].index, speaker=self.speaker, after_blank=self.after_blank)
            if self.speaker:
                line = replace(line, day=self.day, day_at=self.day_at)
            self.lines.append(replace(line, **told))


@functools.lru_cache(maxsize=8)
def note_of(text: str, filename: str = "") -> Note:
    """Return a text as a note, read once for the rules and for the gate."""
    return read_note(text, filename)
