"""What a file is, told by its bytes and never by its name; what can't hold a table is refused in a sentence."""

import re

from leverage.errors import UnreadableFile

TEXT, XLSX, XLS, ODS = "text", "xlsx", "xls", "ods"

_EXPORT = "Export the table as CSV or save it as an Excel workbook (.xlsx), and choose that file."
_RESAVE = "Open it in your spreadsheet program, save it as .xlsx and choose that file."
_ZIP = b"PK\x03\x04"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

_SIGNATURES = {
    b"%PDF": ("a PDF", _EXPORT),
    b"\x89PNG": ("an image", _EXPORT),
    b"\xff\xd8\xff": ("an image", _EXPORT),
    b"GIF8": ("an image", _EXPORT),
    b"II*\0": ("an image", _EXPORT),
    b"MM\0*": ("an image", _EXPORT),
    b"RIFF": ("a picture, a sound or a film", _EXPORT),
    b"PK\x05\x06": ("an empty archive", "Choose a spreadsheet instead."),
    b"\x1f\x8b": ("a packed file", "Unpack it and choose the spreadsheet in it."),
    b"7z\xbc\xaf": ("a packed file", "Unpack it and choose the spreadsheet in it."),
    b"Rar!": ("a packed file", "Unpack it and choose the spreadsheet in it."),
    b"BZh": ("a packed file", "Unpack it and choose the spreadsheet in it."),
    b"\xfd7zXZ": ("a packed file", "Unpack it and choose the spreadsheet in it."),
    b"{\\rtf": ("a text document", _EXPORT),
    b"PAR1\x15": ("a Parquet file", _EXPORT),
    b"SQLite format 3\0": ("a database", _EXPORT),
    b"\x7fELF": ("a program", "Choose a spreadsheet instead."),
    b"\x09\x00\x04\x00": ("a workbook of a very old Excel", _RESAVE),
    b"\x09\x02\x06\x00": ("a workbook of a very old Excel", _RESAVE),
    b"\x09\x04\x06\x00": ("a workbook of a very old Excel", _RESAVE),
    b"ID;PWXL": ("a SYLK file", _RESAVE),
}

_MARKUP = (
    (re.compile(rb"<\?xml.{0,600}<(ss:)?Workbook\b", re.DOTALL), "an “XML Spreadsheet 2003”", _RESAVE),
    (
        re.compile(
            rb"(<!--|(<!doctype\s+html|<html|<head|<body|<table|<meta|<style|<div|<title|<script|<p|<center)\b)", re.IGNORECASE
        ),
        "a web page",
        _RESAVE,
    ),
    (re.compile(rb"<(\?xml|!DOCTYPE)\b", re.IGNORECASE), "an XML file", _EXPORT),
    (re.compile(rb"MIME-Version:", re.IGNORECASE), "a saved web page", _RESAVE),
    (re.compile(rb"""[\[{]\s*([\[{]|"[^"\r\n]*"\s*[:,\]])|\{\s*\}"""), "a JSON file", _EXPORT),
)

_LOOKED_AT = 1 << 16
_COMMENTS = re.compile(rb"\A(?:<!--.*?-->\s*)+", re.DOTALL)

# An OLE file names its parts in UTF-16.
_PARTS = (
    ("EncryptedPackage", "is protected with a password. Open it, take the password off, save it and choose it again."),
    ("WordDocument", f"is a Word document, not a spreadsheet. {_EXPORT}"),
    ("PowerPoint Document", f"is a presentation, not a spreadsheet. {_EXPORT}"),
    ("__substg1.0_", f"is an e-mail, not a spreadsheet. Save what is attached to it. {_EXPORT}"),
)


def kind_of(data: bytes, name: str) -> str:
    """Return TEXT, XLSX, XLS or ODS (XLSX for any packed file); raises UnreadableFile for what holds no table."""
    if not data.strip(b" \t\r\n\0\x1a"):
        raise UnreadableFile(f"{name} is empty. Choose a file with one row of headings and a row for each deal.")
    if data.startswith(_ZIP):
        return ODS if b"application/vnd.oasis.opendocument.spreadsheet" in data[:200] else XLSX
    if data.startswith(_OLE):
        _refuse_other_parts(data, name)
        return XLS
    for signature, (kind, advice) in _SIGNATURES.items():
        if data.startswith(signature):
            raise UnreadableFile(f"{name} is {kind}, not a spreadsheet. {advice}")
    if data.startswith(b"BM") and len(data) > 26 and data[6:10] == b"\0\0\0\0":
        raise UnreadableFile(f"{name} is an image, not a spreadsheet. {_EXPORT}")
    start = _plain_start(data)
    for pattern, kind, advice in _MARKUP:
        if pattern.match(start):
            raise UnreadableFile(f"{name} is {kind}, whatever its name says. {advice}")
    return TEXT


def _plain_start(data: bytes) -> bytes:
    """Return the first signs as ASCII, so that markup is seen in UTF-16 too."""
    start = data[:_LOOKED_AT].lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n\0").replace(b"\0", b"").lstrip()
    return _COMMENTS.sub(b"", start)


def _refuse_other_parts(data: bytes, name: str) -> None:
    for part, sentence in _PARTS:
        if part.encode("utf-16-le") in data:
            raise UnreadableFile(f"{name} {sentence}")
