"""Signals: what a vendor was seen doing, in the words of the colleague who recorded it."""

import functools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from leverage import fields
from leverage.errors import InvalidDeal
from leverage.text import Unclean, fold
from leverage.words import read_vocabulary

MINOR = "minor"
MOST_QUOTE = 300  # characters


class Kind(NamedTuple):
    """A kind of signal: what it is called, what a vendor of it did, and what it takes for somebody to look.

    `deals` is in how many deals it must stand, None for a kind that never asks for a look; `window_days` is how many days
    these may lie apart, None where one deal is enough. A `derived` kind is found in deals, never recorded, and `titled` says
    what it is called together with what it is about.
    """

    label: str
    does: str
    deals: int | None
    window_days: int | None = None
    derived: bool = False
    titled: str = ""


@functools.cache
def _kinds() -> Mapping[str, Kind]:
    return MappingProxyType({name: Kind(**told) for name, told in read_vocabulary("signals.json").items()})


KINDS: Mapping[str, Kind] = _kinds()
RECORDED: tuple[str, ...] = tuple(name for name, kind in KINDS.items() if not kind.derived)  # what a person may record

_IS_QUOTED = re.compile(r"[“\"„«][^“”\"„«»]*[”\"“»]")
_KIND = fields.choice(*RECORDED)
_QUOTE = fields.line(MOST_QUOTE)


@dataclass(frozen=True)
class Signal:
    """What a vendor did: one of the kinds of `data/signals.json`, and the words for it, one line of 1 to 300 characters.

    Raises InvalidDeal for a kind that nobody can record and for words that can't be taken.
    """

    kind: str
    quote: str

    def __post_init__(self) -> None:
        parsed, problems = fields.parse_all(
            {"kind": _KIND, "quote": _QUOTE}, {"kind": "The kind", "quote": "The text"}, vars(self)
        )
        if not problems and not parsed["kind"]:
            problems["kind"] = "The kind is blank. Pick one, or “minor” for a remark."
        if not problems and not parsed["quote"]:
            problems["quote"] = "The text is blank. Say what they did, or leave the signal out."
        if problems:
            raise InvalidDeal({"signals": " ".join(problems.values())})
        vars(self).update(parsed)

    @property
    def label(self) -> str:
        """What its kind is called; a kind of a later version by its own word."""
        return label_of(self.kind)

    @property
    def quoted(self) -> str:
        """Its words between quotation marks, which may be their own."""
        return self.quote if _IS_QUOTED.fullmatch(self.quote) else f"“{self.quote}”"

    def to_json(self) -> dict[str, str]:
        """Return it in JSON types."""
        return {"kind": self.kind, "quote": self.quote}

    @classmethod
    def from_json(cls, stored: str | Mapping[str, Any]) -> "Signal":
        """Return what was stored, unchecked: a kind of a later version is kept, a bare text of an earlier one is a remark."""
        told = (MINOR, stored) if isinstance(stored, str) else (stored["kind"], stored["quote"])
        signal = object.__new__(cls)
        vars(signal).update(kind=told[0], quote=told[1])
        return signal


def label_of(kind: str) -> str:
    """Return what a kind is called; one of a later version by its own word."""
    return KINDS[kind].label if kind in KINDS else kind.replace("_", " ").capitalize()


def as_said(kind: str, words: str) -> str:
    """Return words as a flag of a kind shows them: what a colleague wrote is quoted, what was found in deals is not."""
    return words if kind in KINDS and KINDS[kind].derived else Signal.from_json(words).quoted


def parse_signal(value: Any) -> Signal | None:
    """Return a value as a signal: one already, its kind and words, or a bare text, which is a remark; None for a blank text.

    Raises Unclean with the end of a sentence for what is none.
    """
    if isinstance(value, Signal):
        return value
    if isinstance(value, str) and not value.strip():
        return None
    try:
        if isinstance(value, Mapping):
            return Signal(**value)
        return Signal(*value) if isinstance(value, tuple | list) else Signal(MINOR, value)
    except TypeError:
        raise Unclean("holds something that is no signal. Give its kind and what they did.") from None
    except InvalidDeal as problem:
        raise Unclean(f"can't be taken: {problem}") from None


def as_entered(signals: Iterable[Signal]) -> list[str | dict[str, str]]:
    """Return signals as they enter the id of a deal: a remark as its bare text, as it did before signals had kinds."""
    return [each.quote if each.kind == MINOR else each.to_json() for each in signals]


_ITEMS = fields.items(parse_signal, same=lambda each: (each.kind, fold(each.quote)))
SIGNALS = fields.Kind(
    lambda value: _ITEMS.parse([value] if isinstance(value, Signal | Mapping) else value),
    lambda value: [each.to_json() for each in value],
    lambda value: tuple(map(Signal.from_json, value)),
)
