"""One day as people write it: what a cell alone says, before its column is asked about the order."""

import functools
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta

from leverage.imports.cells.calendars import DAY_FIRST, MONTH_FIRST, YEAR_FIRST, is_weekday, month_of
from leverage.imports.cells.raw import LONGEST

_FIRST_SERIAL, _LAST_SERIAL = 25_000, 80_000  # 1968 to 2119, as spreadsheets count days
_SERIAL_ZERO = date(1899, 12, 30)
_CENTURY_TURN = 80  # two digits: 00 to 79 are 2000 to 2079, the rest 1980 to 1999

_DIGIT = re.compile("[0-9]")
_ISO = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_COMPACT = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})(?:[.,]0+)?")
_SERIAL = re.compile(r"([0-9]{5})(?:[.,][0-9]+)?")
_PARTS = re.compile(r"([0-9]{1,4}) ?([./ -]) ?([0-9]{1,2}) ?\2 ?([0-9]{1,4})\.?")
_TIME = re.compile(
    r"(?<=[0-9.])(?:T|,? (?:at |um |à |a las )?|, ?)[0-9]{1,2}(?::[0-9]{2}){1,2}(?:[.,][0-9]+)?"
    r" ?(?:[ap]\.? ?m\.?)?(?: ?Uhr)? ?(?:Z|UTC|GMT|[+-][0-9]{2}:?[0-9]{2})?",
    re.IGNORECASE,
)
_LEADING_WORD = re.compile(r"([^\W\d_]+)(?:-feira)?[.,]*[ ,]+(?=[0-9])")
_WORDS = re.compile(r"[0-9]+|[^\W\d_]+")
_BETWEEN = re.compile(r"[ .,/'°-]*")
_FILLERS = frozenset(
    ("de", "del", "of", "the", "den", "der", "le", "el", "il", "st", "nd", "rd", "th", "er", "o", "a", "º", "ª", "feira")
)
_YEAR = re.compile(
    r"(?:FY|CY|GJ|AF)? ?'?(?:(?:19|20|21)[0-9]{2}|(?<=[FCGA][YJF])[0-9]{2})(?:\.0+)?(?: ?[/-] ?(?:[0-9]{2}){1,2})?", re.I
)
_PERIOD = re.compile(
    r"(?:[QTHSW]|KW|CW|quarter|quartal|trimestre) ?[0-9]{1,2}[ ./,'-]*(?:FY ?)?(?:[0-9]{2}|[0-9]{4})"
    r"|(?:FY ?)?[0-9]{4}[ ./-]*(?:[QTHSW]|KW|CW) ?[0-9]{1,2}"
    r"|[0-9](?:st|nd|rd|th|er|e|º|\.|[QTHS])? ?(?:quarter|quartal|trimestre|trim\.?|half|halbjahr|semestre)?[ ./,-]*[0-9]{4}"
    r"|[0-9]{4}(?:[./-]?)(?:0[1-9]|1[0-2])|(?:0?[1-9]|1[0-2])[./ -][0-9]{4}",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Written:
    """What one cell says: a `day`; or in figures its `readings`, the day by each order in which there is one; or a
    `period` with no day in it.

    `dotted` tells 07.03.2025 from 07/03/2025, `short` that the year has two digits and so may stand first, `told` that
    the reading has to be said: such a year or a spreadsheet's count of days.
    """

    day: date | None = None
    readings: Mapping[str, date] = field(default_factory=dict)
    period: str | None = None
    dotted: bool = False
    short: bool = False
    told: bool = False

    def days(self, orders: Collection[str]) -> set[date]:
        """Return the days that the cell may be by these orders; by any with the year last where it fits none of them."""
        if self.day or not self.readings:
            return {self.day} if self.day else set()
        days = {day for order, day in self.readings.items() if order in orders}
        return days or {day for order, day in self.readings.items() if order != YEAR_FIRST}


@functools.lru_cache(maxsize=20_000)
def read_written(text: str) -> Written | None:
    """Return what a plain text says; None if it is no day."""
    iso = _ISO.fullmatch(text)
    if iso:
        return _settled(int(iso[1]), int(iso[2]), int(iso[3]))
    if len(text) > LONGEST or not _DIGIT.search(text):
        return None
    parts = _PARTS.fullmatch(text)
    if not parts:
        time = _TIME.search(text)
        if time and time.end() == len(text):
            text = text[: time.start()]
        lead = _LEADING_WORD.match(text)
        if lead and is_weekday(lead[1]) and not (month_of(lead[1]) and not _has_month(text[lead.end() :])):
            text = text[lead.end() :]
        elif lead and is_weekday(lead[1]) and _PARTS.fullmatch(text[lead.end() :]):
            text = text[lead.end() :]  # `mar. 04/03/2025`: a Tuesday, as the month is in figures
        parts = _PARTS.fullmatch(text)
    if parts:
        return _from_parts(parts[1], int(parts[3]), parts[4], parts[2])
    compact = _COMPACT.fullmatch(text)
    if compact:
        return _settled(int(compact[1]), int(compact[2]), int(compact[3]))
    serial = _SERIAL.fullmatch(text)
    if serial:
        count = int(serial[1])
        return Written(_SERIAL_ZERO + timedelta(count), told=True) if _FIRST_SERIAL <= count <= _LAST_SERIAL else None
    if _PERIOD.fullmatch(text):
        return Written(period="a part of a year")
    if _YEAR.fullmatch(text):
        return Written(period="a year")
    return _from_names(text)


def _from_parts(first: str, middle: int, last: str, sign: str) -> Written | None:
    """Return what three numbers say; a year of four digits stands where it stands, one of two at either end."""
    if len(first) == 4:
        return None if len(last) > 2 else _settled(int(first), middle, int(last))
    if len(first) > 2 or len(last) == 3:
        return None
    readings: dict[str, date | None] = {}
    if len(last) in (2, 4):
        one, year = int(first), _year(last)
        readings = {DAY_FIRST: _date(year, middle, one), MONTH_FIRST: _date(year, one, middle)}
    if len(first) == 2 and len(last) <= 2:
        readings[YEAR_FIRST] = _date(_year(first), middle, int(last))
    known = {order: day for order, day in readings.items() if day}
    if not known or (len(last) == 1 and 1 <= int(first) <= 31):
        return None
    sure = None if 1 <= int(first) <= 31 else known.get(YEAR_FIRST)
    return Written(sure, known, dotted=sign == ".", short=len(last) < 4, told=len(last) < 4)


def _from_names(text: str) -> Written | None:
    """Return what a month in words and numbers say: the day and the year, or the year alone."""
    if not _BETWEEN.fullmatch(_WORDS.sub("", text)):
        return None
    words = [word for word in _WORDS.findall(text) if word.casefold() not in _FILLERS]
    numbers = [word for word in words if _DIGIT.match(word)]
    names = [word for word in words if not _DIGIT.match(word)]
    if len(names) == 2 and is_weekday(names[0]):
        names = names[1:]
    month = month_of(names[0]) if len(names) == 1 else None
    if not month or not numbers or len(numbers) > 2:
        return None
    if len(numbers) == 1:
        return Written(period="a month")
    year, day = numbers if len(numbers[0]) == 4 else reversed(numbers)
    if len(day) > 2 or len(year) not in (2, 4):
        return None
    return _settled(_year(year), month, int(day), told=len(year) == 2)


def _settled(year: int, month: int, day: int, *, told: bool = False) -> Written | None:
    known = _date(year, month, day)
    return Written(known, told=told) if known else None


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _year(digits: str) -> int:
    year = int(digits)
    return year if len(digits) > 2 else year + (2000 if year < _CENTURY_TURN else 1900)


def _has_month(text: str) -> bool:
    return any(month_of(word) for word in _WORDS.findall(text) if not _DIGIT.match(word))
