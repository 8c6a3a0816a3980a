"""The names that lead to a vendor, and the firm it is part of."""

from collections import Counter
from functools import partial

import streamlit as st

from leverage import KnowledgeBase, directory, vendor_bank_id
from leverage.text import fold
from leverage.vendor_records import VendorRecord
from leverage.wording import show_count
from pages.ui import frame, links, no_vendor, text, told

_ROUND = "names.round"  # a new one empties the box


def draw_names(kb: KnowledgeBase, bank_id: str, record: VendorRecord, by: str | None) -> None:
    """Draw the names with how many deals were logged under each; with `by` they can be added to and removed."""
    written = Counter(vendor_bank_id(deal.vendor) for deal in kb.deals(bank_id))
    with frame.card(height="content"):
        frame.section("Also known as")
        if not record.aliases:
            st.markdown(frame.grey("No other name leads here."))
        for alias in record.aliases:
            left, right = frame.row()
            deals = written[vendor_bank_id(alias)]
            logged = f", {show_count(deals, 'deal')} logged under it" if deals else ""
            left.markdown(f"**{text.inline(alias)}**{logged}")
            came_by_merge = vendor_bank_id(alias) in record.banks  # it leads here for as long as the merge stands
            if by is not None and not came_by_merge and right.button("Remove", type="tertiary", key=f"alias.{alias}"):
                told.attempt(partial(_remove, kb, bank_id, alias))
                st.rerun()
        if by is not None:
            _draw_new(kb, bank_id, record.name)
        _draw_parent(kb, bank_id, record, by)


def _draw_new(kb: KnowledgeBase, bank_id: str, name: str) -> None:
    turn = st.session_state.setdefault(_ROUND, 0)
    place = f"alias.{bank_id}.{turn}"
    with (
        st.form(place, border=False),
        st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"),
    ):
        alias = st.text_input("Another name", placeholder="Such as an abbreviation or a former name", key=f"alias.new.{turn}")
        is_asked = st.form_submit_button("Add")
    if is_asked and no_vendor.is_to_be_asked(kb, alias, place):
        told.leave()
        st.rerun()
    if doubted := no_vendor.asked(place):
        said = f"It is not added yet. Every deal logged under it would count for {text.inline(name)}. Change it above, or add it."
        if no_vendor.draw(doubted, said, "Add this name", "alias.anyway"):
            alias, is_asked = doubted, True
    taken = _owner(kb, bank_id, alias)
    if taken is not None:
        st.page_link(
            links.RECORD, label=f"Names and notes of {text.inline(taken.name)}", query_params=links.to_vendor(taken.name)
        )
    if is_asked:
        no_vendor.forget(place)
        if told.attempt(lambda: _add(kb, bank_id, alias)):
            st.session_state[_ROUND] = turn + 1
        st.rerun()


def _owner(kb: KnowledgeBase, bank_id: str, name: str | None) -> VendorRecord | None:
    """Return the other vendor to which a name leads already, where it can be merged from."""
    if not name or not name.strip() or kb.bank_id(name) == bank_id:
        return None
    return kb.mover.record(kb.bank_id(name))


def _add(kb: KnowledgeBase, bank_id: str, alias: str) -> None:
    changed = directory.add_alias(kb, bank_id, alias)
    added = changed.aliases[-1]
    told.say(f"“{added}” leads to {changed.name} now.", lambda: _remove(kb, bank_id, added))


def _remove(kb: KnowledgeBase, bank_id: str, alias: str) -> None:
    changed = directory.remove_alias(kb, bank_id, alias)
    told.say(f"“{alias}” is no longer a name of {changed.name}.", lambda: _add(kb, bank_id, alias))


def _draw_parent(kb: KnowledgeBase, bank_id: str, record: VendorRecord, by: str | None) -> None:
    if by is None:
        if record.parent:
            st.markdown(f"Part of **{text.inline(record.parent)}**")
        return
    others = [vendor.name for vendor in kb.vendors() if vendor.bank_id != bank_id]
    known = record.parent
    options = [*others, *([known] if known and fold(known) not in map(fold, others) else [])]
    held = next((each for each in options if known and fold(each) == fold(known)), None)
    key = f"parent.{bank_id}.{record.version}"
    st.selectbox(
        "Part of (the firm that owns it)",
        options,
        index=options.index(held) if held else None,
        accept_new_options=True,
        placeholder="Pick or type, where known",
        key=key,
        on_change=lambda: _parent_picked(kb, bank_id, known, key),
    )
    owner = kb.vendor(known) if known else None
    if owner is not None:
        st.page_link(
            links.RECORD, label=f"Names and notes of {text.inline(owner.name)}", query_params=links.to_vendor(owner.bank_id)
        )


def _parent_picked(kb: KnowledgeBase, bank_id: str, before: str | None, key: str) -> None:
    told.attempt(lambda: _set_parent(kb, bank_id, before, st.session_state.get(key)))


def _set_parent(kb: KnowledgeBase, bank_id: str, before: str | None, parent: str | None) -> None:
    changed = directory.set_parent(kb, bank_id, parent)
    said = f"{changed.name} is noted as part of {changed.parent}." if changed.parent else "It is noted as part of no other firm."
    told.say(said, lambda: _set_parent(kb, bank_id, changed.parent, before))
