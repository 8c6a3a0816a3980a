"""A proposal that was decided: what became of it, by whom and when, and the way to the next one."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from leverage import DealDraft, KnowledgeBase, LeverageError
from leverage.inbox import Pending, accepted_from, may_open_again, take_back, undo
from leverage.sentences import memories_of
from leverage.values import gaps_of, label_of, show_value
from leverage.versions import DealRecord
from leverage.wording import join_words, sentence_case, show_count
from pages.ui import deal_form, frame, inbox_list, inbox_source, links, moments, text, told
from pages.ui.person import Person

_HELP = {
    "accepted": "Retract the deal that came of it, and open the proposal again",
    "merged": "Put the deal back as it was before, and open the proposal again",
    "dismissed": "Open the proposal again",
}
_DID = {"accepted": "accepted it", "merged": "merged it into a deal", "dismissed": "dismissed it"}


def draw(
    kb: KnowledgeBase,
    found: Pending,
    others: Sequence[Pending],
    who: Person | None,
    typed: Mapping[str, Any],
    put_away: Callable[[], None],
) -> None:
    """Draw what became of a proposal, and what was `typed` here meanwhile, which is in no deal, with the way to put it away."""
    record = kb.record(found.deal_id) if found.deal_id else None
    icon = ":gray[:material/cancel:]" if found.state == "dismissed" else ":green[:material/check_circle:]"
    left, _ = frame.head(f"{icon} Proposal {found.state}")
    vendor = kb.vendor(kb.home_of(record.deal_id) or record.deal().vendor) if record else None
    if vendor:
        frame.confidence_badge(left, vendor.deal_count)
    left.page_link(links.INBOX, label="All proposals", icon=":material/arrow_back:")
    told.draw()
    told_now = record.deal() if record else found.proposal
    st.markdown(f"**{inbox_list.title_of(told_now)}** {inbox_list.terms_of(told_now)}")
    lines = [_says(found, who)]
    if vendor:
        by = show_count(len(vendor.contributors), "colleague")
        lines.append(f"{text.inline(vendor.name)} has **{show_count(vendor.deal_count, 'deal')}** by **{by}**.")
    if found.state == "dismissed":
        lines.append("The same text is not proposed again unless you take it back.")
    st.markdown(" ".join(lines))
    if record is not None:
        _draw_deal(record)
    elif found.deal_id:
        _draw_missing(kb, found.deal_id)
    if typed:
        _draw_typed(typed, put_away, is_open_again=found.state == "dismissed")
    _draw_next_steps(kb, found, others, record, who)
    inbox_source.draw(kb, found, _standing(kb, found), is_open=False)


def _says(found: Pending, who: Person | None) -> str:
    by = "You" if who and found.decided_by == who.name else f"**{text.inline(sentence_case(found.decided_by or 'Somebody'))}**"
    on = f" on {moments.show_moment(found.decided_at)}" if found.decided_at else ""
    reason = f": “{text.inline(found.reason)}”." if found.reason else "."
    return f"{by} {_DID[found.state]}{on}{reason}"


def _draw_deal(record: DealRecord) -> None:
    deal = record.deal()
    with frame.card(height="content"):
        if not record.is_live:
            frame.section("The deal was retracted since")
            st.markdown("It counts in no brief, list or answer. Restore it on its own page.")
            return
        frame.section("What Leverage remembers")
        told_ = [f"- {text.inline(memory.text)}" for memory in memories_of(deal, record.deal_id)]
        st.markdown("\n".join(told_))
        if gaps := gaps_of(deal.values()):
            st.markdown(frame.grey(f"Not recorded: {join_words(gaps)}."))


def _draw_typed(typed: Mapping[str, Any], put_away: Callable[[], None], *, is_open_again: bool) -> None:
    with frame.card(height="content"):
        frame.section("What you had typed is in no deal")
        try:
            deal = DealDraft(**deal_form.record(dict(typed)))
        except LeverageError:
            st.markdown("A field of it could not be read as it stands.")
        else:
            held = [(label_of(name), show_value(name, value, deal.currency)) for name, value in deal.values().items()]
            st.markdown("\n".join(f"- {frame.grey(label)} {text.inline(value)}" for label, value in held))
        st.button("Put it away", type="tertiary", icon=":material/close:", on_click=put_away, key="inbox.put_away")
        st.markdown(
            "Take the proposal back to go on with it."
            if is_open_again
            else "Put what is missing into the deal: open it under Details and history, and edit it there."
        )


def _draw_missing(kb: KnowledgeBase, deal_id: str) -> None:
    if any(change.deal_id == deal_id for change in kb.waiting()):
        st.markdown("The deal is safe on disk and goes in by itself when the memory is back.")
    else:
        st.markdown("The deal that came of it is not there any more.")


def _draw_next_steps(
    kb: KnowledgeBase, found: Pending, others: Sequence[Pending], record: DealRecord | None, who: Person | None
) -> None:
    following = next((each for each in others if each.text_id == found.text_id), others[0] if others else None)
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        if following:
            label = f"Next proposal, {len(others):,} open"
            st.button(label, type="primary", on_click=links.ask_proposal, args=(following.id,), key="inbox.next")
        if record is not None:
            bank_id = kb.home_of(record.deal_id) or kb.bank_id(record.deal().vendor)
            # Links: a button that switches the page leaves an address of this page behind that leads nowhere.
            st.page_link(links.BRIEF, label="Read the brief", query_params=links.to_vendor(bank_id), width="content")
            st.page_link(links.DEAL, label="Details and history", query_params=links.to_deal(record.deal_id), width="content")
        may_change = record is None or kb.may_change(record)
        if who is not None and kb.may("decide") and may_change and may_open_again(kb, found):
            given = (kb, found, who.name)
            st.button(
                "Take it back",
                icon=":material/undo:",
                on_click=_take_back,
                args=given,
                help=_HELP[found.state],
                key="inbox.take_back",
            )


def _standing(kb: KnowledgeBase, found: Pending) -> inbox_source.Quotes:
    """Return the words of what the deal still says as the source does; of a proposal without a deal all."""
    if not found.deal_id:
        return found.proposal.quotes
    return next((each.quotes for each in accepted_from(kb, found.deal_id) if each.pending_id == found.id), {})


def _take_back(kb: KnowledgeBase, found: Pending, by: str) -> None:
    try:
        if found.state == "dismissed":
            take_back(kb, found.id)
        else:
            undo(kb, found.id, by=by)
    except LeverageError as problem:
        told.complain(str(problem))
    else:
        told.say("The proposal is open again.")
