"""Amounts: dates, percentages, money, days and counts as a sentence writes them, in forms that read one way only."""

import re
from collections.abc import Collection
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from leverage.deadlines import add_months
from leverage.terms import payment_terms_label
from leverage.text import fold

_NAMES = "jan january|feb february|mar march|apr april|may|jun june|jul july|aug august|sep september sept|oct october"
_MONTHS = {name: n for n, names in enumerate(f"{_NAMES}|nov november|dec december".split("|"), 1) for name in names.split()}
_MONTH = "|".join(_MONTHS)
_WORDS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_NUMBERS = {word: n for n, word in enumerate(_WORDS.split("|"), start=1)}
_N = rf"\d+(?:[.,]\d+)*|{'|'.join(_NUMBERS)}"
_SYMBOLS = {"€": "EUR", "$": "USD", "£": "GBP"}
_OTHERS = "AUD BBD BMD BND BSD BZD CAD FJD GYD HKD JMD KYD LRD MXN NAD NZD SBD SGD SRD TTD TWD XCD"
_DOLLARS = frozenset(re.findall(r"\w+", _OTHERS))  # beside one of these, the sign says nothing
_AMOUNT = re.compile(r"(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?", re.ASCII)
_TWO_WAYS = re.compile(r"[1-9]\d{0,2}\.\d{3}", re.ASCII)  # 30.000 is thirty thousand in half of Europe

_FIGURES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("A", re.compile(r"(?P<y>\d{4})-(?P<m>\d\d)-(?P<d>\d\d)(?= )")),
    ("A", re.compile(rf"(?P<d>\d{{1,2}})(?: (?:st|nd|rd|th))?(?: of)? (?P<mon>{_MONTH})(?: [.,])? (?P<y>\d{{4}})(?= )")),
    ("A", re.compile(rf"(?P<mon>{_MONTH})(?: \.)? (?P<d>\d{{1,2}})(?: (?:st|nd|rd|th))?(?: ,)? (?P<y>\d{{4}})(?= )")),
    ("J", re.compile(rf"(?P<mon>{_MONTH})(?: [.,])? (?P<y>\d{{4}})(?= )")),
    ("N", re.compile(r"(?P<n>\d+(?:\.\d{1,2})?) (?:%|percent|per cent|pct)(?= )")),
    ("Y", re.compile(r"\d+ / \d+ ,? ?net \d+(?: days?)?(?= )")),
    ("Y", re.compile(r"net \d+(?: days?)?(?: (?:eom|end of month))?(?= )")),
    ("Y", re.compile(r"\d+ days? net(?: eom)?(?= )")),
    ("Y", re.compile(r"(?P<n>\d+) days? (?:payment )?terms?(?= )")),
    ("U", re.compile(rf"(?P<n>{_N}) days?(?= )")),
    ("L", re.compile(rf"(?P<n>{_N}) (?P<unit>months?|years?)(?= )")),
    ("IQ", re.compile(r"(?P<y>(?:19|20)\d\d)(?= )")),
    ("Q", re.compile(rf"(?P<n>{_N})(?= )")),
)
_OPENS = re.compile(rf"\d|(?:{_MONTH}|{'|'.join(_NUMBERS)}|net)\b")


def figure_at(rest: str, currencies: Collection[str]) -> tuple[str, Any, int] | None:
    """Return kind, value and length in words of the figure that a text in plain words opens with; None without one.

    Kinds: A a day, J a month, IQ a year or a number, N percent, Y payment terms, U days, L months, Q a number, M money
    with its currency, one of those given. Dates come as their first and last day.
    """
    if money := _money(rest, currencies):
        return money
    if not _OPENS.match(rest):
        return None
    for letter, pattern in _FIGURES:
        if match := pattern.match(rest):
            value = _value(letter, match)
            if value is not None:
                return letter, value, match.group().count(" ") + 1
    return None


def _money(rest: str, currencies: Collection[str]) -> tuple[str, Any, int] | None:
    first, _, more = rest.partition(" ")
    second = more.partition(" ")[0]
    for sign, number in ((first, second), (second, first)):
        code = _SYMBOLS.get(sign, sign.upper())
        if code not in currencies or (sign == "$" and _DOLLARS.intersection(currencies)):
            continue
        amount = number_of(number)
        if amount is not None:
            return "M", (amount, code), 2
    return None


def _value(letter: str, match: re.Match[str]) -> Any:
    found = match.groupdict()
    if letter in ("A", "J", "IQ"):
        return _days(found)
    if letter == "Y":
        written = f"net {found['n']}" if "n" in found else match.group().replace("end of month", "eom")
        return fold(payment_terms_label(written))
    number = number_of(found["n"])
    if number is not None and letter == "L" and found["unit"].startswith("year"):
        return number * 12
    return number


def _days(found: dict[str, str | None]) -> tuple[date, date] | None:
    """Return the first and the last day that a date, month or year stands for."""
    year = int(found["y"] or 0)
    month = _MONTHS[found["mon"] or ""] if found.get("mon") else int(found.get("m") or 0)
    try:
        if found.get("d"):
            day = date(year, month, int(found["d"] or 0))
            return day, day
        if month:
            return date(year, month, 1), add_months(date(year, month, 1), 1) - timedelta(days=1)
        return date(year, 1, 1), date(year, 12, 31)
    except ValueError:
        return None


def number_of(text: str) -> Decimal | None:
    """Return the number that a word or digits stand for; None where digits could be read in two ways."""
    if text in _NUMBERS:
        return Decimal(_NUMBERS[text])
    if _AMOUNT.fullmatch(text) and not _TWO_WAYS.fullmatch(text):
        return Decimal(text.replace(",", ""))
    return None
