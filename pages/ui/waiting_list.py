"""What is safe on disk and not in the memory yet."""

import streamlit as st

from leverage import KnowledgeBase
from leverage.outbox import Change
from leverage.wording import show_count
from pages.ui import frame, text
from pages.ui.moments import by_whom

MOST_SHOWN = 20
_VERBS = {"log": "new deal", "edit": "edited deal", "retract": "retracted deal", "restore": "restored deal"}


def draw_waiting(kb: KnowledgeBase) -> None:
    """Draw the changes that wait, the oldest first, or that none does."""
    waiting = kb.waiting()
    with frame.card(height="content"):
        frame.section("Waiting")
        if kb.is_catching_up:
            st.markdown(":orange[:material/schedule:] The memory is being read; what waits goes in when that is done.")
        if not waiting:
            st.markdown("Nothing waits: every change is in the memory.")
            return
        go = "goes in by itself" if len(waiting) == 1 else "go in by themselves"
        st.markdown(
            f"{show_count(len(waiting), 'change')} {go} when the memory can be reached. Until then, each is a file on disk."
        )
        st.markdown("  \n".join(_line(change) for change in waiting[:MOST_SHOWN]))
        if len(waiting) > MOST_SHOWN:
            with st.expander(f"{len(waiting) - MOST_SHOWN} more"):
                st.markdown("  \n".join(_line(change) for change in waiting[MOST_SHOWN:]))


def _line(change: Change) -> str:
    by = change.by or str((change.values or {}).get("logged_by") or "") or None
    return frame.small(f"**{text.inline(change.vendor)}**, {_VERBS[change.verb]}, {text.inline(by_whom(change.at, by))}")
