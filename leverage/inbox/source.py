"""A source: the text of one note, mail, transcript or document, as it is read, shown and quoted from."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

PASTED = "Pasted text"  # the name of a text that came without a file

SourceKind = Literal["text", "mail", "chat", "transcript", "document"]


@dataclass(frozen=True)
class Source:
    """One text out of a file.

    `name` is the file's own, cleaned, never a path (`debrief.eml`, or `debrief.eml › terms.docx` for an attachment); `day`
    is the one that the source gives for itself, such as a mail's date; `digest` is of the file's bytes, in hex;
    `left_out` says in sentences what could not be read.
    """

    name: str
    kind: SourceKind
    text: str
    digest: str
    day: date | None = None
    left_out: tuple[str, ...] = ()
