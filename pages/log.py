"""Log a deal: one short form, and what became of it."""

import streamlit as st

from pages.ui import deal_form, draft, frame, links, person, receipt, text
from pages.ui.store import knowledge

kb = knowledge()
draft.open_draft(kb.today())

with frame.frame(frame.NARROW):
    if receipt.is_there():
        receipt.show(kb)
        st.stop()
    frame.head("Log a deal")
    who = person.current()
    if who is None or person.is_picking():
        person.pick(kb)
        st.stop()
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        logging_as = f"Logging as **{text.inline(who.name)}**, {text.inline(who.department)}."
        st.markdown(f"{logging_as} Only the first three fields are needed.", width="content")
        st.button("Change", type="tertiary", on_click=person.change)
    if draft.was_restored():
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            st.markdown("What you had not saved is back.", width="content")
            if st.button("Start afresh", type="tertiary"):
                draft.start({}, kb.today())
                st.rerun()
    draft.propose_vendor(deal_form.vendor_name(kb, links.asked_vendor()))
    if deal_form.draw_form(kb):
        receipt.save(kb, who)
        st.rerun()
