"""The text of a PDF, read in a process of its own with limits of time and memory."""

import json
import re
from contextlib import suppress
from pathlib import Path

from leverage.files.apart import Apart
from leverage.inbox.files.limits import MOST_CHARACTERS, Budget, Unreadable
from leverage.inbox.files.pdf_texts import OUT_OF_TIME, PROTECTED
from leverage.inbox.files.web import Page
from leverage.wording import show_count

MOST_PAGES = 1_000
_SECONDS = 30  # of work for one file; 300 pages take one or two
_READER = Path(__file__).with_name("pdf_texts.py")
_BROKEN_WORD = re.compile(
    "(?<=[^\\W\\d_])[\x02\ufffe](?:\r\n|\r|\n)?(?=[^\\W\\d_])"
)  # PDFium's sign for a hyphen at a line's end
_HYPHEN = re.compile("[\x02\ufffe]")


def pdf_text(data: bytes, name: str, budget: Budget) -> Page:
    """Return the texts of the pages; raises Unreadable for a scan, a locked or a damaged file."""
    seconds = max(1, min(_SECONDS, int(budget.seconds)))
    arguments = [str(MOST_PAGES), str(MOST_CHARACTERS + 1), str(seconds)]
    reader = Apart(_READER, arguments, longest=min(2 * seconds, max(1.0, budget.seconds)))
    pages, texts = 0, []
    for line in reader.lines(data):
        with suppress(ValueError):  # half a line is the last one of a reader that went down
            told = json.loads(line)
            pages = told.get("pages", pages)
            texts += [_plain(told["text"])] if "text" in told else []
    if reader.ended == PROTECTED:
        raise Unreadable(
            f"{name} is protected with a password. Open it, print it to a new PDF and choose that, or paste its text."
        )
    said = "\n\n".join(text for text in texts if text)
    if not said:
        raise _without_text(name, pages, is_late=reader.is_late or reader.ended == OUT_OF_TIME, is_whole=reader.ended == 0)
    return Page(said + "\n", tuple(_left_out(texts, pages)))


def _left_out(texts: list[str], pages: int) -> list[str]:
    told = []
    if len(texts) < pages:
        told.append(
            f"Only the first {len(texts):,} of {show_count(pages, 'page')} were read. Choose the others as a file of their own."
        )
    if blank := sum(1 for text in texts if not text):
        told.append(f"{show_count(blank, 'page')} without text, such as a scan, left out. Type or paste what matters there.")
    return told


def _without_text(name: str, pages: int, *, is_late: bool, is_whole: bool) -> Unreadable:
    if is_late:
        return Unreadable(f"{name} takes too long to be read. Open it, copy the text that matters and paste it.")
    if is_whole and pages:
        return Unreadable(
            f"{name} holds no text: it is a scan or a picture. Type or paste what it says, or have its text recognised first."
        )
    return Unreadable(
        f"{name} is damaged or was not copied whole. Open it, print it to a new PDF and choose that, or paste its text."
    )


def _plain(text: str) -> str:
    lines = _HYPHEN.sub("-", _BROKEN_WORD.sub("", text)).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip() for line in lines).strip("\n")
