"""Saving the form: as a new deal, as a proposed one, or over the deal being edited. No drawing happens between start and end."""

from typing import Any

import streamlit as st

from leverage import Deal, KnowledgeBase, LeverageError, confidence_label
from leverage.deals import deal_id_of
from leverage.errors import EditConflict, InvalidDeal
from leverage.inbox import accept
from leverage.inbox_bank import key_of
from leverage.sentences import memories_of
from leverage.versions import DealRecord
from leverage.writing import IN_THE_FUTURE, Receipt
from pages.ui import colleague, deal_form, draft, only_for, questions, receipt, told
from pages.ui.person import Person

_UNCHANGED = "unchanged"


def save_new(kb: KnowledgeBase, who: Person) -> None:
    """Log the deal in the form and note the receipt; or note what is wrong, or what has to be answered first."""
    typed = draft.typed()
    try:
        deal = Deal(**{"vendor": None} | only_for.checked(deal_form.record(typed)) | colleague.whose(who, typed))
        key = f"{draft.form_key()}/{deal_id_of(deal)}"
        if questions.is_to_be_asked(kb, deal, deal_id_of(deal, key)):
            draft.refuse({})
            return
        done = kb.log(deal, key=key)
    except LeverageError as problem:
        _refuse(kb, typed, problem)
        return
    receipt.note(done, deal, typed)
    draft.start({}, kb.today())


def save_proposal(kb: KnowledgeBase, who: Person, pending_id: str) -> None:
    """Log the deal in the form as what became of a proposal; or note what is wrong, or what has to be answered first.

    Where somebody decided meanwhile, nothing is written, and the next run finds that.
    """
    typed = draft.typed()
    try:
        deal = Deal(**{"vendor": None} | only_for.checked(deal_form.record(typed)) | colleague.whose(who, typed))
        if questions.is_to_be_asked(kb, deal, deal_id_of(deal, key_of(pending_id))):
            draft.refuse({})
            return
        accept(kb, pending_id, deal, by=who.name)
    except LeverageError as problem:
        _refuse(kb, typed, problem)
        return
    told.leave()
    draft.finish()


def save_edit(kb: KnowledgeBase, who: Person, record: DealRecord) -> bool:
    """Put the form in the place of the deal, by the person who edits it, and say whether that was done.

    Who logged the deal, and when, stays. Nothing is written where nothing changed, and what somebody saved meanwhile is
    not overwritten.
    """
    typed = draft.typed()
    st.session_state.pop(draft.named(_UNCHANGED), None)
    try:
        deal = _edited(record.deal(), typed)
        if deal == record.deal():
            draft.refuse({})
            st.session_state[draft.named(_UNCHANGED)] = typed
            return False
        if deal.vendor != record.deal().vendor and questions.is_name_to_be_asked(kb, deal):
            draft.refuse({})
            return False
        done = kb.edit(record.deal_id, deal, draft.version_read(), by=who.name)
    except EditConflict:
        draft.refuse({})  # the next run finds the newer version and shows both
        return False
    except LeverageError as problem:
        _refuse(kb, typed, problem)
        return False
    receipt.note(done, deal)
    draft.finish()
    return True


def is_unchanged() -> bool:
    """Say whether Save was pressed on a form that still is what the deal is."""
    return st.session_state.get(draft.named(_UNCHANGED)) == draft.typed()


def is_saved_already(kb: KnowledgeBase, who: Person, record: DealRecord) -> bool:
    """Say whether this person saved just what the form holds, as the first of two clicks does; note its receipt."""
    if record.version != draft.version_read() + 1 or record.changed_by != who.name:
        return False
    deal = record.deal()
    try:
        if _edited(deal, draft.typed()) != deal:
            return False
    except InvalidDeal:
        return False
    bank_id = kb.home_of(record.deal_id) or kb.bank_id(deal.vendor)
    vendor = kb.vendor(bank_id)
    name, count = (vendor.name, vendor.deal_count) if vendor else (deal.vendor, 0)
    told = tuple(memory.text for memory in memories_of(deal, record.deal_id))
    receipt.note(Receipt(record.deal_id, bank_id, name, count, confidence_label(count), told, existed=True), deal)
    draft.finish()
    return True


def _edited(deal: Deal, typed: dict[str, Any]) -> Deal:
    kept = {name: value for name, value in deal.values().items() if name in deal_form.NOT_SHOWN}
    return Deal(**{"vendor": None} | only_for.checked(deal_form.record(typed)) | kept)


def _refuse(kb: KnowledgeBase, typed: dict[str, Any], problem: LeverageError) -> None:
    if not isinstance(problem, InvalidDeal):
        draft.refuse({"": str(problem)})
        return
    day = typed.get("deal_date")
    draft.refuse(({"deal_date": IN_THE_FUTURE} if day and day > kb.today() else {}) | problem.problems)
