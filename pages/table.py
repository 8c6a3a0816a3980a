"""At the table: what they just said, and what helped the last time they said such a thing."""

import streamlit as st

from leverage import LeverageError
from leverage.situations import advise
from pages.ui import brief_deals, frame, links, situation, vendor_choice
from pages.ui.store import knowledge

MOST_SAID = 4_000  # characters: a whole mail; what stands in an address has to fit a request, too

kb = knowledge()
vendors = kb.vendors()

with frame.frame():
    frame.head("At the table")
    if not vendors:
        vendor_choice.draw_none(kb, "No deals yet")
        st.stop()
    a, b, c = st.columns([3, 9, 2], gap="small", vertical_alignment="bottom")
    vendor = vendor_choice.draw_choice(kb, a, vendors)
    said = b.text_input(
        "What did they just say?",
        placeholder="They want a 12% uplift and say it is final",
        max_chars=MOST_SAID,
        key=links.SAID,
        bind="query-params",
    )
    c.button("Look it up", type="primary", width="stretch")
    if not vendor and (unknown := vendor_choice.unknown(kb)):
        vendor_choice.draw_unknown(kb, unknown)
        st.stop()
    if not vendor or not said or not said.strip():
        st.markdown("Pick the vendor and write what they say, in your own words. What helped before comes up, and what did not.")
        st.stop()
    try:
        advice = advise(kb, vendor, said)
    except LeverageError as problem:
        frame.wrong(str(problem))
        st.stop()
    situation.draw_advice(kb, advice)
    brief_deals.leave_room()
