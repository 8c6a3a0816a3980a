"""Whose page this is: name, role and department at its top, with the way out. Where nobody signs in there is nothing."""

import streamlit as st

from leverage.access.person import Person
from pages.ui import frame, identity, text
from pages.ui.entrance import entrance

_BY_PROXY = "Sign out where your company signs you in."


def draw(who: Person) -> None:
    """Draw the menu of the account, at the right end of a line of its own."""
    door = entrance()
    if door.is_open:
        return
    with frame.frame(), st.container(horizontal=True, horizontal_alignment="right"):
        menu = st.popover(text.inline(_short(who.called)), icon=":material/account_circle:", type="tertiary", key="account")
    with menu:
        st.markdown(f"**{text.inline(who.called)}**")
        if who.name:
            st.markdown(frame.small(text.inline(who.email)))
        department = text.inline(who.department) if who.department else "no department named in the access policy"
        st.markdown(frame.small(f"Role: {who.role}. Department: {department}."))
        if door.kind == "sign_in":
            draw_sign_out("account.out")
        else:
            st.markdown(frame.small(_BY_PROXY))


def draw_sign_out(key: str, label: str = "Sign out") -> None:
    """Draw the button that ends the sign-in everywhere its cookie is."""
    if st.button(label, icon=":material/logout:", type="tertiary", key=key):
        identity.sign_out()
        st.stop()


def _short(name: str) -> str:
    return name if len(name) <= 32 else f"{name[:31]}…"
