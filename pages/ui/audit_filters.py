"""Whose acts, which, about whom and of when: the filters of the audit trail, all of them in the address, by ids alone."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leverage import KnowledgeBase
from leverage.audit.trail import Choices, Filters
from leverage.audit.vendors import shown
from leverage.audit.words import did
from leverage.fields import EARLIEST, LATEST
from leverage.text import fold
from pages.ui import frame, links, text


def draw(kb: KnowledgeBase, choices: Choices, names: Mapping[str, str]) -> Filters | None:
    """Draw the filters and return what they choose; None where the days are the wrong way round."""
    people = {who: _called(who, each.called, choices) for who, each in choices.who.items()}
    ids: dict[str, list[str]] = {}  # one vendor's, by the first
    by_name: dict[str, str] = {}
    for bank_id in choices.vendors:  # all that were erased are one
        ids.setdefault(by_name.setdefault(shown(bank_id, names), bank_id), []).append(bank_id)
    with st.container(border=True):
        places = st.columns(5, gap="small")
        who = _pick(places[0], "Person", links.WHO, list(people), lambda each: people[each])
        act = _pick(places[1], "What", links.ACT, choices.acts, did)
        vendor = _pick(places[2], "Vendor", links.VENDOR, list(ids), lambda each: shown(each, names))
        since, until = _day(places[3], "From", links.SINCE), _day(places[4], "To", links.UNTIL)
        if since and until and since > until:
            frame.wrong("The first day is after the last. Swap them.")
            return None
    return {
        "who": who,
        "act": act,
        "vendor": ids[vendor] if vendor else None,
        "since": kb.begin_of(since) if since else None,
        "until": kb.begin_of(until + timedelta(days=1)) if until else None,
    }


def _called(who: str, called: str, choices: Choices) -> str:
    """Return a person's name, with a part of the id where others have the same."""
    is_shared = sum(each.called == called for each in choices.who.values()) > 1
    return f"{called} ({choices.who[who].address or who[:6]})" if is_shared else called


def _pick(place: DeltaGenerator, label: str, name: str, options: list[str], show: Callable[[str], str]) -> str | None:
    """Draw a box that begins with what the address says, and let the address say what is picked."""
    ordered = sorted(options, key=lambda each: fold(show(each)))
    asked = links.asked_filter(name)
    key = _seeded(name, asked if asked in ordered else None)
    pick = {"key": key, "on_change": _take, "args": (name,)}
    return place.selectbox(label, ordered, index=None, format_func=lambda each: text.label(show(each)), placeholder="Any", **pick)


def _day(place: DeltaGenerator, label: str, name: str) -> date | None:
    try:
        asked = date.fromisoformat(links.asked_filter(name))
    except ValueError:
        asked = None
    key = _seeded(name, asked if asked and EARLIEST <= asked <= LATEST else None)
    pick = {"key": key, "on_change": _take, "args": (name,)}
    return place.date_input(label, value=None, min_value=EARLIEST, max_value=LATEST, format="YYYY-MM-DD", **pick)


def _seeded(name: str, value: object) -> str:
    key = f"audit.{name}"
    if key not in st.session_state:
        st.session_state[key] = value
    return key


def _take(name: str) -> None:
    value = st.session_state.get(f"audit.{name}")
    links.ask_filter(name, str(value) if value is not None else None)
    links.ask_filter(links.PAGE, None)
    st.session_state.pop(links.PAGE, None)
