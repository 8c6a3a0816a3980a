"""A collection of a server that gives and takes so many records a call at most, seen as one that has no such limit."""

from collections.abc import Iterator, Sequence
from typing import Any

from chromadb.api.models.Collection import Collection

MOST_TRIES = 5


class Pages:
    """Does what Leverage asks of a collection, in as many calls as it takes."""

    def __init__(self, collection: Collection, results: int) -> None:
        self._collection = collection
        self._results = results

    @property
    def name(self) -> str:
        """The name of the collection."""
        return self._collection.name

    @property
    def configuration_json(self) -> dict[str, Any]:
        """How the collection was made."""
        return self._collection.configuration_json

    def count(self) -> int:
        """Return how many records there are."""
        return self._collection.count()

    def get(
        self, ids: list[str] | None = None, where: Any = None, include: Sequence[str] = ("metadatas", "documents")
    ) -> dict[str, Any]:
        """Return what `Collection.get` would, in one piece; records written meanwhile may be among them or not."""
        asked: list[Any] = list(include)
        if ids is not None:
            parts = [self._collection.get(ids=part, where=where, include=asked) for part in _parts(ids, self._results)]
            return _joined(parts, asked)
        for _ in range(MOST_TRIES):
            found = self._all(where, asked)
            if len(set(found["ids"])) == len(found["ids"]) and (
                len(found["ids"]) <= self._results or where or len(found["ids"]) == self._collection.count()
            ):
                break  # else something was deleted meanwhile, and a page began further on than the one before had ended
        return found

    def _all(self, where: Any, include: list[Any]) -> dict[str, Any]:
        pages: list[Any] = []
        while not pages or len(pages[-1]["ids"]) == self._results:
            start = len(pages) * self._results
            pages.append(self._collection.get(where=where, include=include, limit=self._results, offset=start))
        return _joined(pages, include)

    def add(self, ids: list[str], **columns: Any) -> None:
        """Add records; those with ids that are there already are left as they are."""
        self._write(self._collection.add, ids, columns)

    def upsert(self, ids: list[str], **columns: Any) -> None:
        """Add records, or put them in the place of those with the same ids."""
        self._write(self._collection.upsert, ids, columns)

    def update(self, ids: list[str], **columns: Any) -> None:
        """Put records in the place of those with the same ids."""
        self._write(self._collection.update, ids, columns)

    def _write(self, call: Any, ids: list[str], columns: dict[str, Any]) -> None:
        for start in range(0, len(ids), self._results):
            part = slice(start, start + self._results)
            call(ids=ids[part], **{name: None if rows is None else rows[part] for name, rows in columns.items()})

    def delete(self, ids: list[str]) -> None:
        """Delete records; missing ones are fine."""
        for part in _parts(ids, self._results):
            self._collection.delete(ids=part)


def _parts(ids: list[str], most: int) -> Iterator[list[str]]:
    return (ids[start : start + most] for start in range(0, max(len(ids), 1), most))


def _joined(parts: list[Any], include: list[str]) -> dict[str, Any]:
    """Return what several calls gave as one."""
    joined: dict[str, Any] = {"ids": [each for part in parts for each in part["ids"]]}
    for column in ("documents", "metadatas", "embeddings"):
        if column not in include:
            joined[column] = None
        elif column == "embeddings":
            joined[column] = _stacked([part[column] for part in parts if len(part["ids"])])
        else:
            joined[column] = [each for part in parts for each in part[column] or ()]
    return joined


def _stacked(blocks: list[Any]) -> Any:
    import numpy as np

    return np.concatenate([np.asarray(each, np.float32) for each in blocks]) if blocks else np.zeros((0, 1), np.float32)
