"""What is read of every vendor at once, kept between two writes: afterwards only the vendors that were written are read again."""

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")

MOST_AGAIN = 500  # vendors that are sought one by one; all are read in one go where more were written

_TABLES = ("deals", "retracted", "vendors")
_HIDING = "(SELECT bank_id FROM main.{table} WHERE deal_id = {row}.deal_id)"


class Touched:
    """Which vendors were written, each with the number of the write that was its last; safe to use from any thread."""

    def __init__(self) -> None:
        self._last: OrderedDict[str, int] = OrderedDict()  # the one that was written last at the end
        self._all_at = 0
        self._lock = threading.Lock()

    def note(self, bank_ids: Iterable[str], write: int) -> None:
        """Note that a write, by its number, wrote these vendors; it is noted before the write is counted."""
        with self._lock:
            for bank_id in bank_ids:
                self._last[bank_id] = write
                self._last.move_to_end(bank_id)

    def note_all(self, write: int) -> None:
        """Note that any vendor may have been written."""
        with self._lock:
            self._all_at = write
            self._last.clear()

    def since(self, write: int) -> set[str] | None:
        """Return the vendors that were written after a write; None where these may be all, or are many."""
        found: set[str] = set()
        with self._lock:
            if self._all_at > write:
                return None
            for bank_id, last in reversed(self._last.items()):
                if last <= write:
                    return found
                if len(found) == MOST_AGAIN:
                    return None
                found.add(bank_id)
        return found


class Watching(sqlite3.Connection):
    """A connection to an index that notices which vendors a write is about, by whatever statement it is written."""

    _is_watching = False
    touched: set[str | None]

    def watch(self) -> None:
        """Notice from now on what is written; what was noticed before is forgotten. None among the noticed stands for all."""
        self.touched = set()
        if self._is_watching:
            return
        self.create_function("leverage_touched", 1, lambda bank_id: self.touched.add(bank_id))
        for name, on, told in _triggers():
            self.execute(f"CREATE TEMP TRIGGER watched_{name} AFTER {on} BEGIN SELECT {told}; END")
        self._is_watching = True


def _triggers() -> Iterable[tuple[str, str, str]]:
    """Yield the triggers: by name, on what, and what is told then."""
    rows = {"INSERT": ("NEW",), "UPDATE": ("OLD", "NEW"), "DELETE": ("OLD",)}
    for what, of in rows.items():
        for table in _TABLES:
            told = ", ".join(f"leverage_touched({row}.bank_id)" for row in of)
            yield f"{table}_{what}", f"{what} ON main.{table}", told
        # A deal on its way to where few see it: it may have no row yet, which then is told of when it is written.
        homes = (_HIDING.format(table=table, row=row) for row in of for table in ("deals", "retracted"))
        told = ", ".join(f"leverage_touched(coalesce({home}, ''))" for home in homes)
        yield f"hiding_{what}", f"{what} ON main.hiding", told
        # The book of names says which departments are one, and so who sees what.
        yield f"state_{what}", f"{what} ON main.state WHEN {of[-1]}.name = 'names'", "leverage_touched(NULL)"


@dataclass(frozen=True)
class _Known(Generic[Value]):
    writes: int
    keys: Mapping[str, Any]
    values: Mapping[str, Value]


class ByVendor(Generic[Value]):
    """A value of every vendor by bank id, in the order of what `key` makes of bank id and value.

    `read` returns the values of the vendors with these bank ids, or of all for None. Safe to use from any thread.
    """

    def __init__(self, read: Callable[[Collection[str] | None], Mapping[str, Value]], key: Callable[[str, Value], Any]) -> None:
        self._read = read
        self._key = key
        self._known: _Known[Value] | None = None

    def after(self, writes: int, touched: Touched) -> Mapping[str, Value]:
        """Return the values after so many writes, or later; nobody may change the mapping.

        `writes` are counted before: what is written while this reads is read again the next time.
        """
        known = self._known
        if known is not None and known.writes >= writes:
            return known.values
        again = touched.since(known.writes) if known is not None else None
        found = self._read(again) if again is None or again else {}
        keys = {bank_id: self._key(bank_id, value) for bank_id, value in found.items()}
        if known is None or again is None:
            self._known = known = _Known(writes, *_in_order(keys, found))
        elif all(known.keys.get(bank_id) == keys.get(bank_id) for bank_id in again):
            self._known = known = _Known(writes, known.keys, {**known.values, **found})
        else:
            keys = {bank_id: key for bank_id, key in known.keys.items() if bank_id not in again} | keys
            self._known = known = _Known(writes, *_in_order(keys, {**known.values, **found}))
        return known.values


def _in_order(keys: Mapping[str, Any], values: Mapping[str, Value]) -> tuple[Mapping[str, Any], Mapping[str, Value]]:
    ordered = sorted(keys, key=keys.__getitem__)
    return {bank_id: keys[bank_id] for bank_id in ordered}, {bank_id: values[bank_id] for bank_id in ordered}
