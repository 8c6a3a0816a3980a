"""The audit trail of a store: notes are added, read, checked and taken away as CSV; none is ever changed."""

import logging
import os
import sqlite3
import threading
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, TypedDict, Unpack

from leverage.access.mail import address
from leverage.access.person import Person
from leverage.audit import asking, checking, file, head
from leverage.audit.asking import Wanted
from leverage.audit.entry import GENESIS, Entry, Row, detail_of, ids_of, short
from leverage.audit.head import BadHead, Head
from leverage.audit.names import Book, Known, Names, called, unmasked
from leverage.audit.table import lines
from leverage.errors import StoreUnavailable
from leverage.memory.folders import sync
from leverage.progress import Progress
from leverage.text import fold

log = logging.getLogger(__name__)

REFUSED = (
    "{} Nothing was done, since it could not be noted. Look at it with “python -m leverage audit --check”; then put the folder "
    "audit in the store back from a copy, or move it away, where a new trail begins, and start Leverage anew."
)
UNWRITTEN = (
    "The audit trail can't be written ({}), so nothing was done. Make room, check the rights of the folder audit, try again."
)
UNREAD = "The audit trail can't be read ({}). Put the folder audit in the store back from a copy, or move it away."
CLOSED = "The store is closed. Open it again."

_CSV_STEP = 1_000  # rows read at once


class Filters(TypedDict, total=False):
    """What narrows rows down: from `since` on, earlier than `until`, by whom (an id or an address), and what.

    `vendor` is a bank id, or several that lead to one vendor; `before` is the number of a row.
    """

    since: datetime | None
    until: datetime | None
    who: str | None
    act: str | None
    vendor: str | Collection[str] | None
    before: int | None


class Choices(NamedTuple):
    """What stands in the trail: ids with what people read for them, acts, and vendors' bank ids."""

    who: dict[str, Known]
    acts: list[str]
    vendors: list[str]


class Trail:
    """Appends to the audit trail in a folder, which is made at the first note, and reads it; safe to use from any thread."""

    def __init__(self, folder: Path, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._folder = folder
        self._path = folder / file.FILE
        self._clock = clock
        self._names = Names(folder)
        self._lock = threading.Lock()
        self._writer: sqlite3.Connection | None = None
        self._file_id: tuple[int, int] | None = None
        self._last: Head | None = None  # the last row as this process knows it
        self._head: Head | None = None  # what the head file should tell
        self._is_closed = False

    def note(
        self,
        person: Person | None,
        act: str,
        *,
        vendor: str = "",
        deal_ids: Iterable[str] = (),
        **detail: str | int,
    ) -> None:
        """Append that a person did something; None stands for the machine itself, such as a command of its operator.

        `vendor` is a bank id; `detail` are short words and numbers, never a deal's text or anybody's name; of an address in
        it the chain holds an id alone. When this returns the note survives a power cut. Raises StoreUnavailable where it
        can't be written: the act must not happen then.
        """
        ids, at = ids_of(deal_ids), asking.moment(self._clock())  # asked before the lock is held: a clock may be anything
        with self._lock:
            try:
                writer = self._sound_writer()
                who, told = self._names.id_of(person), detail_of(detail, self._names.masked)
                n, prev = (self._last.n + 1, self._last.hash) if self._last else (1, GENESIS)
                entry = Entry(n, at, who, short(act), self._names.vendor_id(short(vendor)), ids, told, prev, "")
                entry = entry._replace(hash=entry.sealed())
                self._append(writer, entry)
            except (sqlite3.Error, OSError) as problem:
                self._let_go()
                is_full = isinstance(problem, sqlite3.OperationalError | OSError)
                said = UNWRITTEN.format(problem) if is_full else REFUSED.format(checking.DAMAGED.format(problem))
                raise StoreUnavailable(said) from problem

    def name_of(self, address: str) -> str:
        """Return the name with which an address came last; blank where none is known, or the names can't be read."""
        try:
            return self._names.name_of(address)
        except StoreUnavailable:
            return ""

    def people(self) -> list[Known]:
        """Return whoever stands in the trail, by address. Raises StoreUnavailable."""
        return sorted(self._names.known().people.values())

    def addresses(self, is_theirs: Callable[[str], bool]) -> set[str]:
        """Return the addresses that are theirs, or whose name is, of whoever stands in the trail. Raises StoreUnavailable."""
        return self._names.addresses(is_theirs)

    def trouble(self) -> str | None:
        """Return what a quick look finds wrong with the trail, in a sentence; `check` reads all of it."""
        try:
            with self._lock:
                told = head.read(self._folder)
                is_replaced = self._is_replaced(told)
            if not self._path.exists():
                return checking.GONE if told or self._last or self._names.exist() else None
            with file.reading(self._path) as connection:
                found = checking.trouble(connection, told, len(self._names.known().people))
            return found or (checking.REPLACED if is_replaced else None)
        except BadHead:
            return checking.NO_HEAD
        except sqlite3.Error as problem:
            return checking.DAMAGED.format(problem)
        except StoreUnavailable as problem:
            return str(problem)

    def check(self, progress: Progress | None = None) -> list[str]:
        """Return what is wrong with the trail, a sentence each; nothing when every row is as it was written."""
        found: list[str] = []
        people = 0
        try:
            people = len(self._names.known().people)
        except StoreUnavailable as problem:
            found.append(str(problem))
        told = None
        with self._lock:
            known = self._last
            try:
                told = head.read(self._folder)
            except BadHead:
                found.append(checking.NO_HEAD)
        if self._path.exists():
            found += checking.check(self._path, told, known, people, progress)
        elif told or known or found or self._names.exist():
            found.append(checking.GONE)
        return list(dict.fromkeys(found))

    def head(self) -> Head | None:
        """Return number and hash of the last row, to be kept elsewhere; None for an empty trail."""
        with self._reading() as connection:
            last = file.last_of(connection) if connection else None
        return Head(last.n, last.hash) if last else None

    def rows(self, *, limit: int = 100, skip: int = 0, **filters: Unpack[Filters]) -> list[Row]:
        """Return the newest rows, but for as many as are skipped, with the names of whoever did it.

        Raises StoreUnavailable where the trail can't be read.
        """
        known = self._names.known()
        with self._reading() as connection:
            found = list(asking.rows(connection, _wanted(known, filters), limit, skip)) if connection else []
        people = (called(each.who, known) for each in found)
        return [
            Row.of(
                each,
                who.called,
                who.address,
                known.vendors.get(each.vendor, str(each.vendor)),
                lambda text: unmasked(text, known),
            )
            for each, who in zip(found, people, strict=True)
        ]

    def count(self, **filters: Unpack[Filters]) -> int:
        """Return how many rows there are."""
        wanted = _wanted(self._names.known(), filters)
        with self._reading() as connection:
            return asking.count(connection, wanted) if connection else 0

    def counts(self) -> dict[str, int]:
        """Return how many rows there are of each act."""
        with self._reading() as connection:
            return asking.counts(connection) if connection else {}

    def choices(self) -> Choices:
        """Return by whom, what and about whom there are rows."""
        known = self._names.known()
        with self._reading() as connection:
            who, acts, vendors = (asking.distinct(connection, each) if connection else [] for each in ("who", "act", "vendor"))
        return Choices(
            {each: called(each, known) for each in who}, acts, [known.vendors.get(each, each) for each in vendors if each]
        )

    def csv(self, vendor_name: Callable[[str], str] = lambda bank_id: "", **filters: Unpack[Filters]) -> Iterator[str]:
        """Yield the rows as lines of a CSV file, the newest first; no cell of it is run as a formula."""
        return lines(self._each(filters), vendor_name)

    def forget(self, address_or_name: str) -> bool:
        """Erase who a person is, from the bytes of the files too, and say whether anybody was known under it.

        The rows stay, and name a former colleague. Raises StoreUnavailable where it can't be done.
        """
        asked = address_or_name.strip()
        is_theirs = _is(asked) if "@" in asked else lambda each: fold(each) == fold(asked)
        return bool(asked) and self.forget_whoever(is_theirs) > 0

    def forget_whoever(self, is_theirs: Callable[[str], bool]) -> int:
        """Erase everybody whose address, name or bank id is theirs, as `forget` does, and return how many people that were."""
        with self._lock:
            if self._is_closed:
                raise StoreUnavailable(CLOSED)
            return self._names.forget(is_theirs)

    def knows(self, is_theirs: Callable[[str], bool]) -> int:
        """Return how many people there are whose address or name is theirs."""
        return sum(any(map(is_theirs, filter(None, each))) for each in self._names.known().people.values())

    def close(self) -> None:
        """Take no more notes. Closing twice is fine."""
        with self._lock:
            self._is_closed = True
            self._let_go()
            self._names.close()

    def _append(self, writer: sqlite3.Connection, entry: Entry) -> None:
        writer.execute("BEGIN IMMEDIATE")
        try:
            last = file.last_of(writer)
            if (Head(last.n, last.hash) if last else None) != self._last:
                raise StoreUnavailable(REFUSED.format("Somebody else wrote into the audit trail."))
            file.append(writer, entry)
            writer.execute("COMMIT")
        except BaseException:
            if writer.in_transaction:
                writer.execute("ROLLBACK")
            raise
        self._last = Head(entry.n, entry.hash)
        try:
            head.write(self._folder, self._last)
        except OSError as problem:  # the row is there; a head may be behind
            log.warning("The head of the audit trail could not be written: %s", problem)
        else:
            self._head = self._last

    def _sound_writer(self) -> sqlite3.Connection:
        """Return what writes, once the files are those that were there at the last note. Raises StoreUnavailable."""
        if self._is_closed:
            raise StoreUnavailable(CLOSED)
        try:
            told = head.read(self._folder)
        except BadHead:
            raise StoreUnavailable(REFUSED.format(checking.NO_HEAD)) from None
        if self._last and _file_id(self._path) is None:
            raise StoreUnavailable(REFUSED.format(checking.GONE))
        if self._writer is None:
            self._writer = self._opened(told)
            self._file_id = _file_id(self._path)
        elif self._is_replaced(told):
            raise StoreUnavailable(REFUSED.format(checking.REPLACED))
        return self._writer

    def _is_replaced(self, told: Head | None) -> bool:
        return self._writer is not None and (told != self._head or _file_id(self._path) != self._file_id)

    def _opened(self, told: Head | None) -> sqlite3.Connection:
        is_new = not self._path.exists()
        if is_new and (told or self._names.exist()):
            raise StoreUnavailable(REFUSED.format(checking.GONE))
        if is_new:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._folder.chmod(0o700)
        writer = file.opened(self._path)
        try:
            wrong = checking.trouble(writer, told, len(self._names.known().people))
            last = file.last_of(writer)
            found = Head(last.n, last.hash) if last else None
            if not wrong and self._last and found != self._last:
                wrong = checking.OTHER.format(self._last.n)
            if wrong:
                raise StoreUnavailable(REFUSED.format(wrong))
        except BaseException:
            writer.close()
            raise
        if is_new:
            sync(self._folder)
            sync(self._folder.parent)
        self._last, self._head = found, told
        return writer

    def _let_go(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection | None]:
        """Give the rows as they are now; None where there is no trail yet."""
        if self._is_closed:
            raise StoreUnavailable(CLOSED)
        if not self._path.exists():
            yield None
            return
        try:
            with file.reading(self._path) as connection:
                yield connection
        except sqlite3.Error as problem:
            raise StoreUnavailable(UNREAD.format(problem)) from problem

    def _each(self, filters: Filters) -> Iterator[Row]:
        narrowed = filters.copy()
        while found := self.rows(limit=_CSV_STEP, **narrowed):
            yield from found
            narrowed["before"] = found[-1].n


def _wanted(known: Book, filters: Filters) -> Wanted:
    """Return the filters with ids for an address and for bank ids."""
    wanted = Wanted(**filters)
    if wanted.vendor is not None:
        ids = {bank_id: each for each, bank_id in known.vendors.items()}
        asked = [wanted.vendor] if isinstance(wanted.vendor, str) else wanted.vendor
        wanted = wanted._replace(vendor=[ids.get(each, each) for each in asked])
    if wanted.who is not None and wanted.who not in known.people:
        is_asked = _is(wanted.who)
        found = (who for who, each in known.people.items() if is_asked(each.address))
        wanted = wanted._replace(who=next(found, wanted.who))
    return wanted


def _is(asked: str) -> Callable[[str], bool]:
    """Return what says whether an address is this one."""
    return lambda each: address(each) == address(asked)


def _file_id(path: Path) -> tuple[int, int] | None:
    """Return which file stands under a path, whatever it is called; None where there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
