"""What has passed and is not told yet, with the one press that begins to tell it."""

import streamlit as st

from leverage import KnowledgeBase
from leverage.meetings import due
from pages.ui import links, roles, text

MOST_SHOWN = 3


def draw(kb: KnowledgeBase, bank_id: str) -> None:
    """Draw a line for each meeting or decision that has passed, newest first; nothing where all is told."""
    found = due(kb, bank_id)
    for place, each in enumerate(found[:MOST_SHOWN]):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f":orange[:material/event_busy:] {text.inline(each.sentence)}", width="content")
            about = links.to_vendor(bank_id, each.product) | links.on_day(each.day)
            roles.draw_log(kb, st, about, "Log what happened", key=f"due.{bank_id}.{place}")
