"""The one knowledge base of this process: the server opens and closes it, pages reach it through the person's view."""

import streamlit as st

from leverage import KnowledgeBase
from leverage.jobs import Jobs
from leverage.reflect.narrate import Narrative
from leverage.settings import load_settings
from pages.ui import identity


@st.cache_resource(show_spinner=False, max_entries=1, on_release=lambda kb: kb.close())
def opened() -> KnowledgeBase:
    """Return the whole knowledge base of the settings, opened without waiting for what is still to go in; no page reads it."""
    settings = load_settings()
    return KnowledgeBase.open(settings.home, wait=False, timezone=settings.timezone)


def knowledge() -> KnowledgeBase:
    """Return the knowledge base as the person of this session may see and change it."""
    return opened().view(identity.person())


@st.cache_resource(show_spinner=False, max_entries=1)
def jobs() -> Jobs[Narrative]:
    """Return the narratives that are being written right now, for all who read them."""
    return Jobs()
