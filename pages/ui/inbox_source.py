"""The text that a proposal was found in, with the words marked that gave each value. It is shown literally, whatever it holds."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

import streamlit as st

from leverage import LeverageError
from leverage.inbox import Pending, Quote, Source, source_of
from leverage.knowledge import KnowledgeBase
from leverage.values import label_of
from leverage.wording import show_day
from pages.ui import frame, taking, text

MOST_AT_ONCE = 2_500  # characters of a text that is shown whole unasked
MOST_WHOLE = 60_000  # characters of a text that is shown whole where that is asked for
AROUND = 400  # characters that stand before and after a mark where it is not
MOST_PASSAGES = 40
MOST_IN_A_LINE = 240
HEIGHT = 720  # pixels
_LINE, _WIDTHS = 26, {True: 45, False: 125}  # pixels of a line, and its characters beside the form and on its own

_KINDS = {"text": "Note", "mail": "Mail", "chat": "Chat", "transcript": "Transcript", "document": "Document"}
_FROM = re.compile(r"^From: *(\S.*)$", re.MULTILINE)
_HEAD = 4_000  # characters in which a mail says whom it is from

Quotes = Mapping[str, Sequence[Quote]]


class Span(NamedTuple):
    """A part of a text, in characters."""

    start: int
    end: int


def draw(kb: KnowledgeBase, found: Pending, quotes: Quotes, *, is_open: bool = True) -> None:
    """Draw the source of a proposal in a fold, with these quotes marked; where it can't be had, say why."""
    key = f"{found.id}.{found.state}"
    with st.expander(f"Source: {text.label(found.source_name)}", expanded=is_open, key=f"inbox.source.{key}"):
        try:
            source = source_of(kb, found.id)
        except LeverageError as problem:
            frame.wrong(str(problem))
            return
        st.markdown("  \n".join(_about(found, source)))
        for sentence in source.left_out:
            st.markdown(frame.small(f":orange[:material/info:] {text.inline(sentence)}"))
        with st.container(height=_height(source.text, is_open), border=True):
            most = MOST_AT_ONCE
            # What stands here is also what a keyboard reaches the box by, so as to scroll it.
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                if MOST_AT_ONCE < len(source.text) <= MOST_WHOLE and st.toggle("Whole text", key=f"inbox.whole.{key}"):
                    most = MOST_WHOLE
                st.download_button(
                    "Download",
                    data=taking.noted(kb, "text of the inbox", "", lambda: source.text),
                    file_name="source.txt",
                    mime="text/plain",
                    on_click="ignore",
                    type="tertiary",
                    icon=":material/download:",
                    key=f"inbox.download.{key}",
                )
            st.markdown("\n\n".join(_told(source.text, passages_of(source.text, quotes, most), quotes)))


def _height(whole: str, is_beside: bool) -> int | Literal["content"]:
    """Return how high the box of a text is: as high as the form at most, and no higher than a short text needs."""
    lines = sum(1 + len(line) // _WIDTHS[is_beside] for line in whole[:MOST_AT_ONCE].splitlines())
    return HEIGHT if len(whole) > MOST_AT_ONCE or (lines + 6) * _LINE > HEIGHT else "content"


def _about(found: Pending, source: Source) -> Iterator[str]:
    sender = _FROM.search(source.text, 0, _HEAD) if source.kind == "mail" else None
    day = f", {show_day(source.day)}" if source.day else frame.grey(", without a day of its own")
    yield f"{_KINDS[source.kind]}{day}"
    if sender:
        yield f"{frame.grey('From')} {text.inline(sender[1])}"
    by = f" by {text.inline(found.found_by)}" if found.found_by else ""
    yield f"{frame.grey('Read')} {show_day(found.found_at.date())}{by}"


def in_a_line(words: str) -> str:
    """Return words of a text as they stand in one line, the middle left out where they are many."""
    line = " ".join(words.split())
    return line if len(line) <= MOST_IN_A_LINE else f"{line[: MOST_IN_A_LINE // 2]} … {line[-MOST_IN_A_LINE // 2 :]}"


def passages_of(whole: str, quotes: Quotes, most: int) -> list[Span]:
    """Return what of a text is shown: all of up to `most` characters, of more its beginning and what stands around the marks."""
    if len(whole) <= most:
        return [Span(0, len(whole))]
    wanted = [
        Span(0, AROUND),
        *sorted({Span(each.start - AROUND, each.end + AROUND) for found in quotes.values() for each in found}),
    ]
    joined: list[Span] = []
    for start, end in wanted:
        span = Span(max(0, start), min(len(whole), end))
        if joined and span.start <= joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        elif len(joined) < MOST_PASSAGES:
            joined.append(span)
    return joined


def _told(whole: str, passages: Sequence[Span], quotes: Quotes) -> Iterator[str]:
    """Yield the passages as Markdown, with what is left out between them."""
    at = 0
    for passage in passages:
        if passage.start > at:
            yield frame.grey(f"… {passage.start - at:,} characters left out …")
        yield marked(whole, passage, quotes)
        at = passage.end
    if at < len(whole):
        yield frame.grey(f"… {len(whole) - at:,} characters left out …")


def marked(whole: str, passage: Span, quotes: Quotes) -> str:
    """Return a passage as literal Markdown, line by line, each quote on a ground of its own and its field behind it."""
    ends: dict[int, list[str]] = {}
    covered: list[Span] = []
    for name, found in quotes.items():
        for each in found:
            if passage.start <= each.start < each.end <= passage.end:
                covered.append(Span(each.start, each.end))
                labels = ends.setdefault(each.end, [])
                if (label := label_of(name)) not in labels:
                    labels.append(label)
    cuts = {passage.start, passage.end, *(place for span in covered for place in span)}
    cuts |= {
        place for n, char in enumerate(whole[passage.start : passage.end], passage.start) if char == "\n" for place in (n, n + 1)
    }
    parts: list[str] = []
    for start, end in pairwise(sorted(cuts)):
        part = whole[start:end]
        if part == "\n":
            parts.append("  \n" if parts and parts[-1] != "  \n" else "\u00a0  \n")
        elif any(span.start <= start and end <= span.end for span in covered):
            parts.append(_on_a_ground(part))
        else:
            parts.append(text.piece(part))
        if end in ends:
            parts.append(f" :blue-badge[{text.inline(', '.join(ends[end]))}]")
    return "".join(parts)


def _on_a_ground(part: str) -> str:
    shown = text.piece(part)
    if not shown.strip():
        return shown
    before, after = (" " if shown.startswith(" ") else ""), (" " if shown.endswith(" ") else "")
    return f"{before}:blue-background[{shown.strip()}]{after}"
