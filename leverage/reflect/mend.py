"""A broken object in a text, mended: its quotes and signs here, its structure by json-repair, and nothing that was cut off."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import json_repair

from leverage.reflect.cited import whole_sentences
from leverage.reflect.keys import SENTENCES, SUMMARY, as_object, field_of
from leverage.reflect.rewrite import Rewrite

LONGEST_REPAIRED = 60_000  # characters; the library takes its time with more

# A quote that ends a key, and what then begins a value; or the end of a list, and a key.
_STRUCTURE = re.compile(r"""["'“”]\s{0,9}[:：]\s{0,9}["'“\[{\d]|[\]}"]\s{0,9},\s{0,9}["'“]\w{1,40}["'”]?\s{0,9}[:：]""")


@dataclass(frozen=True)
class Mended:
    """An object read out of a text, where it ends there, and whether the text ended before it did."""

    value: Mapping[str, Any] | None
    end: int
    was_cut: bool


def mend(text: str, start: int) -> Mended:
    """Return the object that opens at `start` of a text which has no white space at its end."""
    scan = Rewrite(text, start)
    scan.run()
    value = None if scan.is_too_deep else _loaded(scan, text[start : scan.at])
    if (
        value is not None
        and scan.stack[-1:] == ["{"]
        and scan.cut_key is not None
        and field_of(scan.cut_key) in (SUMMARY, SENTENCES)
    ):
        kept = whole_sentences(scan.cut_text)
        value = {**value, scan.cut_key: kept} if kept else value
    return Mended(value, scan.at, was_cut=bool(scan.stack))


def _loaded(scan: Rewrite, raw: str) -> Mapping[str, Any] | None:
    """Return the object that was walked over; by the library where its structure is broken, too."""
    rewritten = scan.written()
    try:
        value = json.loads(rewritten, strict=False, object_pairs_hook=as_object)
    except (ValueError, RecursionError):
        value = None if scan.has_doubles else _repaired(rewritten, scan.numbers)  # the library keeps the last of two
    if scan.doubtful:
        value = _without(value, scan.doubtful)
    if _swallows_a_key(value):  # a quote is missing: the library finds it by other signs than this module does
        value = None if scan.stack or scan.has_doubles else _repaired(raw, scan.numbers)
    return value if isinstance(value, Mapping) and not _swallows_a_key(value) else None


def _without(value: Any, keys: set[str]) -> Any:
    """Return the value with nothing under some keys."""
    if isinstance(value, dict):
        return {key: None if key in keys else _without(held, keys) for key, held in value.items()}
    return [_without(held, keys) for held in value] if isinstance(value, list) else value


def _repaired(text: str, numbers: set[str]) -> Any:
    if len(text) > LONGEST_REPAIRED:
        return None
    try:
        return _unguessed(json_repair.loads(text, skip_json_loads=True), numbers)
    except Exception:  # noqa: BLE001 - whatever a broken text does to the library, it must not end the brief
        return None


def _swallows_a_key(value: Any) -> bool:
    """Return whether a text in it runs over the end of its own value into the next field."""
    if isinstance(value, str):
        return bool(_STRUCTURE.search(value))
    if isinstance(value, dict):
        return any(_swallows_a_key(held) for held in value.values())
    return isinstance(value, list) and any(_swallows_a_key(held) for held in value)


def _unguessed(value: Any, numbers: set[str]) -> Any:
    """Return the value without the numbers that do not stand in the text as they are."""
    if isinstance(value, dict):
        return {key: _unguessed(held, numbers) for key, held in value.items()}
    if isinstance(value, list):
        return [_unguessed(held, numbers) for held in value]
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value if any(float(number) == value for number in numbers) else None
    return value
