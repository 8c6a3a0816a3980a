"""The mark of a restore that is not finished: a store that bears it is not to be used, only to be restored again."""

import os
from pathlib import Path

from leverage.errors import StoreUnavailable
from leverage.memory.folders import sync

FILE_NAME = "restoring"


def is_marked(folder: Path) -> bool:
    """Say whether a restore into this store was begun and not finished."""
    return (folder / FILE_NAME).exists()


def set_mark(folder: Path) -> None:
    """Mark the store; when this returns the mark survives a power cut."""
    with (folder / FILE_NAME).open("w", encoding="utf-8") as file:
        file.write("A backup is being restored here. While this file is there, the store is not whole: restore it again.\n")
        file.flush()
        os.fsync(file.fileno())
    sync(folder)


def clear_mark(folder: Path) -> None:
    """Take the mark away: the store is whole."""
    (folder / FILE_NAME).unlink(missing_ok=True)
    sync(folder)


def refuse_marked(folder: Path) -> None:
    """Raise StoreUnavailable where a restore was cut short."""
    if is_marked(folder):
        raise StoreUnavailable(
            f"A restore into {folder} was cut short, so the store is not whole. "
            "Restore the backup again: python -m leverage restore FILE."
        )
