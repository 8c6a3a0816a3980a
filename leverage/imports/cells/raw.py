"""The raw text of a cell: what counts as nothing, which signs are one, and how it is quoted in a sentence."""

import re

LONGEST = 80  # characters; no day, amount or percentage is longer

_SPACES = "\t\n\r\v\f\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_UNSEEN = "\u200b\u200e\u200f\u2060\u202a\u202b\u202c\u2066\u2067\u2068\u2069\ufeff\u00ad"
_ONE_SIGN = str.maketrans(
    dict.fromkeys(_SPACES, " ")
    | dict.fromkeys(_UNSEEN, "")
    | dict.fromkeys("‐‑‒–—―−﹣－", "-")
    | dict.fromkeys("’‘ʼ′＇`´", "'")
    | dict(zip("０１２３４５６７８９", "0123456789", strict=True))
    | {"．": ".", "，": ",", "／": "/", "⁄": "/", "％": "%", "٪": "%", "（": "(", "）": ")", "＄": "$", "￥": "¥", "￡": "£"}
)
_GAPS = re.compile(" {2,}")
_LONGEST_WORD = 30  # characters of a cell that is worth a closer look, blanks included
_NOTHING = frozenset(
    (
        *("", "na", "n/a", "n / a", "n/a.", "n.a", "n.a.", "n. a.", "(n/a)", "nan", "nil", "none", "(none)", "null"),
        *("#n/a", "#na", "#nv", "k.a", "k.a.", "k. a.", "k/a", "n/d", "n.d.", "s/o", "nvt", "n.v.t.", "n.v.t"),
    )
)


def plain(cell: str) -> str:
    """Return the cell on one line, trimmed, with one sign for every kind of blank, dash, apostrophe and wide digit.

    The apostrophe by which a spreadsheet marks a cell as text is gone.
    """
    text = cell if cell.isascii() and cell.isprintable() else cell.translate(_ONE_SIGN)
    text = text.strip().removeprefix("'")
    return _GAPS.sub(" ", text) if "  " in text else text


def is_nothing(text: str) -> bool:
    """Say whether a plain text stands for no value: blank, dashes, or a word such as `N/A`, `none` or `k. A.`.

    Any other text says something, be it a sign or an emoji.
    """
    return len(text) < 7 and (text.casefold() in _NOTHING or not text.strip("-"))


def says_nothing(cell: str) -> bool:
    """Say whether a cell of a file of others, as it stands, is `is_nothing`."""
    return len(cell) <= _LONGEST_WORD and is_nothing(plain(cell))


def quote(cell: str) -> str:
    """Return the cell in quotes as it fits into a sentence."""
    return f"“{shorten(cell)}”"


def shorten(cell: str) -> str:
    """Return the cell on one line of at most 60 characters, as written."""
    start = cell[:200]
    if not start.isprintable():
        start = "".join(char if char.isprintable() else " " for char in start)
    line = " ".join(start.split())
    return line if len(line) <= 60 else f"{line[:59]}…"
