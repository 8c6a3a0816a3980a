"""What others wrote, brought into this process's own index: read from the banks that the journal names, not from the journal."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from leverage.desk import DESK_ID
from leverage.index import ERASING, NAMES, UNDOING
from leverage.intake import deal_row, retracted_row
from leverage.memory.bank import TOMBSTONE, VENDOR_ID, Banks
from leverage.memory.carrying import tombstone_id
from leverage.replicas.told import Told
from leverage.sentences import summary_id
from leverage.vendor_records import VendorRecord
from leverage.vendors import BANK_PREFIX
from leverage.versions import DealRecord
from leverage.whereabouts import deals_in, home_among


class Follower:
    """Brings banks that others wrote into the index; `ask_index` reaches it.

    `erased` is called with deals and banks that others erased, so that nothing made of them stays here; `unsettled` when
    something was left half done by a process that is gone, or is being done.
    """

    def __init__(
        self,
        banks: Banks,
        ask_index: Callable[..., Any],
        erased: Callable[[Collection[str], Collection[str]], None],
        unsettled: Callable[[], None],
    ) -> None:
        self._banks = banks
        self._ask_index = ask_index
        self._erased = erased
        self._unsettled = unsettled

    def bring_in(self, bank_id: str, deal_ids: Collection[str] | None) -> None:
        """Bring these deals of a bank, and its vendor, into the index as they are now; without them, all that it holds.

        Raises StoreUnavailable where the bank can't be read.
        """
        self._banks.contents.drop(bank_id)
        if bank_id == DESK_ID:
            self._bring_in_desk()
        elif bank_id.startswith(BANK_PREFIX):
            told = self._told(bank_id, deal_ids)
            self._ask_index(lambda index: index.change(told.write))
            self._banks.contents.drop(bank_id)  # what was read before the index knew of it is told by what the index was
            if told.erased or told.is_gone:
                self._erased(told.erased, [bank_id] if told.is_gone else [])
            if told.vendor is not None and told.vendor.is_unsettled:
                self._unsettled()

    def _bring_in_desk(self) -> None:
        records = self._banks.bank(DESK_ID).records()
        self._ask_index(lambda index: index.note_names(records.get(NAMES)))
        is_erasing = bool((records.get(ERASING) or {}).get("files"))
        self._ask_index(lambda index: index.note(ERASING, "yes" if is_erasing else ""))
        is_undoing = any(stored.get("state") == "undoing" for stored in records.values())
        self._ask_index(lambda index: index.note(UNDOING, "yes" if is_undoing else ""))
        if erased := [key.removesuffix(TOMBSTONE) for key in records if key.endswith(TOMBSTONE)]:
            new = set(erased) - self._ask_index(lambda index: index.erased(erased))
            self._ask_index(lambda index: index.put_erased(new))
            self._ask_index(lambda index: index.remove_deals(sorted(new)))
            if new:
                self._erased(new, [])

    def _told(self, bank_id: str, deal_ids: Collection[str] | None) -> Told:
        # What is known is asked first: what this process itself writes meanwhile must not look as if it were gone.
        version = self._ask_index(lambda index: index.vendor_version(bank_id))
        asked = set(deal_ids) if deal_ids is not None else set(self._ask_index(lambda index: index.deal_ids_in(bank_id)))
        before = self._ask_index(lambda index: index.banks_of(asked))
        bank = self._banks.bank(bank_id)
        wanted = [VENDOR_ID, *(id_of(each) for each in asked for id_of in (summary_id, tombstone_id))]
        records = bank.records(wanted if deal_ids is not None else None)
        vendor = VendorRecord.from_json(records[VENDOR_ID]) if VENDOR_ID in records else None
        here = {each["deal_id"]: DealRecord.from_json(each) for each in deals_in(records)}
        new = here.keys() - asked
        before |= self._ask_index(lambda index: index.banks_of(new))
        elsewhere = {each: before[each] for each in here if before.get(each, bank_id) != bank_id}
        for deal_id, home in self._homes(here, bank_id, vendor, elsewhere).items():
            if home != bank_id:
                del here[deal_id]
        erased = {key.removesuffix(TOMBSTONE) for key in records if key.endswith(TOMBSTONE)}
        return Told(
            bank_id,
            vendor.row(bank_id) if vendor else None,
            version,
            [deal_row(each, bank_id) for each in here.values() if each.is_live],
            [retracted_row(each, bank_id) for each in here.values() if not each.is_live],
            [each for each in asked - here.keys() if before.get(each) == bank_id],
            sorted(erased - self._ask_index(lambda index: index.erased(erased))),
            before,
        )

    def _homes(
        self, here: Mapping[str, DealRecord], bank_id: str, vendor: VendorRecord | None, elsewhere: Mapping[str, str]
    ) -> dict[str, str]:
        """Return where deals belong that a bank holds and that are listed at others, since a move is between the two."""
        homes = dict(elsewhere)
        for other in set(elsewhere.values()):
            asked = [deal_id for deal_id, home in elsewhere.items() if home == other]
            records = self._banks.bank(other).records([VENDOR_ID, *map(summary_id, asked), *map(tombstone_id, asked)])
            there = {each["deal_id"]: DealRecord.from_json(each) for each in deals_in(records)}
            its = VendorRecord.from_json(records[VENDOR_ID]) if VENDOR_ID in records else None
            moves = [move for each in (vendor, its) if each and (move := each.unfinished())]
            for deal_id in asked:
                found = {bank_id: here[deal_id]} | ({other: there[deal_id]} if deal_id in there else {})
                homes[deal_id] = home_among(deal_id, found, moves)
        return homes


def by_bank(entries: Iterable[tuple[str, str]]) -> dict[str, set[str] | None]:
    """Return which deals of which banks were written, of (bank id, deal id) pairs: None where one has no deal id."""
    found: dict[str, set[str] | None] = {}
    for bank_id, deal_id in entries:
        deals = found.setdefault(bank_id, set())
        if not deal_id:
            found[bank_id] = None
        elif deals is not None:
            deals.add(deal_id)
    return found
