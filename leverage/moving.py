"""Deals on their way from one bank to another, such that a reader never sees half of them and a crash loses none.

Copies are made first, and stay out of sight because the index lists their deals at the source. Then one write of the
target's record decides: before it, a move that was cut short is rolled back; after it, it is carried through.
"""

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Any

from leverage.errors import LeverageError, StoreUnavailable
from leverage.index import RetractedRow
from leverage.intake import deal_row
from leverage.memory.bank import TOMBSTONE, VENDOR_ID, Banks
from leverage.memory.carrying import carry, erased_deals, ids_in, is_empty
from leverage.progress import Progress
from leverage.sentences import summary_id
from leverage.vendor_records import Move, VendorRecord
from leverage.versions import DealRecord

log = logging.getLogger(__name__)

DEALS_A_BATCH = 25  # some 150 memories


class Mover:
    """Moves deals between banks.

    `turns` holds the locks of banks, `ask_index` reaches the index, `wake` has what is left done later.
    """

    def __init__(
        self,
        banks: Banks,
        ask_index: Callable[..., Any],
        turns: Callable[..., AbstractContextManager[None]],
        wake: Callable[[], None],
    ) -> None:
        self._banks = banks
        self._wake = wake
        self._ask_index = ask_index
        self.turns = turns
        self._busy: set[str] = set()
        self._claiming = threading.Lock()

    def home(self, bank_id: str) -> str:
        """Return the bank to which a bank id leads since merges and new names."""
        return str(self._ask_index(lambda index: index.home(bank_id)))

    def record(self, bank_id: str) -> VendorRecord | None:
        """Return what a bank keeps about its vendor."""
        stored = self._banks.bank(bank_id).records([VENDOR_ID]).get(VENDOR_ID)
        return VendorRecord.from_json(stored) if stored else None

    def write(self, bank_id: str, record: VendorRecord) -> None:
        """Keep a vendor's record, and tell the index; call it with the bank's turn held.

        What is cut short in between is noticed by `finish`.
        """
        self._ask_index(lambda index: index.unsettle(bank_id))
        self._banks.bank(bank_id).retain([], [record.stored()])
        self._ask_index(lambda index: index.put([], [record.row(bank_id)]))

    def held(self, bank_id: str) -> dict[str, DealRecord]:
        """Return the deals that a bank holds and that are listed nowhere else, retracted ones too."""
        records = self._banks.bank(bank_id).records()
        found = {stored["deal_id"]: stored for key, stored in records.items() if key == summary_id(stored.get("deal_id") or "")}
        elsewhere = self._ask_index(lambda index: index.elsewhere(bank_id, found))
        gone = set(erased_deals(self._banks, bank_id)) | elsewhere
        return {deal_id: DealRecord.from_json(stored) for deal_id, stored in found.items() if deal_id not in gone}

    def move(self, move: Move, target: VendorRecord, progress: Progress | None = None) -> Move:
        """Move the deals named in `move` and return it done; `target` is the target's record as it is to be.

        Where `move` takes the whole vendor, what is logged at the source meanwhile goes along. What fails before the
        decision is rolled back; what fails after it is carried through at the next start, or by `finish`.
        """
        with self._claimed(move.source, move.target):
            steps = _Steps(progress, 2 * len(move.deal_ids))
            self._settle(move.target)
            with self.turns(move.source, move.target):
                self.write(move.target, target.with_move(move))
            try:
                self._copy(move, steps)
                with self.turns(move.source, move.target):
                    move = self._decide(move)
            except BaseException:
                self._settle_if_possible(move.target)
                raise
            return self._carry_through(move, steps)

    def is_busy(self, bank_id: str) -> bool:
        """Say whether deals are being moved from or to a bank right now."""
        return bank_id in self._busy

    def finish(self) -> int:
        """Bring every move that was cut short to its end, or take it back, and return how many there were."""
        found = [bank_id for bank_id in self._ask_index(lambda index: index.unsettled()) if bank_id not in self._busy]
        for bank_id in found:
            self._settle(bank_id)
            self._list(bank_id)
        return len(found)

    def _list(self, bank_id: str) -> None:
        with self.turns(bank_id):
            record = self.record(bank_id)
            if record is None:
                self._ask_index(lambda index: index.drop_vendor(bank_id))
            else:
                self._ask_index(lambda index: index.put([], [record.row(bank_id)]))

    def _settle_if_possible(self, bank_id: str) -> None:
        try:
            self._settle(bank_id)
        except Exception:
            log.warning("A move was cut short; it is settled when the memory is back", exc_info=True)
            self._wake()

    def _settle(self, bank_id: str) -> None:
        record = self.record(bank_id)
        move = record.unfinished() if record else None
        if move is None:
            return
        if move.state == "copying":
            self._take_back(move)
        else:
            self._carry_through(move, _Steps(None, 0))

    def _copy(self, move: Move, steps: "_Steps") -> None:
        carry(self._banks, move.source, move.target, dict(move.loose))
        for batch in _batches(move.deal_ids):
            self._carry_deals(move, batch)
            steps.made(len(batch))

    def _carry_deals(self, move: Move, deal_ids: Sequence[str]) -> None:
        ids = ids_in(self._banks, move.source, deal_ids)
        carry(self._banks, move.source, move.target, {each: each for each in ids})

    def _decide(self, move: Move) -> Move:
        """Copy what changed since it was copied, and make the target the one that counts."""
        now = self.held(move.source)
        there = _versions(self._banks, move.target)
        wanted = set(now) if move.takes_all else set(now) & set(move.deal_ids)
        behind = [each for each in sorted(wanted) if there.get(each) != now[each].version]
        gone = sorted(set(move.deal_ids) - wanted)
        move = replace(move, deal_ids=tuple(sorted(wanted)))
        record = self._record(move.target)
        if behind or gone:
            self.write(move.target, record.with_move(replace(move, deal_ids=tuple(sorted({*wanted, *gone})))))
        for batch in _batches(behind):
            self._carry_deals(move, batch)
        self._banks.bank(move.target).erase(ids_in(self._banks, move.target, gone))
        if move.takes_all:
            self._carry_deals(move, erased_deals(self._banks, move.source))
        move = replace(move, state="leaving")
        self._banks.bank(move.target).retain([], [self._record(move.target).arrived(move).stored()])
        self._relist(move, now)
        return move

    def _relist(self, move: Move, records: dict[str, DealRecord]) -> None:
        """Tell the index that the deals are at the target, and give the source's record what it loses."""
        target = self._record(move.target)
        vendors = [target.row(move.target)]
        source = self.record(move.source)
        if source is not None and not move.takes_all:
            source = source.left(move)
            self._banks.bank(move.source).retain([], [source.stored()])
            vendors.insert(0, source.row(move.source))
        moved = [records[each] for each in move.deal_ids if each in records]
        live = [deal_row(each, move.target) for each in moved if each.is_live]
        gone = [RetractedRow(each.deal_id, move.target, each.version) for each in moved if not each.is_live]
        emptied = move.source if move.takes_all else None
        self._ask_index(lambda index: index.move_deals(live, gone, vendors, emptied))
        self._banks.contents.drop(move.source)
        self._banks.contents.drop(move.target)

    def _carry_through(self, move: Move, steps: "_Steps") -> Move:
        """Take from the source what has left it, and call the move done."""
        with self.turns(move.source, move.target):
            source = self.record(move.source)
            is_told = move.takes_all or source is None or source == source.left(move)
            is_listed = not self._ask_index(lambda index: index.elsewhere(move.target, move.deal_ids))
            if not is_told or not is_listed:
                self._relist(move, _records(self._banks, move.target))
        for batch in _batches(move.deal_ids):
            with self.turns(move.source, move.target):
                here = self._ask_index(lambda index, ids=batch: index.here(move.source, ids))
                left = [each for each in batch if each not in here]
                self._banks.bank(move.source).erase(_without_tombstones(ids_in(self._banks, move.source, left)))
            steps.made(len(batch))
        with self.turns(move.source, move.target):
            self._banks.bank(move.source).erase(list(move.loose))
            if move.takes_all and not self.held(move.source):
                self._banks.engine.delete_bank(move.source)
                self._banks.contents.drop(move.source)
            done = replace(move, state="done")
            self.write(move.target, self._record(move.target).with_move(done))
        return done

    def _take_back(self, move: Move) -> None:
        """Erase the copies that never counted."""
        with self.turns(move.source, move.target):
            here = self._ask_index(lambda index: index.here(move.target, move.deal_ids))
            target = self._banks.bank(move.target)
            copies = [each for each in move.deal_ids if each not in here]
            target.erase(_without_tombstones(ids_in(self._banks, move.target, copies)))
            target.erase(list(move.loose.values()))
            record = self._record(move.target)
            if move.opened and is_empty(self._banks, move.target):
                self._banks.engine.delete_bank(move.target)
                self._banks.contents.drop(move.target)
                self._ask_index(lambda index: index.drop_vendor(move.target))
            else:
                self.write(move.target, record.next(moves=tuple(each for each in record.moves if each.id != move.id)))

    def _record(self, bank_id: str) -> VendorRecord:
        record = self.record(bank_id)
        if record is None:
            raise StoreUnavailable("What is known of the vendor can't be read right now. Try again in a minute.")
        return record

    @contextmanager
    def _claimed(self, *bank_ids: str) -> Iterator[None]:
        """Keep other moves off these banks; it is no lock, since a stopped page leaves by an exception."""
        with self._claiming:
            if self._busy.intersection(bank_ids):
                raise LeverageError("Deals of this vendor are being moved right now. Try again when that is done.")
            self._busy.update(bank_ids)
        try:
            yield
        finally:
            with self._claiming:
                self._busy.difference_update(bank_ids)


class _Steps:
    """Tells `progress` how far a move is."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress = progress
        self._total = total
        self._made = 0

    def made(self, count: int) -> None:
        self._made = min(self._made + count, self._total)
        if self._progress:
            self._progress(self._made, self._total)


def _records(banks: Banks, bank_id: str) -> dict[str, DealRecord]:
    records = banks.bank(bank_id).records()
    return {
        stored["deal_id"]: DealRecord.from_json(stored)
        for key, stored in records.items()
        if key == summary_id(stored.get("deal_id") or "")
    }


def _versions(banks: Banks, bank_id: str) -> dict[str, int]:
    return {deal_id: record.version for deal_id, record in _records(banks, bank_id).items()}


def _without_tombstones(ids: Sequence[str]) -> list[str]:
    return [each for each in ids if not each.endswith(TOMBSTONE)]


def _batches(deal_ids: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(deal_ids), DEALS_A_BATCH):
        yield deal_ids[start : start + DEALS_A_BATCH]
