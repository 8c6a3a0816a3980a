"""The folders in which Chroma keeps its indexes: one to a segment, named by its id. Change them only while no client is open."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

from leverage.memory.id_map import FILE
from leverage.memory.tables import CHROMA_FILE, Vectors, all_vectors, are_as_expected, opened, segment_ids, together


def orphans(folder: Path) -> list[Path]:
    """Return the folders that belong to no segment any more; none where the tables are not as expected."""
    found = list(_segment_folders(folder))  # before the tables: a bank that is made meanwhile is no orphan
    if not found or not (folder / CHROMA_FILE).exists():
        return []
    known = segment_ids(folder)
    return [] if known is None else [each for each in found if each.name not in known]


def remove_orphans(folder: Path) -> int:
    """Remove the folders that belong to no segment any more, and return how many there were."""
    found = orphans(folder)
    for each in found:
        shutil.rmtree(each)
    return len(found)


def remove_unwritten(folder: Path) -> None:
    """Remove the folders of indexes that stand in the log alone; Chroma makes them again at the first look.

    Below 1,000 records it writes no index, but still files of that size, filled with whatever its memory held before.
    """
    for each in _segment_folders(folder):
        if not (each / FILE).exists():
            shutil.rmtree(each)


def forget_index(folder: Path, bank_id: str) -> None:
    """Take a bank's index away, so that Chroma begins a new one from its log; texts and metadata stay as they are."""
    if not (folder / CHROMA_FILE).exists():
        return
    with opened(folder) as connection:
        if not are_as_expected(connection):
            return
        places: list[Vectors] = all_vectors(connection, bank_id)
        with together(connection):
            connection.executemany("DELETE FROM max_seq_id WHERE segment_id = ?", [[each.segment_id] for each in places])
    for each in places:
        home = folder / each.segment_id
        (home / FILE).unlink(missing_ok=True)  # first: without it the other files count for nothing
        if home.exists():
            shutil.rmtree(home)


def sync(folder: Path) -> None:
    """Make durable what was renamed in a folder."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows opens no folders; there a rename is as durable as it gets
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _segment_folders(folder: Path) -> Iterator[Path]:
    for each in sorted(folder.iterdir()) if folder.exists() else ():
        if _is_id(each.name) and each.is_dir() and not each.is_symlink():
            yield each


def _is_id(name: str) -> bool:
    try:
        return str(UUID(name)) == name
    except ValueError:
        return False
