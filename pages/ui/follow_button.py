"""Follow a vendor: what others log about it then stands in one's digest."""

import streamlit as st

from leverage import KnowledgeBase, LeverageError
from leverage.following import follow, is_following, unfollow
from pages.ui import frame, person


def draw(kb: KnowledgeBase, bank_id: str) -> None:
    """Draw the button for whoever this browser belongs to; who that is is asked first where nobody has said so."""
    who = person.current()
    follows = who is not None and is_following(kb, who.name, bank_id)
    label, icon = ("Following", ":material/notifications_active:") if follows else ("Follow", ":material/notifications:")
    said = "What others log about this vendor stands in your digest"
    told = "Press to follow no longer" if follows else said
    if not st.button(label, icon=icon, key=f"follow.{bank_id}", type="tertiary", help=told):
        return
    if who is None:
        person.change()
        st.rerun()
    try:
        (unfollow if follows else follow)(kb, who.name, bank_id)
    except LeverageError as problem:
        frame.wrong(str(problem))
    else:
        st.rerun()
