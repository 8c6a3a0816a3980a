"""Proposal: what was read of a deal, in the form of a deal, beside the words that say so."""

import streamlit as st

from pages.ui import frame, inbox_proposal, links, roles
from pages.ui.store import knowledge

kb = knowledge()

with frame.frame():
    if roles.is_refused(kb, "inbox", "Proposal"):
        st.stop()
    inbox_proposal.draw(kb, links.asked_proposal())
