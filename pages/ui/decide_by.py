"""The days that must not pass, beside the flags: the agenda in short, its filters, and the way into a calendar."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from urllib.parse import urlsplit

import streamlit as st

from leverage import KnowledgeBase, LeverageError, subscription
from leverage.agenda import DATES, HORIZON, Entry, Stale, entries, next_to_decide, rows, stale
from leverage.calendar_file import FILE_NAME, MEDIA_TYPE, calendar_file
from leverage.index import Vendor
from leverage.text import fold
from leverage.wording import show_day, show_distance
from pages.ui import flag_list, frame, identity, links, roles, taking, text

MOST_SHOWN = 8  # before the rest is folded
MOST_FOLDED = 100
MOST_STALE = 5
ANCHOR = "dates"

_BUCKETS = {
    "overdue": ":orange[:material/event_busy:] **Overdue**",
    "unknown": ":orange[:material/help:] **Ask for the end date**",
    **{days: f"**Within {days} days**" for days in ("30", "60", "90", "120")},
}
_FILTERS = (links.VENDOR, links.OWNER, links.DEPARTMENT)
_RENEWING = "dates.renewing"
_HERE = ("localhost", "127.0.0.1", "::1")


def draw(kb: KnowledgeBase, vendor: Vendor | None) -> None:
    """Draw what is overdue, what to ask for and what comes within 120 days, and the vendors that nobody heard from."""
    everything = entries(kb)
    owner, department = links.asked_filter(links.OWNER) or None, links.asked_filter(links.DEPARTMENT) or None
    chosen = entries(kb, vendor=vendor.bank_id if vendor else None, owner=owner, department=department)
    found = rows(chosen)
    with frame.card(height="content"):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute", gap="small"):
            frame.section("Dates", ANCHOR)
            if everything:
                _draw_filters(everything, vendor, owner, department)
        _draw_what_is_chosen(vendor, owner, department)
        if not everything:
            st.markdown(f"No date within {HORIZON} days is recorded. Add an end date to a deal and its days appear here.")
        elif not found:
            st.markdown(f"No date within {HORIZON} days here.")
        _draw_entries(kb, found[:MOST_SHOWN], "first")
        if left := found[MOST_SHOWN : MOST_SHOWN + MOST_FOLDED]:
            with st.expander(f"{len(found) - MOST_SHOWN} more"):
                _draw_entries(kb, left, "more")
        if everything:
            st.markdown(frame.small(frame.grey("A day that had passed when its deal was entered is not asked about.")))
            _draw_calendar(kb, chosen)
    if vendor is None and (fallow := stale(kb)):
        _draw_stale(fallow)


def next_days(kb: KnowledgeBase) -> dict[str, Entry] | None:
    """Return what each vendor has to decide next, by bank id; None where many vendors would have to be read for it first.

    Where it can't be done, a line says so.
    """
    try:
        return None if kb.projection.behind(DATES) > flag_list.MOST_AT_ONCE else next_to_decide(kb)
    except LeverageError as problem:
        st.markdown(f":orange[:material/event_busy:] Dates can’t be read right now: {text.inline(problem)}")
        return None


def _draw_filters(everything: Sequence[Entry], vendor: Vendor | None, owner: str | None, department: str | None) -> None:
    """Draw the menu in which the dates are narrowed; what is picked stands in the address."""
    vendors = {each.bank_id: each.vendor for each in everything}
    vendors |= {vendor.bank_id: vendor.name} if vendor else {}
    with st.popover("Filter", icon=":material/filter_list:", type="tertiary"):
        _draw_filter("Vendor", links.VENDOR, vendors, vendor.bank_id if vendor else None)
        _draw_filter("Logged by", links.OWNER, _names(each.owner for each in everything), owner)
        _draw_filter("Department", links.DEPARTMENT, _names(each.department for each in everything), department)


def _names(found: Iterable[str]) -> dict[str, str]:
    return {each: each for each in found}


def _draw_filter(label: str, name: str, known: Mapping[str, str], asked: str | None) -> None:
    options = known if asked is None or asked in known else {**known, asked: asked}
    key, seen = f"dates.{name}", f"dates.{name}.seen"
    if st.session_state.get(seen) != asked or key not in st.session_state:
        st.session_state.update({key: asked, seen: asked})
    st.selectbox(
        label,
        sorted(options, key=lambda each: fold(options[each])),
        index=None,
        format_func=lambda each: options.get(each, each),
        placeholder="Any",
        key=key,
        on_change=lambda: links.ask_filter(name, st.session_state.get(key)),
    )


def _draw_what_is_chosen(vendor: Vendor | None, owner: str | None, department: str | None) -> None:
    """Draw what the dates are narrowed to, with the way back; nothing where they are all there."""
    told = [each for each in (vendor.name if vendor else None, owner, department) if each]
    if told:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"Only **{text.inline(', '.join(told))}**.", width="content")
            st.button("All dates", type="tertiary", icon=":material/close:", on_click=_clear, key="dates.clear")


def _clear() -> None:
    for name in _FILTERS:
        links.ask_filter(name, None)


def _draw_entries(kb: KnowledgeBase, found: Sequence[Entry], part: str) -> None:
    for bucket, group in groupby(found, key=lambda each: each.bucket):
        with frame.beside_links():
            st.markdown(_BUCKETS[bucket])
        for place, each in enumerate(group):
            with st.container(gap=None):
                if bucket != "unknown":
                    with frame.beside_links():
                        st.markdown(frame.small(f"**{show_day(each.day)}**, {show_distance(each.days_left)}"))
                label = frame.small(text.inline(each.about))
                st.page_link(links.DEAL, label=label, query_params=links.to_deal(each.deal_id))
                with frame.beside_links():
                    st.markdown(frame.small(text.inline(f"{each.says}. {each.whom}")))
                for other in each.also:
                    label = frame.small(
                        f"Also in the deal of {show_day(other.told_on)}" if other.told_on else "Also in another deal"
                    )
                    st.page_link(links.DEAL, label=label, query_params=links.to_deal(other.deal_id))
                if bucket == "overdue":
                    with frame.beside_links():
                        about = links.to_vendor(each.bank_id, each.product) | links.on_day(each.day)
                        look = {"type": "tertiary", "icon": ":material/add:", "key": f"dates.log.{part}.{place}"}
                        roles.draw_log(kb, st, about, "Log what happened", **look)


def _draw_calendar(kb: KnowledgeBase, chosen: Sequence[Entry]) -> None:
    app = links.watch_address()
    days = [each for each in rows(chosen) if each.kind != "unknown"]
    with st.container(horizontal=True, gap="small"):
        if days:
            st.download_button(
                "Add to calendar",
                data=taking.noted(
                    kb,
                    "dates for a calendar",
                    "",
                    lambda: calendar_file(chosen, kb.now(), app),
                    deal_ids=dict.fromkeys(each.deal_id for each in days),
                ),
                file_name=FILE_NAME,
                mime=MEDIA_TYPE,
                icon=":material/calendar_add_on:",
                on_click="ignore",
                help="These dates as a calendar file, with reminders 120, 90, 60 and 30 days before",
            )
        with st.popover("Subscribe", icon=":material/rss_feed:"):
            _draw_subscription(kb, app)


def _draw_subscription(kb: KnowledgeBase, app: str) -> None:
    who = identity.person()
    whose = "all vendors" if who.is_admin else "all vendors that you may read"
    st.markdown(f"A calendar that is given this address follows the dates of {whose}, whatever is filtered here.")
    st.markdown("Whoever has the address can read them.")
    if who.groups:
        st.markdown("What you may read only by a group of your sign-in is left out: a calendar does not sign in.")
    try:
        known = subscription.key(kb)
        if known:
            st.code(links.calendar_address(known), language=None, wrap_lines=True)
            if urlsplit(app).hostname in _HERE:
                st.markdown(
                    ":orange[:material/computer:] Only calendars on this computer reach it. Open Leverage under its name "
                    "in your network and copy the address from there for others, such as Outlook on the web."
                )
        if known and not st.session_state.get(_RENEWING):
            st.button("Make a new address", on_click=_ask_to_renew, args=(True,), key="dates.renew")
            return
        if known:
            whom = "" if who.email else ", for everybody"
            st.markdown(f"The old address then stops working in every calendar that follows it{whom}.")
        with st.container(horizontal=True, gap="small"):
            if st.button("Replace the address" if known else "Make the address", key="dates.make"):
                subscription.renew(kb)
                _ask_to_renew(False)
                st.rerun()
            if known:
                st.button("Keep it", type="tertiary", on_click=_ask_to_renew, args=(False,), key="dates.keep")
    except LeverageError as problem:
        frame.wrong(str(problem))


def _ask_to_renew(is_asked: bool) -> None:
    st.session_state[_RENEWING] = is_asked


def _draw_stale(fallow: Sequence[Stale]) -> None:
    with frame.card(height="content"):
        frame.section("Not heard from in a while")
        for each in fallow[:MOST_STALE]:
            with st.container(gap=None):
                query = links.to_vendor(each.bank_id)
                st.page_link(links.BRIEF, label=frame.small(text.inline(each.vendor)), query_params=query)
                with frame.beside_links():
                    st.markdown(frame.small(each.sentence))
        if len(fallow) > MOST_STALE:
            with st.expander(f"{len(fallow) - MOST_STALE} more"):
                told = (f"{each.vendor}: last deal {show_day(each.last_deal)}" for each in fallow[MOST_STALE:][:MOST_FOLDED])
                st.markdown(frame.small("  \n".join(text.inline(each) for each in told)))
