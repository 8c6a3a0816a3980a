"""What a move of deals gives to whom beside the deals: names, which may be another vendor's by now, and a parent."""

from collections.abc import Callable

from leverage.errors import LeverageError
from leverage.registry import Registry
from leverage.vendor_records import Move, VendorRecord
from leverage.vendors import vendor_bank_id


def refuse_taken_names(
    registry: Registry, move: Move, target: VendorRecord, source: VendorRecord | None, keeps_deals: Callable[[], bool]
) -> None:
    """Raise LeverageError where a move would give its target a name that is another vendor's, the source's included.

    `keeps_deals` says whether the source stays a vendor with deals of its own. Call it with `naming` held.
    """
    after = target.arrived(move, source, target.parent)
    known = set() if move.opened else {vendor_bank_id(each) for each in target.names()}
    fresh = {bank_id: name for name in after.names() if (bank_id := vendor_bank_id(name)) not in known}
    for name in fresh.values():
        registry.refuse_taken(name, move.source, move.target)
    if source is None or move.takes_all:
        return
    stays = source.left(after.move(move.id) or move)
    theirs = stays.alias_ids(move.source)
    for bank_id, name in fresh.items():
        if bank_id in theirs:
            raise LeverageError(
                f"“{name}” is a name of {stays.name} by now. Give {stays.name} another name and take this one from it first."
            )
        if bank_id == move.source and keeps_deals():
            raise LeverageError(f"“{name}” has deals of its own by now. Merge {stays.name} into {target.name} instead.")


def parent_after(registry: Registry, move: Move, target: VendorRecord, source: VendorRecord | None) -> str | None:
    """Return the firm that the target belongs to after a move: never itself, nor one that belongs to it."""
    gift = source.brings(move) if source else None
    if gift is None:
        return target.parent
    own = (move.source, move.target) if move.takes_all else (move.target,)
    parents = [each for each in (target.parent, gift.parent) if each]
    return next((each for each in parents if not registry.belongs_to(each, *own)), None)
