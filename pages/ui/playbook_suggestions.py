"""Lessons that code suggests: each waits until a person confirms, edits or drops it."""

from collections.abc import Sequence

import streamlit as st

from leverage import Brief, KnowledgeBase, playbook
from leverage.lesson_records import Lesson
from leverage.wording import show_count
from pages.ui import frame, person, playbook_lesson, text
from pages.ui.person import Person
from pages.ui.told import Told

MOST_SHOWN = 3
_EDITED = "playbook.edited"


def draw(kb: KnowledgeBase, brief: Brief, waiting: Sequence[Lesson]) -> None:
    """Draw the most telling ones and fold the rest; nothing where none waits."""
    if not waiting:
        return
    st.space("xsmall")
    frame.section("Suggested", level=3)
    who = person.current()
    if who is None:
        st.button("Say who you are to decide on them", type="tertiary", on_click=person.change, key="playbook.who")
    for lesson in waiting[:MOST_SHOWN]:
        _draw_one(kb, brief, lesson, who)
    if len(waiting) > MOST_SHOWN:
        with st.expander(f"{show_count(len(waiting) - MOST_SHOWN, 'more suggestion')}"):
            for lesson in waiting[MOST_SHOWN:]:
                _draw_one(kb, brief, lesson, who)


def _draw_one(kb: KnowledgeBase, brief: Brief, lesson: Lesson, who: Person | None) -> None:
    if who is not None and st.session_state.get(_EDITED) == lesson.id:
        _draw_form(kb, brief, lesson, who)
        return
    with st.container(gap="xsmall"):
        st.markdown(playbook_lesson.words(brief, lesson))
        if who is not None:
            _draw_buttons(kb, brief, lesson, who)


def _draw_buttons(kb: KnowledgeBase, brief: Brief, lesson: Lesson, who: Person) -> None:
    given = (kb, brief.bank_id, lesson, who)
    about = text.label(lesson.heading)
    confirm, edit, drop = (f"playbook.{what}.{lesson.id}" for what in ("confirm", "edit", "drop"))
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button("Confirm", key=confirm, on_click=_confirm, args=given, help=f"Confirm: {about}")
        st.button("Edit", type="tertiary", key=edit, on_click=_edit, args=(lesson.id,), help=f"Edit: {about}")
        st.button("Drop", type="tertiary", key=drop, on_click=_drop, args=given, help=f"Drop: {about}")


def _draw_form(kb: KnowledgeBase, brief: Brief, lesson: Lesson, who: Person) -> None:
    with st.form(f"playbook.form.{lesson.id}", border=True, enter_to_submit=False):
        heading = st.text_input("Title", value=lesson.heading, max_chars=playbook.MOST_HEADING, key=f"playbook.title.{lesson.id}")
        said = st.text_area(
            "What there is to learn",
            value=lesson.text,
            max_chars=playbook.MOST_TEXT,
            height=110,
            key=f"playbook.text.{lesson.id}",
        )
        with st.container(horizontal=True, gap="xsmall"):
            is_wanted = st.form_submit_button("Confirm as edited", type="primary")
            is_given_up = st.form_submit_button("Cancel", type="tertiary")
    if is_given_up:
        _edit(None)
        st.rerun()
    if is_wanted:
        if playbook_lesson.attempt(lambda: _confirmed(kb, brief.bank_id, lesson, who, heading or "", said or "")):
            _edit(None)
        st.rerun()


def _edit(lesson_id: str | None) -> None:
    st.session_state[_EDITED] = lesson_id


def _confirm(kb: KnowledgeBase, bank_id: str, lesson: Lesson, who: Person) -> None:
    playbook_lesson.attempt(lambda: _confirmed(kb, bank_id, lesson, who))


def _confirmed(
    kb: KnowledgeBase, bank_id: str, lesson: Lesson, who: Person, heading: str | None = None, said: str | None = None
) -> Told:
    done = playbook.confirm(kb, bank_id, lesson.id, by=who.name, title=heading, text=said, department=who.department)
    where = "is in the archive, since the page is full of newer ones" if done.is_archived else "is in the playbook"
    return Told(f"{done.heading}: {where}.", lambda: playbook.take_back(kb, bank_id, done.id))


def _drop(kb: KnowledgeBase, bank_id: str, lesson: Lesson, who: Person) -> None:
    def drop() -> Told:
        playbook.drop(kb, bank_id, lesson.id, by=who.name, department=who.department)
        return Told(f"{lesson.heading}: dropped, and not suggested again.", lambda: playbook.take_back(kb, bank_id, lesson.id))

    playbook_lesson.attempt(drop)
