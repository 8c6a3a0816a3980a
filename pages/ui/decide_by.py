"""The days that must not pass, beside the flags: the agenda in short, its filters, and the way into a calendar."""

from collections.abc import Sequence
from itertools import groupby

import streamlit as st

from leverage import KnowledgeBase, LeverageError, subscription
from leverage.agenda import DATES, Entry, Stale, entries, next_to_decide, stale
from leverage.calendar_file import FILE_NAME, MEDIA_TYPE, calendar_file
from leverage.text import fold
from leverage.wording import show_count, show_day, show_distance
from pages.ui import flag_list, frame, links, text

MOST_SHOWN = 8  # before the rest is folded
MOST_FOLDED = 100
MOST_STALE = 5

_BUCKETS = {
    "overdue": ":orange[:material/event_busy:] **Overdue**",
    **{days: f"**Within {days} days**" for days in ("30", "60", "90", "120")},
}
_WHAT = {"notice": "Notice", "renewal": "Renews itself", "end": "Ends", "decision": "To decide", "meeting": "Meeting"}


def draw(kb: KnowledgeBase) -> None:
    """Draw what is overdue and what comes within 120 days, the next first, and the vendors that lie fallow."""
    vendor = links.asked_vendor() or None
    everything = entries(kb, vendor=vendor)
    with frame.card(height="content"):
        frame.section("Dates")
        found = _filtered(everything)
        if not everything:
            st.markdown("No date within 120 days is recorded. Add an end date to a deal and its days appear here.")
        elif not found:
            st.markdown("No date of theirs within 120 days.")
        _draw_entries(found[:MOST_SHOWN])
        if left := found[MOST_SHOWN : MOST_SHOWN + MOST_FOLDED]:
            with st.expander(f"{len(found) - MOST_SHOWN} more"):
                _draw_entries(left)
        if everything:
            _draw_calendar(kb, found)
    if vendor is None and (fallow := stale(kb)):
        _draw_stale(fallow)


def next_days(kb: KnowledgeBase) -> dict[str, Entry] | None:
    """Return each vendor's next day to decide, by bank id; None where many vendors would have to be read for it first.

    Where it can't be done, a line says so.
    """
    try:
        return None if kb.projection.behind(DATES) > flag_list.MOST_AT_ONCE else next_to_decide(kb)
    except LeverageError as problem:
        st.markdown(f":orange[:material/event_busy:] Dates can’t be read right now: {text.inline(problem)}")
        return None


def _filtered(everything: Sequence[Entry]) -> list[Entry]:
    """Draw whose days are shown and return them."""
    owners = sorted({each.owner for each in everything}, key=fold)
    departments = sorted({each.department for each in everything}, key=fold)
    if len(owners) < 2 and len(departments) < 2:
        return list(everything)
    a, b = st.columns(2, gap="small")
    owner = a.selectbox("Logged by", owners, index=None, placeholder="Anyone", key="dates.owner")
    department = b.selectbox("Department", departments, index=None, placeholder="Any", key="dates.department")
    return [each for each in everything if owner in (None, each.owner) and department in (None, each.department)]


def _draw_entries(found: Sequence[Entry]) -> None:
    for bucket, group in groupby(found, key=lambda each: each.bucket):
        st.markdown(_BUCKETS[bucket])
        for each in group:
            with st.container(gap=None):
                left = frame.grey(_WHAT[each.kind])
                st.markdown(frame.small(f"**{show_day(each.day)}**, {show_distance(each.days_left)} {left}"))
                about = f"{each.vendor}, {each.product}" if each.product else each.vendor
                query = links.to_deal(each.deal_id)
                st.page_link(links.DEAL, label=frame.small(text.inline(about)), query_params=query)
                st.markdown(frame.small(text.inline(f"{each.sentence} {each.owner}, {each.department}.")))


def _draw_calendar(kb: KnowledgeBase, found: Sequence[Entry]) -> None:
    with st.container(horizontal=True, gap="small"):
        st.download_button(
            "Add to calendar",
            data=lambda: calendar_file(found, kb.now()),
            file_name=FILE_NAME,
            mime=MEDIA_TYPE,
            icon=":material/calendar_add_on:",
            on_click="ignore",
            help=f"{show_count(len(found), 'day')} as a calendar file",
        )
        with st.popover("Subscribe", icon=":material/rss_feed:"):
            st.markdown("A calendar that is given this address follows all dates. Whoever has the address can read them.")
            try:
                known = subscription.key(kb)
                if known:
                    st.code(links.calendar_address(known), language=None, wrap_lines=True)
                told = "The old one stops working for everybody" if known else None
                if st.button("Make a new address" if known else "Make the address", help=told):
                    subscription.renew(kb)
                    st.rerun()
            except LeverageError as problem:
                frame.wrong(str(problem))


def _draw_stale(fallow: Sequence[Stale]) -> None:
    with frame.card(height="content"):
        frame.section("Nothing logged for long")
        for each in fallow[:MOST_STALE]:
            with st.container(gap=None):
                query = links.to_vendor(each.bank_id)
                st.page_link(links.BRIEF, label=frame.small(text.inline(each.vendor)), query_params=query)
                st.markdown(frame.small(each.sentence))
        if len(fallow) > MOST_STALE:
            with st.expander(f"{len(fallow) - MOST_STALE} more"):
                told = (f"{each.vendor}: last deal {show_day(each.last_deal)}" for each in fallow[MOST_STALE:][:MOST_FOLDED])
                st.markdown(frame.small("  \n".join(text.inline(each) for each in told)))
