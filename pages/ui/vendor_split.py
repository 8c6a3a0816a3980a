"""Some deals of a vendor made those of another one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import streamlit as st

from leverage import Deal, KnowledgeBase, LeverageError, directory, vendor_bank_id
from leverage.directory import Preview
from leverage.progress import Progress
from leverage.spellings import distinct
from leverage.text import fold
from leverage.vendor_records import VendorRecord
from leverage.wording import OUTCOMES, show_count, show_day
from pages.ui import frame, links, no_vendor, panel, text, told, vendor_changes, vendor_merge, work
from pages.ui.pick import pick_or_type
from pages.ui.told import Told

PER_PAGE = 50
_PICKED = "split.picked"


@dataclass(frozen=True)
class _Row:
    """A deal that can be picked."""

    deal_id: str
    deal: Deal
    is_retracted: bool


def draw_split(kb: KnowledgeBase, bank_id: str, record: VendorRecord, by: str) -> None:
    """Draw the deals to pick from, the box for the other vendor's name and, with both, what moves."""
    frame.section("Split off deals")
    rows = _rows(kb, bank_id)
    picked = _picked(bank_id)
    picked &= {row.deal_id for row in rows}
    others = [vendor.name for vendor in kb.vendors() if vendor.bank_id != bank_id]
    name = pick_or_type("The vendor they belong to", others, f"split.name.{bank_id}", placeholder="Pick or type a name")
    _draw_rows(rows, picked, record.name)
    if not name or not picked:
        missing = "Pick the deals and the vendor" if not name and not picked else "Pick the deals" if name else "Pick the vendor"
        st.markdown(f"{missing}. What moves is shown here before anything happens.")
        panel.draw_buttons("Split off", is_ready=False)
        return
    try:
        preview = directory.preview_split(kb, bank_id, picked, name)
    except LeverageError as problem:
        panel.draw_refusal("Split off", problem)
        return
    known = kb.vendor(name)
    st.markdown(_told_of(preview, record, known.deal_count if known and known.bank_id != bank_id else None))
    place = f"split.{bank_id}"
    is_asked = panel.draw_buttons(f"Split off {show_count(len(picked), 'deal')}")
    if is_asked and no_vendor.is_to_be_asked(kb, name, place):
        told.leave()
        st.rerun()
    if doubted := no_vendor.asked(place, name):
        is_asked = no_vendor.draw(
            doubted, "No deal has moved yet. Change the name above, or move them there.", "It is: split off", "split.anyway"
        )
    if is_asked:
        no_vendor.forget(place)
        panel.close()
        _begin(kb, bank_id, tuple(picked), preview, by)


def _rows(kb: KnowledgeBase, bank_id: str) -> list[_Row]:
    live = [_Row(deal.deal_id or "", deal, False) for deal in kb.deals(bank_id)]
    return [*live, *(_Row(each.deal_id, each.deal(), True) for each in kb.retracted(bank_id))]


def _picked(bank_id: str) -> set[str]:
    """Return the deals picked so far; those of another vendor are forgotten."""
    held = st.session_state.get(_PICKED)
    if held is None or held[0] != bank_id:
        held = st.session_state[_PICKED] = (bank_id, set())
    return cast(set[str], held[1])


def _draw_rows(rows: Sequence[_Row], picked: set[str], name: str) -> None:
    product = _draw_product(rows)
    shown = [row for row in rows if product is None or fold(row.deal.product or "") == fold(product)]
    ids = {row.deal_id for row in shown}
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.markdown(f"**{len(picked)} of {show_count(len(rows), 'deal')}** picked", width="content")
        each = f"all {len(shown)}" if len(shown) > 1 else "it"
        st.button(f"Pick {each}", type="tertiary", on_click=picked.update, args=(ids,), disabled=ids <= picked)
        st.button("Pick none", type="tertiary", on_click=picked.clear, disabled=not picked)
    pages = -(-len(shown) // PER_PAGE)
    page = st.pagination(pages, key="split.page") if pages > 1 else 1
    own = vendor_bank_id(name)
    with st.container(gap="xsmall"):
        for row in shown[(page - 1) * PER_PAGE : page * PER_PAGE]:
            key = f"split.{row.deal_id}"
            st.session_state[key] = row.deal_id in picked
            st.checkbox(_label(row, own), key=key, on_change=_turn, args=(row.deal_id, picked))


def _draw_product(rows: Sequence[_Row]) -> str | None:
    products = sorted(distinct(row.deal.product for row in rows if row.deal.product), key=fold)
    if len(products) < 2:
        return None
    counts = {each: sum(fold(row.deal.product or "") == fold(each) for row in rows) for each in products}
    product: str | None = st.selectbox(
        "Show only one product",
        products,
        index=None,
        format_func=lambda each: f"{each}, {show_count(counts[each], 'deal')}",
        placeholder="All products",
        key="split.product",
    )
    return product


def _turn(deal_id: str, picked: set[str]) -> None:
    picked ^= {deal_id}


def _label(row: _Row, own: str) -> str:
    deal = row.deal
    written = f"logged as {deal.vendor}" if vendor_bank_id(deal.vendor) != own else ""
    told = [deal.product or "", f"{deal.logged_by}, {deal.department}", OUTCOMES[deal.outcome].lower(), written]
    said = text.inline(", ".join([each for each in told if each] + (["retracted"] if row.is_retracted else [])))
    return f"**{show_day(deal.deal_date)}** {said}"


def _told_of(preview: Preview, record: VendorRecord, deals_there: int | None) -> str:
    target = text.inline(preview.target)
    then = "a new vendor" if deals_there is None else f"which then has {show_count(deals_there + preview.deals, 'deal')}"
    lines = [f"**{vendor_merge.moved(preview)}** to **{target}**, {then}."]
    lines += [text.inline(vendor_merge.told_of_people(preview))] if preview.people else []
    lines += [
        f"“{text.inline(each)}” leads there from then on."
        for each in record.aliases
        if vendor_bank_id(each) == vendor_bank_id(preview.target)
    ]
    source = text.inline(preview.source)
    if preview.stay:
        lines.append(f"{show_count(preview.stay, 'deal')} {'stays' if preview.stay == 1 else 'stay'} with {source}.")
    else:
        lines.append(f"Nothing stays with {source}. To let its name lead there as well, merge it instead.")
    return "  \n".join([*lines, "The name as written stays on each deal. You can undo it."])


def _begin(kb: KnowledgeBase, bank_id: str, deal_ids: Sequence[str], preview: Preview, by: str) -> None:
    def split(progress: Progress) -> Told:
        move = directory.split(kb, bank_id, deal_ids, preview.target, by=by, progress=progress)
        said = f"{show_count(len(move.deal_ids), 'deal')} went from {move.source_name} to {move.target_name}."
        return Told(said, lambda: vendor_changes.undo(kb, move, by))

    def after() -> None:
        st.session_state.pop(_PICKED, None)
        st.query_params.from_dict(links.to_vendor(preview.target))

    work.begin(f"Moving the deals to {text.inline(preview.target)}", split, after)
