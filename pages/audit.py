"""The audit trail: who did what, when, to which deals or vendor."""

import streamlit as st

from leverage import LeverageError
from pages.ui import audit_filters, audit_list, frame, links, roles, told, work
from pages.ui.store import knowledge

with frame.frame():
    kb = knowledge()
    if roles.is_refused(kb, "audit", "Audit trail"):
        st.stop()
    _, right = frame.head("Audit trail")
    with right:
        st.page_link(links.ADMINISTRATION, label="Administration", icon=":material/arrow_back:")
    work.attend()
    told.draw()
    if trouble := kb.trail.trouble():
        frame.wrong(trouble)
    try:
        if not kb.trail.count():
            if not trouble:
                frame.notice("Nothing noted yet", "Whatever is changed, erased or taken out of the memory appears here.")
            st.stop()
        choices, names = kb.trail.choices(), audit_list.vendor_names(kb)
        filters = audit_filters.draw(kb, choices, names)
        audit_list.draw_check(kb)
        if filters is not None:
            audit_list.draw(kb, filters, names)
    except LeverageError as problem:
        frame.wrong(str(problem))
