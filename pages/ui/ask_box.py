"""The question box of a brief: the nearest memories with why, what is counted, and a model's words where there is one."""

import streamlit as st

from leverage import Brief, KnowledgeBase, LeverageError, Memory
from leverage.asking import MOST_QUESTION, Answer, ask, told_in_words, why
from leverage.jobs import Job
from leverage.reflect.narrate import Narrative
from leverage.wording import join_words, show_count, show_day
from pages.ui import ask_filters, facts, frame, links, narrative, text
from pages.ui.ask_filters import Filters
from pages.ui.store import jobs

MOST_KEPT = 20  # questions of one session
_LOOK_AGAIN_SECONDS = 1.0
_WORDS = "ask.words"

Asked = tuple[str, tuple[tuple[str, str], ...]]


def draw_ask(kb: KnowledgeBase, brief: Brief) -> tuple[str, ...]:
    """Draw the box, the answer to what was asked and what this session asked before; return the titles of the counts shown."""
    these = "this deal" if brief.deal_count == 1 else f"these {show_count(brief.deal_count, 'deal')}"
    left, middle, right = st.columns([9, 2, 1], vertical_alignment="bottom", gap="xsmall")
    question = left.text_input(
        f"Ask {these}",
        placeholder="Did anyone get more time to pay?",
        icon=":material/search:",
        type="search",
        max_chars=MOST_QUESTION,
        key=_key("question", brief),
    )
    filters = ask_filters.draw(kb, brief, middle)
    right.button("Find", width="stretch")
    titles: tuple[str, ...] = ()
    if question and question.strip():
        with frame.card(height="content"):
            titles = _draw_answer(kb, brief, question, filters)
    _draw_earlier(brief, filters)
    return titles


def _draw_answer(kb: KnowledgeBase, brief: Brief, question: str, filters: Filters) -> tuple[str, ...]:
    try:
        answer = ask(kb, brief.bank_id, question, product=brief.product, in_words=False, **filters)
    except LeverageError as problem:
        frame.wrong(str(problem))
        return ()
    _remember(brief, (answer.question, tuple(filters.items())))
    for other in answer.others:
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            st.markdown(text.inline(f"This is the memory of {brief.vendor}. {other.name} has its own:"), width="content")
            st.page_link(links.BRIEF, label=text.label(other.name), query_params=links.to_vendor(other.bank_id))
    if answer.recorded:
        st.markdown(
            "  \n".join(f"**{facts.words(line)}**" if not line.numbers else facts.words(line) for line in answer.recorded)
        )
    if answer.narrowed:
        st.markdown(frame.small(text.inline(answer.narrowed)))
    if answer.memories:
        frame.section(text.inline(answer.said.rstrip(".")))
        hits = zip(answer.memories, answer.cites, strict=True)
        st.markdown("\n\n".join(_line(memory, cites, answer, brief) for memory, cites in hits))
    else:
        st.markdown(text.inline(answer.said))
    if kb.narrator.model is not None:
        name = ("ask", kb.revision(brief.bank_id), brief.bank_id, brief.product, answer.question, tuple(filters.items()))
        job = jobs().find(name)
        is_running = job is not None and not job.is_done
        st.fragment(_draw_words, run_every=_LOOK_AGAIN_SECONDS if is_running else None)(kb, brief, answer, name, is_running)
    if answer.counts:
        st.space("xsmall")
        for place, group in zip(st.columns(len(answer.counts), gap="medium"), answer.counts, strict=True):
            with place.container(gap="xsmall"):
                facts.draw_group(group)
        more = f" In the brief above, too: {join_words(answer.left_out)}." if answer.left_out else ""
        st.markdown(frame.small(frame.grey(text.inline(f"Counted from all deals, whatever is closest.{more}"))))
    return tuple(group.title for group in answer.counts)


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
        narrative.draw_failure(job, "What is above stands.")
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


def _draw_earlier(brief: Brief, filters: Filters) -> None:
    now = (str(st.session_state.get(_key("question", brief)) or "").strip(), tuple(filters.items()))
    kept = _kept(brief)
    if not kept:
        return
    earlier = [(n, each) for n, each in enumerate(kept) if each != now]
    with st.container(gap=None):
        if earlier:
            st.markdown(frame.small(frame.grey("Asked before in this session, kept nowhere else")))
        for n, (question, narrowed) in earlier:
            about = f" ({text.label(ask_filters.told(dict(narrowed)))})" if narrowed else ""
            st.button(
                f"{text.label(question)}{about}",
                icon=":material/history:",
                type="tertiary",
                wrap=True,
                key=f"ask.again.{n}",
                on_click=_ask_again,
                args=(brief, question, dict(narrowed)),
            )
        st.button("Clear questions", icon=":material/close:", type="tertiary", key="ask.clear", on_click=_clear, args=(brief,))


def _ask_again(brief: Brief, question: str, filters: Filters) -> None:
    st.session_state[_key("question", brief)] = question
    ask_filters.put(brief, filters)


def _clear(brief: Brief) -> None:
    st.session_state.pop(_key("earlier", brief), None)
    st.session_state.pop(_WORDS, None)
    _ask_again(brief, "", {})


def _kept(brief: Brief) -> list[Asked]:
    return list(st.session_state.get(_key("earlier", brief), ()))


def _key(part: str, brief: Brief) -> str:
    return f"ask.{part}.{brief.bank_id}"
