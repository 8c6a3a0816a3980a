"""Bytes as the text of a note or of a part of a mail, whatever is declared about them."""

import codecs

from leverage.errors import UnreadableFile
from leverage.files.decoding import decode
from leverage.inbox.files.limits import MOST_CHARACTERS

MOST_READ = 4 * MOST_CHARACTERS + 4_096  # bytes; no encoding takes more than four for a letter
_ADVICE = "Save it as plain text in UTF-8 and choose that file, or paste the text."
_NO_LETTERS = frozenset(
    {"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined", "mbcs", "oem", "utf-7", "utf-16", "utf-32"}
)
_WEAK = frozenset({"ascii", "iso8859-1", "cp1252"})  # written by programs that do not know what they send


def text_of(data: bytes, name: str, *, is_whole: bool = False) -> str:
    """Return the text of a file that declares no encoding, of one longer than MOST_READ its start.

    Raises UnreadableFile where it holds none.
    """
    data = data if is_whole else _start(data)
    if 0 < data.count(0) * 20 < len(data) and _is_utf8(plain := data.replace(b"\0", b"")):
        data = plain  # a few zero bytes are damage, not UTF-16
    return decode(data, name, advice=_ADVICE).text


def declared(data: bytes, charset: str, name: str) -> tuple[str, bool]:
    """Return the text in the declared encoding where it fits, else in the likeliest, and whether every byte made sense."""
    for encoding in _worth_trying(data, charset):
        try:
            return data.decode(encoding), True
        except UnicodeError:
            continue
    try:
        text = text_of(data, name)
    except UnreadableFile:
        text = data.decode("utf-8", "replace").replace("\0", "")
    return text, "\ufffd" not in text


def _start(data: bytes) -> bytes:
    """Return as much of a file as can hold what is read of it, never ending inside of a letter."""
    if len(data) <= MOST_READ:
        return data
    cut = data[:MOST_READ]
    while cut and cut[-1] & 0xC0 == 0x80 and len(cut) > MOST_READ - 4:
        cut = cut[:-1]
    return cut[: (len(cut) - 1) & ~3] if b"\0" in cut[:64] else cut[:-1]


def _worth_trying(data: bytes, charset: str) -> list[str]:
    encoding = _known(charset)
    if encoding is None or data.isascii():
        is_wide = encoding is not None and encoding.startswith("iso2022")
        return [encoding] if encoding and is_wide else []
    if encoding in _WEAK:
        return ["utf-8", *(["cp1252"] if encoding != "ascii" else [])]
    return [encoding]


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _known(charset: str) -> str | None:
    """Return the plain name of an encoding of letters, None for what is unknown or no such thing."""
    try:
        found = codecs.lookup(charset.strip().strip("\"'")[:40])
    except (LookupError, ValueError):
        return None
    is_text = getattr(found, "_is_text_encoding", True)
    return found.name if is_text and found.name not in _NO_LETTERS else None
