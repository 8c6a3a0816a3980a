"""Log a deal, or edit one: one short form, and what became of it."""

import streamlit as st

from leverage.text import fold
from pages.ui import colleague, deal_form, draft, edit_form, frame, links, person, questions, receipt, roles, saving, text
from pages.ui.store import knowledge

kb = knowledge()

with frame.frame(frame.NARROW):
    if receipt.is_there():
        receipt.show(kb)
        st.stop()
    if asked_edit := links.asked_edit():
        edit_form.draw(kb, asked_edit)
        st.stop()
    if roles.is_refused(kb, "log", "Log a deal"):
        st.stop()
    draft.open_draft(kb.today())
    frame.head("Log a deal")
    who = person.current()
    if who is None or person.is_picking():
        person.pick(kb, "Who is logging?")
        st.stop()
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        logging_as = f"Logging as **{text.inline(who.name)}**, {text.inline(who.department)}."
        st.markdown(f"{logging_as} Only the first three fields are needed.", width="content")
        person.draw_change("Change")
        colleague.draw_opener()
    if draft.was_restored():
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            st.markdown("What you had not saved is back.", width="content")
            if st.button("Start afresh", type="tertiary"):
                draft.start({}, kb.today())
                st.rerun()
    asked = deal_form.vendor_name(kb, links.asked_vendor())
    draft.propose(asked, links.asked_product(), links.asked_day())
    held = draft.vendor()
    if asked and held and fold(asked) != fold(held):
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            st.markdown(f"This form holds an unsaved deal with **{text.inline(held)}**.", width="content")
            if st.button(f"Start one with {text.inline(asked)}", type="tertiary"):
                draft.start({"vendor": asked}, kb.today())
                st.rerun()
    colleague.draw(kb, who)
    with deal_form.draw_form(kb):
        is_to_be_saved = questions.draw_buttons(kb)
    if is_to_be_saved:
        saving.save_new(kb, who)
        st.rerun()
