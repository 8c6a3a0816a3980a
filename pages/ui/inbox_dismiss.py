"""The menu in which a proposal is put aside, with a reason that is remembered; what is shut is not drawn."""

import streamlit as st

from leverage import KnowledgeBase
from leverage.inbox import Pending, dismiss
from leverage.inbox.deciding import MOST_REASON
from pages.ui import frame, told
from pages.ui.person import Person

_WIDTH = 320
_OTHER = "Another reason"
REASONS = ("Nothing was agreed or refused", "It is logged already", "It is no deal of ours", "It was read wrongly", _OTHER)


def draw(kb: KnowledgeBase, found: Pending, who: Person) -> None:
    """Draw the menu of an open proposal."""
    key = f"inbox.dismiss.{found.id}.{found.version}"
    menu = st.popover("Dismiss", key=key, on_change="rerun")
    if not menu.open:
        return
    with menu.container(width=_WIDTH, gap="small"), st.form(f"{key}.form", border=False, enter_to_submit=False):
        reason = st.radio("Why is it no deal to log?", REASONS, index=None, key=f"{key}.reason")
        own = st.text_input("In your words", placeholder="One line for the next person", max_chars=MOST_REASON, key=f"{key}.own")
        problem = st.empty()
        is_to_be_done = st.form_submit_button("Dismiss it", type="primary", key=f"{key}.save")
    if is_to_be_done:
        why = _reason(reason, " ".join((own or "").split()))
        if not why:
            problem.markdown(frame.small(":red[:material/error: Pick a reason, or say in a few words why.]"))
            return
        if told.attempt(lambda: dismiss(kb, found.id, why, by=who.name)):
            told.leave()
        st.rerun()


def _reason(picked: str | None, own: str) -> str:
    if picked in (None, _OTHER):
        return own
    return f"{picked}: {own}"[:MOST_REASON] if own else picked
