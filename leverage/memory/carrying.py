"""Memories and records carried from one bank to another as they are, with their vectors where both banks have one embedding."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from chromadb.api.models.Collection import Collection

from leverage.errors import StoreUnavailable
from leverage.memory.bank import BATCH, TOMBSTONE, VENDOR_ID, Banks
from leverage.memory.models import Model
from leverage.memory.packing import MOST_PIECES

# Chroma merges metadata: a key that a memory does not have must be said, or an older copy's stays.
_EVERY_KEY = (
    *("version", "deal_id", "facet", "day", "date", "who", "department", "result", "product"),
    *("record_of", "parts", "part_of", "part"),
    *(f"record_{n}" for n in range(MOST_PIECES)),
)


def ids_in(banks: Banks, bank_id: str, deal_ids: Iterable[str]) -> list[str]:
    """Return the ids of everything that a bank holds of these deals, what is left of erased ones included."""
    asked = list(deal_ids)
    if not asked:
        return []
    marks = [tombstone_id(deal_id) for deal_id in asked]

    def read(collection: Collection) -> list[str]:
        told = collection.get(where={"deal_id": {"$in": asked}}, include=[])["ids"]  # type: ignore[dict-item]
        return [*told, *collection.get(ids=marks, include=[])["ids"]]

    return banks.engine.ask(bank_id, read) or []


def loose_ids(banks: Banks, bank_id: str) -> list[str]:
    """Return the ids of the memories that belong to no deal and are no part of the vendor's own record."""
    return [memory_id for memory_id, metadata in _all(banks, bank_id) if _is_loose(memory_id, metadata)]


def erased_deals(banks: Banks, bank_id: str) -> list[str]:
    """Return the ids of the deals that were erased from a bank."""
    return [deal_id for memory_id, _ in _all(banks, bank_id) if (deal_id := _erased(memory_id))]


def is_empty(banks: Banks, bank_id: str) -> bool:
    """Say whether a bank holds nothing but the vendor's own record."""
    return all(_is_vendors_own(memory_id, metadata) for memory_id, metadata in _all(banks, bank_id))


def held_beside(banks: Banks, bank_id: str, other: str) -> list[str]:
    """Return the ids of what a bank holds beside the vendor's own record and beside tombstones that another holds, too."""
    known = set(erased_deals(banks, other))
    return [
        memory_id
        for memory_id, metadata in _all(banks, bank_id)
        if not _is_vendors_own(memory_id, metadata) and _erased(memory_id) not in known
    ]


def new_ids(loose: Iterable[str], taken: Iterable[str], source: str) -> dict[str, str]:
    """Return under which ids memories from the bank `source` go into one where others are taken, by their ids now."""
    there = set(taken)
    return {each: each if each not in there else f"{source}/{each}" for each in loose}


def tombstone_id(deal_id: str) -> str:
    """Return the id of what is left of an erased deal."""
    return f"{deal_id}{TOMBSTONE}"


def carry(banks: Banks, source: str, target: str, ids: Mapping[str, str]) -> None:
    """Copy what the bank `source` holds under the keys of `ids` into `target`, under their values, and read it back.

    Raises StoreUnavailable where not all of it arrived.
    """
    every = list(ids)
    for start in range(0, len(every), BATCH):
        _carry(banks, source, target, {each: ids[each] for each in every[start : start + BATCH]})


def _carry(banks: Banks, source: str, target: str, ids: Mapping[str, str]) -> None:
    models = banks.engine.models

    def read(collection: Collection) -> tuple[Model, Any]:
        return models.of(collection), collection.get(ids=list(ids), include=["embeddings", "documents", "metadatas"])

    seen = banks.engine.ask(source, read)
    if not seen or not seen[1]["ids"]:
        return
    model, found = seen
    arriving = [ids[each] for each in found["ids"]]
    metadatas = [_as_of(metadata or {}, target) for metadata in found["metadatas"] or []]

    def write(collection: Collection, vectors: Any) -> bool:
        collection.upsert(
            ids=arriving,
            documents=found["documents"],
            metadatas=metadatas,  # type: ignore[arg-type]
            embeddings=vectors,
        )
        there = collection.get(ids=arriving, include=["metadatas"])
        versions = {memory_id: (each or {}).get("version") for memory_id, each in _pairs(there)}
        return versions == {memory_id: each["version"] for memory_id, each in zip(arriving, metadatas, strict=True)}

    def copy(collection: Collection) -> bool | None:
        return write(collection, found["embeddings"]) if models.of(collection) == model else None

    with banks.writing(target):
        arrived = banks.engine.ask(target, copy, create=True)
    if arrived is None:  # another embedding: its vectors are of no use there
        texts = [text or memory_id for memory_id, text in zip(found["ids"], found["documents"] or [], strict=True)]
        arrived = banks.write(target, texts, write)
    if not arrived:
        raise StoreUnavailable("The memory did not keep what was moved. Nothing was taken away. Try again in a minute.")


def _as_of(metadata: Mapping[str, Any], bank_id: str) -> dict[str, Any]:
    home = {"record_of": bank_id} if metadata.get("record_of") else {}
    return dict.fromkeys(_EVERY_KEY) | dict(metadata) | home


def _all(banks: Banks, bank_id: str) -> Sequence[tuple[str, Mapping[str, Any]]]:
    found = banks.engine.ask(bank_id, lambda collection: collection.get(include=["metadatas"]))
    return [(memory_id, metadata or {}) for memory_id, metadata in _pairs(found)] if found else []


def _is_vendors_own(memory_id: str, metadata: Mapping[str, Any]) -> bool:
    """Say whether this is the vendor's own record or one of its further parts."""
    return memory_id == VENDOR_ID or metadata.get("part_of") == VENDOR_ID


def _is_loose(memory_id: str, metadata: Mapping[str, Any]) -> bool:
    return metadata.get("deal_id") is None and not _is_vendors_own(memory_id, metadata) and not _erased(memory_id)


def _pairs(found: Any) -> Iterable[tuple[str, Any]]:
    return zip(found["ids"], found["metadatas"] or [], strict=True)


def _erased(memory_id: str) -> str | None:
    return memory_id.removesuffix(TOMBSTONE) if memory_id.endswith(TOMBSTONE) else None
