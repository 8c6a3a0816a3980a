"""A vendor looked up before something about it is changed."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass

from leverage.errors import LeverageError
from leverage.knowledge import KnowledgeBase
from leverage.text import MOST_NAME, Unclean, clean_block, clean_named, fold
from leverage.vendor_records import Move, VendorRecord

MOST_NOTE = 1_000


def record(kb: KnowledgeBase, vendor: str) -> VendorRecord:
    """Return what belongs to a vendor beside its deals. Raises LeverageError for an unknown vendor."""
    return find_vendor(kb, vendor)[1]


def find_vendor(kb: KnowledgeBase, vendor: str) -> tuple[str, VendorRecord]:
    """Return the bank and the record of a vendor given by any of its names. Raises LeverageError for an unknown one."""
    kb.ensure_ready()
    bank_id = kb.bank_id(vendor)
    known = kb.registry.record(bank_id)
    if known is None:
        raise LeverageError(f"Nothing is recorded about “{vendor}”. Check the name.")
    return bank_id, known


@dataclass(frozen=True)
class Known:
    """A vendor that can be picked, and how many of its deals count."""

    bank_id: str
    name: str
    deal_count: int


def others(kb: KnowledgeBase, bank_id: str = "") -> list[Known]:
    """Return every vendor (but one, where it is given) by name, at the end those of whom deals are recorded and none counts."""
    listed = [Known(each.bank_id, each.name, each.deal_count) for each in kb.vendors()]
    there = {each.bank_id for each in listed}
    retracted = {row.bank_id for row in kb.ask_index(lambda index: index.retracted_deals())} - there
    names = {row.bank_id: row.name for row in kb.ask_index(lambda index: index.vendor_rows()) if row.bank_id in retracted}
    hidden = [Known(each, name, 0) for each, name in sorted(names.items(), key=lambda pair: fold(pair[1]))]
    return [each for each in (*listed, *hidden) if each.bank_id != bank_id]


def change(kb: KnowledgeBase, bank_id: str, alter: Callable[[VendorRecord], VendorRecord]) -> VendorRecord:
    """Put what `alter` makes of a vendor's record, as it is now, in its place, and return it.

    Raises LeverageError where the vendor is gone or part of another one, and whatever `alter` raises.
    """

    def altered(known: VendorRecord) -> VendorRecord:
        refuse_merged(kb, bank_id, known.name)
        return alter(known)

    return kb.registry.change(bank_id, altered)


def refuse_merged(kb: KnowledgeBase, bank_id: str, name: str) -> None:
    """Raise LeverageError where a bank's vendor is part of another one by now."""
    if kb.registry.home(bank_id) != bank_id:
        raise LeverageError(f"{name} was merged into another vendor meanwhile. Reload the page.")


def make_free(kb: KnowledgeBase, name: str, bank_id: str) -> None:
    """Let another vendor, of whom nothing is left, yield a name that a vendor is to get."""
    owner = kb.registry.owner(name)
    if owner != bank_id and kb.is_kept_back(name):
        raise LeverageError(f"“{name}” can't be taken as a name here. Ask an administrator.")
    if owner is not None and owner != bank_id:
        kb.eraser.let_go(owner)


def find_change(kb: KnowledgeBase, change_id: str) -> tuple[str, VendorRecord, Move]:
    """Return the bank that tells of a change, the vendor's record and the change. Raises LeverageError for an unknown one."""
    kb.ensure_ready()
    bank_id = change_id.partition(":")[0]
    with kb.as_seen():
        known = kb.registry.record(bank_id) if kb.registry.home(bank_id) == bank_id else None
    move = known.move(change_id) if known else None
    if known is not None and move is not None:
        return bank_id, known, move
    raise LeverageError("This change is not known here. If its vendor was merged into another since, undo that first.")


def new_id(bank_id: str) -> str:
    """Return the id of a change that stands in a bank: it says where to look for it."""
    return f"{bank_id}:{uuid.uuid4().hex}"


def one_line(what: str, text: str) -> str:
    """Return a text as one clean line. Raises LeverageError, which begins with what it is, for one that can't be taken."""
    return clean_named(what, text, MOST_NAME)


def clean_note(text: str) -> str:
    """Return the text of a note, clean. Raises LeverageError for one that can't be taken."""
    try:
        return clean_block(text, MOST_NOTE)
    except Unclean as problem:
        raise LeverageError(f"The note {problem}") from None
