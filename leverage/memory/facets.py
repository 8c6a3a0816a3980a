"""Records by what they are about: those of one facet, without reading all others of the bank."""

from typing import Any

from chromadb.api.models.Collection import Collection

from leverage.memory.bank import Banks, unpacked


def records_of(banks: Banks, bank_id: str, facet: str) -> dict[str, Any]:
    """Return the records that memories of a facet carry, by the id of the memory; one that is only partly there is left out."""

    def read(collection: Collection) -> dict[str, Any]:
        found = collection.get(where={"facet": facet}, include=["metadatas"])
        there: dict[str, Any] = dict(zip(found["ids"], found["metadatas"] or [], strict=True))
        more = [f"{memory_id}:{n}" for memory_id, head in there.items() for n in range(1, head.get("parts", 1))]
        if more:
            rest = collection.get(ids=more, include=["metadatas"])
            there.update(zip(rest["ids"], rest["metadatas"] or [], strict=True))
        return there

    return banks.shown(bank_id, unpacked(banks.read(bank_id, f"facet {facet}", read)))
