"""Narratives that were kept: what a model put into words about a brief, for as long as the brief stays the same."""

import json
import logging
import threading
from collections import Counter, OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from leverage.errors import StoreUnavailable

log = logging.getLogger(__name__)

MOST_PER_VENDOR = 12  # products, days and models of one vendor; the oldest goes first
_MOST_AT_HAND = 32  # vendors whose file need not be read again while it stays as it is

Mark = tuple[int, int, int]  # of a file on disk: another one means that it was written anew


class Narratives:
    """One file a vendor, never trusted and never part of the memory: made anew whenever it is missing.

    All methods may be called from any thread. What is forgotten stays forgotten: a narrative whose making began
    before is not taken any more.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.RLock()
        self._forgotten: Counter[str] = Counter()
        self._forgotten_all = 0
        self._at_hand: OrderedDict[str, tuple[Mark, dict[str, Any]]] = OrderedDict()

    def get(self, bank_id: str, key: str) -> Any | None:
        """Return what was kept under the key, as JSON types."""
        with self._lock:
            return self._read(bank_id).get(key)

    def newest_first(self, bank_id: str) -> list[Any]:
        """Return everything that is kept about the vendor, what was kept last first."""
        with self._lock:
            return list(reversed(self._read(bank_id).values()))

    def times_forgotten(self, bank_id: str) -> int:
        """Return how often the vendor's narratives were forgotten; `put` takes it as it was when the making began."""
        with self._lock:
            return self._forgotten[bank_id] + self._forgotten_all

    def put(self, bank_id: str, key: str, value: Any, times_forgotten: int | None = None) -> bool:
        """Keep a value of JSON types and return whether it is kept.

        It is not where the vendor was forgotten since `times_forgotten` was asked for, and not where the disk can't take
        it: that only costs the next reader a call.
        """
        with self._lock:
            now = self.times_forgotten(bank_id)
            if times_forgotten not in (None, now):
                return False
            kept = {name: each for name, each in self._read(bank_id).items() if name != key} | {key: value}
            for name in list(kept)[:-MOST_PER_VENDOR]:
                del kept[name]
            return now == self.times_forgotten(bank_id) and self._write(bank_id, kept)

    def forget(self, bank_id: str) -> None:
        """Drop everything that was kept about a vendor, and what is just being made."""
        with self._lock:
            self._forgotten[bank_id] += 1
            self._at_hand.pop(bank_id, None)
            self._erase(self._path(bank_id))

    def forget_all(self) -> None:
        """Drop everything that was kept about any vendor, and what is just being made."""
        with self._lock:
            self._forgotten_all += 1
            self._at_hand.clear()
            for path in list(self._folder.glob("*.json")):
                self._erase(path)

    def _read(self, bank_id: str) -> dict[str, Any]:
        path = self._path(bank_id)
        try:
            mark = _mark(path)
            at_hand = self._at_hand.get(bank_id)
            if at_hand is not None and at_hand[0] == mark:
                return at_hand[1]
            kept: Mapping[str, Any] = json.loads(path.read_text("utf-8"))
            return self._hold(bank_id, mark, dict(kept))
        except (OSError, ValueError, TypeError, RecursionError):
            return {}

    def _write(self, bank_id: str, kept: dict[str, Any]) -> bool:
        """Write the vendor's file in place: one that broke off half-way is no JSON, and reads as nothing kept."""
        path = self._path(bank_id)
        text = json.dumps(kept, ensure_ascii=False)
        try:
            try:
                path.write_bytes(text.encode())
            except FileNotFoundError:
                self._folder.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text.encode())
            self._hold(bank_id, _mark(path), kept)
        except (OSError, ValueError) as problem:
            log.warning("A narrative could not be kept (%s).", type(problem).__name__)
            self._at_hand.pop(bank_id, None)
            return False
        return True

    def _hold(self, bank_id: str, mark: Mark, kept: dict[str, Any]) -> dict[str, Any]:
        self._at_hand[bank_id] = (mark, kept)
        self._at_hand.move_to_end(bank_id)
        while len(self._at_hand) > _MOST_AT_HAND:
            self._at_hand.popitem(last=False)
        return kept

    def _erase(self, path: Path) -> None:
        try:
            path.unlink(missing_ok=True)
        except OSError as problem:
            said = f"What a model wrote about erased deals is still in {str(path)!r}. Delete that file by hand."
            raise StoreUnavailable(said) from problem

    def _path(self, bank_id: str) -> Path:
        return self._folder / f"{bank_id}.json"


def _mark(path: Path) -> Mark:
    seen = path.stat()
    return (seen.st_mtime_ns, seen.st_size, seen.st_ino)
