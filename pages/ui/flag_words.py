"""Under a flag: two sentences by the model on its deals, when a person asks for them."""

from datetime import date

import streamlit as st

from leverage import KnowledgeBase, watch
from leverage.brief import Line
from leverage.jobs import Job
from leverage.reflect.narrate import Narrative
from leverage.watch import Flag
from leverage.wording import show_day
from pages.ui import frame, links, narrative, text
from pages.ui.store import jobs

_LOOK_AGAIN_SECONDS = 1.0


def draw_words(kb: KnowledgeBase, flag: Flag) -> None:
    """Draw the way to ask for them, how far the model is, or what holds of what it said; nothing without a model."""
    if kb.narrator.model is None or not flag.deal_ids:
        return
    name = ("flag", kb.revision(flag.bank_id), flag.flag_id)
    job: Job[Narrative] | None = jobs().find(name)
    is_running = job is not None and not job.is_done
    st.fragment(_draw, run_every=_LOOK_AGAIN_SECONDS if is_running else None)(kb, flag, name, is_running)


def _draw(kb: KnowledgeBase, flag: Flag, name: tuple[str, ...], was_running: bool) -> None:
    job: Job[Narrative] | None = jobs().find(name)
    if job is not None and not job.is_done:
        narrative.draw_progress(kb, name, job, key=f"{flag.flag_id}.stop")
        return
    if was_running:
        st.rerun(scope="app")
    told = job.result if job is not None else None
    if told is not None:
        days = {quote.deal_id: quote.date for quote in flag.quotes if quote.deal_id}
        if told.lines:
            st.markdown("  \n".join(_line(line, days) for line in told.lines))
            st.markdown(frame.small(frame.grey(text.inline(narrative.told_by(told)))))
        else:
            st.markdown(text.inline(told.said))
    elif job is not None:
        narrative.draw_failure(job, "The flag stands as it is.")
    if told is not None and not told.is_worth_another_try:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        label = "Try again" if job is not None else "Two sentences on it"
        if st.button(label, icon=":material/notes:", type="tertiary", key=f"{flag.flag_id}.words"):
            jobs().drop(name)
            jobs().start(name, lambda _: watch.in_words(kb, flag))
            st.rerun(scope="app")
        st.markdown(frame.small(frame.grey(text.inline(kb.narrator.says_where()))), width="stretch")


def _line(line: Line, days: dict[str, date]) -> str:
    shown = [f"[{show_day(days[each])}]({links.deal_address(each)})" for each in line.deal_ids if each in days]
    return f"{text.inline(line.text)} {', '.join(shown)}"
