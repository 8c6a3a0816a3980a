"""Narratives that were kept: what a model put into words about a brief, for as long as the brief stays the same."""

import json
import logging
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)

MOST_PER_VENDOR = 12  # products, days and models of one vendor; the oldest goes first


class Narratives:
    """One file a vendor, never trusted and never part of the memory: made anew whenever it is missing."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, bank_id: str, key: str) -> Any | None:
        """Return what was kept under the key, as JSON types."""
        return self._read(bank_id).get(key)

    def newest(self, bank_id: str) -> Any | None:
        """Return what was kept last about the vendor, whatever has changed since."""
        return next(reversed(self._read(bank_id).values()), None)

    def put(self, bank_id: str, key: str, value: Any) -> None:
        """Keep a value of JSON types; a disk that can't take it only costs the next reader a call."""
        kept = {name: each for name, each in self._read(bank_id).items() if name != key} | {key: value}
        for name in list(kept)[:-MOST_PER_VENDOR]:
            del kept[name]
        path = self._path(bank_id)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            scratch = path.with_suffix(f".{os.getpid()}.tmp")
            scratch.write_text(json.dumps(kept, ensure_ascii=False), "utf-8")
            scratch.replace(path)
        except OSError as problem:
            log.warning("A narrative could not be kept (%s).", type(problem).__name__)

    def forget(self, bank_id: str) -> None:
        """Drop everything that was kept about a vendor."""
        self._path(bank_id).unlink(missing_ok=True)

    def forget_all(self) -> None:
        """Drop everything."""
        for path in self._folder.glob("*"):
            path.unlink(missing_ok=True)

    def _read(self, bank_id: str) -> dict[str, Any]:
        try:
            kept: Mapping[str, Any] = json.loads(self._path(bank_id).read_text("utf-8"))
            return dict(kept)
        except (OSError, ValueError, TypeError):
            return {}

    def _path(self, bank_id: str) -> Path:
        return self._folder / f"{bank_id}.json"
