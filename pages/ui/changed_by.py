"""Who is changing something: the name that stands beside the change."""

import streamlit as st

from leverage import KnowledgeBase
from pages.ui import person, text

_ASKED = "changed_by.asked"


def draw(kb: KnowledgeBase) -> str | None:
    """Draw in whose name changes are made, or the way to say so; return the name, None while nobody has said it."""
    who = person.current()
    if who is not None and not person.is_picking():
        st.session_state.pop(_ASKED, None)
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            said = f"Changes are noted as made by **{text.inline(who.name)}**, {text.inline(who.department)}."
            st.markdown(said, width="content")
            person.draw_change()
        return who.name
    if who is not None or st.session_state.get(_ASKED):
        person.pick(kb, "Who is making changes?", "every change you make")
        return None
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.markdown(f"To change something here, {person.asks(small=True)}.", width="content")
        if st.button(person.asks(), type="tertiary"):
            st.session_state[_ASKED] = True
            st.rerun()
    return None
