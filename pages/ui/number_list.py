"""The figures one by one, each with its baseline and the way to its deals, and the deals that have none."""

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leverage import KnowledgeBase
from leverage.exports import export_name
from leverage.savings import KIND_WORDS, REASONS, Figure, LeftOut, Savings, savings_csv
from leverage.wording import show_count, show_day, show_money, show_percent
from pages.ui import frame, links, taking, text
from pages.ui.number_sums import COLUMNS, called

PER_PAGE = 20
MOST_LINKED = 5

_SPANS = {"annualised": "a year", "full term": "over the full term"}


def draw_download(kb: KnowledgeBase, place: DeltaGenerator, chosen: Savings) -> None:
    """Draw the button that gives these very figures as a file, and the deals that have none."""
    if not (chosen.figures or chosen.left_out):
        return
    figures, left = show_count(len(chosen.figures), "figure"), show_count(len(chosen.left_out), "deal")
    place.download_button(
        "Download CSV",
        data=taking.file(lambda: csv_of(kb, chosen)),
        file_name=export_name(kb, table="numbers"),
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        help=f"{figures}, one row each" + (f", and {left} without any" if chosen.left_out else ""),
    )


def csv_of(kb: KnowledgeBase, chosen: Savings) -> bytes:
    """Return the figures as a file, noted as an export."""
    kb.permit("export", what="numbers", figures=len(chosen.figures))
    return savings_csv(chosen.figures, chosen.left_out)


def draw(figures: Sequence[Figure]) -> None:
    """Draw a page of figures, by currency, kind and basis, the newest of each first, and the way to the others."""
    pages = -(-len(figures) // PER_PAGE)
    frame.section(show_count(len(figures), "figure"))
    place = st.container(border=True, height="content", gap="small")
    page = 1
    if pages > 1:
        with st.container(horizontal_alignment="center"):
            page = min(st.pagination(pages, key=links.PAGE, bind="query-params"), pages)
    often = Counter(figure.currency for figure in figures)
    ordered = sorted(figures, key=lambda each: (-often[each.currency], each.currency, COLUMNS.index((each.basis, each.kind))))
    last = None
    with place:
        for figure in ordered[(page - 1) * PER_PAGE : page * PER_PAGE]:
            group = f"{figure.currency}: {called((figure.basis, figure.kind))}"
            if group != last:
                frame.section(group, level=3)
            last = group
            _draw_figure(figure)


def draw_none(everything: Savings, chosen: Savings) -> None:
    """Say why there is no figure."""
    if not chosen.left_out:
        frame.notice("No deal is chosen", "Nothing recorded is of all that is chosen above. Choose less narrowly.")
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
    saved = f"{show_money(figure.amount, figure.currency)} {_SPANS[figure.basis]}"
    about = f"{figure.vendor}, {figure.product}" if figure.product else figure.vendor
    when = f"{show_day(figure.day)}, {figure.department}"
    lines = [
        f"**{text.inline(saved)}**, {KIND_WORDS[figure.kind]}",
        f"**{text.inline(about)}**, {text.inline(when)}",
        text.inline(_paid(figure)),
        *([] if figure.kind == "reduction" else [text.inline(f"{figure.baseline}: {_money(figure, figure.baseline_value)}.")]),
        text.inline(figure.how),
        *([text.inline(figure.note)] if figure.note else []),
    ]
    left, right = frame.row()
    left.markdown("  \n".join(map(frame.small, lines)))
    right.page_link(links.DEAL, label="The deal", icon=":material/arrow_forward:", query_params=links.to_deal(figure.deal_id))
    for before in figure.deal_ids[1:]:
        right.page_link(links.DEAL, label="The deal before", icon=":material/arrow_back:", query_params=links.to_deal(before))


def _paid(figure: Figure) -> str:
    """Return what was paid before and what is paid now, and by how much that changed."""
    now = f"{_money(figure, figure.paid_now)} {figure.per}"
    before = figure.paid_before
    if before is None:
        return f"Paid now: {now}."
    name = figure.baseline if figure.kind == "reduction" else "Last price paid"
    change = (figure.paid_now / before - 1) * 100 if before else None
    told = "" if change is None else f" ({_signed(change)})" if figure.paid_now != before else " (unchanged)"
    return f"{name}: {_money(figure, before)}. Paid now: {now}{told}."


def _signed(change: Decimal) -> str:
    return f"{'+' if change > 0 else '−'}{show_percent(abs(change).quantize(Decimal('0.1')))}"


def _money(figure: Figure, value: Decimal) -> str:
    return show_money(value, figure.currency)


def _about(each: LeftOut) -> str:
    return text.inline(f"{each.vendor}, {show_day(each.day)}")
