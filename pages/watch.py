"""Watch: the flags that somebody should look at, with the words that raised them, and the days that must not pass."""

import streamlit as st

from pages.ui import decide_by, flag_list, flag_review, frame, links, person, text
from pages.ui.store import knowledge

kb = knowledge()
asked = links.asked_vendor()
vendor = kb.vendor(asked) if asked else None

with frame.frame():
    _, right = frame.head("Watch")
    flag_review.draw_told()
    if person.is_picking():
        person.pick(kb, "Who are you?", "what you review")
    if asked and vendor is None:
        row = frame.notice(f"Nothing is recorded about “{text.inline(asked)}”", "Check the name, or look at all vendors.")
        if row.button("All vendors", icon=":material/arrow_back:"):
            st.switch_page(links.WATCH)
        st.stop()
    found = flag_list.read(kb, vendor)
    shown = flag_list.draw_choice(right, found)
    st.markdown(f"A flag is no finding about the vendor. It means that someone should look. [To the dates](#{decide_by.ANCHOR})")
    left, aside = st.columns([2, 1], gap="medium")
    with left:
        flag_list.draw_page(kb, found, shown, vendor)
    with aside:
        decide_by.draw(kb, vendor)
