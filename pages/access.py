"""Access: who has which role and department, by which rule of the access file, and who signed in when."""

import streamlit as st

from leverage import LeverageError
from pages.ui import access_list, frame, links, roles
from pages.ui.entrance import entrance
from pages.ui.store import knowledge

kb = knowledge()

with frame.frame():
    if roles.is_refused(kb, "access", "Access", what="The list of who may do what"):
        st.stop()
    _, right = frame.head("Access")
    with right:
        st.page_link(links.ADMINISTRATION, label="Administration", icon=":material/arrow_back:")
    door = entrance()
    if door.is_open:
        frame.notice(
            "Nobody signs in here", "Whoever sits at this machine may do everything. Roles count once sign-in is set up."
        )
        st.stop()
    try:
        policy, people = door.policies.now(), access_list.read(kb, door.sign_ins)
    except LeverageError as problem:
        frame.wrong(str(problem))
        st.stop()
    left, aside = st.columns([3, 2], gap="small")
    with left:
        access_list.draw_people(policy, people)
    with aside:
        access_list.draw_rules(policy)
        access_list.draw_departments(policy)
