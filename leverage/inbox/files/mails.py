"""A mail as sources: its headers and what it says, then each readable attachment."""

import re
from collections.abc import Callable
from dataclasses import replace
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32

from leverage.errors import UnreadableFile
from leverage.files.names import clean_name, inside
from leverage.inbox.files.bodies import Attachment, Parts, parts_of
from leverage.inbox.files.limits import Budget, Unreadable
from leverage.inbox.files.mail_headers import BROKEN, head_of, header
from leverage.inbox.files.texts import header_day, source
from leverage.inbox.source import Source
from leverage.wording import show_count

_MOST_BOUNDARIES = 120
_MOST_COMPARED = 3_000_000  # lines times boundaries: some seconds
_LONG_HEADER = re.compile(rb"(?im)^(content-[a-z-]{1,30}:[^\n]{0,2000})[^\n]*(?:\n[ \t][^\n]*)*")
_LONGEST_HEADER = 4_000  # bytes; the parser's time grows with the square of what a part says of itself
_MOST_NAMED = 20  # things left out that are told by their names

Opener = Callable[[bytes, str, Budget], list[Source]]


def mail_sources(data: bytes, name: str, digest: str, budget: Budget, open_file: Opener) -> list[Source]:
    """Return the mail itself first; `open_file` reads what is attached to it."""
    message = _parsed(data, name)
    parts = parts_of(message)
    body = "\n\n".join(text.strip("\n") for text in parts.texts if text.strip())
    head = head_of(message)
    told = source(f"{head}\n\n{body}\n" if head else f"{body}\n", name, digest, "mail", header_day(header(message, "Date")))
    budget.take(told.text)
    attached, left_out = _attached(parts, name, budget, open_file)
    return [replace(told, left_out=(*told.left_out, *parts.left_out, *left_out)), *attached]


def _parsed(data: bytes, name: str) -> Message:
    boundaries = data.lower().count(b"boundary=")
    lines = data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")
    # The parser holds every line against every boundary that is open.
    if boundaries > _MOST_BOUNDARIES or lines * (2 + boundaries) > _MOST_COMPARED:
        raise Unreadable(f"{name} is built of far more parts than a mail has. Copy the text that matters and paste it.")
    data = _LONG_HEADER.sub(lambda found: found[0] if len(found[0]) <= _LONGEST_HEADER else found[1], data)
    try:
        return BytesParser(policy=compat32).parsebytes(data)
    except (*BROKEN, RecursionError):
        raise Unreadable(f"{name} can't be read as a mail. Open it in your mail program, copy its text and paste it.") from None


def _attached(parts: Parts, name: str, budget: Budget, open_file: Opener) -> tuple[list[Source], list[str]]:
    found: list[Source] = []
    left_out: list[str] = []
    for place, each in enumerate(parts.attachments):
        if budget.is_spent:
            rest = len(parts.attachments) - place
            left_out.append(
                f"{show_count(rest, 'more attachment')} were not read: it is too much for one file. Choose them by themselves."
            )
            break
        _open(each, name, budget, open_file, found, left_out)
    if len(left_out) > _MOST_NAMED:
        rest = len(left_out) - _MOST_NAMED
        left_out[_MOST_NAMED:] = [f"{show_count(rest, 'more attachment')} could not be read."]
    return found, left_out


def _open(each: Attachment, outer: str, budget: Budget, open_file: Opener, found: list[Source], left_out: list[str]) -> None:
    if each.why:
        left_out.append(f"{clean_name(each.name)} was left out: {each.why}.")
        return
    try:
        found += open_file(each.data, inside(outer, each.name), budget)
    except UnreadableFile as problem:
        left_out.append(f"Left out: {str(problem).removeprefix(outer + ' › ')}")
