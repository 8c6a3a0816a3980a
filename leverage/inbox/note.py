"""A note, read: its lines, whose words they are, its sentences and what cues they hold; all places are the text's own."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple

from leverage.inbox.cues import Cue, Word, cues_in, languages_of, words_of


@dataclass(frozen=True, slots=True)
class Part:
    """One mail of a thread, or the whole of any other text: who wrote it to whom, when, and how deep it is quoted."""

    index: int
    start: int
    depth: int = 0
    sender: str = ""
    receiver: str = ""
    subject: tuple[int, int] | None = None
    day: date | None = None
    day_at: tuple[int, int] | None = None
    is_mail: bool = False
    is_forwarded: bool = False
    is_attributed: bool = False  # begun by a line such as `On 4 May Ann Berg wrote:`


@dataclass(frozen=True, slots=True)
class Line:
    """A line: where its words begin and end, its label with their place, who says it, and to which part it belongs."""

    start: int
    end: int
    part: int
    label: str = ""
    label_at: tuple[int, int] | None = None
    speaker: str = ""
    day: date | None = None
    day_at: tuple[int, int] | None = None
    is_bullet: bool = False
    is_header: bool = False
    after_blank: bool = False
    aside: str = ""  # `machine` where it speaks to a reading program, `signature` below a closing


class Region(NamedTuple):
    """A part of a sentence: a clause, or what speaks of one figure."""

    start: int
    end: int


@dataclass
class Sentence:
    """A sentence, or what stands behind a label: its place, its line's label and speaker, its words and cues."""

    start: int
    end: int
    line: Line
    note: "Note" = field(repr=False)
    index: int = 0
    clauses: list[Region] | None = field(default=None, repr=False)

    @property
    def text(self) -> str:
        """The words as written."""
        return self.note.text[self.start : self.end]

    @property
    def plain(self) -> str:
        """The words, folded."""
        return self.note.plain[self.start : self.end]

    @cached_property
    def words(self) -> list[Word]:
        """Its words in order."""
        return words_of(self.note.plain, self.start, self.end)

    @cached_property
    def cues(self) -> list[Cue]:
        """Its cues in order."""
        return [cue for cue in cues_in(self.words, self.note.languages) if not self._is_homograph(cue)]

    def _is_homograph(self, cue: Cue) -> bool:
        """Say whether a small word is another's: the Italian article `i`, Portuguese `nos` for `nós`, `e` for `é`."""
        written = self.note.view[cue.start : cue.end]
        if cue.name == "us" and written in ("i", "nos"):
            return written == "nos" or len(self.note.languages) > 1
        if cue.name == "joins" and written in ("è", "é"):
            return True
        return cue.name == "being" and written in ("e", "E")

    @property
    def is_question(self) -> bool:
        """Whether it asks."""
        return self.text.rstrip("\"'”’)] ").endswith("?")

    def has(self, *names: str, start: int | None = None, end: int | None = None) -> bool:
        """Say whether it has a cue of one of these lists, between two places where they are given."""
        return any(True for _ in self.all(*names, start=start, end=end))

    def all(self, *names: str, start: int | None = None, end: int | None = None) -> Iterator[Cue]:
        """Yield its cues of these lists, between two places where they are given."""
        first, last = self.start if start is None else start, self.end if end is None else end
        return (each for each in self.cues if each.name in names and first <= each.start and each.end <= last)


@dataclass
class Note:
    """A text with what was read off its form: `view` has its marks blanked, `plain` its case and accents too."""

    text: str
    view: str
    plain: str
    filename: str = ""
    parts: Sequence[Part] = ()
    lines: Sequence[Line] = ()
    sentences: Sequence[Sentence] = ()
    day_first: bool | None = None
    is_dialogue: bool = False
    is_chat: bool = False
    is_subtitled: bool = False
    memo: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)  # what rules read off it once

    @cached_property
    def languages(self) -> frozenset[str]:
        """The languages that the text is written in."""
        return languages_of(words_of(self.plain, 0, 20_000))

    @cached_property
    def newest(self) -> Part:
        """The part that was written last."""
        dated = [part for part in self.parts if part.day]
        first = self.parts[0]
        told = [self.parts[index] for index in sorted({line.part for line in self.lines if not line.is_header})]
        if told and told[0].is_attributed and len(told) > 1:
            return self._last_of(told)
        if first.depth == 0 and len(dated) > 1 and dated[-1].depth == 0:
            latest = max(dated, key=lambda part: (part.day or date.min, -part.index))
            return latest if first.day and latest.day and latest.day > first.day else first
        return first

    @staticmethod
    def _last_of(told: Sequence[Part]) -> Part:
        """Return the last of mails that stand oldest first: what has no day and no mark of a quote at the end, else by day."""
        if told[-1].depth == 0 and not told[-1].is_attributed:
            return told[-1]
        return max((part for part in told if part.day), key=lambda part: (part.day or date.min, part.index), default=told[-1])

    def is_own(self, line: Line) -> bool:
        """Say whether a line is of the part that counts, not a quoted or older one."""
        return not line.aside and (line.part == self.newest.index or self.parts[line.part].is_forwarded)

    @cached_property
    def own_sentences(self) -> list[Sentence]:
        """The sentences of the part that counts, without signatures and orders to a reading program."""
        own = [each for each in self.sentences if self.is_own(each.line)]
        return own or [each for each in self.sentences if not each.line.aside]
