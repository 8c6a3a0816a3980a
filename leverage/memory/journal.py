"""The journal: a collection in which every process says which deals it wrote, and holds its turns.

One record stands for each deal and bank, put anew by each write, so that the journal never grows beyond the store and nothing
has to be taken out of it: whoever was away reads on from where it had come to, however long ago.
"""

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from chromadb.api.models.Collection import Collection

from leverage.memory.chroma import JOURNAL_ID, MOVE_ID
from leverage.memory.move_mark import TURN_OF, refuse_marked
from leverage.memory.server_engine import ServerEngine

_AT, _OF, _HELD = "journal_at", TURN_OF, "turn_held"  # keys that no other collection has, or Chroma scans them all


@dataclass(frozen=True)
class Entry:
    """That a deal of a bank was written, at the journal's time `at` in ms; with no deal, that anything of the bank was."""

    bank_id: str
    deal_id: str
    at: int
    by: str

    @property
    def id(self) -> str:
        """Under which it stands."""
        return f"{self.bank_id}/{self.deal_id}"


@dataclass(frozen=True)
class Turn:
    """That a process holds a name, or did; each next holder has the next number.

    As long as it holds it, it puts the turn anew now and then, with `renewed` one higher.
    """

    name: str
    number: int
    token: str
    renewed: int
    is_held: bool

    @property
    def id(self) -> str:
        """Under which it stands."""
        return f"turn/{self.name}#{self.number}"


class Journal:
    """Reads and writes the journal on a server."""

    def __init__(self, engine: ServerEngine) -> None:
        self._engine = engine

    def clock(self) -> int:
        """Return the server's time in milliseconds. Raises StoreUnavailable."""
        return self._engine.clock()

    def look(self) -> None:
        """Find out whether a server that was away is back. Raises StoreUnavailable where it is not."""
        self._engine.look()

    def put(self, entries: Iterable[Entry], turns: Iterable[Turn] = ()) -> None:
        """Write entries and turns in one call, each in the place of the one before. Raises StoreUnavailable."""
        rows = {each.id: _entry(each) for each in entries} | {each.id: _turn(each) for each in turns}
        if rows:
            self._engine.ask(JOURNAL_ID, lambda journal: journal.upsert(**_columns(rows)), create=True)

    def claim(self, turn: Turn) -> list[Turn]:
        """Add a turn unless somebody else has its number, and return all turns of its name that there are then.

        Raises StoreMoved where the memory is being moved, or was.
        """

        def add(journal: Collection) -> list[Turn]:
            journal.add(**_columns({turn.id: _turn(turn)}))
            return _turns(journal.get(where=_around(turn.name), include=["metadatas"]))

        return self._engine.ask(JOURNAL_ID, add, create=True) or []

    def turns(self, name: str) -> list[Turn]:
        """Return the turns of a name; the one with the highest number counts. Raises StoreMoved as `claim` does."""
        return _turns(self._ask(_around(name)))

    def held(self) -> list[Turn]:
        """Return all turns that are held, or were by a process that is gone."""
        return _turns(self._ask({_HELD: "yes"}))

    def drop(self, turns: Iterable[Turn]) -> None:
        """Take out turns that others came after."""
        ids = [each.id for each in turns]
        if ids:
            self._engine.ask(JOURNAL_ID, lambda journal: journal.delete(ids=ids))

    def since(self, at: int) -> list[Entry]:
        """Return the entries that were written at a time, in ms, or later."""
        return _entries(self._ask({_AT: {"$gte": at}}))

    def _ask(self, where: Mapping[str, Any]) -> Any:
        found = self._engine.ask(JOURNAL_ID, lambda journal: journal.get(where=dict(where), include=["metadatas"]))
        return found or {"metadatas": []}


def _entry(entry: Entry) -> dict[str, Any]:
    return {_AT: entry.at, "bank": entry.bank_id, "deal": entry.deal_id, "by": entry.by}


def _turn(turn: Turn) -> dict[str, Any]:
    told = {_OF: turn.name, "number": turn.number, "token": turn.token, "renewed": turn.renewed}
    return {**told, _HELD: "yes" if turn.is_held else "no"}


def _entries(found: Any) -> list[Entry]:
    return [Entry(each["bank"], each["deal"], each[_AT], each["by"]) for each in found["metadatas"] or ()]


def _around(name: str) -> dict[str, Any]:
    return {_OF: {"$in": [name, MOVE_ID]}}


def _turns(found: Any) -> list[Turn]:
    rows = found["metadatas"] or ()
    refuse_marked(rows)
    return [Turn(m[_OF], m["number"], m["token"], m["renewed"], m[_HELD] == "yes") for m in rows]


def _columns(rows: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    return {"ids": list(rows), "metadatas": list(rows.values()), "embeddings": [_place(each) for each in rows]}


def _place(record_id: str) -> list[float]:
    """Return a vector, which Chroma wants, and which is never asked for: places on a plane, apart from each other."""
    number = zlib.crc32(record_id.encode())
    return [(number & 0xFFFF) / 0xFFFF, (number >> 16) / 0xFFFF]
