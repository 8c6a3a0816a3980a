"""Amounts: dates, percentages, money, days and counts as a sentence writes them."""

import re
from collections.abc import Collection
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from leverage.deadlines import add_months
from leverage.terms import payment_terms_label
from leverage.text import fold

_MONTHS = {
    name: n
    for n, names in enumerate(
        [
            "jan january",
            "feb february",
            "mar march",
            "apr april",
            "may",
            "jun june",
            "jul july",
            "aug august",
            "sep september sept",
            "oct october",
            "nov november",
            "dec december",
        ],
        1,
    )
    for name in names.split()
}
_MONTH = "|".join(_MONTHS)
_NUMBERS = dict(
    zip(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
        range(1, 13),
        strict=True,
    )
)
_N = rf"\d+(?:[.,]\d+)*|{'|'.join(_NUMBERS)}"
_SYMBOLS = {"€": "EUR", "$": "USD", "£": "GBP"}

_FIGURES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("A", re.compile(r"(?P<y>\d{4}) (?P<m>\d\d) (?P<d>\d\d)(?= |$)")),
    ("A", re.compile(rf"(?P<d>\d{{1,2}})(?: (?:st|nd|rd|th))?(?: of)? (?P<mon>{_MONTH})(?: [.,])? (?P<y>\d{{4}})(?= |$)")),
    ("A", re.compile(rf"(?P<mon>{_MONTH})(?: \.)? (?P<d>\d{{1,2}})(?: (?:st|nd|rd|th))?(?: ,)? (?P<y>\d{{4}})(?= |$)")),
    ("A", re.compile(rf"(?P<mon>{_MONTH})(?: [.,])? (?P<y>\d{{4}})(?= |$)")),
    ("N", re.compile(r"(?P<n>\d+(?:\.\d+)?) (?:%|percent|per cent|pct)(?= |$)")),
    ("Y", re.compile(r"\d+ / \d+ ,? ?net \d+(?= |$)")),
    ("Y", re.compile(r"(?:net|n) \d+(?: days?)?(?: (?:eom|end of month))?(?= |$)")),
    ("Y", re.compile(r"\d+ days? net(?: eom)?(?= |$)")),
    ("Y", re.compile(r"\d+ days? payment terms?(?= |$)")),
    ("U", re.compile(rf"(?P<n>{_N}) days?(?= |$)")),
    ("L", re.compile(rf"(?P<n>{_N}) (?P<unit>months?|years?)(?= |$)")),
    (
        "Z",
        re.compile(
            rf"(?:in )?(?P<n>{_N}) of (?:the |its )?(?P<of>{_N})"
            r"(?: (?:recorded |agreed )?(?:deals|times|negotiations)(?: that raised it| that tried it)?)?(?= |$)"
        ),
    ),
    ("Z", re.compile(rf"(?:(?:in|across|over) )?(?:all )?(?P<n>{_N}) (?:recorded )?(?:deals?|times|negotiations?)(?= |$)")),
    ("G", re.compile(r"(?:in )?deals? (?:number )?(?P<list>\d+(?:(?: ,)?(?: and)? \d+)*)(?= |$)")),
    ("A", re.compile(r"(?P<y>(?:19|20)\d\d)(?= |$)")),
)


_OPENS = re.compile(rf"\d|(?:{_MONTH}|{'|'.join(_NUMBERS)}|net|n|in|across|over|all|deals?)\b")


def figure_at(rest: str, currencies: Collection[str]) -> tuple[str, Any, int] | None:
    """Return kind, value and length in words of the figure that a text in plain words opens with; None without one.

    Kinds: A days (first and last), N percent, Y payment terms, U days, L months, Z a count (with of how many), G numbers
    of deals, M money with its currency, one of those given.
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
        amount = _amount(number)
        if code in currencies and amount is not None:
            return "M", (amount, code), 2
    return None


def _value(letter: str, match: re.Match[str]) -> Any:
    found = match.groupdict()
    if letter == "A":
        return _days(found)
    if letter == "Y":
        return fold(payment_terms_label(match.group().replace("end of month", "eom")))
    if letter == "G":
        return tuple(int(n) for n in re.findall(r"\d+", found["list"]))
    number = _amount(found["n"])
    if number is None:
        return None
    if letter == "L":
        return number * 12 if found["unit"].startswith("year") else number
    if letter == "Z":
        of = _amount(found["of"]) if found.get("of") else None
        return number, of
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


def _amount(text: str) -> Decimal | None:
    if text in _NUMBERS:
        return Decimal(_NUMBERS[text])
    if re.fullmatch(r"\d+(?:\.\d+)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?", text, re.ASCII):
        return Decimal(text.replace(",", ""))
    return None
