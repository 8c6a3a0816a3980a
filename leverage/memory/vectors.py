"""A bank's memories side by side with their vectors, so that recall can be exact.

Chroma's approximate index loses the best memories where sentences repeat; one scan over all vectors does not.
"""

import functools
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from leverage.memory.last_read import LastRead
from leverage.ranking.shelf import Shelf

Matrix = npt.NDArray[np.float32]

MOST_ROWS_KEPT = 60_000  # at most 90 MB of vectors (210 MB of multilingual ones) and 90 MB of text


Row = tuple[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Contents:
    """What can be recalled from a bank: each distinct text once, with its vector of length 1 and the rows that say it."""

    texts: Sequence[str]
    rows: Sequence[Sequence[Row]]
    vectors: Matrix
    size: int = 0
    """How many memories there are, repeated texts counted."""
    names: tuple[str, ...] = ()
    """The vendor's names."""
    model: Any = None
    """The embedding that made the vectors; a question needs the same."""
    about: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Which deals a memory tells of beside the one that it belongs to, by the memory's id."""
    versions: Mapping[str, int] = field(default_factory=dict)
    """The versions of the deals' records."""

    @classmethod
    def of(
        cls, found: Mapping[str, Any], is_recalled: Callable[[Mapping[str, Any]], bool], names: tuple[str, ...] = ()
    ) -> "Contents":
        """Return the contents of what a collection's `get` gave, with embeddings, documents and metadatas."""
        places: dict[str, int] = {}
        rows: list[list[Row]] = []
        firsts: list[int] = []
        for n, (memory_id, text, metadata) in enumerate(zip(found["ids"], found["documents"], found["metadatas"], strict=True)):
            if not is_recalled(metadata or {}):
                continue
            if text not in places:
                places[text] = len(rows)
                rows.append([])
                firsts.append(n)
            rows[places[text]].append((memory_id, metadata or {}))
        if not rows:
            return cls.nothing()
        return cls(list(places), rows, unit_rows(np.asarray(found["embeddings"][firsts], np.float32)), sum(map(len, rows)), names)

    @classmethod
    def nothing(cls) -> "Contents":
        """Return the contents of an empty bank."""
        return cls([], [], np.zeros((0, 1), np.float32))

    @functools.cached_property
    def deal_ids(self) -> frozenset[str]:
        """All deals that are told of."""
        own = {metadata.get("deal_id") or "" for rows in self.rows for _, metadata in rows}
        return frozenset(own - {""}).union(*self.about.values())

    def without(self, hidden: Collection[str]) -> "Contents":
        """Return the same without what tells of these deals."""

        def is_seen(row: Row) -> bool:
            return row[1].get("deal_id") not in hidden and self.about.get(row[0], frozenset()).isdisjoint(hidden)

        left = [[row for row in rows if is_seen(row)] for rows in self.rows]
        places = [n for n, rows in enumerate(left) if rows]
        rows = [left[n] for n in places]
        texts = [self.texts[n] for n in places]
        return replace(self, texts=texts, rows=rows, vectors=self.vectors[places], size=sum(map(len, rows)))

    @functools.cached_property
    def shelf(self) -> Shelf:
        """The same as the ranking needs it, made at the first question."""
        return Shelf(self.texts, self.rows, self.names)


def unit_rows(vectors: Matrix) -> Matrix:
    """Return the rows scaled to length 1; rows of zeros stay."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled: Matrix = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    return scaled


@dataclass
class ContentsCache:
    """The contents of the banks asked last, up to a number of rows; a write to a bank drops its entry.

    `last` keeps the records that were read beside them, and is dropped with them.
    """

    most_rows: int = MOST_ROWS_KEPT
    last: LastRead = field(default_factory=LastRead)
    _kept: OrderedDict[str, Contents] = field(default_factory=OrderedDict)
    _writes: dict[str, int] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def get(self, bank_id: str, read: Callable[[], Contents]) -> Contents:
        """Return the bank's contents, read anew unless kept since the last write."""
        with self._lock:
            kept = self._kept.get(bank_id)
            if kept is not None:
                self._kept.move_to_end(bank_id)
                return kept
            writes = self._writes.get(bank_id, 0)
        contents = read()
        with self._lock:
            if self._writes.get(bank_id, 0) == writes:  # else a write came in between, and this is already old
                self._kept[bank_id] = contents
                while len(self._kept) > 1 and sum(each.size for each in self._kept.values()) > self.most_rows:
                    self._kept.popitem(last=False)
        return contents

    def drop(self, bank_id: str) -> None:
        """Forget the bank's contents, also those that are being read right now."""
        with self._lock:
            self._writes[bank_id] = self._writes.get(bank_id, 0) + 1
            self._kept.pop(bank_id, None)
        self.last.drop(bank_id)

    def clear(self) -> None:
        """Forget the contents of all banks."""
        with self._lock:
            for bank_id in list(self._kept):
                self._writes[bank_id] = self._writes.get(bank_id, 0) + 1
            self._kept.clear()
        self.last.clear()
