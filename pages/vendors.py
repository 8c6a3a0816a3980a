"""Vendors: everyone one has dealt with, how much is recorded, and the way to each brief."""

import streamlit as st

from leverage.wording import show_count
from pages.ui import decide_by, did_you_mean, flag_list, frame, inbox_count, links, retracted, text, vendor_list
from pages.ui.samples import load_samples
from pages.ui.set_aside import draw_set_aside
from pages.ui.store import knowledge

kb = knowledge()
vendors = kb.vendors()

with frame.frame():
    left, right = frame.head("Vendors")
    vendor_list.say_waiting(kb)
    draw_set_aside(kb)
    if not vendors and kb.is_catching_up:
        row = frame.notice("The memory is being read", "The vendors appear here when that is done.")
        row.button("Look again")
        st.stop()
    if not vendors and retracted.draw_all(kb):
        st.stop()
    if not vendors:
        row = frame.notice(
            "No deals yet", "Log the first one and its vendor appears here, with a brief anyone can read before a meeting."
        )
        if row.button("Log a deal", type="primary"):
            st.switch_page(links.LOG)
        if row.button("Import a spreadsheet"):
            st.switch_page(links.IMPORT)
        if row.button("Load the sample deals"):
            load_samples(kb)
            st.rerun()
        if row.button("Read notes and mails"):
            st.switch_page(links.INBOX)
        st.stop()
    if right.button("Log a deal", icon=":material/add:", type="primary"):
        st.switch_page(links.LOG)
    flags = flag_list.count_open(kb)
    if flags:
        left.page_link(links.WATCH, label=frame.small(show_count(sum(flags.values()), "open flag")), icon=":material/flag:")
    inbox_count.draw(kb, left)
    days = decide_by.next_days(kb)
    found = vendor_list.draw_search(vendors, days, flags)
    if not found:
        row = frame.notice(
            f"No vendor matches “{text.inline(vendor_list.asked())}”", "Check the spelling, or log the first deal with them."
        )
        row.button("Clear search", on_click=vendor_list.clear_search)
        retracted.draw_link(kb, vendor_list.asked())
        did_you_mean.draw_links(kb, vendor_list.asked())
        st.stop()
    vendor_list.draw_page(found, kb.today(), flags, days)
