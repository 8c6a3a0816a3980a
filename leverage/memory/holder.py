"""One process holds a store at a time: two writers would ruin it for good."""

import json
import os
import platform
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

from leverage.errors import StoreInUse


class Holder:
    """The hold on a store's folder, taken on creation; `release` gives it back, and so does the end of the process.

    Raises StoreInUse, which says who holds it.
    """

    def __init__(self, folder: Path) -> None:
        self._note = folder / "held-by.json"
        self._lock = FileLock(folder / "store.lock")
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise StoreInUse(
                f"The store in {folder} is in use by {self._who()}. Close that first, or do there what you want to do here."
            ) from None
        since = datetime.now(UTC).isoformat(timespec="seconds")
        self._note.write_text(json.dumps({"pid": os.getpid(), "host": platform.node(), "since": since}), "utf-8")

    def release(self) -> None:
        """Let the next process in."""
        if self._lock.is_locked:
            self._note.unlink(missing_ok=True)
            self._lock.release()

    def _who(self) -> str:
        try:
            held = json.loads(self._note.read_text("utf-8"))
            return f"process {held['pid']} on {held['host']}, since {held['since']}"
        except (OSError, ValueError, KeyError, TypeError):
            return "another process"
