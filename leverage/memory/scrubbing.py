"""What was deleted or replaced, taken out of Chroma's files: its log, its free pages, its index of words, its folders.

A delete alone leaves the text in the log for ever in banks under 1,000 records, in the pages that became free, in the
index of words, and the ids in the list of a larger bank's index. Call `scrub` only while no client is open.
"""

import ctypes
import logging
import os
import re
import secrets
import shutil
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from leverage.errors import StoreUnavailable
from leverage.memory.folders import remove_orphans, remove_unwritten, sync
from leverage.memory.id_map import IdMap, UnreadableIdMap, remove_unfinished
from leverage.memory.tables import CHROMA_FILE, Vectors, all_vectors, are_as_expected, collection_of, opened, together

log = logging.getLogger(__name__)

_UPSERT, _DELETE = 2, 3
_TOPIC = "persistent://default/default/"
_NAMELESS = re.compile("erased-[0-9a-f]{32}")
_FRESH = CHROMA_FILE + ".new"
_BESIDE = ("-journal", "-wal", "-shm")
_NOT_SCRUBBED = (
    "What was erased is out of the memory, but could not be taken out of its files: the disk is full or a file is in use. "
    "Nothing else is lost: make room, close what holds the file, and try again."
)


def scrub(folder: Path) -> bool:
    """Take out of the files what is not in the memory any more, and return whether all of it could be.

    Where Chroma's tables are not as expected nothing is touched; where the index of a bank is broken, ids of it and what
    it has not taken in yet stay. Both are told in the log. Whoever is killed meanwhile loses nothing, and the next call goes on.
    Raises StoreUnavailable when the disk is full or a file is in use.
    """
    keep_memory_clean()
    if not (folder / CHROMA_FILE).exists():
        return True
    try:
        _remove_beside(folder / _FRESH)
        (folder / _FRESH).unlink(missing_ok=True)
        with opened(folder) as connection:
            if not are_as_expected(connection) or _has_strange_topics(connection):
                log.warning("Chroma's tables are not as expected; what was erased may still stand in its files.")
                return False
            indexes = _Indexes.read(folder, connection)
            _clean_log(connection, indexes)
            connection.execute("INSERT INTO embedding_fulltext_search (embedding_fulltext_search) VALUES ('rebuild')")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("VACUUM INTO ?", [str(folder / _FRESH)])
        _replace_file(folder)
        remove_orphans(folder)
        remove_unwritten(folder)
    except (sqlite3.Error, OSError) as problem:
        log.warning("Chroma's files could not be scrubbed: %s", problem)
        raise StoreUnavailable(_NOT_SCRUBBED) from problem
    unclean = indexes.unread | indexes.behind
    if unclean:  # not by name: it may be the very one that was erased
        log.warning("Broken banks may still hold what was erased, %d of them; mend them, then scrub again.", len(unclean))
    return not unclean


def keep_memory_clean() -> None:
    """Have memory cleared before it is used again, where the C library can: Chroma writes some of it to disk as it is."""
    if sys.platform.startswith("linux"):
        try:
            ctypes.CDLL(None).mallopt(-6, 255)  # M_PERTURB: what is handed out anew is filled with zeros
        except (AttributeError, OSError):
            log.debug("This C library has no mallopt.")


class _Entry(NamedTuple):
    seq_id: int
    operation: int
    has_vector: bool


_Log = dict[str, dict[str, list[_Entry]]]
"""What the log holds by collection and id, oldest first."""


@dataclass
class _Indexes:
    """The banks by collection, with the ids in their indexes.

    `unread` are the collections whose ids can't be read, `behind` those with log entries that were not taken in yet.
    """

    folder: Path
    banks: dict[str, Vectors]
    maps: dict[str, IdMap] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)
    behind: set[str] = field(default_factory=set)

    @classmethod
    def read(cls, folder: Path, connection: sqlite3.Connection) -> "_Indexes":
        found = cls(folder, {each.collection_id: each for each in all_vectors(connection)})
        for collection_id, bank in found.banks.items():
            home = folder / bank.segment_id
            try:
                remove_unfinished(home)
                ids = IdMap.read(home)
            except UnreadableIdMap:
                found.unread.add(collection_id)
                continue
            if ids is not None:
                found.maps[collection_id] = ids
        return found

    def rename(self, collection_id: str, names: Mapping[str, str]) -> None:
        self.maps[collection_id].rename(names)
        sync(self.folder / self.banks[collection_id].segment_id)


def _clean_log(connection: sqlite3.Connection, indexes: _Indexes) -> None:
    """Take from the log what nobody will read again, and from it and the indexes the ids of what was deleted.

    An id that stands in an index gets another name there. So that at no moment a deleted vector comes back, the log
    first gets a deletion of the new name, then the index its new name, and only then the old deletion goes.
    """
    entries = _read_log(connection)
    new_names = {each: _new_names(connection, each, indexes, entries.get(each, {})) for each in indexes.maps}
    dropped = [each for collection_id in entries.keys() - indexes.banks.keys() for each in _seq_ids(entries[collection_id])]
    nameless: list[tuple[str, int]] = []
    outlived: list[int] = []
    for collection_id, bank in indexes.banks.items():
        for record_id, of_id in entries.get(collection_id, {}).items():
            # What Chroma has not taken in yet counts in full: it is still to be read.
            settled = min(_settled(of_id), bank.texts_seq_id + 1)
            dropped += [each.seq_id for each in of_id if each.seq_id < settled]
            last = of_id[-1]
            if last.seq_id > bank.texts_seq_id and not _NAMELESS.fullmatch(record_id):
                indexes.behind.add(collection_id)
            if last.operation != _DELETE or last.seq_id > bank.texts_seq_id or _NAMELESS.fullmatch(record_id):
                continue
            if record_id in new_names.get(collection_id, {}):
                outlived.append(last.seq_id)
            elif collection_id not in indexes.unread:
                nameless.append((_nameless(), last.seq_id))
    with together(connection):
        _drop(connection, dropped)
        connection.executemany(
            "UPDATE embeddings_queue SET id = ?, vector = NULL, encoding = NULL, metadata = '{}' WHERE seq_id = ?", nameless
        )
        connection.executemany(
            "INSERT INTO embeddings_queue (operation, topic, id, metadata) VALUES (3, ?, ?, '{}')",
            [(_TOPIC + collection_id, new) for collection_id, names in new_names.items() for new in names.values()],
        )
    for collection_id, names in new_names.items():
        if names:
            indexes.rename(collection_id, names)
    with together(connection):
        _drop(connection, outlived)


def _read_log(connection: sqlite3.Connection) -> _Log:
    found: _Log = defaultdict(lambda: defaultdict(list))
    for seq_id, operation, topic, record_id, has_vector in connection.execute(
        "SELECT seq_id, operation, topic, id, vector IS NOT NULL FROM embeddings_queue ORDER BY seq_id"
    ):
        found[collection_of(topic)][record_id].append(_Entry(seq_id, operation, bool(has_vector)))
    return found


def _has_strange_topics(connection: sqlite3.Connection) -> bool:
    strange = connection.execute("SELECT 1 FROM embeddings_queue WHERE substr(topic, 1, ?) <> ? LIMIT 1", [len(_TOPIC), _TOPIC])
    return strange.fetchone() is not None


def _settled(of_id: list[_Entry]) -> int:
    """Return the place of the last entry that makes all before it count for nothing."""
    return max(
        (each.seq_id for each in of_id if each.operation == _DELETE or (each.operation == _UPSERT and each.has_vector)), default=0
    )


def _new_names(
    connection: sqlite3.Connection, collection_id: str, indexes: _Indexes, entries: Mapping[str, list[_Entry]]
) -> dict[str, str]:
    """Return a new name for each id that a bank's index still knows and the bank does not."""
    texts = indexes.banks[collection_id].texts_segment_id
    live = {each for (each,) in connection.execute("SELECT embedding_id FROM embeddings WHERE segment_id = ?", [texts])}
    live |= {record_id for record_id, of_id in entries.items() if of_id[-1].operation != _DELETE}
    return {each: _nameless() for each in indexes.maps[collection_id].ids - live if not _NAMELESS.fullmatch(each)}


def _seq_ids(entries: Mapping[str, list[_Entry]]) -> Iterator[int]:
    for of_id in entries.values():
        yield from (each.seq_id for each in of_id)


def _drop(connection: sqlite3.Connection, seq_ids: list[int]) -> None:
    connection.executemany("DELETE FROM embeddings_queue WHERE seq_id = ?", [(each,) for each in seq_ids])


def _nameless() -> str:
    return "erased-" + secrets.token_hex(16)


def _replace_file(folder: Path) -> None:
    """Put the fresh file in the place of the old one; no journal of the old may stay, or it would be applied to the new."""
    file, fresh = folder / CHROMA_FILE, folder / _FRESH
    shutil.copymode(file, fresh)
    with fresh.open("rb+") as stream:
        os.fsync(stream.fileno())
    _remove_beside(file)
    fresh.replace(file)
    sync(folder)


def _remove_beside(file: Path) -> None:
    for suffix in _BESIDE:
        file.with_name(file.name + suffix).unlink(missing_ok=True)
