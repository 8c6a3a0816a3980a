"""Whose account this is: the entry of the navigation with the name, what the role means in plain words, and the way out."""

from typing import Final, Literal

import streamlit as st

from leverage.access.person import Person, Role
from leverage.wording import sentence_case
from pages.ui import identity, text
from pages.ui.entrance import entrance

BY_PROXY: Final = "Sign out where your company signs you in."
_MAY: Final[dict[Role, str]] = {
    "reader": "you read and ask, and take along what you may see.",
    "contributor": "you read and log deals, add to the inbox, import, and change what is yours.",
    "curator": "you read and log, and also change what others logged, review flags, decide lessons and put names right.",
    "admin": "you see every deal and may do everything.",
}


def title(who: Person) -> str:
    """Return the name of the entry that leads to the account, as literal Markdown."""
    return text.label(_short(who.called)) or "Account"


def seen() -> Literal["visible", "hidden"]:
    """Return whether there is such an entry: only where people sign in."""
    return "hidden" if entrance().is_open else "visible"


def says(who: Person) -> list[str]:
    """Return what a person may do, and which deals their department opens, in sentences of literal Markdown."""
    if who.department:
        place = text.inline(who.department)
        opened = f"Your department is **{place}**: deals that are only for {place} are open to you."
    else:
        opened = "The access file names no department for you"
        closed = (
            ": deals that are only for a department are open to you only where you logged them. If that is wrong, ask an admin."
        )
        opened += "." if who.is_admin else closed
    return [f"Your role is **{sentence_case(who.role)}**: {_MAY[who.role]}", opened]


def draw_sign_out() -> None:
    """Draw the button that ends the sign-in everywhere its cookie is."""
    if st.button("Sign out", icon=":material/logout:", key="account.out"):
        identity.sign_out()
        st.stop()


def _short(name: str) -> str:
    return name if len(name) <= 24 else f"{name[:23]}…"
