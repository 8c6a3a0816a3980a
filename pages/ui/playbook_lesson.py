"""One lesson of a playbook on a page, what can be done with it, and what came of that."""

from collections.abc import Callable

import streamlit as st

from leverage import Brief, LeverageError
from leverage.lesson_pages import RECOMMENDS
from leverage.lesson_records import Lesson, Origin
from leverage.paper.spacing import keep_together
from leverage.wording import show_count, show_day
from pages.ui import facts, frame, text
from pages.ui.told import Told

_TOLD = "playbook.told"
_ORIGINS: dict[Origin, str] = {
    "deal": "the deals",
    "feedback": "feedback",
    "review": "the review of a flag",
    "scan": "the inbox",
}


def words(brief: Brief, lesson: Lesson) -> str:
    """Return a lesson as literal Markdown: what it says, its deals, what it recommends, what it is from and who confirmed it."""
    known = sorted(brief.number(each) for each in lesson.deal_ids if each in brief.evidence)
    said = keep_together(text.inline(lesson.text))
    lines = [f"**{text.inline(lesson.heading)}**{'' if said else facts.markers(known)}"]
    lines += [f"{said}{facts.markers(known)}"] if said else []
    if lesson.recommends:
        label = RECOMMENDS[lesson.recommends.kind]
        lines.append(frame.small(f":material/lightbulb: {label}: {text.inline(lesson.recommends.text)}"))
    return "  \n".join([*lines, frame.small(frame.grey(text.inline(_from(brief, lesson))))])


def _from(brief: Brief, lesson: Lesson) -> str:
    elsewhere = sum(each not in brief.evidence for each in lesson.deal_ids) if brief.product else 0
    others = f", and {show_count(elsewhere, 'deal')} of other products" if elsewhere else ""
    if lesson.state == "confirmed":
        who = f"{lesson.by}, {lesson.department}" if lesson.department else lesson.by
        return f"{show_day(lesson.day)}, from {_ORIGINS[lesson.origin]}{others}, confirmed by {who}"
    return f"{show_day(lesson.day)}, from {_ORIGINS[lesson.origin]}{others}"


def attempt(action: Callable[[], Told]) -> bool:
    """Do something that is quick and say in the next run what came of it; return whether it was done."""
    try:
        st.session_state[_TOLD] = action()
    except LeverageError as problem:
        st.session_state[_TOLD] = Told(str(problem), is_wrong=True)
        return False
    return True


def draw_told() -> None:
    """Say what came of the last press, with Undo where that can be; the next press puts it away."""
    told: Told | None = st.session_state.pop(_TOLD, None)
    if told is None:
        return
    if told.is_wrong:
        frame.wrong(told.sentence)
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.markdown(f":green[:material/check_circle:] {text.inline(told.sentence)}", width="content")
        if told.undo is not None:
            st.button("Undo", type="tertiary", icon=":material/undo:", key="playbook.undo", on_click=_undo, args=(told.undo,))


def _undo(undo: Callable[[], None]) -> None:
    def take_back() -> Told:
        undo()
        return Told("It is as it was.")

    attempt(take_back)
