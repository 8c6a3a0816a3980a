"""Where a reply's answer stands: in a text, behind a model's reasoning, inside what a provider or a wrapper put around it."""

import html
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

from leverage.reflect.coerce import read_number
from leverage.reflect.disowned import highest_told, is_taken_back, standing
from leverage.reflect.envelope import LONGEST_SEARCHED, Envelope, gives_fields, tells_error
from leverage.reflect.keys import KEY_IN_TEXT, NUMBER, as_object, given_fields
from leverage.reflect.mend import mend
from leverage.reflect.reasoning import Block, Layout, lay_out

_MOST_ANSWERS = 20
_MOST_TRIES = 300
_DRAFT_FIELDS = 6  # an answer that stands only in the reasoning must be nearly complete

_OBJECT = re.compile(r'\{\s*["}]')
_AFTER_ANSWER = re.compile(r"(?:\s|```|~~~|</?[\w:|]{1,40}>|<\|[^|]{1,40}\|>|\[/THINK\]|◁/think▷|[}\])])*")
_DECODER = json.JSONDecoder(strict=False, object_pairs_hook=as_object)
_ENTITY = re.compile(r"&(?:quot|apos|#0*3[49]|#x0*2[27]);", re.IGNORECASE)
_PAGE = re.compile(r"\s*(?:<\?xml[^<>]{0,200}>\s*)?<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_PREFIXES = tuple(map(re.compile, (r"[ \t]*> ?", r"\+ ?", r"[ \t]*\| ?", r"[ \t]*// ?", r"# ?", r"[ \t]*\d{1,4}[ \t]?[:.|)]? ?")))
_MOST_LINES = 2_000


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
    """The answers found in a reply, whether it was cut off, and whether the answer stands only in the reasoning."""

    answers: list[Answer] = field(default_factory=list)
    was_cut: bool = False
    is_thought: bool = False


def unwrap(reply: object, *, in_reasoning: bool = False, depth: int = 0) -> Unwrapped:
    """Return the answers in a reply: a text, or an object of JSON types."""
    if isinstance(reply, str):
        return _in_text(reply, in_reasoning, depth)
    return _in_value(reply, in_reasoning, depth)


def _in_value(value: object, in_reasoning: bool, depth: int) -> Unwrapped:
    if isinstance(value, Mapping) and tells_error(value):
        return Unwrapped()
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
                found.is_thought |= bool(inner.answers) and (is_reasoning or inner.is_thought)
    if not found.answers and not in_reasoning:
        found.answers = [Answer(each, is_asked_for=depth == 0 and each is value) for each in envelope.weak]
    return found


def _in_text(text: str, in_reasoning: bool, depth: int) -> Unwrapped:
    text = text.strip("\ufeff\u200b\x00 \t\r\n")
    if not in_reasoning:
        try:
            value = json.loads(text, object_pairs_hook=as_object)
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
    if _PAGE.match(text):
        return Unwrapped()
    streamed = None if in_reasoning else _streamed(text, depth)
    if streamed is not None:
        return streamed
    text = _without_prefixes(text)
    found = _objects(text)
    if not found and depth < 4 and _ENTITY.search(text):
        return unwrap(html.unescape(text), in_reasoning=in_reasoning, depth=4)
    layout = lay_out(text, [(each.start, each.end) for each in found])
    if in_reasoning:
        layout = Layout([Block(0, len(text), is_closed=True, is_known=True)], [])
    return _spoken(text, found, layout, in_reasoning)


def _spoken(text: str, found: list[_Found], layout: Layout, in_reasoning: bool) -> Unwrapped:
    """Return the answers in a text: not what it only thinks, shows as an example, or takes back."""
    said = [each for each in found if not any(block.start <= each.start < block.end for block in layout.reasoning)]
    marked = [each for each in said if any(start <= each.start < end for start, end in layout.answers)]
    if marked:
        said = [each for each in said if each.start >= marked[0].start]
    if said:
        answers = _stood_by(text, said, layout.reasoning, marked)
        return Unwrapped([each.answer for each in answers], any(each.answer.was_cut for each in answers))
    last = next((block for block in reversed(layout.reasoning) if found and block.start <= found[-1].start < block.end), None)
    if last is not None and last.is_known and _ends_with(text, found[-1]):
        return Unwrapped([found[-1].answer], is_thought=True)
    is_open = bool(layout.reasoning) and not layout.reasoning[-1].is_closed
    return Unwrapped(was_cut=is_open and not in_reasoning)


def _stood_by(text: str, said: list[_Found], hidden: Sequence[Block], marked: list[_Found]) -> list[_Found]:
    """Return the objects that the prose around them lets stand: none if it takes one back that no last word follows."""
    standings = []
    for place, each in enumerate(said):
        before = max([said[place - 1].end if place else 0, *(block.end for block in hidden if block.end <= each.start)])
        standings.append("final" if each in marked else standing(text[before : each.start]))
        after = text[each.end : said[place + 1].start if place + 1 < len(said) else len(text)]
        if standings[-1] != "disowned" and (is_taken_back(after) or _differs(each, after)):
            return []
    if "disowned" not in standings:
        return said
    last = len(standings) - standings[::-1].index("disowned")
    return [each for each, how in zip(said[last:], standings[last:], strict=True) if how == "final"]


def _differs(found: _Found, after: str) -> bool:
    """Return whether the text after an object gives another highest discount than the object does."""
    told = highest_told(after)
    given = [read_number(each.value) for each in given_fields(found.answer.value) if each.name == NUMBER] if told else []
    return any(number is not None and number != each for number in given for each in told)


def _ends_with(text: str, found: _Found) -> bool:
    """Return whether a reply that is all reasoning ends with a whole answer."""
    count = len({each.name for each in given_fields(found.answer.value)})
    after = _AFTER_ANSWER.match(text, found.end)
    return count >= _DRAFT_FIELDS and not found.answer.is_mended and after is not None and after.end() == len(text)


def _without_prefixes(text: str) -> str:
    """Return a text whose lines, from the first brace to the last, all begin with the same mark, without the mark."""
    lines = text.split("\n", _MOST_LINES)
    held = [number for number, line in enumerate(lines) if "{" in line or "}" in line]
    if not held or held[-1] - held[0] < 2 or len(lines) > _MOST_LINES:
        return text
    block = lines[held[0] : held[-1] + 1]
    for prefix in _PREFIXES:
        marks = [prefix.match(line) for line in block if line.strip()]
        if all(marks):
            return "\n".join([*lines[: held[0]], *(prefix.sub("", line, count=1) for line in block), *lines[held[-1] + 1 :]])
    return text


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
            chunks.append(json.loads(line.removeprefix("data:"), object_pairs_hook=as_object))
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
