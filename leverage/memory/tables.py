"""Chroma's own tables: what they are expected to look like, and what they tell about the files of a bank.

They are Chroma's. Whoever reads or writes here asks first whether they are as expected, and else leaves them alone.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

CHROMA_FILE = "chroma.sqlite3"
LOCK_WAIT = 5.0  # seconds

_WRITTEN = {
    "embeddings_queue": {"seq_id", "created_at", "operation", "topic", "id", "vector", "encoding", "metadata"},
    "max_seq_id": {"segment_id", "seq_id"},
}
_READ = {
    "collections": {"id", "name"},
    "segments": {"id", "type", "scope", "collection"},
    "embeddings": {"id", "segment_id", "embedding_id", "seq_id"},
}
_SEARCH = "CREATE VIRTUAL TABLE embedding_fulltext_search USING fts5(string_value, tokenize='trigram')"


@dataclass(frozen=True)
class Vectors:
    """Where a bank keeps its vectors, and how far its vectors and its texts have followed the log.

    The segment of the vectors names the folder of the index; below 1,000 records they have followed nothing yet.
    """

    bank_id: str
    collection_id: str
    segment_id: str
    texts_segment_id: str
    seq_id: int
    texts_seq_id: int


@contextmanager
def opened(folder: Path) -> Iterator[sqlite3.Connection]:
    """Open Chroma's file; each statement counts by itself, and what is deleted is overwritten."""
    connection = sqlite3.connect(folder / CHROMA_FILE, timeout=LOCK_WAIT, isolation_level=None)
    try:
        connection.execute("PRAGMA secure_delete = ON")
        yield connection
    finally:
        connection.close()


@contextmanager
def together(connection: sqlite3.Connection) -> Iterator[None]:
    """Let what is written inside count as a whole or not at all."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def are_as_expected(connection: sqlite3.Connection) -> bool:
    """Say whether Chroma's tables are the ones that this package knows."""
    for table, columns in _WRITTEN.items():
        if _columns(connection, table) != columns:
            return False
    for table, columns in _READ.items():
        if not columns <= _columns(connection, table):
            return False
    search = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'embedding_fulltext_search'").fetchone()
    strange = connection.execute("SELECT count(*) FROM max_seq_id WHERE typeof(seq_id) <> 'integer'").fetchone()
    return bool(search == (_SEARCH,) and strange == (0,))


def all_vectors(connection: sqlite3.Connection, bank_id: str | None = None) -> list[Vectors]:
    """Return where the vectors are, of every bank or of one."""
    rows = connection.execute(
        "SELECT c.name, c.id, v.id, t.id, coalesce(vm.seq_id, 0), coalesce(tm.seq_id, 0) FROM collections c"
        " JOIN segments v ON v.collection = c.id AND v.scope = 'VECTOR'"
        " JOIN segments t ON t.collection = c.id AND t.scope = 'METADATA'"
        " LEFT JOIN max_seq_id vm ON vm.segment_id = v.id LEFT JOIN max_seq_id tm ON tm.segment_id = t.id"
        " WHERE ? IS NULL OR c.name = ?",
        [bank_id, bank_id],
    )
    return [Vectors(*row) for row in rows]


def segment_ids(folder: Path) -> set[str] | None:
    """Return the ids of all segments, which name the folders in use; None where the tables are not as expected."""
    with opened(folder) as connection:
        if not are_as_expected(connection):
            return None
        return {segment_id for (segment_id,) in connection.execute("SELECT id FROM segments")}


def vectors_of(folder: Path, bank_id: str) -> Vectors | None:
    """Return where a bank keeps its vectors; None where there is no such bank or the tables are not as expected."""
    if not (folder / CHROMA_FILE).exists():
        return None
    with opened(folder) as connection:
        return next(iter(all_vectors(connection, bank_id)), None) if are_as_expected(connection) else None


def banks_behind(folder: Path) -> list[str]:
    """Return the banks with writes that stand in the log alone: the process died before Chroma took them in."""
    if not (folder / CHROMA_FILE).exists():
        return []
    with opened(folder) as connection:
        if not are_as_expected(connection):
            return []
        newest = dict(connection.execute("SELECT topic, max(seq_id) FROM embeddings_queue GROUP BY topic"))
        reached = {collection_of(topic): seq_id for topic, seq_id in newest.items()}
        return [each.bank_id for each in all_vectors(connection) if reached.get(each.collection_id, 0) > each.texts_seq_id]


def has_names(folder: Path, beginnings: Sequence[str]) -> bool:
    """Say whether some collection's name begins with one of these; yes where the tables are not as expected."""
    with opened(folder) as connection:
        if not {"id", "name"} <= _columns(connection, "collections"):
            return True
        asked = [(each, f"{each}\U0010ffff") for each in beginnings]
        search = "SELECT 1 FROM collections WHERE name >= ? AND name < ? LIMIT 1"
        return any(connection.execute(search, between).fetchone() for between in asked)


def banks_of_other_size(folder: Path, size: int) -> bool:
    """Say whether some bank has vectors of another size; no where the tables are not as expected."""
    if not (folder / CHROMA_FILE).exists():
        return False
    with opened(folder) as connection:
        if not {"name", "dimension"} <= _columns(connection, "collections"):
            return False
        return connection.execute("SELECT 1 FROM collections WHERE dimension <> ? LIMIT 1", [size]).fetchone() is not None


def collection_of(topic: str) -> str:
    """Return the id of the collection that a topic of the log belongs to."""
    return topic.rpartition("/")[2]


def _columns(connection: sqlite3.Connection, table: str) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM pragma_table_info(?)", [table])}
