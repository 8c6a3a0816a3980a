"""Whether lists and memory agree: checked, said in words, and repaired."""

from dataclasses import dataclass

import streamlit as st

from leverage import KnowledgeBase
from leverage.progress import Progress
from leverage.wording import show_count
from pages.ui import frame, text, work

MOST_SHOWN = 12
_RESULT = "check.result"


@dataclass
class _Result:
    """What the last check found, or the last repair did."""

    lines: tuple[str, ...] = ()
    is_repair: bool = False


def draw_check(kb: KnowledgeBase) -> None:
    """Draw the way to check and, where something was found, to repair."""
    result: _Result | None = st.session_state.get(_RESULT)
    found = result.lines if result and not result.is_repair else ()
    with frame.card(height="content"):
        frame.section("Check and repair")
        st.markdown("The lists are made from the memory. A check reads the whole memory and says where the two differ.")
        if result is not None:
            _draw_result(result)
        with st.container(horizontal=True, gap="xsmall"):
            if st.button("Check again" if result else "Check", icon=":material/fact_check:"):
                _begin_check(kb)
            if found and st.button("Repair", type="primary", icon=":material/build:"):
                _begin_repair(kb)
        if found:
            st.markdown(frame.small("A repair puts right what can be put right. No deal is lost by it."))


def forget() -> None:
    """Put away what the last check found."""
    st.session_state.pop(_RESULT, None)


def _draw_result(result: _Result) -> None:
    title = "Done" if result.is_repair else f"{show_count(len(result.lines), 'finding')}"
    if not result.lines:
        said = "There was nothing to repair." if result.is_repair else "All is well."
        st.markdown(f":green[:material/check_circle:] {said}")
        return
    icon = ":green[:material/check_circle:]" if result.is_repair else ":orange[:material/warning:]"
    st.markdown(f"{icon} **{title}**")
    st.markdown(_bullets(result.lines[:MOST_SHOWN]))
    if len(result.lines) > MOST_SHOWN:
        with st.expander(f"{len(result.lines) - MOST_SHOWN} more"):
            st.markdown(_bullets(result.lines[MOST_SHOWN:]))


def _bullets(lines: tuple[str, ...]) -> str:
    return "\n".join(f"- {text.inline(line)}" for line in lines)


def _begin_check(kb: KnowledgeBase) -> None:
    result = _Result()

    def check(progress: Progress) -> None:
        result.lines = tuple(kb.check(progress))

    work.begin("Reading the memory", check, lambda: _keep(result))


def _begin_repair(kb: KnowledgeBase) -> None:
    result = _Result(is_repair=True)

    def repair(progress: Progress) -> None:
        result.lines = tuple(kb.repair(progress))

    work.begin("Repairing", repair, lambda: _keep(result))


def _keep(result: _Result) -> None:
    st.session_state[_RESULT] = result
