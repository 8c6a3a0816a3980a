"""A bank as plain rows without vectors, read in one go and written back with vectors made anew."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chromadb.api.models.Collection import Collection

from leverage.errors import StoreUnavailable
from leverage.memory.bank import Banks

MOST_LISTINGS = 20


@dataclass(frozen=True)
class Row:
    """One memory, or one part of a record, as a bank keeps it."""

    id: str
    text: str
    metadata: Mapping[str, Any]


def all_bank_ids(banks: Banks) -> list[str]:
    """Return the ids of all banks in order, none left out although new ones come while they are listed."""
    known: set[str] = set()
    for _ in range(MOST_LISTINGS):  # pages have no order of their own: what comes in between may shift one out of sight
        found = set(banks.engine.bank_ids())
        if found <= known:
            break
        known |= found
    return sorted(known)


def read_rows(banks: Banks, bank_id: str) -> list[Row]:
    """Return all that a bank holds, in the order in which it was written; hold the bank's turn, or a deal may be half there."""
    return banks.engine.ask(bank_id, rows_in) or []


def rows_in(collection: Collection) -> list[Row]:
    """Return all that a collection holds, in the order in which it was written."""
    return list(_rows(collection.get(include=["documents", "metadatas"])))


def write_rows(banks: Banks, bank_id: str, rows: Sequence[Row], vectors_of: Callable[[Sequence[str]], list[Any]]) -> None:
    """Write rows that are new to the bank, and read them back; at most a few hundred a call.

    Raises StoreUnavailable where they are not there afterwards just as they were given.
    """
    ids = [row.id for row in rows]
    vectors = vectors_of([row.text or row.id for row in rows])  # while no bank is held

    def write(collection: Collection) -> list[Row]:
        collection.upsert(
            ids=ids,
            documents=[row.text for row in rows],
            metadatas=[dict(row.metadata) or None for row in rows],  # type: ignore[misc]
            embeddings=vectors,
        )
        return list(_rows(collection.get(ids=ids, include=["documents", "metadatas"])))

    with banks.writing(bank_id):
        there = banks.engine.ask(bank_id, write, create=True) or []
    by_id = {row.id: row for row in there}
    if any(by_id.get(row.id) != row for row in rows):
        raise StoreUnavailable("The memory did not keep what was restored. Make room on the disk and restore again.")


def _rows(found: Any) -> Iterator[Row]:
    for row_id, text, metadata in zip(found["ids"], found["documents"] or [], found["metadatas"] or [], strict=True):
        yield Row(row_id, text or "", dict(metadata or {}))
