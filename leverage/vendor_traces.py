"""What the record of one vendor tells of another, taken out when that one is erased."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from leverage.vendor_records import Move, VendorNote, VendorRecord
from leverage.vendors import vendor_bank_id


@dataclass(frozen=True)
class ErasedVendor:
    """A vendor that is erased: every bank id that led to it, its own among them, and what was noted about it."""

    ids: frozenset[str]
    notes: tuple[VendorNote, ...] = ()

    @classmethod
    def of(cls, ids: Iterable[str], record: VendorRecord | None = None) -> "ErasedVendor":
        """Return the vendor under these ids; `record` is its own, where it is still there."""
        return cls(frozenset(ids), record.notes if record else ())

    def taken_out(self, record: VendorRecord) -> VendorRecord:
        """Return another vendor's record without a trace of this one; the same record where there is none.

        Moves from and to the erased vendor go, and with them their undoing; what older copies of a record tell goes from
        the copies. What the record itself holds stays: a note that came with a merge which stands is its own.
        """
        theirs = (*self.notes, *self._notes_told(record))
        return self._cleaned(record, [each for each in theirs if each not in record.notes])

    def out_of_desk(self, value: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a record of the desk without the pairs of names that lead to this vendor; the same one where there are none."""
        pairs = value.get("aliases") or ()
        kept = [pair for pair in pairs if not any(map(self._is_named, pair))]
        return {**value, "aliases": kept} if len(kept) < len(pairs) else value

    def _cleaned(self, record: VendorRecord, notes: Collection[VendorNote]) -> VendorRecord:
        return replace(
            record,
            aliases=tuple(each for each in record.aliases if not self._is_named(each)),
            banks=tuple(each for each in record.banks if each not in self.ids),
            parent=None if self._is_named(record.parent) else record.parent,
            notes=tuple(each for each in record.notes if each not in notes),
            moves=tuple(self._move(each, notes) for each in record.moves if not self._is_told_by(each)),
        )

    def _move(self, move: Move, notes: Collection[VendorNote]) -> Move:
        loose = {old: new for old, new in move.loose.items() if not (self._came_along(old) or self._came_along(new))}
        is_past = move.kind == "undo" or move.undone_at is not None
        return replace(
            move,
            gained=tuple(each for each in move.gained if not self._is_named(each)),
            gained_banks=tuple(each for each in move.gained_banks if each not in self.ids),
            loose=loose if is_past else move.loose,
            left_behind=self._left_behind(move, notes),
            dropped_parent=None if self._is_named(move.dropped_parent) else move.dropped_parent,
            brought=tuple(each for each in move.brought if each.partition(":")[0] not in self.ids),
        )

    def _left_behind(self, move: Move, notes: Collection[VendorNote]) -> Mapping[str, Any] | None:
        if move.left_behind is None:
            return None
        record = VendorRecord.from_json(move.left_behind)
        cleaned = self._cleaned(record, notes)
        return move.left_behind if cleaned == record else cleaned.to_json()

    def _came_along(self, memory_id: str) -> bool:
        """Say whether a memory that belongs to no deal got its id when it came from the erased vendor."""
        return memory_id.rpartition("@")[2] in self.ids

    def _is_told_by(self, move: Move) -> bool:
        names = [move.source_name, move.target_name, *([move.left_behind["name"]] if move.left_behind else [])]
        return bool(self.ids & {move.source, move.target}) or any(map(self._is_named, names))

    def _is_named(self, name: str | None) -> bool:
        return bool(name and name.strip()) and vendor_bank_id(name or "") in self.ids

    def _notes_told(self, record: VendorRecord) -> Iterator[VendorNote]:
        """Yield the notes that came from the erased vendor, as far back as the record goes."""
        for move in record.moves:
            left = VendorRecord.from_json(move.left_behind) if move.left_behind else None
            if left is not None:
                yield from left.notes if move.source in self.ids and move.takes_all else ()
                yield from self._notes_told(left)
