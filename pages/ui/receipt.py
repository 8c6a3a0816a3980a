"""What became of a deal that was saved: shown once, until the next form."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from leverage import Deal, KnowledgeBase, LeverageError
from leverage.values import gaps_of
from leverage.wording import join_words, show_count
from leverage.writing import Receipt
from pages.ui import draft, frame, identity, links, only_for, raised, text

_RECEIPT, _DEAL, _TYPED = "receipt", "receipt.deal", "receipt.typed"


def note(receipt: Receipt, deal: Deal, typed: Mapping[str, Any] | None = None) -> None:
    """Note what became of a deal; `typed` is the form that a new deal came of, and what undoing brings back."""
    st.session_state.update({_RECEIPT: receipt, _DEAL: deal, _TYPED: typed})


def is_there() -> bool:
    """Say whether a deal was saved and not yet left behind."""
    return _RECEIPT in st.session_state


def leave() -> None:
    """Put the receipt away."""
    for name in (_RECEIPT, _DEAL, _TYPED):
        st.session_state.pop(name, None)


def show(kb: KnowledgeBase) -> None:
    """Draw what will be remembered, and what can be done next."""
    receipt, deal = st.session_state[_RECEIPT], st.session_state[_DEAL]
    is_new = st.session_state[_TYPED] is not None
    if receipt.waiting:
        frame.head(f":orange[:material/schedule:] {'Deal' if is_new else 'Change'} kept, not yet in the brief")
        st.markdown("It is safe on disk and goes in by itself when the memory is back.")
        if deal.visible_to:
            st.markdown(only_for.told(deal.visible_to))
    else:
        left, _ = frame.head(f":green[:material/check_circle:] Deal {'saved' if is_new else 'changed'}")
        frame.confidence_badge(left, receipt.deal_count)
        st.markdown(_standing(kb, receipt, deal) if is_new else _changed(kb, receipt, deal))
        raised.draw(kb, receipt.bank_id, receipt.deal_id)
    with st.container(border=True):
        frame.section("What Leverage will remember" if receipt.waiting else "What Leverage remembers")
        st.markdown("\n".join(f"- {text.inline(sentence)}" for sentence in receipt.sentences))
        gaps = gaps_of(deal.values())
        if gaps:
            st.markdown(frame.grey(f"Not recorded: {join_words(gaps)}."))
    _next_steps(kb, receipt, st.session_state[_TYPED])


def _standing(kb: KnowledgeBase, receipt: Receipt, deal: Deal) -> str:
    vendor = kb.vendor(receipt.bank_id)
    by = f" by **{show_count(len(vendor.contributors), 'colleague')}**" if vendor else ""
    once = "Save came twice; the deal was kept once. " if receipt.existed else ""
    has = f"{text.inline(receipt.vendor)} has **{show_count(receipt.deal_count, 'deal')}**"
    if deal.visible_to:
        return f"{once}{has}{by}.  \n{only_for.told(deal.visible_to)}"
    readers = "Every colleague" if identity.person().email else "Whoever sits at this machine"
    return f"{once}{has}{by}. {readers} can read it now."


def _changed(kb: KnowledgeBase, receipt: Receipt, deal: Deal) -> str:
    if kb.home_of(receipt.deal_id) is None:
        return f"{only_for.told(deal.visible_to)} You no longer see it."
    only = f"  \n{only_for.told(deal.visible_to)}" if deal.visible_to else ""
    return f"{_stands(receipt)}{only}"


def _stands(receipt: Receipt) -> str:
    return f"The brief of {text.inline(receipt.vendor)} counts it as it is now. How it was before stays in the deal’s history."


def _next_steps(kb: KnowledgeBase, receipt: Receipt, typed: Mapping[str, Any] | None) -> None:
    with st.container(horizontal=True, gap="xsmall"):
        if st.button("Read the brief", type="primary"):
            st.switch_page(links.BRIEF, query_params=links.to_vendor(receipt.bank_id))
        if typed is None:
            if kb.home_of(receipt.deal_id) is not None and st.button("Details and history"):
                st.switch_page(links.DEAL, query_params=links.to_deal(receipt.deal_id))
            return
        if st.button("Log another deal"):
            leave()
            st.rerun()
        if not receipt.waiting and kb.may("edit") and st.button("Edit this deal", type="tertiary", icon=":material/edit:"):
            leave()
            st.switch_page(links.LOG, query_params=links.to_edit(receipt.deal_id))
        if st.button("Undo", type="tertiary", icon=":material/undo:"):
            _undo(kb, receipt, typed)


def _undo(kb: KnowledgeBase, receipt: Receipt, typed: Mapping[str, Any]) -> None:
    try:
        kb.retract(receipt.deal_id, "Undone by the person who logged it, right after saving.")
    except LeverageError as problem:
        frame.wrong(str(problem))
        return
    draft.open_draft(kb.today())
    draft.start(typed, kb.today())
    leave()
    st.rerun()
