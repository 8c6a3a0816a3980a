"""The desk: what belongs to no vendor, kept as records in a bank of the product's own that is never recalled."""

from typing import Any

from leverage.memory.bank import Banks, Stored
from leverage.memory.records import Memory

DESK_ID = "leverage-desk"
_MOST_PARTS = 100


class Desk:
    """Reads and writes the desk's records by name."""

    def __init__(self, banks: Banks) -> None:
        self._bank = banks.bank(DESK_ID)

    def read(self, name: str) -> Any | None:
        """Return a record in JSON types; None where there is none."""
        return self._bank.records([name]).get(name)

    def records(self) -> dict[str, Any]:
        """Return all records by name."""
        return self._bank.records()

    def all(self, kind: str) -> dict[str, Any]:
        """Return all records whose names begin with `kind` and a colon, by what follows it."""
        return {
            name.removeprefix(f"{kind}:"): value for name, value in self._bank.records().items() if name.startswith(f"{kind}:")
        }

    def remove(self, name: str) -> None:
        """Drop a record; a missing one is fine."""
        self._bank.erase([name, *(f"{name}:{n}" for n in range(1, _MOST_PARTS))])

    def write(self, name: str, value: Any, version: int) -> None:
        """Keep a record; `version` grows with every change. Raises StoreUnavailable where it can't be kept."""
        self._bank.retain([], [Stored(Memory(name, f"The desk's {name}.", facet="record", version=version), value)])
