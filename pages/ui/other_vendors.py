"""How other vendors reacted: only when asked for, below everything else, each memory under the name of its vendor."""

from collections.abc import Iterator

import streamlit as st

from leverage import KnowledgeBase
from leverage.briefing.parts import ended
from leverage.paper.spacing import keep_together
from leverage.situations import Advice, elsewhere, telling
from leverage.wording import sentence_case, show_count, show_day
from pages.ui import facts, frame, links, text

MOST_MOMENTS = 3  # of each vendor
_SHOWN = "situation.elsewhere"


def draw_button(advice: Advice) -> None:
    """Draw the button that asks for other vendors' memories."""
    if not _is_shown(advice) and st.button("See how other vendors reacted", type="tertiary"):
        st.session_state[_SHOWN] = _about(advice)
        st.rerun()


def draw(kb: KnowledgeBase, advice: Advice) -> None:
    """Draw what other vendors taught about the same, once somebody asked for it."""
    if not _is_shown(advice):
        return
    found = elsewhere(kb, advice)
    st.space("xsmall")
    frame.section("How other vendors reacted")
    looked = f"Looked at the {show_count(found.looked_at, 'vendor')} with the newest deals"
    looked = f"{looked}, of {found.of}" if found.of > found.looked_at else looked
    if not found.of:
        st.markdown("No other vendor is recorded.")
        return
    vendor = text.inline(advice.vendor)
    st.markdown(f"{looked}. None of this is about {vendor}{'' if found.advices else ', and none mentions such a thing'}.")
    for each in found.advices:
        _draw_vendor(each)


def _draw_vendor(advice: Advice) -> None:
    name = text.inline(advice.vendor)
    with frame.card(height="content"):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute", gap="xsmall"):
            st.subheader(name, anchor=False, width="content")
            st.page_link(
                links.BRIEF, label=frame.grey(f"Brief of {name}"), query_params=links.to_vendor(advice.bank_id), width="content"
            )
        st.markdown("  \n".join(_tactics(advice)) or "Nobody recorded what was tried.")
        for moment in advice.moments[:MOST_MOMENTS]:
            left, right = st.columns([9, 3], gap="small")
            left.markdown(keep_together(text.inline(f"{ended(telling.says(moment))} {telling.then(moment)}")))
            with right:
                label = frame.grey(f"{name}, {show_day(moment.deal_date)}{', old' if moment.is_old else ''}")
                st.page_link(links.DEAL, label=label, query_params=links.to_deal(moment.deal_id))
        if (more := len(advice.moments) - MOST_MOMENTS) > 0:
            st.markdown(f"{more} more such moment{'s' if more > 1 else ''}.")


def _tactics(advice: Advice) -> Iterator[str]:
    for result, seen in (("worked", advice.to_try), ("failed", advice.to_skip), ("mixed", advice.mixed)):
        for each in seen:
            told = f"{_lower(telling.record(each, result))}{', old' if advice.is_old(each) else ''}"
            yield f"{facts.icon(result)}**{text.inline(sentence_case(each.tactic))}**: {told}"


def _lower(told: str) -> str:
    return told[:1].lower() + told[1:]


def _about(advice: Advice) -> tuple[str, str]:
    return advice.bank_id, advice.text


def _is_shown(advice: Advice) -> bool:
    return st.session_state.get(_SHOWN) == _about(advice)
