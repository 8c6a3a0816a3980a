"""Names in a file that may belong to a vendor already known, or to no vendor: one row each, never joined unasked."""

import streamlit as st

from leverage import KnowledgeBase
from leverage.imports import Question
from leverage.imports.names import NEW
from leverage.wording import show_count
from pages.ui import frame, roles, text
from pages.ui.import_choice import Chosen
from pages.ui.import_questions import is_name
from pages.ui.import_reading import Read

PER_PAGE = 10


def draw(kb: KnowledgeBase, chosen: Chosen, read: Read) -> None:
    """Draw the names folded, open ones first seen, ten at a time; joined only by whoever may change a vendor's names."""
    asked = [each for each in read.plan.questions if is_name(each)]
    if chosen.before is not None:
        _draw_taken(chosen)
    if not asked:
        return
    doubted = [each for each in asked if each.key.startswith("is_vendor:")]
    same = [each for each in asked if each not in doubted]
    if doubted:
        title = "1 name may be no vendor" if len(doubted) == 1 else f"{len(doubted):,} names may be no vendors"
        with st.expander(title, key=chosen.key("doubted")):
            _draw_rows(chosen, doubted, "doubted")
    if same:
        title = (
            "1 name may belong to a vendor already known"
            if len(same) == 1
            else f"{len(same):,} names may belong to a vendor already known"
        )
        with st.expander(title, key=chosen.key("same")):
            if not (may_join := kb.may("vendor")):
                st.markdown("Each becomes a vendor of its own. Write the known name in the file, or let a curator join them.")
                roles.say_refused(kb, "vendor")
            else:
                st.markdown("Each stays a vendor of its own until you say otherwise.")
            still = {each.key for each in read.plan.open_questions}
            free = [each for each in same if each.key in still]
            if len(free) > 1 and may_join:
                st.button(
                    f"All {len(free):,} suggestions are right",
                    on_click=chosen.answer_all,
                    args=({each.key: each.options[0].value for each in free},),
                    key=chosen.key("all"),
                )
            _draw_rows(chosen, same, "same", may_answer=may_join)


def _draw_taken(chosen: Chosen) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.markdown(":green[:material/check_circle:] Every suggested name is taken as you said.", width="content")
        st.button("Undo", type="tertiary", icon=":material/undo:", on_click=chosen.take_back, key=chosen.key("back"))


def _draw_rows(chosen: Chosen, asked: list[Question], place: str, *, may_answer: bool = True) -> None:
    pages = -(-len(asked) // PER_PAGE)
    rows, page = st.container(gap="small"), 1
    if pages > 1:
        with st.container(horizontal_alignment="center"):
            page = st.pagination(pages, key=chosen.key(f"page.{place}"))
    with rows:
        for question in asked[(page - 1) * PER_PAGE : page * PER_PAGE]:
            _draw_row(chosen, question, may_answer=may_answer)


def _draw_row(chosen: Chosen, question: Question, *, may_answer: bool) -> None:
    key = chosen.key(f"answer.{question.key}")
    labels = {option.value: option.label for option in question.options}
    fallback = question.suggested or NEW
    given = chosen.said.answers.get(question.key)
    st.session_state[key] = given if given in labels else fallback

    def take() -> None:
        chosen.answer(question.key, st.session_state.get(key))

    left, right = st.columns([5, 6], gap="small", vertical_alignment="center")
    name = question.key.partition(":")[2]
    why = question.why if question.key.startswith("is_vendor:") else _likeness(question)
    left.markdown(f"**{text.inline(name)}**  \n{frame.small(frame.grey(text.inline(why)))}")
    if not may_answer:
        return
    right.selectbox(
        text.label(question.text),
        list(labels),
        format_func=lambda value: labels[value],
        key=key,
        on_change=take,
        label_visibility="collapsed",
    )


def _likeness(question: Question) -> str:
    """Return how often the name stands in the file, and which known name is nearest to it."""
    return f"{show_count(question.rows, 'row')}. Perhaps {question.options[0].label}."
