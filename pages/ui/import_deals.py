"""The very deals that an import will write, in full, a page at a time."""

import streamlit as st

from leverage import Deal, KnowledgeBase
from leverage.deals import NEEDED
from leverage.imports import PlannedRow
from leverage.values import label_of, show_value
from leverage.wording import OUTCOMES, show_base, show_count, show_day, show_percent
from pages.ui import frame, text
from pages.ui.import_reading import Read

PER_PAGE = 6
_SHOWN_ABOVE = {*NEEDED, "discount_pct", "discount_base", "payment_terms", "currency"}
_LONGEST = 400


def draw(kb: KnowledgeBase, read: Read) -> None:
    """Draw the deals, with where each stands in the file and to which vendor its name leads."""
    deals = read.preview.deals
    if not deals:
        return
    pages = -(-len(deals) // PER_PAGE)
    st.space("xsmall")
    frame.section(f"{show_count(len(deals), 'deal')} will be written")
    rows, page = st.container(border=True, gap="small"), 1
    if pages > 1:
        with st.container(horizontal_alignment="center"):
            page = st.pagination(pages, key=f"import.deals.{read.preview.batch_id}")
    with rows:
        first = (page - 1) * PER_PAGE
        for n in range(first, min(first + PER_PAGE, len(deals))):
            _draw_deal(kb, read, deals[n], read.preview.rows[n])


def _draw_deal(kb: KnowledgeBase, read: Read, deal: Deal, row: PlannedRow) -> None:
    same = read.plan.same_vendors.get(kb.bank_id(deal.vendor)) if read.plan.same_vendors else None
    leads = f" {frame.small(f'goes to {text.inline(same.vendor)}')}" if same else ""
    place = f" {frame.small(frame.grey(text.inline(_place(read, row))))}"
    dated = f"{show_day(deal.deal_date)}, {text.inline(deal.logged_by)}, {text.inline(deal.department)}"
    ended = ", ".join(map(text.inline, _how_it_ended(deal)))
    left, right = st.columns([5, 7], gap="xxsmall")
    left.markdown(f"**{text.inline(deal.vendor)}**{leads}{place}  \n{frame.small(dated)}  \n{frame.small(ended)}")
    if rest := _rest(deal):
        right.markdown(frame.small(" · ".join(rest)))


def _place(read: Read, row: PlannedRow) -> str:
    many = len(read.plan.table.read_sheets) > 1
    return f"{row.sheet}, row {row.number:,}" if many else f"row {row.number:,}"


def _how_it_ended(deal: Deal) -> list[str]:
    told = [OUTCOMES.get(deal.outcome, deal.outcome)]
    if deal.discount_pct is not None:
        told.append(f"{show_percent(deal.discount_pct)} {show_base(deal.discount_base)}")
    if deal.payment_terms:
        told.append(deal.payment_terms)
    return told


def _rest(deal: Deal) -> list[str]:
    """Return every further field that holds something, labelled."""
    return [
        f"{frame.grey(text.inline(label_of(name)))} {text.inline(_cut(show_value(name, value, deal.currency)))}"
        for name, value in deal.values().items()
        if name not in _SHOWN_ABOVE
    ] + _bare_currency(deal)


def _bare_currency(deal: Deal) -> list[str]:
    """Return the currency as a field of its own where no amount shows it."""
    amounts = ("list_price", "quoted_price", "final_price", "annual_value", "total_value")
    if not deal.currency or any(getattr(deal, name) is not None for name in amounts):
        return []
    return [f"{frame.grey('Currency')} {deal.currency}"]


def _cut(shown: str) -> str:
    line = " ".join(shown.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
