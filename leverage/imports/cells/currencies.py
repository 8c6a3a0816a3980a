"""What stands around the numeral of an amount: its currency, its sign and its unit, such as thousands."""

import functools
import re
from dataclasses import dataclass

from leverage.fields import is_currency

# A sign that several countries use says that it is money, not whose.
_SIGNS: dict[str, str | None] = {
    "€": "EUR", "£": "GBP", "₹": "INR", "₩": "KRW", "₽": "RUB", "₺": "TRY", "₪": "ILS", "₴": "UAH", "₫": "VND",
    "฿": "THB", "₱": "PHP", "₦": "NGN", "R$": "BRL", "US$": "USD", "USD$": "USD", "U$": "USD", "AU$": "AUD", "A$": "AUD",
    "CA$": "CAD", "CAD$": "CAD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD", "SG$": "SGD", "NT$": "TWD", "MX$": "MXN",
    "$": None, "C$": None, "¥": None, "₨": None,
}  # fmt: skip
_NAMES: dict[str, str | None] = {
    "euro": "EUR", "euros": "EUR", "eur": "EUR", "usd": "USD", "gbp": "GBP", "chf": "CHF", "sfr": "CHF", "zł": "PLN",
    "zl": "PLN", "kč": "CZK", "kc": "CZK", "ft": "HUF", "rmb": "CNY", "kr": None, "rs": None, "r": None, "fr": None, "lei": None,
    "dollar": None, "dollars": None, "pound": None, "pounds": None,
}  # fmt: skip
_DOLLARS = ("USD", "CAD", "AUD", "NZD", "HKD", "SGD", "TWD", "MXN", "BRL", "ARS", "CLP", "COP")
_POWERS = {
    3: "k tsd tausend thousand thousands mille mila duizend tys",
    5: "lakh lakhs lac",
    6: "m mm mn mio mill million millions millionen millon millones milhao milhão milhões milhoes milione milioni miljoen",
    7: "crore crores",
    9: "b bn mrd mia milliard milliards milliarde milliarden billion billions miliardo miliardi miljard",
}
_UNITS = {word: power for power, words in _POWERS.items() for word in words.split()} | {"millón": 6, "bio": 12}
_PREFIXED = {"T": 3, "k": 3, "K": 3, "M": 6}  # TEUR, kUSD, MEUR
_WHOLE = re.compile(r"([.,]) ?-{1,2}")
_TOKEN = re.compile(r"T€|[^\W\d_]*\$|[^\W\d_]+\.?|[^ ]")


@dataclass(frozen=True, slots=True)
class Affix:
    """What stands around a numeral, in one: `power` of ten, `decimal` the sign that `,-` proves, `sign` as written."""

    currency: str | None = None
    sign: str | None = None
    power: int = 0
    negative: bool = False
    decimal: str | None = None


class Unread(ValueError):
    """Something around a numeral is neither currency, sign nor unit."""


class TwoCurrencies(ValueError):
    """The text around a numeral names two currencies."""


@functools.lru_cache(maxsize=5_000)
def read_affixes(before: str, behind: str) -> Affix:
    """Return what the plain texts before and behind a numeral say; raises Unread or TwoCurrencies."""
    whole = _WHOLE.match(behind)
    decimal = whole[1] if whole else None
    rest = behind[whole.end() :] if whole else behind.removeprefix(".").removeprefix(",")
    marks: list[str] = []
    named: dict[str, str | None] = {}
    power: int | None = None
    for place, text in enumerate((before, rest)):
        for token in _TOKEN.findall(text):
            if token in "()+-":
                marks.append(f"{token}{place}")
                continue
            unit, codes = _read_token(token, place)
            if unit is not None:
                if power is not None:
                    raise Unread(token)
                power = unit
            named |= codes
    return Affix(_one_currency(named), next(iter(named), None), power or 0, _is_negative(marks), decimal)


def _read_token(token: str, place: int) -> tuple[int | None, dict[str, str | None]]:
    """Return the power of ten that a word means, if any, and the currency that it names, if any."""
    upper, word = token.removesuffix("."), token.removesuffix(".").casefold()
    if token == "T€":
        return 3, {"€": "EUR"}
    if token.upper() in _SIGNS:
        return None, {token.upper(): _SIGNS[token.upper()]}
    if word in _NAMES:
        return None, {upper: _NAMES[word]}
    if word in _UNITS and place:  # a unit stands behind its number
        return _UNITS[word], {}
    if len(upper) == 3 and upper.isascii() and upper.isupper() and is_currency(upper):
        return None, {upper: upper}
    if len(upper) == 4 and upper[0] in _PREFIXED and upper[1:].isupper() and is_currency(upper[1:]):
        return _PREFIXED[upper[0]], {upper[1:]: upper[1:]}
    raise Unread(token)


def _one_currency(named: dict[str, str | None]) -> str | None:
    codes = {code for code in named.values() if code}
    if len(codes) > 1 or ("$" in named and codes - set(_DOLLARS)):
        raise TwoCurrencies
    return codes.pop() if codes else None


def _is_negative(marks: list[str]) -> bool:
    """Say whether the signs make the amount negative; brackets do, and a minus before or behind it."""
    brackets = [mark for mark in marks if mark[0] in "()"]
    if brackets not in ([], ["(0", ")1"]) or len(marks) - len(brackets) > 1:
        raise Unread(" ".join(marks))
    if any(mark == "+1" for mark in marks):
        raise Unread("+")  # `500+` is no amount but a bound
    return bool(brackets) or any(mark[0] == "-" for mark in marks)
