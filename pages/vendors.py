"""Vendors: everyone one has dealt with, how much is recorded, and the way to each brief."""

import streamlit as st

from leverage.wording import show_count
from pages.ui import decide_by, did_you_mean, flag_list, frame, inbox_count, links, retracted, roles, text, vendor_list
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
        first = "Log the first one" if kb.may("log") else "Once somebody logs one,"
        row = frame.notice("No deals yet", f"{first} and its vendor appears here, with a brief anyone can read before a meeting.")
        roles.draw_log(kb, row, type="primary")
        if kb.may("import") and row.button("Import a spreadsheet"):
            st.switch_page(links.IMPORT)
        if kb.may("import") and row.button("Load the sample deals"):
            load_samples(kb)
            st.rerun()
        if kb.may("inbox") and row.button("Read notes and mails"):
            st.switch_page(links.INBOX)
        st.stop()
    roles.draw_log(kb, right, icon=":material/add:", type="primary")
    flags = flag_list.count_open(kb)
    if flags:
        left.page_link(links.WATCH, label=frame.small(show_count(sum(flags.values()), "open flag")), icon=":material/flag:")
    if kb.may("decide"):
        inbox_count.draw(kb, left)
    days = decide_by.next_days(kb)
    found = vendor_list.draw_search(vendors, days, flags)
    if not found:
        row = frame.notice(f"No vendor matches “{text.inline(vendor_list.asked())}”", f"Check the spelling{roles.or_log(kb)}.")
        row.button("Clear search", on_click=vendor_list.clear_search)
        retracted.draw_link(kb, vendor_list.asked())
        did_you_mean.draw_links(kb, vendor_list.asked())
        st.stop()
    vendor_list.draw_page(found, kb.today(), flags, days)
