"""The form in which a lesson gets other words, one at a time on a page."""

from collections.abc import Callable, Sequence

import streamlit as st

from leverage import playbook
from leverage.lesson_records import Lesson
from pages.ui import frame, playbook_lesson, text
from pages.ui.told import Told

_EDITED = "playbook.edited"


def is_open_for(lesson: Lesson) -> bool:
    """Return whether this lesson is being edited."""
    return _edited()[0] == lesson.id


def draw_opener(lesson: Lesson) -> None:
    """Draw the button that opens the form."""
    about = f"Edit: {text.label(lesson.heading)}"
    st.button("Edit", type="tertiary", key=f"playbook.edit.{lesson.id}", on_click=_edit, args=(lesson,), help=about)


def draw(lesson: Lesson, wanted: str, act: Callable[[str, str], Told]) -> None:
    """Draw the form; `act` gets the title and the text when the button `wanted` is pressed.

    Where somebody changed the lesson since the form was opened, their words stand in it, and the button says what it does.
    """
    is_behind = _edited()[1] != lesson.version
    with st.form(f"playbook.form.{lesson.id}", border=True, enter_to_submit=False):
        heading = st.text_input("Title", value=lesson.heading, max_chars=playbook.MOST_HEADING, key=_title_of(lesson.id))
        said = st.text_area(
            "What there is to learn", value=lesson.text, max_chars=playbook.MOST_TEXT, height=110, key=_text_of(lesson.id)
        )
        if is_behind:
            theirs = f"{lesson.by} changed this lesson meanwhile. It says now: {lesson.heading}. {lesson.text}"
            st.markdown(f":orange[:material/info:] {text.inline(theirs)}")
        with st.container(horizontal=True, gap="xsmall"):
            is_wanted = st.form_submit_button("Save over it" if is_behind else wanted, type="primary")
            is_given_up = st.form_submit_button("Cancel", type="tertiary")
    if is_given_up:
        _edit(None)
        st.rerun()
    if is_wanted:
        if playbook_lesson.attempt(lambda: act(heading or "", said or "")):
            _edit(None)
        st.rerun()


def draw_left_over(lessons: Sequence[Lesson]) -> None:
    """Draw what was typed about a lesson that somebody decided on meanwhile, so that it can be copied."""
    lesson_id, _ = _edited()
    if not lesson_id or any(each.id == lesson_id for each in lessons):
        return
    for key in (_title_of(lesson_id), _text_of(lesson_id)):
        st.session_state.setdefault(f"{key}.kept", st.session_state.get(key, ""))
    typed = [st.session_state[f"{key}.kept"] for key in (_title_of(lesson_id), _text_of(lesson_id))]
    frame.wrong("Somebody decided on this lesson meanwhile, so what you typed is in no playbook. Copy what you need.")
    st.code("\n".join(typed), language=None, wrap_lines=True)
    st.button("Put it away", type="tertiary", icon=":material/close:", on_click=_put_away, args=(lesson_id,))


def _put_away(lesson_id: str) -> None:
    for key in (_title_of(lesson_id), _text_of(lesson_id)):
        st.session_state.pop(f"{key}.kept", None)
    _edit(None)


def _title_of(lesson_id: str) -> str:
    return f"playbook.title.{lesson_id}"


def _text_of(lesson_id: str) -> str:
    return f"playbook.text.{lesson_id}"


def _edit(lesson: Lesson | None) -> None:
    st.session_state[_EDITED] = (lesson.id, lesson.version) if lesson else ("", 0)


def _edited() -> tuple[str, int]:
    edited: tuple[str, int] = st.session_state.get(_EDITED, ("", 0))
    return edited
