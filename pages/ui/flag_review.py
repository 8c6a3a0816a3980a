"""The menus in which a person says what they made of a flag, or opens one again; what is shut is not drawn.

What is saved is saved before the page reads the flags: whoever comes second still has the words to be told, and their own.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import streamlit as st

from leverage import KnowledgeBase, LeverageError, watch
from leverage.review_records import Verdict
from leverage.watch import MOST_NOTE, Flag
from pages.ui import frame, person, text
from pages.ui.told import Told

_WIDTH = 320
_TOLD, _UNSAVED = "flag.told", "flag.unsaved"
_NEEDS_LINE = "Write one line for the next person."
_NEEDS_VERDICT = "Pick one of the three answers."
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


@dataclass(frozen=True)
class _Form:
    """A form that was filled in: of which flag, who filled it in, under which keys, and what was shown to them."""

    flag: Flag
    who: person.Person
    key: str

    @property
    def why(self) -> str:
        return str(st.session_state.get(f"{self.key}.why") or "")

    @property
    def verdict(self) -> Verdict | None:
        chosen: Verdict | None = st.session_state.get(f"{self.key}.verdict")
        return chosen


def draw_told() -> None:
    """Say once what came of the last review; words that could not be saved stay until they are put away."""
    told: Told | None = st.session_state.pop(_TOLD, None)
    if told is not None:
        st.markdown(f":green[:material/check_circle:] {text.inline(told.sentence)}")
    unsaved: Mapping[str, str] | None = st.session_state.get(_UNSAVED)
    if unsaved is None:
        return
    frame.wrong(unsaved["problem"])
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.markdown(text.inline(f"You wrote: {unsaved['words']}"), width="content")
        st.button("Put it away", type="tertiary", key="flag.unsaved.away", on_click=lambda: st.session_state.pop(_UNSAVED, None))


def menu_key(flag: Flag) -> str:
    """Return the key of a flag's menu; another one shuts it: once something was said, and where it would cover a question."""
    return f"flag.{flag.flag_id}.{st.session_state.get(_said(flag), 0)}.{person.is_picking()}"


def _said(flag: Flag) -> str:
    """Return under which name stands how often something was said of a flag here."""
    return f"flag.said.{flag.flag_id}"


def draw_menu(kb: KnowledgeBase, flag: Flag) -> None:
    """Draw the menu of one open flag."""
    if not kb.may("review"):
        return
    help_text = f"Review {text.label(f'{flag.vendor}, {flag.title}')}"
    _draw_menu(flag, "Review", help_text, lambda who, key: _draw_form(kb, _Form(flag, who, key)))


def draw_reopening(kb: KnowledgeBase, flag: Flag) -> None:
    """Draw the menu in which a flag that was closed is opened again; nothing where none of its deals is there."""
    if flag.quotes and kb.may("review"):
        help_text = f"Open again {text.label(f'{flag.vendor}, {flag.title}')}"
        _draw_menu(flag, "Open again", help_text, lambda who, key: _draw_reopening(kb, _Form(flag, who, key)))


def _draw_menu(flag: Flag, label: str, help_text: str, draw: Callable[[person.Person, str], None]) -> None:
    key = menu_key(flag)
    menu = st.popover(label, key=key, on_change="rerun", help=help_text)
    if not menu.open:
        return
    with menu.container(width=_WIDTH, gap="small"):
        who = person.current()
        if who is None:
            st.button(person.asks(first=True), on_click=person.change, key=f"{key}.who")
            return
        draw(who, key)
        st.markdown(frame.small(text.inline(f"Saved as said by {who.name}, {who.department}.")))


def _draw_form(kb: KnowledgeBase, form: _Form) -> None:
    key = form.key
    with st.form(f"{key}.form", border=False, enter_to_submit=False):
        st.radio("Is this flag right?", list(_ANSWERS), index=None, format_func=lambda each: _ANSWERS[each], key=f"{key}.verdict")
        st.text_input("Why", placeholder="One line for the next person", max_chars=MOST_NOTE, key=f"{key}.why")
        problem = st.empty()
        if st.form_submit_button("Save review", type="primary", key=f"{key}.save", on_click=_save, args=(kb, form)):
            needed = _NEEDS_VERDICT if form.verdict is None else _NEEDS_LINE if not form.why.strip() else ""
            if needed:
                problem.markdown(frame.small(f":red[:material/error: {needed}]"))


def _draw_reopening(kb: KnowledgeBase, form: _Form) -> None:
    key = form.key
    with st.form(f"{key}.form", border=False, enter_to_submit=False):
        st.text_input("Why", placeholder="One line for the next person", max_chars=MOST_NOTE, key=f"{key}.why")
        problem = st.empty()
        clicked = st.form_submit_button(
            "Open the flag again", type="primary", key=f"{key}.save", on_click=_reopen, args=(kb, form)
        )
        if clicked and not form.why.strip():
            problem.markdown(frame.small(f":red[:material/error: {_NEEDS_LINE}]"))


def _save(kb: KnowledgeBase, form: _Form) -> None:
    flag, verdict, why = form.flag, form.verdict, form.why
    if verdict is None or not why.strip():
        return
    shown = (*flag.deal_ids, *flag.event_ids)
    _attempt(
        form,
        f"“{why}” ({_ANSWERS[verdict]})",
        _DONE[verdict],
        lambda: watch.review(kb, flag.flag_id, form.who.name, why, verdict=verdict, department=form.who.department, seen=shown),
    )


def _reopen(kb: KnowledgeBase, form: _Form) -> None:
    flag, why = form.flag, form.why
    if not why.strip():
        return
    _attempt(
        form,
        f"“{why}”",
        "The flag is open again. The review that closed it stands with it.",
        lambda: watch.reopen(kb, flag.flag_id, form.who.name, why, department=form.who.department),
    )


def _attempt(form: _Form, words: str, done: str, act: Callable[[], object]) -> None:
    """Do it and say so; where it can't be done, keep the words that were typed."""
    try:
        act()
    except LeverageError as trouble:
        st.session_state[_UNSAVED] = {"problem": str(trouble), "words": words}
        return
    st.session_state.pop(_UNSAVED, None)
    st.session_state[_TOLD] = Told(f"{form.flag.vendor}, {form.flag.title[:1].lower()}{form.flag.title[1:]}: {done}")
    st.session_state[_said(form.flag)] = st.session_state.get(_said(form.flag), 0) + 1
