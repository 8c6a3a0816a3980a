"""What is said where a deal is asked for that can't be shown."""

import streamlit as st

from leverage import KnowledgeBase
from pages.ui import frame, links


def say_unknown(kb: KnowledgeBase, deal_id: str) -> None:
    """Say why no deal is known under an id, and what to do."""
    if any(change.deal_id == deal_id for change in kb.waiting()):
        row = frame.notice(
            "This deal is not in the memory yet", "It is safe on disk and can be read here when the memory is back."
        )
        row.button("Look again")
    elif deal_id:
        row = frame.notice(
            "No deal is known under this address",
            "It was erased, or it is not for you to read. If neither, the address is not whole: look in its vendor’s brief.",
        )
    else:
        row = frame.notice("Which deal?", "Open one from the brief of its vendor.")
    if row.button("See all vendors", type="primary"):
        st.switch_page(links.VENDORS)
