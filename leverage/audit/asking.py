"""Which rows of the trail are asked for, as SQL: the newest first."""

import sqlite3
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

from leverage.audit.entry import Entry
from leverage.audit.file import COLUMNS
from leverage.text import is_writable


class Wanted(NamedTuple):
    """What rows are asked for: from `since` on and before `until`, by an id, an act, a vendor's ids, before a row."""

    since: datetime | None = None
    until: datetime | None = None
    who: str | None = None
    act: str | None = None
    vendor: Collection[str] | None = None
    before: int | None = None

    def where(self) -> tuple[str, list[Any]]:
        """Return the condition and its values."""
        parts: list[tuple[str, list[Any]]] = []
        if self.since is not None:
            parts.append(("at >= ?", [moment(self.since)]))
        if self.until is not None:
            parts.append(("at < ?", [moment(self.until)]))
        if self.who is not None:
            parts.append(("who = ?", [self.who]))
        if self.act is not None:
            parts.append(("act = ?", [self.act]))
        if self.vendor is not None:
            parts.append((f"vendor IN ({', '.join('?' * len(self.vendor))})", list(self.vendor)))
        if self.before is not None:
            parts.append(("n < ?", [self.before]))
        values = [value if not isinstance(value, str) or is_writable(value) else "" for _, each in parts for value in each]
        return " AND ".join(condition for condition, _ in parts) or "1", values


def moment(at: datetime) -> str:
    """Return a moment as the trail writes it, so that texts are in the order of time."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def count(connection: sqlite3.Connection, wanted: Wanted) -> int:
    """Return how many rows there are."""
    where, values = wanted.where()
    return int(connection.execute(f"SELECT count(*) FROM trail WHERE {where}", values).fetchone()[0])


def counts(connection: sqlite3.Connection) -> dict[str, int]:
    """Return how many rows there are of each act."""
    return {
        str(act): int(count) for act, count in connection.execute("SELECT act, count(*) FROM trail GROUP BY act ORDER BY act")
    }


def rows(connection: sqlite3.Connection, wanted: Wanted, limit: int, skip: int = 0) -> Iterator[Entry]:
    """Yield the newest rows but for those skipped; only the numbers of the skipped are read."""
    where, values = wanted.where()
    found = connection.execute(f"SELECT n FROM trail WHERE {where} ORDER BY n DESC LIMIT 1 OFFSET ?", [*values, skip]).fetchone()
    if found:
        condition = f"SELECT {COLUMNS} FROM trail WHERE {where} AND n <= ? ORDER BY n DESC LIMIT ?"
        yield from map(Entry._make, connection.execute(condition, [*values, found[0], limit]))


def distinct(connection: sqlite3.Connection, column: str) -> list[str]:
    """Return the values that a column has, each found in its list without reading the rows."""
    steps = (
        f"WITH RECURSIVE each(value) AS (SELECT min({column}) FROM trail UNION ALL "
        f"SELECT (SELECT min({column}) FROM trail WHERE {column} > value) FROM each WHERE value IS NOT NULL) "
        "SELECT value FROM each WHERE value IS NOT NULL"
    )
    return [value for (value,) in connection.execute(steps)]
