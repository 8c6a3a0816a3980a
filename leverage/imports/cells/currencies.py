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
_DOLLARS = (
    "USD", "CAD", "AUD", "NZD", "HKD", "SGD", "TWD", "MXN", "BRL", "ARS", "CLP", "COP", "UYU", "DOP", "JMD", "TTD", "BBD", "BMD",
    "BSD", "BZD", "BND", "FJD", "GYD", "KYD", "LRD", "NAD", "SBD", "SRD", "XCD", "CUP", "NIO",
)  # fmt: skip
_RUPEES = ("INR", "PKR", "LKR", "NPR", "MUR", "SCR")
_POUNDS = ("GBP", "EGP", "LBP", "SYP", "SDG", "SSP", "GIP", "FKP", "SHP")
_SHARED = {
    "$": _DOLLARS, "dollar": _DOLLARS, "dollars": _DOLLARS, "C$": ("CAD", "NIO"), "¥": ("JPY", "CNY"),
    "kr": ("SEK", "NOK", "DKK", "ISK"), "rs": _RUPEES, "₨": _RUPEES, "r": ("ZAR", "BRL"), "lei": ("RON", "MDL"),
    "fr": ("CHF", "XOF", "XAF", "XPF", "KMF", "DJF"), "pound": _POUNDS, "pounds": _POUNDS,
}  # fmt: skip
_POWERS = {
    3: "k tsd tausend thousand thousands mille milliers miles milhares migliaia mila duizend tys",
    5: "lakh lakhs lac",
    6: "m mm mn mln mio mill million millions millionen millon millones milhao milhão milhões milhoes milione milioni miljoen",
    7: "crore crores",
    9: "b bn mrd mia milliard milliards milliarde milliarden billion billions miliardo miliardi miljard",
}
_UNITS = {word: power for power, words in _POWERS.items() for word in words.split()} | {"millón": 6, "bio": 12}
_PREFIXED = {"T": 3, "k": 3, "K": 3, "M": 6, "m": 6}  # TEUR, kUSD, MEUR
_WHOLE = re.compile(r"([.,]) ?-{1,2}")
_TOKEN = re.compile(r"T€|[^\W\d_]*\$|[^\W\d_]+\.?|[^ ]")


@dataclass(frozen=True, slots=True)
class Affix:
    """What stands around a numeral, in one: `power` of ten, `decimal` the sign that `,-` proves.

    `currency` is a code of ISO 4217; where only a `sign` stands that several currencies share, it is None.
    """

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
    currency = _one_currency(named)
    return Affix(currency, None if currency else next(iter(named), None), power or 0, _is_negative(marks), decimal)


def may_be(sign: str, code: str) -> bool:
    """Say whether a sign that several currencies share may stand for the currency `code`."""
    return code in shared_by(sign)


def shared_by(sign: str) -> tuple[str, ...]:
    """Return the currencies that a sign may stand for, the likeliest first."""
    return _SHARED.get(sign) or _SHARED.get(sign.casefold()) or ()


def code_of(text: str) -> str | None:
    """Return the code of the currency that a cell such as `€` or `euro` names alone; None if it is none, or one of several."""
    try:
        return _one_currency(_read_token(text.strip(), 0)[1])
    except Unread:
        return None


def read_unit_word(word: str) -> tuple[int | None, dict[str, str | None]]:
    """Return the power of ten and the currency, by its sign, that a word of a heading names; raises Unread."""
    if len(word) > 1 and word[0] in _PREFIXED and word[1:] in _SIGNS:  # k$
        return _PREFIXED[word[0]], {word[1:]: _SIGNS[word[1:]]}
    return (3, {}) if word == "T" else _read_token(word, 1)


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
    code = next(iter(codes), None)
    if len(codes) > 1 or (code and any(other is None and not may_be(sign, code) for sign, other in named.items())):
        raise TwoCurrencies
    return code


def _is_negative(marks: list[str]) -> bool:
    """Say whether the signs make the amount negative; brackets do, and a minus before or behind it."""
    brackets = [mark for mark in marks if mark[0] in "()"]
    if brackets not in ([], ["(0", ")1"]) or len(marks) - len(brackets) > 1:
        raise Unread(" ".join(marks))
    if any(mark == "+1" for mark in marks):
        raise Unread("+")  # `500+` is no amount but a bound
    return bool(brackets) or any(mark[0] == "-" for mark in marks)
