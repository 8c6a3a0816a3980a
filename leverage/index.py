"""The contributor index: which deals there are, whose, and when. Lists and counts come from here.

It holds pointers only, never terms, amounts, tactics or notes, and is rebuilt from the banks whenever it is missing,
unreadable or older than its schema.
"""

import functools
import hashlib
import json
import logging
import sqlite3
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import sqlite_utils
from sqlite_utils.migrations import Migrations

from leverage.access.audience import narrowed
from leverage.by_vendor import ByVendor, Touched, Watching
from leverage.confidence import Confidence, confidence_label
from leverage.errors import StoreUnavailable
from leverage.name_book import Kind
from leverage.spellings import distinct
from leverage.text import fold, is_writable

log = logging.getLogger(__name__)

FILE_NAME = "index.sqlite3"
NAMES = "names"  # the note that holds the book of names
ERASING = "erasing"  # the note that an erasure is not finished
PLACE = "place"  # the note of where the banks are
UNDOING = "undoing"  # the note that the undo of an import may not be finished

Write = Callable[[sqlite_utils.Database], None]

migrations = Migrations("leverage.index")


@migrations()
def m001_first(db: sqlite_utils.Database) -> None:
    """Make the tables: deals that count, vendors' names, and where retracted deals are."""
    deals = {
        "deal_id": str,
        "bank_id": str,
        "vendor": str,
        "version": int,
        "who": str,
        "department": str,
        "day": str,
        "entered_at": str,
    }
    db.table("deals").create(deals, pk="deal_id", not_null=set(deals))
    db.table("deals").create_index(["bank_id"])
    db.table("vendors").create({"bank_id": str, "name": str, "version": int}, pk="bank_id")
    db.table("retracted").create({"deal_id": str, "bank_id": str, "version": int}, pk="deal_id")
    db.table("state").create({"name": str, "value": str}, pk="name")


@migrations()
def m002_aliases(db: sqlite_utils.Database) -> None:
    """Know what else a vendor is called, which ids lead to it, and whose record is not settled."""
    db.table("vendors").drop()
    db.table("vendors").create({"bank_id": str, "name": str, "version": int, "aliases": str}, pk="bank_id")
    db.table("unsettled").create({"bank_id": str}, pk="bank_id")
    db.table("aliases").create({"alias_id": str, "bank_id": str}, pk="alias_id")
    db.table("aliases").create_index(["bank_id"])
    db.table("erased").create({"deal_id": str}, pk="deal_id")
    db.table("state").delete_where()  # filled anew from the banks


@migrations()
def m003_batches(db: sqlite_utils.Database) -> None:
    """Know which import brought a deal."""
    db.table("deals").add_column("batch", str, not_null_default="")
    db.table("deals").create_index(["batch"])


@migrations()
def m004_marks(db: sqlite_utils.Database) -> None:
    """Know from which row of a file a deal came."""
    for table in ("deals", "retracted"):
        db.table(table).add_column("mark", str, not_null_default="")
        db.table(table).create_index(["mark"])


@migrations()
def m005_audiences(db: sqlite_utils.Database) -> None:
    """Know who may see a deal, and whom a deal is kept from while it is on its way."""
    for table in ("deals", "retracted"):
        db.table(table).add_column("audience", str, not_null_default="")
    db.execute("CREATE INDEX restricted_deals ON deals(deal_id) WHERE audience != ''")
    db.execute("CREATE INDEX restricted_retracted ON retracted(deal_id) WHERE audience != ''")
    db.table("hiding").create({"deal_id": str, "audience": str}, pk="deal_id")
    db.table("state").delete_where("name = 'complete'")  # filled anew from the banks


@dataclass(frozen=True)
class DealRow:
    """A deal as lists know it; `day` is the deal's date in ISO form, `batch` the id of the import that brought it.

    `mark` is that of the row of the file that it came from, `audience` who sees the deal, empty for everybody.
    """

    deal_id: str
    bank_id: str
    vendor: str
    version: int
    who: str
    department: str
    day: str
    entered_at: str
    batch: str = ""
    mark: str = ""
    audience: str = ""


@dataclass(frozen=True)
class RetractedRow:
    """Where a deal is that was taken out of sight, and who may see it."""

    deal_id: str
    bank_id: str
    version: int
    mark: str = ""
    audience: str = ""


@dataclass(frozen=True)
class VendorRow:
    """A vendor's names and the version of its own record; `alias_ids` are the bank ids that lead here, too.

    It is unsettled while deals are on their way here.
    """

    bank_id: str
    name: str
    version: int
    aliases: tuple[str, ...] = ()
    alias_ids: tuple[str, ...] = ()
    is_unsettled: bool = False


@dataclass(frozen=True)
class Vendor:
    """A vendor as the list of vendors shows it; people and departments are those of the deals that count."""

    name: str
    bank_id: str
    deal_count: int
    confidence: Confidence
    last_deal: date
    contributors: tuple[str, ...]
    departments: tuple[str, ...]
    aliases: tuple[str, ...] = ()


class Index:
    """The index file of a store, safe to use from any thread.

    A file that is missing or damaged is begun anew and is then not complete. A damaged page may show only later, as
    sqlite3.DatabaseError from any method.
    """

    def __init__(self, folder: Path) -> None:
        self._begin(folder / FILE_NAME)
        self._writing = threading.RLock()
        self._meanwhile: list[Write] | None = None
        self.writes = 0  # so far: as long as it stays the same, so does every answer
        self.touched = Touched()
        try:
            self._prepare()
        except sqlite3.DatabaseError as problem:
            log.warning("The index can't be read (%s); it is made anew.", problem)
            self.reset()

    def _begin(self, path: Path) -> None:
        self.path = path
        self._free: list[sqlite3.Connection] = []
        self.generation = 0  # grows whenever connections made before are of no use
        self._lock = threading.Lock()
        self.is_closed = False
        self._vendors = ByVendor(self._read_vendors, lambda bank_id, vendor: (fold(vendor.name), bank_id))
        self._revisions = ByVendor(self._read_revisions, lambda bank_id, _: bank_id)

    def begin_for(self, place: str) -> None:
        """Begin anew where this index was made of the banks of another place."""
        if (self.noted(PLACE) or "") != place:
            self.reset()
            self.note(PLACE, place)

    def reset(self) -> None:
        """Begin with an empty, incomplete index in a new file."""
        with self._writing:
            self._close_free()
            for suffix in ("", "-wal", "-shm", "-journal"):
                self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
            self._prepare()
            self.touched.note_all(self.writes + 1)
            self.writes += 1

    def close(self) -> None:
        """Close every connection; nothing can be asked afterwards."""
        self.is_closed = True
        self._close_free()

    def _close_free(self) -> None:
        with self._lock:
            self.generation += 1
            while self._free:
                self._free.pop().close()

    def is_complete(self) -> bool:
        """Say whether the index was ever filled from the banks to its end."""
        return bool(self._rows("SELECT 1 FROM state WHERE name = 'complete'"))

    def doubt(self) -> None:
        """Call the index incomplete: somebody may have written in it who does not know all that it tells."""

        def write(db: sqlite_utils.Database) -> None:
            db.table("state").delete_where("name = 'complete'")

        try:
            self._write(write)
        except sqlite3.DatabaseError:
            self.reset()

    @contextmanager
    def replacing(
        self,
    ) -> Iterator[Callable[[Iterable[DealRow], Iterable[RetractedRow], Iterable[VendorRow], Iterable[str]], None]]:
        """Give a function that puts its rows in the place of all others and calls the index complete.

        What others write between the start and that call is written again behind it, so nothing is lost.
        """

        def replace(
            deals: Iterable[DealRow], retracted: Iterable[RetractedRow], vendors: Iterable[VendorRow], erased: Iterable[str]
        ) -> None:
            with self._writing:
                meanwhile, self._meanwhile = self._meanwhile or [], None

                def write(db: sqlite_utils.Database) -> None:
                    for table in ("deals", "retracted", "vendors", "aliases", "unsettled", "erased"):
                        db.table(table).delete_where()
                    db.table("erased").insert_all({"deal_id": deal_id} for deal_id in erased)
                    upsert_deals(db, "deals", deals)
                    upsert_deals(db, "retracted", retracted)
                    put_vendors(db, vendors)
                    for each in meanwhile:
                        each(db)
                    db.table("state").upsert({"name": "complete", "value": "yes"}, pk="name")

                self._write(write)

        with self._writing:
            self._meanwhile = []
        try:
            yield replace
        finally:
            with self._writing:
                self._meanwhile = None

    def put(self, deals: Iterable[DealRow], vendors: Iterable[VendorRow] = ()) -> None:
        """Add or replace deals that count, and vendors."""
        deals, vendors = list(deals), list(vendors)

        def write(db: sqlite_utils.Database) -> None:
            upsert_deals(db, "deals", deals)
            put_vendors(db, vendors)
            delete_deals(db, "retracted", [row.deal_id for row in deals])
            delete_deals(db, "hiding", [row.deal_id for row in deals])

        self._write(write)

    def put_retracted(self, row: RetractedRow) -> None:
        """Move a deal out of sight."""

        def write(db: sqlite_utils.Database) -> None:
            delete_deals(db, "deals", [row.deal_id])
            upsert_deals(db, "retracted", [row])
            delete_deals(db, "hiding", [row.deal_id])

        self._write(write)

    def remove_deals(self, deal_ids: Sequence[str]) -> None:
        """Drop what is known of these deals."""

        def write(db: sqlite_utils.Database) -> None:
            for table in ("deals", "retracted", "hiding"):
                delete_deals(db, table, deal_ids)

        self._write(write)

    def hide(self, audiences: Mapping[str, str]) -> None:
        """Show deals to nobody beyond these audiences, by deal id, until they are put as they are then.

        A deal whose audience is just being changed is shown to those who are in both.
        """

        def write(db: sqlite_utils.Database) -> None:
            for deal_id, audience in audiences.items():
                known = db.execute("SELECT audience FROM hiding WHERE deal_id = ?", [deal_id]).fetchone()
                told = narrowed(known[0] if known else "", audience)
                db.table("hiding").upsert({"deal_id": deal_id, "audience": told}, pk="deal_id")

        self._write(write)

    def unhide(self, deal_ids: Iterable[str] | None = None) -> None:
        """Take back `hide` for these deals, or for all."""
        asked = None if deal_ids is None else json.dumps(list(deal_ids))

        def write(db: sqlite_utils.Database) -> None:
            where = "1" if asked is None else "deal_id IN (SELECT value FROM json_each(?))"
            db.table("hiding").delete_where(where, [] if asked is None else [asked])

        if self._rows("SELECT 1 FROM hiding LIMIT 1"):
            self._write(write)

    def audiences(self) -> dict[str, str]:
        """Return by id who sees each deal that is not everybody's, retracted ones and those on their way too."""
        found: dict[str, str] = {}
        for table in ("deals", "retracted", "hiding"):
            for deal_id, audience in self._rows(f"SELECT deal_id, audience FROM {table} WHERE audience != ''"):
                found[deal_id] = narrowed(found.get(deal_id, ""), audience)
        return found

    def restricted(self, bank_id: str, until: date | None = None) -> int:
        """Return how many of a vendor's deals that count, up to a day, whoever asks does not see: none, asked of all deals."""
        asked = [bank_id, (until or date.max).isoformat()] * 2
        rows = self._rows(
            """SELECT (SELECT count(*) FROM main.deals WHERE bank_id = ? AND day <= ?)
                    - (SELECT count(*) FROM deals WHERE bank_id = ? AND day <= ?)""",
            asked,
        )
        return int(rows[0][0])

    def move_deals(
        self, deals: Iterable[DealRow], retracted: Iterable[RetractedRow], vendors: Iterable[VendorRow], emptied: str | None
    ) -> None:
        """Put deals and retracted deals where they are now, with their vendors, in one step; drop the vendor `emptied`."""
        deals, retracted, vendors = list(deals), list(retracted), list(vendors)

        def write(db: sqlite_utils.Database) -> None:
            if emptied is not None:
                drop_vendor_rows(db, emptied)
            upsert_deals(db, "deals", deals)
            upsert_deals(db, "retracted", retracted)
            put_vendors(db, vendors)

        self._write(write)

    def deal_ids_in(self, bank_id: str) -> list[str]:
        """Return the ids of a vendor's deals, retracted ones too."""
        sql = "SELECT deal_id FROM deals WHERE bank_id = ? UNION SELECT deal_id FROM retracted WHERE bank_id = ?"
        return [deal_id for (deal_id,) in self._rows(sql, [bank_id, bank_id])]

    def remove_vendor(self, bank_id: str) -> None:
        """Drop what is known of a vendor and of all its deals."""

        def write(db: sqlite_utils.Database) -> None:
            drop_vendor_rows(db, bank_id)
            for table in ("deals", "retracted"):
                db.table(table).delete_where("bank_id = ?", [bank_id])

        self._write(write)

    def home(self, bank_id: str) -> str:
        """Return the bank to which a bank id leads: another one where it is an alias, else itself."""
        rows = self._rows("SELECT bank_id FROM aliases WHERE alias_id = ?", [bank_id])
        return str(rows[0][0]) if rows else bank_id

    def put_erased(self, deal_ids: Iterable[str]) -> None:
        """Remember that these deals were erased for good."""
        rows = [{"deal_id": deal_id} for deal_id in deal_ids]

        def write(db: sqlite_utils.Database) -> None:
            db.table("erased").upsert_all(rows, pk="deal_id")

        self._write(write)

    def erased(self, deal_ids: Iterable[str]) -> set[str]:
        """Return those of the deals that were erased for good."""
        sql = "SELECT deal_id FROM erased WHERE deal_id IN (SELECT value FROM json_each(?))"
        return {deal_id for (deal_id,) in self._rows(sql, [json.dumps(list(deal_ids))])}

    def compact(self) -> None:
        """Take what was deleted out of the file itself."""
        with self._writing:
            self._close_free()
            with closing(sqlite3.connect(self.path, timeout=10, isolation_level=None)) as connection:
                connection.execute("VACUUM")
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def note_names(self, book: Any) -> None:
        """Keep a copy of the book of names, given in JSON types; None where there is none."""
        self.note(NAMES, json.dumps(book, ensure_ascii=False) if book else "")

    def note(self, name: str, text: str) -> None:
        """Keep a text under a name, such as a copy of what the desk holds."""

        def write(db: sqlite_utils.Database) -> None:
            db.table("state").upsert({"name": name, "value": text}, pk="name")

        self._write(write)

    def noted(self, name: str) -> str | None:
        """Return the text kept under a name."""
        rows = self._rows("SELECT value FROM state WHERE name = ?", [name])
        return str(rows[0][0]) if rows else None

    def unsettle(self, bank_id: str) -> None:
        """Note that a vendor's record is being written: until it is put here, it has to be looked at again."""

        def write(db: sqlite_utils.Database) -> None:
            db.table("unsettled").upsert({"bank_id": bank_id}, pk="bank_id")

        self._write(write)

    def unsettled(self) -> list[str]:
        """Return the banks whose vendor's record has to be looked at: a write or a move may have been cut short."""
        return [bank_id for (bank_id,) in self._rows("SELECT bank_id FROM unsettled")]

    def drop_vendor(self, bank_id: str) -> None:
        """Drop a vendor that is none any more."""
        self._write(lambda db: drop_vendor_rows(db, bank_id))

    def elsewhere(self, bank_id: str, deal_ids: Iterable[str]) -> set[str]:
        """Return those of the deals, retracted ones too, that are listed under another bank than this one."""
        return {deal_id for deal_id, listed in self.banks_of(deal_ids).items() if listed != bank_id}

    def banks_of(self, deal_ids: Iterable[str]) -> dict[str, str]:
        """Return under which bank each of the deals is listed, retracted ones too; unlisted ones are left out."""
        asked = json.dumps(list(deal_ids))
        found: dict[str, str] = {}
        for table in ("deals", "retracted"):
            sql = f"SELECT deal_id, bank_id FROM {table} WHERE deal_id IN (SELECT value FROM json_each(?))"
            found.update(self._rows(sql, [asked]))
        return found

    def marked(self, marks: Iterable[str]) -> set[str]:
        """Return those of the marks of rows from which a deal came that is listed, retracted ones too."""
        asked = json.dumps([mark for mark in marks if mark])
        found: set[str] = set()
        for table in ("deals", "retracted"):
            sql = f"SELECT DISTINCT mark FROM {table} WHERE mark IN (SELECT value FROM json_each(?))"
            found.update(mark for (mark,) in self._rows(sql, [asked]))
        return found

    def deal(self, deal_id: str) -> DealRow | None:
        """Return a deal that counts, by id."""
        rows = self._rows(f"SELECT {_COLUMNS} FROM deals WHERE deal_id = ?", [deal_id])
        return DealRow(*rows[0]) if rows else None

    def retracted(self, deal_id: str) -> RetractedRow | None:
        """Return where a retracted deal is, by id."""
        rows = self._rows(f"SELECT {_RETRACTED_COLUMNS} FROM retracted WHERE deal_id = ?", [deal_id])
        return RetractedRow(*rows[0]) if rows else None

    def deals(self) -> list[DealRow]:
        """Return all deals that count."""
        return [DealRow(*row) for row in self._rows(f"SELECT {_COLUMNS} FROM deals")]

    def batch(self, batch_id: str) -> list[DealRow]:
        """Return the deals that count which an import brought, vendor by vendor."""
        sql = f"SELECT {_COLUMNS} FROM deals WHERE batch = ? ORDER BY bank_id"
        return [DealRow(*row) for row in self._rows(sql, [batch_id])] if batch_id else []

    def retracted_deals(self) -> list[RetractedRow]:
        """Return all retracted deals."""
        return [RetractedRow(*row) for row in self._rows(f"SELECT {_RETRACTED_COLUMNS} FROM retracted")]

    def retracted_in(self, bank_id: str) -> list[RetractedRow]:
        """Return a vendor's retracted deals."""
        sql = f"SELECT {_RETRACTED_COLUMNS} FROM retracted WHERE bank_id = ?"
        return [RetractedRow(*row) for row in self._rows(sql, [bank_id])]

    def vendor_rows(self) -> list[VendorRow]:
        """Return all vendors that ever had a deal."""
        leading: dict[str, list[str]] = {}
        for bank_id, alias_id in self._rows("SELECT bank_id, alias_id FROM aliases ORDER BY rowid"):
            leading.setdefault(bank_id, []).append(alias_id)
        unsettled = set(self.unsettled())
        return [
            VendorRow(bank_id, name, version, tuple(json.loads(aliases)), tuple(leading.get(bank_id, ())), bank_id in unsettled)
            for bank_id, name, version, aliases in self._rows("SELECT bank_id, name, version, aliases FROM vendors")
        ]

    def vendor_names(self) -> dict[str, str]:
        """Return the names of all vendors that ever had a deal, by bank id."""
        return dict(self._rows("SELECT bank_id, name FROM vendors"))

    def knows(self, bank_id: str) -> bool:
        """Say whether a bank is a vendor's, even if none of its deals counts."""
        return bool(self._rows("SELECT 1 FROM vendors WHERE bank_id = ?", [bank_id]))

    def versions(self, deal_ids: Iterable[str]) -> dict[str, int]:
        """Return in which version deals are listed, retracted ones too; unlisted ones are left out."""
        asked = json.dumps(list(deal_ids))
        found: dict[str, int] = {}
        for table in ("deals", "retracted"):
            sql = f"SELECT deal_id, version FROM {table} WHERE deal_id IN (SELECT value FROM json_each(?))"
            found.update(self._rows(sql, [asked]))
        return found

    def vendor_version(self, bank_id: str) -> int | None:
        """Return the version of a vendor's own record; None for a bank that is no vendor's."""
        rows = self._rows("SELECT version FROM vendors WHERE bank_id = ?", [bank_id])
        return int(rows[0][0]) if rows else None

    def vendors(self, bank_id: str | None = None) -> list[Vendor]:
        """Return the vendors with deals, in the order of their names; or the one with this bank id."""
        if bank_id is not None:
            return list(self._read_vendors([bank_id]).values())
        return list(self._vendors.after(self._written(), self.touched).values())

    def _read_vendors(self, bank_ids: Collection[str] | None) -> dict[str, Vendor]:
        where, values = _among("d.bank_id", bank_ids)
        rows = self._rows(
            f"""SELECT v.name, d.bank_id, count(*), max(d.day), json_group_array(DISTINCT d.who),
                       json_group_array(DISTINCT d.department), v.aliases
                FROM deals d JOIN vendors v USING (bank_id) {where} GROUP BY d.bank_id""",
            values,
        )
        return {
            bank: Vendor(
                name,
                bank,
                count,
                confidence_label(count),
                date.fromisoformat(day),
                _names(people),
                _names(departments),
                tuple(json.loads(aliases)) if aliases != "[]" else (),
            )
            for name, bank, count, day, people, departments, aliases in rows
        }

    def count(self, bank_id: str | None, since: date | None, until: date | None) -> dict[str, int]:
        """Return how many deals of each department count, of one vendor and a period where these are given."""
        rows = self._rows(
            """SELECT department, count(*) FROM deals
               WHERE coalesce(?, bank_id) = bank_id AND day BETWEEN ? AND ? GROUP BY department""",
            [bank_id, (since or date.min).isoformat(), (until or date.max).isoformat()],
        )
        return dict(rows)

    def people(self) -> list[str]:
        """Return everybody who logged a deal, once each, in order."""
        return _distinct(name for (name,) in self._rows("SELECT DISTINCT who FROM deals"))

    def deals_by_name(self, kind: Kind) -> dict[str, int]:
        """Return how many deals that count each person, or each department, has, by the name as written."""
        column = {"person": "who", "department": "department"}[kind]
        return dict(self._rows(f"SELECT {column}, count(*) FROM deals GROUP BY {column}"))

    def departments(self) -> list[str]:
        """Return every department with a deal, once each, in order."""
        return _distinct(name for (name,) in self._rows("SELECT DISTINCT department FROM deals"))

    def revision(self, bank_id: str) -> str:
        """Return a short text that changes whenever a deal that counts, or the vendor's own record, changes."""
        rows = self._rows("SELECT deal_id, version FROM deals WHERE bank_id = ? ORDER BY deal_id", [bank_id])
        # The retracted ones too: a deal logged and retracted must not lead back to an answer that was made in between.
        rows += self._rows("SELECT deal_id, version, 0 FROM retracted WHERE bank_id = ? ORDER BY deal_id", [bank_id])
        rows += [("restricted", self.restricted(bank_id))]
        rows += self._rows("SELECT name, version FROM vendors WHERE bank_id = ?", [bank_id])
        rows += self._rows("SELECT value FROM state WHERE name = ?", [NAMES])
        return _hashed(rows)

    def revisions(self, bank_id: str | None = None) -> dict[str, str]:
        """Return by bank id, for every vendor or one, a text that changes whenever a deal or the vendor's own record does.

        Under which names people and departments are shown has no part in it.
        """
        if bank_id is not None:
            return self._read_revisions([bank_id])
        return dict(self._revisions.after(self._written(), self.touched))

    def _read_revisions(self, bank_ids: Collection[str] | None) -> dict[str, str]:
        where, values = _among("bank_id", bank_ids)
        told: dict[str, list[Any]] = {}
        for bank, *row in self._rows(f"SELECT bank_id, name, version FROM vendors {where} ORDER BY 1, 2", values):
            told[bank] = [row]
        for columns, table in (("deal_id, version, entered_at", "deals"), ("deal_id, version, 0", "retracted")):
            for bank, *row in self._rows(f"SELECT bank_id, {columns} FROM {table} {where} ORDER BY 1, 2", values):
                if bank in told:
                    told[bank].append(row)
        return {bank: _hashed(rows) for bank, rows in told.items()}

    def _written(self) -> int:
        """Return how often it was written so far. Raises StoreUnavailable where nothing can be asked."""
        if self.is_closed:
            raise StoreUnavailable(_CLOSED)
        return self.writes

    def _rows(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        if any(isinstance(value, str) and not is_writable(value) for value in values):
            return []  # broken text is in no row, and SQLite would raise over it
        with self._connection() as connection:
            return connection.execute(sql, values).fetchall()

    def _prepare(self) -> None:
        with self._connection() as connection:
            if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise sqlite3.DatabaseError("quick_check found damage")
            connection.execute("PRAGMA journal_mode=WAL")
            migrations.apply(sqlite_utils.Database(connection))

    def change(self, write: Write) -> None:
        """Let `write` change the tables in one step."""
        self._write(write)

    def _write(self, write: Write) -> None:
        with self._writing:
            with self._connection() as connection:
                assert isinstance(connection, Watching)
                connection.watch()
                db = sqlite_utils.Database(connection)
                with db.atomic():
                    write(db)
                touched = connection.touched
            if None in touched:
                self.touched.note_all(self.writes + 1)
            self.touched.note((bank_id for bank_id in touched if bank_id), self.writes + 1)
            self.writes += 1
            if self._meanwhile is not None:
                self._meanwhile.append(write)

    def _connect(self) -> sqlite3.Connection:
        # synchronous=FULL is the default
        return sqlite3.connect(self.path, timeout=10, check_same_thread=False, factory=Watching)

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        if self.is_closed:
            raise StoreUnavailable(_CLOSED)
        with self._lock:
            generation = self.generation
            connection = self._free.pop() if self._free else None
        if connection is None:
            connection = self._connect()
        try:
            yield connection
        except BaseException:
            with closing(connection), suppress(sqlite3.Error):
                connection.rollback()
            raise
        with self._lock:
            if generation == self.generation and not self.is_closed:
                self._free.append(connection)
            else:
                connection.close()


_CLOSED = "The store is closed. Open it again."
_COLUMNS = "deal_id, bank_id, vendor, version, who, department, day, entered_at, batch, mark, audience"
_RETRACTED_COLUMNS = "deal_id, bank_id, version, mark, audience"
_KEYS = {"deals": "deal_id", "retracted": "deal_id"}


def _among(column: str, bank_ids: Collection[str] | None) -> tuple[str, list[str]]:
    """Return the condition that keeps a query to these vendors, with its values; none for all."""
    if bank_ids is None:
        return "", []
    asked = json.dumps([bank_id for bank_id in bank_ids if is_writable(bank_id)])
    return f"WHERE {column} IN (SELECT value FROM json_each(?))", [asked]


def _hashed(rows: list[Any]) -> str:
    return hashlib.sha256(repr(rows).encode()).hexdigest()[:16]


def upsert_deals(db: sqlite_utils.Database, table: str, rows: Iterable[Any]) -> None:
    """Put rows into `deals` or `retracted`, in the place of those with the same ids."""
    db.table(table).upsert_all((vars(row) for row in rows), pk=_KEYS[table])


def put_vendors(db: sqlite_utils.Database, rows: Iterable[VendorRow]) -> None:
    """Put vendors with their names in the place of what was known of them."""
    for row in rows:
        if row.is_unsettled:
            db.table("unsettled").upsert({"bank_id": row.bank_id}, pk="bank_id")
        else:
            db.table("unsettled").delete_where("bank_id = ?", [row.bank_id])
        aliases = json.dumps(row.aliases)
        known = db.execute("SELECT version, name, aliases FROM vendors WHERE bank_id = ?", [row.bank_id]).fetchone()
        if known == (row.version, row.name, aliases):
            continue
        db.table("aliases").delete_where("bank_id = ?", [row.bank_id])
        told = {"bank_id": row.bank_id, "name": row.name, "version": row.version, "aliases": aliases}
        db.table("vendors").upsert(told, pk="bank_id")
        leading = ({"alias_id": alias_id, "bank_id": row.bank_id} for alias_id in row.alias_ids)
        db.table("aliases").upsert_all(leading, pk="alias_id")


def drop_vendor_rows(db: sqlite_utils.Database, bank_id: str) -> None:
    """Drop a vendor and the names that lead to it."""
    for table in ("vendors", "aliases", "unsettled"):
        db.table(table).delete_where("bank_id = ?", [bank_id])


def delete_deals(db: sqlite_utils.Database, table: str, deal_ids: Sequence[str]) -> None:
    """Delete the rows of these deals from a table."""
    db.table(table).delete_where("deal_id IN (SELECT value FROM json_each(?))", [json.dumps(list(deal_ids))])


@functools.lru_cache(maxsize=10_000)  # the same few departments and people stand behind most vendors
def _names(json_array: str) -> tuple[str, ...]:
    return tuple(_distinct(json.loads(json_array)))


def _distinct(names: Iterable[str]) -> list[str]:
    return sorted(distinct(sorted(names)), key=fold)
