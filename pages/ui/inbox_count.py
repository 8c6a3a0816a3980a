"""How many proposals wait for somebody to decide, beside the name of another page."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leverage import KnowledgeBase, LeverageError
from leverage.inbox import pending
from leverage.wording import show_count
from pages.ui import frame, links, text


def draw(kb: KnowledgeBase, place: DeltaGenerator) -> None:
    """Draw the number with the way to the inbox; nothing where none waits or for readers, a line where that can't be told."""
    if not kb.may("inbox"):
        return
    try:
        count = len(pending(kb))
    except LeverageError as problem:
        st.markdown(f":orange[:material/inbox:] Proposals can’t be counted right now: {text.inline(problem)}")
        return
    if count:
        place.page_link(links.INBOX, label=frame.small(show_count(count, "proposal")), icon=":material/inbox:")
