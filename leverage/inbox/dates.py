"""Days that a text names, with their places; whether the day or the month stands first is proved by the text or left open."""

import re
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from leverage.fields import EARLIEST
from leverage.imports.cells.calendars import DAY_FIRST, MONTH_FIRST, month_of
from leverage.imports.cells.written_days import read_written

_SHORTEST_PLAIN = 4  # letters of a month in small letters without a year
_MONTH = r"[^\W\d_]{3,10}"
_NUMERIC = re.compile(
    r"(?<![\w./-])(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}(?:\. ?|[/-])\d{1,2}(?:\. ?|[/-])\d{2,4})(?![\w/-]|\.\d)"
)
_DAY_FIRST = re.compile(
    rf"(?<![\w.,/-])(\d{{1,2}})(?:st|nd|rd|th|\.|er|º|°|ª)?[ -]{{1,3}}(?:of |de |d'|d’|del )?({_MONTH})\.?,?"
    r"(?:[ -]{1,3}(?:of |de |del |do )?(\d{4})(?![\w-]))?",
    re.IGNORECASE,
)
_MONTH_FIRST = re.compile(
    rf"(?<![\w-])({_MONTH})\.? (\d{{1,2}})(?:st|nd|rd|th)?(?![\d%.:]|,\d)(?: ?,? (\d{{4}})(?!\w))?", re.IGNORECASE
)


class Written(NamedTuple):
    """A day as written: its place, and the day where it is told in full; else its month and day, or the two it may be."""

    start: int
    end: int
    day: date | None
    month_day: tuple[int, int] | None = None
    readings: tuple[date, ...] = ()


def days_in(text: str, start: int, end: int, *, day_first: bool | None = None) -> list[Written]:
    """Return the days that a text names between two places, in order; `day_first` settles 03/04/2026 where it is known."""
    found = sorted([*_numeric(text, start, end, day_first), *_named(text, start, end)])
    kept: list[Written] = []
    for each in found:
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
    return kept


def order_in(text: str) -> bool | None:
    """Return whether the days of a text put the day first, as one of them proves; None where none or both are proved."""
    proofs = set()
    for match in _NUMERIC.finditer(text):
        read = read_written(match.group().replace(" ", ""))
        if read and not read.day and not read.dotted and len(read.readings) == 1:
            proofs |= set(read.readings)
    return DAY_FIRST in proofs if len(proofs & {DAY_FIRST, MONTH_FIRST}) == 1 else None


def _numeric(text: str, start: int, end: int, day_first: bool | None) -> Iterator[Written]:
    for match in _NUMERIC.finditer(text, start, end):
        written = match.group().replace(" ", "")
        read = read_written(written.replace(".", "-") if written[:4].isdigit() else written)
        if not read:
            continue
        if read.day:
            yield Written(*match.span(), read.day)
            continue
        orders = [DAY_FIRST] if read.dotted or day_first else [MONTH_FIRST] if day_first is False else [DAY_FIRST, MONTH_FIRST]
        days = tuple(sorted(read.days(orders)))
        if days:
            yield Written(*match.span(), days[0] if len(days) == 1 else None, None, days)


def _named(text: str, start: int, end: int) -> Iterator[Written]:
    for pattern, day_at, month_at in ((_DAY_FIRST, 1, 2), (_MONTH_FIRST, 2, 1)):
        for match in pattern.finditer(text, start, end):
            month, number = month_of(match[month_at]), int(match[day_at])
            year = int(match[3]) if match[3] else None
            is_a_word = year is None and len(match[month_at]) < _SHORTEST_PLAIN and match[month_at].islower()  # may, set, ago
            if not month or not 1 <= number <= 31 or is_a_word:
                continue
            stop = match.end() if year else max(match.end(1), match.end(2))
            if year is None:
                yield Written(match.start(), stop, None, (month, number))
            elif year >= EARLIEST.year and (day := _day(year, month, number)):
                yield Written(match.start(), stop, day)


def _day(year: int, month: int, number: int) -> date | None:
    try:
        return date(year, month, number)
    except ValueError:
        return None


def before(month_day: tuple[int, int], known: date, within: int) -> date | None:
    """Return the last such day up to a known one, at most so many days before it; None where there is none."""
    for year in (known.year, known.year - 1):
        day = _day(year, *month_day)
        if day and 0 <= (known - day).days <= within:
            return day
    return None
