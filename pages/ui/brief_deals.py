"""The numbered deals at the end of a brief: the evidence that every marker leads to."""

from collections.abc import Iterable

import streamlit as st

from leverage import Brief, Deal
from leverage.brief import cite
from leverage.briefing import BriefSheet, split_numbers
from leverage.briefing.evidence import deal_line
from leverage.paper.spacing import keep_together
from leverage.values import label_of, show_value
from leverage.vendors import vendor_bank_id
from leverage.wording import OUTCOMES, RESULTS, sentence_case, show_count, show_day
from pages.ui import facts, frame, links, text

MOST_DEALS = 40
_SHOW_ALL = "show_all_deals"
_IN_LINE = {
    *("vendor", "deal_date", "logged_by", "logged_by_email", "department", "outcome", "product", "kind", "quantity", "unit"),
    *("term_months", "reseller", "discount_pct", "discount_base", "payment_terms", "currency", "signals", "visible_to"),
    *("tactics", "notes"),
}


def draw_deals(brief: Brief, sheet: BriefSheet) -> None:
    """Draw the deals, newest first; of many, those that a line cites and the newest, the rest on demand."""
    shown = _chosen(brief, sheet)
    frame.section(
        sheet.deals_title if len(shown) == brief.deal_count else f"{len(shown)} of the {show_count(brief.deal_count, 'deal')}"
    )
    with frame.card(height="content"):
        for deal in shown:
            _draw(brief.number(cite(deal)), deal, vendor_bank_id(brief.vendor))
            if deal is not shown[-1]:
                st.space("xsmall")
    if len(shown) < brief.deal_count and st.button("Show all"):
        st.session_state[_SHOW_ALL] = brief.bank_id
        st.rerun()


def leave_room() -> None:
    """Leave room at the end of the page, so that even the last deal can scroll to its top when its marker is followed."""
    st.space(700)


def _chosen(brief: Brief, sheet: BriefSheet) -> list[Deal]:
    deals = list(brief.deals)
    if len(deals) <= MOST_DEALS or st.session_state.get(_SHOW_ALL) == brief.bank_id:
        return deals
    newest = {cite(deal) for deal in deals[:MOST_DEALS]}
    cited = set(_cited(brief, sheet))
    return [deal for deal in deals if cite(deal) in newest | cited]


def _cited(brief: Brief, sheet: BriefSheet) -> Iterable[str]:
    """Yield the deals that a line of the brief shows a marker for."""
    by_number = {seen.n: deal_id for deal_id, seen in brief.evidence.items()}
    for line in [*(tile.below for tile in sheet.tiles), *(line for group in sheet.groups for line in group.lines)]:
        for part in line.parts:
            yield from (by_number[number] for number in split_numbers(part.numbers)[0])


def _draw(number: int, deal: Deal, own: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute", gap="xsmall"):
        title = f"{number}\\. {show_day(deal.deal_date)}, {OUTCOMES[deal.outcome].lower()}"
        st.subheader(title, anchor=facts.anchor(number), width="content")
        if deal.deal_id:
            st.page_link(links.DEAL, label=frame.grey("Details and history"), query_params=links.to_deal(deal.deal_id))
    told = deal_line(deal).removeprefix(show_day(deal.deal_date)).lstrip(",: ")
    lines = [keep_together(text.inline(sentence_case(told)))]
    lines += [f"Tactic: {text.inline(each.tactic)}: **{RESULTS[each.result].lower()}**" for each in deal.tactics]
    lines += [f"What they did: {facts.signal(each)}" for each in deal.signals]
    rest = [
        f"{label_of(name)}: {show_value(name, value, deal.currency)}"
        for name, value in deal.values().items()
        if name not in _IN_LINE
    ]
    if vendor_bank_id(deal.vendor) != own:
        rest.insert(0, f"Logged as {deal.vendor}")
    lines += [text.inline(". ".join(rest)) + "."] if rest else []
    st.markdown("  \n".join(lines))
    if deal.notes:
        st.markdown(text.block(deal.notes))
