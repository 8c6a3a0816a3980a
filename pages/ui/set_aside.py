"""What could not go in: shown with its reason, and to be taken away as a file."""

import json

import streamlit as st

from leverage import KnowledgeBase
from leverage.wording import show_count
from pages.ui import frame, taking, text


def draw_set_aside(kb: KnowledgeBase) -> None:
    """Say which changes were set aside and why; nothing where none were."""
    records = kb.set_aside()
    if not records:
        return
    with st.expander(f"{show_count(len(records), 'change')} could not go in", icon=":material/error:"):
        st.markdown("Nothing of them is lost: each is a file in the folder set-aside of the store. Log the deal again from it.")
        lines = [f"**{text.inline(_name(record))}**: {text.inline(str(record.get('why', '')))}" for record in records]
        st.markdown(frame.small("  \n".join(lines)))
        st.download_button(
            "Take them away as a file",
            data=taking.noted(kb, "changes set aside", "", lambda: json.dumps(records, ensure_ascii=False, indent=1)),
            file_name="leverage-set-aside.json",
            mime="application/json",
            on_click="ignore",
        )


def _name(record: dict[str, object]) -> str:
    values = record.get("values")
    day = values.get("deal_date") if isinstance(values, dict) else None
    told = [str(each) for each in (record.get("vendor") or record.get("file"), day) if each]
    return ", ".join(told) or "A change"
