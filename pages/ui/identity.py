"""Who the person of this session is, as the sign-in says; asked anew in every run, since a sign-in ends and roles change."""

import time
from collections.abc import Mapping
from typing import Any

import streamlit as st

from leverage.access import claims
from leverage.access.person import HERE, Person
from leverage.access.sign_ins import SignIn
from leverage.errors import NotAllowed
from pages.ui import proof
from pages.ui.entrance import PROXY, Entrance, entrance

OVER = "You were signed out. Sign in again."


class SignedOut(NotAllowed):
    """Nobody has signed in, or the sign-in has ended; the text says which, and is empty for a first visit."""


class NotLetIn(NotAllowed):
    """Somebody signed in whom the access policy does not let in."""

    def __init__(self, said: str, who: Person) -> None:
        """Tell that this person, whose role means nothing, may not come in."""
        super().__init__(said)
        self.who = who


def person() -> Person:
    """Return the person signed in; whoever sits at the machine, where nobody signs in.

    Raises NotAllowed where nobody is signed in or may come in, BadSettings where it can't be said who may.
    """
    door = entrance()
    if door.is_open:
        return HERE
    known = _known(door)
    if door.sign_ins.has_ended(known.sign_in):
        raise SignedOut(OVER)
    policy = door.policies.now()
    try:
        return policy.person(known.email, known.name, known.groups, known.by)
    except NotAllowed as problem:
        raise NotLetIn(str(problem), Person(known.email, name=known.name)) from None


def sign_in() -> SignIn:
    """Return the sign-in of this session, where people sign in. Raises NotAllowed where there is none."""
    return _known(entrance()).sign_in


def sign_out() -> None:
    """End the sign-in of this session wherever its cookie is; the browser is led away, so stop the page after it."""
    door = entrance()
    if door.kind == "sign_in":
        try:
            door.sign_ins.end(_known(door).sign_in)
        finally:
            st.logout()


def _known(door: Entrance) -> claims.Identity:
    told = proof.read()
    if door.kind == "proxy":
        return _proxied(told, door)
    user = st.user.to_dict()
    if user.get("is_logged_in") is not True:
        raise SignedOut(str(told.get("why", "")))
    begun = told.get("begun")
    return claims.identity(user, door.expected, signed=float(begun) if begun is not None else None)


def _proxied(told: Mapping[str, Any], door: Entrance) -> claims.Identity:
    if not told.get("email"):
        raise SignedOut(str(told.get("why", "")))
    sign_in = SignIn(str(told["email"]), float(told["begun"]), str(told["key"]))
    if time.time() - sign_in.begun >= door.seconds:
        raise SignedOut("You have been here for long. Load the page again.")
    return claims.Identity(sign_in.email, str(told["name"]), tuple(told["groups"]), sign_in, PROXY)
