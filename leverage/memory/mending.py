"""Mending: a bank whose index broke gets a new one, made from its own texts."""

from functools import partial
from typing import Any

from chromadb.api.models.Collection import Collection

from leverage.errors import StoreUnavailable
from leverage.memory.bank import BATCH, Banks
from leverage.memory.health import has_all_vectors
from leverage.memory.renewing import renew


def mend(banks: Banks, bank_id: str) -> int:
    """Make a bank's index anew and return how many memories and records it covers; none where there is no such bank.

    Ids, texts and metadata are never written, moved or deleted, so that none can be lost: whoever is killed meanwhile
    leaves the bank ailing, as it was, and the next call mends it. All vectors are made anew, by the embedding that the bank
    was written with, so none of an erased text stays. On a server the bank is written anew instead.
    Nobody else may write to the bank meanwhile. Raises StoreUnavailable,
    and whatever the embedding raises, before anything was changed.
    """
    engine = banks.engine
    if engine.ask(bank_id, lambda collection: collection.name) is None:
        return 0
    if not engine.has_files:
        return renew(banks, bank_id, even_if_current=True)
    model = banks.model(bank_id)
    banks.vectors(["A text, to see that there is a model."], model)
    engine.forget_index(bank_id)
    try:
        before = engine.ask(bank_id, _contents)
        if before is None:
            return 0
        texts = [text or memory_id for memory_id, text in zip(before["ids"], before["documents"], strict=True)]
        vectors = banks.vectors(texts, model)
        for start in range(0, len(vectors), BATCH):
            part = slice(start, start + BATCH)
            engine.ask(bank_id, partial(_give, ids=before["ids"][part], vectors=vectors[part]))
        if engine.ask(bank_id, _contents) != before or not engine.ask(bank_id, has_all_vectors):
            raise StoreUnavailable("The bank could not be mended. Nothing is lost: close everything else and try again.")
    finally:
        banks.contents.drop(bank_id)
    return len(vectors)


def _contents(collection: Collection) -> dict[str, Any]:
    found = collection.get(include=["documents", "metadatas"])
    return {key: found[key] for key in ("ids", "documents", "metadatas")}


def _give(collection: Collection, ids: list[str], vectors: list[Any]) -> None:
    """Give memories their vectors; one that was erased meanwhile is not brought back."""
    there = set(collection.get(ids=ids, include=[])["ids"])
    pairs = [(memory_id, vector) for memory_id, vector in zip(ids, vectors, strict=True) if memory_id in there]
    if pairs:
        collection.upsert(ids=[memory_id for memory_id, _ in pairs], embeddings=[vector for _, vector in pairs])
