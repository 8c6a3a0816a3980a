"""What is told where a memory is being moved, or was: in the store's folder by a file, on the server by a collection.

Nothing but the same move goes on where one was begun, and nobody works on what was left behind.
"""

import json
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, Self

from leverage.errors import StoreMoved, StoreUnavailable
from leverage.memory.folders import sync
from leverage.whole_file import whole_file

FILE_NAME = "moved.json"

State = Literal["to_server", "on_server", "to_folder"]


@dataclass(frozen=True)
class FolderMark:
    """That the memory of a folder is on its way to a server, there, or on its way back; `token` tells the move from others."""

    state: State
    place: str
    token: str

    @classmethod
    def read(cls, home: Path) -> Self | None:
        """Return the mark of a store's folder; None where nothing was ever moved. Raises StoreUnavailable."""
        file = home / FILE_NAME
        if not file.exists():
            return None
        try:
            told = json.loads(file.read_text("utf-8"))
            return cls(told["state"], str(told["place"]), str(told["token"]))
        except (OSError, ValueError, KeyError, TypeError):
            raise StoreUnavailable(f"{file} can't be read, so nobody knows where the memory is. Check its rights.") from None

    def write(self, home: Path) -> Self:
        """Put the mark into a store's folder, durably, and return it. Raises OSError."""
        with whole_file(home / FILE_NAME, overwrite=True) as file:
            file.write(json.dumps(asdict(self)).encode())
        return self


def clear(home: Path) -> None:
    """Take the mark away: the folder has its own memory."""
    (home / FILE_NAME).unlink(missing_ok=True)
    sync(home)


def new_token() -> str:
    """Return what tells one move from others."""
    return secrets.token_hex(8)


def refuse_moved(home: Path) -> None:
    """Raise StoreMoved for a folder whose memory is elsewhere, so that nobody goes on with what was left behind."""
    mark = FolderMark.read(home)
    if mark is not None and mark.state == "on_server":
        raise StoreMoved(
            f"The memory of the store in {home} was moved to {mark.place}. Set LEVERAGE_CHROMA_URL to that server, or take the "
            "memory back first, with the variable set: python -m leverage move --here."
        )
    if mark is not None and mark.state == "to_folder":
        raise StoreMoved(
            f"The memory of {mark.place} is being moved into {home}. Run the same command again: python -m leverage move --here."
        )
