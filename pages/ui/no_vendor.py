"""Is this a vendor? The one question wherever a name is about to become a vendor's, asked before anything is written."""

import streamlit as st

from leverage import KnowledgeBase
from leverage.vendors import doubt_about_vendor
from pages.ui import frame, text


def is_to_be_asked(kb: KnowledgeBase, name: str, place: str) -> bool:
    """Note that a name is to be asked about at this place; return False where it leads to a vendor or may well be one."""
    forget(place)
    if not name.strip() or kb.vendor(name) is not None or doubt_about_vendor(name) is None:
        return False
    st.session_state[_key(place)] = _plain(name)
    return True


def asked(place: str, name: str | None = None) -> str | None:
    """Return the name that is asked about at this place; None where it is none, or is not the one given any more."""
    held: str | None = st.session_state.get(_key(place))
    return held if name is None or held == _plain(name) else None


def forget(place: str) -> None:
    """Take the question back."""
    st.session_state.pop(_key(place), None)


def draw(name: str, said: str, button: str, key: str) -> bool:
    """Draw the question with what happens until it is answered, and the button that answers; return whether that was pressed."""
    with frame.card(height="content"):
        frame.section(f"Is “{text.inline(name)}” a vendor?")
        st.markdown(said)
        # Not the button before under a new label: the second half of a double click would be the answer.
        return st.button(button, type="primary", key=key)


def _key(place: str) -> str:
    return f"{place}.doubted"


def _plain(name: str) -> str:
    return " ".join(name.split())
