"""A brief in which there is nothing to read: nothing is recorded, or nothing counts, as far as the person may know."""

import streamlit as st

from leverage import KnowledgeBase
from leverage.briefing import restricted_to_others
from pages.ui import did_you_mean, frame, links, retracted, roles, text


def draw(kb: KnowledgeBase, asked: str) -> None:
    """Draw why there is no brief of the vendor that the address names, or of none, and what to do."""
    frame.head("Brief")
    if asked and (gone := kb.retracted(asked)):
        retracted.draw_vendor(kb, asked, gone)
        if others := kb.brief(asked).restricted:
            st.markdown(f"{restricted_to_others(others)}.")
        return
    look = "Look for the vendor in the list, or log the first deal with them." if kb.may("log") else "Look for it in the list."
    row = frame.notice(f"Nothing is recorded about “{text.inline(asked)}”" if asked else "Which vendor?", look)
    if row.button("See all vendors", type="primary"):
        st.switch_page(links.VENDORS)
    roles.draw_log(kb, row, _query(asked))
    did_you_mean.draw_links(kb, asked)


def _query(asked: str) -> dict[str, str] | None:
    return links.to_vendor(asked) if asked and not links.is_bank_id(asked) else None
