"""The index as one person sees it: the same questions, over the rows that are theirs to see.

Views of the tables' own names stand before the tables, so that no query can forget the rule. A restricted row is shown only
where it is named as allowed: one that was written a moment ago is hidden until somebody said that it is not.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date

from leverage.access.audience import SameDepartment, is_in
from leverage.access.person import Person
from leverage.by_vendor import Touched
from leverage.errors import StoreUnavailable
from leverage.index import Index, Write

_SEEN = (
    """(audience = '' AND deal_id NOT IN (SELECT deal_id FROM main.hiding)) OR deal_id IN (SELECT deal_id FROM temp.allowed)"""
)
_VIEWS = (
    f"CREATE TEMP VIEW deals AS SELECT * FROM main.deals WHERE {_SEEN}",
    f"CREATE TEMP VIEW retracted AS SELECT * FROM main.retracted WHERE {_SEEN}",
    # A vendor is known to whoever sees one of its deals, and to everybody where it has none at all.
    """CREATE TEMP VIEW vendors AS SELECT * FROM main.vendors v WHERE
         EXISTS (SELECT 1 FROM temp.deals d WHERE d.bank_id = v.bank_id)
         OR EXISTS (SELECT 1 FROM temp.retracted r WHERE r.bank_id = v.bank_id)
         OR NOT EXISTS (SELECT 1 FROM main.deals d WHERE d.bank_id = v.bank_id
                        UNION ALL SELECT 1 FROM main.retracted r WHERE r.bank_id = v.bank_id)""",
    # Another name of a vendor leads to it for those alone who know the vendor.
    """CREATE TEMP VIEW aliases AS SELECT a.* FROM main.aliases a WHERE
         EXISTS (SELECT 1 FROM temp.vendors v WHERE v.bank_id = a.bank_id)""",
    """CREATE TEMP VIEW unsettled AS SELECT u.* FROM main.unsettled u WHERE
         EXISTS (SELECT 1 FROM temp.vendors v WHERE v.bank_id = u.bank_id)""",
)


class _Connection(sqlite3.Connection):
    """A connection that knows after which write it was told what the person may see."""

    told_at = -1


class SeenIndex(Index):
    """An index file, read as a person may. Nothing can be written through it."""

    def __init__(
        self,
        whole: Index,
        person: Person,
        same_department: SameDepartment,
        named: Callable[[str | None], Mapping[str, Collection[str]]] = lambda bank_id: {},
    ) -> None:
        """Look at an index as a person; `same_department` says when two spellings are one.

        `named` gives by bank id, for every vendor or one, the deals of other vendors that stand in its records.
        """
        self._named = named
        self._unseen: tuple[int, dict[str | None, dict[str, list[str]]]] = (-1, {})
        self._whole = whole
        self._person = person
        self._same_department = same_department
        self._seen: _Seen | None = None
        self._begin(whole.path)
        self._of_whole = whole.generation

    def __del__(self) -> None:
        with suppress(AttributeError):
            self._close_free()

    @property
    def writes(self) -> int:  # type: ignore[override]
        """How often the whole was written so far."""
        return self._whole.writes

    @property
    def touched(self) -> Touched:  # type: ignore[override]
        """Which vendors were written in the whole, as seen or not: what was hidden, or is not any more, is among it."""
        return self._whole.touched

    def hidden(self) -> frozenset[str]:
        """Return the ids of the deals that the person does not see. Raises StoreUnavailable while that can't be known."""
        return self._now().hidden

    def has_unseen_vendor(self, bank_id: str) -> bool:
        """Say whether a bank id leads to a vendor whose deals are all kept from the person."""
        if not self.hidden():
            return False
        home = self._whole.home(bank_id)
        return self._whole.knows(home) and not self.knows(home)

    def restricted(self, bank_id: str, until: date | None = None) -> int:
        """Return how many of a vendor's deals the person does not see; none of a vendor that is not there for them."""
        return super().restricted(bank_id, until) if self.knows(bank_id) else 0

    def revision(self, bank_id: str) -> str:
        """Return a text that changes whenever anything that the person sees of a vendor does; see `Index.revision`."""
        return _with(super().revision(bank_id), self._unseen_in(bank_id).get(bank_id, []))

    def revisions(self, bank_id: str | None = None) -> dict[str, str]:
        """Return such texts by bank id, for every vendor or one; see `Index.revisions`."""
        unseen = self._unseen_in(bank_id)
        return {each: _with(told, unseen.get(each, [])) for each, told in super().revisions(bank_id).items()}

    def _unseen_in(self, bank_id: str | None) -> dict[str, list[str]]:
        """Return by bank id which deals that the person does not see stand in the records of another vendor's bank."""
        writes, known = self.writes, self._unseen
        if known[0] != writes:
            known = self._unseen = (writes, {})
        hidden = self.hidden()
        if not hidden:
            return {}
        if bank_id not in known[1]:
            told = self._named(bank_id).items()
            known[1][bank_id] = {each: found for each, ids in told if (found := sorted(hidden.intersection(ids)))}
        return known[1][bank_id]

    def _now(self) -> "_Seen":
        """Return what the person sees; what is written meanwhile is looked at the next time."""
        writes, seen = self._whole.writes, self._seen
        if seen is None or seen.writes != writes:
            if not self._whole.is_complete():
                raise StoreUnavailable("The memory is being read. Try again in a minute.")
            told = self._whole.audiences()
            belongs = {who: is_in(self._person, who, self._same_department) for who in set(told.values())}
            hidden = frozenset(deal_id for deal_id, who in told.items() if not belongs[who])
            seen = self._seen = _Seen(writes, frozenset(told) - hidden, hidden)
        return seen

    def _written(self) -> int:
        if self._whole.is_closed:
            self.close()
        super()._written()
        return self._now().writes

    def _write(self, write: Write) -> None:
        raise AssertionError("A person's view of the index is never written.")

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        if self._whole.is_closed:
            self.close()
        if self._of_whole != self._whole.generation:  # the file may be another one
            self._of_whole = self._whole.generation
            self._close_free()
        seen = self._now()
        with super()._connection() as connection:
            if isinstance(connection, _Connection) and connection.told_at != seen.writes:
                connection.execute("DELETE FROM temp.allowed")
                connection.executemany("INSERT INTO temp.allowed VALUES (?)", ((each,) for each in seen.allowed))
                connection.commit()
                connection.told_at = seen.writes
            yield connection

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=10, check_same_thread=False, factory=_Connection)
        connection.execute("PRAGMA temp_store = MEMORY")
        connection.execute("CREATE TEMP TABLE allowed (deal_id TEXT PRIMARY KEY) WITHOUT ROWID")
        for view in _VIEWS:
            connection.execute(view)
        return connection


def _with(revision: str, unseen: list[str]) -> str:
    """Return a revision of a vendor in whose records such deals stand: nobody who sees them shares its answers."""
    return f"{revision}.{hashlib.sha256(repr(unseen).encode()).hexdigest()[:16]}" if unseen else revision


@dataclass(frozen=True)
class _Seen:
    """Which of the deals that are not everybody's a person sees, and which not, after so many writes."""

    writes: int
    allowed: frozenset[str]
    hidden: frozenset[str]
