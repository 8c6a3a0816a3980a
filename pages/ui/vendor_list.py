"""The list of vendors: searched, sorted and paged, all from the index."""

from collections.abc import Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leverage import KnowledgeBase
from leverage.agenda import HORIZON, Entry
from leverage.index import Vendor
from leverage.prices import is_old
from leverage.text import fold
from leverage.wording import show_count, show_day, show_distance
from pages.ui import flag_list, frame, links, text

PER_PAGE = 50
MOST_DEPARTMENTS = 4
_ORDERS = {
    "date": "Next date first",
    "flags": "Open flags first",
    "name": "By name",
    "last": "Last deal first",
    "most": "Most deals first",
}
_WIDTHS = (3.4, 2.1, 2.6, 2.4, 3.5)  # of a row; at 1024 px the second still holds “High · 1,234 deals”, which would be cut
_SOON = 60  # days within which a date is told by how far off it is

Days = Mapping[str, Entry] | None  # by bank id; None where they are not known


def say_waiting(kb: KnowledgeBase) -> None:
    """Say how many deals are kept on disk because the memory is away."""
    waiting = len({change.deal_id for change in kb.waiting()})
    if waiting:
        go = "is kept on disk and goes in by itself" if waiting == 1 else "are kept on disk and go in by themselves"
        st.markdown(f":orange[:material/schedule:] {show_count(waiting, 'deal')} {go} when the memory is back.")


def draw_search(vendors: Sequence[Vendor], days: Days, flags: Mapping[str, int]) -> list[Vendor]:
    """Draw the search and the order, both in the address; return the vendors found, in that order.

    `days` are the next days to decide, `flags` the numbers of open flags.
    """
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute", gap="small"):
        query = st.text_input(
            "Search vendors",
            placeholder="Vendor, alias or department",
            icon=":material/search:",
            label_visibility="collapsed",
            width=360,
            live=True,
            key=links.SEARCH,
            bind="query-params",
        )
        right = st.container(horizontal=True, vertical_alignment="center", width="content", gap="small")
        count = right.empty()
        order = right.selectbox(
            "Order",
            list(_ORDERS),
            format_func=lambda each: _ORDERS[each],
            label_visibility="collapsed",
            width=180,
            key=links.SORT,
            bind="query-params",
        )
        found = matching(vendors, query or "", order or "date", days, flags)
        if found:
            count.markdown(show_count(len(found), "vendor"), width="content")
    return found


def asked() -> str:
    """Return what is searched for."""
    return str(st.session_state.get(links.SEARCH) or "").strip()


def clear_search() -> None:
    """Empty the search."""
    st.session_state[links.SEARCH] = ""


def matching(
    vendors: Sequence[Vendor], query: str, order: str, days: Days, flags: Mapping[str, int] = MappingProxyType({})
) -> list[Vendor]:
    """Return the vendors whose names, bank id or departments hold every word of the query, in the order asked for.

    Of vendors that stand alike in it, those with more open flags come first.
    """
    words = fold(query).split()
    found = [vendor for vendor in vendors if all(word in _searched(vendor) for word in words)]
    found.sort(key=lambda vendor: (fold(vendor.name), vendor.bank_id))
    if order in ("date", "flags"):
        found.sort(key=lambda vendor: -flags.get(vendor.bank_id, 0))
    if order == "date":
        found.sort(key=lambda vendor: days[vendor.bank_id].day if days and vendor.bank_id in days else date.max)
    elif order == "last":
        found.sort(key=lambda vendor: vendor.last_deal, reverse=True)
    elif order == "most":
        found.sort(key=lambda vendor: vendor.deal_count, reverse=True)
    return found


def draw_page(found: Sequence[Vendor], today: date, flags: Mapping[str, int], days: Days) -> None:
    """Draw one page of vendors, fifty at most, each with its open flags and its next date, and the way to the others."""
    pages = -(-len(found) // PER_PAGE)
    page, rows = 1, st.container(border=True, gap="small")
    if pages > 1:
        with st.container(horizontal_alignment="center"):
            page = st.pagination(pages, key=links.PAGE, bind="query-params")
    with rows:
        # A page that is named by its file is sought on the disk for each link.
        brief, watch = links.page(links.BRIEF, links.BRIEF_PATH), links.page(links.WATCH, links.WATCH_PATH)
        for vendor in found[(page - 1) * PER_PAGE : page * PER_PAGE]:
            _draw_row(vendor, (brief, watch), today, flags.get(vendor.bank_id, 0), _next(days, vendor.bank_id))


def _draw_row(vendor: Vendor, pages: tuple[Any, Any], today: date, flags: int, next_day: str) -> None:
    brief, watch = pages
    a, b, c, d, e = st.columns(_WIDTHS, gap="xxsmall", vertical_alignment="center")
    query = links.to_vendor(vendor.bank_id)
    with a, st.container(horizontal=True, vertical_alignment="center", gap=None):
        st.page_link(brief, label=f"**{text.inline(vendor.name)}**", query_params=query, width="content")
        if flags:
            st.page_link(watch, label=flag_list.count_mark(flags), query_params=query, width="content")
    _in(b, frame.confidence_mark(vendor.deal_count))
    _in(c, frame.small(f"{frame.grey('Last deal')} {_since(vendor.last_deal, today)}"))
    shown = list(vendor.departments[:MOST_DEPARTMENTS])
    more = len(vendor.departments) - len(shown)
    _in(d, frame.small(text.inline(", ".join([*shown, f"{more} more"] if more > 0 else shown))))
    _in(e, frame.small(next_day))


def _in(cell: DeltaGenerator, words: str) -> None:
    """Write into a cell of a row, in line with the name, below which the cells come on a narrow screen."""
    with cell, frame.beside_links():
        st.markdown(words)


def _next(days: Days, bank_id: str) -> str:
    if days is None:
        return ""
    entry = days.get(bank_id)
    if entry is None:
        return frame.grey(f"No date within {HORIZON} days")
    if entry.kind == "unknown":
        return f":orange[:material/help:] {entry.word}"
    if entry.days_left < 0:
        return f":orange[:material/event_busy:] **Overdue**, {show_day(entry.day)}"
    told = f"{frame.grey(entry.word)} **{show_day(entry.day)}**"
    return f"{told}, {show_distance(entry.days_left)}" if entry.days_left <= _SOON else told


def _since(day: date, today: date) -> str:
    years = (today - day).days // 365
    return f"{show_day(day)}, {show_count(years, 'year')} ago" if is_old(day, today) else show_day(day)


def _searched(vendor: Vendor) -> str:
    names = map(fold, (vendor.name, *vendor.aliases, vendor.bank_id, *vendor.departments))
    return " ".join([vendor.bank_id, *names])
