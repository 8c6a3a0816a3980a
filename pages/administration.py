"""Administration: the way to people's names, to the care of the store and to the audit trail."""

import streamlit as st

from leverage.wording import show_count
from pages.ui import ending, frame, links, roles, told
from pages.ui.entrance import entrance
from pages.ui.store import knowledge

kb = knowledge()
waiting, aside = len(kb.waiting()), len(kb.set_aside())

with frame.frame(frame.NARROW):
    if roles.is_refused(kb, "care", "Administration", what="Administration"):
        st.stop()
    frame.head("Administration")
    told.draw()
    with frame.card(height="content"):
        st.page_link(links.PEOPLE, label="**People**", icon=":material/group:")
        people, departments = show_count(len(kb.people()), "name"), show_count(len(kb.departments()), "department")
        st.markdown(f"{people} in {departments}: spellings that are one, and who has left.")
    with frame.card(height="content"):
        st.page_link(links.ACCESS, label="**Access**", icon=":material/badge:")
        st.markdown("Who has which role and department, by which rule, and who signed in when.")
    with frame.card(height="content"):
        st.page_link(links.CARE, label="**Care of the store**", icon=":material/health_and_safety:")
        st.markdown("What waits, a check of the memory with its repair, a backup, and erasing for good.")
        if waiting or aside:
            counts = [f"{show_count(waiting, 'change')} waiting"] if waiting else []
            counts += [f"{show_count(aside, 'change')} set aside"] if aside else []
            st.markdown(f":orange[:material/schedule:] {', '.join(counts)}.")
    if kb.may("audit"):
        with frame.card(height="content"):
            st.page_link(links.AUDIT, label="**Audit trail**", icon=":material/history:")
            st.markdown("Who did what, when, to which deals or vendor, and whether anybody changed that.")
    ending.draw()
    if entrance().is_open:
        st.markdown(frame.small("Nobody signs in here, so the app listens to this machine only."))
