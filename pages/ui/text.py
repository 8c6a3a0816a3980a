"""Text that people typed, made safe for Markdown: it is shown literally, whatever it holds."""

import re
import string

_ESCAPES = {ord(sign): f"\\{sign}" for sign in string.punctuation}
_ACTIVE = {ord(sign): f"\\{sign}" for sign in "\\`*_{}[]<>#~|$:!&^"}
_JOINER = "\u2060"  # has no width: it parts what would be made a link or an arrow after Markdown has been read
_REVIVED = re.compile(r"(?<!\S)(?:<->|->|<-|--|>=|<=|~=)(?!\S)|(?<=[a-z]):(?=//)|\bwww(?=\.)|(?<=\S)(?=@\S)", re.IGNORECASE)


def inline(text: object) -> str:
    """Return the text as one literal line of Markdown, white space collapsed."""
    return _literal(" ".join(str(text).split()))


def piece(text: str) -> str:
    """Return a piece of a line as literal Markdown, to be joined with others: white space at its ends stays, as one space."""
    before, after = " " if text[:1].isspace() else "", " " if text[-1:].isspace() else ""
    return f"{before}{inline(text)}{after}" if text.strip() else before


def label(text: object) -> str:
    """Return the text as the literal label of a widget: what has no meaning there stays bare, as a screen reader reads it all."""
    return _REVIVED.sub(_part, " ".join(str(text).split())).translate(_ACTIVE)


def block(text: object) -> str:
    """Return the text as literal Markdown with its line breaks kept."""
    return "  \n".join(inline(line) or "\u00a0" for line in str(text).strip().splitlines())


def _literal(text: str) -> str:
    return _REVIVED.sub(_part, text).translate(_ESCAPES)


def _part(found: re.Match[str]) -> str:
    sign = found[0]
    return f"{sign[:1]}{_JOINER}{sign[1:]}" if len(sign) < 3 or sign == "<->" else f"{sign}{_JOINER}"
