"""The question box of a brief: the nearest memories with why, what is counted, and a model's words where there is one."""

import streamlit as st

from leverage import Brief, KnowledgeBase, LeverageError, Memory
from leverage.asking import Answer, ask, told_in_words, why
from leverage.jobs import Job
from leverage.reflect.narrate import Narrative
from leverage.topics import TOPICS
from leverage.wording import show_count, show_day
from pages.ui import facts, frame, narrative, text
from pages.ui.store import jobs

MOST_KEPT = 20  # questions of one session
_LOOK_AGAIN_SECONDS = 1.0
_WORDS = "ask.words"

Asked = tuple[str, str | None]


def draw_ask(kb: KnowledgeBase, brief: Brief) -> None:
    """Draw the box, the answer to what was asked, and what this session asked before."""
    these = "this deal" if brief.deal_count == 1 else f"these {show_count(brief.deal_count, 'deal')}"
    left, middle, right = st.columns([8, 3, 1], vertical_alignment="bottom", gap="xsmall")
    question = left.text_input(
        f"Ask {these}",
        placeholder="Did anyone get more time to pay?",
        icon=":material/search:",
        type="search",
        key=_key("question", brief),
    )
    topic = middle.selectbox(
        "Topic",
        list(TOPICS),
        index=None,
        format_func=lambda name: TOPICS[name],
        placeholder="Any topic",
        key=_key("topic", brief),
    )
    right.button("Find", width="stretch")
    if question and question.strip():
        _remember(brief, (question.strip(), topic))
        with frame.card(height="content"):
            _draw_answer(kb, brief, question, topic)
    _draw_earlier(brief)


def _draw_answer(kb: KnowledgeBase, brief: Brief, question: str, topic: str | None) -> None:
    try:
        answer = ask(kb, brief.bank_id, question, topic=topic, product=brief.product, in_words=False)
    except LeverageError as problem:
        frame.wrong(str(problem))
        return
    if answer.memories:
        frame.section(text.inline(answer.said.rstrip(".")))
        hits = zip(answer.memories, answer.cites, strict=True)
        st.markdown("\n\n".join(_line(memory, cites, answer, brief) for memory, cites in hits))
    else:
        st.markdown(text.inline(answer.said))
    if kb.narrator.model is not None:
        name = ("ask", kb.revision(brief.bank_id), brief.bank_id, brief.product, answer.question, topic)
        job = jobs().find(name)
        is_running = job is not None and not job.is_done
        st.fragment(_draw_words, run_every=_LOOK_AGAIN_SECONDS if is_running else None)(kb, brief, answer, name, is_running)
    if answer.counts:
        st.space("xsmall")
        for place, group in zip(st.columns(len(answer.counts), gap="medium"), answer.counts, strict=True):
            with place.container(gap="xsmall"):
                facts.draw_group(group)
        st.markdown(frame.small(frame.grey("Counted from all deals, whatever is closest.")))


def _line(memory: Memory, cites: tuple[str, ...], answer: Answer, brief: Brief) -> str:
    day = f"{show_day(memory.deal_date)}" if memory.deal_date else ""
    old = ", old" if memory.is_old else ""
    who = ", ".join(part for part in (memory.logged_by, memory.department, day) if part)
    numbers = sorted(brief.number(deal_id) for deal_id in cites)
    said = why(memory)
    return "  \n".join(
        (
            f"**{text.inline(memory.text)}**",
            f"{text.inline(f'{who}{old}')}{facts.markers(numbers)}",
            frame.small(frame.grey(text.inline(said))),
        )
    )


def _draw_words(kb: KnowledgeBase, brief: Brief, answer: Answer, name: tuple[object, ...], was_running: bool) -> None:
    """Draw what the model says to the question: asked for by a person, as the narrative is."""
    job: Job[Narrative] | None = jobs().find(name)
    if job is not None and not job.is_done:
        narrative.draw_progress(kb, name, job, key="stop answering")
        return
    if was_running:
        st.rerun(scope="app")
    if job is not None and job.result is not None:
        st.session_state[_WORDS] = (name, job.result)
    kept = st.session_state.get(_WORDS)
    words = kept[1] if kept and kept[0] == name else None
    if kept and words is None:
        del st.session_state[_WORDS]
    if words is not None:
        narrative.draw_words(brief, words)
        if not words.is_worth_another_try:
            return
    elif job is not None:
        st.markdown("Something went wrong while the model was asked. What is above stands. Try again.")
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        if st.button("Try again" if words or job else "Answer in words", icon=":material/notes:", key="answer"):
            jobs().drop(name)
            jobs().start(name, lambda is_wanted: told_in_words(kb, answer).words)
            st.rerun(scope="app")
        asks = f"Sends your question, too. {kb.narrator.says_where()}"
        st.markdown(frame.small(text.inline(asks)), width="stretch")


def _remember(brief: Brief, asked: Asked) -> None:
    """Keep a question for as long as the session lasts, and nowhere else."""
    kept = _kept(brief)
    st.session_state[_key("earlier", brief)] = [asked, *(each for each in kept if each != asked)][:MOST_KEPT]


def _draw_earlier(brief: Brief) -> None:
    now = (str(st.session_state.get(_key("question", brief)) or "").strip(), st.session_state.get(_key("topic", brief)))
    kept = _kept(brief)
    if not kept:
        return
    earlier = [(n, each) for n, each in enumerate(kept) if each != now]
    with st.container(gap=None):
        if earlier:
            st.markdown(frame.small(frame.grey("Asked before in this session, kept nowhere else")))
        for n, (question, topic) in earlier:
            about = f" ({TOPICS[topic]})" if topic else ""
            st.button(
                f"{text.label(question)}{about}",
                icon=":material/history:",
                type="tertiary",
                wrap=True,
                key=f"ask.again.{n}",
                on_click=_ask_again,
                args=(brief, question, topic),
            )
        st.button("Clear questions", icon=":material/close:", type="tertiary", key="ask.clear", on_click=_clear, args=(brief,))


def _ask_again(brief: Brief, question: str, topic: str | None) -> None:
    st.session_state[_key("question", brief)] = question
    st.session_state[_key("topic", brief)] = topic


def _clear(brief: Brief) -> None:
    st.session_state.pop(_key("earlier", brief), None)
    st.session_state.pop(_WORDS, None)
    _ask_again(brief, "", None)


def _kept(brief: Brief) -> list[Asked]:
    return list(st.session_state.get(_key("earlier", brief), ()))


def _key(part: str, brief: Brief) -> str:
    return f"ask.{part}.{brief.bank_id}"
