"""One process holds a store at a time: two writers would ruin it for good.

Beside the lock stands a note, readable by its owner alone, that says who holds the store and, where the holder takes the
commands of others, at which door.
"""

import json
import os
import platform
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from filelock import FileLock, Timeout

from leverage.errors import StoreInUse, StoreUnavailable

LOCK, NOTE = "store.lock", "held-by.json"


@dataclass(frozen=True)
class Door:
    """Where a holder takes commands: a port of this machine's own address, the token to show there, and its edition."""

    port: int
    token: str
    edition: str

    @classmethod
    def of(cls, told: dict[str, Any]) -> Self:
        """Return the door that a note tells of. Raises what a note that is none makes it raise."""
        port = int(told["port"])
        if not 0 < port < 1 << 16:
            raise ValueError("A port is out of its bounds.")
        return cls(port, bytes.fromhex(told["token"]).hex(), str(told["edition"]))


@dataclass(frozen=True)
class Held:
    """What a holder tells of itself: its process, its machine, since when, and its door, if it has one."""

    pid: int
    host: str
    since: str
    door: Door | None = None

    @classmethod
    def read(cls, folder: Path) -> Self | None:
        """Return what the holder of a store has told; None where nothing sound can be read."""
        try:
            told = json.loads((folder / NOTE).read_text("utf-8"))
            door = Door.of(told) if "port" in told else None
            return cls(int(told["pid"]), str(told["host"]), str(told["since"]), door)
        except (OSError, ValueError, KeyError, TypeError):
            return None

    @property
    def is_here(self) -> bool:
        """Whether the holder runs on this machine."""
        return self.host == platform.node()

    def to_json(self) -> str:
        """Return the note's text."""
        told = {"pid": self.pid, "host": self.host, "since": self.since}
        return json.dumps(told | (asdict(self.door) if self.door else {}))


class Holder:
    """The hold on a store's folder, taken on creation; `release` gives it back, and so does the end of the process.

    Raises StoreInUse, which says who holds it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = FileLock(folder / LOCK, thread_local=False)  # whichever thread closes the store lets go of it
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise StoreInUse(
                f"The store in {folder} is in use by {_who(folder)}. Close that first, or do there what you want to do here."
            ) from None
        self._held = Held(os.getpid(), platform.node(), datetime.now(UTC).isoformat(timespec="seconds"))
        try:
            self._tell(self._held)
        except BaseException:
            self._lock.release()
            raise

    def announce(self, door: Door | None) -> None:
        """Tell at which door this holder takes commands, or that it takes none any more.

        Raises StoreUnavailable where that can't be told to the owner alone.
        """
        if self._lock.is_locked:
            self._tell(Held(self._held.pid, self._held.host, self._held.since, door))

    def release(self) -> None:
        """Let the next process in."""
        if self._lock.is_locked:
            (self._folder / NOTE).unlink(missing_ok=True)
            self._lock.release()

    def _tell(self, held: Held) -> None:
        """Put the note in place: at no moment half of it, and at none for others to read."""
        scratch = self._folder / f"{NOTE}.tmp"
        scratch.unlink(missing_ok=True)  # what a kill has left; nobody else writes here
        with os.fdopen(os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            if held.door and os.name == "posix" and os.fstat(file.fileno()).st_mode & 0o077:
                raise StoreUnavailable(f"The folder {self._folder} keeps no file to its owner, so no command is taken there.")
            file.write(held.to_json())
        scratch.replace(self._folder / NOTE)


def _who(folder: Path) -> str:
    held = Held.read(folder)
    if held:
        return f"process {held.pid} on {held.host}, since {held.since}"
    note = folder / NOTE
    return "another user's process" if note.exists() and not os.access(note, os.R_OK) else "another process"
