"""What pages say while the memory's server does not answer."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leverage.memory.line import Away
from pages.ui import frame, moments, text
from pages.ui.store import opened

STANDS = "What stands here was known then; deals that you log wait on this machine and go in by themselves."
MISSING = "The rest of this page was not read lately. It is here as soon as the memory's server answers."


def is_told() -> bool:
    """Say whether the server is known to be away, so that a page says it."""
    return opened().away is not None


def draw(place: DeltaGenerator) -> bool:
    """Say above a page since when the server has not answered, and what that means; return whether there was anything to say."""
    found = opened().away
    if found is not None:
        with place, frame.frame():
            st.markdown(f":orange[:material/cloud_off:] {text.inline(sentence(found))}")
    return found is not None


def sentence(away: Away) -> str:
    """Return what is said of a server that is away."""
    said = "has not let this Leverage in" if away.is_refused else "has not answered"
    return f"The memory's server {said} since {moments.show_moment(away.since)}. {STANDS}"
