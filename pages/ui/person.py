"""Who logs and changes deals: a name and a department, picked once and remembered by the browser.

Whoever has signed in has the name of the sign-in, and the department of the access policy; where that names none, one is picked
that stands beside what the person logs, and opens nothing.
"""

from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leverage import KnowledgeBase, people
from leverage.browser_notes import PERSON
from leverage.text import fold
from leverage.vocabulary import departments
from pages.ui import browser, frame, identity, text
from pages.ui.entrance import entrance

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
    """Return who has signed in, else who this browser belongs to; None if nobody has said so."""
    if not entrance().is_open:
        return _signed_in()
    kept = st.session_state.get(_NOTE) or browser.recall(_NOTE)
    if not isinstance(kept, dict) or not all(isinstance(kept.get(part), str) and kept[part] for part in ("name", "department")):
        return None
    st.session_state[_NOTE] = kept
    return Person(kept["name"], kept["department"])


def _signed_in() -> Person | None:
    who = identity.person()
    name = who.called if not people.is_nobody(who.called) else who.email
    department = who.department or _picked_department()
    return Person(name, department) if department else None


def _picked_department() -> str:
    kept = st.session_state.get(_NOTE) or browser.recall(_NOTE)
    department = kept.get("department") if isinstance(kept, dict) else None
    if not isinstance(department, str) or not department:
        return ""
    st.session_state[_NOTE] = kept
    return department


def draw_change(label: str = "Not you?", key: str = "person.change") -> None:
    """Draw the way to say that this is somebody else; whoever has signed in can only pick another department."""
    if entrance().is_open:
        st.button(label, type="tertiary", on_click=change, key=key)
        return
    if not identity.person().department:
        st.button("Change department", type="tertiary", on_click=change, key=key)


def asks(*, small: bool = False, first: bool = False) -> str:
    """Return what somebody is asked for before they change anything: who they are, or once signed in their department."""
    said = "Say who you are" if entrance().is_open else "Pick your department"
    return f"{said[0].lower() if small else said[0]}{said[1:]}{' first' if first else ''}"


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
    if not entrance().is_open:
        _pick_department(kb, known, said_beside)
        return
    with frame.card(height="content"):
        frame.section(question)
        left, right = st.columns(2)
        names = _each_once([*([known.name] if known else []), *people.known(kb)])
        name = left.selectbox(
            "Your name", names, index=0 if known else None, accept_new_options=True, placeholder="Pick or type", key="person.name"
        )
        _ask_under_name(left, kb, name or "")
        team = _ask_department(right, kb, known)
        st.markdown(frame.small(f"Colleagues see both beside {said_beside}. This browser remembers them; it is not a sign-in."))
        if st.button("Continue", type="primary"):
            name, team = " ".join((name or "").split()), " ".join((team or "").split())
            if people.is_nobody(name):
                frame.wrong("This stands for everybody whose name was erased. Enter your own name.")
                return
            if name and team:
                _keep(name, team)
            frame.wrong("Enter your name and your department.")


def _pick_department(kb: KnowledgeBase, known: Person | None, said_beside: str) -> None:
    who = identity.person()
    with frame.card(height="content"):
        frame.section("Your department")
        team = _ask_department(st.container(), kb, known)
        note = f"Colleagues read it and your name, {text.inline(who.called)}, beside {said_beside}. It gives you no rights."
        st.markdown(frame.small(note))
        if st.button("Continue", type="primary"):
            team = " ".join((team or "").split())
            if team:
                _keep(who.called, team)
            frame.wrong("Enter your department.")


def _ask_department(place: DeltaGenerator, kb: KnowledgeBase, known: Person | None) -> str | None:
    team: str | None = place.selectbox(
        "Department",
        _each_once([*([known.department] if known else []), *kb.departments(), *departments()]),
        index=0 if known else None,
        accept_new_options=True,
        placeholder="Pick or type",
        key="person.team",
    )
    return team


def _keep(name: str, department: str) -> None:
    note = {"name": name, "department": department}
    st.session_state[_NOTE] = note
    st.session_state.pop(_PICKING, None)
    browser.remember(_NOTE, note)
    st.rerun()


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
