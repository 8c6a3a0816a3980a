"""Two spellings of one person or department, made one by hand."""

from collections.abc import Mapping

import streamlit as st

from leverage import KnowledgeBase, people
from leverage.name_book import Kind
from leverage.text import fold
from leverage.wording import show_count
from pages.ui import frame, name_changes, text, told
from pages.ui.pick import pick_or_type

_ROUND = "names.merged"
_KINDS: dict[Kind, str] = {"person": "People", "department": "Departments"}


def draw_merge(kb: KnowledgeBase, counts: Mapping[Kind, Mapping[str, int]], by: str) -> None:
    """Draw the two boxes and, with both filled, what follows."""
    turn = st.session_state.setdefault(_ROUND, 0)
    with frame.card(height="content"):
        frame.section("Merge two")
        kinds = [each for each in _KINDS if each == "person" or kb.may("access")]
        kind: Kind = st.segmented_control(
            "Which names",
            kinds,
            default="person",
            required=True,
            format_func=lambda each: frame.grey(_KINDS[each]),
            label_visibility="collapsed",
            key="names.kind",
            disabled=len(kinds) == 1,
        )
        if len(kinds) == 1:
            st.markdown(frame.small("Departments are merged by an admin: they say who reads which deals."))
        names = [name for name in counts[kind] if kind == "department" or not people.is_nobody(name)]
        from_ = st.selectbox("This name", names, index=None, placeholder="Pick", key=f"names.from.{kind}.{turn}")
        others = [name for name in names if not from_ or fold(name) != fold(from_)]
        into = pick_or_type("Shown as", others, f"names.into.{kind}.{turn}", placeholder="Pick, or type the right spelling")
        if from_ and into:
            deals = show_count(counts[kind].get(from_, 0), "deal")
            st.markdown(
                f"The {deals} under {text.inline(from_)} will be shown under **{text.inline(into)}**. "
                "The name as written stays on each deal. You can undo it."
            )
        if st.button("Merge", type="primary", disabled=not (from_ and into), key="names.merge"):
            if told.attempt(lambda: merge(kb, kind, from_ or "", into or "", by)):
                st.session_state[_ROUND] = turn + 1
            st.rerun()


def merge(kb: KnowledgeBase, kind: Kind, from_: str, into: str, by: str) -> None:
    """Let one name lead to another and have it said."""
    change = people.merge(kb, kind, from_, into, by=by)
    told.say(f"{change.from_} is shown as {change.into} now.", lambda: name_changes.undo(kb, change, by))
