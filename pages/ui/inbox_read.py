"""An open proposal for somebody who reads it and decides nothing: what was found, beside the text that says so."""

import streamlit as st

from leverage import KnowledgeBase
from leverage.inbox import Pending
from leverage.values import label_of, show_value
from pages.ui import frame, inbox_list, inbox_source, text


def draw(kb: KnowledgeBase, found: Pending) -> None:
    """Draw the values of a proposal and its source."""
    proposal = found.proposal
    left, right = st.columns([8, 5], gap="medium")
    with left, frame.card(height="content"):
        frame.section(inbox_list.title_of(proposal))
        held = [(label_of(name), show_value(name, value, proposal.currency)) for name, value in proposal.values().items()]
        st.markdown("  \n".join(f"{frame.grey(text.inline(label))} {text.inline(value)}" for label, value in held))
    with right:
        inbox_source.draw(kb, found, proposal.quotes)
