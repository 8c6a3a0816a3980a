"""What can be done with a deal: edit it, retract it with a reason, restore it."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leverage import KnowledgeBase, LeverageError
from leverage.versions import DealRecord
from pages.ui import frame, links, person, text

_WRONG = "deal.wrong"


def draw_actions(place: DeltaGenerator, kb: KnowledgeBase, record: DealRecord) -> None:
    """Draw the ways to put a deal right that a person has; whoever has not said who they are is asked first."""
    if not kb.may_change(record):
        return
    if record.is_live:
        if place.button("Edit", icon=":material/edit:"):
            st.switch_page(links.LOG, query_params=links.to_edit(record.deal_id))
        # Another key closes it, so that it does not cover the question who one is.
        popover = place.popover("Retract", icon=":material/visibility_off:", key=f"retract.{person.is_picking()}")
        with popover.container(width=320, gap="small"):
            _retract(kb, record)
    elif place.button("Restore", icon=":material/undo:"):
        _restore(kb, record)
    if sentence := st.session_state.pop(_WRONG, None):
        frame.wrong(sentence)


def _retract(kb: KnowledgeBase, record: DealRecord) -> None:
    st.markdown("It leaves every brief, list and answer. It stays readable here and can be restored.")
    who = person.current()
    if who is None:
        st.button(person.asks(first=True), on_click=person.change)
        return
    reason = st.text_input("Why?", placeholder="Such as: logged twice", key=f"reason.{record.deal_id}")
    problem = st.empty()
    if st.button("Retract the deal", type="primary"):
        sentence = "Say why, in a few words. Colleagues see it with the deal."
        if reason and reason.strip():
            try:
                kb.retract(record.deal_id, reason, by=who.name)
            except LeverageError as trouble:
                sentence = str(trouble)
            else:
                st.rerun()
        problem.markdown(frame.small(f":red[:material/error: {text.inline(sentence)}]"))


def _restore(kb: KnowledgeBase, record: DealRecord) -> None:
    who = person.current()
    if who is None:
        person.change()
        return
    try:
        kb.restore(record.deal_id, by=who.name)
    except LeverageError as problem:
        st.session_state[_WRONG] = str(problem)
    st.rerun()
