"""Who logs and changes deals: a name and a department, picked once and remembered by the browser."""

from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leverage import KnowledgeBase, people
from leverage.browser_notes import PERSON
from leverage.text import fold
from leverage.vocabulary import departments
from pages.ui import browser, frame, text

_NOTE = PERSON
_PICKING = "picking_person"
AT_THE_TOP = "top"
MOST_MEANT = 2


@dataclass(frozen=True)
class Person:
    """A colleague as deals name them."""

    name: str
    department: str


def current() -> Person | None:
    """Return who this browser belongs to, or None if nobody has said so."""
    kept = st.session_state.get(_NOTE) or browser.recall(_NOTE)
    if not isinstance(kept, dict) or not all(isinstance(kept.get(part), str) and kept[part] for part in ("name", "department")):
        return None
    st.session_state[_NOTE] = kept
    return Person(kept["name"], kept["department"])


def is_picking(where: str = AT_THE_TOP) -> bool:
    """Say whether somebody asked to say who they are, at this place of the page."""
    return bool(st.session_state.get(_PICKING) == where)


def change(where: str = AT_THE_TOP) -> None:
    """Ask who this is, from the next run on, at this place of the page."""
    st.session_state[_PICKING] = where


def forget() -> None:
    """Let this session no longer know who it belongs to."""
    st.session_state.pop(_NOTE, None)


def pick(kb: KnowledgeBase, question: str, said_beside: str = "what you log or change") -> None:
    """Ask who this is and remember the answer."""
    known = current()
    with frame.card(height="content"):
        frame.section(question)
        left, right = st.columns(2)
        names = _each_once([*([known.name] if known else []), *people.known(kb)])
        name = left.selectbox(
            "Your name", names, index=0 if known else None, accept_new_options=True, placeholder="Pick or type", key="person.name"
        )
        _ask_under_name(left, kb, name or "")
        teams = _each_once([*([known.department] if known else []), *kb.departments(), *departments()])
        team = right.selectbox(
            "Department",
            teams,
            index=0 if known else None,
            accept_new_options=True,
            placeholder="Pick or type",
            key="person.team",
        )
        st.markdown(frame.small(f"Colleagues see both beside {said_beside}. This browser remembers them; it is not a sign-in."))
        if st.button("Continue", type="primary"):
            name, team = " ".join((name or "").split()), " ".join((team or "").split())
            if people.is_nobody(name):
                frame.wrong("This stands for everybody whose name was erased. Enter your own name.")
                return
            if name and team:
                note = {"name": name, "department": team}
                st.session_state[_NOTE] = note
                st.session_state.pop(_PICKING, None)
                browser.remember(_NOTE, note)
                st.rerun()
            frame.wrong("Enter your name and your department.")


def _ask_under_name(place: DeltaGenerator, kb: KnowledgeBase, name: str) -> None:
    """Say whom a name that nobody has yet may mean, so that one person does not become two; one press takes it."""
    for pair in people.like(kb, name)[:MOST_MEANT]:
        meant = pair.other if fold(pair.name) == fold(name) else pair.name
        place.button(
            f"Did you mean **{text.inline(meant)}**? {text.inline(pair.reason.capitalize())}",
            key=f"person.mean.{fold(meant)}",
            on_click=_take,
            args=(meant,),
            width="stretch",
            wrap=True,
        )


def _take(name: str) -> None:
    st.session_state["person.name"] = name


def _each_once(words: list[str]) -> list[str]:
    return list({fold(word): word for word in reversed(words)}.values())[::-1]
