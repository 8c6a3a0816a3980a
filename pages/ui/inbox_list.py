"""The proposals as a list: open ones to decide, and those that were decided, a row each."""

from collections.abc import Collection, Sequence
from datetime import date
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leverage import DealDraft, KnowledgeBase
from leverage.inbox import Pending, pending
from leverage.text import fold
from leverage.wording import OUTCOMES, show_base, show_count, show_day, show_percent
from pages.ui import frame, links, moments, text

PER_PAGE = 30
FEW = 8  # that need no search
NOT_NAMED = "Vendor not named"

Shown = Literal["open", "decided"]
Found = dict[Shown, list[Pending]]

_DECIDED: dict[str, str] = {
    "accepted": ":green-badge[:material/check: Accepted]",
    "merged": ":green-badge[:material/merge: Merged]",
    "dismissed": ":gray-badge[:material/close: Dismissed]",
}


def read(kb: KnowledgeBase) -> Found:
    """Return the proposals, the newest first: open ones by their day, decided ones by when they were decided."""
    decided = [*pending(kb, "accepted"), *pending(kb, "merged"), *pending(kb, "dismissed")]
    decided.sort(key=lambda each: each.decided_at or each.found_at, reverse=True)
    return {"open": read_open(kb), "decided": decided}


def read_open(kb: KnowledgeBase) -> list[Pending]:
    """Return the open proposals, the newest first: by the day of the deal, else of the source, else of the reading."""
    return sorted(pending(kb), key=_day, reverse=True)


def _day(each: Pending) -> date:
    return each.proposal.deal_date or each.source_day or moments.day(each.found_at)


def draw_choice(place: DeltaGenerator, found: Found) -> Shown:
    """Draw the choice between open and decided proposals with their numbers, and return what is chosen."""
    labels: dict[Shown, str] = {"open": f"Open {len(found['open']):,}", "decided": f"Decided {len(found['decided']):,}"}
    chosen: Shown | None = place.segmented_control(
        "Show",
        list(labels),
        default=links.asked_to_show(labels, "open"),
        required=True,
        format_func=lambda each: frame.grey(labels[each]),
        label_visibility="collapsed",
        key="inbox.shown",
    )
    links.ask_to_show(chosen or "open", "open")
    return chosen or "open"


def draw_page(rows: Sequence[Pending], new: Collection[str] = ()) -> None:
    """Draw one page of proposals and the way to the others; those of the ids `new` come first and say so."""
    rows = _searched(sorted(rows, key=lambda each: each.id not in new))
    if not rows:
        st.markdown(frame.grey("No proposal has these words. Search for a vendor or the name of a source."))
        return
    pages = -(-len(rows) // PER_PAGE)
    page, place = 1, st.container(border=True, gap="small")
    if pages > 1:
        with st.container(horizontal_alignment="center"):
            page = min(st.pagination(pages, key=links.PAGE, bind="query-params"), pages)
    with place:
        for each in rows[(page - 1) * PER_PAGE : page * PER_PAGE]:
            _draw_row(each, is_new=each.id in new)


def _searched(rows: Sequence[Pending]) -> Sequence[Pending]:
    """Draw the search, where there is much to search, and return the proposals that it finds."""
    if len(rows) <= FEW and not st.session_state.get(links.SEARCH):
        return rows
    query = st.text_input(
        "Search proposals",
        placeholder="Vendor or source",
        icon=":material/search:",
        label_visibility="collapsed",
        width=360,
        live=True,
        key=links.SEARCH,
        bind="query-params",
    )
    words = fold(query or "").split()
    return [each for each in rows if all(word in fold(f"{each.proposal.vendor or ''} {each.source_name}") for word in words)]


def draw_empty(shown: Shown) -> None:
    """Say that there is nothing to decide, or that nothing was decided, and what to do."""
    if shown == "decided":
        frame.notice("Nothing decided yet", "A proposal moves here when somebody accepts, merges or dismisses it.")
        return
    frame.notice(
        "No proposals to decide",
        "Add a mail, a note or a transcript above. What it says about a deal appears here, with the words that say so. "
        "Nothing is logged until you accept it.",
    )


def title_of(proposal: DealDraft) -> str:
    """Return the vendor of a proposal, or of the deal that came of it, as literal Markdown, or that none is named."""
    return text.inline(proposal.vendor or NOT_NAMED)


def terms_of(proposal: DealDraft) -> str:
    """Return how a proposed deal ended and at what terms, as literal Markdown."""
    outcome = OUTCOMES[proposal.outcome] if proposal.outcome else ""
    discount = _discount(proposal)
    told = [each for each in (outcome, discount, proposal.payment_terms) if each]
    return text.inline(", ".join(told)) if told else frame.grey("No outcome or terms said")


def _discount(proposal: DealDraft) -> str:
    if proposal.discount_pct is None:
        return ""
    return f"{show_percent(proposal.discount_pct)} {show_base(proposal.discount_base) if proposal.discount_base else 'off'}"


def _draw_row(each: Pending, *, is_new: bool) -> None:
    proposal = each.proposal
    a, b, c, d, e = st.columns([3.0, 1.6, 4.0, 1.7, 3.7], gap="xxsmall", vertical_alignment="center")
    with a:
        st.page_link(links.PROPOSED, label=f"**{title_of(proposal)}**", query_params=links.to_proposal(each.id))
    b.markdown(frame.small(show_day(proposal.deal_date) if proposal.deal_date else frame.grey("Day not said")))
    c.markdown(frame.small(terms_of(proposal)))
    if each.state == "open":
        mark = " :blue-badge[New]" if is_new else ""
        d.markdown(frame.small(f"{show_count(len(proposal.values()), 'value')} found") + mark)
        e.markdown(frame.small(f"{frame.grey('From')} {text.inline(each.source_name)}"))
    else:
        d.markdown(_DECIDED[each.state])
        e.markdown(frame.small(text.inline(moments.by_whom(each.decided_at or each.found_at, each.decided_by))))
