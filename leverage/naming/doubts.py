"""Doubts: what stands in a vendor's field and is no vendor, in words that ask."""

import functools
import re
from typing import NamedTuple

from leverage.naming.letters import mend, plain_letters
from leverage.words import read_vocabulary

SHOWN = 60  # characters of the name that the question repeats

_WORD = re.compile(r"[^\W_]+")
_PARTS = (re.compile(r"[,;:|()\[\]]+|\s[-–—/]+\s"), re.compile("/"))
_OF = frozenset({"of", "von", "de", "di", "van"})
_EMAIL = re.compile(r"[^\s@<>]+@[^\s@<>]+\.[^\W\d_]{2,}")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|eu|de|fr|nl|it|es|uk|ch|at)/\S*", re.I)
_DAY = re.compile(r"\d{4}([-/.])\d{1,2}(\1\d{1,2})?|\d{1,2}([-/.])\d{1,2}\3(?:\d{4}|\d\d)")
_PERIOD = re.compile(r"(?:[qh]|kw|cw|fy|t) ?[1-9]?\d? ?(?:20)\d\d|20\d\d ?(?:[qh]|kw|cw|t) ?[1-9]\d?|fy ?\d\d|19\d\d|20\d\d")
_FIGURES = re.compile(
    r"[\s€$£¥+\-–(]*\d[\d\s.,'’:/()%€$£¥\-–]*(?:eur|usd|gbp|chf|jpy)?|(?:eur|usd|gbp|chf|jpy)\s*\d[\d\s.,'’]*", re.I
)
_SHEET_ERROR = re.compile(r"#(?:ref|n/?a|name|value|div/0|null|num)[!?]*", re.I)


class _Words(NamedTuple):
    no_vendor: frozenset[str]
    starts: tuple[str, ...]
    with_a_figure: frozenset[str]
    months: frozenset[str]
    file_endings: tuple[str, ...]


def doubt_about_vendor(name: str) -> str | None:
    """Return a sentence that asks whether `name` is a vendor and says what to do; None for what may well be one.

    Asked are words such as “various”, “siehe Liste” or “Total”, numbers, dates, e-mail and web addresses, file
    names and what has no letter at all. A blank name is no doubt but an error of its own.
    """
    text = " ".join(mend(name).split())
    if not text:
        return None
    what = _what_else(text)
    if what is None:
        return None
    shown = text if len(text) <= SHOWN else text[: SHOWN - 1].rstrip() + "…"
    return f"“{shown}” {what}. Type the name as it stands on the contract, or save it as it is."


def _what_else(text: str) -> str | None:
    """Return what a text is, if it is no vendor."""
    if _EMAIL.search(text):
        return "is an e-mail address, not a vendor"
    if _ADDRESS.fullmatch(text):
        return "is a web address, not a vendor"
    if _is_date(text):
        return "looks like a date, not a vendor"
    if _FIGURES.fullmatch(text):
        return "is a number, not a vendor"
    if _words().file_endings and re.fullmatch(rf".+\.(?:{'|'.join(_words().file_endings)})", text, re.I):
        return "looks like the name of a file, not a vendor"
    if _SHEET_ERROR.fullmatch(text) or not any(map(str.isalnum, text)) or _says_none(text):
        return "does not look like a vendor"
    return None


def _is_date(text: str) -> bool:
    if _DAY.fullmatch(text):
        return True
    key = _key(text)
    words = key.split()
    months = [word for word in words if word in _words().months]
    figures = [word for word in words if re.fullmatch(r"\d{1,2}(?:st|nd|rd|th)?|(?:19|20)\d\d", word)]
    return bool(_PERIOD.fullmatch(key)) or (len(months) == 1 and bool(figures) and len(words) == 1 + len(figures) <= 3)


def _says_none(text: str) -> bool:
    """Say whether a text consists of words that stand where no vendor is named."""
    known = _words()
    key = _key(text)
    if key in known.no_vendor or key.startswith(known.starts):
        return True
    words = key.split()
    figures = [word for word in words if word.isdigit()]
    if figures and " ".join(word for word in words if not word.isdigit() and word not in _OF) in known.with_a_figure:
        return True
    for pattern in _PARTS:
        parts = [part for part in map(_key, pattern.split(text)) if part]
        if len(parts) > 1 and all(part in known.no_vendor or part.isdigit() for part in parts):
            return True
    return False


@functools.cache
def _words() -> _Words:
    data = read_vocabulary("no_vendors.json")
    return _Words(
        no_vendor=frozenset(map(_key, data["no_vendor"])) - {""},
        starts=tuple(f"{_key(start)} " for start in data["starts"]),
        with_a_figure=frozenset(map(_key, data["with_a_figure"])),
        months=frozenset(map(_key, data["months"])),
        file_endings=tuple(map(re.escape, data["file_endings"])),
    )


def _key(text: str) -> str:
    """Return a text in plain letters without punctuation, single letters in a row as one word: `n/a` is `na`."""
    words = _WORD.findall(plain_letters(text).replace("'", ""))
    return ("" if all(len(word) == 1 for word in words) else " ").join(words)
