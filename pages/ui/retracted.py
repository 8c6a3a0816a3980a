"""The retracted deals of a vendor: out of every count, and still in reach."""

from collections.abc import Sequence

import streamlit as st

from leverage import KnowledgeBase, directory
from leverage.directory import record as vendor_record
from leverage.text import fold
from leverage.versions import DealRecord
from leverage.wording import OUTCOMES, show_count, show_day
from pages.ui import frame, history, links, roles, text


def draw_fold(records: Sequence[DealRecord], product: str | None = None) -> None:
    """Draw one fold with the retracted deals, of all products or one; nothing where there are none."""
    if product:
        records = [each for each in records if fold(each.deal().product or "") == fold(product)]
    if records:
        with st.expander(f"{show_count(len(records), 'retracted deal')}"):
            _draw(records)


def draw_vendor(kb: KnowledgeBase, vendor: str, records: Sequence[DealRecord]) -> None:
    """Draw a vendor none of whose deals counts any more."""
    known = vendor_record(kb, vendor)
    deals = show_count(len(records), "deal")
    st.markdown(f"No deal with {text.inline(known.name)} counts: {deals}, retracted.")
    with frame.card(height="content"):
        _draw(records)


def draw_all(kb: KnowledgeBase) -> bool:
    """Say that every deal there is was retracted, and lead to their vendors; return whether that is so."""
    hidden = directory.others(kb)
    if not hidden:
        return False
    row = frame.notice("No deal counts", "Every deal was retracted. They can be read and restored here, vendor by vendor.")
    roles.draw_log(kb, row, type="primary")
    with frame.card(height="content"):
        for each in hidden:
            st.page_link(links.BRIEF, label=f"**{text.inline(each.name)}**", query_params=links.to_vendor(each.bank_id))
    return True


def draw_link(kb: KnowledgeBase, vendor: str) -> None:
    """Lead to a vendor of this very name, none of whose deals counts any more."""
    if records := kb.retracted(vendor):
        name = vendor_record(kb, vendor).name
        with frame.card(height="content"):
            st.page_link(
                links.BRIEF,
                label=f"**{text.inline(name)}** has {show_count(len(records), 'retracted deal')}",
                query_params=links.to_vendor(vendor),
            )


def _draw(records: Sequence[DealRecord]) -> None:
    for record in records:
        deal = record.deal()
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute", gap="xsmall"):
            told = f"**{show_day(deal.deal_date)}**, {OUTCOMES[deal.outcome].lower()}, logged by {text.inline(deal.logged_by)}."
            st.markdown(frame.small(f"{told} {history.retracted(record)}"), width="stretch")
            label = frame.grey("Details and history")
            st.page_link(links.DEAL, label=label, query_params=links.to_deal(record.deal_id))
