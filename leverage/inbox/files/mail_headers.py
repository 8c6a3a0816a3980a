"""The headers of a mail as people read them, whatever their encoding says."""

import binascii
import re
from contextlib import suppress
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message

from leverage.inbox.files.letters import declared
from leverage.text import readable

_LONGEST = 8_000  # characters of one header that are looked at
_SHOWN = ("From", "To", "Cc", "Date", "Subject")
_LINE = re.compile(r"\s+")
_CHARSET = re.compile(r"[\w.:+-]{1,40}")

# What the standard parser raises over headers that are no headers.
BROKEN = (ValueError, TypeError, LookupError, AttributeError, HeaderParseError, binascii.Error, AssertionError)


def header(message: Message, name: str) -> str:
    """Return a header as one line of readable text; empty where it is not there."""
    wanted = name.lower()
    for each, value in message.raw_items():
        if each.lower() == wanted:
            return line_of(str(value))
    return ""


def line_of(raw: str) -> str:
    """Return a raw header, with its encoded words and its bytes, as one line."""
    raw = raw[:_LONGEST]
    if not raw.isascii():
        raw = declared(raw.encode("utf-8", "surrogateescape"), "utf-8", "header")[0]
    if "=?" in raw:
        with suppress(*BROKEN):
            raw = "".join(_word(*piece) for piece in decode_header(raw))
    return _LINE.sub(" ", readable(raw)).strip()


def head_of(message: Message) -> str:
    """Return the headers that a reader sees, a line each."""
    found = ((name, header(message, name)) for name in _SHOWN)
    return "\n".join(f"{name}: {value}" for name, value in found if value)


def file_name(message: Message) -> str:
    """Return the name that a part gives itself, not yet cleaned; empty where it gives none."""
    try:
        return line_of(message.get_filename() or "")
    except BROKEN:
        return ""


def charset_of(message: Message) -> str:
    """Return the encoding that a part declares, or an empty text."""
    return parameter(message, "charset")


def parameter(message: Message, name: str) -> str:
    """Return a parameter of the content type in small letters, or an empty text."""
    try:
        value = message.get_param(name)
    except BROKEN:
        return ""
    if isinstance(value, tuple):
        value = value[2]
    found = _CHARSET.match(str(value or "").strip())
    return found[0].lower() if found else ""


def type_of(message: Message) -> str:
    """Return the content type of a part in small letters."""
    try:
        return message.get_content_type()
    except BROKEN:
        return "text/plain"


def _word(piece: bytes | str, charset: str | None) -> str:
    return piece if isinstance(piece, str) else declared(piece, charset or "utf-8", "header")[0]
