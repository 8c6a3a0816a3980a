"""The sentences of a narrative, each with the numbers of the deals it cites."""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from leverage.reflect.coerce import held, is_blank, text_of, tidy_block, tidy_line

Sentence = tuple[str, tuple[int, ...]]

MOST_SENTENCES = 200

_NUMBERS = r"(?:deals?|nos?\.?|numbers?|#)?\s?#?-?\d{1,9}(?:\s?(?:,|;|&|and|-|–)\s?(?:deal\s)?#?\d{1,9}){0,30}"
_MARKER = rf"(?:\[{_NUMBERS}\]|【{_NUMBERS}】)"
_END = re.compile(rf"(?:(?<![.!?…])[.!?…]++[\"'”’)]{{0,3}}(?:\s?{_MARKER}){{0,30}}(?=\s+[^\sa-z]|\s*$)|[。！？]|\n+)")
_NO_END = re.compile(
    r"(?:\b(?i:e\.g|i\.e|approx|ca|vs|no|nos|inc|ltd|corp|co|mr|mrs|ms|dr|st|etc|incl|excl|min|max|avg|est|dept|p\.a"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)|\b[A-Z])\.$"
)
_ANYWHERE = re.compile(rf"\s?{_MARKER}", re.IGNORECASE)
_TRAILING = re.compile(rf"\s?\({_NUMBERS}\)(?=[.!?…]*$)|\s?\(\s?deals?\s?{_NUMBERS}\)", re.IGNORECASE)
_RANGE = re.compile(r"(\d{1,9})\s?[-–]\s?#?(\d{1,9})")
_ONE = re.compile(r"-?\d{1,9}")
_CITE_KEYS = (
    "deals",
    "deal_numbers",
    "numbers",
    "deal",
    "citations",
    "cites",
    "refs",
    "references",
    "sources",
    "evidence",
    "deal_ids",
)


def read_summary(value: object) -> tuple[str, tuple[Sentence, ...]]:
    """Return a summary as one text, empty if there is none, and its sentences with the numbers of the deals they cite.

    It may be a text with markers such as `[1][3]`, `[1, 3]` or a final `(1, 3)`, or a list of texts, or of objects that
    hold a text and numbers.
    """
    value = held(value)
    if isinstance(value, Mapping):
        value = [value]
    if not isinstance(value, list | tuple):
        text = tidy_block(value) if isinstance(value, str) else ""
        return ("", ()) if is_blank(text) else (text, tuple(_sentences(text)))
    texts: list[str] = []
    sentences: list[Sentence] = []
    for each in value[:MOST_SENTENCES]:
        text = tidy_line(text_of(each) or "")
        if text:
            texts.append(text)
            sentences += _with_numbers(text, _numbers_of(each))
    return " ".join(texts), tuple(sentences[:MOST_SENTENCES])


def cited_sentences(text: str, numbers: tuple[int, ...] = ()) -> Iterator[Sentence]:
    """Yield the sentences of a text without their marks, each with the numbers in them and those that go with the text."""
    return _with_numbers(text, numbers)


def whole_sentences(text: str) -> str:
    """Return the sentences of a text that breaks off which another one follows: the last is never known to be whole."""
    return " ".join(_split(text)[:-1])


def _sentences(text: str) -> Iterator[Sentence]:
    for sentence in _split(text)[:MOST_SENTENCES]:
        yield _cited(sentence)


def _with_numbers(text: str, numbers: tuple[int, ...]) -> Iterator[Sentence]:
    for sentence in _split(text):
        shown, own = _cited(sentence)
        if shown:
            yield shown, _each_once(own + numbers)


def _split(text: str) -> list[str]:
    ends = [0]
    for found in _END.finditer(text):
        if not _NO_END.search(text[max(ends[-1], found.start() - 8) : found.start() + 1]) or "\n" in found[0]:
            ends.append(found.end())
    return [part for start, end in pairwise([*ends, len(text)]) if (part := text[start:end].strip())]


def _cited(sentence: str) -> Sentence:
    """Return a sentence without its markers, and the numbers in them."""
    found = [marker[0] for pattern in (_ANYWHERE, _TRAILING) for marker in pattern.finditer(sentence)]
    shown = _TRAILING.sub("", _ANYWHERE.sub("", sentence)).strip()
    return tidy_line(shown), _each_once(tuple(number for marker in found for number in _numbers_in(marker)))


def _numbers_in(marker: str) -> Iterator[int]:
    for first, last in _RANGE.findall(marker):
        yield from range(int(first), min(int(last), int(first) + 30) + 1)
    yield from map(int, _ONE.findall(_RANGE.sub("", marker)))


def _numbers_of(value: object) -> tuple[int, ...]:
    if not isinstance(value, Mapping):
        return ()
    given: list[Any] = []
    for key in _CITE_KEYS:
        held = value.get(key)
        given += held[:100] if isinstance(held, list | tuple) else [held]
    numbers: list[int] = []
    for each in given:
        if isinstance(each, int) and not isinstance(each, bool):
            numbers.append(each)
        elif isinstance(each, str) and re.fullmatch(rf"[\[(]?{_NUMBERS}[\])]?", each.strip(), re.IGNORECASE):
            numbers += _numbers_in(each)
    return _each_once(tuple(numbers))


def _each_once(numbers: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(numbers))
