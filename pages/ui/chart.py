"""Agreed discounts over time: dots with their values, and a line only through deals that compare."""

from collections import Counter
from typing import Any

import altair as alt
import streamlit as st

from leverage import Brief, Deal
from leverage.brief import cite
from leverage.text import fold
from leverage.wording import join_words, show_base, show_count, show_day, show_month, show_percent
from pages.ui import frame, mark

LINE_FROM = 3
_SHAPES = {
    "off list": "circle",
    "off the first quote": "diamond",
    "off the last price": "square",
    "off a base not recorded": "triangle",
}
_LIGHT = {"grey": "#525B69", "ink": "#14171F", "accent": "#4550C8", "rule": "#DEE2E8", "page": "#FFFFFF"}
_DARK = {"grey": "#A9B1BF", "ink": "#E8EAEF", "accent": "#A5AEFF", "rule": "#2B303A", "page": "#101217"}


def is_worth_drawing(brief: Brief) -> bool:
    """Say whether there are at least two agreed discounts to compare."""
    return len(_priced(brief)) > 1


def draw_chart(brief: Brief) -> None:
    """Draw the discounts; the text for those who can't see it tells the same."""
    deals = _priced(brief)
    with frame.card():
        frame.section("Discount over time")
        st.altair_chart(_chart(brief, deals), alt=_told(deals))


def _priced(brief: Brief) -> list[Deal]:
    return [deal for deal in reversed(brief.deals) if deal.is_agreed and deal.discount_pct is not None]


def _line_of(deal: Deal) -> tuple[str, str, str] | None:
    """Return what a deal's line must have in common; None where it is not known."""
    if not deal.product or deal.discount_base in (None, "unknown"):
        return None
    return fold(deal.product), str(deal.discount_base), fold(deal.reseller or "")


def _chart(brief: Brief, deals: list[Deal]) -> Any:
    ink = _DARK if mark.is_dark() else _LIGHT
    lines = {line for line, n in Counter(map(_line_of, deals)).items() if line and n >= LINE_FROM}
    rows = [_row(brief, deal, lines) for deal in deals]
    axis: dict[str, Any] = {"titleColor": ink["grey"], "labelColor": ink["grey"], "titleFontSize": 13, "labelFontSize": 13}
    axis |= {"titleFontWeight": "normal", "gridColor": ink["rule"], "domainColor": ink["rule"], "tickColor": ink["rule"]}
    top = max(10, -(-int(max(deal.discount_pct or 0 for deal in deals)) // 10) * 10 + 5)
    y_axis = alt.Axis(tickCount=4, titleAngle=0, titleAlign="left", titleAnchor="end", titleX=0, titleY=-8, **axis)
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        x=alt.X(
            "date:T",
            title="Deal date",
            scale=alt.Scale(padding=28),
            axis=alt.Axis(format="%b %Y", grid=False, tickCount=5, labelOverlap=True, **axis),
        ),
        y=alt.Y("pct:Q", title="Discount, %", scale=alt.Scale(domain=[0, top]), axis=y_axis),
    )
    bases = [each for each in _SHAPES if each in {row["base"] for row in rows}]
    legend = alt.Legend(
        orient="top", direction="horizontal", offset=22, labelColor=ink["grey"], labelFontSize=13, title=None, columns=2
    )
    line = base.transform_filter("datum.line != null").mark_line(color=ink["grey"], strokeWidth=1.5).encode(detail="line:N")
    dots = base.mark_point(size=80, filled=True, opacity=1).encode(
        shape=alt.Shape("base:N", scale=alt.Scale(domain=bases, range=[_SHAPES[each] for each in bases]), legend=legend),
        color=alt.Color(
            "base:N", scale=alt.Scale(domain=bases, range=[ink["accent"], ink["grey"], ink["ink"], ink["grey"]]), legend=legend
        ),
        tooltip=[
            alt.Tooltip("label:N", title="Discount"),
            alt.Tooltip("base:N", title="Base"),
            alt.Tooltip("what:N", title="Product"),
            alt.Tooltip("day:N", title="Date"),
            alt.Tooltip("who:N", title="Logged by"),
            alt.Tooltip("deal:N", title="Deal"),
        ],
    )
    labels = base.mark_text(dy=-14, fontSize=13, color=ink["ink"]).encode(text="label:N")
    halo = base.mark_text(dy=-14, fontSize=13, stroke=ink["page"], strokeWidth=4, strokeJoin="round").encode(text="label:N")
    return (line + dots + halo + labels).properties(height=320)


def _row(brief: Brief, deal: Deal, lines: set[tuple[str, str, str]]) -> dict[str, Any]:
    line = _line_of(deal)
    return {
        "date": deal.deal_date.isoformat(),
        "day": show_day(deal.deal_date),
        "pct": float(deal.discount_pct or 0),
        "label": show_percent(deal.discount_pct) if deal.discount_pct is not None else "",
        "base": show_base(deal.discount_base),
        "what": deal.product or "not recorded",
        "who": f"{deal.logged_by}, {deal.department}",
        "deal": f"[{brief.number(cite(deal))}]",
        "line": "|".join(line) if line in lines else None,
    }


def _told(deals: list[Deal]) -> str:
    points = [
        f"{show_percent(deal.discount_pct)} {show_base(deal.discount_base)} in {show_month(deal.deal_date)}"
        for deal in deals
        if deal.discount_pct is not None
    ]
    shown = points if len(points) <= 12 else [*points[:6], f"{show_count(len(points) - 12, 'more deal')}", *points[-6:]]
    return f"Agreed discounts by deal date: {join_words(shown)}."
