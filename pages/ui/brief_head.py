"""The head of a brief: whose it is, how much is recorded, and what one can take away."""

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leverage import Brief, KnowledgeBase
from leverage.briefing import BriefSheet
from leverage.exports import deals_csv, export_name
from leverage.paper import brief_html, brief_markdown, file_name
from leverage.paper.spacing import keep_together
from leverage.wording import join_words, show_count
from pages.ui import follow_button, frame, links, roles, taking, text

MOST_ALIASES = 5


def draw_head(kb: KnowledgeBase, brief: Brief, sheet: BriefSheet, products: list[str], flags: int) -> None:
    """Draw the name, the evidence, open flags, the product filter, the ways to share it and the line it is built from."""
    left, right = frame.head(text.inline(brief.vendor))
    frame.confidence_badge(left, brief.deal_count)
    for page, label in ((links.RECORD, "Names and notes"), (links.TABLE, "At the table"), (links.PREPARE, "Prepare")):
        left.page_link(page, label=frame.small(label), query_params=links.to_vendor(brief.bank_id))
    _share(right, kb, brief)
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute", gap="small"):
        known = kb.vendor(brief.bank_id)
        told = f"{sheet.head} {_aliases(known.aliases)}" if known and known.aliases else sheet.head
        st.markdown(keep_together(text.inline(told)), width=720 - (140 if flags else 0) if products else "stretch")
        if flags:
            label = frame.small(show_count(flags, "open flag"))
            st.page_link(
                links.WATCH, label=label, icon=":material/flag:", query_params=links.to_vendor(brief.bank_id), width="content"
            )
        follow_button.draw(kb, brief.bank_id)
        if products:
            _filter(products)


def _aliases(names: Sequence[str]) -> str:
    """Return what else a vendor is called, in a sentence that stays short."""
    more = len(names) - MOST_ALIASES
    shown = [*names[:MOST_ALIASES], f"{more} more names"] if more > 1 else names
    return f"Also known as {join_words(shown)}{'' if shown[-1].endswith('.') else '.'}"


def _filter(products: list[str]) -> None:
    st.selectbox(
        "Product",
        products,
        index=None,
        placeholder="All products",
        label_visibility="collapsed",
        key=links.PRODUCT,
        bind="query-params",
        width=240,
    )


def _share(place: DeltaGenerator, kb: KnowledgeBase, brief: Brief) -> None:
    today = kb.today()
    with place.popover("Copy link", icon=":material/link:"):
        st.markdown(frame.small("Point at the address and press the button at its end."))
        st.code(links.brief_address(brief.bank_id, brief.product), language=None, wrap_lines=True)
    place.download_button(
        "Print",
        data=taking.noted(kb, "brief to print", brief.bank_id, lambda: brief_html(brief, printed=today)),
        file_name=file_name(brief, "html", today),
        mime="text/html",
        icon=":material/print:",
        on_click="ignore",
        help="A page to print, as a file",
    )
    with place.popover("Save as", icon=":material/download:"):
        st.download_button(
            "Brief as Markdown",
            data=taking.noted(kb, "brief as Markdown", brief.bank_id, lambda: brief_markdown(brief, printed=today)),
            file_name=file_name(brief, "md", today),
            mime="text/markdown",
            icon=":material/description:",
            on_click="ignore",
            width="stretch",
        )
        st.download_button(
            "All deals as CSV",
            data=taking.file(lambda: deals_csv(kb, brief.bank_id)),
            file_name=export_name(kb, brief.bank_id),
            mime="text/csv",
            icon=":material/table:",
            on_click="ignore",
            width="stretch",
        )
    roles.draw_log(kb, place, links.to_vendor(brief.bank_id), icon=":material/add:")
