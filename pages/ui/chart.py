"""Agreed discounts over time: dots with their values, and a line only through deals that compare."""

from collections import Counter
from typing import Any

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
_TOLD = {"label": "Discount", "base": "Base", "what": "Product", "day": "Date", "who": "Logged by", "deal": "Deal"}
_TEXT = {"text": {"field": "label", "type": "nominal"}}
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
        st.vega_lite_chart(spec=_chart(brief, deals), alt=_told(deals))


def _priced(brief: Brief) -> list[Deal]:
    return [deal for deal in reversed(brief.deals) if deal.is_agreed and deal.discount_pct is not None]


def _line_of(deal: Deal) -> tuple[str, str, str] | None:
    """Return what a deal's line must have in common; None where it is not known."""
    if not deal.product or deal.discount_base in (None, "unknown"):
        return None
    return fold(deal.product), str(deal.discount_base), fold(deal.reseller or "")


def _chart(brief: Brief, deals: list[Deal]) -> dict[str, Any]:
    """Return the chart in Vega-Lite's own words: made and checked by Altair it takes a third of a brief's time."""
    ink = _DARK if mark.is_dark() else _LIGHT
    lines = {line for line, n in Counter(map(_line_of, deals)).items() if line and n >= LINE_FROM}
    rows = [_row(brief, deal, lines) for deal in deals]
    bases = [each for each in _SHAPES if each in {row["base"] for row in rows}]
    colours = [ink["accent"], ink["grey"], ink["ink"], ink["grey"]]
    legend = {"orient": "top", "direction": "horizontal", "offset": 22, "columns": 2, "title": None}
    legend |= {"labelColor": ink["grey"], "labelFontSize": 13}
    by_base = {"field": "base", "type": "nominal", "legend": legend}
    label = {"type": "text", "dy": -14, "fontSize": 13}
    layers: list[dict[str, Any]] = [
        {
            "transform": [{"filter": "datum.line != null"}],
            "mark": {"type": "line", "color": ink["grey"], "strokeWidth": 1.5},
            "encoding": {"detail": {"field": "line", "type": "nominal"}},
        },
        {
            "mark": {"type": "point", "size": 80, "filled": True, "opacity": 1},
            "encoding": {
                "shape": {**by_base, "scale": {"domain": bases, "range": [_SHAPES[each] for each in bases]}},
                "color": {**by_base, "scale": {"domain": bases, "range": colours}},
                "tooltip": [{"field": field, "type": "nominal", "title": title} for field, title in _TOLD.items()],
            },
        },
        {"mark": {**label, "stroke": ink["page"], "strokeWidth": 4, "strokeJoin": "round"}, "encoding": _TEXT},
        {"mark": {**label, "color": ink["ink"]}, "encoding": _TEXT},
    ]
    places = _places(ink, deals)
    return {
        "data": {"name": "deals"},
        "datasets": {"deals": rows},
        "height": 320,
        "layer": [{**layer, "encoding": layer["encoding"] | places} for layer in layers],
    }


def _places(ink: dict[str, str], deals: list[Deal]) -> dict[str, Any]:
    """Return what says where a deal stands: its date along, its discount upwards."""
    axis: dict[str, Any] = {"titleColor": ink["grey"], "labelColor": ink["grey"], "titleFontSize": 13, "labelFontSize": 13}
    axis |= {"titleFontWeight": "normal", "gridColor": ink["rule"], "domainColor": ink["rule"], "tickColor": ink["rule"]}
    dates = {"format": "%b %Y", "grid": False, "tickCount": 5, "labelOverlap": True}
    sizes = {"tickCount": 4, "titleAngle": 0, "titleAlign": "left", "titleAnchor": "end", "titleX": 0, "titleY": -8}
    top = max(10, -(-int(max(deal.discount_pct or 0 for deal in deals)) // 10) * 10 + 5)
    along, upwards = {"field": "date", "type": "temporal", "title": "Deal date"}, {"field": "pct", "type": "quantitative"}
    return {
        "x": {**along, "scale": {"padding": 28}, "axis": axis | dates},
        "y": {**upwards, "title": "Discount, %", "scale": {"domain": [0, top]}, "axis": axis | sizes},
    }


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
