"""A vendor's own record: its name, what else it is called, what is known of it, and how its deals came and went."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from typing import Any, Literal

from leverage.index import VendorRow
from leverage.memory.bank import VENDOR_ID, Banks, Stored
from leverage.memory.records import Memory
from leverage.progress import Progress
from leverage.text import fold
from leverage.vendors import BANK_PREFIX, vendor_bank_id

SCHEMA = 1

_TIMING = frozenset({"fiscal year end", "fiscal year", "financial year end", "financial year", "year end"})

MoveKind = Literal["merge", "split", "undo", "rename"]
MoveState = Literal["copying", "leaving", "done"]


@dataclass(frozen=True)
class VendorNote:
    """Something known of a vendor that belongs to no deal, such as its fiscal year-end, and where it is from."""

    topic: str
    text: str
    source: str
    noted_by: str
    noted_at: datetime

    @property
    def is_timing(self) -> bool:
        """Whether it is about the vendor's calendar, which a brief shows with the dates."""
        return fold(self.topic) in _TIMING

    def to_json(self) -> dict[str, Any]:
        """Return the note in JSON types."""
        return {**vars(self), "noted_at": self.noted_at.isoformat()}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "VendorNote":
        """Return the note that `to_json` wrote."""
        return cls(**{**stored, "noted_at": datetime.fromisoformat(stored["noted_at"])})


@dataclass(frozen=True)
class Move:
    """Deals that went from the bank `source` to the bank `target`, told in the target's record before any of them moves.

    `copying`: the target holds copies, the source still counts. `leaving`: the target counts, what the source still
    holds is being taken away. `loose` are memories that belong to no deal: the id in the target by the id in the source.
    `gained` and `gained_banks` are names and bank ids that led to the source before and lead to the target since;
    `left_behind` is the source's record, where all of it went; `opened` says that the target was new.
    """

    id: str
    kind: MoveKind
    source: str
    target: str
    at: datetime
    by: str | None = None
    state: MoveState = "copying"
    deal_ids: tuple[str, ...] = ()
    loose: Mapping[str, str] = field(default_factory=dict)
    gained: tuple[str, ...] = ()
    gained_banks: tuple[str, ...] = ()
    source_name: str = ""
    target_name: str = ""
    opened: bool = False
    adopted_parent: bool = False
    left_behind: Mapping[str, Any] | None = None
    undoes: str | None = None
    undone_at: datetime | None = None
    undone_by: str | None = None

    @property
    def takes_all(self) -> bool:
        """Whether the source is a vendor no more once this is done."""
        return self.kind == "merge"

    @property
    def is_unfinished(self) -> bool:
        """Whether it was begun and not brought to its end."""
        return self.state != "done"

    def to_json(self) -> dict[str, Any]:
        """Return the move in JSON types."""
        days = {name: day.isoformat() if (day := getattr(self, name)) else None for name in ("at", "undone_at")}
        return {**vars(self), "loose": dict(self.loose), **days}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Move":
        """Return the move that `to_json` wrote; what a later schema added is passed over."""
        known = {name: stored[name] for name in (each.name for each in fields(cls)) if name in stored}
        days = {name: datetime.fromisoformat(known[name]) for name in ("at", "undone_at") if known.get(name)}
        lists = {name: tuple(known.get(name) or ()) for name in ("deal_ids", "gained", "gained_banks")}
        return cls(**known | lists | days)


@dataclass(frozen=True)
class VendorRecord:
    """What belongs to a vendor and to none of its deals; `version` grows with every change.

    `aliases` are further names as people write them, `banks` the ids of banks that were merged into this one.
    """

    name: str
    version: int = 1
    aliases: tuple[str, ...] = ()
    banks: tuple[str, ...] = ()
    parent: str | None = None
    notes: tuple[VendorNote, ...] = ()
    moves: tuple[Move, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "VendorRecord":
        """Return the record that `to_json` wrote; what a later schema added is kept in `more`."""
        known = {each.name for each in fields(cls)} | {"schema"}
        return cls(
            stored["name"],
            stored["version"],
            tuple(stored.get("aliases", ())),
            tuple(stored.get("banks", ())),
            stored.get("parent"),
            tuple(VendorNote.from_json(each) for each in stored.get("notes", ())),
            tuple(Move.from_json(each) for each in stored.get("moves", ())),
            {name: value for name, value in stored.items() if name not in known},
        )

    def to_json(self) -> dict[str, Any]:
        """Return the record in JSON types."""
        return {
            **self.more,
            "schema": SCHEMA,
            "version": self.version,
            "name": self.name,
            "aliases": list(self.aliases),
            "banks": list(self.banks),
            "parent": self.parent,
            "notes": [each.to_json() for each in self.notes],
            "moves": [each.to_json() for each in self.moves],
        }

    def next(self, **changes: Any) -> "VendorRecord":
        """Return the next version, with these changes."""
        return replace(self, version=self.version + 1, **changes)

    def stored(self) -> Stored:
        """Return the record as a bank keeps it."""
        return Stored(Memory(VENDOR_ID, self.name, facet="vendor", version=self.version), self.to_json())

    def row(self, bank_id: str) -> VendorRow:
        """Return what the index knows of the vendor; nothing leads to one that is only being opened."""
        move = self.unfinished()
        is_opening = move is not None and move.opened and move.state == "copying"
        alias_ids = () if is_opening else self.alias_ids(bank_id)
        return VendorRow(bank_id, self.name, self.version, self.aliases, alias_ids, move is not None)

    def alias_ids(self, bank_id: str) -> tuple[str, ...]:
        """Return the bank ids that lead to this vendor, its own aside."""
        ids = [*(vendor_bank_id(name) for name in (self.name, *self.aliases)), *self.banks]
        return tuple(each for each in dict.fromkeys(ids) if each != bank_id)

    def move(self, move_id: str) -> Move | None:
        """Return a move by id."""
        return next((each for each in self.moves if each.id == move_id), None)

    def unfinished(self) -> Move | None:
        """Return the move that was begun and not brought to its end."""
        return next((each for each in self.moves if each.is_unfinished), None)

    def has_split_off(self, bank_id: str) -> bool:
        """Say whether deals were split off from this vendor's bank that an undo would bring back."""
        return any(each.kind == "split" and each.source == bank_id and each.undone_at is None for each in self.moves)

    def with_move(self, move: Move) -> "VendorRecord":
        """Return the next version with a move added, or put in the place of the one with its id."""
        others = tuple(each for each in self.moves if each.id != move.id)
        return self.next(moves=(*others, move))

    def arrived(self, move: Move) -> "VendorRecord":
        """Return the next version, after the deals of a move came here: with what they brought."""
        names = [each for each in move.gained if each not in (self.name, *self.aliases)]
        banks = [each for each in move.gained_banks if each not in (move.target, *self.banks)]
        changes: dict[str, Any] = {"aliases": (*self.aliases, *names), "banks": (*self.banks, *banks)}
        if move.takes_all and move.left_behind:
            left = VendorRecord.from_json(move.left_behind)
            changes |= {"notes": (*self.notes, *(each for each in left.notes if each not in self.notes))}
            changes |= {"parent": left.parent} if move.adopted_parent else {}
        here = replace(self, **changes)
        return replace(here, moves=here._told_undone(move)).with_move(move)

    def left(self, move: Move) -> "VendorRecord":
        """Return the record after the deals of a move went away from here; itself where that is told already."""
        undone = self.move(move.undoes) if move.undoes else None
        told = () if move.kind != "split" or self.move(move.id) else (replace(move, state="done"),)
        changes: dict[str, Any] = {
            "aliases": tuple(each for each in self.aliases if each not in move.gained),
            "banks": tuple(each for each in self.banks if each not in move.gained_banks),
            "moves": (*self._told_undone(move), *told),
        }
        if undone is not None and undone.undone_at is None and undone.takes_all and undone.left_behind:
            theirs = VendorRecord.from_json(undone.left_behind)
            changes |= {"notes": tuple(each for each in self.notes if each not in theirs.notes)}
            changes |= {"parent": None} if undone.adopted_parent and self.parent == theirs.parent else {}
        return self if replace(self, **changes) == self else self.next(**changes)

    def _told_undone(self, move: Move) -> tuple[Move, ...]:
        """Return the moves, the one that `move` undoes marked as undone."""
        is_undone = move.undoes is not None
        return tuple(
            replace(each, undone_at=move.at, undone_by=move.by)
            if is_undone and each.id == move.undoes and each.undone_at is None
            else each
            for each in self.moves
        )


def vendor_bank_ids(banks: Banks) -> list[str]:
    """Return the ids of the banks that belong to vendors."""
    return [bank_id for bank_id in banks.engine.bank_ids() if bank_id.startswith(BANK_PREFIX)]


def all_vendors(banks: Banks, progress: Progress | None = None) -> Iterator[tuple[str, VendorRecord]]:
    """Yield every vendor's bank id with its record; `progress` gets (banks read, banks in all), with nothing held."""
    bank_ids = vendor_bank_ids(banks)
    for done, bank_id in enumerate(bank_ids, start=1):
        stored = banks.bank(bank_id).records([VENDOR_ID]).get(VENDOR_ID)
        if stored:
            yield bank_id, VendorRecord.from_json(stored)
        if progress:
            progress(done, len(bank_ids))
