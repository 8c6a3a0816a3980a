"""What colleagues wrote by hand below a vendor's lessons, and the form in which one writes it."""

import streamlit as st

from leverage import Brief, KnowledgeBase, playbook
from leverage.wording import show_day
from pages.ui import browser, frame, person, playbook_lesson, text
from pages.ui.told import Told

_OPEN, _VERSION = "playbook.notes.open", "playbook.notes.version"
_TEXT = "playbook.notes.text"


def draw(kb: KnowledgeBase, brief: Brief) -> None:
    """Draw the notes literally, or the form where somebody writes."""
    known = playbook.notes(kb, brief.bank_id)
    _recall(brief.bank_id)
    is_open = st.session_state.get(_OPEN) == brief.bank_id and kb.may("notes")
    written = known.notes if known else ""
    if is_open:
        _draw_form(kb, brief)
        return
    if written and known:
        st.space("xsmall")
        frame.section("By hand", level=3)
        st.markdown(text.block(written))
        st.markdown(frame.small(frame.grey(text.inline(f"Written by {known.by}, {show_day(known.date)}"))))
    if not kb.may("notes"):
        return
    label = "Edit the notes" if written else "Write notes by hand"
    version = known.version if known else 0
    given = (brief.bank_id, written, version)
    st.button(label, icon=":material/edit:", type="tertiary", key="playbook.notes.edit", on_click=_open, args=given)


def _draw_form(kb: KnowledgeBase, brief: Brief) -> None:
    who = person.current()
    st.space("xsmall")
    frame.section("By hand", level=3)
    if who is None:
        st.button(person.asks(first=True), on_click=person.change, args=("playbook",), key="playbook.notes.who")
    st.text_area(
        "Notes below the lessons",
        height=180,
        max_chars=playbook.MOST_NOTES,
        key=_TEXT,
        persist_state="session",
        width=720,
        on_change=_keep,
    )
    now = playbook.notes(kb, brief.bank_id)
    if now is not None and now.version != st.session_state.get(_VERSION):
        st.markdown(f":orange[:material/info:] {text.inline(now.by)} wrote meanwhile. The notes say now:")
        st.code(now.notes, language=None, wrap_lines=True)
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        if st.button("Save notes", key="playbook.notes.save", disabled=who is None) and who is not None:
            version = int(st.session_state.get(_VERSION, 0))
            written = st.session_state.get(_TEXT) or ""

            def write() -> Told:
                playbook.write_notes(kb, brief.bank_id, written, by=who.name, department=who.department, version=version)
                return Told("The notes are saved.")

            if playbook_lesson.attempt(write):
                _close()
            st.rerun()
        st.button("Discard", type="tertiary", key="playbook.notes.discard", on_click=_close)


def _open(bank_id: str, written: str, version: int) -> None:
    st.session_state[_OPEN], st.session_state[_TEXT], st.session_state[_VERSION] = bank_id, written, version


def _keep() -> None:
    """Keep what is typed with this browser until it is saved or discarded."""
    note = {"bank_id": st.session_state[_OPEN], "text": st.session_state[_TEXT], "version": st.session_state[_VERSION]}
    browser.remember(_OPEN, note)


def _recall(bank_id: str) -> None:
    """Open the form again with what this browser kept."""
    kept = browser.recall(_OPEN) if _OPEN not in st.session_state else None
    if isinstance(kept, dict) and kept.get("bank_id") == bank_id:
        _open(bank_id, str(kept.get("text", "")), int(kept.get("version", 0)))


def _close() -> None:
    browser.remember(_OPEN, None)
    for name in (_OPEN, _TEXT, _VERSION):
        st.session_state.pop(name, None)
