"""Banks copied from one Chroma to another with their vectors, and compared to the letter."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from leverage.errors import StoreUnavailable
from leverage.memory.chroma import Chroma
from leverage.memory.models import Model
from leverage.progress import Progress

BATCH = 250  # records a call
ROUNDED = 1e-6


@dataclass(frozen=True)
class Content:
    """All that a bank holds, in the order in which it was written, and with which embedding."""

    model: Model
    ids: list[str]
    texts: list[str | None]
    metadata: list[Any]
    vectors: Any

    def is_same(self, other: "Content | None") -> bool:
        """Say whether another bank holds the same: all to the letter, but vectors as near as Chroma's rounding."""
        return (
            other is not None
            and (self.model, self.ids, self.texts, self.metadata) == (other.model, other.ids, other.texts, other.metadata)
            and self.vectors.shape == other.vectors.shape
            and np.allclose(self.vectors, other.vectors, rtol=0, atol=ROUNDED)
        )


def read(engine: Chroma, bank_id: str) -> Content | None:
    """Return what a bank holds; None where there is none. Raises StoreUnavailable."""

    def content(collection: Any) -> Content:
        found = collection.get(include=["documents", "metadatas", "embeddings"])
        vectors = np.asarray(found["embeddings"], np.float32) if found["ids"] else np.zeros((0, 1), np.float32)
        return Content(engine.models.of(collection), list(found["ids"]), found["documents"], found["metadatas"], vectors)

    return engine.ask(bank_id, content)


def copy_all(source: Chroma, target: Chroma, progress: Progress | None = None) -> None:
    """Make each bank of the source one of the target; whatever else is there goes. What is there to the letter stays as it is.

    Raises StoreUnavailable, also where a bank has another embedding than new ones get at the target.
    """
    banks = dict(source.written_with())
    if other := sorted(each for each, model in banks.items() if model != target.models.preferred):
        raise StoreUnavailable(
            f"{names(other)} were written with another embedding than the setting's. Run python -m leverage re-embed first, or "
            "set LEVERAGE_EMBEDDING to theirs."
        )
    bank_ids = sorted(banks)
    for bank_id in set(target.bank_ids()) - set(bank_ids):
        target.delete_bank(bank_id)
    for done, bank_id in enumerate(bank_ids, 1):
        content = _needed(read(source, bank_id), bank_id)
        if not content.is_same(read(target, bank_id)):
            target.delete_bank(bank_id)
            _write(target, bank_id, content)
        if progress:
            progress(done, len(bank_ids))


def differing(source: Chroma, target: Chroma, progress: Progress | None = None) -> tuple[list[str], int, int]:
    """Return which banks are not the same on both sides, how many there are, and how many memories they hold."""
    bank_ids = sorted({*source.bank_ids(), *target.bank_ids()})
    wrong, memories = [], 0
    for done, bank_id in enumerate(bank_ids, 1):
        content = read(source, bank_id)
        if content is None or not content.is_same(read(target, bank_id)):
            wrong.append(bank_id)
        memories += len(content.ids) if content else 0
        if progress:
            progress(done, len(bank_ids))
    return wrong, len(bank_ids), memories


def _write(target: Chroma, bank_id: str, content: Content) -> None:
    def write(collection: Any) -> None:
        for start in range(0, len(content.ids), BATCH):
            part = slice(start, start + BATCH)
            collection.add(
                ids=content.ids[part],
                documents=content.texts[part],
                metadatas=content.metadata[part],
                embeddings=content.vectors[part],
            )

    target.ask(bank_id, write, create=True)


def _needed(content: Content | None, bank_id: str) -> Content:
    if content is None:
        raise StoreUnavailable(
            f"{bank_id} went away while the memory was being moved. Close whatever has it open, then move again."
        )
    return content


def names(bank_ids: Iterable[str]) -> str:
    """Return some of the banks for a sentence."""
    told = list(bank_ids)
    return ", ".join(told[:3]) + (f" and {len(told) - 3} more" if len(told) > 3 else "")
