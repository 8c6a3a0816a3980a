"""Memories and records carried from one bank to another as they are, vectors included."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from chromadb.api.models.Collection import Collection

from leverage.errors import StoreUnavailable
from leverage.memory.bank import BATCH, TOMBSTONE, VENDOR_ID, Banks
from leverage.memory.packing import MOST_PIECES

# Chroma merges metadata: a key that a memory does not have must be said, or an older copy's stays.
_EVERY_KEY = (
    *("version", "deal_id", "facet", "day", "date", "who", "department", "result"),
    *("record_of", "parts", "part_of", "part"),
    *(f"record_{n}" for n in range(MOST_PIECES)),
)


def ids_in(banks: Banks, bank_id: str, deal_ids: Iterable[str]) -> list[str]:
    """Return the ids of everything that a bank holds of these deals, what is left of erased ones included."""
    asked = list(deal_ids)
    if not asked:
        return []
    marks = [f"{deal_id}{TOMBSTONE}" for deal_id in asked]

    def read(collection: Collection) -> list[str]:
        told = collection.get(where={"deal_id": {"$in": asked}}, include=[])["ids"]  # type: ignore[dict-item]
        return [*told, *collection.get(ids=marks, include=[])["ids"]]

    return banks.engine.ask(bank_id, read) or []


def loose_ids(banks: Banks, bank_id: str) -> list[str]:
    """Return the ids of the memories that belong to no deal."""
    ids = _all_ids(banks, bank_id)
    return [memory_id for memory_id, deal_id in ids if deal_id is None and memory_id != VENDOR_ID and not _erased(memory_id)]


def erased_deals(banks: Banks, bank_id: str) -> list[str]:
    """Return the ids of the deals that were erased from a bank."""
    return [deal_id for memory_id, _ in _all_ids(banks, bank_id) if (deal_id := _erased(memory_id))]


def is_empty(banks: Banks, bank_id: str) -> bool:
    """Say whether a bank holds nothing but the vendor's own record."""
    return all(memory_id.partition(":")[0] == VENDOR_ID for memory_id, _ in _all_ids(banks, bank_id))


def carry(banks: Banks, source: str, target: str, ids: Mapping[str, str]) -> None:
    """Copy what the bank `source` holds under the keys of `ids` into `target`, under their values, and read it back.

    Call it with at most a few hundred ids. Raises StoreUnavailable where not all of it arrived.
    """
    if not ids:
        return
    found = banks.engine.ask(
        source, lambda collection: collection.get(ids=list(ids), include=["embeddings", "documents", "metadatas"])
    )
    if not found or not found["ids"]:
        return
    arriving = [ids[each] for each in found["ids"]]
    metadatas = [_as_of(metadata or {}, target) for metadata in found["metadatas"] or []]

    def write(collection: Collection) -> bool:
        for start in range(0, len(arriving), BATCH):
            part = slice(start, start + BATCH)
            collection.upsert(
                ids=arriving[part],
                documents=(found["documents"] or [])[part],
                metadatas=metadatas[part],  # type: ignore[arg-type]
                embeddings=found["embeddings"][part],  # type: ignore[index]
            )
        there = collection.get(ids=arriving, include=["metadatas"])
        versions = {memory_id: (each or {}).get("version") for memory_id, each in _pairs(there)}
        return versions == {memory_id: each["version"] for memory_id, each in zip(arriving, metadatas, strict=True)}

    try:
        if not banks.engine.ask(target, write, create=True):
            raise StoreUnavailable("The memory did not keep what was moved. Nothing was taken away. Try again in a minute.")
    finally:
        banks.contents.drop(target)


def _as_of(metadata: Mapping[str, Any], bank_id: str) -> dict[str, Any]:
    home = {"record_of": bank_id} if metadata.get("record_of") else {}
    return dict.fromkeys(_EVERY_KEY) | dict(metadata) | home


def _all_ids(banks: Banks, bank_id: str) -> Sequence[tuple[str, str | None]]:
    found = banks.engine.ask(bank_id, lambda collection: collection.get(include=["metadatas"]))
    return [(memory_id, (metadata or {}).get("deal_id")) for memory_id, metadata in _pairs(found)] if found else []


def _pairs(found: Any) -> Iterable[tuple[str, Any]]:
    return zip(found["ids"], found["metadatas"] or [], strict=True)


def _erased(memory_id: str) -> str | None:
    return memory_id.removesuffix(TOMBSTONE) if memory_id.endswith(TOMBSTONE) else None
