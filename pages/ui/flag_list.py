"""Flags as they are read: what was seen, in whose words, by which rule, and what came of looking."""

from collections.abc import Sequence
from datetime import date
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leverage import KnowledgeBase, LeverageError, watch
from leverage.index import Vendor
from leverage.signals import as_said
from leverage.watch import Flag, Quoted, Review
from leverage.wording import sentence_case, show_count, show_day
from pages.ui import flag_review, flag_words, frame, links, text

PER_PAGE = 20
MOST_BESIDE = 3  # on a vendor's own page
MOST_AT_ONCE = 100  # vendors that a list may have read from their banks: some seconds
MOST_QUOTES = 6  # of the newest; the rest is folded
MOST_FOLDED = 50
MOST_EARLIER = 3  # of the reviews that closed a flag of this kind before

Shown = Literal["open", "reviewed"]
Found = dict[Shown, list[Flag]]


def read(kb: KnowledgeBase, vendor: Vendor | None = None) -> Found:
    """Return the flags of all vendors, or of one, open and reviewed; how far the reading is shows while it lasts."""
    place = st.empty()

    def show(done: int, total: int) -> None:
        place.progress(done / max(total, 1), "Looking through the deals …")

    flags = watch.flags(kb, vendor.bank_id if vendor else None, "all", progress=show)
    place.empty()
    reviewed = [flag for flag in flags if flag.status == "reviewed"]
    reviewed.sort(key=lambda flag: flag.reviews[-1].at, reverse=True)
    return {"open": [flag for flag in flags if flag.status == "open"], "reviewed": reviewed}


def count_open(kb: KnowledgeBase) -> dict[str, int]:
    """Return how many open flags each vendor has, by bank id; a list of vendors waits for no more than a few to be read.

    Where that are more, or where it can't be done, a line says so and there are none.
    """
    try:
        if kb.projection.behind(watch.FLAGS) > MOST_AT_ONCE:
            st.page_link(links.WATCH, label="Flags are not looked for yet. Look now", icon=":material/flag:")
            return {}
        return watch.open_counts(kb)
    except LeverageError as problem:
        st.markdown(f":orange[:material/flag:] Flags can’t be counted right now: {text.inline(problem)}")
        return {}


def count_mark(count: int) -> str:
    """Return a number of open flags as a badge in Markdown."""
    return f":orange-badge[:material/flag: {show_count(count, 'flag')}]"


def draw_choice(place: DeltaGenerator, found: Found) -> Shown:
    """Draw the choice between open and reviewed flags with their numbers, and return what is chosen."""
    labels: dict[Shown, str] = {"open": f"Open {len(found['open'])}", "reviewed": f"Reviewed {len(found['reviewed'])}"}
    chosen: Shown | None = place.segmented_control(
        "Show",
        list(labels),
        default=links.asked_to_show(labels, "open"),
        required=True,
        format_func=lambda each: frame.grey(labels[each]),
        label_visibility="collapsed",
        key="flag.shown",
    )
    links.ask_to_show(chosen or "open", "open")  # an address made by the widget would hold the labels, with their numbers
    return chosen or "open"


def draw_page(kb: KnowledgeBase, found: Found, shown: Shown, vendor: Vendor | None) -> None:
    """Draw a page of flags, the newest first, and the way to the others."""
    flags = found[shown]
    frame.section("Flags to review" if shown == "open" else "Reviewed flags")
    if vendor is not None:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"Only **{text.inline(vendor.name)}**.", width="content")
            st.page_link(links.WATCH, label="All vendors", icon=":material/arrow_back:")
    if kb.is_catching_up:
        st.markdown("The memory is being read. Flags may still be missing: load the page again in a minute.")
    if not flags:
        with frame.card(height="content"):
            frame.section("No open flags" if shown == "open" else "No reviewed flags", level=3)
            st.markdown(
                "A flag appears here when a rule finds a pattern in the deals, with the words that raised it."
                if shown == "open"
                else "A flag moves here when somebody has dealt with it or dismissed it, with who, when and why."
            )
        return
    pages = -(-len(flags) // PER_PAGE)
    page, cards = 1, st.container(gap="small")
    if pages > 1:
        with st.container(horizontal_alignment="center"):
            page = min(st.pagination(pages, key=links.PAGE, bind="query-params"), pages)
    with cards:
        for flag in flags[(page - 1) * PER_PAGE : page * PER_PAGE]:
            draw_flag(kb, flag)


def draw_open(kb: KnowledgeBase, flags: Sequence[Flag]) -> None:
    """Draw a vendor's open flags on a page of its own; nothing where there are none."""
    flag_review.draw_told()
    if not flags:
        return
    frame.section("Open flags")
    st.markdown("A flag is no finding about the vendor. It means that someone should look.")
    for flag in flags[:MOST_BESIDE]:
        draw_flag(kb, flag, is_named=False)
    if len(flags) > MOST_BESIDE:
        label = f"All {len(flags)} open flags"
        st.page_link(links.WATCH, label=label, icon=":material/flag:", query_params=links.to_vendor(flags[0].bank_id))


def draw_flag(kb: KnowledgeBase, flag: Flag, *, is_named: bool = True) -> None:
    """Draw one flag in a card: its title with the vendor's name unless that is plain, the words, the rule and who looked."""
    name = f"{text.inline(flag.vendor)}: " if is_named else ""
    title = f"{name}{text.inline(flag.title[:1].lower() + flag.title[1:] if is_named else flag.title)}"
    with frame.card(height="content"):
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center", gap="small"):
            st.subheader(title, anchor=False, width="content")
            acts = st.container(horizontal=True, vertical_alignment="center", width="content", gap="xsmall")
            if is_named:
                acts.page_link(links.BRIEF, label="Brief", query_params=links.to_vendor(flag.bank_id), width="content")
            with acts:
                (flag_review.draw_menu if flag.status == "open" else flag_review.draw_reopening)(kb, flag)
        _draw_quotes(flag)
        st.markdown(frame.grey(f"Rule: {text.inline(flag.rule[:1].lower() + flag.rule[1:])}"))
        if flag.reviews:
            st.markdown("  \n".join(map(_reviewed, flag.reviews)))
        if flag.status == "open" and flag.earlier:
            before = [f"Reviewed before: {_reviewed(each, is_first=False)}" for each in flag.earlier[-MOST_EARLIER:]]
            st.markdown("  \n".join(map(frame.grey, before)))
        if flag.status == "open":
            flag_words.draw_words(kb, flag)


def _draw_quotes(flag: Flag) -> None:
    """Draw the words, oldest first; of many the newest, and as many of the others in a fold as one can read."""
    quotes = flag.quotes
    if not quotes:
        st.markdown(frame.grey("None of its deals is there any more."))
        return
    earlier, newest = quotes[:-MOST_QUOTES], quotes[-MOST_QUOTES:]
    if earlier:
        with st.expander(f"{len(earlier)} earlier"):
            st.markdown(_lines(earlier[-MOST_FOLDED:], flag.kind))
            if len(earlier) > MOST_FOLDED:
                st.markdown(f"The brief has the {len(earlier) - MOST_FOLDED} before these.")
    st.markdown(_lines(newest, flag.kind))


def _lines(quotes: Sequence[Quoted], kind: str) -> str:
    return "  \n".join(_line(quote, kind) for quote in quotes)


def _line(quote: Quoted, kind: str) -> str:
    day = show_day(quote.date)
    when = f"[{day}]({links.deal_address(quote.deal_id)})" if quote.deal_id else f"{day}, event"
    said = as_said(kind, quote.text)
    return f"**{when}** {text.inline(said)} {text.inline(f'{quote.who}, {quote.department}')}"


def _reviewed(review: Review, *, is_first: bool = True) -> str:
    verdict = watch.VERDICT_WORDS[review.verdict]
    said = _said_by(sentence_case(verdict) if is_first else verdict, review.by, review.department, review.date, review.note)
    if review.taken_back_at:
        day = date.fromisoformat(review.taken_back_on)
        said += f". {_said_by('Taken back', review.taken_back_by, '', day, review.taken_back_why)}"
    return text.inline(said)


def _said_by(what: str, by: str, department: str, day: date, why: str) -> str:
    who = f"{by}, {department}" if department else by
    return f"{what} by {who}, {show_day(day)}{f': {why}' if why else ''}"
