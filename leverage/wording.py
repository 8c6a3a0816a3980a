"""How values read, the same on every page, print and receipt."""

import codecs
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Literal

OUTCOMES = {
    "agreed": "Agreed",
    "renewed_as_is": "Renewed as is",
    "walked_away": "Walked away",
    "no_deal": "No deal",
    "open": "Still open",
    "unknown": "Outcome unknown",
}
KINDS = {"new": "New", "renewal": "Renewal", "expansion": "Expansion"}
BASES = {"list": "List price", "first_quote": "First quote", "last_price": "Last price paid", "unknown": "Not known"}
RESULTS = {"worked": "Worked", "failed": "Failed", "mixed": "Mixed", "unclear": "Unclear"}

_OFF = {"list": "off list", "first_quote": "off the first quote", "last_price": "off the last price"}
_ENCODINGS = {
    "utf_8": "UTF-8",
    "utf_8_sig": "UTF-8",
    "utf_16": "UTF-16",
    "utf_16_le": "UTF-16",
    "utf_16_be": "UTF-16, big end first",
    "utf_32": "UTF-32",
    "cp1252": "Windows-1252 (Western Europe)",
    "mac_roman": "Mac Roman",
    "cp850": "DOS 850 (Western Europe)",
    "cp437": "DOS 437 (United States)",
    "cp1250": "Windows-1250 (Central Europe)",
    "cp852": "DOS 852 (Central Europe)",
    "cp1254": "Windows-1254 (Turkish)",
    "cp1257": "Windows-1257 (Baltic)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "koi8_r": "KOI8-R (Cyrillic)",
    "cp866": "DOS 866 (Cyrillic)",
    "cp1253": "Windows-1253 (Greek)",
    "cp1255": "Windows-1255 (Hebrew)",
    "cp1256": "Windows-1256 (Arabic)",
    "cp932": "Shift JIS (Japanese)",
    "gb18030": "GB 18030 (Chinese)",
    "big5": "Big5 (Chinese)",
    "cp949": "Windows-949 (Korean)",
    "cp874": "Windows-874 (Thai)",
}
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def show_day(value: date) -> str:
    """Return a day as `14 Oct 2026`, in English whatever the machine's locale."""
    return f"{value.day} {_MONTHS[value.month - 1]} {value.year}"


def show_distance(days: int) -> str:
    """Return how far off a day is: today, in 3 days, 3 days ago."""
    if days == 0:
        return "today"
    return f"in {show_count(days, 'day')}" if days > 0 else f"{show_count(-days, 'day')} ago"


def show_month(value: date) -> str:
    """Return a month as `Oct 2026`."""
    return f"{_MONTHS[value.month - 1]} {value.year}"


def show_number(value: Decimal) -> str:
    """Return a number without trailing zeros, its thousands parted by commas: `1,234.5`."""
    text = f"{value:,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def show_percent(value: Decimal) -> str:
    """Return a percentage as `12.5%`."""
    return f"{show_number(value)}%"


def show_money(value: Decimal, currency: str | None) -> str:
    """Return an amount with its currency code, or say that none is recorded: `EUR 1,250`, `USD 32.80`."""
    shown = f"{value:,.2f}" if -2 <= int(value.as_tuple().exponent) < 0 else show_number(value)
    return f"{currency} {shown}" if currency else f"{shown} (no currency recorded)"


def show_base(base: str | None) -> str:
    """Return what a discount is off, as in `off list`; a base that nobody recorded is said as such."""
    return _OFF.get(base or "unknown", "off a base not recorded")


def show_count(number: int, noun: str) -> str:
    """Return a number with its noun: `1 deal`, `9 deals`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def join_words(words: Sequence[str], by: Literal["and", "or"] = "and") -> str:
    """Return words as a list in a sentence: `IT, Finance and Legal`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {by} {words[-1]}" if words else ""


def sentence_case(text: str) -> str:
    """Return the text with a capital first letter; words such as `eProcurement` with capitals inside stay."""
    first, _, _ = text.partition(" ")
    return text if not text or any(char.isupper() for char in first) else text[0].upper() + text[1:]


def show_encoding(codec: str) -> str:
    """Return the name that people know an encoding by."""
    plain = codec.lower().replace("-", "_")
    if plain in _ENCODINGS:
        return _ENCODINGS[plain]
    try:
        return codecs.lookup(codec).name.upper()
    except LookupError:
        return codec
