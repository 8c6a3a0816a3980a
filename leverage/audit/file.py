"""The file of the trail: one table that takes new rows only."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from leverage.audit.entry import Entry

FILE = "trail.sqlite3"
COLUMNS = ", ".join(Entry._fields)

_TABLE = (
    "CREATE TABLE trail (n INTEGER PRIMARY KEY, at TEXT NOT NULL, who TEXT NOT NULL, act TEXT NOT NULL, vendor TEXT NOT NULL, "
    "deal_ids TEXT NOT NULL, detail TEXT NOT NULL, prev TEXT NOT NULL, hash TEXT NOT NULL)"
)
_GUARDS = tuple(
    f"CREATE TRIGGER trail_{what.lower()} BEFORE {what} ON trail "
    "BEGIN SELECT RAISE(ABORT, 'The audit trail takes new rows only.'); END"
    for what in ("UPDATE", "DELETE")
)
_INDEXES = tuple(f"CREATE INDEX trail_{column} ON trail ({column})" for column in ("at", "who", "act", "vendor"))


def opened(path: Path) -> sqlite3.Connection:
    """Open the file to write, made if need be; each commit is on the disk when it returns. Raises sqlite3.Error."""
    connection = sqlite3.connect(path, timeout=10, check_same_thread=False, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        if connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
            connection.execute("BEGIN IMMEDIATE")
            for statement in (_TABLE, *_GUARDS, *_INDEXES):
                connection.execute(statement)
            connection.execute("COMMIT")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Give the file as it is at one moment, to be read only. Raises sqlite3.Error."""
    connection = sqlite3.connect(path, timeout=10, isolation_level=None)
    try:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("BEGIN")
        yield connection
    finally:
        connection.close()


def last_of(connection: sqlite3.Connection) -> Entry | None:
    """Return the last row; None where there is none."""
    found = connection.execute(f"SELECT {COLUMNS} FROM trail ORDER BY n DESC LIMIT 1").fetchone()
    return Entry(*found) if found else None


def from_row(connection: sqlite3.Connection, n: int) -> Iterator[Entry]:
    """Yield the rows from one on, in order."""
    return map(Entry._make, connection.execute(f"SELECT {COLUMNS} FROM trail WHERE n >= ? ORDER BY n", [n]))


def is_guarded(connection: sqlite3.Connection) -> bool:
    """Say whether the file still refuses changes to its rows."""
    found = {sql for (sql,) in connection.execute("SELECT sql FROM sqlite_master WHERE type IN ('table', 'trigger')")}
    return found == {_TABLE, *_GUARDS}


def is_whole(connection: sqlite3.Connection) -> bool:
    """Say whether SQLite finds the file sound, its lists included."""
    return bool(connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",))


def append(connection: sqlite3.Connection, entry: Entry) -> None:
    """Add a row."""
    connection.execute("INSERT INTO trail VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", entry)
