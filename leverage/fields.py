"""The kinds of value a deal holds: how each is read, kept as JSON and shown in one cell.

A kind's `parse` takes what a form, a file or a caller gives and returns the value, or raises Unclean with the
end of a sentence that starts with the field's label. `dump` and `load` go to JSON types and back, unchecked.
"""

import functools
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Any
from urllib.parse import urlsplit

from leverage.text import Unclean, clean_block, clean_line, fold

EARLIEST, LATEST = date(1900, 1, 1), date(2199, 12, 31)
MOST_ITEMS = 100
MOST_NOTE_CHARACTERS = 20_000

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)", re.ASCII)
_PERCENT_SIGN = re.compile(r"\s*%$")
_ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


@dataclass(frozen=True)
class Kind:
    """One kind of value; `parse(None)` is never asked."""

    parse: Callable[[Any], Any]
    dump: Callable[[Any], Any] = lambda value: value
    load: Callable[[Any], Any] = lambda value: value


def of(kind: Kind, label: str, *, needed: bool = False) -> Any:
    """Return a dataclass field that holds a value of `kind` and is called `label` on pages and in errors."""
    return field(default=None, metadata={"kind": kind, "label": label, "needed": needed})


def line(limit: int = 200) -> Kind:
    """One line of text of at most `limit` characters."""
    return Kind(lambda value: clean_line(_string(value), limit) or None)


def block(limit: int = MOST_NOTE_CHARACTERS) -> Kind:
    """Text with line breaks of at most `limit` characters."""
    return Kind(lambda value: clean_block(_string(value), limit) or None)


def items(each: Callable[[Any], Any], same: Callable[[Any], Any] = fold) -> Kind:
    """Several values, in order, each once under `same`; a single text counts as one."""

    def parse(value: Any) -> tuple[Any, ...]:
        given = [value] if isinstance(value, str) else value
        if not isinstance(given, Iterable):
            raise Unclean("is no list. Give a list of texts.")
        kept: dict[Any, Any] = {}
        for item in given:
            parsed = None if item is None else each(item)
            if parsed is not None:
                kept.setdefault(same(parsed), parsed)
        if len(kept) > MOST_ITEMS:
            raise Unclean(f"has {len(kept)} entries; at most {MOST_ITEMS} fit. Move the rest to the notes.")
        return tuple(kept.values())

    return Kind(parse, list, tuple)


def choice(*values: str) -> Kind:
    """One of a few fixed words; case, spaces and hyphens in between do not matter."""

    def parse(value: Any) -> str | None:
        word = fold(_string(value)).replace(" ", "_")
        if not word:
            return None
        if word not in values:
            shown = ", ".join(each.replace("_", " ") for each in values)
            raise Unclean(f"is “{_short(value)}”, which is none of: {shown}. Pick one of them.")
        return word

    return Kind(parse)


def decimal(low: Decimal, high: Decimal, places: int, *, percent: bool = False, example: str = "12.5") -> Kind:
    """A number from `low` to `high`, rounded half up to `places` decimals; a percentage may carry its sign."""

    def parse(value: Any) -> Decimal | None:
        if isinstance(value, str):
            text = value.strip()
            if percent:
                text = _PERCENT_SIGN.sub("", text)
            if not text:
                return None
            if not _NUMBER.fullmatch(text):
                raise Unclean(f"is “{_short(value)}”, which is no plain number. Write it like {example}.")
            value = text
        elif isinstance(value, bool) or not hasattr(value, "__float__"):
            raise Unclean(f"is “{_short(value)}”, which is no number. Write it like {example}.")
        try:
            number = value if isinstance(value, Decimal) else Decimal(str(value))
        except InvalidOperation:
            raise Unclean(f"is “{_short(value)}”, which is no plain number. Write it like {example}.") from None
        if not number.is_finite():
            raise Unclean("is not a number. Leave it empty if it is not known.")
        if not low <= number <= high:
            raise Unclean(f"is {_short(value)}. Enter {low:f} to {high:,f}.")
        return _tidy(number.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))

    return Kind(parse, lambda value: format(value, "f"), Decimal)


PERCENT_LIMITS = (Decimal(0), Decimal(100))
CHANGE_LIMITS = (Decimal(-100), Decimal(1000))
PERCENT = decimal(*PERCENT_LIMITS, 2, percent=True)
CHANGE = decimal(*CHANGE_LIMITS, 2, percent=True)
MONEY = decimal(Decimal(-10) ** 15, Decimal(10) ** 15, 6, example="12000 or 12000.50")
QUANTITY = decimal(Decimal(0), Decimal(10) ** 12, 4, example="640")


def whole(low: int, high: int) -> Kind:
    """A whole number from `low` to `high`."""
    number = decimal(Decimal(low), Decimal(high), 6, example="36")

    def parse(value: Any) -> int | None:
        parsed = number.parse(value)
        if parsed is None:
            return None
        if parsed != parsed.to_integral_value():
            raise Unclean(f"is {_short(value)}. Enter a whole number from {low} to {high:,}.")
        return int(parsed)

    return Kind(parse)


def _parse_day(value: Any) -> date | None:
    if isinstance(value, datetime):
        value = value.date()
    if not isinstance(value, date):
        text = _string(value).strip()
        if not text:
            return None
        try:
            if not _ISO_DAY.fullmatch(text):
                raise ValueError(text)
            value = date.fromisoformat(text)
        except ValueError:
            raise Unclean(f"is “{_short(text)}”, which is no day. Write it as year-month-day, like 2026-03-02.") from None
    if not EARLIEST <= value <= LATEST:
        raise Unclean(f"is {value:%Y-%m-%d}. Check the year: it has to be from {EARLIEST.year} to {LATEST.year}.")
    return date(value.year, value.month, value.day)


DAY = Kind(_parse_day, date.isoformat, date.fromisoformat)


def _parse_flag(value: Any) -> bool | None:
    if isinstance(value, bool):
        return value
    word = fold(_string(value))
    if word in ("yes", "true"):
        return True
    if word in ("no", "false"):
        return False
    if not word:
        return None
    raise Unclean(f"is “{_short(value)}”. Enter yes or no, or leave it empty.")


FLAG = Kind(_parse_flag)


def _parse_currency(value: Any) -> str | None:
    code = clean_line(_string(value), 40).upper()
    if code and not is_currency(code):
        raise Unclean(f"is “{_short(value)}”, which is no ISO 4217 code. Write a code such as EUR, USD or GBP.")
    return code or None


CURRENCY = Kind(_parse_currency)


@functools.cache
def currency_codes() -> tuple[str, ...]:
    """Return the currency codes of ISO 4217, sorted."""
    import pycountry  # reads its tables on first use: no cost for those who only import leverage

    return tuple(sorted(currency.alpha_3 for currency in pycountry.currencies))


def is_currency(code: str) -> bool:
    """Say whether `code` is a currency code of ISO 4217, in capitals."""
    return code in currency_codes()


def _parse_link(value: Any) -> str | None:
    text = clean_line(_string(value), 2_000)
    if not text:
        return None
    try:
        parts = urlsplit(text)
        good = parts.scheme.lower() == "https" and bool(parts.hostname) and " " not in text
    except ValueError:
        good = False
    if not good:
        raise Unclean(f"holds “{_short(text)}”, which is no https address. Write it like https://example.com/offer.")
    return text


LINKS = items(_parse_link, same=str)


def texts(limit: int = 200) -> Kind:
    """Several short texts, each once."""
    return items(line(limit).parse)


def parse_all(
    kinds: Mapping[str, Kind], labels: Mapping[str, str], values: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the parsed values and, for those that can't be taken, a sentence by field name."""
    parsed: dict[str, Any] = {}
    problems: dict[str, str] = {}
    for name, value in values.items():
        try:
            parsed[name] = None if value is None else kinds[name].parse(value)
        except Unclean as problem:
            problems[name] = f"{labels[name].partition(',')[0]} {problem}"
    return parsed, problems


def _tidy(number: Decimal) -> Decimal:
    """Return the number without trailing zeros, so that 20 and 20.00 are written alike; -0 is 0."""
    whole_number = number.to_integral_value()
    return whole_number.copy_abs() if number == 0 else whole_number if number == whole_number else number.normalize()


def _string(value: Any) -> str:
    if not isinstance(value, str):
        raise Unclean(f"is “{_short(value)}”, which is no text. Write it as text.")
    return value


def _short(value: Any) -> str:
    text = " ".join(ascii(value)[1:-1].split()) if isinstance(value, str) and not value.isprintable() else str(value)
    return text if len(text) <= 60 else text[:57] + "…"
