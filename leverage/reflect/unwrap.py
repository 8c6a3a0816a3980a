"""Where a reply's answer stands: in a text, behind a model's reasoning, inside what a provider or a wrapper put around it."""

import html
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

from leverage.reflect.envelope import LONGEST_SEARCHED, Envelope, gives_fields
from leverage.reflect.keys import KEY_IN_TEXT, given_fields
from leverage.reflect.mend import mend

_MOST_ANSWERS = 20
_MOST_TRIES = 300
_DRAFT_FIELDS = 6  # an answer that stands only in the reasoning must be nearly complete

_TAGS = (
    "think|thinking|thought|thoughts|reason|reasoning|analysis|reflection|scratchpad|seed:think|inner_monologue|chain_of_thought"
)
_REASONING = re.compile(
    rf"<(?:{_TAGS})(?:\s[^<>]{{0,100}})?>|</(?:{_TAGS})\s*>|\[/?THINK\]|◁/?think▷|<\|(?:begin|end)_of_thought\|>"
    r"|<\|channel\|>\s*\w+\s*(?:<\|[^|]{1,40}\|>\s*\w*\s*)?<\|message\|>|^\s*\.\.\.done thinking\.?\s*$",
    re.IGNORECASE | re.MULTILINE,
)
_OBJECT = re.compile(r'\{\s*["}]')
_AFTER_ANSWER = re.compile(r"(?:\s|```|~~~|</?[\w:|]{1,40}>|<\|[^|]{1,40}\|>|\[/THINK\]|◁/think▷|[}\])])*")
_DECODER = json.JSONDecoder(strict=False)


class Answer(NamedTuple):
    """An object that gives fields of a brief; `is_asked_for` if it is the reply itself, plain JSON, and nothing else."""

    value: Mapping[Any, Any]
    is_mended: bool = False
    was_cut: bool = False
    is_asked_for: bool = False


class _Found(NamedTuple):
    start: int
    end: int
    answer: Answer


@dataclass
class Unwrapped:
    """The answers found in a reply, and whether a provider or the text itself says that it was cut off."""

    answers: list[Answer] = field(default_factory=list)
    was_cut: bool = False


def unwrap(reply: object, *, in_reasoning: bool = False, depth: int = 0) -> Unwrapped:
    """Return the answers in a reply: a text, or an object of JSON types."""
    if isinstance(reply, str):
        return _in_text(reply, in_reasoning, depth)
    return _in_value(reply, in_reasoning, depth)


def _in_value(value: object, in_reasoning: bool, depth: int) -> Unwrapped:
    if isinstance(value, Mapping) and gives_fields(value):
        return Unwrapped([Answer(value, is_asked_for=depth == 0)])
    envelope = Envelope()
    envelope.open(value, 0, is_reasoning=in_reasoning)
    found = Unwrapped([Answer(each) for each in envelope.answers], envelope.was_cut)
    if depth < 4:
        for pieces, is_reasoning in ((envelope.texts, in_reasoning), (envelope.thoughts, True)):
            if pieces and (not found.answers or not is_reasoning):
                inner = unwrap("".join(pieces), in_reasoning=is_reasoning, depth=depth + 1)
                found.answers += [each._replace(is_asked_for=False) for each in inner.answers]
                found.was_cut |= inner.was_cut
    if not found.answers and not in_reasoning:
        found.answers = [Answer(each, is_asked_for=depth == 0 and each is value) for each in envelope.weak]
    return found


def _in_text(text: str, in_reasoning: bool, depth: int) -> Unwrapped:
    text = text.strip("\ufeff\u200b\x00 \t\r\n")
    if not in_reasoning:
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            pass
        else:
            if isinstance(value, str):
                return unwrap(value, depth=depth + 1) if depth < 4 else Unwrapped()
            return _in_value(value, in_reasoning, depth)
    if '\\"' in text and depth < 4:
        try:
            return unwrap(json.loads(f'"{text}"', strict=False), in_reasoning=in_reasoning, depth=depth + 1)
        except ValueError:
            pass
    text = text[:LONGEST_SEARCHED].rstrip().removesuffix("```").removesuffix("~~~").rstrip()
    found = _objects(text) if in_reasoning else (_streamed(text, depth) or _objects(text))
    if isinstance(found, Unwrapped):
        return found
    if not found and "&quot;" in text and depth < 4:
        return unwrap(html.unescape(text), in_reasoning=in_reasoning, depth=4)
    hidden = [(0, len(text))] if in_reasoning else _reasoning(text, found)
    spoken = [each for each in found if not any(start <= each.start < end for start, end in hidden)]
    if not spoken and found and _ends_with(text, found[-1]):
        spoken = found[-1:]
    is_unfinished = not spoken and bool(hidden) and hidden[-1][1] == len(text) and not in_reasoning
    was_cut = is_unfinished or any(each.answer.was_cut for each in spoken)
    return Unwrapped([each.answer for each in spoken], was_cut)


def _ends_with(text: str, found: _Found) -> bool:
    """Return whether a reply that is all reasoning ends with a whole answer."""
    count = len({name for name, _ in given_fields(found.answer.value)})
    after = _AFTER_ANSWER.match(text, found.end)
    return count >= _DRAFT_FIELDS and not found.answer.is_mended and after is not None and after.end() == len(text)


def _streamed(text: str, depth: int) -> Unwrapped | None:
    """Return what the chunks of a stream hold together; None if the text is no stream."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) < 2 or depth > 3:
        return None
    chunks: list[Any] = []
    for line in lines:
        if line.startswith(("event:", "id:", ":", "retry:")) or line in ("data: [DONE]", "data:[DONE]"):
            continue
        try:
            chunks.append(json.loads(line.removeprefix("data:")))
        except (ValueError, RecursionError):
            if line.startswith("data:") and line is lines[-1] and chunks:
                break
            return None
    if not all(isinstance(chunk, Mapping) for chunk in chunks):
        return None
    unwrapped = _in_value(chunks, False, depth + 1)
    return unwrapped if unwrapped.answers else None


def _objects(text: str) -> list[_Found]:
    """Return the objects in a text that give fields, in order: those that are plain JSON, then broken ones between them."""
    found = list(islice(_plain_objects(text), _MOST_ANSWERS))
    whole = tuple(found)
    read_to = tried = 0
    for key in islice(KEY_IN_TEXT.finditer(text), _MOST_TRIES):
        if key.start() < read_to or tried > _MOST_ANSWERS or any(each.start <= key.start() < each.end for each in whole):
            continue
        tried += 1
        start = _opening(text, key.start())
        if start is None and (key.start() or text[:1].isalpha()):
            continue
        stretch = text[: min((each.start for each in whole if each.start > key.start()), default=len(text))].rstrip()
        # An assistant that was given the first brace goes on after it.
        read = mend("{" + stretch, 0) if start is None else mend(stretch, start)
        read_to = read.end
        if read.value is not None:
            found.append(_Found(start or 0, read_to, Answer(read.value, is_mended=True, was_cut=read.was_cut)))
    return sorted(found, key=lambda each: each.start)


def _plain_objects(text: str) -> Iterator[_Found]:
    at, tries, work = 0, 0, 0
    while (found := _OBJECT.search(text, at)) and tries < _MOST_TRIES and work < 10 * LONGEST_SEARCHED:
        start = found.start()
        try:
            value, end = _DECODER.raw_decode(text, start)
        except json.JSONDecodeError as error:
            at, tries, work = start + 1, tries + 1, work + error.pos - start
        except (ValueError, RecursionError):
            at, tries = start + 1, tries + 20
        else:
            answers = _in_value(value, False, 1).answers
            if answers:
                yield from (_Found(start, end, each) for each in answers)
                at = end
            else:
                at = start + 1 if "{" in text[start + 1 : end] else end
                tries += 1


def _opening(text: str, key: int) -> int | None:
    """Return where the object opens that a key stands in; None if no brace is open there."""
    closed = 0
    for at in range(key - 1, max(-1, key - 20_000), -1):
        if text[at] in "}｝":
            closed += 1
        elif text[at] in "{｛":
            if not closed:
                return at
            closed -= 1
    return None


def _reasoning(text: str, found: list[_Found]) -> list[tuple[int, int]]:
    """Return the stretches of a text that are a model's reasoning, closed or not."""
    hidden: list[tuple[int, int]] = []
    opened: int | None = None
    for mark in _REASONING.finditer(text):
        if any(each.start <= mark.start() < each.end for each in found):
            continue
        word = mark[0].casefold()
        if "<|channel|>" in word:
            is_opening = "final" not in word
        else:
            is_opening = "/" not in word and "end_of" not in word and "done thinking" not in word
        if is_opening:
            opened = mark.start() if opened is None else opened
        else:
            hidden.append((0 if opened is None else opened, mark.end()))
            opened = None
    return hidden if opened is None else [*hidden, (opened, len(text))]
