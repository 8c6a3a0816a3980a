"""Account: who has signed in, what they may do, and the way out."""

import streamlit as st

from pages.ui import account, frame, identity, person, text
from pages.ui.entrance import entrance
from pages.ui.store import knowledge

st.set_page_config(page_title="Your account · Leverage")
who = identity.person()

with frame.frame(frame.NARROW):
    frame.head("Your account")
    if entrance().is_open:
        frame.notice("Nobody signs in here", "Whoever sits at this machine may do everything.")
        st.stop()
    if person.is_picking():
        person.pick(knowledge(), "Your department")
        st.stop()
    with frame.card(height="content"):
        frame.section(text.inline(who.called))
        if who.name:
            st.markdown(frame.small(text.inline(who.email)))
        st.markdown("  \n".join(account.says(who)))
        if not who.department:
            picked = person.current()
            said = f"Beside what you log stands **{text.inline(picked.department)}**, as you picked it." if picked else ""
            st.markdown(said or "Pick the department that stands beside what you log. It gives you no rights.")
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            if not who.department:
                label = "Change department" if picked else "Pick your department"
                st.button(label, type="tertiary", on_click=person.change, key="account.department")
            if entrance().kind == "sign_in":
                account.draw_sign_out()
        if entrance().kind == "proxy":
            st.markdown(frame.small(account.BY_PROXY))
