"""The desk: what belongs to no vendor, kept as records in a bank of the product's own that is never recalled."""

from collections.abc import Mapping
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

    def rewrite(self, name: str, value: Mapping[str, Any], wanted: str) -> None:
        """Keep a record anew, under the name `wanted`; where another one has that, both names in it get a number."""
        version = value.get("version", 0) + 1
        number, key, told = 1, wanted, {**value, "version": version}
        while key != name and not _is_same(self.read(key), told):
            number += 1
            key = f"{wanted} {number}"
            told |= {"name": f"{value['name']} {number}"} if "name" in value else {}
        self.write(key, told, version)
        if key != name:
            self.remove(name)


def _is_same(there: Mapping[str, Any] | None, value: Mapping[str, Any]) -> bool:
    """Say whether nothing stands there but the record itself, from an earlier try."""
    return there is None or {**there, "version": 0} == {**value, "version": 0}
