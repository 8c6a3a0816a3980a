"""Names of months and weekdays in the languages of the files, and what a heading says about the order of a day."""

import functools
import re
import unicodedata

DAY_FIRST, MONTH_FIRST, YEAR_FIRST = "day_first", "month_first", "year_first"
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)

# English, German, French, Spanish, Portuguese, Italian, Dutch; no accents, short forms included.
_MONTH_NAMES = (
    "january jan januar janner jaenner janvier janv enero ene janeiro gennaio gen januari",
    "february feb februar fevrier fevr fev febrero fevereiro febbraio febr februari",
    "march mar marz maerz mrz mars marzo marco maart mrt",
    "april apr avril avr abril abr aprile",
    "may mai mayo maio maggio mag mei",
    "june jun juni juin junio junho giugno giu",
    "july jul juli juillet juil julio julho luglio lug",
    "august aug aout aou agosto ago augustus",
    "september sep sept septembre septiembre setiembre set setembro settembre sett",
    "october oct oktober okt octobre octubre outubro out ottobre ott",
    "november nov novembre noviembre novembro",
    "december dec dezember dez decembre diciembre dic dezembro dicembre",
)
_MONTH_OF = {name: number for number, names in enumerate(_MONTH_NAMES, 1) for name in names.split()}
_WEEKDAY_NAMES = (
    "monday mon tuesday tue tues wednesday wed thursday thu thur thurs friday fri saturday sat sunday sun",
    "montag mo dienstag di mittwoch mi donnerstag do freitag fr samstag sa sonnabend sonntag so",
    "lundi lun mardi mar mercredi mer jeudi jeu vendredi ven samedi sam dimanche dim",
    "lunes martes miercoles mie jueves jue viernes vie sabado sab domingo dom",
    "segunda seg terca ter quarta qua quinta qui sexta sex feira",
    "lunedi martedi mercoledi giovedi gio venerdi sabato domenica",
    "maandag ma dinsdag woensdag wo donderdag vrijdag vr zaterdag za zondag zo",
)
_WEEKDAYS = frozenset(name for names in _WEEKDAY_NAMES for name in names.split())

_PATTERN = re.compile(r"[ ,:]*[(\[]?(?<![^\W_])(?:[dmyjtga]{1,4}[./ -]){2}[dmyjtga]{1,4}[)\]]?", re.IGNORECASE)
_DAY, _YEAR = "(?:dd?|tt?|jj?|gg?)", "(?:yyyy|yy|y|jjjj|jj|j|aaaa|aa|a)"
_HEADINGS = {
    DAY_FIRST: re.compile(rf"(?<![a-z])(?:{_DAY}([./ -])mm?\1{_YEAR}|(?:dd|tt|jj|gg)mm(?:yy|jj|aa){{1,2}})(?![a-z])"),
    MONTH_FIRST: re.compile(rf"(?<![a-z])(?:mm?([./ -]){_DAY}\1{_YEAR}|mm(?:dd|tt|jj|gg)(?:yy|jj|aa){{1,2}})(?![a-z])"),
    YEAR_FIRST: re.compile(rf"(?<![a-z])(?:{_YEAR}([./ -])mm?\1{_DAY}|(?:yy|jj|aa){{1,2}}mm(?:dd|tt|jj|gg))(?![a-z])"),
}


@functools.lru_cache(maxsize=2_000)
def plain_word(word: str) -> str:
    """Return a word without case and accents."""
    spread = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in spread if not unicodedata.combining(char))


def month_of(word: str) -> int | None:
    """Return the number of a month by its name or short form, 1 for January; None if it is none."""
    return _MONTH_OF.get(plain_word(word))


def is_weekday(word: str) -> bool:
    """Say whether a word is a weekday or its short form."""
    return plain_word(word) in _WEEKDAYS


def order_of(header: str) -> str | None:
    """Return the order that a heading such as `Signed (DD/MM/YYYY)` or `Datum TT.MM.JJJJ` spells out, None if none."""
    text = header.casefold()
    told = [order for order, pattern in _HEADINGS.items() if pattern.search(text)]
    return told[0] if len(told) == 1 else None


def without_pattern(header: str) -> str:
    """Return a heading such as `Signed (DD/MM/YYYY)` without the pattern at its end that says how its days are written."""
    found = _PATTERN.search(header)
    return header[: found.start()] if found and found.end() == len(header.rstrip()) else header
