"""The way of a change into the memory: outbox, bank, read back, index, and out of the outbox."""

import logging
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any

from leverage import keeping
from leverage.access.audience import audience_of
from leverage.deals import Deal
from leverage.desk import DESK_ID
from leverage.errors import DealErased, EditConflict, LeverageError, StoreUnavailable, UnknownDeal
from leverage.index import DealRow, RetractedRow
from leverage.memory.bank import VENDOR_ID, Bank, Banks, Stored
from leverage.memory.carrying import carry, tombstone_id
from leverage.memory.records import Memory
from leverage.memory.sharing import Together
from leverage.outbox import Change, Outbox
from leverage.sentences import memories_of, summary_id
from leverage.vendor_records import VendorRecord
from leverage.vendors import vendor_bank_id
from leverage.versions import DealRecord, Origin

log = logging.getLogger(__name__)

TURNS = 64
NAMING = "naming"  # what other processes know the deciding of names by


@dataclass(frozen=True)
class Arrival:
    """A change that is in: the deal's record, and whether it was there before."""

    record: DealRecord
    existed: bool


class Intake:
    """Brings changes into the banks; `ask_index` reaches the index.

    `bar_older` is called before a word of a restricted deal is written anywhere, and at the start where there is one.
    """

    def __init__(
        self, banks: Banks, outbox: Outbox, ask_index: Callable[..., Any], bar_older: Callable[[], None] = lambda: None
    ) -> None:
        self._banks = banks
        self._outbox = outbox
        self._ask_index = ask_index
        self._bar_older = bar_older
        self._turns = [threading.Lock() for _ in range(TURNS)]
        self.naming: AbstractContextManager[Any] = Together(threading.RLock(), banks.sharing, NAMING)

    @contextmanager
    def own_turns(self, *bank_ids: str) -> Iterator[None]:
        """Hold the locks of these banks within this process alone: enough for what only waits; never nest it."""
        with ExitStack() as held:
            for place in sorted({zlib.crc32(bank_id.encode()) % TURNS for bank_id in bank_ids}):
                held.enter_context(self._turns[place])
            yield

    @contextmanager
    def turns(self, *bank_ids: str) -> Iterator[None]:
        """Hold the locks under which changes to these banks are brought in, one after the other; never nest it.

        Where one of the banks is no vendor's yet, `naming` is held, too: a first deal takes the vendor's name. Raises
        StoreUnavailable where other processes have them for long, or can't be asked.
        """
        are_known = self._are_known(bank_ids)
        while True:
            with ExitStack() as held:
                if not are_known:
                    held.enter_context(self.naming)
                held.enter_context(self.own_turns(*bank_ids))
                held.enter_context(self._banks.sharing.holding(*bank_ids))
                if are_known and not (are_known := self._are_known(bank_ids)):
                    continue  # merged away or erased meanwhile
                yield
                return

    def _are_known(self, bank_ids: Iterable[str]) -> bool:
        return bool(self._ask_index(lambda index: all(index.knows(bank_id) for bank_id in bank_ids)))

    def resolve(self, vendor: str) -> str:
        """Return the bank of a vendor's name, whatever name it goes by."""
        return self.home(vendor_bank_id(vendor))

    def home(self, bank_id: str) -> str:
        """Return the bank to which a bank id leads since merges and new names."""
        return str(self._ask_index(lambda index: index.home(bank_id)))

    def bank_id_of(self, deal_id: str) -> str | None:
        """Return the bank that holds a deal, retracted or not."""
        row = self._ask_index(lambda index: index.deal(deal_id) or index.retracted(deal_id))
        return row.bank_id if row else None

    def banks_of(self, change: Change) -> tuple[str, str]:
        """Return the bank that holds the deal of a change now, and the one that holds it afterwards."""
        there = self.bank_id_of(change.deal_id)
        source = there or (self.home(change.from_bank) if change.from_bank else self.resolve(change.vendor))
        if change.verb != "edit" or change.vendor == change.from_vendor:
            return source, source
        return source, self.resolve(change.vendor)

    def log(self, bank_id: str, changes: Sequence[Change]) -> list[Arrival | LeverageError]:
        """Bring new deals of one vendor into its bank, together; a deal that was erased gives its error in its place.

        Raises StoreUnavailable where the bank can't be written: then all of them stay in the outbox.
        """
        bank = self._banks.bank(bank_id)
        asked = [each for change in changes for each in (summary_id(change.deal_id), tombstone_id(change.deal_id))]
        known = bank.records([*asked, VENDOR_ID])
        erased = self._ask_index(lambda index: index.erased(change.deal_id for change in changes))
        arrivals: list[Arrival | LeverageError] = []
        new: dict[str, DealRecord] = {}
        for change in changes:
            stored = known.get(summary_id(change.deal_id))
            if change.deal_id in erased or tombstone_id(change.deal_id) in known:
                arrivals.append(DealErased("This very deal was erased for good. It can't be logged again as it was."))
            elif stored is not None:
                arrivals.append(Arrival(DealRecord.from_json(stored), True))
            elif change.deal_id in new:
                arrivals.append(Arrival(new[change.deal_id], True))
            else:
                new[change.deal_id] = DealRecord.first(
                    change.deal_id, change.values or {}, change.at, _origin(change), change.entered_by
                )
                arrivals.append(Arrival(new[change.deal_id], False))
        self.hide(changes)
        vendor = _vendor(known, changes[0].vendor)
        self._keep(bank, new.values(), _first(bank, known, vendor) if new else [])
        there = {each.record.deal_id: each.record for each in arrivals if isinstance(each, Arrival) and each.record.is_live}
        rows = [deal_row(record, bank_id) for record in there.values()]
        if rows:
            self._ask_index(lambda index: index.put(rows, [vendor.row(bank_id)]))
        for change in changes:
            self._outbox.remove(change)
        return arrivals

    def change(self, change: Change) -> Arrival:
        """Bring an edit, a retraction or its undoing into the deal's bank.

        Raises UnknownDeal, EditConflict where another change came first, and StoreUnavailable.
        """
        source, target = map(self._banks.bank, self.banks_of(change))
        if source.bank_id == target.bank_id:
            return self._change(change, source, target)
        with self._banks.stillness.moving():
            return self._change(change, source, target)

    def _change(self, change: Change, source: Bank, target: Bank) -> Arrival:
        key = summary_id(change.deal_id)
        stored = target.records([key, VENDOR_ID])
        copies = [each for each in (stored.get(key), source.records([key]).get(key)) if each]
        if not copies:
            raise UnknownDeal("This deal is not in the memory any more. Reload the page.")
        current = max(copies, key=lambda each: int(each["version"]))  # an older one is on its way elsewhere
        record = _advanced(DealRecord.from_json(current), change)
        self._hide({record.deal_id: record.audience})
        vendor = _vendor(stored, record.deal().vendor)
        before = set(target.ids_of_deal(change.deal_id))
        kept = self._keep(target, [record], _first(target, stored, vendor))
        target.erase(sorted(before - kept))
        if target.bank_id != source.bank_id:
            along = keeping.only_about(self._banks, source.bank_id, [change.deal_id], self._ask_index)
            carry(self._banks, source.bank_id, target.bank_id, {each: each for each in along})
            keeping.share_reviews(self._banks, source.bank_id, target.bank_id, [change.deal_id], is_new=False)
            source.erase([*source.ids_of_deal(change.deal_id), *along])
            keeping.drop_copies(self._banks, source.bank_id, self._ask_index)
        if record.is_live:
            rows = [deal_row(record, target.bank_id)]
            self._ask_index(lambda index: index.put(rows, [vendor.row(target.bank_id)]))
        else:
            self._ask_index(lambda index: index.put_retracted(retracted_row(record, target.bank_id)))
        self._outbox.remove(change)
        return Arrival(record, False)

    def hide(self, changes: Iterable[Change]) -> None:
        """Show deals that are told now to nobody whom they are not for, before a word of them is written anywhere.

        A deal that is there already, and is to have another audience, is shown meanwhile to those who are in both.
        """
        told: dict[str, str] = {}
        for change in changes:
            if change.values and change.values.get("visible_to"):
                known = None if change.entered_by else self._entered_by(change.deal_id)
                told[change.deal_id] = audience_of(change.values, change.entered_by or known)
        self._hide(told)

    def hide_waiting(self) -> None:
        """Do so for all that waits and for nothing else: at the start, and after the index was made anew."""
        self._ask_index(lambda index: index.unhide())
        self.hide(self._outbox.waiting())
        if self._ask_index(lambda index: index.audiences()):
            self._bar_older()

    def unhide(self, changes: Iterable[Change]) -> None:
        """Show again to whom it was shown what was hidden for changes that were not taken."""
        gone = [change.deal_id for change in changes]
        self._ask_index(lambda index: index.unhide(gone))
        self.hide(change for deal_id in gone for change in self._outbox.waiting_for(deal_id))

    def _hide(self, told: Mapping[str, str]) -> None:
        restricted = {deal_id: audience for deal_id, audience in told.items() if audience}
        if restricted:
            self._bar_older()
            self._ask_index(lambda index: index.hide(restricted))

    def _entered_by(self, deal_id: str) -> str | None:
        """Return the address under which a deal that is there was entered; None for one that nobody signed in for."""
        bank_id = self.bank_id_of(deal_id)
        try:
            stored = self._banks.bank(bank_id).records([summary_id(deal_id)]).get(summary_id(deal_id)) if bank_id else None
        except StoreUnavailable:  # the change waits then, and is shown to fewer until it is in
            return None
        return stored.get("entered_by") if stored else None

    def banks_with(self, bank_id: str, deal_id: str) -> list[str]:
        """Return the banks in which something of a deal may be: `bank_id`, which holds it, and those it came from or goes to."""
        stored = self._banks.bank(bank_id).records([summary_id(deal_id)]).get(summary_id(deal_id))
        states = [*stored["history"], stored] if stored else []
        waiting = self._outbox.waiting_for(deal_id)
        named = [*(state["deal"]["vendor"] for state in states), *(change.vendor for change in waiting)]
        came_from = [self.home(change.from_bank) for change in waiting if change.from_bank]
        return list(dict.fromkeys([bank_id, *came_from, *map(self.resolve, named)]))

    def forget(self, deal_id: str, bank_ids: Sequence[str]) -> None:
        """Delete everything of a deal from these banks, from outbox and index; its id stays as a tombstone.

        That is in the first of the banks that there is, else at the desk: no bank is made for it.
        """
        keeper = next((each for each in bank_ids if self._is_bank(each)), DESK_ID)
        self._banks.bank(keeper).retain([], [tombstone(deal_id)])
        self._outbox.forget(deal_id)
        for each in bank_ids:
            bank = self._banks.bank(each)
            bank.erase(bank.ids_of_deal(deal_id))
            keeping.let_go(self._banks, each, deal_id, self._ask_index)
        self._ask_index(lambda index: index.remove_deals([deal_id]))
        self._ask_index(lambda index: index.put_erased([deal_id]))

    def _is_bank(self, bank_id: str) -> bool:
        return bool(self._banks.engine.ask(bank_id, lambda collection: True))

    def withdraw(self, bank_id: str, deal_ids: Sequence[str], batch: str) -> list[str]:
        """Take deals of one bank out again which an import brought and nobody changed since, and return their ids.

        Nothing stays of them, so that they can be logged again; nor of a vendor of whom nothing else was ever told. A
        name that was erased makes a deal's version a higher one without a history, and is nobody's change.
        """
        bank = self._banks.bank(bank_id)
        records = bank.records([VENDOR_ID, *map(summary_id, deal_ids)])
        gone: list[str] = []
        for deal_id in deal_ids:
            stored = records.get(summary_id(deal_id))
            record = DealRecord.from_json(stored) if stored else None
            if record is None or record.is_as_brought(batch):
                gone.append(deal_id)
        bank.erase(bank.ids_of_deals(gone))
        vendor = records.get(VENDOR_ID)
        is_bare = vendor and VendorRecord.from_json(vendor).is_bare and bank.holds_only(VENDOR_ID)
        if is_bare or not self._is_bank(bank_id):
            self._banks.delete(bank_id)
            self._ask_index(lambda index: index.drop_vendor(bank_id))
        self._ask_index(lambda index: index.remove_deals(gone))  # the list last: where this is cut short, it leads here again
        return gone

    def keep(self, bank_id: str, record: DealRecord) -> set[str]:
        """Write a deal's record with the memories it stands for, and return the ids of those memories."""
        return self._keep(self._banks.bank(bank_id), [record], [])

    def keep_origins(self, bank_id: str, records: Sequence[DealRecord]) -> None:
        """Write records of one bank in which nothing but the origin is another one: no sentence tells of that."""
        self._banks.bank(bank_id).retain([], [_stored(record) for record in records])

    def replay(self, is_stopped: Callable[[], bool] = lambda: False) -> bool:
        """Bring in what waits and return whether all of it is dealt with.

        A change is set aside, with the reason, only when the deal itself can't be read or the change came too late.
        Whatever else fails, it waits on. Raises StoreUnavailable when the memory is away.
        """
        is_done = True
        for change in self._outbox.waiting():
            if is_stopped():
                return False
            why = _why_unreadable(change)
            try:
                if why is None:
                    self._bring_in(change)
            except StoreUnavailable:
                raise
            except (EditConflict, UnknownDeal) as problem:
                why = str(problem)
            except Exception:
                log.exception("A waiting change did not go in; it is tried again")
                is_done = False
            if why is not None:
                log.warning("A waiting change was set aside.")
                self._outbox.set_aside(change, why)
        return is_done

    def _bring_in(self, change: Change) -> None:
        banks = self.banks_of(change)
        with self.turns(*banks):
            if self.banks_of(change) != banks:  # moved meanwhile
                raise StoreUnavailable("The deal is being moved.")
            if change.verb == "log":
                self.log(banks[0], [change])
            else:
                self.change(change)

    def _keep(self, bank: Bank, records: Iterable[DealRecord], others: Sequence[Stored]) -> set[str]:
        """Write records with the memories that they stand for, and return the ids of those memories."""
        memories: list[Memory] = []
        stored = list(others)
        for record in records:
            head, *rest = memories_of(record.deal(), record.deal_id)
            memories.extend(rest if record.is_live else ())
            stored.append(Stored(_carrying(head, record), record.to_json()))
        if memories or stored:
            bank.retain(memories, stored)
        return {memory.id for memory in memories} | {each for one in stored for each in one.ids()}


def _stored(record: DealRecord) -> Stored:
    return Stored(_carrying(memories_of(record.deal(), record.deal_id)[0], record), record.to_json())


def _carrying(head: Memory, record: DealRecord) -> Memory:
    """Return a deal's first memory as it carries the record: that of a retracted one is never recalled."""
    return head if record.is_live else replace(head, facet="retracted")


def tombstone(deal_id: str) -> Stored:
    """Return what is left of an erased deal, as a bank keeps it."""
    return Stored(Memory(tombstone_id(deal_id), "An erased deal.", facet="tombstone"), {"erased": deal_id})


def deal_row(record: DealRecord, bank_id: str) -> DealRow:
    """Return what the index knows of a deal."""
    deal: Deal = record.deal()
    return DealRow(
        record.deal_id,
        bank_id,
        deal.vendor,
        record.version,
        deal.logged_by,
        deal.department,
        deal.deal_date.isoformat(),
        record.entered_at.isoformat(),
        record.origin.batch if record.origin else "",
        record.mark,
        record.audience,
    )


def retracted_row(record: DealRecord, bank_id: str) -> RetractedRow:
    """Return what the index knows of a retracted deal."""
    return RetractedRow(record.deal_id, bank_id, record.version, record.mark, record.audience)


def _origin(change: Change) -> Origin | None:
    return Origin(**change.origin) if change.origin else None


def _vendor(stored: Mapping[str, Any], name: str) -> VendorRecord:
    """Return the vendor's record from a bank's records, or its first one."""
    known = stored.get(VENDOR_ID)
    return VendorRecord.from_json(known) if known else VendorRecord(name)


def _first(bank: Bank, known: Mapping[str, Any], vendor: VendorRecord) -> list[Stored]:
    """Return the vendor's record to be written where there is none; one that can't be read is never written over."""
    is_there = VENDOR_ID in known or bank.memories([VENDOR_ID])
    return [] if is_there else [vendor.stored()]


def _why_unreadable(change: Change) -> str | None:
    """Return why the deal of a change can't be read, in a sentence; None if it can."""
    if change.values is None:
        return None
    try:
        memories_of(DealRecord.first(change.deal_id, change.values, change.at).deal(), change.deal_id)
    except StoreUnavailable:
        return None  # the embedding's own fault
    except (LeverageError, ValueError, TypeError, KeyError, AttributeError):
        return "It can't be read as a deal."
    return None


def _advanced(current: DealRecord, change: Change) -> DealRecord:
    """Return the record after a change; the same record where the change is in it already."""
    if current.version == change.version and current.changed_at == change.at:
        return current
    if current.version != change.version - 1:
        raise EditConflict("Somebody changed this deal meanwhile. Reload it, look at what changed, and try again.")
    if change.verb == "edit":
        if not current.is_live:
            raise UnknownDeal("This deal is retracted. Restore it before you change it.")
        return current.edited(change.values or {}, change.at, change.by)
    if change.verb == "retract":
        return current.retracted(change.reason or "", change.at, change.by)
    return current.restored(change.at, change.by)
