"""Whose this session is: what it holds belongs to the person who signed in, and to nobody who comes after them."""

import streamlit as st

from leverage.access.person import Person

_OWNER = "session.owner"


def belong_to(who: Person) -> None:
    """Let the session be this person's; what it held of another goes, typed words and private sheet included."""
    if not is_of(who.email):
        st.session_state.clear()
    st.session_state[_OWNER] = who.email


def is_of(email: str) -> bool:
    """Say whether the session is of whoever signed in with this address, or of nobody yet."""
    return bool(st.session_state.get(_OWNER, email) == email)
