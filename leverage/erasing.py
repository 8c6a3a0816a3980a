"""Erasure for good: a deal, a vendor or a person's name, out of banks, index, projection, outbox, browsers' notes and
the files themselves.

What is being erased is noted at the desk first, so that an erasure cut short is finished at the next start; the note
itself is gone with it. All that deletes comes first, and only then the files are cleaned.
"""

import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any

from leverage import inbox_erasing, keeping
from leverage.blotting import Blotter
from leverage.browser_notes import BrowserNotes
from leverage.desk import DESK_ID, Desk
from leverage.effacing import Effacer
from leverage.erasure_note import ErasureNote, Noted
from leverage.errors import StoreUnavailable
from leverage.inbox_bank import InboxBank
from leverage.intake import Intake, tombstone
from leverage.memory.bank import BATCH, Banks
from leverage.memory.carrying import erased_deals, loose_ids
from leverage.moving import Mover
from leverage.name_book import NameBook
from leverage.outbox import Outbox
from leverage.progress import Progress
from leverage.projection import Projection
from leverage.registry import Registry
from leverage.vendor_records import VendorRecord, vendor_bank_ids
from leverage.vendor_traces import ErasedVendor
from leverage.vendors import vendor_bank_id
from leverage.versions import DealRecord
from leverage.whereabouts import deals_in

_ERASING = ("erasing",)  # of several processes over the same banks one erases at a time
_BEING_MOVED = "The vendor's deals are being moved. Nothing was erased: try again in a minute."


class Eraser:
    """Erases; `ask_index` reaches the index, `change_names` the book of names, `compact` cleans the index's file.

    `forget_answers` drops all that was counted or told, `wake` has what is left done later, `forget_in_trail` drops whom ids of
    the audit trail stand for. One erasure goes on at a time.
    Raises StoreUnavailable where the banks can't be reached: nothing waits.
    """

    def __init__(
        self,
        banks: Banks,
        intake: Intake,
        outbox: Outbox,
        browser_notes: BrowserNotes,
        projection: Projection,
        inbox: InboxBank,
        mover: Mover,
        registry: Registry,
        ask_index: Callable[..., Any],
        change_names: Callable[[Callable[[NameBook], NameBook]], NameBook],
        compact: Callable[[], None],
        forget_answers: Callable[[], None],
        wake: Callable[[], None],
        forget_in_trail: Callable[[Callable[[str], bool]], object],
        now: Callable[[], datetime],
    ) -> None:
        self._banks = banks
        self._intake = intake
        self._outbox = outbox
        self._browser_notes = browser_notes
        self._projection = projection
        self._inbox = inbox
        self._mover = mover
        self._registry = registry
        self._ask_index = ask_index
        self._change_names = change_names
        self._compact = compact
        self._forget_answers = forget_answers
        self._wake = wake
        self._forget_in_trail = forget_in_trail
        self._desk = Desk(banks)
        self._noted = ErasureNote(banks, ask_index)
        self._effacer = Effacer(banks, intake, outbox, mover, registry, ask_index, change_names, now)
        self._claim = threading.Lock()
        self._is_erasing = False

    def erase_deal(self, bank_id: str, deal_id: str) -> bool:
        """Erase a deal and return whether its text is out of the files, too; a vendor of whom nothing is left goes along."""
        with self._alone():
            self._browser_notes.forget_vendor((), [deal_id])
            bank_ids = self._intake.banks_with(bank_id, deal_id)
            with self._turns(*bank_ids):
                if self._intake.bank_id_of(deal_id) not in (bank_id, None):
                    raise StoreUnavailable(_BEING_MOVED)
                self._noted.add(Noted(deals=((deal_id, *bank_ids),), emptied=((bank_id,),)))
                self._intake.forget(deal_id, bank_ids)
            inbox_erasing.forget_deals(self._inbox, [deal_id])
            self._let_go(bank_id)
            self._projection.forget(bank_ids)
            return self._clean_files()

    def let_go(self, bank_id: str) -> bool:
        """Take away a vendor of whom nothing is left, which frees its name, and return whether this is one.

        Left are deals, retracted ones too, what waits or was set aside, notes, memories, and a split that can be undone.
        """
        if self._mover.is_busy(bank_id):
            return False
        with self._banks.stillness.moving(), self._intake.turns(bank_id):
            is_emptied = self._is_emptied(bank_id)
            if is_emptied:
                self._erase_bank(bank_id, self._vendor(bank_id))
        return is_emptied

    def erase_vendor(self, bank_id: str, progress: Progress | None = None) -> bool:
        """Erase a vendor with its bank and return whether its text is out of the files, too.

        Deals that were split off to other vendors belong to these, and stay.
        """
        with self._alone():
            with self._turns(bank_id):
                vendor = self._vendor(bank_id)
                self._forget_forms(bank_id, self._mover.record(bank_id))
                self._noted.add(Noted(vendors=((bank_id, *sorted(vendor.ids - {bank_id})),)))
                self._erase_bank(bank_id, vendor)
            inbox_erasing.forget_vendor(self._inbox, vendor, self._erased)
            touched = self._forget_vendor(vendor, progress)
            self._projection.forget({*vendor.ids, *touched}, vendor.is_in)
            return self._clean_files()

    def erase_person(self, spellings: Sequence[str], progress: Progress | None = None) -> bool:
        """Take a person's name out of everything and return whether it is out of the files, too."""
        if not self._outbox.is_empty():
            raise StoreUnavailable("Some changes still wait to go in. Erase the name when none do.")
        with self._alone():
            blotter = Blotter(spellings)
            with self._mover.paused():  # copies on their way carry the name, too
                self._browser_notes.forget_person(spellings)
                self._noted.add(Noted(persons=(tuple(spellings),)))
                touched = self._effacer.efface(blotter, progress)
                inbox_erasing.efface(self._inbox, blotter)
            self._effacer.move_out(blotter)
            self._projection.forget(touched, blotter.mentions)
            return self._clean_files()

    def is_unfinished(self) -> bool:
        """Say whether an erasure was begun and not brought to its end."""
        return self._noted.is_there()

    def finish(self, *, in_files: bool = True) -> None:
        """Finish what was cut short, unless something is just being erased; the files can be left to a later call."""
        if not self.is_unfinished() or not self._begin():
            return
        try:
            with self._banks.stillness.moving():
                self._delete_noted()
            if in_files:
                self._clean_files()
        finally:
            self._end()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other erasures off, and begin with what an earlier one left to do: the next note takes its place."""
        if not self._begin():
            raise StoreUnavailable("Something else is being erased right now. Nothing was erased: try again when that is done.")
        try:
            try:
                with self._banks.stillness.moving():
                    self._mover.finish()
                    if self.is_unfinished():
                        self._delete_noted()
                    yield
            finally:
                self._end()
        except BaseException:
            self._wake()
            raise

    def _begin(self) -> bool:
        """Claim the eraser; it is no lock, since a stopped page leaves by an exception."""
        with self._claim:
            if self._is_erasing or not self._banks.sharing.take(_ERASING):
                return False
            self._is_erasing = True
            return True

    def _end(self) -> None:
        with self._claim:
            self._is_erasing = False
            self._banks.sharing.release(_ERASING)

    def _delete_noted(self) -> None:
        noted = self._noted.read()
        for deal_id, *bank_ids in noted.deals:
            now = self._intake.bank_id_of(deal_id)
            there = list(dict.fromkeys([*([now] if now else []), *map(self._intake.home, bank_ids), *bank_ids]))
            self._browser_notes.forget_vendor((), [deal_id])
            with self._turns(*there):
                self._intake.forget(deal_id, there)
        if noted.deals:
            inbox_erasing.forget_deals(self._inbox, [deal_id for deal_id, *_ in noted.deals])
        for bank_id, *led in noted.vendors:
            with self._turns(bank_id):
                record = self._mover.record(bank_id)
                vendor = ErasedVendor.of([bank_id, *led], record)
                self._forget_forms(bank_id, record)
                self._erase_bank(bank_id, vendor)
            inbox_erasing.forget_vendor(self._inbox, vendor, self._erased)
            self._forget_vendor(vendor)
        for (bank_id,) in noted.emptied:
            self._let_go(bank_id)
        for spellings in noted.persons:
            self._browser_notes.forget_person(spellings)
            with self._mover.paused():
                self._effacer.efface(Blotter(spellings), is_again=True)
                inbox_erasing.efface(self._inbox, Blotter(spellings))
            self._effacer.move_out(Blotter(spellings))
        self._projection.reset()  # what was touched before it was cut short is not known any more

    @contextmanager
    def _turns(self, *bank_ids: str) -> Iterator[None]:
        with self._intake.turns(*bank_ids):
            if any(map(self._mover.is_busy, bank_ids)):
                raise StoreUnavailable(_BEING_MOVED)
            yield

    def _clean_files(self) -> bool:
        """Take what was erased out of the files, and the note with it; return whether the files could be cleaned."""
        self._noted.name_nobody()
        self._banks.forget()
        self._forget_answers()
        self._compact()
        is_clean = self._banks.engine.scrub()
        if is_clean:  # else it is tried again at the next start, and by a repair
            self._noted.drop()
            self._banks.engine.recycle()  # the desk was just opened, and Chroma's files for it hold what its memory held
        return is_clean

    def _vendor(self, bank_id: str) -> ErasedVendor:
        """Return a vendor that is being erased, with the bank ids that lead to it and to no other."""
        record = self._mover.record(bank_id)
        others = record.alias_ids(bank_id) if record else ()
        return ErasedVendor.of([bank_id, *(each for each in others if self._mover.home(each) == bank_id)], record)

    def _let_go(self, bank_id: str) -> None:
        """Take away a vendor of whom nothing is left, and what others' records tell of it."""
        vendor = self._vendor(bank_id)
        if self.let_go(bank_id):
            self._forget_vendor(vendor)

    def _is_emptied(self, bank_id: str) -> bool:
        if self._ask_index(lambda index: index.vendors(bank_id) or index.retracted_in(bank_id)):
            return False
        record = self._mover.record(bank_id)
        if record is not None and (record.notes or record.unfinished() or record.has_split_off(bank_id)):
            return False
        if self._mover.held(bank_id) or loose_ids(self._banks, bank_id):
            return False
        if any(bank_id in self._intake.banks_of(change) for change in self._outbox.waiting()):
            return False
        named = (name for record in self._outbox.set_aside_records() for name in _vendors_named(record))
        return not any(self._intake.resolve(name) == bank_id for name in named)

    def _forget_forms(self, bank_id: str, record: VendorRecord | None) -> None:
        names = (record.name, *record.aliases) if record else ()
        self._browser_notes.forget_vendor(names, list(self._mover.held(bank_id)))

    def _erase_bank(self, bank_id: str, vendor: ErasedVendor) -> None:
        held = list(self._mover.held(bank_id))
        gone = [*held, *erased_deals(self._banks, bank_id)]
        for start in range(0, len(gone), BATCH):
            batch = gone[start : start + BATCH]
            self._banks.bank(DESK_ID).retain([], [tombstone(deal_id) for deal_id in batch])
            self._ask_index(lambda index, ids=batch: index.put_erased(ids))
        waiting = [change for change in self._outbox.waiting() if self._intake.banks_of(change)[0] == bank_id]
        for deal_id in {*held, *(change.deal_id for change in waiting)}:
            self._outbox.forget(deal_id)
        for record in self._outbox.set_aside_records():
            if any(vendor_bank_id(each) in vendor.ids for each in _vendors_named(record)):
                self._outbox.forget(str(record.get("deal_id")))
        self._banks.delete(bank_id)
        self._ask_index(lambda index: index.remove_vendor(bank_id))

    def _forget_vendor(self, vendor: ErasedVendor, progress: Progress | None = None) -> set[str]:
        """Drop what others' records, the desk and the trail tell of the erased vendor; return the banks that told of it."""
        self._forget_in_trail(lambda each: each in vendor.ids)
        touched: set[str] = set()
        bank_ids = vendor_bank_ids(self._banks)
        is_in_files = any(vendor.is_told(str(value.get("filename", ""))) for value in self._desk.records().values())
        for done, bank_id in enumerate(bank_ids, start=1):
            if self._change_record(bank_id, vendor.taken_out) | (is_in_files and self._change_origins(bank_id, vendor)):
                touched.add(bank_id)
            if progress:
                progress(done, len(bank_ids))

        with self._desk.turn:
            for name, value in self._desk.records().items():
                if (left := vendor.out_of_desk(value)) != value:
                    kind, colon, rest = name.partition(":")
                    self._desk.rewrite(name, left, f"{kind}{colon}{vendor.out_of_text(rest)}")
        return touched

    def _erased(self, deal_ids: Collection[str]) -> set[str]:
        return set(self._ask_index(lambda index: index.erased(deal_ids)))

    def _change_origins(self, bank_id: str, vendor: ErasedVendor) -> bool:
        """Take the vendor out of what other vendors' deals tell of the file that they were read from; say whether any did."""
        with self._intake.turns(bank_id):
            records = [DealRecord.from_json(stored) for stored in deals_in(self._banks.bank(bank_id).records())]
            told = [
                replace(record, origin=replace(record.origin, source=vendor.out_of_text(record.origin.source)))
                for record in records
                if record.origin and vendor.is_told(record.origin.source)
            ]
            for start in range(0, len(told), BATCH):
                self._intake.keep_origins(bank_id, told[start : start + BATCH])
        return bool(told)

    def _change_record(self, bank_id: str, change: Callable[[VendorRecord], VendorRecord]) -> bool:
        """Put what `change` makes of a vendor's record in its place, and say whether that is another one."""
        known = self._mover.record(bank_id)
        if known is None or change(known) == known:
            return False
        with self._intake.turns(bank_id):
            keeping.note_apart(self._banks, bank_id, known)
        self._registry.change(bank_id, change)
        return True


def _vendors_named(record: dict[str, Any]) -> Iterable[str]:
    """Return the vendors that a change set aside names."""
    values = record.get("values")
    named = [record.get("vendor"), record.get("from_vendor"), values.get("vendor") if isinstance(values, dict) else None]
    return [each for each in named if isinstance(each, str) and each.strip()]
