"""Numerals as people write them: which decimal sign they prove, and what they say under each."""

import functools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

POINT, COMMA = ".", ","
MOST_DIGITS = 24  # keeps every step within the 28 digits that Decimal counts exactly
HIGHEST_POWER = 20

_AROUND = re.compile(r"([^0-9]*?)((?:(?<![^\W\d_])[.,])?[0-9](?:[0-9.,' ]*[0-9])?(?:[eE][+-]?[0-9]{1,9})?)([^0-9]*)")
_GROUPED = r"[1-9][0-9]{{0,2}}(?:{0}[0-9]{{3}})+|[1-9][0-9]{{0,2}}(?: [0-9]{{3}})+|[1-9][0-9]{{0,2}}(?:'[0-9]{{3}})+"
_INDIAN = r"[1-9][0-9]?(?:,[0-9]{2})+,[0-9]{3}"
_WITH_POINT = re.compile(rf"(?:(?:[0-9]+|{_GROUPED.format(',')}|{_INDIAN})(?:\.[0-9]+)?|\.[0-9]+)")
_WITH_COMMA = re.compile(rf"(?:(?:[0-9]+|{_GROUPED.format('[.]')})(?:,[0-9]+)?|,[0-9]+)")
_POWER = re.compile(r"([0-9]*)([.,]?)([0-9]*)[eE]([+-]?[0-9]+)")
_NUMBERS = re.compile(r"[0-9](?:[0-9.,' ]*[0-9])?")
_FROM_TO = re.compile(r"^[^0-9]{0,8}(?:-|~|\.\.|…|\b(?:to|bis|à|a|al|hasta|até|ate|tot|and|und)\b)[^0-9]{0,8}$")


@dataclass(frozen=True, slots=True)
class Numeral:
    """A written number: its value if the point parts decimals and if the comma does; None where that can't be."""

    point: Decimal | None
    comma: Decimal | None

    @property
    def proof(self) -> str | None:
        """The decimal sign that the numeral alone proves, None if it fits both."""
        return COMMA if self.point is None else POINT if self.comma is None else None

    @property
    def is_open(self) -> bool:
        """Whether the numeral says one thing with a decimal point and another with a decimal comma."""
        return None not in (self.point, self.comma) and self.point != self.comma

    def under(self, decimal: str | None) -> Decimal | None:
        """Return the value under a decimal sign, or the only one there is; None if that is left open."""
        if self.is_open:
            return {POINT: self.point, COMMA: self.comma}.get(decimal or "")
        return self.comma if self.point is None else self.point


def part(text: str) -> tuple[str, str, str] | None:
    """Return what stands before the one numeral of a plain text, the numeral, and what stands behind it."""
    found = _AROUND.fullmatch(text)
    return (found[1].strip(), found[2], found[3].strip()) if found else None


@functools.lru_cache(maxsize=20_000)
def read_numeral(text: str) -> Numeral | None:
    """Return what a numeral can say; None if its signs make no number.

    Signs prove: two different ones, a single one that is not before exactly three digits, and one that is repeated.
    """
    if len(text) > MOST_DIGITS and sum(map(str.isdigit, text)) > MOST_DIGITS:
        return None
    power = _POWER.fullmatch(text)
    if power:
        before, sign, behind, exponent = power.groups()
        if not (before or behind) or (sign and not behind) or abs(int(exponent)) > HIGHEST_POWER:
            return None
        value = Decimal(f"{before}.{behind or 0}").scaleb(int(exponent))
        return Numeral(None if sign == COMMA else value, None if sign == POINT else value)
    bare = text.replace(" ", "").replace("'", "")
    point = Decimal(bare.replace(",", "")) if _WITH_POINT.fullmatch(text) else None
    comma = Decimal(bare.replace(".", "").replace(",", ".")) if _WITH_COMMA.fullmatch(text) else None
    return None if point is None and comma is None else Numeral(point, comma)


def decimal_of(proofs: Iterable[str | None], answer: str | None) -> str | None:
    """Return the decimal sign of a column: a person's answer, or the one that its cells prove; None if open."""
    if answer in (POINT, COMMA):
        return answer
    proved = {proof for proof in proofs if proof}
    return proved.pop() if len(proved) == 1 else None


def is_range(text: str) -> bool:
    """Say whether a plain text names two numbers, from one to the other: `15-20%`, `10 to 12 %`."""
    found = list(_NUMBERS.finditer(text))
    return len(found) == 2 and bool(_FROM_TO.match(text[found[0].end() : found[1].start()]))
