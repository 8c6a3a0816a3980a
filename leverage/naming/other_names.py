"""Other names: what well-known firms were or are also called, from `data/known_names.json`."""

import functools
from collections.abc import Sequence

from leverage.naming.letters import is_in_han
from leverage.naming.lexicon import WEAK, Kind
from leverage.naming.readings import Reading, read_name
from leverage.words import read_vocabulary

_SAYS_LITTLE = WEAK | {Kind.SMALL}


def other_names(readings: Sequence[Reading]) -> tuple[str, ...]:
    """Return the other names of the firm that a name means; empty for a firm that the list doesn't hold."""
    found: dict[str, None] = {}
    for reading in readings:
        listed = _names_by_key().get(reading.squashed) or _names_by_key().get(_core(reading), ())
        found |= dict.fromkeys(listed)
    return tuple(found)


def are_two_firms(one: str, other: str) -> bool:
    """Say whether the list holds both names, but as names of different firms."""
    listed = _names_by_key()
    key, other_key = _key(one), _key(other)
    known = key in listed and other_key in listed
    return known and key != other_key and all(_key(name) != other_key for name in listed[key])


def _key(name: str) -> str:
    """Return a name's words without blanks, in Latin letters."""
    readings = read_name(name)
    return readings[0].squashed if readings else ""


def _core(reading: Reading) -> str:
    """Return the name without places, forms and notes: Facebook for `Facebook Ireland Services Ltd`."""
    return "".join([word.text for word in reading.words if word.kind not in _SAYS_LITTLE and not word.loose])


@functools.cache
def _names_by_key() -> dict[str, tuple[str, ...]]:
    """Return the other names by each name's words without blanks, spelled in Latin and as they are."""
    found: dict[str, dict[str, None]] = {}
    for group in read_vocabulary("known_names.json")["renamed_or_also_known_as"]:
        for name in group:
            for spelled in (True, False) if is_in_han(name) else (True,):
                key = read_name(name, spelled=spelled)[0].squashed
                found.setdefault(key, {}).update(dict.fromkeys(other for other in group if other != name))
    return {key: tuple(names) for key, names in found.items()}
