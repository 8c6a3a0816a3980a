"""Vendors' own records, changed one after the other, and who owns a name."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Any

from leverage.errors import LeverageError, StoreUnavailable
from leverage.memory.bank import VENDOR_ID, Banks
from leverage.memory.carrying import is_empty
from leverage.vendor_records import VendorRecord
from leverage.vendors import vendor_bank_id

UNREADABLE = "What is known of the vendor can't be read right now. Try again in a minute."

Alter = Callable[[VendorRecord], VendorRecord]


class Registry:
    """Reads and changes vendors' records; `ask_index` reaches the index, `turns` holds the locks of banks.

    Whoever decides to whom a name belongs holds `naming` while doing so, and takes it before any turn. `wake` has what is left
    done later.
    """

    def __init__(
        self,
        banks: Banks,
        ask_index: Callable[..., Any],
        turns: Callable[..., AbstractContextManager[None]],
        naming: AbstractContextManager[Any],
        wake: Callable[[], None] = lambda: None,
    ) -> None:
        self._banks = banks
        self._ask_index = ask_index
        self.turns = turns
        self.naming = naming
        self._wake = wake

    def home(self, bank_id: str) -> str:
        """Return the bank to which a bank id leads since merges and new names."""
        return str(self._ask_index(lambda index: index.home(bank_id)))

    def record(self, bank_id: str) -> VendorRecord | None:
        """Return what a bank keeps about its vendor; None where it keeps nothing, or nothing that can be read."""
        stored = self._banks.bank(bank_id).records([VENDOR_ID]).get(VENDOR_ID)
        return VendorRecord.from_json(stored) if stored else None

    def needed(self, bank_id: str) -> VendorRecord:
        """Return what a bank keeps about its vendor. Raises StoreUnavailable where that can't be read."""
        record = self.record(bank_id)
        if record is None:
            raise StoreUnavailable(UNREADABLE)
        return record

    def change(self, bank_id: str, alter: Alter) -> VendorRecord:
        """Put what `alter` makes of a vendor's record, as it is now, in its place as the next version, and return it.

        Raises LeverageError where the vendor is gone, and whatever `alter` raises; then nothing is written.
        """
        with self.turns(bank_id):
            known = self.record(bank_id)
            if known is None:
                raise LeverageError("The vendor is not there any more. Reload the page.")
            return self._put(bank_id, known, alter(known))

    def rewrite(self, bank_id: str, alter: Alter, *, is_listed: bool = True) -> VendorRecord:
        """Do as `change` does, with the bank's turn held already; without `is_listed` the caller tells the index."""
        known = self.needed(bank_id)
        return self._put(bank_id, known, alter(known), is_listed=is_listed)

    @contextmanager
    def beside(self, bank_id: str) -> Iterator[None]:
        """Let something change in a bank beside the vendor's record, whose turn is held: afterwards that is its next version.

        It is noted first that it will be, so that whatever is made of the bank is known to be out of date even where this is
        cut short: by `settle`, at the next start, or by a repair.
        """
        self._ask_index(lambda index: index.unsettle(bank_id))
        try:
            yield
            self.rewrite(bank_id, lambda record: record.next())
        except BaseException:
            self._wake()
            raise

    def settle(self, bank_id: str) -> None:
        """Give a vendor's record, whose turn is held, the next version where a change of it or beside it was cut short."""
        if bank_id in self._ask_index(lambda index: index.unsettled()) and self.record(bank_id) is not None:
            self.rewrite(bank_id, lambda record: record.next())

    def open(self, bank_id: str, record: VendorRecord) -> VendorRecord:
        """Keep the first record of a vendor as it is, with the bank's turn held.

        Raises StoreUnavailable where there is one already.
        """
        if self._banks.bank(bank_id).memories([VENDOR_ID]):
            raise StoreUnavailable(UNREADABLE)
        return self._put(bank_id, None, record)

    def _put(self, bank_id: str, known: VendorRecord | None, record: VendorRecord, *, is_listed: bool = True) -> VendorRecord:
        if record == known:
            return record
        record = replace(record, version=known.version + 1) if known else record
        stored = record.stored()
        stored.ids()  # what can't be written is refused before anything is
        self._ask_index(lambda index: index.unsettle(bank_id))  # so that `finish` notices what is cut short
        self._banks.bank(bank_id).retain([], [stored])
        if is_listed:
            self._ask_index(lambda index: index.put([], [record.row(bank_id)]))
        return record

    def owner(self, name: str) -> str | None:
        """Return the bank of the vendor to which a name leads; None where it is nobody's."""
        wanted = vendor_bank_id(name)
        home = self.home(wanted)
        if home != wanted or self._ask_index(lambda index: index.knows(wanted)):
            return home
        return wanted if self.record(wanted) is not None or not is_empty(self._banks, wanted) else None

    def refuse_taken(self, name: str, *free: str) -> None:
        """Raise LeverageError where a name is the name of a vendor other than those whose banks are given."""
        owner = self.owner(name)
        if owner is None or owner in free:
            return
        other = self.record(owner)
        called = other.name if other else "another vendor"
        if owner == vendor_bank_id(name):
            raise LeverageError(f"“{name}” is {called}, a vendor of its own. Merge the two.")
        raise LeverageError(
            f"“{name}” is a name of {called}, a vendor of its own. Merge the two, or take the name from {called} first."
        )

    def belongs_to(self, parent: str, *bank_ids: str) -> bool:
        """Say whether a parent is one of these vendors, or belongs to one of them, over however many firms in between."""
        seen: set[str] = set()
        above: str | None = parent
        while above:
            bank_id = self.home(vendor_bank_id(above))
            if bank_id in bank_ids:
                return True
            if bank_id in seen:
                return False
            seen.add(bank_id)
            known = self.record(bank_id)
            above = known.parent if known else None
        return False
