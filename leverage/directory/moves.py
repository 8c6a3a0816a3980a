"""Merges and splits: deals that belong to another vendor than they were logged under."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from leverage.directory.known import find_change, find_vendor, new_id, one_line
from leverage.directory.names import undo_rename
from leverage.errors import LeverageError
from leverage.knowledge import KnowledgeBase
from leverage.memory.carrying import loose_ids
from leverage.progress import Progress
from leverage.vendor_records import Move, VendorRecord
from leverage.vendors import vendor_bank_id


@dataclass(frozen=True)
class Preview:
    """What a merge or a split would do; nothing is written for it."""

    source: str
    target: str
    deals: int
    retracted: int
    stay: int
    names: tuple[str, ...]
    people: tuple[str, ...]
    first: date | None
    last: date | None


def preview_merge(kb: KnowledgeBase, from_: str, into: str) -> Preview:
    """Return what a merge would move. Raises LeverageError where there is nothing to merge."""
    (source, leaving), (_, staying) = _two(kb, from_, into)
    deals = kb.deals(source)
    names = [name for name in (leaving.name, *leaving.aliases) if name not in (staying.name, *staying.aliases)]
    days = [deal.deal_date for deal in deals]
    return Preview(
        leaving.name,
        staying.name,
        len(deals),
        len(kb.retracted(source)),
        0,
        tuple(names),
        tuple(dict.fromkeys(deal.logged_by for deal in deals)),
        min(days, default=None),
        max(days, default=None),
    )


def merge(kb: KnowledgeBase, from_: str, into: str, *, by: str | None = None, progress: Progress | None = None) -> Move:
    """Make the vendor `from_` a further name of `into`, move all its deals there, and return the change.

    The name as written stays on each deal, and links to the old bank go on working. `progress` gets (steps done, steps
    in all). Raises LeverageError where either is unknown, both are one, or deals of one are being moved already.
    """
    (source, leaving), (target, staying) = _two(kb, from_, into)
    taken = set(loose_ids(kb.banks, target))
    loose = {each: each if each not in taken else f"{each}@{source}" for each in loose_ids(kb.banks, source)}
    names = [name for name in (leaving.name, *leaving.aliases) if name not in (staying.name, *staying.aliases)]
    move = Move(
        new_id(target),
        "merge",
        source,
        target,
        kb.now(),
        by,
        deal_ids=tuple(sorted(kb.mover.held(source))),
        loose=loose,
        gained=tuple(names),
        gained_banks=(source, *leaving.banks),
        source_name=leaving.name,
        target_name=staying.name,
        adopted_parent=bool(leaving.parent and not staying.parent),
        left_behind=leaving.to_json(),
    )
    return _move(kb, move, staying, progress)


def preview_split(kb: KnowledgeBase, vendor: str, deal_ids: Iterable[str], name: str) -> Preview:
    """Return what a split would move. Raises LeverageError as `split` does."""
    source, leaving, target, chosen = _checked_split(kb, vendor, deal_ids, name)
    deals = [deal for deal in kb.deals(source) if deal.deal_id in chosen]
    days = [deal.deal_date for deal in deals]
    return Preview(
        leaving.name,
        target,
        len(deals),
        len(chosen) - len(deals),
        len(kb.mover.held(source)) - len(chosen),
        (),
        tuple(dict.fromkeys(deal.logged_by for deal in deals)),
        min(days, default=None),
        max(days, default=None),
    )


def split(
    kb: KnowledgeBase,
    vendor: str,
    deal_ids: Iterable[str],
    name: str,
    *,
    by: str | None = None,
    progress: Progress | None = None,
) -> Move:
    """Move some of a vendor's deals to the vendor `name`, known or new, and return the change.

    An alias of the first that is the name of the second leads to the second from then on. Raises LeverageError where
    the vendor or one of the deals is unknown, or the name is the vendor's own.
    """
    source, leaving, name, chosen = _checked_split(kb, vendor, deal_ids, name)
    target = _split_target(kb, source, name)
    known = kb.mover.record(target)
    move = Move(
        new_id(target),
        "split",
        source,
        target,
        kb.now(),
        by,
        deal_ids=tuple(sorted(chosen)),
        gained=tuple(each for each in leaving.aliases if vendor_bank_id(each) == target),
        gained_banks=tuple(each for each in leaving.banks if each == target),
        source_name=leaving.name,
        target_name=known.name if known else name,
        opened=known is None,
    )
    return _move(kb, move, known or VendorRecord(name, version=0), progress)


def undo(kb: KnowledgeBase, change_id: str, *, by: str | None = None, progress: Progress | None = None) -> Move:
    """Take back a merge, a split or a new name, and return the change that does so.

    Deals logged later stay where they are; those that moved go back as they are now, edits included. Raises
    LeverageError where the change is unknown, undone already, or a later one stands on it.
    """
    bank_id, known, move = find_change(kb, change_id)
    if move.undone_at is not None:
        raise LeverageError("This change was undone already. Reload the page.")
    if move.kind == "undo":
        raise LeverageError("An undoing can't be undone. Merge or split again.")
    if move.kind == "rename":
        return undo_rename(kb, bank_id, move, by)
    held = kb.mover.held(bank_id)
    source_home = kb.mover.record(move.source)
    if move.kind == "merge":
        back = VendorRecord.from_json(move.left_behind or {"name": move.source_name, "version": 1})
        back = replace(back, version=max(back.version, source_home.version if source_home else 0))
    elif source_home is None or kb.mover.home(move.source) != move.source:
        raise LeverageError(f"{move.source_name} was merged into another vendor since. Undo that first.")
    else:
        back = source_home
    undoing = Move(
        new_id(move.source),
        "undo",
        bank_id,
        move.source,
        kb.now(),
        by,
        deal_ids=tuple(sorted(set(move.deal_ids) & set(held))),
        loose={now: before for before, now in move.loose.items()},
        gained=move.gained,
        gained_banks=move.gained_banks,
        source_name=known.name,
        target_name=move.source_name,
        opened=source_home is None,
        undoes=move.id,
    )
    done = _move(kb, undoing, back, progress)
    if move.kind == "split" and move.opened:
        kb.eraser.let_go(bank_id)
    return done


def stayed(kb: KnowledgeBase, undoing: Move) -> int:
    """Return how many deals were logged under the names of a vendor while it was merged, and stay where they are.

    `undoing` is the change that took the merge back.
    """
    ids = {undoing.target, *map(vendor_bank_id, (undoing.target_name, *undoing.gained))}
    return sum(vendor_bank_id(deal.vendor) in ids for deal in kb.deals(undoing.source))


def _move(kb: KnowledgeBase, move: Move, target: VendorRecord, progress: Progress | None) -> Move:
    kb.ensure_ready()
    try:
        return kb.mover.move(move, target, progress)
    finally:
        for bank_id in (move.source, move.target):
            kb.narrator.forget(bank_id)


def _two(kb: KnowledgeBase, from_: str, into: str) -> tuple[tuple[str, VendorRecord], tuple[str, VendorRecord]]:
    source, target = find_vendor(kb, from_), find_vendor(kb, into)
    if source[0] == target[0]:
        raise LeverageError(f"“{from_}” and “{into}” are one vendor already. Pick two different ones.")
    return source, target


def _checked_split(kb: KnowledgeBase, vendor: str, deal_ids: Iterable[str], name: str) -> tuple[str, VendorRecord, str, set[str]]:
    source, leaving = find_vendor(kb, vendor)
    name = one_line("The name", name)
    chosen = set(deal_ids)
    if not chosen:
        raise LeverageError("No deal is picked. Pick those that belong to the other vendor.")
    if chosen - set(kb.mover.held(source)):
        raise LeverageError(f"One of the deals is not with {leaving.name} any more. Reload the page and pick again.")
    if _split_target(kb, source, name) == source:
        raise LeverageError(f"“{name}” is a name of {leaving.name} itself. Type the name of the other vendor.")
    return source, leaving, name, chosen


def _split_target(kb: KnowledgeBase, source: str, name: str) -> str:
    """Return the bank of the vendor to split off; a name that was an alias becomes a vendor again."""
    bank_id = vendor_bank_id(name)
    home = kb.mover.home(bank_id)
    return bank_id if home == source else home
