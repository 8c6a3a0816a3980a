"""The model's words on a brief: asked for by a person, checked, and shown with what was left out and why."""

from collections.abc import Callable

import streamlit as st

from leverage import Brief, KnowledgeBase
from leverage.brief import Line
from leverage.jobs import Job
from leverage.reflect.narrate import Narrative
from leverage.wording import show_count, show_day
from pages.ui import facts, frame, text
from pages.ui.store import jobs

_LOOK_AGAIN_SECONDS = 1.0
_STOPPED = "narrative.stopped"


def with_words(kb: KnowledgeBase, brief: Brief) -> Brief:
    """Return the brief with the narrative that is kept for it, for paper."""
    kept = kb.kept_narrative(brief)
    return kept.onto(brief) if kept else brief


def draw_narrative(kb: KnowledgeBase, brief: Brief) -> None:
    """Draw the card In short: the kept narrative, the way to ask for one, or how far the model is."""
    if kb.narrator.model is None:
        st.markdown(frame.small(frame.grey("Counted brief. No model is set up, and nothing is sent anywhere.")))
        return
    job = jobs().find(_name(kb, brief))
    is_running = job is not None and not job.is_done
    with frame.card(height="content"):
        frame.section("In short")
        st.fragment(_draw, run_every=_LOOK_AGAIN_SECONDS if is_running else None)(kb, brief, is_running)


def _draw(kb: KnowledgeBase, brief: Brief, was_running: bool) -> None:
    name = _name(kb, brief)
    job = jobs().find(name)
    if job is not None and not job.is_done:
        draw_progress(kb, name, job, key="stop narrating")
        return
    if was_running:
        st.rerun(scope="app")  # the answer is there: the page need not look again every second
    if st.session_state.pop(_STOPPED, None) == name:
        st.markdown("Stopped. Nothing of the answer is kept; what was sent can’t be taken back.")
    narrative = kb.kept_narrative(brief) or (job.result if job else None)
    if narrative is not None:
        draw_words(brief, narrative)
    elif job is not None:
        draw_failure(job, "The counted brief stands.")
    changed = kb.narrator.changed_since(brief) if narrative is None else None
    if changed:
        st.markdown(text.inline(changed))
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        is_told = narrative is not None and not narrative.is_worth_another_try
        label = "Ask again" if is_told else "Try again" if narrative or job else "Put it into words"
        icon = None if is_told else ":material/notes:"
        if st.button(label, icon=icon, type="tertiary" if is_told else "secondary", key="narrate"):
            jobs().drop(name)
            jobs().start(name, lambda is_wanted: _narrative(kb, brief, is_wanted))
            st.rerun(scope="app")
        model = text.inline(kb.narrator.model or "")
        asks = f"Asks the model {model}, and checks every sentence. {text.inline(kb.narrator.says_where())}"
        st.markdown(frame.small(asks), width="stretch")


def _narrative(kb: KnowledgeBase, brief: Brief, is_wanted: Callable[[], bool]) -> Narrative:
    """Ask for the narrative of a brief; it is kept only while somebody wants it and the brief is still the same."""

    def is_still() -> bool:
        return is_wanted() and kb.brief(brief.bank_id, brief.as_of, brief.product).content() == brief.content()

    return kb.narrator.narrate(brief, kb.now(), is_still, again=True)


def draw_progress(kb: KnowledgeBase, name: object, job: Job[Narrative], *, key: str) -> None:
    """Draw how far the model is, with the way to stop it."""
    model = text.inline(kb.narrator.model or "")
    most = show_count(int(kb.narrator.timeout), "second")
    so_far = f"{model} is reading, {show_count(int(job.seconds), 'second')} so far, {most} at most."
    waits = f"{model} is still at the call that was stopped, and is reading again as soon as that ends."
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.markdown(
            f":material/progress_activity: {waits if job.is_waiting else so_far} The counted brief is whole without it.",
            width="content",
        )
        if st.button("Stop", key=key):
            jobs().drop(name)
            st.session_state[_STOPPED] = name
            st.rerun(scope="app")


def draw_failure(job: Job[Narrative], stands: str) -> None:
    """Say why there is no answer, as far as that can be told, and what `stands` all the same."""
    if job.problem:
        frame.wrong(job.problem)
    else:
        st.markdown(f"Something went wrong while the model was asked. {stands} Try again.")


def draw_words(brief: Brief, narrative: Narrative) -> None:
    """Draw what holds of a model's words, and in a fold what was left out and why."""
    if narrative.lines:
        st.markdown("\n".join(f"- {_cited(brief, line)}" for line in narrative.lines))
        said = "" if narrative.dropped else narrative.said  # else the fold below says it
        st.markdown(frame.small(text.inline(f"{told_by(narrative)} {said}".strip())))
    else:
        st.markdown(text.inline(narrative.said))
    if narrative.dropped or narrative.differences:
        with st.expander(_left_out_title(narrative)):
            left_out = [f"“{sentence.strip()}” {reason}" for sentence, reason in narrative.dropped]
            st.markdown("\n".join(f"- {frame.small(text.inline(each))}" for each in [*left_out, *narrative.differences]))


def _cited(brief: Brief, line: Line) -> str:
    return f"{text.inline(line.text)}{facts.markers([brief.number(deal_id) for deal_id in line.deal_ids])}"


def told_by(narrative: Narrative) -> str:
    """Say which model wrote, when, how long it took and from how many deals."""
    on = f" on {show_day(narrative.day)}" if narrative.day else ""
    read = show_count(narrative.deals_read, "deal")
    of = f" of {narrative.deals_total:,}" if narrative.deals_read < narrative.deals_total else ""
    took = show_count(max(1, round(narrative.seconds)), "second")
    return f"Written by the model {narrative.model}{on} in {took}, from {read}{of}."


def _left_out_title(narrative: Narrative) -> str:
    dropped = show_count(len(narrative.dropped), "sentence")
    told = [f"{dropped} dropped: not in the records" if narrative.dropped else ""]
    told.append(f"{show_count(len(narrative.differences), 'value')} read otherwise" if narrative.differences else "")
    return "; ".join(filter(None, told))


def _name(kb: KnowledgeBase, brief: Brief) -> tuple[str, ...]:
    return (kb.revision(brief.bank_id), brief.bank_id, brief.product or "", brief.as_of.isoformat())
