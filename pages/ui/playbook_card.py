"""The playbook under a brief: confirmed lessons, suggestions, notes by hand and the way to take it along."""

from collections.abc import Sequence

import streamlit as st

from leverage import Brief, KnowledgeBase, LeverageError, playbook
from leverage.lesson_records import Lesson
from leverage.paper import playbook_name
from leverage.wording import show_count
from pages.ui import frame, person, playbook_form, playbook_lesson, playbook_notes, playbook_suggestions, taking, text
from pages.ui.told import Told

MOST_SHOWN = 4
_HERE = "playbook"


def draw(kb: KnowledgeBase, brief: Brief) -> None:
    """Draw the card; of one product, what names its deals."""
    with frame.card(height="content"):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute", gap="small"):
            frame.section("Playbook")
            _draw_download(kb, brief)
        playbook_lesson.draw_told()
        try:
            leaves = playbook.leaves(kb, brief.bank_id)
            page, archive = _of_product(brief, leaves.page), _of_product(brief, leaves.archive)
            waiting = _of_product(brief, playbook.lessons(kb, brief.bank_id))
        except LeverageError as problem:
            st.markdown(frame.grey(text.inline(problem)))
            return
        if not page and not archive:
            st.markdown(frame.grey("No lesson is confirmed yet. A curator decides what of the suggestions stands here."))
        if not brief.product:
            playbook_form.draw_left_over([*page, *archive, *waiting])
        _draw_who(kb, is_wanted=bool(page or archive or waiting))
        _draw_page(kb, brief, page)
        if archive:
            _draw_archive(kb, brief, archive)
        playbook_suggestions.draw(kb, brief, waiting)
        playbook_suggestions.draw_dropped(kb, brief.bank_id)
        playbook_notes.draw(kb, brief)


def _draw_who(kb: KnowledgeBase, *, is_wanted: bool) -> None:
    """Draw the way to say who one is, where there is anything to decide on."""
    if person.is_picking(_HERE):
        person.pick(kb, "Who are you?", "what you decide")
    elif person.current() is None and is_wanted and kb.may("lesson"):
        label = f"{person.asks()} to decide on lessons"
        st.button(label, type="tertiary", on_click=person.change, args=(_HERE,), key="playbook.who")


def _of_product(brief: Brief, lessons: Sequence[Lesson]) -> list[Lesson]:
    if not brief.product:
        return list(lessons)
    return [each for each in lessons if not each.deal_ids or not brief.evidence.keys().isdisjoint(each.deal_ids)]


def _draw_download(kb: KnowledgeBase, brief: Brief) -> None:
    st.download_button(
        "Save as Markdown",
        data=taking.noted(kb, "playbook", brief.bank_id, lambda: playbook.page(kb, brief.bank_id)),
        file_name=playbook_name(brief.bank_id, kb.today()),
        mime="text/markdown",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
        key="playbook.save",
        help="The page of lessons with the notes by hand, as a file",
    )


def _draw_page(kb: KnowledgeBase, brief: Brief, page: Sequence[Lesson]) -> None:
    for lesson in page[:MOST_SHOWN]:
        _draw_confirmed(kb, brief, lesson)
    if len(page) > MOST_SHOWN:
        with st.expander(f"{show_count(len(page) - MOST_SHOWN, 'earlier lesson')}"):
            for lesson in page[MOST_SHOWN:]:
                _draw_confirmed(kb, brief, lesson)


def _draw_archive(kb: KnowledgeBase, brief: Brief, archive: Sequence[Lesson]) -> None:
    with st.expander(f"{len(archive)} more in the archive"):
        for lesson in archive:
            _draw_confirmed(kb, brief, lesson)
        st.download_button(
            "Save the archive",
            data=taking.noted(kb, "playbook archive", brief.bank_id, lambda: playbook.archive(kb, brief.bank_id)),
            file_name=playbook_name(brief.bank_id, kb.today(), is_archive=True),
            mime="text/markdown",
            icon=":material/download:",
            type="tertiary",
            on_click="ignore",
            key="playbook.save.archive",
        )


def _draw_confirmed(kb: KnowledgeBase, brief: Brief, lesson: Lesson) -> None:
    who = person.current() if kb.may("lesson") else None
    if who is not None and playbook_form.is_open_for(lesson):
        playbook_form.draw(lesson, "Save", lambda heading, said: _edited(kb, brief.bank_id, lesson, who, heading, said))
        return
    left, right = frame.row()
    left.markdown(playbook_lesson.words(brief, lesson))
    if who is not None:
        about = f"Take out of the playbook: {text.label(lesson.heading)}"
        given = (kb, brief.bank_id, lesson, who)
        with right:
            playbook_form.draw_opener(lesson)
            st.button("Drop", type="tertiary", key=f"playbook.drop.{lesson.id}", on_click=_drop, args=given, help=about)


def _edited(kb: KnowledgeBase, bank_id: str, lesson: Lesson, who: person.Person, heading: str, said: str) -> Told:
    before = next((each for each in playbook.decided(kb, bank_id) if each.id == lesson.id), lesson)  # with all its deals
    done = playbook.edit(
        kb, bank_id, lesson.id, by=who.name, version=lesson.version, title=heading, text=said, department=who.department
    )
    return Told(f"{done.heading}: saved.", lambda: _put_back(kb, bank_id, before))


def _put_back(kb: KnowledgeBase, bank_id: str, lesson: Lesson) -> None:
    playbook.put_back(kb, bank_id, lesson)


def _drop(kb: KnowledgeBase, bank_id: str, lesson: Lesson, who: person.Person) -> None:
    def drop() -> Told:
        before = next(each for each in playbook.decided(kb, bank_id) if each.id == lesson.id)  # with all its deals
        playbook.drop(kb, bank_id, lesson.id, by=who.name, department=who.department)

        return Told(f"{lesson.heading}: taken out, and not suggested again.", lambda: _put_back(kb, bank_id, before))

    playbook_lesson.attempt(drop)
