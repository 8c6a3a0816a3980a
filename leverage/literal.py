"""Text that any Markdown shows as it stands, and back."""

import re
import string

_PUNCTUATION = frozenset(string.punctuation)
_MEANS_NOTHING = frozenset(",;'\"?/")
_LEADS_OUT = re.compile(r"[\\<\[\]!]|:(?=//)|(?<=www)\.|@", re.IGNORECASE)
_ESCAPED = re.compile(rf"\\([{re.escape(string.punctuation)}])")


def literal(text: str, before: str = "") -> str:
    """Return text that every Markdown dialect shows as it stands: all punctuation that could mean something is escaped.

    `before` is the text of the same line that it follows.
    """
    whole, start = before + text, len(before)
    return "".join(char if _is_plain(whole, at, char) else f"\\{char}" for at, char in enumerate(text, start))


def tame(markdown: str) -> str:
    """Return Markdown that somebody wrote with its links, pictures and HTML as text; lists and emphasis stay what they are."""
    return _LEADS_OUT.sub(r"\\\g<0>", markdown)


def as_typed(markdown: str) -> str:
    """Return the text of which `literal` or `tame` made this."""
    return _ESCAPED.sub(r"\1", markdown)


def _is_plain(text: str, at: int, char: str) -> bool:
    """Whether a character can only be itself where it stands: in 12.5, in "early-bird", at the end of a sentence."""
    if char not in _PUNCTUATION or char in _MEANS_NOTHING:
        return True
    before, after = text[max(at - 1, 0) : at], text[at + 1 : at + 2]
    ends_word = before.isalnum() and (not after or after.isspace())
    match char:
        case "%":
            return "%" not in (before, after)
        case "-":
            return before.isalnum() and after.isalnum()
        case ".":
            return (before.isdigit() and after.isdigit()) or (ends_word and " " in text[:at])  # "1." opens a list
        case ":":
            return ends_word
    return False
