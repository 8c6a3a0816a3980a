"""A vendor's own record: its name, what else it is called, what is known of it, and how its deals came and went."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from leverage.index import VendorRow
from leverage.memory.bank import VENDOR_ID, Banks, Stored
from leverage.memory.records import Memory
from leverage.progress import Progress
from leverage.schemas import later_fields, names_of
from leverage.text import fold
from leverage.vendors import BANK_PREFIX, vendor_bank_id

SCHEMA = 1

_TIMING = frozenset({"fiscal year end", "fiscal year", "financial year end", "financial year", "year end"})

MoveKind = Literal["merge", "split", "undo", "rename"]
MoveState = Literal["copying", "leaving", "done"]

_LISTS = ("deal_ids", "gained", "gained_banks", "brought")


@dataclass(frozen=True)
class VendorNote:
    """Something known of a vendor that belongs to no deal, such as its fiscal year-end, and where it is from."""

    topic: str
    text: str
    source: str
    noted_by: str
    noted_at: datetime
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_timing(self) -> bool:
        """Whether it is about the vendor's calendar, which a brief shows with the dates."""
        return fold(self.topic) in _TIMING

    def to_json(self) -> dict[str, Any]:
        """Return the note in JSON types."""
        known = {name: getattr(self, name) for name in names_of(self)}
        return {**self.more, **known, "noted_at": self.noted_at.isoformat()}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "VendorNote":
        """Return the note that `to_json` wrote; what a later schema added is kept in `more`."""
        known = {name: stored[name] for name in names_of(cls) if name in stored}
        return cls(
            **known | {"noted_at": datetime.fromisoformat(stored["noted_at"]), "more": later_fields(stored, names_of(cls))}
        )


@dataclass(frozen=True)
class Move:
    """Deals that went from the bank `source` to the bank `target`, told in the target's record before any of them moves.

    `copying`: the target holds copies, the source still counts. `leaving`: the target counts, what the source still
    holds is being taken away. `loose` are memories that belong to no deal: the id in the target by the id in the source.
    `gained` and `gained_banks` are names and bank ids that led to the source before and lead to the target since. Of a
    merge, `left_behind` is the source's record without its own changes, which stand in the target's record since:
    `brought` are their ids. `dropped_parent` is a parent of the target that would be its own since; `opened` says that
    the target was new. `deals` counts the deals of a change that can't be undone any more, whose ids are not kept.
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
    dropped_parent: str | None = None
    left_behind: Mapping[str, Any] | None = None
    brought: tuple[str, ...] = ()
    undoes: str | None = None
    undone_at: datetime | None = None
    undone_by: str | None = None
    deals: int = 0
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def takes_all(self) -> bool:
        """Whether the source is a vendor no more once this is done."""
        return self.kind == "merge"

    @property
    def is_unfinished(self) -> bool:
        """Whether it was begun and not brought to its end."""
        return self.state != "done"

    @property
    def deal_count(self) -> int:
        """Return how many deals moved."""
        return self.deals or len(self.deal_ids)

    def closed(self) -> "Move":
        """Return the change as it is told once nothing can be undone by it: who, what and when, and how many deals."""
        return replace(self, deals=self.deal_count, deal_ids=(), loose={}, left_behind=None, brought=())

    def to_json(self) -> dict[str, Any]:
        """Return the move in JSON types, without what is empty: a vendor may have many of them."""
        known = {name: getattr(self, name) for name in names_of(self)}
        days = {name: day.isoformat() for name in ("at", "undone_at") if (day := known[name])}
        lists = {name: list(known[name]) for name in _LISTS}
        told = known | {"loose": dict(self.loose)} | lists | days
        return {**self.more, **{name: value for name, value in told.items() if value}}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Move":
        """Return the move that `to_json` wrote; what a later schema added is kept in `more`."""
        known = {name: stored[name] for name in names_of(cls) if name in stored}
        days = {name: datetime.fromisoformat(known[name]) for name in ("at", "undone_at") if known.get(name)}
        lists = {name: tuple(known.get(name) or ()) for name in _LISTS}
        return cls(**known | lists | days | {"more": later_fields(stored, names_of(cls))})


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

    @property
    def is_bare(self) -> bool:
        """Whether it tells nothing but the name."""
        return not (self.aliases or self.banks or self.parent or self.notes or self.moves or self.more)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "VendorRecord":
        """Return the record that `to_json` wrote; what a later schema added is kept in `more`."""
        return cls(
            stored["name"],
            stored["version"],
            tuple(stored.get("aliases", ())),
            tuple(stored.get("banks", ())),
            stored.get("parent"),
            tuple(VendorNote.from_json(each) for each in stored.get("notes", ())),
            tuple(Move.from_json(each) for each in stored.get("moves", ())),
            later_fields(stored, names_of(cls), SCHEMA),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the record in JSON types."""
        return {
            "schema": SCHEMA,
            **self.more,
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

    def without(self, move: Move) -> "VendorRecord":
        """Return the next version, without a move that came to nothing."""
        return self.next(moves=tuple(each for each in self.moves if each.id != move.id))

    def bare(self) -> "VendorRecord":
        """Return the record without its changes."""
        return replace(self, moves=())

    def names(self) -> tuple[str, ...]:
        """Return the vendor's name, then its aliases."""
        return (self.name, *self.aliases)

    def brings(self, move: Move) -> "VendorRecord | None":
        """Return what comes with a move of everything, or with the undoing of one, out of this record, the source's."""
        if move.takes_all:
            return self
        undone = self.move(move.undoes) if move.undoes else None
        if undone is None or not undone.takes_all or not undone.left_behind:
            return None
        left = VendorRecord.from_json(undone.left_behind)  # one written long ago holds its changes itself
        return replace(left, moves=(*left.moves, *(each for each in self.moves if each.id in undone.brought)))

    def arrived(self, move: Move, source: "VendorRecord | None", parent: str | None) -> "VendorRecord":
        """Return the record after the deals of a move came here, with what they brought from the source's record.

        `parent` is the firm that the vendor belongs to from then on.
        """
        gift = source.brings(move) if source else None
        undone = source.move(move.undoes) if source and move.undoes else None
        gained, banks = (undone.gained, undone.gained_banks) if undone else (move.gained, move.gained_banks)
        stay = set(source.banks) - set(banks) if source and undone else set()  # merged into the source in their own right
        gained = tuple(each for each in gained if vendor_bank_id(each) not in stay)
        if move.takes_all:
            banks = (move.source, *(source.banks if source else ()))
        elif source and not undone:
            gained = tuple(each for each in source.aliases if vendor_bank_id(each) == move.target)
            banks = tuple(each for each in source.banks if each == move.target)
        given = (each for each in (gift.names() if gift else ()) if vendor_bank_id(each) not in stay)
        names = _new((*gained, *given), self.names())
        told = replace(move, state="leaving", gained=gained, gained_banks=banks)
        if move.takes_all and gift:
            gained = _new((*move.gained, *names), ())
            brought = _new((*move.brought, *(each.id for each in gift.moves)), ())
            told = replace(told, gained=gained, left_behind=gift.bare().to_json(), brought=brought)
        if parent != self.parent and move.takes_all:
            told = replace(told, adopted_parent=parent is not None, dropped_parent=self.parent)
        here = replace(
            self,
            aliases=(*self.aliases, *names),
            banks=(*self.banks, *_new((*banks, *(gift.banks if gift else ())), (move.target, *self.banks))),
            notes=(*self.notes, *_new(gift.notes if gift else (), self.notes)),
            parent=parent,
            moves=(*self.moves, *(each for each in (gift.moves if gift else ()) if not self.move(each.id))),
            more={**(gift.more if gift and move.opened else {}), **self.more},
        )
        return replace(here, moves=here._told_undone(move)).with_move(told)

    def left(self, move: Move) -> "VendorRecord":
        """Return the record after the deals of a move went away from here; itself where that is told already."""
        undone = self.move(move.undoes) if move.undoes else None
        told = () if move.kind != "split" or self.move(move.id) else (replace(move, state="done").closed(),)
        changes: dict[str, Any] = {
            "aliases": tuple(each for each in self.aliases if each not in move.gained),
            "banks": tuple(each for each in self.banks if each not in move.gained_banks),
            "moves": (*self._told_undone(move), *told),
        }
        if undone is not None and undone.undone_at is None and undone.takes_all and undone.left_behind:
            theirs = VendorRecord.from_json(undone.left_behind)
            back = {
                each for each in undone.brought if (known := self.move(each)) and move.source not in (known.source, known.target)
            }
            changes |= {"notes": tuple(each for each in self.notes if each not in theirs.notes)}
            changes |= {"moves": tuple(each for each in changes["moves"] if each.id not in back)}
            is_theirs = undone.adopted_parent and self.parent == theirs.parent
            changes |= {"parent": undone.dropped_parent} if is_theirs or not self.parent else {}
        return self if replace(self, **changes) == self else self.next(**changes)

    def _told_undone(self, move: Move) -> tuple[Move, ...]:
        """Return the moves, the one that `move` undoes marked as undone."""
        is_undone = move.undoes is not None
        return tuple(
            replace(each, undone_at=move.at, undone_by=move.by).closed()
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


def _new(values: Iterable[Any], known: Iterable[Any]) -> tuple[Any, ...]:
    """Return those of the values that are not known, once each, in order; they need not be hashable."""
    found = list(known)
    there = len(found)
    for value in values:
        if value not in found:
            found.append(value)
    return tuple(found[there:])
