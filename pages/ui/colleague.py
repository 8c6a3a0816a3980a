"""A deal that is logged for a colleague: who dealt, beside whoever enters it."""

from typing import Any

import streamlit as st

from leverage import KnowledgeBase, people
from leverage.errors import InvalidDeal
from leverage.text import fold
from pages.ui import draft, frame, identity, only_for, text
from pages.ui.person import Person
from pages.ui.pick import pick_or_type

NAMES = ("logged_by", "department", "logged_by_email")
_MODE = "for a colleague"


def draw_opener() -> None:
    """Draw the way to log for a colleague, where people sign in; else whoever logs just says who they are."""
    if identity.person().email and not is_on():
        st.button("For a colleague", type="tertiary", icon=":material/group:", on_click=_turn, args=(True,), key="colleague.on")


def is_on() -> bool:
    """Say whether the deal in the form is logged for a colleague."""
    held = any(st.session_state.get(draft.named(name)) for name in NAMES)
    return bool(held or st.session_state.get(draft.named(_MODE)))


def draw(kb: KnowledgeBase, who: Person) -> None:
    """Draw who dealt; nothing where that is whoever logs."""
    if not is_on():
        return
    with frame.card(height="content"):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute", gap="small"):
            frame.section("Logged for a colleague")
            st.button("It was me", type="tertiary", on_click=_turn, args=(False,), key="colleague.off")
        others = [name for name in people.known(kb) if fold(name) != fold(who.name)]
        a, b, c = st.columns(3)
        pick_or_type("Who dealt", others, place=a, **_kept("logged_by"))
        pick_or_type("Their department", kb.departments(), place=b, **_kept("department"))
        c.text_input("Their address", placeholder="Where you know it", live=True, **_kept("logged_by_email"))
        _problem()
        st.markdown(
            frame.small(
                f"The deal stands under their name, and its page says that {text.inline(who.name)} entered it. "
                "With their address they can change it, too."
            )
        )


def whose(who: Person, typed: dict[str, Any]) -> dict[str, Any]:
    """Return who dealt, as fields of the deal in the form. Raises InvalidDeal."""
    if not is_on():
        return {"logged_by": who.name, "department": who.department}
    told: dict[str, Any] = {name: typed.get(name) for name in NAMES}
    if not told["logged_by"] or not told["department"]:
        raise InvalidDeal({"logged_by": "Say who dealt, and in which department, or press “It was me”."})
    written = told["logged_by_email"]
    return told | {"logged_by_email": only_for.address("logged_by_email", written) if written else None}


def _turn(is_wanted: bool) -> None:
    st.session_state[draft.named(_MODE)] = is_wanted
    for name in NAMES if not is_wanted else ():
        st.session_state.pop(draft.named(name), None)
        draft.changed(name)


def _kept(name: str) -> dict[str, Any]:
    return {"key": draft.named(name), "persist_state": "session", "on_change": draft.changed, "args": (name,)}


def _problem() -> None:
    for name in NAMES:
        if sentence := draft.problems().get(name):
            st.markdown(frame.small(f":red[:material/error: {text.inline(sentence)}]"))
