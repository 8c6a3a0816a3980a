"""The model's words on a brief: asked for by a person, checked, and shown with what was left out and why."""

from dataclasses import replace

import streamlit as st

from leverage import Brief, KnowledgeBase
from leverage.brief import Line
from leverage.jobs import Job
from leverage.reflect.narrate import Narrative
from leverage.wording import show_count
from pages.ui import facts, frame, text
from pages.ui.store import jobs

_LOOK_AGAIN_SECONDS = 1.0


def with_words(kb: KnowledgeBase, brief: Brief) -> Brief:
    """Return the brief with the narrative that is kept for it, for paper."""
    kept = kb.kept_narrative(brief)
    return replace(brief, narrative=kept.lines, dropped=len(kept.dropped)) if kept else brief


def draw_narrative(kb: KnowledgeBase, brief: Brief) -> None:
    """Draw the card In short: the kept narrative, the way to ask for one, or how far the model is."""
    if kb.narrator.model is None:
        st.markdown(frame.small(frame.grey("Counted brief. No model is set up, and nothing is sent anywhere.")))
        return
    job = jobs().find(_name(kb, brief))
    is_running = job is not None and not job.is_done
    with frame.card(height="content"):
        frame.section("In short")
        st.fragment(_draw, run_every=_LOOK_AGAIN_SECONDS if is_running else None)(kb, brief)


def _draw(kb: KnowledgeBase, brief: Brief) -> None:
    name = _name(kb, brief)
    job = jobs().find(name)
    if job is not None and not job.is_done:
        _draw_progress(kb, name, job)
        return
    narrative = kb.kept_narrative(brief) or (job.result if job else None)
    if narrative is not None:
        _draw_words(brief, narrative)
    elif job is not None:
        st.markdown("Something went wrong while the model was asked. The counted brief stands; try again.")
    changed = kb.narrator.changed_since(brief) if narrative is None else None
    if changed:
        st.markdown(text.inline(changed))
    if narrative is None or narrative.is_worth_another_try:
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            if st.button("Try again" if narrative else "Put it into words", icon=":material/notes:", key="narrate"):
                jobs().start(name, lambda: kb.narrative(brief))
                st.rerun(scope="app")
            st.markdown(frame.small(text.inline(kb.narrator.says_where())), width="content")


def _draw_progress(kb: KnowledgeBase, name: object, job: Job[Narrative]) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        so_far = show_count(int(job.seconds), "second")
        st.markdown(
            f":material/progress_activity: {text.inline(kb.narrator.model or '')} is reading, {so_far} so far. "
            "The counted brief is whole without it.",
            width="content",
        )
        if st.button("Stop", key="stop narrating"):
            jobs().drop(name)
            st.rerun(scope="app")


def _draw_words(brief: Brief, narrative: Narrative) -> None:
    if narrative.lines:
        st.markdown("  \n".join(_cited(brief, line) for line in narrative.lines))
    st.markdown(frame.small(text.inline(_how_it_came(narrative))))
    left_out = [f"“{sentence}”: {reason}" for sentence, reason in narrative.dropped]
    if left_out or narrative.differences:
        with st.expander(_left_out_title(narrative)):
            st.markdown(frame.small("  \n".join(text.inline(each) for each in [*left_out, *narrative.differences])))


def _cited(brief: Brief, line: Line) -> str:
    return f"{text.inline(line.text)}{facts.markers([brief.number(deal_id) for deal_id in line.deal_ids])}"


def _how_it_came(narrative: Narrative) -> str:
    read = show_count(narrative.deals_read, "deal")
    of = f" of {narrative.deals_total:,}" if narrative.deals_read < narrative.deals_total else ""
    return f"{narrative.said} Model {narrative.model}, {narrative.seconds:.0f} seconds, {read}{of} read."


def _left_out_title(narrative: Narrative) -> str:
    told = [show_count(len(narrative.dropped), "sentence") + " dropped" if narrative.dropped else ""]
    told.append(f"{show_count(len(narrative.differences), 'value')} read otherwise" if narrative.differences else "")
    return ", ".join(filter(None, told))


def _name(kb: KnowledgeBase, brief: Brief) -> tuple[str, ...]:
    return (kb.revision(brief.bank_id), brief.bank_id, brief.product or "", brief.as_of.isoformat())
