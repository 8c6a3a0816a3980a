"""A panel that takes the place of the buttons that open it, until it is done with or cancelled."""

from collections.abc import Mapping

import streamlit as st

from leverage import LeverageError
from pages.ui import frame, told

_OPEN = "panel"


def draw_openers(names: Mapping[str, str], place: str) -> str | None:
    """Draw a button for each name (with its icon); return the name of the panel that is open at this place instead."""
    open_ = st.session_state.get(_OPEN)
    if open_ is not None and open_[0] == place and open_[1] in names:
        return str(open_[1])
    with st.container(horizontal=True, gap="xsmall"):
        for name, icon in names.items():
            if st.button(name, icon=icon, key=f"open.{name}"):
                st.session_state[_OPEN] = (place, name)
                told.leave()
                st.rerun()
    return None


def draw_buttons(label: str, *, is_ready: bool = True) -> bool:
    """Draw the button that does it, and Cancel; return whether the first was pressed."""
    with st.container(horizontal=True, gap="xsmall"):
        is_asked = st.button(label, type="primary", disabled=not is_ready, key="panel.do")
        if st.button("Cancel", key="panel.cancel"):
            close()
            st.rerun()
    return is_asked


def draw_refusal(label: str, problem: LeverageError) -> None:
    """Say why it can't be done as asked, with the way out."""
    frame.wrong(str(problem))
    draw_buttons(label, is_ready=False)


def close() -> None:
    """Show the buttons again."""
    st.session_state.pop(_OPEN, None)
