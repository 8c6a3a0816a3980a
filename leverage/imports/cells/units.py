"""What a heading says about the figures below it beside their name: their currency, and whether they are thousands."""

import functools
import re
from dataclasses import dataclass

from leverage.imports.cells.currencies import Unread, read_unit_word
from leverage.imports.cells.raw import LONGEST, plain

_IN_BRACKETS = re.compile(r"(.*?)[ ,:-]*[(\[]([^()\[\]]+)[)\]]")
_BEHIND_IN = re.compile(r"(.*?)[ ,:-]+(?:in|en|em) (.+)", re.IGNORECASE)
_THOUSANDS = re.compile(r"'?000'?s?")
_TOKEN = re.compile(r"'?000'?s?\b|[^\W\d_]*\$|[^\W\d_]+\.?|[^ ]")
_BETWEEN = frozenset(("in", "en", "em", "of", "de", "von", "di", "d", ",", "/", "-", "'"))
_WORDS_TOO = frozenset(("ALL", "ANG", "BAM", "BOB", "COP", "CUP", "GEL", "LAK", "MAD", "MOP", "PEN", "SOS", "TOP", "TRY"))
_PER = re.compile(r"(?:\b(?:per|pro|par|por|each)|/) ?$", re.IGNORECASE)  # what a price is for: `Price per pound`
_MOST_WORDS = 4


@dataclass(frozen=True, slots=True)
class Unit:
    """A heading taken apart: its `name` without the unit, the unit as `written`, what it says.

    `currency` is a code of ISO 4217 or None, `sign` a sign that several currencies share, `power` that of ten.
    """

    name: str
    written: str = ""
    currency: str | None = None
    sign: str | None = None
    power: int = 0


@functools.lru_cache(maxsize=2_000)
def unit_of(header: str) -> Unit:
    """Return a heading such as `List price (k€)`, `Net price CHF` or `TCV in GBP` taken apart; the name alone if it has no unit.

    A bare word at an end of the heading has to be a currency, in capitals if it is a code; thousands alone stand in
    brackets or behind `in`.
    """
    text = plain(header)
    if len(text) > LONGEST:
        return Unit(header)
    for pattern in (_IN_BRACKETS, _BEHIND_IN):
        found = pattern.fullmatch(text)
        unit = _read(found[1], found[2], is_marked=True) if found else None
        if unit:
            return unit
    words = text.split(" ")
    for count in range(min(_MOST_WORDS, len(words) - 1), 0, -1):
        for name, written in ((words[:-count], words[-count:]), (words[count:], words[:count])):
            unit = _read(" ".join(name).rstrip(" ,:-"), " ".join(written), is_marked=False)
            if unit and (unit.currency or unit.sign) and not _PER.search(unit.name):
                return unit
    return Unit(header)


def _read(name: str, written: str, *, is_marked: bool) -> Unit | None:
    """Return the unit that a part of a heading is; None if any of its words is something else."""
    currency: str | None = None
    sign: str | None = None
    power: int = 0
    unit: int | None
    codes: dict[str, str | None]
    for token in _TOKEN.findall(written):
        if token.casefold() in _BETWEEN and is_marked:
            continue
        if _THOUSANDS.fullmatch(token):
            unit, codes = 3, {}
        else:
            try:
                unit, codes = read_unit_word(token.upper() if is_marked and len(token) == 3 else token)
            except Unread:
                return None
            if not is_marked and token in _WORDS_TOO:
                return None
        if (unit and power) or (codes and (currency or sign)):
            return None
        power = unit or power
        for known, code in codes.items():
            currency, sign = code, None if code else known
    return Unit(name, written, currency, sign, power) if name and (currency or sign or power) else None
