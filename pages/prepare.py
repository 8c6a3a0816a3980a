"""Prepare: what is known of a vendor in short, a situation to think through, and a sheet of one's own."""

import streamlit as st

from leverage import LeverageError
from leverage.briefing import write_sheet
from leverage.paper.spacing import keep_together
from leverage.situations import advise
from pages.ui import brief_cards, brief_deals, due_list, frame, links, private_sheet, situation, text, vendor_choice
from pages.ui.store import knowledge

kb = knowledge()
vendors = kb.vendors()

with frame.frame():
    frame.head("Prepare")
    if not vendors:
        vendor_choice.draw_none(kb, "No deals yet")
        st.stop()
    left, right = st.columns([3, 11], gap="small", vertical_alignment="bottom")
    vendor = vendor_choice.draw_choice(kb, left, vendors)
    if not vendor and (unknown := vendor_choice.unknown(kb)):
        vendor_choice.draw_unknown(kb, unknown)
        st.stop()
    if not vendor:
        st.markdown("Pick the vendor you meet: what is known comes up in short, with what to find out first.")
        st.stop()
    brief = kb.brief(vendor)
    sheet = write_sheet(brief)
    due_list.draw(kb, vendor)
    with right.container(horizontal=True, vertical_alignment="center", gap="small"):
        frame.confidence_badge(st, brief.deal_count)
        st.page_link(links.BRIEF, label=frame.small("The whole brief"), query_params=links.to_vendor(vendor))
    st.markdown(keep_together(text.inline(sheet.head)))
    brief_cards.draw_short(sheet)
    private_sheet.draw(vendor)
    st.space("xsmall")
    frame.section("What if they say …?")
    b, c = st.columns([12, 2], gap="small", vertical_alignment="bottom")
    said = b.text_input(
        "What may they say?", placeholder="They want a 12% uplift and say it is final", key=f"prepare.said.{vendor}"
    )
    c.button("Look it up", type="primary", width="stretch")
    if said and said.strip():
        try:
            situation.draw_advice(kb, advise(kb, vendor, said))
        except LeverageError as problem:
            frame.wrong(str(problem))
        brief_deals.leave_room()
