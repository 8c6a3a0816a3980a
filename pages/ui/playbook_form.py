"""The form in which a lesson gets other words, one at a time on a page."""

from collections.abc import Callable

import streamlit as st

from leverage import playbook
from leverage.lesson_records import Lesson
from pages.ui import playbook_lesson, text
from pages.ui.told import Told

_EDITED = "playbook.edited"


def is_open_for(lesson: Lesson) -> bool:
    """Return whether this lesson is being edited."""
    return _edited()[0] == lesson.id


def opened_version() -> int:
    """Return the version of the lesson that was there when its form was opened."""
    return _edited()[1]


def draw_opener(lesson: Lesson) -> None:
    """Draw the button that opens the form."""
    about = f"Edit: {text.label(lesson.heading)}"
    st.button("Edit", type="tertiary", key=f"playbook.edit.{lesson.id}", on_click=_edit, args=(lesson,), help=about)


def draw(lesson: Lesson, wanted: str, act: Callable[[str, str], Told]) -> None:
    """Draw the form; `act` gets the title and the text when the button `wanted` is pressed."""
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
            is_wanted = st.form_submit_button(wanted, type="primary")
            is_given_up = st.form_submit_button("Cancel", type="tertiary")
    if is_given_up:
        _edit(None)
        st.rerun()
    if is_wanted:
        if playbook_lesson.attempt(lambda: act(heading or "", said or "")):
            _edit(None)
        st.rerun()


def _edit(lesson: Lesson | None) -> None:
    st.session_state[_EDITED] = (lesson.id, lesson.version) if lesson else ("", 0)


def _edited() -> tuple[str, int]:
    edited: tuple[str, int] = st.session_state.get(_EDITED, ("", 0))
    return edited
