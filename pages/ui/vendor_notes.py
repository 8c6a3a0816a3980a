"""What is known of a vendor beside its deals, each with where it is from."""

from functools import partial

import streamlit as st

from leverage import KnowledgeBase, directory
from leverage.text import fold
from leverage.vendor_records import VendorNote, VendorRecord
from pages.ui import frame, text, told
from pages.ui.moments import by_whom
from pages.ui.pick import pick_or_type

TOPICS = ("Fiscal year-end", "Account manager", "Buying group", "Price change", "Contracting entity", "Escalation contact")
_OPEN, _ROUND = "note.open", "note.round"


def draw_notes(kb: KnowledgeBase, bank_id: str, record: VendorRecord, by: str | None) -> None:
    """Draw the notes; with `by` they can be added to and removed."""
    with frame.card(height="content"):
        frame.section("Notes")
        if not record.notes:
            st.markdown(frame.grey("Nothing is noted yet, such as when their fiscal year ends."))
        for note in sorted(record.notes, key=lambda each: fold(each.topic)):
            left, right = frame.row()
            left.markdown(f"**{text.inline(note.topic)}**  \n{text.block(note.text)}")
            left.markdown(frame.small(text.inline(f"Source: {note.source}. {by_whom(note.noted_at, note.noted_by)}")))
            if by is not None and right.button("Remove", type="tertiary", key=f"note.{note.topic}"):
                told.attempt(partial(_remove, kb, bank_id, note, by))
                st.rerun()
        if by is None:
            return
        if st.session_state.get(_OPEN) == bank_id:
            _draw_new(kb, bank_id, record, by)
        else:
            st.button("Add a note", icon=":material/add:", type="tertiary", on_click=_open, args=(bank_id,))


def _open(bank_id: str | None) -> None:
    st.session_state[_OPEN] = bank_id
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1  # an empty form


def _draw_new(kb: KnowledgeBase, bank_id: str, record: VendorRecord, by: str) -> None:
    turn = st.session_state[_ROUND]
    topics = {fold(each): each for each in [*TOPICS, *(note.topic for note in record.notes)]}
    left, right = st.columns(2)
    topic = pick_or_type("About", topics.values(), f"note.topic.{turn}", place=left)
    source = right.text_input("Source", placeholder="Such as their annual report", key=f"note.source.{turn}")
    said = st.text_area("Note", height=80, placeholder="Such as 30 June", key=f"note.text.{turn}")
    known = next((note for note in record.notes if fold(note.topic) == fold(topic or "")), None)
    if known is not None:
        st.markdown(f"It takes the place of “{text.inline(known.text)}”.")
    with st.container(horizontal=True, gap="xsmall"):
        if st.button("Save note", key=f"note.save.{turn}"):
            if told.attempt(lambda: _add(kb, bank_id, topic or "", said, source, by, known)):
                _open(None)
            st.rerun()
        st.button("Discard", type="tertiary", on_click=_open, args=(None,))


def _add(kb: KnowledgeBase, bank_id: str, topic: str, said: str, source: str, by: str, before: VendorNote | None) -> None:
    changed = directory.add_note(kb, bank_id, topic, said, source, by=by)
    note = changed.notes[-1]

    def undo() -> None:
        if before is None:
            _remove(kb, bank_id, note, by)
        else:
            _add(kb, bank_id, before.topic, before.text, before.source, by, note)

    told.say(f"Noted about {changed.name}: {note.topic}.", undo)


def _remove(kb: KnowledgeBase, bank_id: str, note: VendorNote, by: str) -> None:
    directory.remove_note(kb, bank_id, note.topic)
    told.say(
        f"The note about “{note.topic}” is removed.",
        lambda: _add(kb, bank_id, note.topic, note.text, note.source, by, None),
    )
