"""Merges and splits: deals that belong to another vendor than they were logged under."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from leverage.access.acting import acting
from leverage.directory.known import find_change, find_vendor, new_id, one_line, refuse_merged
from leverage.directory.names import undo_rename
from leverage.errors import LeverageError
from leverage.keeping import only_about
from leverage.knowledge import KnowledgeBase
from leverage.memory.carrying import loose_ids, new_ids
from leverage.moving import Plan
from leverage.progress import Progress
from leverage.text import clean_by
from leverage.vendor_records import Move, VendorRecord
from leverage.vendors import vendor_bank_id

GONE = "The vendor is not there any more. Reload the page."


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


@acting("merge", vendor="into", also="from_")
def merge(kb: KnowledgeBase, from_: str, into: str, *, by: str | None = None, progress: Progress | None = None) -> Move:
    """Make the vendor `from_` a further name of `into`, move all its deals there, and return the change.

    The name as written stays on each deal, and links to the old bank go on working. `progress` gets (steps done, steps
    in all). Raises LeverageError where either is unknown, both are one, or deals of one are being moved already.
    """
    (source, asked), (target, _) = _two(kb, from_, into)
    by, at = clean_by(by), kb.now()

    def plan(leaving: VendorRecord | None, staying: VendorRecord | None) -> Move:
        for bank_id, known in ((source, leaving), (target, staying)):
            if known is None:
                raise LeverageError(GONE)
            refuse_merged(kb, bank_id, known.name)
        return Move(
            new_id(target),
            "merge",
            source,
            target,
            at,
            by,
            deal_ids=tuple(sorted(kb.mover.held(source))),
            loose=new_ids(loose_ids(kb.banks, source), loose_ids(kb.banks, target), source),
            source_name=leaving.name if leaving else asked.name,
            target_name=staying.name if staying else "",
        )

    return _move(kb, source, target, plan, progress)


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


@acting("merge", vendor="vendor", deals="deal_ids")
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
    source, _, name, chosen = _checked_split(kb, vendor, deal_ids, name)
    target = _split_target(kb, source, name)
    by, at = clean_by(by), kb.now()

    def plan(leaving: VendorRecord | None, known: VendorRecord | None) -> Move:
        if leaving is None or _split_target(kb, source, name) != target:
            raise LeverageError(GONE)
        refuse_merged(kb, source, leaving.name)
        if chosen - set(kb.mover.held(source)):
            raise LeverageError(f"One of the deals is not with {leaving.name} any more. Reload the page and pick again.")
        return Move(
            new_id(target),
            "split",
            source,
            target,
            at,
            by,
            deal_ids=tuple(sorted(chosen)),
            loose=_feedback(kb, source, target, chosen),
            source_name=leaving.name,
            target_name=known.name if known else name,
        )

    return _move(kb, source, target, plan, progress)


@acting("merge", tells=("change_id",))
def undo(kb: KnowledgeBase, change_id: str, *, by: str | None = None, progress: Progress | None = None) -> Move:
    """Take back a merge, a split or a new name, and return the change that does so.

    Deals logged later stay where they are; those that moved go back as they are now, edits included. A vendor that is
    there again keeps what it has and gets the rest added. Raises LeverageError where the change is unknown, undone
    already, a later one stands on it, or a name that would go back is another vendor's by now.
    """
    bank_id, _, asked = find_change(kb, change_id)
    by = clean_by(by)
    _refuse_undone(asked)
    if asked.kind == "rename":
        return undo_rename(kb, bank_id, change_id, by)
    source, at = asked.source, kb.now()

    def plan(giving: VendorRecord | None, home: VendorRecord | None) -> Move:
        move = giving.move(change_id) if giving else None
        if giving is None or move is None:
            raise LeverageError(GONE)
        _refuse_undone(move)
        refuse_merged(kb, bank_id, giving.name)
        leads_to = kb.registry.home(source)
        if leads_to != source and (move.kind != "merge" or leads_to != bank_id):
            raise LeverageError(f"{move.source_name} was merged into another vendor since. Undo that first.")
        if home is None and move.kind != "merge":
            raise LeverageError(f"{move.source_name} is not there any more. Split the deals off under another name.")
        there = set(loose_ids(kb.banks, bank_id))
        back = {now: before for before, now in move.loose.items() if now in there}
        taken = set(loose_ids(kb.banks, source))
        returning = set(move.deal_ids) & set(kb.mover.held(bank_id))
        said_since = _feedback(kb, bank_id, source, returning)
        return Move(
            new_id(source),
            "undo",
            bank_id,
            source,
            at,
            by,
            deal_ids=tuple(sorted(returning)),
            loose=said_since | {now: before if before not in taken else now for now, before in back.items()},
            gained=move.gained,
            gained_banks=move.gained_banks,
            source_name=giving.name,
            target_name=move.source_name,
            undoes=move.id,
        )

    done = _move(kb, bank_id, source, plan, progress)
    if asked.kind == "split" and asked.opened:
        kb.eraser.let_go(bank_id)
    return done


def _refuse_undone(move: Move) -> None:
    if move.undone_at is not None:
        raise LeverageError("This change was undone already. Reload the page.")
    if move.kind == "undo":
        raise LeverageError("An undoing can't be undone. Merge or split again.")


def stayed(kb: KnowledgeBase, undoing: Move) -> int:
    """Return how many deals were logged under the names of a vendor while it was merged, and stay where they are.

    `undoing` is the change that took the merge back.
    """
    ids = {undoing.target, *map(vendor_bank_id, (undoing.target_name, *undoing.gained))}
    return sum(vendor_bank_id(deal.vendor) in ids for deal in kb.deals(undoing.source))


def _move(kb: KnowledgeBase, source: str, target: str, plan: Plan, progress: Progress | None) -> Move:
    kb.ensure_ready()
    try:
        done = kb.mover.move(source, target, plan, progress)
        hidden = kb.hidden_deals()
        return replace(done, deal_ids=tuple(each for each in done.deal_ids if each not in hidden)) if hidden else done
    finally:
        for bank_id in (source, target):
            kb.narrator.forget(bank_id)


def _feedback(kb: KnowledgeBase, source: str, target: str, deal_ids: set[str]) -> dict[str, str]:
    """Return the feedback that goes along with deals, since it is about no others, by its ids now."""
    about = only_about(kb.banks, source, deal_ids, kb.ask_index)
    return new_ids(about, loose_ids(kb.banks, target), source)


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
    if _split_target(kb, source, name) == source or vendor_bank_id(name) == vendor_bank_id(leaving.name):
        raise LeverageError(f"“{name}” is a name of {leaving.name} itself. Type the name of the other vendor.")
    return source, leaving, name, chosen


def _split_target(kb: KnowledgeBase, source: str, name: str) -> str:
    """Return the bank of the vendor to split off; a name that was an alias becomes a vendor again."""
    bank_id = vendor_bank_id(name)
    home = kb.mover.home(bank_id)
    return bank_id if home == source else home
