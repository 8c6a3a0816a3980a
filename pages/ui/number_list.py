"""The figures one by one, each with its baseline and the way to its deals, and the deals that have none."""

from collections import Counter
from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leverage import KnowledgeBase
from leverage.exports import export_name
from leverage.savings import REASONS, Figure, LeftOut, Savings, savings_csv
from leverage.wording import show_count, show_day, show_money
from pages.ui import frame, links, text

PER_PAGE = 20
MOST_LINKED = 5

_SPANS = {"annualised": "a year", "full term": "over the full term"}


def draw_download(kb: KnowledgeBase, place: DeltaGenerator, figures: Sequence[Figure]) -> None:
    """Draw the button that gives these very figures as a file."""
    place.download_button(
        "Download CSV",
        data=lambda: savings_csv(figures),
        file_name=export_name(kb, table="numbers"),
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        help=f"{show_count(len(figures), 'figure')}, one row each",
    )


def draw(figures: Sequence[Figure]) -> None:
    """Draw a page of figures, the newest first, and the way to the others."""
    pages = -(-len(figures) // PER_PAGE)
    frame.section(show_count(len(figures), "figure"))
    place = frame.card(height="content")
    page = 1
    if pages > 1:
        with st.container(horizontal_alignment="center"):
            page = min(st.pagination(pages, key=links.PAGE, bind="query-params"), pages)
    with place:
        for figure in figures[(page - 1) * PER_PAGE : page * PER_PAGE]:
            _draw_figure(figure)


def draw_none(everything: Savings, chosen: Savings) -> None:
    """Say why there is no figure."""
    if not chosen.left_out:
        frame.notice("No deal is chosen", "No deal of this vendor, department and period is recorded. Choose less narrowly.")
    elif everything.figures:
        frame.notice("No figure here", "None of the deals chosen has a baseline to compare with. What they lack stands below.")
    else:
        frame.notice(
            "No figures yet",
            "A figure appears here when an agreed deal records its price, its quantity and its currency, and the price before,"
            " the first quote or the increase that was asked.",
        )


def draw_left_out(left: Sequence[LeftOut]) -> None:
    """Say how many deals have no figure, and why, with the newest of each to open."""
    if not left:
        return
    by_reason = Counter(each.reason for each in left)
    with st.expander(f"{show_count(len(left), 'deal')} without a figure, and why"):
        for reason, said in REASONS.items():
            if not by_reason[reason]:
                continue
            newest = [each for each in left if each.reason == reason][:MOST_LINKED]
            shown = ", ".join(f"[{_about(each)}]({links.deal_address(each.deal_id)})" for each in newest)
            more = f" and {by_reason[reason] - len(newest)} more" if by_reason[reason] > len(newest) else ""
            st.markdown(f"**{by_reason[reason]:,}** {said}: {shown}{more}")


def _draw_figure(figure: Figure) -> None:
    about = f"{figure.vendor}, {figure.product}" if figure.product else figure.vendor
    saved = f"{show_money(figure.amount, figure.currency)} {_SPANS[figure.basis]}"
    when = f"{show_day(figure.day)}, {figure.department}"
    baseline = f"{figure.baseline}: {show_money(figure.baseline_value, figure.currency)}"
    with st.container(gap=None):
        st.page_link(links.DEAL, label=frame.small(text.inline(about)), query_params=links.to_deal(figure.deal_id))
        lines = [
            f"**{text.inline(saved)}**, {figure.kind} {frame.grey(text.inline(when))}",
            f"{text.inline(baseline)}.",
            f"{text.inline(figure.how)}{_compared(figure)}",
            *([text.inline(figure.note)] if figure.note else []),
        ]
        st.markdown("  \n".join(map(frame.small, lines)))


def _compared(figure: Figure) -> str:
    """Return the link to the deal that a figure is compared with, if there is one."""
    return "".join(f" [The deal before]({links.deal_address(each)})" for each in figure.deal_ids[1:])


def _about(each: LeftOut) -> str:
    return text.inline(f"{each.vendor}, {show_day(each.day)}")
