"""People: everybody who logs deals, and every department, under all their spellings."""

import streamlit as st

from pages.ui import changed_by, frame, links, name_changes, name_list, name_merge, name_pairs, roles, told, work
from pages.ui.store import knowledge

kb = knowledge()
people, departments = kb.deals_by_name("person"), kb.deals_by_name("department")

with frame.frame():
    if roles.is_refused(kb, "log", "People", what="The list of people"):
        st.stop()
    _, right = frame.head("People")
    if kb.may("access"):
        with right:
            st.page_link(links.ADMINISTRATION, label="Administration", icon=":material/arrow_back:")
    if not people:
        row = frame.notice("Nobody yet", "Whoever logs a deal appears here, with their department.")
        roles.draw_log(kb, row, type="primary")
        st.stop()
    work.attend()
    told.draw()
    by = changed_by.draw(kb) if kb.may("names") else None
    book = kb.names()
    name_pairs.draw_pairs(kb, {"person": people, "department": departments}, by)
    left, right = st.columns([3, 2], gap="small")
    with left:
        name_list.draw_people(kb, book, people, by)
    with right:
        name_list.draw_departments(book, departments)
        if by is not None:
            name_merge.draw_merge(kb, {"person": people, "department": departments}, by)
        name_changes.draw_changes(kb, book, by)
