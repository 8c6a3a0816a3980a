"""Sign a person out everywhere: what an admin does when a laptop is lost or somebody has left."""

import streamlit as st

from leverage import subscription
from leverage.access.mail import typed
from pages.ui import frame, told
from pages.ui.entrance import entrance
from pages.ui.store import knowledge, opened

_WHOM = "ending.whom"
_UNKNOWN = "Nobody has signed in as {} so far, so check the address. If anybody has, they are signed out everywhere."


def end_sign_ins(address: str) -> str:
    """End every sign-in of a person, at their next step in pages that are open, with what calendars follow; return the address.

    Raises NotAllowed for all but admins, NoAddress for what is none, StoreUnavailable where it can't be noted or kept.
    """
    email = typed(address)
    knowledge().permit("access", what="signed out everywhere", who=email)
    entrance().sign_ins.end_all(email)
    subscription.drop(opened(), [email])
    return email


def draw() -> None:
    """Draw the form for it, where people sign in and this one may."""
    if entrance().is_open or not knowledge().may("access"):
        return
    with frame.card(height="content"):
        frame.section("Sign somebody out")
        st.markdown(
            "Every sign-in of this person ends, on all devices, and calendars that follow their dates stop. "
            "They can sign in again unless your provider says no."
        )
        with st.container(horizontal=True, vertical_alignment="bottom"):
            st.text_input("Address", key=_WHOM, placeholder="ann@corp.example", width=320)
            st.button("Sign out everywhere", on_click=_end)


def _end() -> None:
    if told.attempt(lambda: _say_ended(end_sign_ins(str(st.session_state.get(_WHOM, ""))))):
        st.session_state[_WHOM] = ""


def _say_ended(email: str) -> None:
    if entrance().sign_ins.knows(email):
        told.say(f"{email} is signed out everywhere.")
    else:
        told.complain(_UNKNOWN.format(email))
