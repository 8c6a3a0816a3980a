"""What came of the last thing a person did: one sentence at the top of the page, with the way to take it back."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from leverage import LeverageError
from pages.ui import frame, text

_TOLD, _PATH = "told", "told.path"


@dataclass(frozen=True)
class Told:
    """A sentence as it is read; `undo` takes back what it tells and says so itself."""

    sentence: str
    undo: Callable[[], None] | None = None
    is_wrong: bool = False


def say(sentence: str, undo: Callable[[], None] | None = None) -> None:
    """Say what was done, in the next run."""
    st.session_state[_TOLD] = Told(sentence, undo)


def complain(sentence: str) -> None:
    """Say what could not be done, in the next run."""
    st.session_state[_TOLD] = Told(sentence, is_wrong=True)


def put(told: Told) -> None:
    """Say what was told elsewhere."""
    st.session_state[_TOLD] = told


def attempt(action: Callable[[], None]) -> bool:
    """Do something that is quick and say what went wrong, if anything; return whether it was done."""
    try:
        action()
    except LeverageError as problem:
        complain(str(problem))
        return False
    return True


def draw() -> None:
    """Draw what was said last, with Undo where that can be."""
    told = st.session_state.get(_TOLD)
    if told is None:
        return
    if told.is_wrong:
        frame.wrong(told.sentence)
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.markdown(f":green[:material/check_circle:] {text.inline(told.sentence)}", width="content")
        if told.undo is not None and st.button("Undo", type="tertiary", icon=":material/undo:", key="told.undo"):
            leave()
            attempt(told.undo)
            st.rerun()


def here() -> str:
    """Return the path of the page that is shown."""
    return str(st.session_state.get(_PATH, ""))


def arrive(path: str) -> None:
    """Put away what was said on another page."""
    if st.session_state.get(_PATH) != path:
        leave()
        st.session_state[_PATH] = path


def leave() -> None:
    """Put away what was said."""
    st.session_state.pop(_TOLD, None)
