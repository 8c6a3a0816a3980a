"""The one knowledge base of this process, shared by the pages and by the server that opens and closes it."""

import streamlit as st

from leverage import KnowledgeBase
from leverage.jobs import Jobs
from leverage.reflect.narrate import Narrative
from leverage.settings import load_settings


@st.cache_resource(show_spinner=False, max_entries=1, on_release=lambda kb: kb.close())
def knowledge() -> KnowledgeBase:
    """Return the knowledge base of the settings, opened without waiting for what is still to go in."""
    settings = load_settings()
    return KnowledgeBase.open(settings.home, wait=False, timezone=settings.timezone)


@st.cache_resource(show_spinner=False, max_entries=1)
def jobs() -> Jobs[Narrative]:
    """Return the narratives that are being written right now, for all who read them."""
    return Jobs()
