"""A text as a source: its characters tidied, cut at the limit, and told what kind of text it is."""

import re
from datetime import date
from email.utils import parsedate_to_datetime

from leverage.inbox.files.limits import MOST_CHARACTERS
from leverage.inbox.source import Source, SourceKind
from leverage.text import readable

_LOOKED_AT = 60_000  # characters, as many as tell what a text is
_DIRECTION_FIRST = re.compile("^[\u200e\u200f]+", re.MULTILINE)  # WhatsApp begins lines with them
_HEADER = re.compile(
    r"(From|To|Cc|Date|Sent|Subject|Reply-To|Von|An|Gesendet|Betreff|Datum|De|Para|Fecha|Asunto|À|Objet|Envoyé) ?:\s"
)
_DATED = re.compile(r"(?:Date|Sent): *([^\n]{6,80})")
_SPOKEN = re.compile(r"(?m)^\[?\d{1,2}:\d\d:\d\d(?:[.,]\d{1,3})?\]?(?:[ \t]|$)")
_STAMP = r"\[?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? ?)?\d{1,2}[:.]\d\d(?::\d\d)?(?:[ \u202f]?[APap]\.?[Mm]\.?)?\]?"
_CHATTED = re.compile(
    rf"(?m)^(?:{_STAMP}(?: -)? [^\n:]{{1,60}}:[ \n]"  # WhatsApp: 02/03/2026, 14:05 - Ivo: words
    rf"|[^\n\[\]:,.]{{1,60}}[ \t]{{1,3}}{_STAMP}$"  # Slack: Ivo  [14:05], with the words below
    r"|\[[^\]\n]{4,40}\] [^\n:]{1,60}: )"  # Teams: [02.03.2026 14:05] Ivo: words
)


def source(
    text: str,
    name: str,
    digest: str,
    kind: SourceKind | None = None,
    day: date | None = None,
    left_out: tuple[str, ...] = (),
) -> Source:
    """Return the source of a text, whose kind and day are looked up in it where they are not given."""
    tidy = _DIRECTION_FIRST.sub("", readable(text[: 2 * MOST_CHARACTERS]))  # tidying what is cut anyway would only take time
    if len(tidy) > MOST_CHARACTERS or len(text) > 2 * MOST_CHARACTERS:
        tidy = tidy[:MOST_CHARACTERS]
        left_out = (*left_out, f"Only the first {MOST_CHARACTERS:,} characters are read. Choose the rest as a file of its own.")
    kind = kind or kind_of(tidy)
    return Source(name, kind, tidy, digest, day or (day_of(tidy) if kind == "mail" else None), left_out)


def kind_of(text: str) -> SourceKind:
    """Return what a plain text is: a mail with its headers, a transcript, a chat, else a text."""
    start = text[:_LOOKED_AT]
    head = start.lstrip("\n").split("\n", 12)[:12]
    named = 0
    for line in head:
        if not _HEADER.match(line[:80]):
            break
        named += 1
    if named >= 2:
        return "mail"
    lines = sum(1 for line in start.split("\n") if line.strip())
    if _often(_SPOKEN, start, lines):
        return "transcript"
    return "chat" if _often(_CHATTED, start, lines) else "text"


def day_of(text: str) -> date | None:
    """Return the day in the head of a mail, None where it gives none for sure."""
    head = text[:4_000].lstrip("\n").partition("\n\n")[0]
    found = _DATED.search(head)
    return header_day(found[1]) if found else None


def header_day(written: str) -> date | None:
    """Return the day of a mail's date where it was written, None for what is no such date."""
    try:
        return parsedate_to_datetime(written.strip()[:80]).date()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _often(pattern: re.Pattern[str], text: str, lines: int) -> bool:
    found = sum(1 for _ in pattern.finditer(text))
    return found >= 3 and found * 8 >= lines
