"""Whom a random id of the trail stands for: outside the chain, so that it can be erased and the trail stays whole.

Vendors have such ids, too, since a bank id is made from a vendor's name, which may be a person's.
"""

import re
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from leverage.access.mail import address
from leverage.access.person import Person
from leverage.blotting import FORMER
from leverage.errors import StoreUnavailable
from leverage.naming.bank_ids import BANK_PREFIX
from leverage.text import readable

FILE = "names.sqlite3"
MACHINE, HERE = "machine", "here"
_FIXED = {MACHINE: "the machine itself", HERE: "whoever sat here"}
_TABLES = (
    "CREATE TABLE IF NOT EXISTS people (id TEXT PRIMARY KEY, address TEXT NOT NULL UNIQUE, name TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS vendors (id TEXT PRIMARY KEY, bank_id TEXT NOT NULL UNIQUE)",
)
_PUT = "INSERT INTO people VALUES (?, ?, ?) ON CONFLICT (address) DO UPDATE SET name = excluded.name WHERE excluded.name <> ''"
_PUT_VENDOR = "INSERT INTO vendors VALUES (?, ?) ON CONFLICT (bank_id) DO NOTHING"
_ADDRESS = re.compile(r"""[^\s@<>(),;:"]+@[^\s@<>(),;:"]+""")
_MASKED = re.compile(r"(person|vendor):([0-9a-f]{16})")
ERASED_VENDOR = "an erased vendor"

BROKEN = (
    "The names of the audit trail can't be used ({}), so nothing was done. Put audit/{} in the store back from a copy, or move "
    "it away: the trail stays whole, and its rows then name former colleagues and erased vendors."
)


class Known(NamedTuple):
    """What is known of a person."""

    address: str
    name: str

    @property
    def called(self) -> str:
        """What colleagues read."""
        return self.name or self.address


class Book(NamedTuple):
    """Whoever is known, by id, and the vendors' bank ids by id."""

    people: dict[str, Known]
    vendors: dict[str, str]


class Names:
    """The book of ids, safe to use from any thread; its file is made when the first of them is noted."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._ids: dict[str, tuple[str, str]] = {}  # by address or bank id: id and name as written

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
        """Return a text with ids in the place of addresses, or of a bank id that it is, so that none gets into the chain."""
        if text.startswith(BANK_PREFIX) and " " not in text:
            return f"vendor:{self.vendor_id(text)}"
        return _ADDRESS.sub(lambda found: f"person:{self._id(address(found[0]), '')}", text)

    def vendor_id(self, bank_id: str) -> str:
        """Return the id of a vendor, given now if need be; nothing for none. Raises StoreUnavailable."""
        return self._id(bank_id, None) if bank_id else ""

    def _id(self, key: str, name: str | None) -> str:
        with self._lock:
            known = self._ids.get(key)
            if known and name in ("", None, known[1]) and self.exist():
                return known[0]
            with self._book() as book:
                if name is None:
                    book.execute(_PUT_VENDOR, [secrets.token_hex(8), key])
                    found = book.execute("SELECT id, '' FROM vendors WHERE bank_id = ?", [key]).fetchone()
                else:
                    book.execute(_PUT, [secrets.token_hex(8), key, name])
                    found = book.execute("SELECT id, name FROM people WHERE address = ?", [key]).fetchone()
            self._ids[key] = found
            return str(found[0])

    def name_of(self, email: str) -> str:
        """Return the name with which an address came last; blank where none is known. Raises StoreUnavailable."""
        if not self.exist():
            return ""
        with self._book() as book:
            found = book.execute("SELECT name FROM people WHERE address = ?", [address(email)]).fetchone()
        return str(found[0]) if found else ""

    def addresses(self, is_theirs: Callable[[str], bool]) -> set[str]:
        """Return the addresses that are theirs, or whose name is. Raises StoreUnavailable where the file can't be read."""
        return {who.address for who in self.known().people.values() if any(map(is_theirs, filter(None, who)))}

    def known(self) -> Book:
        """Return whoever is known. Raises StoreUnavailable where the file can't be read."""
        if not self.exist():
            return Book({}, {})
        with self._book() as book:
            people = book.execute("SELECT id, address, name FROM people").fetchall()
            vendors = book.execute("SELECT id, bank_id FROM vendors").fetchall()
        return Book({each: Known(address, name) for each, address, name in people}, dict(vendors))

    def forget(self, is_theirs: Callable[[str], bool]) -> int:
        """Erase whoever's address, name or bank id is theirs, from the file's bytes too; return how many people that were."""
        if not self.exist():
            return 0
        known = self.known()
        gone = [each for each, who in known.people.items() if any(map(is_theirs, filter(None, who)))]
        vendors = [each for each, bank_id in known.vendors.items() if is_theirs(bank_id)]
        with self._book() as book:
            book.executemany("DELETE FROM people WHERE id = ?", [[each] for each in gone])
            book.executemany("DELETE FROM vendors WHERE id = ?", [[each] for each in vendors])
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


def called(who: str, known: Book) -> Known:
    """Return what people read for an id; for one that nobody knows any more, that it was a colleague."""
    return Known("", _FIXED[who]) if who in _FIXED else known.people.get(who, Known("", FORMER))


def unmasked(text: str, known: Book) -> str:
    """Return a text in which addresses and bank ids stand again, as far as they are known."""

    def told(found: re.Match[str]) -> str:
        if found[1] == "vendor":
            return known.vendors.get(found[2], ERASED_VENDOR)
        return known.people[found[2]].address if found[2] in known.people else FORMER

    return _MASKED.sub(told, text)


def _opened(path: Path) -> sqlite3.Connection:
    """Return the book; no journal of it outlasts a write, and what is deleted is overwritten."""
    connection = sqlite3.connect(path, timeout=10, check_same_thread=False, isolation_level=None)
    try:
        for setting in ("journal_mode = DELETE", "synchronous = FULL", "secure_delete = ON", "temp_store = MEMORY"):
            connection.execute(f"PRAGMA {setting}")
        for table in _TABLES:
            connection.execute(table)
    except sqlite3.Error:
        connection.close()
        raise
    return connection
