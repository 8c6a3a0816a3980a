"""What a person's role allows, as pages draw it: a control that is refused is not drawn, a page that is says what it takes."""

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leverage import KnowledgeBase
from leverage.errors import NotAllowed
from pages.ui import frame, links, text

_DO = {links.VENDORS: "See all vendors", links.INBOX: "Open the inbox", links.EXPORT: "Export deals"}


def is_refused(kb: KnowledgeBase, act: str, title: str, *, then: str = links.VENDORS) -> bool:
    """Say whether a person may not do what a page is for; then draw the title, which role it takes, and the way to `then`."""
    try:
        kb.need(act)
    except NotAllowed as problem:
        frame.head(title)
        draw_refusal(problem, then=then)
        return True
    return False


def draw_refusal(problem: NotAllowed, *, then: str = links.VENDORS) -> None:
    """Draw in a card why something is refused, and the way to what can be done."""
    row = frame.notice("Not with your role", text.inline(problem))
    if row.button(_DO[then], type="primary", key="refused.then"):
        st.switch_page(then)


def draw_log(
    kb: KnowledgeBase, place: DeltaGenerator | Any, query: dict[str, str] | None = None, label: str = "Log a deal", **look: Any
) -> None:
    """Draw the button that begins a deal, where the person may log any; `query` leads to what it is about."""
    if kb.may("log") and place.button(label, **look):
        st.switch_page(links.LOG, query_params=query)
