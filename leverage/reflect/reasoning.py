"""Where a text is a model's reasoning and where its answer: blocks in any tag-like form, closed or not."""

import re
from collections.abc import Sequence
from typing import NamedTuple

Span = tuple[int, int]

# What models are known to think in; a whole answer that ends such a block, and the reply, is meant as the answer.
_KNOWN = (
    "think|thinking|thought|thoughts|reason|reasoning|analysis|reflection|scratchpad|seed:think|inner_monologue|chain_of_thought"
)
_NAME = r"[\w:.▁-]{0,40}"
_ANY = rf"""{_NAME}(?:think|thought|reason|reflect|scratch|monologue|analy[sz]|deliberat|ponder|rationale|brainstorm|comment
    |critique|self[_-]?(?:check|talk|review)|chain[_-]of|inner|internal|draft|plan(?!et)|working|musing|speculat|hypothes){_NAME}
    |c[o]t|cot[_-]{_NAME}"""
_ANSWER = r"(?:final[_-]?)?(?:answer|output|response|result|solution|reply|brief|json)|final"
_LEFT, _RIGHT = r"(?:<|&lt;)", r"(?:>|&gt;)"
_BEGIN, _END = r"(?:begin|start)[▁_\s]?(?:of[▁_\s]?)?", r"(?:end|stop|close)[▁_\s]?(?:of[▁_\s]?)?"

_MARK = re.compile(
    rf"""
    (?P<known_close>{_LEFT}/(?:{_KNOWN})\s{{0,9}}{_RIGHT}|\[/(?:THINK|THINKING|REASONING)\]|◁/think▷|<\|{_END}(?:{_KNOWN})\|>
       |^[ \t]{{0,9}}\.\.\.done[ ]thinking\.?[ \t]*$)
    |(?P<known_open>{_LEFT}(?:{_KNOWN})(?:\s[^<>]{{0,100}})?{_RIGHT}|\[(?:THINK|THINKING|REASONING)\]|◁think▷
       |<\|{_BEGIN}(?:{_KNOWN})\|>)
    |(?P<channel><\|channel\|>\s{{0,9}}(?P<name>\w{{1,30}})(?P<to>[^<]{{0,60}})(?:<\|[^|]{{1,40}}\|>\s{{0,9}}\w{{0,30}}\s{{0,9}})?<\|message\|>)
    |(?P<close><channel\|>|<unused\d{{1,3}}>(?!\s{{0,9}}thought)|-->|</details\s*>
       |{_LEFT}/(?:{_ANY})\s{{0,9}}{_RIGHT}|<[|｜](?:/|{_END})(?:{_ANY})[|｜]>)
    |(?P<open><\|channel>\s{{0,9}}(?:thought|analysis|think)\w*|<unused\d{{1,3}}>\s{{0,9}}thought\b|<!--
       |<details[^<>]{{0,100}}>\s{{0,40}}<summary[^<>]{{0,100}}>[^<>]{{0,60}}(?:{_ANY})[^<>]{{0,60}}</summary>
       |{_LEFT}(?!{_NAME}(?:final|answer|output|result|brief|json))(?:{_ANY})(?:\s[^<>]{{0,100}})?{_RIGHT}|<[|｜](?:{_BEGIN})?(?:{_ANY})[|｜]>)
    |(?P<answer>(?:{_LEFT}(?:{_ANSWER})(?:\s[^<>]{{0,100}})?{_RIGHT}|<[|｜](?:{_BEGIN})?(?:{_ANSWER})[|｜]>)
       (?=\s{{0,40}}(?:```\w{{0,20}}\s{{0,40}})?[{{\[]))
    |(?P<answer_close>{_LEFT}/(?:{_ANSWER})\s{{0,9}}{_RIGHT}|<[|｜](?:/|{_END})(?:{_ANSWER})[|｜]>)
    |(?P<fence_open>^[ \t]*(?:```|~~~)[ \t]*(?:{_KNOWN}|draft|plan|notes?)\b[^\n]{{0,40}}$)
    |(?P<fence_close>^[ \t]*(?:```|~~~)[ \t]*$)
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)


class Block(NamedTuple):
    """A stretch of a text that is reasoning: whether it is closed, and whether models are known to think in that form."""

    start: int
    end: int
    is_closed: bool
    is_known: bool


class Layout(NamedTuple):
    """The blocks of reasoning in a text, and the stretches that are marked as its answer."""

    reasoning: list[Block]
    answers: list[Span]


def lay_out(text: str, found: Sequence[Span]) -> Layout:
    """Return where a text reasons and where it answers; marks inside one of the objects `found` there are part of it."""
    layout = _Layout(text)
    at = 0
    for mark in _MARK.finditer(text):
        while at < len(found) and found[at][1] <= mark.start():
            at += 1
        if at == len(found) or mark.start() < found[at][0]:
            layout.take(mark)
    return layout.done()


def is_only_reasoning(text: str) -> bool:
    """Return whether a text holds nothing but reasoning, closed or not, and white space."""
    blocks = lay_out(text, []).reasoning
    ends = [0, *(block.end for block in blocks)]
    starts = [*(block.start for block in blocks), len(text)]
    return all(not text[end:start].strip() for end, start in zip(ends, starts, strict=True))


class _Layout:
    def __init__(self, text: str) -> None:
        self._text = text
        self._blocks: list[Block] = []
        self._answers: list[Span] = []
        self._opened: tuple[int, str] | None = None  # where, and by which kind of mark
        self._answer: int | None = None

    def take(self, mark: re.Match[str]) -> None:
        """Let a mark open or close a block."""
        kind = str(mark.lastgroup if mark["channel"] is None else "channel")
        if kind == "channel":
            is_answer = mark["name"].casefold() == "final" or re.search(r"\bto\s*=", mark["to"]) is not None
            kind = "known_close" if is_answer else "known_open"
            if is_answer and self._opened is None:
                return
        if kind in ("known_open", "open", "fence_open"):
            if self._opened is None:
                self._opened = (mark.start(), kind)
        elif kind == "answer":
            self._close(mark.start())
            self._answer = mark.end() if self._answer is None else self._answer
        elif kind == "answer_close":
            if self._answer is not None:
                self._answers.append((self._answer, mark.start()))
                self._answer = None
        elif self._opened is not None:
            if (kind == "fence_close") == (self._opened[1] == "fence_open"):
                self._close(mark.end())
        elif kind == "known_close":  # a prompt that ends in the opening mark leaves only the closing one
            self._blocks.append(Block(0, mark.end(), True, True))

    def _close(self, end: int) -> None:
        if self._opened is not None:
            self._blocks.append(Block(self._opened[0], end, True, self._opened[1] == "known_open"))
            self._opened = None

    def done(self) -> Layout:
        """Return what was found; what is still open goes to the end of the text."""
        if self._opened is not None:
            self._blocks.append(Block(self._opened[0], len(self._text), False, self._opened[1] == "known_open"))
        if self._answer is not None:
            self._answers.append((self._answer, len(self._text)))
        return Layout(self._blocks, self._answers)
