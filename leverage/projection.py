"""What is made of every vendor's deals where many vendors are asked about at once, kept until the vendor changes.

It is a second, disposable file beside the index: never trusted, never in a backup, made anew whenever it is missing or
damaged. Only a vendor whose revision has changed is read from its bank again.
"""

import json
import logging
import sqlite3
import threading
import zlib
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from leverage.by_vendor import MOST_AGAIN
from leverage.errors import StoreUnavailable
from leverage.event_records import Event
from leverage.keeping import EVENTS, REVIEWS, read_all
from leverage.kept import Kept
from leverage.memory.bank import VENDOR_ID, Banks
from leverage.memory.sight import named_in
from leverage.progress import Progress
from leverage.review_records import Review
from leverage.vendor_records import VendorRecord
from leverage.versions import DealRecord
from leverage.whereabouts import deals_in
from leverage.words import edition

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")

FILE_NAME = "projection.sqlite3"
SCHEMA = 2
MOST_SHAPES = 8
LOCKED_SECONDS = 0.5  # that another program may hold the file: then one does without it
BATCH = 50  # vendors read before what was made of them is written


@dataclass(frozen=True)
class Material:
    """What an extract is made of: one vendor's own record, its deals that count, each with its history, events and reviews.

    `reviews` are by the id of their memory; `named` are the deals of other vendors that stand in any record of the bank.
    People and departments stand as they were written; their names are found when what was made is read.
    """

    bank_id: str
    vendor: VendorRecord
    records: Sequence[DealRecord]
    events: Sequence[Event] = ()
    reviews: Mapping[str, Review] = field(default_factory=dict)
    named: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Extract:
    """What `make` gives for a vendor, in JSON types; it depends on the material and on the vocabularies that ship, alone.

    `version` grows when it changes.
    """

    name: str
    version: int
    make: Callable[[Material], Any]

    @property
    def edition(self) -> str:
        """By which what was made of it is known again: another version, or other vocabularies, have it made anew."""
        return f"{self.version}.{edition()}"

    def as_kept(self, material: Material) -> Any:
        """Return what is made of a vendor's material in the very form in which it is read back."""
        return json.loads(json.dumps(self.make(material), ensure_ascii=False))


@dataclass(frozen=True)
class _Made:
    extract: str
    edition: str
    bank_id: str
    revision: str
    value: str
    checksum: int

    @classmethod
    def of(cls, extract: Extract, bank_id: str, revision: str, value: Any) -> "_Made":
        text = json.dumps(value, ensure_ascii=False)
        return cls(extract.name, extract.edition, bank_id, revision, text, _checksum(text))


class Projection:
    """The projection of a store, safe to use from any thread; `ask_index` reaches the index.

    `declared` gives the extracts that are made whenever a bank is read, whichever is asked for. What is forgotten stays
    forgotten: what was read from a bank before is not written any more.
    """

    def __init__(
        self,
        folder: Path,
        banks: Banks,
        ask_index: Callable[..., Any],
        declared: Callable[[], Iterable[Extract]] = tuple,
    ) -> None:
        self._path = folder / FILE_NAME
        self._banks = banks
        self._ask_index = ask_index
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._is_closed = False
        self._times_forgotten = 0
        self._shaped: Kept[Any] = Kept(MOST_SHAPES)
        self._declared = declared
        self._known: dict[str, Extract] = {}  # one reading of a bank serves them all
        self._revisions: tuple[int, Mapping[str, str]] | None = None
        self._there: dict[tuple[str, str], dict[str, str]] = {}  # by extract, the revisions of which the file holds what was made

    def each(self, extract: Extract, progress: Progress | None = None) -> Iterator[tuple[str, Any]]:
        """Yield every vendor's bank id with what the extract gives for it, brought up to date before the first.

        `progress` gets (vendors read, vendors to be read) between batches. Raises StoreUnavailable where a bank that
        changed can't be read.
        """
        revisions = self._all_revisions()
        values = self._values(extract, revisions, revisions, progress)
        yield from ((bank_id, values[bank_id]) for bank_id in revisions if bank_id in values)

    def each_as(
        self,
        extract: Extract,
        key: Hashable,
        make: Callable[[str, Any], Answer],
        progress: Progress | None = None,
        among: Collection[str] | None = None,
    ) -> Iterator[tuple[str, Answer]]:
        """Yield every vendor's bank id with what `make` makes of it and of the extract, in memory until the vendor changes.

        `key` names all else that it is made from. Whoever gets it must not change it. Of vendors that are not `among` those
        given, where some are, nothing is made or yielded. Else as `each`.
        """
        every = self._all_revisions()
        revisions = every if among is None else {bank_id: revision for bank_id, revision in every.items() if bank_id in among}
        held: dict[str, tuple[str, Answer]] = self._shaped.get((extract.name, extract.edition, key), dict)
        wanted = [bank_id for bank_id, revision in revisions.items() if bank_id not in held or held[bank_id][0] != revision]
        if wanted or len(held) > len(every):
            began = self._times_forgotten
            values = self._values(extract, revisions, wanted, progress)
            anew = {bank_id: (revisions[bank_id], make(bank_id, value)) for bank_id, value in values.items()}
            held = {bank_id: told for bank_id, told in (held | anew).items() if bank_id in every}
            with self._lock:
                if self._times_forgotten == began:
                    self._shaped.put((extract.name, extract.edition, key), held)
        yield from ((bank_id, held[bank_id][1]) for bank_id in revisions if bank_id in held)

    def _values(
        self, extract: Extract, revisions: Mapping[str, str], wanted: Collection[str], progress: Progress | None
    ) -> dict[str, Any]:
        """Return what the extract gives for the vendors that are wanted, by bank id, read from their banks where need be."""
        kept = self._kept(extract, revisions, None if len(wanted) == len(revisions) else wanted) if wanted else {}
        values = {bank_id: json.loads(kept[bank_id]) for bank_id in wanted if bank_id in kept}
        behind = [bank_id for bank_id in wanted if bank_id not in kept]
        for start in range(0, len(behind), BATCH):
            if progress:
                progress(start, len(behind))
            values |= self._made_anew(extract, behind[start : start + BATCH])
        if progress and behind:
            progress(len(behind), len(behind))
        return values

    def of(self, extract: Extract, bank_id: str) -> Any:
        """Return what the extract gives for one vendor; None for a bank that is no vendor's."""
        revisions = self._ask_index(lambda index: index.revisions(bank_id))
        if bank_id not in revisions:
            return None
        kept = self._kept(extract, revisions, [bank_id])
        if bank_id in kept:
            return json.loads(kept[bank_id])
        return self._made_anew(extract, [bank_id]).get(bank_id)

    def behind(self, extract: Extract) -> int:
        """Return how many vendors would have to be read from their banks for `each` to answer now."""
        revisions, began = self._all_revisions(), self._times_forgotten
        there = self._there.get((extract.name, extract.edition), {})
        unsure = [bank_id for bank_id, revision in revisions.items() if there.get(bank_id) != revision]
        gone = there.keys() - revisions.keys()
        if not unsure and not gone:
            return 0
        kept = self._kept(extract, revisions, None if gone else unsure)
        there = {bank_id: revision for bank_id, revision in there.items() if revisions.get(bank_id) == revision}
        there |= {bank_id: revisions[bank_id] for bank_id in unsure if bank_id in kept}
        with self._lock:
            if self._times_forgotten == began:
                self._there[extract.name, extract.edition] = there
        return sum(bank_id not in kept for bank_id in unsure)

    def forget(self, bank_ids: Collection[str], is_told: Callable[[Any], bool] = lambda value: False) -> None:
        """Take what was made of these vendors out of the file itself, and all that is out of date: it may hold anything.

        What tells of what is erased, as `is_told` says of a value, goes wherever it stands. Raises StoreUnavailable where the
        file can be neither cleaned nor deleted.
        """
        revisions = self._ask_index(lambda index: index.revisions())

        def is_gone(row: _Made) -> bool:
            if row.bank_id in bank_ids or revisions.get(row.bank_id) != row.revision or row.checksum != _checksum(row.value):
                return True
            return is_told(json.loads(row.value))

        def drop(connection: sqlite3.Connection) -> None:
            there = (_Made(*row) for row in connection.execute(_ALL).fetchall())
            gone = [(row.extract, row.bank_id) for row in there if is_gone(row)]
            connection.executemany("DELETE FROM made WHERE extract = ? AND bank_id = ?", gone)

        self._shaped.clear()
        with self._lock:
            self._times_forgotten += 1
            self._there.clear()
            if not self._path.exists():
                return
            try:
                with self._open() as connection:
                    drop(connection)
            except sqlite3.Error as problem:
                log.warning("The projection can't be cleaned (%s); it is made anew.", problem)
                self.reset()

    def reset(self) -> None:
        """Delete the file; it is made anew when it is asked. Raises StoreUnavailable where it can't be deleted."""
        self._shaped.clear()
        with self._lock:
            self._times_forgotten += 1
            self._there.clear()
            self._let_go()
            try:
                for suffix in ("", "-journal"):
                    self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)
            except OSError as problem:
                said = f"The file {str(self._path)!r} may still hold what was erased. Delete it by hand."
                raise StoreUnavailable(said) from problem

    def close(self) -> None:
        """Let go of the file; nothing can be asked afterwards."""
        with self._lock:
            self._is_closed = True
            self._let_go()

    def _let_go(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def _all_revisions(self) -> Mapping[str, str]:
        """Return every vendor's revision; they are read again only after something was written."""
        writes, kept = self._ask_index(lambda index: index.writes), self._revisions
        if kept is None or kept[0] != writes:
            kept = self._revisions = (writes, self._ask_index(lambda index: index.revisions()))
        return kept[1]

    def _extracts(self) -> Mapping[str, Extract]:
        """Return every extract that is declared, or was asked for, by name."""
        return {each.name: each for each in self._declared()} | self._known

    def _kept(self, extract: Extract, revisions: Mapping[str, str], among: Collection[str] | None = None) -> dict[str, str]:
        """Return what is kept for the vendors that did not change since, or for some of them, as JSON; a damaged row is none."""
        self._known[extract.name] = extract
        few = among if among is not None and len(among) <= MOST_AGAIN else None
        asked = [extract.name, *([] if few is None else [json.dumps(list(few))])]
        sql = _OF_ALL if few is None else _OF_FEW

        def find(connection: sqlite3.Connection) -> list[_Made]:
            return [_Made(*row) for row in connection.execute(sql, asked).fetchall()]

        rows: list[_Made] = self._ask(find, list)
        if among is None and any(row.bank_id not in revisions for row in rows):
            self._drop_gone(revisions)
        return {
            row.bank_id: row.value
            for row in rows
            if row.edition == extract.edition
            and revisions.get(row.bank_id) == row.revision
            and row.checksum == _checksum(row.value)
        }

    def _drop_gone(self, revisions: Mapping[str, str]) -> None:
        """Take out what was made of vendors that are there no more."""

        def drop(connection: sqlite3.Connection) -> None:
            there = connection.execute("SELECT DISTINCT bank_id FROM made").fetchall()
            gone = [(bank_id,) for (bank_id,) in there if bank_id not in revisions]
            connection.executemany("DELETE FROM made WHERE bank_id = ?", gone)

        self._ask(drop, lambda: None)

    def _made_anew(self, extract: Extract, bank_ids: Sequence[str]) -> dict[str, Any]:
        """Return what the extract gives for some vendors as they are now, and keep it, for every extract that is known."""
        began = self._times_forgotten
        values: dict[str, Any] = {}
        made: list[_Made] = []
        for bank_id in bank_ids:
            before = self._revision(bank_id)
            if before is None:
                continue  # gone meanwhile
            material = self.material(bank_id)
            values[bank_id] = extract.make(material)
            rows = [_Made.of(extract, bank_id, before, values[bank_id]), *self._others(extract, material, before)]
            values[bank_id] = json.loads(rows[0].value)
            if self._revision(bank_id) == before:
                made += rows
        self._keep(made, began)
        return values

    def _others(self, extract: Extract, material: Material, revision: str) -> Iterator[_Made]:
        """Yield what all other extracts make of what was read; one that fails is left to whoever asks for it."""
        for each in self._extracts().values():
            if each.name != extract.name:
                try:
                    yield _Made.of(each, material.bank_id, revision, each.make(material))
                except Exception:
                    log.warning("The extract %s of a vendor could not be made.", each.name, exc_info=True)

    def _revision(self, bank_id: str) -> str | None:
        found: Mapping[str, str] = self._ask_index(lambda index: index.revisions(bank_id))
        return found.get(bank_id)

    def material(self, bank_id: str) -> Material:
        """Return what extracts of a vendor are made of, read from its bank now."""
        return material_of(self._banks, self._ask_index, bank_id)

    def revisions(self, bank_id: str | None = None) -> Mapping[str, str]:
        """Return the revision of every vendor, or of one, by bank id."""
        return self._all_revisions() if bank_id is None else self._ask_index(lambda index: index.revisions(bank_id))

    def _keep(self, made: Sequence[_Made], began: int) -> None:
        rows = [tuple(vars(each).values()) for each in made]

        def write(connection: sqlite3.Connection) -> None:
            connection.executemany("INSERT OR REPLACE INTO made VALUES (?, ?, ?, ?, ?, ?)", rows)

        with self._lock:
            if self._times_forgotten == began:
                self._ask(write, lambda: None)

    def _ask(self, question: Callable[[sqlite3.Connection], Answer], otherwise: Callable[[], Answer]) -> Answer:
        """Return the file's answer; where it can't be used, it is begun anew, and it answers `otherwise`."""
        with self._lock:
            try:
                with self._open() as connection:
                    return question(connection)
            except sqlite3.OperationalError as problem:  # a full disk, or one that is not to be written: it only costs time
                log.warning("The projection could not be used: %s", problem)
            except sqlite3.DatabaseError as problem:
                log.warning("The projection is damaged (%s); it is made anew.", problem)
                self.reset()
        return otherwise()

    def _open(self) -> sqlite3.Connection:
        """Return the connection, made if need be; used in `with`, it commits or takes back what was done."""
        if self._is_closed:
            raise StoreUnavailable("The store is closed. Open it again.")
        if self._connection is None:
            connection = sqlite3.connect(self._path, timeout=LOCKED_SECONDS, check_same_thread=False)
            try:
                # What is deleted is overwritten, and no journal outlives its write: nothing is left in any file.
                connection.execute("PRAGMA secure_delete = ON")
                connection.execute("PRAGMA journal_mode = DELETE")
                if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                    raise sqlite3.DatabaseError("quick_check found damage")
                if connection.execute("PRAGMA user_version").fetchone()[0] not in (0, SCHEMA):
                    raise sqlite3.DatabaseError("another version wrote it")
                with connection:
                    connection.execute(_TABLE)
                    connection.execute(f"PRAGMA user_version = {SCHEMA}")
            except BaseException:
                with closing(connection):
                    raise
            self._connection = connection
        return self._connection


def material_of(banks: Banks, ask_index: Callable[..., Any], bank_id: str) -> Material:
    """Return what extracts of a vendor are made of, read from its bank now."""
    stored = banks.bank(bank_id).records()
    own = stored.get(VENDOR_ID)
    vendor = VendorRecord.from_json(own) if own else VendorRecord(bank_id)
    records = {each["deal_id"]: DealRecord.from_json(each) for each in deals_in(stored)}
    elsewhere = ask_index(lambda index: index.elsewhere(bank_id, records))
    live = [record for deal_id, record in records.items() if deal_id not in elsewhere and record.is_live]
    arriving = set(move.loose.values()) if (move := vendor.unfinished()) and move.state == "copying" else set()
    said = {memory_id: each for memory_id, each in stored.items() if memory_id not in arriving}
    named = frozenset[str]().union(*map(named_in, stored.values())) - (records.keys() - elsewhere)
    return Material(bank_id, vendor, live, tuple(read_all(said, EVENTS).values()), read_all(said, REVIEWS), named)


_ALL = "SELECT extract, edition, bank_id, revision, value, checksum FROM made"
_OF_ALL = f"{_ALL} WHERE extract = ?"
_AMONG = "AND bank_id IN (SELECT value FROM json_each(?))"
_OF_FEW = f"{_OF_ALL} {_AMONG}"
_TABLE = """CREATE TABLE IF NOT EXISTS made (
    extract TEXT, edition TEXT, bank_id TEXT, revision TEXT, value TEXT, checksum INTEGER, PRIMARY KEY (extract, bank_id)
)"""


def _checksum(text: str | None) -> int:
    return zlib.crc32(str(text).encode("utf-8", "surrogatepass"))
