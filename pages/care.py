"""Care of the store: what waits, whether all is well, a copy to keep, and what must go for good."""

import streamlit as st

from pages.ui import backup_card, erase, frame, links, roles, store_check, told, waiting_list, work
from pages.ui.set_aside import draw_set_aside
from pages.ui.store import knowledge

kb = knowledge()

with frame.frame(frame.NARROW):
    if roles.is_refused(kb, "care", "Care of the store", what="Care of the store"):
        st.stop()
    _, right = frame.head("Care of the store")
    with right:
        st.page_link(links.ADMINISTRATION, label="Administration", icon=":material/arrow_back:")
    work.attend()
    told.draw()
    if links.asked_to_erase():
        erase.draw_erase(kb)
    waiting_list.draw_waiting(kb)
    draw_set_aside(kb)
    store_check.draw_check(kb)
    backup_card.draw_backup(kb)
    if not links.asked_to_erase():
        erase.draw_erase(kb)
