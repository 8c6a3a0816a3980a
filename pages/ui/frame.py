"""The frame of every page: one centred column, its head, its cards."""

from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leverage.confidence import HIGH_FROM, MEDIUM_FROM, confidence_label
from leverage.wording import show_count
from pages.ui import text

WIDE, NARROW = 1120, 720
_COLOURS: dict[str, Literal["green", "blue", "gray"]] = {"High": "green", "Medium": "blue", "Low": "gray"}
CONFIDENCE_HELP = f"How much is recorded, not how likely: High from {HIGH_FROM} deals, Medium from {MEDIUM_FROM}, else Low."


def frame(width: int = WIDE) -> DeltaGenerator:
    """One centred column that never grows wider than `width`."""
    return st.container(horizontal_alignment="center").container(width=width, gap="small")


def head(title: str) -> tuple[DeltaGenerator, DeltaGenerator]:
    """Draw the title, which must be literal Markdown; return the places beside it and at its right."""
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute", gap="small"):
        left = st.container(horizontal=True, vertical_alignment="center", width="content", gap="small")
        left.title(title, anchor=False, width="content")
        right = st.container(horizontal=True, vertical_alignment="center", width="content", gap="xsmall")
    return left, right


def section(title: str, anchor: str | None = None, level: int = 2) -> None:
    """A heading without Streamlit's own padding: inside a horizontal container it has none."""
    with st.container(horizontal=True):
        draw = st.header if level == 2 else st.subheader
        draw(title, anchor=anchor or False, width="content")


def card(height: Literal["stretch", "content"] = "stretch") -> DeltaGenerator:
    """A bordered box."""
    return st.container(border=True, height=height, gap="xsmall")


def row() -> tuple[DeltaGenerator, DeltaGenerator]:
    """One row of a list; return the place for what it says, and the one at its right for what can be done."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        left = st.container(gap=None)
        right = st.container(horizontal=True, vertical_alignment="center", width="content", gap="xsmall")
    return left, right


def beside_links() -> DeltaGenerator:
    """A place whose text begins where that of a link above or below it does, which has a padding of its own."""
    line = st.container(horizontal=True, gap=None)
    with line:
        st.space("xsmall")
        return st.container(gap=None)


def notice(title: str, sentence: str) -> DeltaGenerator:
    """A centred card that says why there is nothing here; return the row for what to do about it."""
    with st.container(border=True, horizontal_alignment="center", gap="small"):
        st.space("small")
        st.header(title, anchor=False, text_alignment="center")
        st.markdown(sentence, text_alignment="center", width=440)
        row = st.container(horizontal=True, horizontal_alignment="center")
        st.space("small")
    return row


def confidence_mark(deal_count: int) -> str:
    """Return how much is recorded as a badge in Markdown: the word, never without its count."""
    label = confidence_label(deal_count)
    return f":{_COLOURS[label]}-badge[{label} · {show_count(deal_count, 'deal')}]"


def confidence_badge(place: DeltaGenerator, deal_count: int) -> None:
    """Draw how much is recorded, with what the word means in reach."""
    label = confidence_label(deal_count)
    place.badge(f"Evidence: {label} · {show_count(deal_count, 'deal')}", color=_COLOURS[label], help=CONFIDENCE_HELP)


def small(words: str) -> str:
    """Return literal Markdown at the size of a list row."""
    return f":small[{words}]"


def grey(words: str) -> str:
    """Return literal Markdown in the grey of labels and of what is not recorded."""
    return f":gray[{words}]"


def wrong(sentence: str) -> None:
    """Say what went wrong, in a sentence that anyone may have written."""
    st.error(text.inline(sentence), icon=":material/error:")
