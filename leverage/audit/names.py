"""Who a random id of the trail stands for: outside the chain, so that a person's name can be erased and the trail stays whole."""

import re
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from leverage.access.person import Person
from leverage.blotting import FORMER
from leverage.errors import StoreUnavailable
from leverage.text import readable

FILE = "names.sqlite3"
MACHINE, HERE = "machine", "here"
_FIXED = {MACHINE: "the machine itself", HERE: "whoever sat here"}
_TABLE = "CREATE TABLE IF NOT EXISTS people (id TEXT PRIMARY KEY, address TEXT NOT NULL UNIQUE, name TEXT NOT NULL)"
_PUT = "INSERT INTO people VALUES (?, ?, ?) ON CONFLICT (address) DO UPDATE SET name = excluded.name WHERE excluded.name <> ''"
_ADDRESS = re.compile(r"""[^\s@<>(),;:"]+@[^\s@<>(),;:"]+""")
_MASK = "person:"
_MASKED = re.compile(rf"{_MASK}([0-9a-f]{{16}})")

BROKEN = (
    "The names of the audit trail can't be used ({}), so nothing was done. Put audit/{} in the store back from a copy, or move "
    "it away: the trail stays whole, and its rows then name former colleagues."
)


class Known(NamedTuple):
    """What is known of a person."""

    address: str
    name: str

    @property
    def called(self) -> str:
        """What colleagues read."""
        return self.name or self.address


class Names:
    """The book of ids, safe to use from any thread; its file is made when the first person is noted."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._ids: dict[str, tuple[str, str]] = {}  # by address: id and name as written

    def exist(self) -> bool:
        """Say whether there is a file of names."""
        return self._path.exists()

    def id_of(self, person: Person | None) -> str:
        """Return a person's id, given now if need be. Raises StoreUnavailable where it can't be kept."""
        if person is None:
            return MACHINE
        if not person.email:
            return HERE
        return self._id(person.email, readable(person.name))

    def masked(self, text: str) -> str:
        """Return a text with the id of whoever it is in the place of each address, so that none gets into the chain."""
        return _ADDRESS.sub(lambda found: f"{_MASK}{self._id(found[0].lower(), '')}", text)

    def _id(self, address: str, name: str) -> str:
        with self._lock:
            known = self._ids.get(address)
            if known and name in ("", known[1]) and self.exist():
                return known[0]
            with self._book() as book:
                book.execute(_PUT, [secrets.token_hex(8), address, name])
                found = book.execute("SELECT id, name FROM people WHERE address = ?", [address]).fetchone()
            self._ids[address] = found
            return str(found[0])

    def name_of(self, address: str) -> str:
        """Return the name with which an address came last; blank where none is known. Raises StoreUnavailable."""
        if not self.exist():
            return ""
        with self._book() as book:
            found = book.execute("SELECT name FROM people WHERE address = ?", [address]).fetchone()
        return str(found[0]) if found else ""

    def known(self) -> dict[str, Known]:
        """Return whoever is known, by id. Raises StoreUnavailable where the file can't be read."""
        if not self.exist():
            return {}
        with self._book() as book:
            return {each: Known(address, name) for each, address, name in book.execute("SELECT id, address, name FROM people")}

    def forget(self, is_theirs: Callable[[str], bool]) -> int:
        """Erase whoever's address or name is theirs, from the bytes of the file too, and return how many that were."""
        if not self.exist():
            return 0
        with self._book() as book:
            rows = book.execute("SELECT id, address, name FROM people").fetchall()
            gone = [each for each, address, name in rows if is_theirs(address) or (name and is_theirs(name))]
            book.executemany("DELETE FROM people WHERE id = ?", [[each] for each in gone])
            self._ids.clear()
            book.execute("VACUUM")  # also where nobody was: an erasure that was cut short here is done again
        return len(gone)

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._let_go()

    @contextmanager
    def _book(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                if self._connection is not None and not self.exist():
                    self._let_go()
                if self._connection is None:
                    self._connection = _opened(self._path)
                yield self._connection
            except (sqlite3.Error, OSError) as problem:
                self._let_go()
                raise StoreUnavailable(BROKEN.format(problem, FILE)) from problem

    def _let_go(self) -> None:
        self._ids.clear()
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def called(who: str, known: dict[str, Known]) -> Known:
    """Return what people read for an id; for one that nobody knows any more, that it was a colleague."""
    return Known("", _FIXED[who]) if who in _FIXED else known.get(who, Known("", FORMER))


def unmasked(text: str, known: dict[str, Known]) -> str:
    """Return a text in which addresses stand again, as far as they are known."""
    return _MASKED.sub(lambda found: known[found[1]].address if found[1] in known else FORMER, text)


def _opened(path: Path) -> sqlite3.Connection:
    """Return the book; no journal of it outlasts a write, and what is deleted is overwritten."""
    connection = sqlite3.connect(path, timeout=10, check_same_thread=False, isolation_level=None)
    try:
        for setting in ("journal_mode = DELETE", "synchronous = FULL", "secure_delete = ON", "temp_store = MEMORY"):
            connection.execute(f"PRAGMA {setting}")
        connection.execute(_TABLE)
    except sqlite3.Error:
        connection.close()
        raise
    return connection
