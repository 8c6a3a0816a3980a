"""A vendor's record: what it is called, what is known of it beside its deals, and how its deals came and went."""

import streamlit as st

from leverage import LeverageError, directory
from pages.ui import (
    changed_by,
    frame,
    links,
    panel,
    text,
    told,
    vendor_changes,
    vendor_merge,
    vendor_names,
    vendor_notes,
    vendor_rename,
    vendor_split,
    work,
)
from pages.ui.store import knowledge

PANELS = {
    "Rename": (":material/edit:", vendor_rename.draw_rename),
    "Merge into another vendor": (":material/merge:", vendor_merge.draw_merge),
    "Split off deals": (":material/call_split:", vendor_split.draw_split),
}
kb = knowledge()
asked = links.asked_vendor()

with frame.frame(frame.NARROW):
    try:
        record = directory.record(kb, asked) if asked else None
        problem = "Look for the vendor in the list; its brief leads here."
    except LeverageError as said:
        record, problem = None, str(said)
    if record is None:
        frame.head("Names and notes")
        work.attend()
        told.draw()
        row = frame.notice("No vendor to show" if asked else "Which vendor?", text.inline(problem))
        if row.button("See all vendors", type="primary"):
            st.switch_page(links.VENDORS)
        st.stop()

    bank_id = kb.bank_id(asked)
    vendor = kb.vendor(bank_id)
    st.set_page_config(page_title=f"{record.name}, names and notes · Leverage")
    left, right = frame.head(text.inline(record.name))
    if vendor is not None:
        frame.confidence_badge(left, vendor.deal_count)
        with right:
            st.page_link(links.BRIEF, label="Brief", icon=":material/description:", query_params=links.to_vendor(bank_id))
    vendor_changes.say_where_it_went(record, asked)
    work.attend()
    told.draw()
    by = changed_by.draw(kb) if kb.may("merge") else None
    if by is not None:
        opened = panel.draw_openers({name: icon for name, (icon, _) in PANELS.items()}, bank_id)
        if opened is not None:
            with st.container(border=True, gap="small"):
                PANELS[opened][1](kb, bank_id, record, by)
    vendor_names.draw_names(kb, bank_id, record, by)
    vendor_notes.draw_notes(kb, bank_id, record, by)
    vendor_changes.draw_changes(kb, record, by)
