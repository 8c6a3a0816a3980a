"""What the record of one vendor tells of another, taken out when that one is erased."""

import functools
import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from leverage.mentions import is_a_word
from leverage.vendor_records import Move, VendorNote, VendorRecord
from leverage.vendors import BANK_PREFIX, vendor_bank_id
from leverage.whose import followers, is_kept

ERASED = "an erased vendor"

_MOST_WORDS = 8  # of a vendor's name
_WORD = re.compile(r"[^\W_]+")
_BETWEEN = re.compile(r"[_\W]+")
_TEXTS_OF_DESK = {"filename", "name"}


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
        """Return a record of the desk without a trace of this vendor; the same one where there is none.

        Pairs of names that lead to it go, and that somebody follows it; in the file name of an import, and in the name and
        the headings of a mapping, something else stands for it.
        """
        left = dict(value)
        if pairs := value.get("aliases"):
            left["aliases"] = [pair for pair in pairs if not any(map(self.is_named, pair))]
        for name in _TEXTS_OF_DESK & value.keys():
            left[name] = self.out_of_text(value[name])
        if people := followers(value):
            others = ({**each, "vendors": [bank for bank in each["vendors"] if bank not in self.ids]} for each in people)
            left["people"] = [each for each in others if is_kept(each)]
        if columns := value.get("columns"):
            left["columns"] = {self.out_of_text(heading): field for heading, field in columns.items()}
        return left if left != value else value

    def is_in(self, value: Any) -> bool:
        """Say whether a value of JSON types tells of a bank id of this vendor, or may."""
        text = json.dumps(value, ensure_ascii=False)
        return any(each in text for each in self.ids)

    def out_of_text(self, text: str) -> str:
        """Return a text in which something else stands for the vendor where words of it are the vendor's whole name."""
        told, until = "", 0
        for start, end in self.places(text):
            told, until = told + text[until:start] + ERASED, end
        return told + text[until:]

    def places(self, text: str, *, is_prose: bool = False) -> list[tuple[int, int]]:
        """Return where words of a text are the vendor's whole name.

        In prose a name that is also a word of everybody's, such as “target”, is none where it is written small.
        """
        words = [word.span() for word in _WORD.finditer(text)]
        found: list[tuple[int, int]] = []
        may_begin = self._may_begin()
        first = 0
        while first < len(words):
            start, until = words[first][0], words[first][1]
            if may_begin(text[start:until]):
                ends = (end for _, end in reversed(words[first : first + _MOST_WORDS]))
                end = next((end for end in ends if self._is_written(text[start:end], is_prose=is_prose)), None)
                if end is not None:
                    found.append((start, end))
                    until = end
            while first < len(words) and words[first][0] < until:
                first += 1
        return found

    def is_told(self, text: str) -> bool:
        """Say whether `out_of_text` changes a text."""
        return self.out_of_text(text) != text

    def is_named(self, name: str | None) -> bool:
        """Say whether a name leads to the vendor."""
        return bool(name and name.strip()) and vendor_bank_id(name or "") in self.ids

    def _may_begin(self) -> Callable[[str], bool]:
        """Return what says of a word whether the vendor's name may begin with it: most words of a long text are not looked at."""
        beginnings = [_slug(each) for each in self.ids]

        @functools.cache
        def may(word: str) -> bool:
            slug = _slug(vendor_bank_id(word)) if word.strip() else ""
            return any(each.startswith(slug) or slug.startswith(each) for each in beginnings)

        return may

    def _is_written(self, words: str, *, is_prose: bool) -> bool:
        is_theirs = self.is_named(_BETWEEN.sub(" ", words)) or self.is_named(words)
        return is_theirs and not (is_prose and words == words.lower() and is_a_word(words))

    def _cleaned(self, record: VendorRecord, notes: Collection[VendorNote]) -> VendorRecord:
        return replace(
            record,
            aliases=tuple(each for each in record.aliases if not self.is_named(each)),
            banks=tuple(each for each in record.banks if each not in self.ids),
            parent=None if self.is_named(record.parent) else record.parent,
            notes=tuple(each for each in record.notes if each not in notes),
            moves=tuple(self._move(each, notes) for each in record.moves if not self._is_told_by(each)),
        )

    def _move(self, move: Move, notes: Collection[VendorNote]) -> Move:
        loose = {old: new for old, new in move.loose.items() if not (self._came_along(old) or self._came_along(new))}
        is_past = move.kind == "undo" or move.undone_at is not None
        return replace(
            move,
            gained=tuple(each for each in move.gained if not self.is_named(each)),
            gained_banks=tuple(each for each in move.gained_banks if each not in self.ids),
            loose=loose if is_past else move.loose,
            left_behind=self._left_behind(move, notes),
            dropped_parent=None if self.is_named(move.dropped_parent) else move.dropped_parent,
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
        return bool(self.ids & {move.source, move.target}) or any(map(self.is_named, names))

    def _notes_told(self, record: VendorRecord) -> Iterator[VendorNote]:
        """Yield the notes that came from the erased vendor, as far back as the record goes."""
        for move in record.moves:
            left = VendorRecord.from_json(move.left_behind) if move.left_behind else None
            if left is not None:
                yield from left.notes if move.source in self.ids and move.takes_all else ()
                yield from self._notes_told(left)


def _slug(bank_id: str) -> str:
    return bank_id.removeprefix(BANK_PREFIX).partition("--")[0]
