"""Lessons that code suggests: each waits until a person confirms, edits or drops it."""

from collections.abc import Sequence

import streamlit as st

from leverage import Brief, KnowledgeBase, playbook
from leverage.lesson_records import Lesson
from leverage.wording import show_count, show_day
from pages.ui import frame, person, playbook_form, playbook_lesson, text
from pages.ui.person import Person
from pages.ui.told import Told

MOST_SHOWN = 3


def draw_dropped(kb: KnowledgeBase, bank_id: str) -> None:
    """Draw in a fold what was dropped, by whom and why, with the way to have it suggested again; nothing where none was."""
    dropped = [each for each in playbook.decided(kb, bank_id) if each.state == "dropped"]
    if not dropped:
        return
    with st.expander(f"{show_count(len(dropped), 'dropped lesson')}"):
        for lesson in dropped:
            left, right = frame.row()
            why = f": “{lesson.reason}”" if lesson.reason else ""
            when = f" on {show_day(lesson.decided_on)}" if lesson.decided_on else ""
            left.markdown(
                f"{text.inline(lesson.heading)}  \n{frame.small(frame.grey(text.inline(f'Dropped by {lesson.by}{when}{why}')))}"
            )
            if person.current() is not None and kb.may("lesson"):
                right.button(
                    "Suggest again",
                    type="tertiary",
                    key=f"playbook.again.{lesson.id}",
                    on_click=_suggest_again,
                    args=(kb, bank_id, lesson),
                    help=f"Suggest again: {text.label(lesson.heading)}",
                )


def _suggest_again(kb: KnowledgeBase, bank_id: str, lesson: Lesson) -> None:
    def suggest() -> Told:
        playbook.take_back(kb, bank_id, lesson.id)
        return Told(f"{lesson.heading}: suggested again, as long as the deals say it.")

    playbook_lesson.attempt(suggest)


def draw(kb: KnowledgeBase, brief: Brief, waiting: Sequence[Lesson]) -> None:
    """Draw the most telling ones and fold the rest; nothing where none waits."""
    if not waiting:
        return
    st.space("xsmall")
    frame.section("Suggested", level=3)
    who = person.current() if kb.may("lesson") else None
    for lesson in waiting[:MOST_SHOWN]:
        _draw_one(kb, brief, lesson, who)
    if len(waiting) > MOST_SHOWN:
        with st.expander(f"{show_count(len(waiting) - MOST_SHOWN, 'more suggestion')}"):
            for lesson in waiting[MOST_SHOWN:]:
                _draw_one(kb, brief, lesson, who)


def _draw_one(kb: KnowledgeBase, brief: Brief, lesson: Lesson, who: Person | None) -> None:
    if who is not None and playbook_form.is_open_for(lesson):
        playbook_form.draw(
            lesson, "Confirm as edited", lambda heading, said: _confirmed(kb, brief.bank_id, lesson, who, heading, said)
        )
        return
    with st.container(gap="xsmall"):
        st.markdown(playbook_lesson.words(brief, lesson))
        if who is not None:
            _draw_buttons(kb, brief, lesson, who)


def _draw_buttons(kb: KnowledgeBase, brief: Brief, lesson: Lesson, who: Person) -> None:
    given = (kb, brief.bank_id, lesson, who)
    about = text.label(lesson.heading)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button("Confirm", key=f"playbook.confirm.{lesson.id}", on_click=_confirm, args=given, help=f"Confirm: {about}")
        playbook_form.draw_opener(lesson)
        st.button("Drop", type="tertiary", key=f"playbook.drop.{lesson.id}", on_click=_drop, args=given, help=f"Drop: {about}")


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
