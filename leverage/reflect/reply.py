"""A model's raw reply, read: strict JSON first, then unwrapped, mended and brought into the kinds of value that a brief has.

Nothing is guessed: what was cut off, contradicts itself or is no answer comes back empty and is called unreadable.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from leverage.reflect.cited import Sentence, read_summary
from leverage.reflect.coerce import read_confidence, read_list, read_number, read_terms
from leverage.reflect.envelope import is_cut
from leverage.reflect.foreign import plain_data
from leverage.reflect.keys import CONFIDENCE, LISTS, NAMES, NUMBER, SUMMARY, TERMS, given_fields
from leverage.reflect.unwrap import Answer, Unwrapped, unwrap

Status = Literal["ok", "repaired", "unreadable"]

_READ: dict[str, Callable[[Any], Any]] = {
    NUMBER: read_number,
    TERMS: read_terms,
    SUMMARY: lambda value: read_summary(value)[0],
    CONFIDENCE: read_confidence,
    **dict.fromkeys(LISTS, read_list),
}


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
    return _agreed(found, was_cut) or Reply("unreadable", _fields({}), was_cut=was_cut)


def _agreed(found: Unwrapped, was_cut: bool) -> Reply | None:
    """Return what the answers say together; None if they contradict each other or say nothing."""
    readings = [each for each in found.answers if not (each.is_mended and not any(_said(each)))]
    telling = [each for each in readings if any(_said(each))] or readings[:1]
    if not telling:
        return None
    given: dict[str, Any] = {}
    for name, value in (pair for each in telling for pair in given_fields(each.value)):
        if name not in given:
            given[name] = value
        elif name == CONFIDENCE:
            given[name] = value if _READ[name](value) == _READ[name](given[name]) else None
        elif _READ[name](value) != _READ[name](given[name]):
            return None
    fields = _fields(given)
    is_ok = len(telling) == 1 and telling[0].is_asked_for and all(_is_same(fields[key], telling[0].value, key) for key in NAMES)
    return Reply("ok" if is_ok else "repaired", fields, read_summary(given.get(SUMMARY))[1], was_cut)


def _said(answer: Answer) -> Iterator[Any]:
    return (
        said
        for name, value in given_fields(answer.value)
        if name != CONFIDENCE and (said := _READ[name](value)) not in (None, "", [])
    )


def _is_same(field: object, given: Mapping[Any, Any], key: str) -> bool:
    return key in given and type(field) is type(given[key]) and field == given[key]


def _fields(given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _READ[name](given.get(name)) for name in NAMES}
