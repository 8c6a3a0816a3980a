"""Which vendor is it about? One box for the pages that are about one vendor, kept in the address."""

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leverage import KnowledgeBase
from leverage.index import Vendor
from pages.ui import frame, links, roles, text

_PICKED, _SEEN, _KEPT = "choice.vendor", "choice.seen", "choice.kept"


def draw_none(kb: KnowledgeBase, title: str) -> None:
    """Say that there is no vendor yet, and what to do about it."""
    row = frame.notice(title, "What vendors say and what helped comes from the deals that are logged.")
    roles.draw_log(kb, row, type="primary")


def draw_choice(kb: KnowledgeBase, place: DeltaGenerator, vendors: Sequence[Vendor]) -> str | None:
    """Draw the box, which follows the address and is followed by it; return the bank of the vendor in it."""
    asked = links.asked_vendor()
    if not asked and (kept := st.session_state.get(_KEPT)):  # one comes from another page, where it was picked
        links.ask_vendor(kept)
        st.session_state.pop(_SEEN, None)
        asked = kept
    if asked and (_PICKED not in st.session_state or st.session_state.get(_SEEN) != asked):
        known = kb.vendor(asked)
        st.session_state.update({_SEEN: asked, _PICKED: known.bank_id if known else None})
    names = {vendor.bank_id: vendor.name for vendor in vendors}
    picked: str | None = place.selectbox(
        "Vendor",
        list(names),
        index=None,
        format_func=lambda each: names.get(each, each),
        placeholder="Pick a vendor",
        key=_PICKED,
        on_change=_follow,
    )
    st.session_state[_KEPT] = picked
    return picked


def unknown(kb: KnowledgeBase) -> str:
    """Return the vendor that the address names and of whom nothing is recorded, or nothing."""
    asked = links.asked_vendor()
    return asked if asked and kb.vendor(asked) is None else ""


def _follow() -> None:
    picked = st.session_state.get(_PICKED)
    st.session_state.update({_SEEN: picked or "", _KEPT: picked})
    links.ask_vendor(picked)


def draw_unknown(kb: KnowledgeBase, asked: str) -> None:
    """Say that the address names a vendor of whom nothing is recorded."""
    st.markdown(f"Nothing is recorded about “{text.inline(asked)}”. Pick another vendor{roles.or_log(kb)}.")
    roles.draw_log(kb, st, None if links.is_bank_id(asked) else links.to_vendor(asked))
