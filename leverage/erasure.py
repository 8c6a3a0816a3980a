"""What a person may erase for good, shown before it goes.

A vendor may be given by any of its names or bank ids. Backups and exports that were taken already are out of reach, and
so are the files of a server.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import date
from typing import Any

from leverage import directory, subscription, whose
from leverage.access.acting import acting
from leverage.access.mail import address
from leverage.blotting import Blotter
from leverage.desk import Desk
from leverage.effacing import blotted_memory
from leverage.errors import LeverageError
from leverage.inbox_erasing import count_of_person, count_of_vendor
from leverage.index import ERASING, NAMES
from leverage.keeping import EVENTS, FEEDBACK, LESSONS, Facet, held, only_about
from leverage.knowledge import KnowledgeBase
from leverage.memory.bank import BATCH
from leverage.memory.carrying import loose_ids
from leverage.progress import Progress
from leverage.text import fold
from leverage.vendor_traces import ErasedVendor
from leverage.vendors import BANK_PREFIX


@dataclass(frozen=True)
class Erased:
    """What an erasure did: how many deals it touched, and whether the text is gone from the files themselves."""

    deals: int
    in_files: bool


@dataclass(frozen=True)
class VendorTraces:
    """What goes with a vendor."""

    name: str
    deals: int
    retracted: int
    aliases: tuple[str, ...]
    changes: int
    feedback: int = 0
    events: int = 0
    proposals: int = 0
    lessons: int = 0


@dataclass(frozen=True)
class PersonTraces:
    """Where a person's name stands: deals they logged, further deals and vendors' own records that mention them.

    `vendors` are the vendors of all these; the bank id of those in `addresses` is made from the name, too, and changes.
    In the deals in `stay`, a single word of the name stands by itself: who is meant can't be told, so it stays.
    `others` counts what belongs to no deal: the book of names, changes set aside, texts and proposals of the inbox,
    browsers' notes, the audit trail, and memories kept beside the deals, which are only looked through where all else knows
    nobody. `emails` are the addresses under which they logged deals.
    """

    name: str
    spellings: tuple[str, ...]
    deals: int
    mentions: int
    vendors: tuple[str, ...]
    addresses: tuple[str, ...]
    stay: tuple["Left", ...]
    others: int = 0
    emails: Collection[str] = ()

    @property
    def is_known(self) -> bool:
        """Whether the name stands anywhere."""
        return bool(self.deals or self.mentions or self.others)


@dataclass(frozen=True)
class Left:
    """A deal in which single words of a person's name, folded, go on standing."""

    deal_id: str
    vendor: str
    deal_date: date
    words: tuple[str, ...]


@acting("erase", deals="deal_id")
def erase_deal(kb: KnowledgeBase, deal_id: str) -> Erased:
    """Erase a deal for good. Raises UnknownDeal, and StoreUnavailable where the bank can't be reached."""
    return Erased(1, kb.forget(deal_id))


def feedback_with(kb: KnowledgeBase, deal_id: str) -> int:
    """Return how much feedback would go with a deal, since it is about no other."""
    return _goes_with(kb, deal_id, FEEDBACK)


def lessons_with(kb: KnowledgeBase, deal_id: str) -> int:
    """Return how many confirmed lessons would go with a deal, since they name no other."""
    return _goes_with(kb, deal_id, LESSONS)


def _goes_with(kb: KnowledgeBase, deal_id: str, facet: Facet[Any]) -> int:
    bank_id = kb.home_of(deal_id)
    if bank_id is None:
        return 0
    gone = only_about(kb.banks, bank_id, [deal_id], kb.ask_index)
    known = held(kb.banks, bank_id, facet)
    return sum(getattr(known[each], "state", "confirmed") == "confirmed" for each in gone if each in known)


def preview_vendor(kb: KnowledgeBase, vendor: str) -> VendorTraces:
    """Return what would go with a vendor. Raises LeverageError for an unknown one."""
    record = directory.record(kb, vendor)
    bank_id = kb.bank_id(vendor)
    said, happened = len(held(kb.banks, bank_id, FEEDBACK)), len(held(kb.banks, bank_id, EVENTS))
    lessons = sum(each.state == "confirmed" for each in held(kb.banks, bank_id, LESSONS).values())
    deals, retracted = len(kb.deals(vendor)), len(kb.retracted(vendor))
    theirs = ErasedVendor.of([bank_id, *record.alias_ids(bank_id)], record)
    found = count_of_vendor(kb.inbox, theirs, kb.mover.held(bank_id))
    return VendorTraces(record.name, deals, retracted, record.aliases, len(record.moves), said, happened, found, lessons)


@acting("erase", vendor="vendor")
def erase_vendor(kb: KnowledgeBase, vendor: str, *, progress: Progress | None = None) -> Erased:
    """Erase a vendor, its names and all its deals for good; deals split off to other vendors stay there.

    Raises LeverageError for an unknown vendor, StoreUnavailable where the bank can't be reached.
    """
    traces = preview_vendor(kb, vendor)
    in_files = kb.eraser.erase_vendor(kb.bank_id(vendor), progress)
    return Erased(traces.deals + traces.retracted, in_files)


def preview_person(kb: KnowledgeBase, name: str) -> PersonTraces:
    """Return where a person's name stands, retracted deals and earlier versions included.

    Raises LeverageError for a blank name.
    """
    spellings = _spellings(kb, name)
    blotter = Blotter(spellings)
    logged = mentions = 0
    vendors: list[str] = []
    addresses: list[str] = []
    emails: set[str] = set()
    stay: list[Left] = []
    others = Blotter(each for each in kb.people() if blotter.parts(each))
    for vendor, records in kb.records():
        theirs = [blotter.is_person(record.deal().logged_by) for record in records]
        named = [blotter.mentions(record.to_json()) for record in records]
        logged += sum(theirs)
        deals = (record.deal() for record, is_theirs in zip(records, theirs, strict=True) if is_theirs)
        emails |= {address(deal.logged_by_email) for deal in deals if deal.logged_by_email}
        mentions += sum(named) - sum(is_theirs and is_named for is_theirs, is_named in zip(theirs, named, strict=True))
        for record in records:
            if words := blotter.parts(record.to_json()):
                words = [each for each in words if each in blotter.parts(others.blotted(record.to_json()))]
                deal = record.deal()
                stay += [Left(record.deal_id, vendor.name, deal.deal_date, tuple(words))] if words else []
        own = kb.mover.record(vendor.bank_id)
        is_noted = own is not None and blotter.mentions(own.to_json())
        mentions += is_noted
        if any(named) or (is_noted and (records or (own and own.notes))):
            vendors.append(vendor.name)
        if blotter.mentions([vendor.bank_id, *(own.banks if own else ())]):
            addresses.append(vendor.name)
    stay.sort(key=lambda left: left.deal_date, reverse=True)
    beside = _beside(kb, blotter) + count_of_person(kb.inbox, blotter) + kb.browser_notes.count_person(spellings)
    beside += kb.trail.knows(_is_in_trail(blotter, emails))
    if not (logged or mentions or addresses or beside):
        beside = _loose(kb, blotter)
    return PersonTraces(spellings[0], spellings, logged, mentions, tuple(vendors), tuple(addresses), tuple(stay), beside, emails)


@acting("erase")
def erase_person(kb: KnowledgeBase, name: str, *, progress: Progress | None = None) -> Erased:
    """Turn a person's name, in all its spellings, into "a former colleague" everywhere, sentences and history included.

    Raises LeverageError for a blank or unknown name, StoreUnavailable while changes wait or the memory is away.
    """
    kb.ensure_ready()
    traces = preview_person(kb, name)
    if not traces.is_known:
        raise LeverageError(f"“{traces.name}” stands nowhere in the memory. Check the spelling.")
    # First what is found by address, and only then the trail, which knows it: again, where the rest is refused.
    is_theirs = _is_in_trail(Blotter(traces.spellings), traces.emails)
    addresses = {*traces.emails, *kb.trail.addresses(is_theirs)}
    kb.browser_notes.forget_of(addresses)
    subscription.drop(kb, addresses)
    whose.drop(Desk(kb.banks), addresses)
    kb.trail.forget_whoever(is_theirs)
    return Erased(traces.deals + traces.mentions, kb.eraser.erase_person(traces.spellings, progress))


def _is_in_trail(blotter: Blotter, emails: Collection[str]) -> Callable[[str], bool]:
    """Return what tells a person's names and addresses in the audit trail."""
    return lambda each: blotter.is_person(each) or blotter.mentions(each) or each in emails


def _beside(kb: KnowledgeBase, blotter: Blotter) -> int:
    """Return how many entries of the book of names, records of the desk and changes set aside name a person."""
    book = kb.names()
    written = {*book.left, *(each for names in book.leads.values() for each in (*names, *names.values()))}
    named = [each for each in set(map(fold, written)) if blotter.is_person(each) or blotter.mentions(each)]
    told: list[Any] = [change.to_json() for change in book.changes] + [mark.by for mark in book.marks] + kb.set_aside()
    told += [[name, value] for name, value in Desk(kb.banks).records().items() if name not in (NAMES, ERASING)]
    return len(named) + sum(map(blotter.mentions, told))


def _loose(kb: KnowledgeBase, blotter: Blotter) -> int:
    """Return how many of the memories that belong to no deal name a person."""
    found = 0
    for bank_id in kb.banks.engine.bank_ids():
        bank = kb.banks.bank(bank_id)
        ids = loose_ids(kb.banks, bank_id) if bank_id.startswith(BANK_PREFIX) else []
        for start in range(0, len(ids), BATCH):
            memories = bank.memories(ids[start : start + BATCH])
            found += sum(blotted_memory(memory, blotter) != memory for memory in memories)
    return found


def _spellings(kb: KnowledgeBase, name: str) -> tuple[str, ...]:
    """Return the name that is shown for a person, then every spelling that leads to it."""
    asked = " ".join(name.split())
    if not asked:
        raise LeverageError("The name is blank. Pick or type one.")
    book = kb.names()
    shown = book.name("person", asked)
    return tuple(dict.fromkeys([shown, asked, *book.spellings("person", shown)]))
