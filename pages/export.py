"""Export: everyone's deals, or a part of them, as a file for a spreadsheet."""

import streamlit as st

from leverage import directory
from leverage.exports import deals_csv, export_name
from leverage.fields import EARLIEST, LATEST
from leverage.wording import show_count
from pages.ui import frame, links
from pages.ui.store import knowledge

kb = knowledge()
vendors = kb.vendors()

with frame.frame(frame.NARROW):
    frame.head("Export")
    if not vendors:
        is_retracted = bool(directory.others(kb))
        title = "No deal counts" if is_retracted else "No deals yet"
        said = "Every deal was retracted, and those are left out." if is_retracted else "They can be taken from here once logged."
        row = frame.notice(title, f"{said} An export is a file for a spreadsheet.")
        if row.button("Log a deal", type="primary"):
            st.switch_page(links.LOG)
        st.stop()
    deals = show_count(sum(vendor.deal_count for vendor in vendors), "deal")
    held_by = show_count(len(vendors), "vendor")
    st.markdown(f"{deals} with {held_by}, one row a deal, as CSV with every field. Narrow it down here.")
    names = {vendor.bank_id: vendor.name for vendor in vendors}
    with st.container(border=True, gap="small"):
        left, right = st.columns(2)
        vendor = left.selectbox(
            "Vendor", list(names), index=None, format_func=lambda each: names[each], placeholder="All vendors"
        )
        department = right.selectbox("Department", kb.departments(), index=None, placeholder="All departments")
        left, right = st.columns(2)
        since = left.date_input("Deal date from", value=None, min_value=EARLIEST, max_value=LATEST, format="YYYY-MM-DD")
        until = right.date_input("Deal date to", value=None, min_value=EARLIEST, max_value=LATEST, format="YYYY-MM-DD")
        is_backwards = bool(since and until and since > until)
        if is_backwards:
            frame.wrong("The first day is after the last. Swap them.")
        else:
            chosen = kb.count(vendor, department, since, until)
            st.markdown(f"**{show_count(chosen, 'deal')}** chosen.")
        st.download_button(
            "Download CSV",
            data=lambda: deals_csv(kb, vendor, department=department, since=since, until=until),
            file_name=export_name(kb, vendor, department=department, since=since, until=until),
            mime="text/csv",
            icon=":material/download:",
            on_click="ignore",
            type="primary",
            disabled=is_backwards,
        )
