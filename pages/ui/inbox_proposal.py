"""One proposal: the form of a deal filled with it, the text it was found in beside it, and the ways to decide."""

from collections.abc import Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leverage import KnowledgeBase, LeverageError
from leverage.inbox import Pending, Proposal, Quote, find
from leverage.wording import show_count
from pages.ui import (
    deal_form,
    draft,
    frame,
    inbox_decided,
    inbox_dismiss,
    inbox_list,
    inbox_merge,
    inbox_source,
    links,
    person,
    questions,
    saving,
    text,
    told,
)
from pages.ui.person import Person

_FORM, _TEXT = 8, 5  # how the page is shared between form and text


def draw(kb: KnowledgeBase, pending_id: str) -> None:
    """Draw the proposal of an address, open or decided, or why there is none."""
    try:
        found, others = find(kb, pending_id), inbox_list.read_open(kb)
    except LeverageError as problem:
        frame.head("Proposal")
        frame.wrong(str(problem))
        return
    if not pending_id:
        frame.head("Proposal")
        if frame.notice("No proposal is chosen", "The inbox lists them.").button("All proposals", type="primary"):
            st.switch_page(links.INBOX)
        return
    if found is None:
        draft.drop_edit(_about(pending_id))
        frame.head("Proposal")
        row = frame.notice("This proposal is not in the inbox", "Its source was erased, or the address is not whole.")
        if row.button("All proposals", type="primary"):
            st.switch_page(links.INBOX)
        return
    who = person.current()
    if found.state != "open":
        inbox_decided.draw(kb, found, others, who, _typed(found, who), lambda: draft.drop_edit(_about(found.id)))
        return
    _draw_open(kb, found, others, who)


def _draw_open(kb: KnowledgeBase, found: Pending, others: Sequence[Pending], who: Person | None) -> None:
    left, right = frame.head("Proposal")
    left.page_link(links.INBOX, label="All proposals", icon=":material/arrow_back:")
    _draw_next(right, found, others)
    told.draw()
    if who is None or person.is_picking():
        person.pick(kb, "Who is deciding?", "what you decide")
        return
    with right:
        inbox_dismiss.draw(kb, found, who)
    filled = deal_form.fill(found.proposal)
    draft.open_edit(_about(found.id), filled, found.version)
    draft.note_words(_words(found.proposal))
    _draw_intro(found, who)
    form, aside = st.columns([_FORM, _TEXT], gap="medium")
    with form:
        if links.asked_into() is not None:
            inbox_merge.draw(kb, found, who)
        else:
            with deal_form.draw_form(kb):
                is_to_be_saved = questions.draw_buttons(
                    kb, _draw_accept, questions.Same("It is the same: merge into it", links.ask_into)
                )
            if is_to_be_saved:
                saving.save_proposal(kb, who, found.id)
                st.rerun()
            if links.asked_into() is not None:
                st.rerun()
    with aside:
        inbox_source.draw(kb, found, _unchanged(found.proposal))


def _draw_next(place: DeltaGenerator, found: Pending, others: Sequence[Pending]) -> None:
    ids = [each.id for each in others]
    if found.id not in ids or len(ids) < 2:
        return
    at = ids.index(found.id)
    place.markdown(frame.small(f"{at + 1:,} of {len(ids):,}"), width="content")
    following = ids[(at + 1) % len(ids)]
    place.button(
        "Next",
        icon=":material/arrow_forward:",
        icon_position="right",
        type="tertiary",
        on_click=links.ask_proposal,
        args=(following,),
        key="inbox.skip",
    )


def _draw_intro(found: Pending, who: Person) -> None:
    count = show_count(len(found.proposal.values()), "value")
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.markdown(
            f"{count} found, with the words marked in the source; what is not said there is empty. "
            f"Deciding as **{text.inline(who.name)}**, {text.inline(who.department)}.",
            width="content",
        )
        person.draw_change("Change")
    if draft.was_restored():
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            st.markdown("What you had not saved is back.", width="content")
            if st.button("Start afresh", type="tertiary"):
                draft.start_edit(deal_form.fill(found.proposal), found.version)
                st.rerun()


def _draw_accept() -> bool:
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        is_accepted = st.button("Accept", type="primary", key="save", help="Log it as a deal, as the form says it")
        if st.button("Merge into a deal", icon=":material/merge:", key="inbox.merge"):
            inbox_merge.begin()
    return is_accepted


def _unchanged(proposal: Proposal) -> dict[str, list[Quote]]:
    """Return the quotes of what the form still says as the proposal does; of lists, of the items that are still there."""
    told = deal_form.record(deal_form.fill(proposal))
    held = deal_form.record(draft.typed())
    kept: dict[str, list[Quote]] = {}
    for name, quotes in proposal.quotes.items():
        before, now = told.get(name), held.get(name)
        if isinstance(before, list) and len(before) == len(quotes):
            kept[name] = [quote for item, quote in zip(before, quotes, strict=True) if item in (now or [])]
        elif before == now:
            kept[name] = list(quotes)
    return kept


def _words(proposal: Proposal) -> dict[str, str]:
    """Return the words that gave each field of the form its value; of lists all, of tactics and signals those of each row."""
    words: dict[str, str] = {}
    for name, quotes in proposal.quotes.items():
        told = [f"“{inbox_source.in_a_line(quote.text)}”" for quote in quotes]
        if name in draft.ROWS:
            words |= {f"{draft.ROWS[name][0]}.{row}": each for row, each in enumerate(told)}
        else:
            words[name] = " ".join(dict.fromkeys(told))
    return words


def _typed(found: Pending, who: Person | None) -> dict[str, Any]:
    """Return what was typed here while somebody else decided; the form of whoever decided is put away."""
    about = _about(found.id)
    typed = draft.typed_over(about)
    if typed and (who is None or found.decided_by != who.name):
        return typed
    draft.drop_edit(about)
    return {}


def _about(pending_id: str) -> str:
    """Return under which name the form of a proposal is kept."""
    return f"inbox:{pending_id}"
