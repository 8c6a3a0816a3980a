"""Deals on their way from one bank to another, such that a reader never sees half of them and a crash loses none.

Copies are made first, and stay out of sight because the index lists their deals at the source. Then one write of the
target's record decides: before it, a move that was cut short is rolled back; after it, it is carried through.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Any

from leverage import keeping
from leverage.claims import Claims
from leverage.copying import Steps, batches, carry_deals, loose_now, take_out
from leverage.errors import StoreUnavailable
from leverage.inheriting import parent_after, refuse_taken_names
from leverage.intake import deal_row, retracted_row
from leverage.memory.bank import Banks
from leverage.memory.carrying import carry, erased_deals, held_beside, is_empty, loose_ids, tombstone_id
from leverage.progress import Progress
from leverage.registry import Registry
from leverage.vendor_records import Move, VendorRecord
from leverage.versions import DealRecord
from leverage.whereabouts import Whereabouts

log = logging.getLogger(__name__)

Plan = Callable[[VendorRecord | None, VendorRecord | None], Move]
"""Makes a move of the source's and the target's records, as they are while nobody can change them; it may refuse."""


class Mover:
    """Moves deals between banks.

    `turns` holds the locks of banks, `ask_index` reaches the index, `wake` has what is left done later.
    """

    def __init__(
        self,
        banks: Banks,
        ask_index: Callable[..., Any],
        registry: Registry,
        turns: Callable[..., AbstractContextManager[None]],
        wake: Callable[[], None],
    ) -> None:
        self._banks = banks
        self._wake = wake
        self._ask_index = ask_index
        self._registry = registry
        self.turns = turns
        self.whereabouts = Whereabouts(banks, ask_index)
        self._claims = Claims(banks.sharing)

    def home(self, bank_id: str) -> str:
        """Return the bank to which a bank id leads since merges and new names."""
        return self._registry.home(bank_id)

    def record(self, bank_id: str) -> VendorRecord | None:
        """Return what a bank keeps about its vendor."""
        return self._registry.record(bank_id)

    def held(self, bank_id: str) -> dict[str, DealRecord]:
        """Return the deals that a bank holds and that are listed nowhere else, retracted ones too."""
        return self.whereabouts.own(bank_id)

    def move(self, source: str, target: str, plan: Plan, progress: Progress | None = None) -> Move:
        """Move the deals named in the move that `plan` makes and return it done.

        Where it takes the whole vendor, what is logged or noted at the source meanwhile goes along. What fails before
        the decision is rolled back; what fails after it is carried through at the next start, or by `finish`.
        """
        try:
            self.finish()  # what was cut short may hold copies of these very deals
        except StoreUnavailable:
            log.warning("An earlier move could not be settled yet", exc_info=True)
        with self._banks.stillness.moving(), self._claims.on(source, target):
            for bank_id in (source, target):
                self._settle(bank_id)
            with self._registry.naming, self.turns(source, target):
                move = self._begin(plan(self.record(source), self.record(target)))
            steps = Steps(progress, 2 * len(move.deal_ids))
            try:
                self._copy(move, steps)
                with self._registry.naming, self.turns(source, target):
                    move = self._decide(move)
            except BaseException:
                self._settle_if_possible(target)
                raise
            return self._carry_through(move, steps)

    def is_busy(self, bank_id: str) -> bool:
        """Say whether deals are being moved from or to a bank right now."""
        return self._claims.holds(bank_id)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Keep every move off while something is done to all banks. Raises StoreUnavailable while deals are being moved."""
        self.finish()
        with self._claims.barred():
            yield

    def finish(self) -> int:
        """Bring every move that was cut short to its end, or take it back, and return how many there were."""
        settled = 0
        for bank_id in self._ask_index(lambda index: index.unsettled()):
            record = self.record(bank_id)
            move = record.unfinished() if record else None
            banks = {bank_id, move.source} if move else {bank_id}
            if not self._claims.take(banks):
                continue  # its own mover is at work
            try:
                with self._banks.stillness.moving():
                    self._settle(bank_id)
                    self._list(bank_id)
            finally:
                self._claims.release(banks)
            settled += 1
        return settled

    def _list(self, bank_id: str) -> None:
        with self.turns(bank_id):
            record = self.record(bank_id)
            if record is None:
                self._ask_index(lambda index: index.drop_vendor(bank_id))
            else:
                self._registry.settle(bank_id)

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
            self._carry_through(move, Steps(None, 0))

    def _begin(self, move: Move) -> Move:
        """Tell in the target's record, made if need be, what is about to be done."""
        source, known = self.record(move.source), self.record(move.target)
        move = replace(move, opened=known is None)
        gift = source.brings(move) if source else None  # one that comes back goes on with its versions
        before = known or VendorRecord(move.target_name, version=gift.version if gift else 0)
        self._refuse_taken_names(move, before, source)
        if known is None:
            self._registry.open(move.target, before.with_move(move))
        else:
            self._registry.rewrite(move.target, lambda record: record.with_move(move))
        return move

    def _copy(self, move: Move, steps: Steps) -> None:
        carry(self._banks, move.source, move.target, move.loose)
        for batch in batches(move.deal_ids):
            carry_deals(self._banks, move, batch)
            steps.made(len(batch))

    def _decide(self, move: Move) -> Move:
        """Copy what changed since it was copied, and make the target the one that counts."""
        now = self.held(move.source)
        there = self.whereabouts.copies(move.target)
        wanted = set(now) if move.takes_all else set(now) & set(move.deal_ids)
        behind = [each for each in sorted(wanted) if each not in there or there[each].version < now[each].version]
        gone = sorted(set(move.deal_ids) - wanted)
        loose = loose_now(self._banks, move)
        told = replace(move, deal_ids=tuple(sorted({*wanted, *gone})), loose={**move.loose, **loose})
        source, target = self.record(move.source), self._registry.needed(move.target)
        is_told = told == move
        move = replace(move, deal_ids=tuple(sorted(wanted)), loose=loose)
        self._refuse_taken_names(move, target, source)
        if not is_told:  # what is about to be copied has to be taken back, too, where this is cut short
            self._registry.rewrite(move.target, lambda record: record.with_move(told))
        for batch in batches(behind):
            take_out(self._banks, move.target, [each for each in batch if each in there])
            carry_deals(self._banks, move, batch)
        carry(self._banks, move.source, move.target, loose)
        erased = erased_deals(self._banks, move.source)
        take_out(self._banks, move.target, self.whereabouts.stale(move.target, gone, set(erased) & set(gone)))
        self._banks.bank(move.target).erase([each for key, each in told.loose.items() if key not in loose])
        if move.takes_all:
            marks = [tombstone_id(each) for each in erased]
            carry(self._banks, move.source, move.target, {each: each for each in marks})
        if not move.takes_all:
            keeping.share_reviews(self._banks, move.source, move.target, move.deal_ids, is_new=move.opened)
        return self._arrive(move, source, {**now, **{each: there[each] for each in wanted if each not in behind}})

    def _arrive(self, move: Move, source: VendorRecord | None, records: Mapping[str, DealRecord]) -> Move:
        """Write the record that decides, and tell the index."""

        def arrived(record: VendorRecord) -> VendorRecord:
            return record.arrived(move, source, parent_after(self._registry, move, record, source))

        target = self._registry.rewrite(move.target, arrived, is_listed=False)
        decided = target.move(move.id) or move
        self._relist(decided, target, source, records)
        return decided

    def _refuse_taken_names(self, move: Move, target: VendorRecord, source: VendorRecord | None) -> None:
        def keeps_deals() -> bool:
            loose = set(loose_ids(self._banks, move.source)) - set(move.loose)
            return bool(loose or self.held(move.source).keys() - set(move.deal_ids))

        refuse_taken_names(self._registry, move, target, source, keeps_deals)

    def _relist(self, move: Move, target: VendorRecord, source: VendorRecord | None, records: Mapping[str, DealRecord]) -> None:
        """Tell the index that the deals are at the target, and give the source's record what it loses."""
        vendors = [target.row(move.target)]
        if source is not None and not move.takes_all:
            left = self._registry.rewrite(move.source, lambda record: record.left(move), is_listed=False)
            vendors.insert(0, left.row(move.source))
        moved = [records[each] for each in move.deal_ids if each in records]
        live = [deal_row(each, move.target) for each in moved if each.is_live]
        gone = [retracted_row(each, move.target) for each in moved if not each.is_live]
        emptied = move.source if move.takes_all else None
        self._ask_index(lambda index: index.move_deals(live, gone, vendors, emptied))
        self._banks.contents.drop(move.source)
        self._banks.contents.drop(move.target)

    def _carry_through(self, move: Move, steps: Steps) -> Move:
        """Take from the source what has left it, and call the move done."""
        with self._registry.naming, self.turns(move.source, move.target):
            self._tell_again(move)
        for batch in batches(move.deal_ids):
            with self.turns(move.source, move.target):
                take_out(self._banks, move.source, self.whereabouts.stale(move.source, batch))
            steps.made(len(batch))
        with self.turns(move.source, move.target):
            arrived = set(loose_ids(self._banks, move.target))
            self._banks.bank(move.source).erase([each for each, there in move.loose.items() if there in arrived])
            if move.takes_all:
                self._close(move)
            elif keeping.drop_copies(self._banks, move.source, self._ask_index) and self.record(move.source):
                self._registry.rewrite(move.source, lambda record: record.next())
            done = replace(self._registry.needed(move.target).move(move.id) or move, state="done")
            told = done.closed() if done.kind == "undo" else done
            self._registry.rewrite(move.target, lambda record: record.with_move(told))
        return done

    def _tell_again(self, move: Move) -> None:
        """Make up for what was cut short between the decision and what the index and the source's record were to be told."""
        source, target = self.record(move.source), self._registry.needed(move.target)
        is_told = move.takes_all or source is None or source == source.left(move)
        is_same = not move.takes_all or source is None or source.bare().to_json() == move.left_behind
        listed = self._ask_index(lambda index: index.banks_of(move.deal_ids))
        if is_told and is_same and set(listed.values()) <= {move.target}:
            return
        copies = self.whereabouts.copies(move.target, move.deal_ids)
        at_source = self.whereabouts.copies(move.source, move.deal_ids)
        arrived = {
            each: copies[each]
            for each in copies
            if listed.get(each) in (None, move.source, move.target)
            and (each not in at_source or at_source[each].version <= copies[each].version)
        }
        if not is_same:
            self._arrive(move, source, arrived)
        else:
            self._relist(move, target, source, arrived)

    def _close(self, move: Move) -> None:
        """Delete the bank of a vendor that was merged away, once the other holds everything that it holds."""
        copies = self.whereabouts.copies(move.source)
        erased = erased_deals(self._banks, move.source)
        take_out(self._banks, move.source, [*self.whereabouts.stale(move.source, copies), *erased])
        if left := held_beside(self._banks, move.source, move.target):
            log.warning("A bank is kept: it holds %d things that are nowhere else. Run repair.", len(left))
            return
        self._banks.delete(move.source)
        self._ask_index(lambda index: index.drop_vendor(move.source))  # a rebuild in between may have listed it again

    def _take_back(self, move: Move) -> None:
        """Erase the copies that never counted."""
        with self.turns(move.source, move.target):
            take_out(self._banks, move.target, self.whereabouts.stale(move.target, move.deal_ids))
            at_source = set(loose_ids(self._banks, move.source))
            self._banks.bank(move.target).erase([there for each, there in move.loose.items() if each in at_source])
            keeping.drop_copies(self._banks, move.target, self._ask_index)
            if move.opened and is_empty(self._banks, move.target):
                self._banks.delete(move.target)
                self._ask_index(lambda index: index.drop_vendor(move.target))
            else:
                self._registry.rewrite(move.target, lambda record: record.without(move))
