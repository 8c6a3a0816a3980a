"""What became of a deal that was saved: shown once, until the next form."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from leverage import Deal, KnowledgeBase, LeverageError
from leverage.deals import LABELS, deal_id_of
from leverage.errors import InvalidDeal
from leverage.wording import join_words, show_count
from leverage.writing import IN_THE_FUTURE
from pages.ui import deal_form, draft, frame, links, text
from pages.ui.person import Person

_RECEIPT, _DEAL, _TYPED = "receipt", "receipt.deal", "receipt.typed"
_WORTH_RECORDING = ("discount_pct", "payment_terms", "end_date", "notice_days", "competitor")


def save(kb: KnowledgeBase, who: Person) -> bool:
    """Log the deal in the form; note the receipt, or what is wrong. No drawing happens between start and end."""
    typed = draft.typed()
    try:
        deal = Deal(**{"vendor": None} | deal_form.record(typed) | {"logged_by": who.name, "department": who.department})
        receipt = kb.log(deal, key=f"{draft.form_key()}/{deal_id_of(deal)}")
    except InvalidDeal as problem:
        day = typed.get("deal_date")
        draft.refuse(({"deal_date": IN_THE_FUTURE} if day and day > kb.today() else {}) | problem.problems)
        return False
    except LeverageError as problem:
        draft.refuse({"": str(problem)})
        return False
    st.session_state.update({_RECEIPT: receipt, _DEAL: deal, _TYPED: typed})
    draft.start({}, kb.today())
    return True


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
    if receipt.waiting:
        frame.head(":orange[:material/schedule:] Deal kept, not yet in the brief")
        st.markdown("It is safe on disk and goes in by itself when the memory is back.")
    else:
        left, _ = frame.head(":green[:material/check_circle:] Deal saved")  # a second click on the same form too
        frame.confidence_badge(left, receipt.deal_count)
        st.markdown(_standing(kb, receipt))
    with st.container(border=True):
        frame.section("What Leverage will remember" if receipt.waiting else "What Leverage remembers")
        st.markdown("\n".join(f"- {text.inline(sentence)}" for sentence in receipt.sentences))
        gaps = [LABELS[name].split(",")[0].lower() for name in _WORTH_RECORDING if getattr(deal, name) is None]
        if gaps:
            st.markdown(frame.grey(f"Not recorded: {join_words(gaps)}."))
    _next_steps(kb, receipt)


def _standing(kb: KnowledgeBase, receipt: Any) -> str:
    vendor = kb.vendor(receipt.bank_id)
    by = f" by **{show_count(len(vendor.contributors), 'colleague')}**" if vendor else ""
    once = "Save came twice; the deal was kept once. " if receipt.existed else ""
    has = f"{text.inline(receipt.vendor)} has **{show_count(receipt.deal_count, 'deal')}**"
    return f"{once}{has}{by}. Every colleague can read it now."


def _next_steps(kb: KnowledgeBase, receipt: Any) -> None:
    with st.container(horizontal=True, gap="xsmall"):
        if st.button("Read the brief", type="primary"):
            st.switch_page(links.BRIEF, query_params=links.to_vendor(receipt.bank_id))
        if st.button("Log another deal"):
            leave()
            st.rerun()
        if st.button("Undo", type="tertiary", icon=":material/undo:"):
            _undo(kb, receipt, st.session_state[_TYPED])


def _undo(kb: KnowledgeBase, receipt: Any, typed: Mapping[str, Any]) -> None:
    try:
        kb.retract(receipt.deal_id, "Undone by the person who logged it, right after saving.")
    except LeverageError as problem:
        frame.wrong(str(problem))
        return
    draft.start(typed, kb.today())
    leave()
    st.rerun()
