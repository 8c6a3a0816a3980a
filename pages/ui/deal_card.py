"""A deal in labelled lines: what is recorded of it, group by group."""

from collections.abc import Iterator

import streamlit as st

from leverage import Deal
from leverage.values import gaps_of, label_of, show_value
from leverage.wording import RESULTS, join_words, show_base
from pages.ui import facts, frame, text

Lines = list[str]

_GROUPS = {
    "What": ("product", "kind", "quantity", "unit", "term_months", "reseller", "competitor"),
    "Price and payment": (
        *("discount_pct", "list_price", "quoted_price", "final_price", "annual_value", "total_value"),
        *("currency", "payment_terms", "billing_frequency", "uplift_asked_pct", "uplift_agreed_pct", "uplift_cap_pct"),
    ),
    "Terms": ("flexible_on", "firm_on", "conceded", "obtained"),
    "Tactics": ("tactics",),
    "What they did": ("signals",),
    "Dates": ("start_date", "end_date", "auto_renews", "renewal_term_months", "notice_days", "next_meeting"),
    "People and papers": ("contact", "contract_ref", "links", "logged_by_email"),
}


def draw_card(deal: Deal, *, with_address: bool = True) -> None:
    """Draw everything recorded of a deal, on request without the address of who logged it; an empty group is left out."""
    left_out = () if with_address else ("logged_by_email",)
    named = {title: tuple(name for name in names if name not in left_out) for title, names in _GROUPS.items()}
    groups = [(title, lines) for title, names in named.items() if (lines := list(_lines(deal, names)))]
    with frame.card(height="content"):
        for place, column in zip(st.columns(2, gap="medium"), _balanced(groups), strict=True):
            with place.container(gap="small"):
                for title, lines in column:
                    with st.container(gap="xsmall"):
                        frame.section(title)
                        st.markdown("  \n".join(lines))
        if deal.notes:
            st.space("xsmall")
            frame.section("Notes")
            st.markdown(text.block(deal.notes))
        gaps = gaps_of(deal.values())
        if gaps:
            st.markdown(frame.grey(f"Not recorded: {join_words(gaps)}."))


def _lines(deal: Deal, names: tuple[str, ...]) -> Iterator[str]:
    recorded = deal.values()
    for name in names:
        if name == "tactics":
            for each in deal.tactics:
                yield f"{facts.icon(each.result)}{text.inline(each.tactic)}: **{RESULTS[each.result].lower()}**"
        elif name == "signals":
            yield from map(facts.signal, deal.signals)
        elif name in recorded:
            shown = show_value(name, recorded[name], deal.currency)
            if name == "discount_pct":
                shown = f"{shown} {show_base(deal.discount_base)}"
            yield f"{frame.grey(label_of(name))} {text.inline(shown)}"


def _balanced(groups: list[tuple[str, Lines]]) -> tuple[list[tuple[str, Lines]], list[tuple[str, Lines]]]:
    """Return the groups in two columns, in order, cut where both are nearest to equally long."""
    heights = [len(lines) + 2 for _, lines in groups]
    cut = min(range(len(groups) + 1), key=lambda at: (abs(sum(heights[:at]) - sum(heights[at:])), -at))
    return groups[:cut], groups[cut:]
