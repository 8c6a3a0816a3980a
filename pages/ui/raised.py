"""The flag in which something stands that was just logged, with the way to it; nothing where it stands in none."""

import streamlit as st

from leverage import KnowledgeBase, LeverageError, watch
from leverage.signals import KINDS
from leverage.watch import Flag
from pages.ui import links, text


def draw(kb: KnowledgeBase, bank_id: str, source: str) -> None:
    """Draw what a deal or an event, by its id, has to do with the vendor's open flags."""
    try:
        flags = [flag for flag in watch.flags(kb, bank_id) if source in (*flag.deal_ids, *flag.event_ids)]
    except LeverageError as problem:
        st.markdown(f":orange[:material/flag:] Flags can’t be looked for right now: {text.inline(problem)}")
        return
    if not flags:
        return
    for flag in flags:
        title = f"{flag.title[:1].lower()}{flag.title[1:]}"
        said = "This raised a flag" if _is_raised(flag) else "This stands in an open flag"
        st.markdown(f":orange[:material/flag:] {said}: **{text.inline(title)}**. Someone should look.")
    label = "Look at it on Watch" if len(flags) == 1 else "Look at them on Watch"
    st.page_link(links.WATCH, label=label, icon=":material/flag:", query_params=links.to_vendor(bank_id))


def _is_raised(flag: Flag) -> bool:
    """Say whether no less than all that stands in a flag was needed to raise it."""
    told = KINDS.get(flag.kind)
    return bool(told and told.deals and not told.derived and len({*flag.deal_ids, *flag.event_ids}) <= told.deals)
