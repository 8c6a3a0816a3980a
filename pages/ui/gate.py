"""What stands before every page: whoever has not signed in gets no further, and is asked to."""

import logging

import streamlit as st
from streamlit.errors import StreamlitAuthError

from leverage import LeverageError
from leverage.access.person import Person
from leverage.audit.words import REFUSED, ROLE, SIGN_IN
from leverage.errors import BadSettings, StoreUnavailable
from pages.ui import frame, identity, session, text
from pages.ui.entrance import Provider, entrance
from pages.ui.store import opened

_logger = logging.getLogger(__name__)
_WELCOME = (
    "Your company's vendor memory. Sign in with your account at the company: Leverage has no passwords of its own. "
    "If it does not let you in, ask whoever runs Leverage."
)
_BY_PROXY = (
    "Your company's sign-in stands before Leverage. Open the address that it gave you, or load the page again. "
    "If that does not help, ask whoever runs Leverage."
)
_CHANGED = "Sign-in is not set up as it was at the start. Tell whoever runs Leverage to correct secrets.toml and start it again."


def enter() -> Person:
    """Return who comes in; everybody else is asked to sign in, and the run ends. Nobody does while the rules can't be read."""
    try:
        if not entrance().is_open:
            entrance().policies.now()
    except BadSettings as problem:
        with frame.frame(frame.NARROW):
            st.title("Leverage", anchor=False, text_alignment="center")
            frame.notice("Closed for now", str(problem))
        st.stop()
    try:
        who = identity.person()
    except LeverageError as problem:
        if isinstance(problem, identity.NotLetIn):
            _note_refused(problem.who)
        _ask(str(problem))
        st.stop()
    session.belong_to(who)
    if not entrance().is_open:
        _note(who)
    return who


def _ask(why: str) -> None:
    door = entrance()
    with frame.frame(frame.NARROW):
        st.title("Leverage", anchor=False, text_alignment="center")
        row = frame.notice("Sign in", text.inline(why) or (_WELCOME if door.kind == "sign_in" else _BY_PROXY))
        for provider in door.providers:
            if row.button(_label(provider, len(door.providers)), type="primary", key=f"gate.{provider.name or 'only'}"):
                try:
                    st.login(provider.name)
                except StreamlitAuthError:
                    frame.wrong(_CHANGED)


def _label(provider: Provider, count: int) -> str:
    named = text.inline(provider.label)
    return f"Sign in with {named}" if named and (count > 1 or provider.name) else "Sign in"


def _note(who: Person) -> None:
    """Note in the trail each sign-in, and when somebody comes with another role or department than the last time."""
    sign_ins = entrance().sign_ins
    now = f"{who.role}, {who.department}" if who.department else who.role
    before = sign_ins.last_seen(who.email)
    try:
        _note_sign_in(who, SIGN_IN)
        if before != now:
            opened().trail.note(who, ROLE, who=who.email, role=who.role, department=who.department, before=before)
            sign_ins.see(who.email, now)
    except StoreUnavailable:  # noted at a later visit: nobody is kept out for it
        _logger.warning("A sign-in, or the role that somebody came with, could not be noted.", exc_info=True)


def _note_refused(who: Person) -> None:
    try:
        _note_sign_in(who, REFUSED)
    except StoreUnavailable:
        _logger.warning("Somebody who was refused could not be noted.", exc_info=True)


def _note_sign_in(who: Person, act: str) -> None:
    """Note a sign-in once; behind a proxy, which tells of none, once in as long as one lasts."""
    door, sign_in = entrance(), identity.sign_in()
    if door.sign_ins.is_new(sign_in, door.seconds if door.kind == "proxy" else 0.0):
        opened().trail.note(who, act)
        door.sign_ins.come(sign_in)
