"""What a file is, told by its bytes before its name."""

import re
from typing import Literal

from leverage.files.names import suffix_of
from leverage.inbox.files.limits import Unreadable

Packed = Literal["word", "pdf"]

SUFFIXES = (".txt", ".md", ".eml", ".mbox", ".vtt", ".srt", ".docx", ".pdf", ".html", ".htm", ".json")

_TYPES = {
    "text/plain": ".txt",
    "text/markdown": ".md",
    "text/html": ".html",
    "text/vtt": ".vtt",
    "application/x-subrip": ".srt",
    "application/pdf": ".pdf",
    "application/x-pdf": ".pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/mbox": ".mbox",
}
_PASTE = "Open it, copy the text and paste it, or save it as .txt, .docx or PDF and choose that file."
_SHEET = "If it holds a list of deals, choose it under Import; else copy the text and paste it."
_OTHERS = {
    b"\x89PNG": ("an image", "Its words can't be read: type or paste what it says."),
    b"\xff\xd8\xff": ("an image", "Its words can't be read: type or paste what it says."),
    b"GIF8": ("an image", "Its words can't be read: type or paste what it says."),
    b"II*\0": ("an image", "Its words can't be read: type or paste what it says."),
    b"MM\0*": ("an image", "Its words can't be read: type or paste what it says."),
    b"RIFF": ("a picture, a sound or a film", "Choose its transcript instead."),
    b"ID3": ("a sound", "Choose its transcript instead."),
    b"OggS": ("a sound", "Choose its transcript instead."),
    b"\x1aE\xdf\xa3": ("a film", "Choose its transcript instead."),
    b"PK\x05\x06": ("an empty archive", "Choose a file with text."),
    b"\x1f\x8b": ("a packed file", "Unpack it and choose the files in it."),
    b"7z\xbc\xaf": ("a packed file", "Unpack it and choose the files in it."),
    b"Rar!": ("a packed file", "Unpack it and choose the files in it."),
    b"BZh": ("a packed file", "Unpack it and choose the files in it."),
    b"\xfd7zXZ": ("a packed file", "Unpack it and choose the files in it."),
    b"{\\rtf": ("an RTF document", _PASTE),
    b"SQLite format 3\0": ("a database", "Choose a file with text."),
    b"\x7fELF": ("a program", "Choose a file with text."),
    b"MZ\x90": ("a program", "Choose a file with text."),
    b"x\x9f>\x22": ("an attachment of Outlook", "Open the mail in Outlook and save what is in it by itself."),
    b"!BDN": ("a mailbox of Outlook", "Save the mails that matter as .eml, or as text, and choose those."),
}
# An OLE file names its parts in UTF-16.
_PARTS = (
    ("EncryptedPackage", "is protected with a password. Open it, take the password off, save it and choose it again."),
    ("__substg1.0_", "is a mail in the form of Outlook. Save it there as .eml, or as text, and choose that file."),
    ("WordDocument", "is a document of an old Word. Open it, save it as .docx and choose that file."),
    ("Workbook", f"is a workbook. {_SHEET}"),
)
_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_BLANK = b"\xef\xbb\xbf \t\r\n\0\x1a"


def suffix_for(content_type: str) -> str:
    """Return the suffix that files of a content type have, or an empty text for a type that is not read."""
    return _TYPES.get(content_type, "")


def refuse_other_names(name: str) -> None:
    """Raise Unreadable for a file whose suffix is none of those that are read."""
    suffix = suffix_of(name)
    if suffix not in SUFFIXES:
        advice = _SHEET if suffix in (".csv", ".tsv", ".xls", ".xlsx", ".xlsm", ".ods") else _PASTE
        kinds = ", ".join(SUFFIXES)
        raise Unreadable(f"{name} is of a kind that the inbox does not read; it reads {kinds}. {advice}")


def packed_form(data: bytes, name: str) -> Packed | None:
    """Return which form a file has that is no plain text, None for one that may be; raises Unreadable for what is not read."""
    if not data.strip(_BLANK):
        raise Unreadable(f"{name} is empty. Choose a file with text.")
    if data[:1024].lstrip(_BLANK).startswith(b"%PDF-") or (suffix_of(name) == ".pdf" and b"%PDF-" in data[:1024]):
        return "pdf"
    if data.startswith(_ZIP):
        return _zipped(data, name)
    if data.startswith(_OLE):
        told = next(
            (told for part, told in _PARTS if part.encode("utf-16-le") in data), f"is of a kind that is not read. {_PASTE}"
        )
        raise Unreadable(f"{name} {told}")
    for signature, (kind, advice) in _OTHERS.items():
        if data.startswith(signature):
            raise Unreadable(f"{name} is {kind}, whatever its name says. {advice}")
    return None


def _zipped(data: bytes, name: str) -> Packed:
    if b"word/" in data:
        return "word"
    if b"xl/" in data or b"opendocument.spreadsheet" in data[:200]:
        raise Unreadable(f"{name} is a workbook. {_SHEET}")
    if b"ppt/" in data or b"opendocument" in data[:200]:
        raise Unreadable(f"{name} is a document of a kind that is not read. {_PASTE}")
    raise Unreadable(f"{name} is a packed file. Unpack it and choose the files in it.")


_MAIL_LINES = re.compile(
    rb"(?im)^(received|message-id|mime-version|content-type|content-transfer-encoding|return-path|delivered-to|x-[\w-]+):\s"
)
_ANY_LINE = re.compile(rb"(?:[!-9;-~]{1,60}[ \t]*:[^\n]*|[ \t][^\n]*)")
_HEADER = re.compile(rb"(?im)^(from|to|date|subject):")
_PAGE = re.compile(
    r"\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--.{0,2000}?-->\s*)*<(?:!doctype\s+html|html|head|body|meta|div|table|p)\b",
    re.IGNORECASE | re.DOTALL,
)


def is_mailbox(data: bytes) -> bool:
    """Say whether bytes are several mails, each after a line that begins with `From `."""
    start = data[:20_000].lstrip(b"\r\n")
    first, _, rest = start.partition(b"\n")
    return first.startswith(b"From ") and bool(re.match(rb"[!-9;-~]{1,60}:", rest))


def is_mail(data: bytes, suffix: str) -> bool:
    """Say whether bytes begin with the headers of a mail, as a mail program writes them; by its name any headers do."""
    head = re.split(rb"\r?\n\r?\n", data[:100_000].lstrip(b"\xef\xbb\xbf\r\n"), maxsplit=1)[0]
    if not all(_ANY_LINE.fullmatch(line) for line in head.split(b"\n")[:5]):
        return False
    if suffix == ".eml":
        return bool(_HEADER.search(head) or _MAIL_LINES.search(head))
    return bool(_MAIL_LINES.search(head) and _HEADER.search(head))


def is_page(text: str, suffix: str) -> bool:
    """Say whether a text is a web page."""
    return (suffix in (".html", ".htm") and "<" in text) or bool(_PAGE.match(text[:5_000]))
