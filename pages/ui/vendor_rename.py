"""A vendor given another name."""

import streamlit as st

from leverage import KnowledgeBase, directory
from leverage.vendor_records import VendorRecord
from pages.ui import frame, no_vendor, panel, text, told, vendor_changes


def draw_rename(kb: KnowledgeBase, bank_id: str, record: VendorRecord, by: str) -> None:
    """Draw the box for the new name, and what stays as it is."""
    frame.section("Rename")
    name = st.text_input("New name", value=record.name, live=True, key=f"rename.{bank_id}.{record.version}")
    stays = f"“{text.inline(record.name)}” stays among its names, so links and deals under it go on leading here. No deal moves."
    st.markdown(stays)
    place = f"rename.{bank_id}"
    is_asked = panel.draw_buttons("Give it this name")
    if is_asked and no_vendor.is_to_be_asked(kb, name or "", place):
        told.leave()
        st.rerun()
    if doubted := no_vendor.asked(place, name or ""):
        is_asked = no_vendor.draw(
            doubted, "Nothing is renamed yet. Change the name above, or give it.", "It is: rename", "rename.anyway"
        )
    if is_asked:
        no_vendor.forget(place)
        if told.attempt(lambda: _rename(kb, bank_id, name or "", by)):
            panel.close()
        st.rerun()


def _rename(kb: KnowledgeBase, bank_id: str, name: str, by: str) -> None:
    move = directory.rename(kb, bank_id, name, by=by)
    told.say(f"{move.source_name} is {move.target_name} now.", lambda: vendor_changes.undo(kb, move, by))
