"""The menu in which a person says what they made of a flag; what is shut is not drawn."""

import streamlit as st

from leverage import KnowledgeBase, LeverageError, watch
from leverage.review_records import Verdict
from leverage.watch import MOST_NOTE, Flag
from pages.ui import frame, person, text
from pages.ui.told import Told

_WIDTH = 320
_TOLD = "flag.told"
_ANSWERS: dict[Verdict, str] = {
    "kept_open": "Yes, keep it open",
    "dealt_with": "Yes, dealt with",
    "dismissed": "No, dismiss it",
}
_DONE: dict[Verdict, str] = {
    "kept_open": "Your note stands with the flag, which stays open.",
    "dealt_with": "The flag is dealt with. A new one comes only from what happens from now on.",
    "dismissed": "The flag is dismissed. A new one comes only from what happens from now on.",
}


def draw_told() -> None:
    """Say once what came of the last review."""
    told: Told | None = st.session_state.pop(_TOLD, None)
    if told is None:
        return
    if told.is_wrong:
        frame.wrong(told.sentence)
    else:
        st.markdown(f":green[:material/check_circle:] {text.inline(told.sentence)}")


def menu_key(flag: Flag) -> str:
    """Return the key of a flag's menu; another one shuts it: once something was said, and where it would cover a question."""
    return f"flag.{flag.flag_id}.{len(flag.reviews)}.{person.is_picking()}"


def draw_menu(kb: KnowledgeBase, flag: Flag) -> None:
    """Draw the menu of one open flag."""
    key = menu_key(flag)
    menu = st.popover("Review", key=key, on_change="rerun", help=f"Review {text.label(f'{flag.vendor}, {flag.title}')}")
    if not menu.open:
        return
    with menu.container(width=_WIDTH, gap="small"):
        who = person.current()
        if who is None:
            st.button("Say who you are first", on_click=person.change, key=f"{key}.who")
            return
        _draw_form(kb, flag, who, key)


def _draw_form(kb: KnowledgeBase, flag: Flag, who: person.Person, key: str) -> None:
    with st.form(f"{key}.form", border=False, enter_to_submit=False):
        verdict = st.radio("Is this flag right?", list(_ANSWERS), format_func=lambda each: _ANSWERS[each], key=f"{key}.verdict")
        why = st.text_input("Why", placeholder="One line for the next person", max_chars=MOST_NOTE, key=f"{key}.why")
        problem = st.empty()
        if st.form_submit_button("Save review", type="primary", key=f"{key}.save"):
            if not (why or "").strip():
                problem.markdown(frame.small(":red[:material/error: Write one line for the next person.]"))
                return

            try:
                watch.review(kb, flag.flag_id, who.name, why or "", verdict=verdict, department=who.department)
            except LeverageError as trouble:
                st.session_state[_TOLD] = Told(str(trouble), is_wrong=True)
            else:
                st.session_state[_TOLD] = Told(f"{flag.vendor}, {flag.title[:1].lower()}{flag.title[1:]}: {_DONE[verdict]}")
            st.rerun()
    st.markdown(frame.small(text.inline(f"Kept as said by {who.name}, {who.department}.")))
