"""One deal to be erased for good."""

import streamlit as st

from leverage import Deal, KnowledgeBase, erasure
from leverage.progress import Progress
from leverage.versions import DealRecord
from leverage.wording import OUTCOMES, show_count, show_day
from pages.ui import links, text
from pages.ui.erasing import Erasing, named

WORD = "ERASE"


def choose(kb: KnowledgeBase) -> Erasing | None:
    """Draw the boxes for the vendor and its deal; return the deal once it is picked."""
    vendors = {vendor.bank_id: vendor.name for vendor in kb.vendors()}
    left, right = st.columns(2)
    bank_id = left.selectbox(
        "Vendor", list(vendors), index=None, format_func=lambda each: vendors[each], placeholder="Pick", key=named("of")
    )
    records = [record.deal() for record in kb.retracted(bank_id)] if bank_id else []
    deals = {deal.deal_id or "": deal for deal in [*kb.deals(bank_id), *records]} if bank_id else {}
    deal_id = right.selectbox(
        "Deal",
        list(deals),
        index=None,
        format_func=lambda each: _told_of(deals[each]),
        placeholder="Pick" if bank_id else "Pick the vendor first",
        disabled=not bank_id,
        key=named(f"deal.{bank_id}"),
    )
    return of(kb, deal_id) if deal_id else None


def of(kb: KnowledgeBase, deal_id: str) -> Erasing | None:
    """Return the deal of an id as something to be erased; None where there is none."""
    record = kb.record(deal_id)
    if record is None:
        return None
    vendor = kb.vendor(kb.bank_id(record.deal().vendor))
    deal = record.deal()
    name = vendor.name if vendor else deal.vendor
    return Erasing(
        name=f"the deal of {show_day(deal.deal_date)}",
        goes=tuple(_goes(kb, deal_id, record, name)),
        word=WORD,
        button="Erase this deal",
        said=f"The deal of {show_day(deal.deal_date)} with {name} is erased.",
        what="It",
        erase=lambda progress: _erase(kb, deal_id, progress),
        forget=links.drop_erase,
    )


def _erase(kb: KnowledgeBase, deal_id: str, progress: Progress) -> erasure.Erased:
    progress(0, 1)
    return erasure.erase_deal(kb, deal_id)


def _goes(kb: KnowledgeBase, deal_id: str, record: DealRecord, vendor: str) -> list[str]:
    feedback, lessons = erasure.feedback_with(kb, deal_id), erasure.lessons_with(kb, deal_id)
    sources = len(kb.inbox.of_deal(deal_id))
    goes = [f"**{text.inline(vendor)}**, {text.inline(_told_of(record.deal()))}{'' if record.is_live else ', retracted'}."]
    earlier = len(record.history)
    if earlier:
        goes.append(f"Its {show_count(earlier, 'earlier version')} {'goes' if earlier == 1 else 'go'} along.")
    if feedback:
        goes.append(f"Feedback of colleagues that is about this deal alone goes, too: {feedback:,}.")
    if sources:
        goes.append(f"So do the words that tell of it in {show_count(sources, 'text')} of the inbox.")
    if lessons:
        goes.append(f"So does what the playbook names this deal alone for: {show_count(lessons, 'lesson')}.")
    return goes


def _told_of(deal: Deal) -> str:
    told = (show_day(deal.deal_date), deal.product, f"{deal.logged_by}, {deal.department}", OUTCOMES[deal.outcome].lower())
    return ", ".join(filter(None, told))
