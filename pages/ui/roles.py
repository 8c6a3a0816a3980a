"""What a person's role allows, as pages draw it: a control that is refused is not drawn, a page that is says what it takes."""

from collections.abc import Mapping
from typing import Any, Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leverage import KnowledgeBase
from leverage.access import acts
from leverage.access.person import Person
from leverage.errors import NotAllowed
from pages.ui import frame, identity, links, text


def seen(who: Person, act: str, *, up_to: str = "") -> Literal["visible", "hidden"]:
    """Return whether a page stands in the navigation: for whoever may do what it is for, unless they may do `up_to` as well."""
    return "visible" if acts.may(who, act) and not (up_to and acts.may(who, up_to)) else "hidden"


def is_refused(kb: KnowledgeBase, act: str, title: str, *, what: str = "") -> bool:
    """Say whether a person may not do what a page is for; then draw its title, which role it takes, and the way on.

    `what` names the page in a sentence where it is for more than the act.
    """
    try:
        kb.need(act)
    except NotAllowed as problem:
        frame.head(title)
        takes = f"{what} takes the role {acts.ACTS[act]}, and yours is {identity.person().role}. Ask an administrator."
        draw_refusal(takes if what else str(problem))
        return True
    return False


def say_refused(kb: KnowledgeBase, act: str) -> None:
    """Say in one sentence which role an act takes that a page would offer; nothing where the person may do it."""
    try:
        kb.need(act)
    except NotAllowed as problem:
        st.markdown(f":material/lock: {text.inline(problem)}")


def draw_refusal(
    sentence: str, label: str = "See all vendors", page: str = links.VENDORS, query: Mapping[str, str] | None = None
) -> None:
    """Draw in a card why something is refused, and the way to what can be done instead."""
    row = frame.notice("Not with your role", text.inline(sentence))
    if row.button(label, type="primary", key="refused.then"):
        st.switch_page(page, query_params=dict(query) if query else None)


def draw_log(
    kb: KnowledgeBase, place: DeltaGenerator | Any, query: dict[str, str] | None = None, label: str = "Log a deal", **look: Any
) -> None:
    """Draw the button that begins a deal, where the person may log any; `query` leads to what it is about."""
    if kb.may("log") and place.button(label, **look):
        st.switch_page(links.LOG, query_params=query)


def or_log(kb: KnowledgeBase) -> str:
    """Return how a sentence goes on that says what to do about an unknown vendor."""
    return ", or log the first deal with them" if kb.may("log") else ""
