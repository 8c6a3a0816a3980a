"""How a deal is told to the memory: checked, on its way, and answered with a receipt."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from leverage.confidence import Confidence, confidence_label
from leverage.deals import Deal, DealDraft, deal_id_of
from leverage.errors import EditConflict, InvalidDeal, LeverageError, StoreUnavailable, UnknownDeal
from leverage.intake import Arrival, Intake
from leverage.outbox import Change, Outbox, Verb
from leverage.progress import Progress
from leverage.sentences import memories_of
from leverage.versions import Origin

IN_THE_FUTURE = "Deal date is in the future. Enter the day of the agreement or of the last talk."
DEALS_A_BATCH = 32  # some 200 memories: a larger write holds up every other thread


@dataclass(frozen=True)
class Receipt:
    """What became of a deal: where it stands, what is remembered word for word, and what the vendor counts now.

    `waiting` says that it is safe on disk and goes in by itself later; `existed` that it was there already.
    """

    deal_id: str
    bank_id: str
    vendor: str
    deal_count: int
    confidence: Confidence
    sentences: tuple[str, ...]
    waiting: bool = False
    existed: bool = False


@dataclass(frozen=True)
class _Known:
    version: int
    vendor: str | None
    is_live: bool


class Writer:
    """Takes deals and changes to them, and returns a receipt for each; `wake` starts bringing in what waits."""

    def __init__(
        self,
        intake: Intake,
        outbox: Outbox,
        ask_index: Callable[..., Any],
        wake: Callable[[], None],
        now: Callable[[], datetime],
        today: Callable[[], date],
        is_ready: Callable[[], bool],
    ) -> None:
        self._intake = intake
        self._outbox = outbox
        self._ask_index = ask_index
        self._wake = wake
        self._now = now
        self._today = today
        self._is_ready = is_ready

    def log(
        self,
        deals: Iterable[tuple[DealDraft, str | None]],
        progress: Progress | None = None,
        origins: Sequence[Origin | None] | None = None,
        entered_by: str | None = None,
    ) -> list[Receipt]:
        """Take deals with their keys and return their receipts in the same order; all are checked before the first goes in.

        `entered_by` is the address under which whoever logs them has signed in.
        """
        told = list(deals)
        sources: Sequence[Origin | None] = origins or [None] * len(told)
        changes = [
            self._first_told(self.change_of(self.checked(deal), key, origin, entered_by))
            for (deal, key), origin in zip(told, sources, strict=True)
        ]
        receipts: dict[int, Receipt] = {}
        while len(receipts) < len(changes):  # a vendor may be merged meanwhile: then its deals are asked about again
            by_bank: defaultdict[str, list[int]] = defaultdict(list)
            for n, change in enumerate(changes):
                if n not in receipts:
                    by_bank[self._intake.banks_of(change)[0]].append(n)
            for bank_id, places in by_bank.items():
                for start in range(0, len(places), DEALS_A_BATCH):
                    batch = places[start : start + DEALS_A_BATCH]
                    done = self._log_in_bank(bank_id, [changes[n] for n in batch])
                    receipts.update(zip(batch, done, strict=True) if done else ())
                    if progress and done:
                        progress(len(receipts), len(changes))
        return [receipts[n] for n in range(len(changes))]

    def change(self, verb: Verb, deal_id: str, version: int | None, vendor: str | None = None, **more: Any) -> Receipt:
        """Bring a change to a known deal on its way and return the receipt; without a version, to the deal as it is now.

        Raises UnknownDeal, EditConflict, and StoreUnavailable while the index is being read.
        """
        if not self._is_ready():
            raise StoreUnavailable("The memory is being read. Try again in a minute.")
        waiting = self._outbox.waiting_for(deal_id)
        bank_id = self._intake.bank_id_of(deal_id) or (self._intake.resolve(waiting[0].vendor) if waiting else None)
        if bank_id is None:
            raise UnknownDeal("This deal is not in the memory. Reload the page.")
        target = self._intake.resolve(vendor) if vendor else bank_id
        with self._turns(bank_id, target) as are_held:
            if self._intake.bank_id_of(deal_id) not in (bank_id, None):
                raise EditConflict("The deal moved to another vendor meanwhile. Reload it and try again.")
            if vendor and self._intake.resolve(vendor) != target:
                raise EditConflict("The name of the vendor leads elsewhere since a moment. Reload the deal and try again.")
            waiting = self._outbox.waiting_for(deal_id)
            known = self._known(deal_id, waiting)
            if known is None:
                raise UnknownDeal("This deal is not in the memory. Reload the page.")
            if version is not None and known.version != version:
                raise EditConflict("Somebody changed this deal meanwhile. Reload it, look at what changed, and try again.")
            _check_verb(verb, is_live=known.is_live)
            change = Change(
                verb,
                deal_id,
                known.version + 1,
                vendor or known.vendor or "",
                self._now(),
                from_bank=bank_id,
                from_vendor=known.vendor,
                **more,
            )
            self._intake.hide([change])
            try:
                self._outbox.put(change)
            except LeverageError:
                self._intake.unhide([change])
                raise
            try:
                if waiting or not are_held:
                    raise StoreUnavailable("Earlier changes to this deal are still waiting.")
                record = self._intake.change(change).record
            except StoreUnavailable:
                self._wake()
                deal = Deal.from_json(change.values) if change.values else None
                return self._receipt(bank_id, deal, deal_id, vendor=change.vendor, waiting=True)
            except LeverageError:
                self._outbox.remove(change)
                self._intake.unhide([change])
                raise
        return self._receipt(self._intake.bank_id_of(deal_id) or bank_id, record.deal(), deal_id)

    def checked(self, deal: DealDraft) -> Deal:
        """Return a deal that may go in: whole, and not of a day to come."""
        checked = deal if isinstance(deal, Deal) else Deal(**deal.values())
        if checked.deal_date > self._today():
            raise InvalidDeal({"deal_date": IN_THE_FUTURE})
        return checked

    def change_of(self, deal: Deal, key: str | None, origin: Origin | None = None, entered_by: str | None = None) -> Change:
        """Return the change that logs a deal."""
        told = dict(vars(origin)) if origin else None
        values = deal.to_json()
        return Change("log", deal_id_of(deal, key), 1, deal.vendor, self._now(), values, origin=told, entered_by=entered_by)

    def _first_told(self, change: Change) -> Change:
        """Return the change that waits under this id already; a second telling must not take its place."""
        waiting = self._outbox.waiting_for(change.deal_id)
        return waiting[0] if waiting and waiting[0].verb == "log" else change

    def _log_in_bank(self, bank_id: str, changes: Sequence[Change]) -> list[Receipt] | None:
        """Log deals in the bank they belong in and return their receipts; None where that bank is another one by now."""
        with self._turns(bank_id) as are_held:
            if any(self._intake.banks_of(change)[0] != bank_id for change in changes):
                return None
            put: list[Change] = []
            self._intake.hide(changes)
            try:
                for change in changes:
                    if not self._outbox.waiting_for(change.deal_id):
                        self._outbox.put(change)
                        put.append(change)
            except LeverageError:
                self._take_back(put)  # nobody was told that these are saved
                raise
            try:
                if not are_held or not self._is_ready():
                    raise StoreUnavailable("The memory is being read.")
                arrivals = self._intake.log(bank_id, changes)
            except StoreUnavailable:
                self._wake()
                return [
                    self._receipt(
                        bank_id, Deal.from_json(change.values or {}), change.deal_id, waiting=True, existed=change not in put
                    )
                    for change in changes
                ]
            except LeverageError:
                self._take_back(put)
                raise
        for arrival in arrivals:
            if isinstance(arrival, LeverageError):
                raise arrival
        return [
            self._receipt(bank_id, arrival.record.deal(), change.deal_id, existed=arrival.existed or change not in put)
            for change, arrival in zip(changes, arrivals, strict=True)
            if isinstance(arrival, Arrival)
        ]

    @contextmanager
    def _turns(self, *bank_ids: str) -> Iterator[bool]:
        """Hold banks and say whether they can be written: else within this process alone, and what is told waits."""
        with ExitStack() as held:
            try:
                held.enter_context(self._intake.turns(*bank_ids))
                are_held = True
            except StoreUnavailable:
                held.enter_context(self._intake.own_turns(*bank_ids))
                are_held = False
            yield are_held

    def _take_back(self, changes: Sequence[Change]) -> None:
        for change in changes:
            self._outbox.remove(change)
        self._intake.unhide(changes)

    def _known(self, deal_id: str, waiting: Sequence[Change]) -> "_Known | None":
        """Return what is known last of a deal, waiting changes included."""
        if waiting:
            return _Known(waiting[-1].version, waiting[-1].vendor, waiting[-1].verb != "retract")
        row = self._ask_index(lambda index: index.deal(deal_id))
        if row is not None:
            return _Known(row.version, row.vendor, True)
        gone = self._ask_index(lambda index: index.retracted(deal_id))
        return _Known(gone.version, None, False) if gone else None

    def _receipt(
        self,
        bank_id: str,
        deal: Deal | None,
        deal_id: str,
        *,
        vendor: str | None = None,
        waiting: bool = False,
        existed: bool = False,
    ) -> Receipt:
        known = self._ask_index(lambda index: index.vendors(bank_id))
        count = known[0].deal_count if known else 0
        name = known[0].name if known else vendor or (deal.vendor if deal else bank_id)
        sentences = tuple(memory.text for memory in memories_of(deal, deal_id)) if deal else ()
        return Receipt(deal_id, bank_id, name, count, confidence_label(count), sentences, waiting, existed)


def _check_verb(verb: Verb, *, is_live: bool) -> None:
    if verb == "restore" and is_live:
        raise UnknownDeal("No deal is retracted under this id. Reload the page.")
    if verb == "retract" and not is_live:
        raise UnknownDeal("This deal is retracted already. Reload the page.")
    if verb == "edit" and not is_live:
        raise UnknownDeal("This deal is retracted. Restore it before you change it.")
