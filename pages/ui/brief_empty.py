"""A brief in which there is nothing to read: because nothing is recorded, or because what is recorded is for others."""

import streamlit as st

from leverage import KnowledgeBase
from leverage.briefing import restricted_to_others
from pages.ui import did_you_mean, frame, links, retracted, roles, text


def draw(kb: KnowledgeBase, asked: str) -> None:
    """Draw why there is no brief of the vendor that the address names, or of none, and what to do."""
    frame.head("Brief")
    others = count_restricted(kb, asked) if asked else 0
    if asked and (gone := kb.retracted(asked)):
        retracted.draw_vendor(kb, asked, gone)
        if others:
            st.markdown(f"{restricted_to_others(others)}.")
        return
    if others:
        _draw_restricted(kb, asked, others)
        return
    look = "Look for the vendor in the list, or log the first deal with them." if kb.may("log") else "Look for it in the list."
    row = frame.notice(f"Nothing is recorded about “{text.inline(asked)}”" if asked else "Which vendor?", look)
    if row.button("See all vendors", type="primary"):
        st.switch_page(links.VENDORS)
    roles.draw_log(kb, row, _query(asked))
    did_you_mean.draw_links(kb, asked)


def count_restricted(kb: KnowledgeBase, asked: str) -> int:
    """Return how many deals with a vendor of this very name, or of this bank, are for others than the person."""
    if links.is_bank_id(asked):
        return kb.ask_index(lambda index: index.restricted(index.home(asked)))
    return kb.brief(asked).restricted


def _draw_restricted(kb: KnowledgeBase, asked: str, count: int) -> None:
    """Say that all there is of a vendor is for others; nothing of it is told but how many deals that are."""
    with_whom = "" if links.is_bank_id(asked) else f" with {text.inline(asked)}"
    own = "Log your own deal with them, and its brief can be read here. " if kb.may("log") else ""
    row = frame.notice(
        f"{restricted_to_others(count)}",
        f"There is nothing{with_whom} that you may read. {own}If you should read more, ask an administrator.",
    )
    roles.draw_log(kb, row, _query(asked), type="primary")
    if row.button("See all vendors"):
        st.switch_page(links.VENDORS)


def _query(asked: str) -> dict[str, str] | None:
    return links.to_vendor(asked) if asked and not links.is_bank_id(asked) else None
