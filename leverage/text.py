"""Text as people type it: what is kept, what is refused, and when two spellings are one."""

import functools
import re
import unicodedata

from leverage.errors import LeverageError

MOST_NAME = 200  # characters
MAX_STACKED_MARKS = 6  # no living script needs more on one letter; above it, text covers its neighbours

_BLANK = " \t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_BLANKS = re.compile(f"[{_BLANK}\n]+")
_SHOWS_NOTHING = re.compile("[\\s\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200c-\u200f\u2800\u3164\ufe00-\ufe0f\uffa0]*")

# Invisible characters that only hide or reorder text. Joiners (U+200C, U+200D) and direction marks stay:
# Persian, Indic scripts and emoji need them.
_INVISIBLE = re.compile(
    "[\u00ad\u200b\u2060-\u2064\ufeff\u202a-\u202e\u2066-\u2069]"
    "|(?<![\U0001f3f4\U000e0000-\U000e007f])[\U000e0000-\U000e007f]+"  # tags spell hidden text, but also flags such as Wales
)
_LINE_BREAKS = re.compile("\r\n|[\r\u0085\u2028\u2029\v\f]")
_HALF = re.compile("[\ud800-\udfff]")
_UNREADABLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef"
    + "".join(chr(plane << 16 | 0xFFFE) + chr(plane << 16 | 0xFFFF) for plane in range(17))
    + "]"
)
_HYPHENS = re.compile(r"[-_\u2010-\u2015\u2212]+")
_FINAL_PUNCTUATION = " .,;:!?…"


class Unclean(LeverageError, ValueError):
    """A text holds something that can't be kept; the message says what, without naming the field."""


def clean_line(text: str, limit: int) -> str:
    """Return `text` as one NFC line: white space collapsed, invisible characters gone; empty if nothing is left.

    Raises Unclean for control characters, broken Unicode, stacked marks and more than `limit` characters.
    """
    return _checked(_BLANKS.sub(" ", _plain(text)).strip(), limit)


def clean_block(text: str, limit: int) -> str:
    """Return `text` in NFC with `\\n` line ends, trimmed; line breaks and tabs inside are kept.

    Raises Unclean as `clean_line` does.
    """
    lines = _plain(text).split("\n")
    return _checked("\n".join(line.rstrip(_BLANK) for line in lines).strip(_BLANK + "\n"), limit)


def clean_named(what: str, text: str, limit: int) -> str:
    """Return `text` as `clean_line` does. Raises LeverageError, a sentence that begins with `what`, where it can't be kept."""
    try:
        return clean_line(text, limit)
    except Unclean as problem:
        raise LeverageError(f"{what} {problem}") from None


def clean_by(by: str | None) -> str | None:
    """Return the name of who makes a change, clean; None for a blank one. Raises LeverageError as `clean_named` does."""
    return clean_named("Your name", by or "", MOST_NAME) or None


@functools.lru_cache(maxsize=20_000)
def fold(text: str) -> str:
    """Return the form under which two spellings of a term, tactic, person or department are one.

    NFKC, case, spacing, hyphens and final punctuation fold; nothing else does.
    """
    folded = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text)).casefold()
    folded = " ".join(_HYPHENS.sub(" ", folded).split()).rstrip(_FINAL_PUNCTUATION)
    return unicodedata.normalize("NFKC", folded) or text.strip()


def without_invisible(text: str) -> str:
    """Return any text without characters that only hide or reorder it; nothing else changes."""
    return _INVISIBLE.sub("", text)


def readable(text: str) -> str:
    """Return any text with `\\n` line ends, without what hides, reorders or can't be kept; nothing else changes.

    Halves of characters become the sign for a broken one.
    """
    return _HALF.sub("\ufffd", _UNREADABLE.sub("", _INVISIBLE.sub("", _LINE_BREAKS.sub("\n", text))))


def is_writable(text: str) -> bool:
    """Say whether a text can be written as UTF-8: lone halves of characters can't."""
    return _HALF.search(text) is None


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", _INVISIBLE.sub("", _LINE_BREAKS.sub("\n", text)))


def _checked(text: str, limit: int) -> str:
    if _SHOWS_NOTHING.fullmatch(text):
        return ""
    if len(text) > limit:
        raise Unclean(f"has {len(text):,} characters; at most {limit:,} fit. Shorten it.")
    stacked = 0
    for char in text:
        if char < "\x7f" and char >= " ":  # the common case, first
            stacked = 0
            continue
        category = unicodedata.category(char)
        if category == "Cs" or (category == "Cn" and ord(char) & 0xFFFE == 0xFFFE) or 0xFDD0 <= ord(char) <= 0xFDEF:
            raise Unclean("holds broken characters. Copy the text again or type it.")
        if category == "Cc" and char not in "\n\t":
            raise Unclean(f"holds a control character (U+{ord(char):04X}). Remove it.")
        stacked = stacked + 1 if category in ("Mn", "Me") else 0
        if stacked > MAX_STACKED_MARKS:
            raise Unclean("stacks more accents on one letter than can be read. Remove them.")
    return text
