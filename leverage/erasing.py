"""Erasure for good: a deal, a vendor or a person's name, out of banks, index, outbox and the files themselves.

What is being erased is noted at the desk first, so that an erasure cut short is finished at the next start; the note
itself is gone with it.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any

from leverage.blotting import Blotter
from leverage.desk import DESK_ID, Desk
from leverage.effacing import Effacer
from leverage.errors import StoreUnavailable
from leverage.index import ERASING
from leverage.intake import Intake, tombstone
from leverage.memory.bank import BATCH, Banks
from leverage.memory.carrying import erased_deals, loose_ids
from leverage.moving import Mover
from leverage.outbox import Outbox
from leverage.progress import Progress
from leverage.upkeep import deals_in
from leverage.vendor_records import all_vendors, vendor_bank_ids

log = logging.getLogger(__name__)


class Eraser:
    """Erases; `ask_index` reaches the index, `compact` cleans its file, `forget_answers` drops all that was counted or told.

    Raises StoreUnavailable where the banks can't be reached: nothing waits.
    """

    def __init__(
        self,
        banks: Banks,
        intake: Intake,
        outbox: Outbox,
        mover: Mover,
        ask_index: Callable[..., Any],
        compact: Callable[[], None],
        forget_answers: Callable[[], None],
        now: Callable[[], datetime],
    ) -> None:
        self._banks = banks
        self._intake = intake
        self._outbox = outbox
        self._mover = mover
        self._ask_index = ask_index
        self._compact = compact
        self._forget_answers = forget_answers
        self._desk = Desk(banks)
        self._effacer = Effacer(banks, intake, outbox, mover, ask_index, now)

    def erase_deal(self, bank_id: str, deal_id: str) -> bool:
        """Erase a deal and return whether its text is out of the files, too; a vendor of whom nothing is left goes along."""
        with self._turns(bank_id):
            if self._intake.bank_id_of(deal_id) not in (bank_id, None):
                raise StoreUnavailable("The vendor's deals are being moved. Nothing was erased: try again in a minute.")
            self._note({"emptied": [bank_id], "files": True})
            self._intake.forget(bank_id, deal_id)
        if self.let_go(bank_id):
            self._forget_moves(bank_id)
        return self._clean_files()

    def let_go(self, bank_id: str) -> bool:
        """Take away a vendor of whom nothing is left, which frees its name, and return whether this is one.

        Left are deals, retracted ones too, what waits or was set aside, notes, memories, and a split that can be undone.
        """
        if self._mover.is_busy(bank_id):
            return False
        with self._intake.turns(bank_id):
            is_emptied = self._is_emptied(bank_id)
            if is_emptied:
                self._erase_bank(bank_id)
        return is_emptied

    def erase_vendor(self, bank_id: str, progress: Progress | None = None) -> bool:
        """Erase a vendor with its bank and return whether its text is out of the files, too.

        Deals that were split off to other vendors belong to these, and stay.
        """
        with self._turns(bank_id):
            self._note({"vendors": [bank_id], "files": True})
            self._erase_bank(bank_id)
        self._forget_moves(bank_id, progress)
        return self._clean_files()

    def erase_person(self, spellings: Sequence[str], progress: Progress | None = None) -> bool:
        """Take a person's name out of everything and return whether it is out of the files, too."""
        if not self._outbox.is_empty():
            raise StoreUnavailable("Some changes still wait to go in. Erase the name when none do.")
        if any(map(self._mover.is_busy, vendor_bank_ids(self._banks))):
            raise StoreUnavailable("Deals are being moved. Nothing was erased: try again in a minute.")
        self._note({"persons": [list(spellings)], "files": True})
        self._effacer.efface(Blotter(spellings), progress)
        return self._clean_files()

    def is_unfinished(self) -> bool:
        """Say whether an erasure was begun and not brought to its end."""
        return bool(self._ask_index(lambda index: index.noted(ERASING)))

    def finish(self) -> None:
        """Finish what was cut short."""
        if not self.is_unfinished():
            return
        noted = self._desk.read(ERASING) or {}
        for bank_id in noted.get("vendors", ()):
            with self._turns(bank_id):
                self._erase_bank(bank_id)
            self._forget_moves(bank_id)
        for bank_id in noted.get("emptied", ()):
            if self.let_go(bank_id):
                self._forget_moves(bank_id)
        for spellings in noted.get("persons", ()):
            self._effacer.efface(Blotter(spellings), is_again=True)
        self._clean_files()

    def _turns(self, bank_id: str) -> AbstractContextManager[None]:
        if self._mover.is_busy(bank_id):
            raise StoreUnavailable("The vendor's deals are being moved. Nothing was erased: try again in a minute.")
        return self._intake.turns(bank_id)

    def _note(self, what: dict[str, Any]) -> None:
        """Note at the desk what is being erased, beside what an earlier erasure left to do."""
        known = self._desk.read(ERASING) or {}
        version = known.get("version", 0) + 1
        both = {name: [*known.get(name, []), *what.get(name, [])] for name in ("vendors", "emptied", "persons")}
        self._ask_index(lambda index: index.note(ERASING, "yes"))
        self._desk.write(ERASING, {**both, "files": True, "version": version}, version)

    def _clean_files(self) -> bool:
        """Take what was erased out of the files, and the note with it; return whether the files could be cleaned."""
        version = (self._desk.read(ERASING) or {}).get("version", 0) + 1
        self._desk.write(ERASING, {"files": True, "version": version}, version)  # names no one any more
        self._banks.contents.clear()
        self._forget_answers()
        self._compact()
        is_clean = self._banks.engine.scrub()
        if is_clean:  # else it is tried again at the next start, and by a repair
            self._desk.write(ERASING, {"version": version + 1}, version + 1)
            self._ask_index(lambda index: index.note(ERASING, ""))
        return is_clean

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
        aside = [record.get("vendor") for record in self._outbox.set_aside_records()]
        return not any(isinstance(each, str) and each.strip() and self._intake.resolve(each) == bank_id for each in aside)

    def _erase_bank(self, bank_id: str) -> None:
        bank = self._banks.bank(bank_id)
        held = [stored["deal_id"] for stored in deals_in(bank.records())]
        gone = [*held, *erased_deals(self._banks, bank_id)]
        for start in range(0, len(gone), BATCH):
            batch = gone[start : start + BATCH]
            self._banks.bank(DESK_ID).retain([], [tombstone(deal_id) for deal_id in batch])
            self._ask_index(lambda index, ids=batch: index.put_erased(ids))
        waiting = [change for change in self._outbox.waiting() if self._intake.banks_of(change)[0] == bank_id]
        for deal_id in {*held, *(change.deal_id for change in waiting)}:
            self._outbox.forget(deal_id)
        for record in self._outbox.set_aside_records():
            vendor = record.get("vendor")
            if isinstance(vendor, str) and vendor.strip() and self._intake.resolve(vendor) == bank_id:
                self._outbox.forget(str(record.get("deal_id")))
        self._banks.engine.delete_bank(bank_id)
        self._banks.contents.drop(bank_id)
        self._ask_index(lambda index: index.remove_vendor(bank_id))

    def _forget_moves(self, bank_id: str, progress: Progress | None = None) -> None:
        """Drop what other vendors' records tell of deals that came from or went to the erased vendor."""
        for other, record in all_vendors(self._banks, progress):
            kept = tuple(each for each in record.moves if bank_id not in (each.source, each.target))
            parent = record.parent if not record.parent or self._intake.resolve(record.parent) != bank_id else None
            if kept != record.moves or parent != record.parent:
                with self._intake.turns(other):
                    self._mover.write(other, record.next(moves=kept, parent=parent))
