"""What a colleague says of a vendor beside its deals, put into the vendor's bank and taken out of it, each in its turn."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from leverage.errors import LeverageError, StoreUnavailable
from leverage.keeping import Facet, Kept, Record, held, keep, resolved
from leverage.knowledge import KnowledgeBase

MOST_TRIES = 5

Answer = TypeVar("Answer")


@contextmanager
def at_home(kb: KnowledgeBase, vendor: str) -> Iterator[str]:
    """Hold the turn of the bank to which a vendor leads, with what was cut short there made up for, and give its id.

    Raises LeverageError for an unknown vendor, StoreUnavailable where its deals are being moved: then nothing was changed.
    """
    for _ in range(MOST_TRIES):  # the vendor may be merged away while its turn is waited for
        bank_id = kb.bank_id(vendor)
        with kb.mover.turns(bank_id):
            if kb.registry.home(bank_id) != bank_id:
                continue
            if kb.registry.record(bank_id) is None:
                raise LeverageError(f"Nothing is recorded about “{vendor}”. Log the first deal with them.")
            kb.registry.settle(bank_id)
            yield bank_id
            return
    raise StoreUnavailable("The vendor's deals are being moved. Nothing was changed: try again in a minute.")


def put(
    kb: KnowledgeBase, vendor: str, facet: Facet[Record], record: Record, refuse: Callable[[str], None] | None = None
) -> Record:
    """Keep a record with its vendor and return it, or the one that is there under its id.

    `refuse` gets the vendor's bank id and raises LeverageError where the record can't stand there. Raises LeverageError for
    an unknown vendor, StoreUnavailable where the memory is away: once it is back, the same can be said again, and is kept once.
    """
    with at_home(kb, vendor) as bank_id:
        known = next((each for each in held(kb.banks, bank_id, facet).values() if each.id == record.id), None)
        if known is not None:
            return known
        if refuse is not None:
            refuse(bank_id)
        write(kb, bank_id, {record.id: record})
        return record


def in_turn(kb: KnowledgeBase, vendor: str, act: Callable[[str], Answer]) -> Answer:
    """Return what `act` makes of the bank of a vendor that is known, while nobody else writes there; raises as `at_home` does."""
    with at_home(kb, vendor) as bank_id:
        return act(bank_id)


def write(kb: KnowledgeBase, bank_id: str, records: Mapping[str, Kept]) -> None:
    """Keep records under these memory ids, all with one write, in the bank's turn."""
    with kb.registry.beside(bank_id):
        keep(kb.banks, bank_id, records)


def of(kb: KnowledgeBase, vendor: str, facet: Facet[Record]) -> list[Record]:
    """Return the records of a facet that a vendor has, people by the names they go by now."""
    book = kb.names()
    return [resolved(book, each) for each in held(kb.banks, kb.bank_id(vendor), facet).values()]


def take_out(kb: KnowledgeBase, vendor: str, facet: Facet[Record], record_id: str, what: str) -> None:
    """Take a record, called `what`, out of the vendor's memory.

    Raises LeverageError where it is not there, NotAllowed where it is another's and may not be taken out here, StoreUnavailable.
    """
    with at_home(kb, vendor) as bank_id:
        with kb.as_seen():
            found = {memory_id: each for memory_id, each in held(kb.banks, bank_id, facet).items() if each.id == record_id}
        if not found:
            raise LeverageError(f"{what} is not there any more. Reload the page.")
        for each in found.values():
            if not kb.may_take_out(getattr(each, "entered_by", "")):
                kb.need("edit_others")
        with kb.registry.beside(bank_id):
            kb.banks.bank(bank_id).erase(list(found))
