"""A model's raw reply, read: strict JSON first, then unwrapped, mended and brought into the kinds of value that a brief has.

Nothing is guessed: what was cut off, contradicts itself or is no answer comes back empty and is called unreadable.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from leverage.reflect.cited import Sentence
from leverage.reflect.coerce import read_confidence, read_list, read_number, read_terms
from leverage.reflect.envelope import is_cut
from leverage.reflect.foreign import plain_data
from leverage.reflect.keys import (
    CONFIDENCE,
    INNER,
    LISTS,
    NAMES,
    NUMBER,
    SENTENCES,
    STRONG,
    SUMMARY,
    TERMS,
    Given,
    given_fields,
)
from leverage.reflect.nothing import is_template
from leverage.reflect.statements import read_statements
from leverage.reflect.unwrap import Answer, Unwrapped, unwrap
from leverage.text import fold

Status = Literal["ok", "repaired", "unreadable"]

_READ: dict[str, Callable[[Any], Any]] = {
    NUMBER: read_number,
    TERMS: read_terms,
    CONFIDENCE: read_confidence,
    **dict.fromkeys(LISTS, read_list),
}
REPLY_VERSION = 2  # goes into the key under which a narrative is kept
_NOTHING: tuple[Any, ...] = (None, "", [])
_VENDOR_KEYS = ("vendor", "vendor_name", "vendorName", "supplier", "company")
_TORN = re.compile(r"""["“”]\s{0,9}[,;:+]\s{0,9}["“”]|^[\[{,;:]|^["“”][^"“”]*$|[\[{]$|^[^"“”]*["“”]$|["“”]\s{0,9}[,\]}]$""")


@dataclass(frozen=True)
class Reply:
    """What a model answered: `fields` has every field, empty where nothing readable was said; `sentences` are the summary's.

    `ok` is the JSON that was asked for; `repaired` had to be unwrapped, mended or changed; `unreadable` gave nothing.
    `was_cut` says that it ended because it grew too long, or in the middle of a value.
    """

    status: Status
    fields: dict[str, Any]
    sentences: tuple[Sentence, ...] = ()
    was_cut: bool = False


def parse_reply(text: object, finish_reason: str | None = None) -> Reply:
    """Return what a model's reply says: a text, None, or the object that a provider's client gave; it raises nothing.

    `finish_reason` is the provider's word for why the reply ended.
    """
    found = unwrap(text if isinstance(text, str) else plain_data(text))
    was_cut = found.was_cut or is_cut(finish_reason)
    if found.is_thought and was_cut:
        found.answers.clear()  # what a model was still thinking is no answer
    return _agreed(found, was_cut) or Reply("unreadable", _fields({}), was_cut=was_cut)


def _agreed(found: Unwrapped, was_cut: bool) -> Reply | None:
    """Return what the answers say together; None if they contradict each other or say nothing."""
    readings = [_Reading(each) for each in found.answers]
    telling = [each for each in readings if each.says_something] or [each for each in readings if each.is_empty_answer][:1]
    if not telling or not _is_one_vendor([each.answer for each in telling]):
        return None
    given: dict[str, Any] = {}
    for each in telling:
        for name, value in each.fields.items():
            if name not in given or name == SENTENCES:
                given[name] = value if name not in given else [given[name], value]
            elif name == CONFIDENCE:
                given[name] = value if value == given[name] else None
            elif not _is_alike(value, given[name]):
                return None
        if each.contradicts_itself:
            return None
    fields = _fields(given)
    only = telling[0].answer
    is_ok = len(telling) == 1 and only.is_asked_for and all(_is_same(fields[key], only.value, key) for key in NAMES)
    sentences: list[Sentence] = []
    for each in telling:  # an answer that stands twice says its sentences once
        sentences += [sentence for sentence in each.sentences if each is telling[0] or sentence not in sentences]
    return Reply("ok" if is_ok else "repaired", fields, tuple(sentences), was_cut)


class _Reading:
    """One answer, read: what it says of each field, and whether it says two things of one."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.fields: dict[str, Any] = {}
        self.sentences: list[Sentence] = []
        self.contradicts_itself = False
        self._closest = INNER
        self._given = given_fields(answer.value)
        for each in self._given:
            self._take(each, _whole(each) if answer.is_mended else each.value)

    def _take(self, given: Given, value: Any) -> None:
        name = given.name
        if name in (SUMMARY, SENTENCES):
            if given.rank == INNER > self._closest:
                return
            self._closest = given.rank
            said, sentences = read_statements(value)
            self.sentences += sentences
        else:
            said = _READ[name](value)
        if name not in self.fields:
            self.fields[name] = said
        elif _is_alike(said, self.fields[name]) or (given.rank == INNER and (said in _NOTHING or self.fields[name] in _NOTHING)):
            return
        elif name in (CONFIDENCE, SENTENCES) or said in _NOTHING or self.fields[name] in _NOTHING:
            self.fields[name] = _empty(name) if name != SENTENCES else self.fields[name]
        else:
            self.contradicts_itself = True

    @property
    def says_something(self) -> bool:
        """Whether any field but the confidence holds anything."""
        return any(said not in _NOTHING for name, said in self.fields.items() if name != CONFIDENCE)

    @property
    def is_empty_answer(self) -> bool:
        """Whether it says in valid form that nothing is recorded; a form that nobody filled in does not."""
        is_form = any(is_template(each.value) for each in self._given)
        return not is_form and not self.answer.is_mended and not STRONG.isdisjoint(self.fields)


def _whole(given: Given) -> Any:
    """Return the value of a mended object, or None where quotes and brackets of its structure were left in it."""
    value = given.value
    texts = value if isinstance(value, list | tuple) else [value]
    if given.name in (SUMMARY, SENTENCES):
        return value
    return None if any(isinstance(text, str) and _TORN.search(text.strip()) for text in texts) else value


def _is_alike(one: Any, other: Any) -> bool:
    """Return whether two readings of a field say the same; the order of a list and the case of a text do not count."""
    if isinstance(one, list) and isinstance(other, list):
        return {fold(each) for each in one} == {fold(each) for each in other}
    if isinstance(one, str) and isinstance(other, str):
        return fold(one) == fold(other)
    return bool(one == other)


def _is_one_vendor(answers: Sequence[Answer]) -> bool:
    """Return whether the answers are about one vendor, as far as they name one."""
    named = {fold(name) for each in answers for key in _VENDOR_KEYS if isinstance(name := each.value.get(key), str)}
    return len(answers) < 2 or len(named) < 2


def _is_same(field: object, given: Mapping[Any, Any], key: str) -> bool:
    return key in given and type(field) is type(given[key]) and field == given[key]


def _fields(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return every field of a reply, empty where nothing was read."""
    fields = {name: given[name] if name in given else _empty(name) for name in NAMES}
    if not fields[SUMMARY] and given.get(SENTENCES):
        told = given[SENTENCES]
        fields[SUMMARY] = " ".join(told) if isinstance(told, list) else told
    return fields


def _empty(name: str) -> Any:
    """Return a field in which nothing was said."""
    return [] if name in LISTS else "" if name == SUMMARY else None
