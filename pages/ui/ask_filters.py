"""What questions about a vendor are narrowed to: a topic, a department, an outcome and a period, kept in the address."""

from collections.abc import Callable
from datetime import date

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leverage import Brief, KnowledgeBase
from leverage.topics import TOPICS
from leverage.wording import OUTCOMES, show_day
from pages.ui import links, text

Filters = dict[str, str]

_DAYS = ("since", "until")
_FIRST, _LAST = date(1970, 1, 1), date(2100, 1, 1)
NAMES = ("topic", "department", "outcome", "since", "until")


def draw(kb: KnowledgeBase, brief: Brief, place: DeltaGenerator) -> Filters:
    """Draw the popover with the filters and return those that are set, by the names that `ask` gives them.

    The address keeps them; what stands in the popover is drawn only while it is open.
    """
    vendor = kb.vendor(brief.bank_id)
    picks: tuple[tuple[str, list[str], Callable[[str], str]], ...] = (
        ("topic", list(TOPICS), lambda name: TOPICS[name]),
        ("department", list(vendor.departments) if vendor else [], text.label),
        ("outcome", list(OUTCOMES), lambda name: OUTCOMES[name]),
    )
    found = {name: asked for name, options, _ in picks if (asked := links.asked_filter(name)) in options}
    found |= {name: asked for name in _DAYS if _day(asked := links.asked_filter(name))}
    title = f"Narrow: {len(found)}" if found else "Narrow"
    menu = place.popover(title, width="stretch", icon=":material/filter_list:", on_change="rerun", key=menu_key(brief))
    if menu.open:
        with menu:
            for name, options, show in picks:
                key = _seeded(brief, name, found.get(name))
                pick = {"key": key, "on_change": _take, "args": (brief, name)}
                st.selectbox(name.title(), options, index=None, format_func=show, placeholder="Any", **pick)
            for name in _DAYS:
                key = _seeded(brief, name, _day(found.get(name, "")))
                pick = {"key": key, "on_change": _take, "args": (brief, name)}
                st.date_input(name.title(), value=None, min_value=_FIRST, max_value=_LAST, **pick)
            st.button("Look everywhere", type="tertiary", on_click=put, args=(brief, {}), disabled=not found)
    return {name: found[name] for name in NAMES if name in found}


def put(brief: Brief, filters: Filters) -> None:
    """Set the filters to these, in place of what was set."""
    for name in NAMES:
        links.ask_filter(name, filters.get(name))
        st.session_state.pop(_key(name, brief), None)


def menu_key(brief: Brief) -> str:
    """Return the key of the popover."""
    return _key("narrow", brief)


def told(filters: Filters) -> str:
    """Return filters in a few words."""
    words = []
    for name, value in filters.items():
        day = _day(value) if name in _DAYS else None
        words.append(f"{name} {show_day(day)}" if day else TOPICS.get(value, OUTCOMES.get(value, value)))
    return ", ".join(words)


def _seeded(brief: Brief, name: str, value: object) -> str:
    """Return the key of a filter's widget, which begins with what the address says."""
    key = _key(name, brief)
    if key not in st.session_state:
        st.session_state[key] = value
    return key


def _take(brief: Brief, name: str) -> None:
    value = st.session_state.get(_key(name, brief))
    links.ask_filter(name, str(value) if value is not None else None)


def _day(value: str) -> date | None:
    try:
        return date.fromisoformat(value)
    except ValueError:
        return None


def _key(part: str, brief: Brief) -> str:
    return f"ask.{part}.{brief.bank_id}"
