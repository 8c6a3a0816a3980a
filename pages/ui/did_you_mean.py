"""Did you mean …? Known vendors that a name may mean, offered and never forced."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leverage import KnowledgeBase
from leverage.directory import VendorSuggestion, suggest
from leverage.vendors import doubt_about_vendor
from pages.ui import draft, frame, links, text


def ask_under_field(place: DeltaGenerator, kb: KnowledgeBase, name: str | None) -> None:
    """Say under the form's vendor what a new name may mean, or that it may be no vendor; one press takes a suggestion."""
    if not name or not name.strip() or kb.vendor(name) is not None:
        return
    doubt = doubt_about_vendor(name)
    if doubt:
        place.markdown(frame.small(f":material/help: {text.inline(doubt)}"))
    for each in suggest(kb, name):
        place.button(
            f"Did you mean **{text.inline(each.name)}**? {_reason(each)}",
            key=draft.named(f"mean.{each.bank_id}"),
            on_click=_take,
            args=(each.name,),
            width="stretch",
            wrap=True,
        )


def draw_links(kb: KnowledgeBase, name: str) -> None:
    """Offer the vendors that a searched name may mean, each leading to its brief; nothing where none is alike."""
    found = suggest(kb, name) if name else []
    if not found:
        return
    with frame.card(height="content"):
        frame.section("Did you mean …?")
        for each in found:
            with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
                st.page_link(links.BRIEF, label=f"**{text.inline(each.name)}**", query_params=links.to_vendor(each.bank_id))
                st.markdown(frame.small(_reason(each)), width="content")


def _reason(suggestion: VendorSuggestion) -> str:
    return text.inline(suggestion.reason[:1].upper() + suggestion.reason[1:])


def _take(name: str) -> None:
    st.session_state[draft.named("vendor")] = name
    draft.changed("vendor")
