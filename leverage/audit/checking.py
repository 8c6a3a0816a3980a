"""Whether the trail is whole: every row as it was written, in one chain from the first to the one that the head tells of."""

import sqlite3
from collections.abc import Iterable
from pathlib import Path

from leverage.audit import file
from leverage.audit.entry import GENESIS, Entry
from leverage.audit.head import Head
from leverage.progress import Progress
from leverage.wording import show_count

MOST_FOUND = 20  # sentences
_STEP = 1_000  # rows between two moves of a bar

GONE = "The audit trail is gone: audit/trail.sqlite3 is not in the store, though other files tell that there was one."
EMPTY = "The audit trail is empty, though other files tell that it held rows."
NO_HEAD = "audit/head.json, which tells of the last row of the audit trail, is missing or can't be read."
CUT = "The audit trail ends before its end: row {:,} is the last, and row {:,} was written."
OTHER = "The audit trail is not the one that was written: row {:,} is another than audit/head.json tells of."
REPLACED = "The files of the audit trail were replaced."
UNGUARDED = "The file of the audit trail no longer refuses changes to its rows: somebody changed how it is made."
DAMAGED = "The file of the audit trail is damaged or can't be read ({})."


def check(path: Path, told: Head | None, known: Head | None, people: int, progress: Progress | None = None) -> list[str]:
    """Return what is wrong with the trail in a file that is there, a sentence each.

    `told` is the head, which was read before and so is never ahead of the rows, `known` the last row that this process
    knows of, `people` how many have an id.
    """
    try:
        with file.reading(path) as connection:
            return list(_found(connection, told, known, people, progress))
    except sqlite3.Error as problem:
        return [DAMAGED.format(problem)]


def trouble(connection: sqlite3.Connection, told: Head | None, people: int) -> str | None:
    """Return what a quick look finds wrong: at the head, and at the rows from there on."""
    if not file.is_guarded(connection):
        return UNGUARDED
    last = file.last_of(connection)
    if told is None:
        if last is None:
            return EMPTY if people > 2 else None  # whom the first row names have their ids before it
        return NO_HEAD if last.n > 1 else None  # the first row may be written and its head not
    if last is None:
        return EMPTY
    if last.n < told.n:
        return CUT.format(last.n, told.n)
    before, expected = None, told.n
    for entry in file.from_row(connection, told.n):
        if entry.n == told.n and entry.hash != told.hash:
            return OTHER.format(told.n)
        if entry.n != expected or not entry.follows(entry.prev if before is None else before):
            return _changed(entry.n)
        before, expected = entry.hash, entry.n + 1
    return None


def _found(
    connection: sqlite3.Connection, told: Head | None, known: Head | None, people: int, progress: Progress | None
) -> Iterable[str]:
    if not file.is_guarded(connection):
        yield UNGUARDED
    if not file.is_whole(connection):
        yield DAMAGED.format("its lists and its rows differ")
    last = file.last_of(connection)
    total = last.n if last else 0
    if told is None and total > 1:
        yield NO_HEAD
    if not total and (told or known or people > 2):
        yield EMPTY
        return
    heads = [each for each in (told, known) if each]
    found: list[str] = []
    more = 0
    before, expected = GENESIS, 1
    for entry in file.from_row(connection, -(2**63)):
        said = _wrong(entry, before, expected, heads)
        more += max(len(found) + len(said) - MOST_FOUND, 0)
        found += said[: MOST_FOUND - len(found)]
        before, expected = entry.hash, entry.n + 1
        if progress and (entry.n % _STEP == 0 or entry.n == total):
            progress(entry.n, total)
    yield from found
    if more:
        yield f"And {show_count(more, 'more finding')} in the audit trail."
    if ends := [each.n for each in heads if each.n > total]:
        yield CUT.format(total, max(ends))


def _wrong(entry: Entry, before: str, expected: int, heads: list[Head]) -> list[str]:
    """Return what is wrong with one row; the rows after it are judged by what it says, so that each fault is told once."""
    found = []
    if entry.n != expected:
        gone = f"Row {expected:,} is" if entry.n == expected + 1 else f"Rows {expected:,} to {entry.n - 1:,} are"
        found.append(f"{gone} missing in the audit trail.")
    if entry.hash != entry.sealed():
        found.append(_changed(entry.n))
    elif entry.prev != before and entry.n == expected:
        found.append(f"Row {entry.n:,} of the audit trail does not follow the row before it.")
    if any(each.n == entry.n and each.hash != entry.hash for each in heads):
        found.append(OTHER.format(entry.n))
    return found


def _changed(n: int) -> str:
    return f"Row {n:,} of the audit trail is not as it was written."
