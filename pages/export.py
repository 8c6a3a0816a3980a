"""Export: everyone's deals, or a part of them, as a file for a spreadsheet."""

import streamlit as st

from leverage import directory
from leverage.exports import TABLES, Filters, archive, export_name, table_csv, workbook
from leverage.fields import EARLIEST, LATEST
from leverage.wording import show_count
from pages.ui import frame, roles, taking
from pages.ui.store import knowledge

FORMATS = {"csv": "CSV, one table", "xlsx": "Excel workbook, all tables", "zip": "ZIP of CSV files, all tables"}
MIME_TYPES = {
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "zip": "application/zip",
}
BUTTONS = {"csv": "Download CSV", "xlsx": "Download Excel workbook", "zip": "Download ZIP"}
ROWS = {
    "deals": "One row a deal, with every field. Leverage reads this table back to the same deals.",
    "terms": "One row for each term on which a vendor was flexible or firm, with who dealt and how it ended.",
    "tactics": "One row for each tactic, with its result, who tried it and when.",
    "events": "One row for each signal of an event outside any deal: what the vendor did, when, and who recorded it.",
    "reviews": "One row for each time that somebody looked at a flag: what they made of it, and why.",
    "feedback": "One row for each time that somebody said whether a tactic or a line of a brief helped.",
    "vendors": "One row a vendor, with its other names, notes, departments and how much is recorded.",
    "dictionary": "One row for each column of every table: what it means, its unit, and whether an import reads it.",
}
ALL_TABLES = (
    "Deals, terms, tactics, events, reviews of flags, feedback and vendors, with a dictionary that says what each column means."
)

kb = knowledge()
vendors = kb.vendors()

with frame.frame(frame.NARROW):
    frame.head("Export")
    if not vendors:
        is_retracted = bool(directory.others(kb))
        title = "No deal counts" if is_retracted else "No deals yet"
        said = "Every deal was retracted, and those are left out." if is_retracted else "They can be taken from here once logged."
        row = frame.notice(title, f"{said} An export is a file for a spreadsheet.")
        roles.draw_log(kb, row, type="primary")
        st.stop()
    deals = show_count(sum(vendor.deal_count for vendor in vendors), "deal")
    held_by = show_count(len(vendors), "vendor")
    st.markdown(f"{deals} with {held_by}, for a spreadsheet. Narrow it down here.")
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
        retracted = st.checkbox("Retracted deals too, marked as such")
        left, right = st.columns(2)
        kind = left.selectbox("File", list(FORMATS), format_func=FORMATS.__getitem__)
        table = right.selectbox("Table", TABLES, format_func=str.capitalize, disabled=kind != "csv")
        st.markdown(ROWS[table] if kind == "csv" else ALL_TABLES)
        filters: Filters = {"department": department, "since": since, "until": until, "retracted": retracted}
        is_backwards = bool(since and until and since > until)
        if is_backwards:
            frame.wrong("The first day is after the last. Swap them.")
        else:
            chosen = kb.count(vendor, department, since, until)
            st.markdown(f"**{show_count(chosen, 'deal')}** chosen{', and those retracted' if retracted else ''}.")
        makers = {
            "csv": lambda: table_csv(kb, table, vendor, **filters),
            "xlsx": lambda: workbook(kb, vendor, **filters),
            "zip": lambda: archive(kb, vendor, **filters),
        }
        st.download_button(
            BUTTONS[kind],
            data=taking.file(makers[kind]),
            file_name=export_name(kb, vendor, table=table, format=kind, **filters),
            mime=MIME_TYPES[kind],
            icon=":material/download:",
            on_click="ignore",
            type="primary",
            disabled=is_backwards,
        )
