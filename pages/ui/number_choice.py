"""Whose numbers, of when, and by what: the filters of the numbers, all of them in the address."""

from collections.abc import Mapping
from datetime import date

import streamlit as st

from leverage import KnowledgeBase
from leverage.savings import BYS, By, Savings, quarter_of, savings
from leverage.text import fold
from leverage.wording import sentence_case
from pages.ui import links, text
from pages.ui.number_sums import COLUMNS, called

_BYS: Mapping[str, By] = {sentence_case(by): by for by in BYS}
_KINDS = {called(column): column for column in COLUMNS}
_PICKED, _SEEN = "numbers.vendor", "numbers.seen"


def read(kb: KnowledgeBase) -> Savings:
    """Return all savings; how far the reading is shows while it lasts."""
    place = st.empty()

    def show(done: int, total: int) -> None:
        place.progress(done / max(total, 1), "Looking through the deals …")

    found = savings(kb, progress=show)
    place.empty()
    return found


def draw(kb: KnowledgeBase, everything: Savings) -> tuple[Savings, By]:
    """Draw the filters; return what they choose, and by what it is to be added."""
    told = [*everything.figures, *everything.left_out]
    days = sorted({each.day for each in told}, reverse=True)
    periods = list(dict.fromkeys(period for day in days for period in (str(day.year), quarter_of(day))))
    periods.sort(key=lambda each: (each[:4], len(each) == 4, each), reverse=True)  # a year before its quarters, the last first
    names = {each.bank_id: each.vendor for each in told}
    vendors = sorted(names, key=lambda each: fold(names[each]))
    departments = sorted({fold(each.department): each.department for each in told}.values(), key=fold)
    currencies = sorted({figure.currency for figure in everything.figures})
    held = {(figure.basis, figure.kind) for figure in everything.figures}
    kinds = [name for name, column in _KINDS.items() if column in held]
    unknown = _follow_address(kb, names)
    with st.container(border=True):
        places = st.columns(3, gap="small")
        period = places[0].selectbox("Period", periods, index=None, placeholder="All time", key=links.PERIOD, bind="query-params")
        bank_id = places[1].selectbox(
            "Vendor",
            vendors,
            index=None,
            format_func=lambda each: names.get(each, each),
            placeholder="All vendors",
            key=_PICKED,
            on_change=_follow_choice,
        )
        department = places[2].selectbox(
            "Department", departments, index=None, placeholder="All departments", key=links.DEPARTMENT, bind="query-params"
        )
        places = st.columns(3, gap="small")
        currency = places[0].selectbox(
            "Currency", currencies, index=None, placeholder="All currencies", key=links.CURRENCY, bind="query-params"
        )
        kind = places[1].selectbox("Kind", kinds, index=None, placeholder="All kinds", key=links.SAVING, bind="query-params")
        by = places[2].selectbox("Group by", list(_BYS), key=links.BY, bind="query-params")
        if unknown:
            st.markdown(f"Nothing is recorded about “{text.inline(unknown)}”: all vendors are shown.")
    since, until = days_of(period) if period else (None, None)
    basis, saving = _KINDS[kind] if kind else (None, None)
    chosen = everything.narrowed(
        bank_id=bank_id, department=department, since=since, until=until, currency=currency, kind=saving, basis=basis
    )
    return chosen, _BYS.get(by or "", "vendor")


def _follow_address(kb: KnowledgeBase, names: Mapping[str, str]) -> str:
    """Let the box show the vendor that the address names, under any of its names; return a name that nobody has."""
    asked = links.asked_vendor()
    known = kb.vendor(asked) if asked else None
    bank_id = known.bank_id if known and known.bank_id in names else None
    if asked != st.session_state.get(_SEEN, ""):
        st.session_state.update({_SEEN: asked, _PICKED: bank_id})
    return asked if bank_id is None else ""


def _follow_choice() -> None:
    picked = st.session_state.get(_PICKED)
    st.session_state[_SEEN] = picked or ""
    links.ask_vendor(picked)


def days_of(period: str) -> tuple[date, date]:
    """Return the first and the last day of a year, `2026`, or of a quarter, `2026 Q1`."""
    year, _, quarter = period.partition(" Q")
    if not quarter:
        return date(int(year), 1, 1), date(int(year), 12, 31)
    last = int(quarter) * 3
    return date(int(year), last - 2, 1), date(int(year), last, 30 if last in (6, 9) else 31)
