"""What a situation taught: the cards Try, Skip and Mixed, the moments behind them, or that nothing is known."""

from collections.abc import Sequence, Set

import streamlit as st

from leverage import KnowledgeBase
from leverage.briefing import Group
from leverage.paper.spacing import keep_together
from leverage.situations import Advice, Moment, telling
from leverage.wording import show_count
from pages.ui import facts, frame, links, other_vendors, roles, text

MOST_MOMENTS = 12
MOST_HEADING = 240  # characters of a quote that stand in a heading


def draw_advice(kb: KnowledgeBase, advice: Advice) -> None:
    """Draw what is known about a situation, or what to do where nothing is."""
    _draw_others(advice)
    if advice.status != "ok":
        _draw_not_enough(kb, advice)
        other_vendors.draw(kb, advice)
        return
    st.markdown(facts.words(telling.opening(advice)))
    tactics, stances = telling.tactic_groups(advice), telling.stance_groups(advice)
    _draw_tactics(tactics)
    _draw_stances(stances)
    st.space("xsmall")
    _draw_moments(advice, {number for group in (*tactics, *stances) for line in group.lines for number in line.numbers})
    _draw_questions(advice.find_out)
    with st.container(horizontal=True, gap="xsmall"):
        roles.draw_log(kb, st, links.to_vendor(advice.bank_id), "Log what happens")
        other_vendors.draw_button(advice)
    other_vendors.draw(kb, advice)


def _draw_others(advice: Advice) -> None:
    """Draw that a vendor whom the text names has a memory of its own, and the way there."""
    sentence = telling.others_named(advice)
    if not sentence:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f":material/info: {text.inline(sentence)}", width="content")
        for each in advice.others:
            label = f"Brief of {text.inline(each.vendor)}"
            st.page_link(links.BRIEF, label=label, query_params=links.to_vendor(each.bank_id), width="content")


def _draw_tactics(groups: Sequence[Group]) -> None:
    """Draw the cards Try, Skip and Mixed; what nobody knows the result of stands below what is mixed."""
    worked, failed, *others = groups
    for place, card in zip(
        st.columns(3, gap="small"), ([worked], [failed], [each for each in others if each.lines]), strict=True
    ):
        with place, frame.card():
            for group in card:
                with st.container(gap="xsmall"):
                    facts.draw_group(group)
            if note := next((group.note for group in card if group.note), ""):
                st.markdown(frame.small(frame.grey(text.inline(note))))


def _draw_not_enough(kb: KnowledgeBase, advice: Advice) -> None:
    with frame.card(height="content"):
        frame.section("Not enough memory to advise")
        st.markdown(facts.words(telling.not_enough(advice)))
        newest = next(iter(kb.brief(advice.bank_id).evidence), None)
        steps = [telling.whom(advice, newest)]
        told = [facts.words(step) for step in steps if step]
        if kb.may("log"):
            told.append("Write down what they say now. It becomes the first memory of its kind.")
        st.markdown("\n".join(f"- {each}" for each in told))
        if advice.find_out:
            frame.section("Find out first", level=3)
            st.markdown("\n".join(f"- {text.inline(question)}" for question in advice.find_out))
        with st.container(horizontal=True, gap="xsmall"):
            roles.draw_log(kb, st, links.to_vendor(advice.bank_id), "Log what happens")
            other_vendors.draw_button(advice)


def _draw_stances(groups: Sequence[Group]) -> None:
    if not groups:
        return
    with frame.card(height="content"):
        for place, group in zip(st.columns(len(groups), gap="medium"), groups, strict=True):
            with place.container(gap="xsmall"):
                facts.draw_group(group)


def _draw_moments(advice: Advice, cited: Set[int]) -> None:
    """Draw the newest moments and those that a marker leads to; what is left is folded."""
    newest = {moment.n for moment in advice.moments[:MOST_MOMENTS]}
    shown = [moment for moment in advice.moments if moment.n in newest | cited]
    rest = [moment for moment in advice.moments if moment.n not in newest | cited]
    frame.section("Similar moments")
    with frame.card(height="content"):
        _draw_each(shown)
        if rest:
            with st.expander(show_count(len(rest), "older moment")):
                _draw_each(rest)


def _draw_each(moments: Sequence[Moment]) -> None:
    for moment in moments:
        _draw_moment(moment)
        if moment is not moments[-1]:
            st.space("xsmall")


def _draw_moment(moment: Moment) -> None:
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute", gap="xsmall"):
        title = f"{moment.n}\\. {text.inline(_cut(telling.says(moment)))}"
        st.subheader(title, anchor=facts.anchor(moment.n))
        st.page_link(
            links.DEAL, label=frame.grey("Details and history"), query_params=links.to_deal(moment.deal_id), width="content"
        )
    matched = f"{frame.grey('Matches')} {text.inline(telling.why(moment))}"
    st.markdown(f"{keep_together(text.inline(telling.then(moment)))}  \n{frame.small(matched)}")


def _draw_questions(questions: Sequence[str]) -> None:
    if not questions:
        return
    st.space("xsmall")
    with frame.card(height="content"):
        frame.section("Find out first")
        st.markdown("  \n".join(text.inline(question) for question in questions))


def _cut(said: str) -> str:
    if len(said) <= MOST_HEADING:
        return said
    return f"{said[:MOST_HEADING].rsplit(' ', 1)[0]} …”" if said.startswith("“") else f"{said[:MOST_HEADING]} …"
