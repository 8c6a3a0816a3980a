"""Inbox: mails, notes and transcripts read into proposals, and each decided by a person. Nothing is logged by itself."""

import streamlit as st

from leverage import LeverageError
from pages.ui import frame, inbox_add, inbox_list, inbox_reports, links, person, roles, told, work
from pages.ui.store import knowledge

kb = knowledge()

with frame.frame():
    if roles.is_refused(kb, "inbox", "Inbox"):
        st.stop()
    with st.container():
        work.attend()
    if one := inbox_reports.only_one():
        st.switch_page(links.PROPOSED, query_params=links.to_proposal(one))
    _, right = frame.head("Inbox")
    told.draw()
    who = person.current()
    if who is None or person.is_picking():
        person.pick(kb, "Who is reading?", "what you decide")
        st.stop()
    try:
        found = inbox_list.read(kb)
    except LeverageError as problem:
        frame.wrong(str(problem))
        st.stop()
    shown = inbox_list.draw_choice(right, found)
    inbox_reports.draw_last()
    inbox_add.draw(kb, who, is_open=not found["open"])
    if found[shown]:
        inbox_list.draw_page(found[shown], inbox_reports.just_found())
    else:
        inbox_list.draw_empty(shown)
    inbox_reports.draw_all(kb)
