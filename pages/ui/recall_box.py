"""The question box of a brief: the memories nearest to what was asked."""

import streamlit as st

from leverage import Brief, KnowledgeBase, Memory
from leverage.wording import show_count, show_day
from pages.ui import facts, frame, text

NEAR = 0.25  # cosine; below it a sentence of this model has nothing to do with the question
MOST = 5


def draw_recall(kb: KnowledgeBase, brief: Brief) -> None:
    """Draw the box and, once asked, the nearest memories with their deals, or that none is near."""
    these = "this deal" if brief.deal_count == 1 else f"these {show_count(brief.deal_count, 'deal')}"
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
        question = st.text_input(
            f"Ask {these}",
            placeholder="Did anyone get more time to pay?",
            icon=":material/search:",
            type="search",
            key=f"ask.{brief.bank_id}",
        )
        st.button("Find")
    if not question or not question.strip():
        return
    near = [memory for memory in kb.recall(brief.bank_id, question, limit=MOST * 4) if _is_answer(memory, brief)][:MOST]
    with frame.card(height="content"):
        if not near:
            st.markdown(f"No memory in {these} is close to that. Try other words.")
            return
        frame.section(f"Closest {len(near)}")
        st.markdown("\n\n".join(_line(memory, brief) for memory in near))


def _is_answer(memory: Memory, brief: Brief) -> bool:
    return (memory.score or 0) >= NEAR and any(deal_id in brief.evidence for deal_id in memory.deal_ids or (memory.deal_id,))


def _line(memory: Memory, brief: Brief) -> str:
    who = ", ".join(
        part for part in (memory.logged_by, memory.department, show_day(memory.deal_date) if memory.deal_date else "") if part
    )
    ids = memory.deal_ids or ((memory.deal_id,) if memory.deal_id else ())
    numbers = sorted(brief.number(deal_id) for deal_id in ids if deal_id in brief.evidence)
    return f"**{text.inline(memory.text)}**  \n{text.inline(who)}{facts.markers(numbers)}"
