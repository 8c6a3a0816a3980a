"""How a vendor came to be what it is: merges, splits and new names, with who and when, and the way back."""

import streamlit as st

from leverage import KnowledgeBase, directory
from leverage.progress import Progress
from leverage.vendor_records import Move, VendorRecord
from leverage.vendors import BlankVendor, vendor_bank_id
from leverage.wording import show_count
from pages.ui import frame, links, text, told, work
from pages.ui.moments import by_whom
from pages.ui.told import Told

MOST_SHOWN = 20


def say_where_it_went(record: VendorRecord, asked: str) -> None:
    """Say that the vendor one asked for is part of this one now, where that is so."""
    merged = next((move for move in reversed(record.moves) if _is_merge_of(move, asked)), None)
    if merged is not None:
        st.markdown(f"**{text.inline(merged.source_name)}** is now part of **{text.inline(record.name)}**.")


def _is_merge_of(move: Move, asked: str) -> bool:
    if move.kind != "merge" or move.undone_at is not None:
        return False
    if links.is_bank_id(asked):
        return asked in (move.source, *move.gained_banks)
    try:
        return vendor_bank_id(asked) == vendor_bank_id(move.source_name)
    except BlankVendor:
        return False


def draw_changes(kb: KnowledgeBase, record: VendorRecord, by: str | None) -> None:
    """Draw the changes, the last one first; with `by` those can be undone that nothing later stands on."""
    moves = [move for move in reversed(record.moves) if not _is_rename_undone(move)]
    if not moves:
        return
    with frame.card(height="content"):
        frame.section("Changes")
        for move in moves[:MOST_SHOWN]:
            _draw(kb, record, move, by)
        if len(moves) > MOST_SHOWN:
            with st.expander(f"{len(moves) - MOST_SHOWN} earlier"):
                for move in moves[MOST_SHOWN:]:
                    _draw(kb, record, move, by)


def undo(kb: KnowledgeBase, move: Move, by: str | None) -> None:
    """Take a change back and have it said; deals that go back take their time."""
    if move.kind == "rename":
        done = directory.undo(kb, move.id, by=by)
        told.say(f"{done.source_name} is {done.target_name} again.")
        return

    def take_back(progress: Progress) -> Told:
        done = directory.undo(kb, move.id, by=by, progress=progress)
        deals = show_count(done.deal_count, "deal")
        if move.kind == "merge":
            return Told(f"{done.target_name} is a vendor of its own again, with {deals}.{_stayed(kb, done)}")
        return Told(f"{deals} went back from {done.source_name} to {done.target_name}.")

    is_emptied = move.kind == "split" and move.opened
    work.begin("Moving the deals back", take_back, (lambda: _go_to(move.source)) if is_emptied else None)


def _stayed(kb: KnowledgeBase, undoing: Move) -> str:
    """Return, as a sentence, how many deals were logged under the vendor's names since and stay, and where to find them."""
    count = directory.stayed(kb, undoing)
    if not count:
        return ""
    there = f"{undoing.source_name}: split {'it' if count == 1 else 'them'} off there"
    return f" {show_count(count, 'deal')} logged as {undoing.target_name} since {'stays' if count == 1 else 'stay'} with {there}."


def _go_to(vendor: str) -> None:
    st.query_params.from_dict(links.to_vendor(vendor))


def _draw(kb: KnowledgeBase, record: VendorRecord, move: Move, by: str | None) -> None:
    left, right = frame.row()
    undone = f". Undone {by_whom(move.undone_at, move.undone_by)}" if move.undone_at else ""
    left.markdown(f"{_said(move)}  \n{frame.small(text.inline(by_whom(move.at, move.by) + undone))}")
    can_be = by is not None and _can_be_undone(kb, record, move)
    if can_be and right.button("Undo", type="tertiary", icon=":material/undo:", key=f"undo.{move.id}"):
        told.leave()
        told.attempt(lambda: undo(kb, move, by))
        st.rerun()


def _said(move: Move) -> str:
    source, target = text.inline(move.source_name), text.inline(move.target_name)
    deals = show_count(move.deal_count, "deal")
    if move.is_unfinished:
        return f":orange[:material/schedule:] {deals} of **{source}** are on their way here."
    if move.kind == "merge":
        return f"**{source}** became part of **{target}**, with {deals}."
    if move.kind == "split":
        return f"{deals} {'split off' if move.opened else 'went'} from **{source}** to **{target}**."
    if move.kind == "rename":
        return f"**{source}** was renamed to **{target}**."
    return f"{deals} came back from **{source}**."


def _is_rename_undone(move: Move) -> bool:
    """Say whether a change only takes a new name back, which stands with that name already."""
    return move.kind == "undo" and move.source == move.target


def _can_be_undone(kb: KnowledgeBase, record: VendorRecord, move: Move) -> bool:
    if move.kind == "undo" or move.undone_at is not None or move.is_unfinished:
        return False
    if move.kind == "rename":
        return move.target_name == record.name
    return move.kind == "merge" or kb.bank_id(move.source) == move.source
