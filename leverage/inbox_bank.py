"""What the inbox keeps, as records by name in a bank of the product's own that is never recalled."""

import threading
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, TypeVar

from leverage.memory.bank import Banks, Stored
from leverage.memory.facets import records_of
from leverage.memory.packing import pack
from leverage.memory.records import Memory

INBOX_ID = "leverage-inbox"
PROPOSAL, SOURCE, TEXT, TOLD, REPORT, MARK = "proposal", "source", "text", "told", "report", "mark"
OPEN, DECIDED, ERASED = "open", "decided", "erased"
SHARED = ("vendor", "deal_date", "logged_by", "logged_by_email", "department")  # several proposals of a text may quote one

Value = TypeVar("Value")
Records = Mapping[str, Mapping[str, Any]]


def key_of(pending_id: str) -> str:
    """Return the key under which the deal of a proposal is logged, so that it is logged once."""
    return f"inbox:{pending_id}"


class InboxBank:
    """Reads and writes the inbox's records by name, such as `proposal:` and an id.

    A proposal's record is listed by its state, so that a list of open ones reads neither texts nor what was decided.
    Hold `changing` from reading a record to writing what is made of it, and take no other lock meanwhile; hold `deciding`
    for as long as a proposal is decided.
    """

    def __init__(self, banks: Banks) -> None:
        self._banks = banks
        self._bank = banks.bank(INBOX_ID)
        self.changing = threading.RLock()
        self.deciding = threading.Lock()
        self.scanning = threading.Lock()
        self._generation = 0
        self._kept: dict[Hashable, Any] = {}
        self._lists: dict[tuple[str, Callable[[Any], Any]], dict[str, Any]] = {}
        self._keeping = threading.Lock()

    def read(self, names: Iterable[str]) -> dict[str, Any]:
        """Return records in JSON types by name; those that are not there are left out."""
        asked = list(dict.fromkeys(names))
        return self._bank.records(asked) if asked else {}

    def all(self, kind: str) -> dict[str, Any]:
        """Return all records of a kind by name; those of proposals by their state: `open`, `decided` or `erased`."""
        return records_of(self._banks, INBOX_ID, f"inbox-{kind}")

    def names(self, kind: str) -> list[str]:
        """Return the names of all records of a kind, without reading them."""

        def read(collection: Any) -> list[str]:
            ids: list[str] = collection.get(where={"facet": f"inbox-{kind}"}, include=[])["ids"]
            return ids

        return self._banks.engine.ask(INBOX_ID, read) or []

    def listed(self, state: str, make: Callable[[Any], Value]) -> list[Value]:
        """Return what `make` makes of each proposal in a state; it is made once, and again only of those that are written."""
        with self._keeping:
            if (state, make) in self._lists:
                return list(self._lists[state, make].values())
            generation = self._generation
        made = {name: make(stored) for name, stored in self.all(state).items()}
        with self._keeping:
            if generation == self._generation:
                self._lists[state, make] = made
            return list(made.values())

    def of_deal(self, deal_id: str) -> list[Any]:
        """Return the records of the proposals that became part of a deal."""
        ids = self._bank.ids_of_deal(deal_id)
        return list(self._bank.records(ids).values()) if ids else []

    def write(self, records: Records, before: Records | None = None) -> None:
        """Keep records, each with its `version`, in the place of those `before`. Raises StoreUnavailable where that fails."""
        if not records:
            return
        old = before or {}
        longer = [each for name, value in records.items() if name in old for each in _parts_beyond(name, old[name], value)]
        try:
            self._bank.retain([], [_stored(name, value) for name, value in records.items()])
            self._bank.erase(longer)
        except BaseException:
            self._forget()
            raise
        self._forget(records)

    def remove(self, records: Records) -> None:
        """Drop records; missing ones are fine."""
        if not records:
            return
        try:
            self._bank.erase([part for name, value in records.items() for part in _ids(name, value)])
        finally:
            self._forget()

    def kept(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return what `make` makes of the records, kept until one of them is written."""
        kept = self._kept  # another one takes its place with each write
        if key not in kept:
            kept[key] = make()
        value: Value = kept[key]
        return value

    def _forget(self, written: Records | None = None) -> None:
        """Forget what was made of the records; lists go on with those that are known to be `written`."""
        with self._keeping:
            self._generation += 1
            self._kept = {}
            if written is None:
                self._lists = {}
            for (state, make), made in self._lists.items():
                for name, value in (written or {}).items():
                    made.pop(name, None)
                    if _listing(name, value) == state:
                        made[name] = make(value)


def _listing(name: str, value: Mapping[str, Any]) -> str:
    kind = name.partition(":")[0]
    if kind != PROPOSAL:
        return kind
    return str(value["state"]) if value["state"] in (OPEN, ERASED) else DECIDED


def _stored(name: str, value: Mapping[str, Any]) -> Stored:
    text = f"A record of the inbox: {name.partition(':')[0]}."  # one for all of a kind: only that is read for its meaning
    return Stored(Memory(name, text, value.get("deal_id"), f"inbox-{_listing(name, value)}", version=value["version"]), value)


def _ids(name: str, value: Any) -> list[str]:
    return [name, *(f"{name}:{n}" for n in range(1, len(pack(value))))]


def _parts_beyond(name: str, old: Any, new: Any) -> list[str]:
    return _ids(name, old)[len(pack(new)) :]
