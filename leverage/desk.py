"""The desk: what belongs to no vendor, kept as records in a bank of the product's own that is never recalled."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from leverage.memory.bank import DESK_ID, Banks, Stored
from leverage.memory.records import Memory

__all__ = ["DESK_ID", "Desk"]

_MOST_PARTS = 100


class Desk:
    """Reads and writes the desk's records by name.

    Whoever reads a record, and writes it by what was read, holds `turn` meanwhile, or uses `change`: else an erasure in
    between would be undone.
    """

    def __init__(self, banks: Banks) -> None:
        self._bank = banks.bank(DESK_ID)
        self.turn: AbstractContextManager[Any] = banks.desk_turn

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

    def change(self, name: str, alter: Callable[[Any | None], Mapping[str, Any]]) -> Mapping[str, Any]:
        """Put what `alter` makes of a record, None where there is none, in its place as the next version, and return it.

        Raises whatever `alter` raises; then nothing is written.
        """
        with self.turn:
            known = self.read(name)
            version = (known or {}).get("version", 0) + 1
            told = {**alter(known), "version": version}
            self.write(name, told, version)
        return told

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
