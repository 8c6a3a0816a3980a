"""How far a folder was read: a time, and which files after it are done.

The time lies a day back, since clocks of file systems differ and their steps are coarse; what was read within that day is
known by its path, times and size. What could not be read is tried again.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from leverage.folders import Entry, Folder
from leverage.inbox_bank import MARK

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

OVERLAP = 24 * 3_600 * 10**9  # nanoseconds
DAY = 24 * 3_600 * 10**9


@dataclass(frozen=True)
class Watermark:
    """Files changed before `until` (nanoseconds) are done; `done` are those after it by identity, `again` waits by place."""

    until: int
    done: frozenset[str] = frozenset()
    again: frozenset[str] = frozenset()
    version: int = 0

    def is_new(self, entry: Entry) -> bool:
        """Say whether a file is to be read."""
        return (entry.newest > self.until and entry.identity not in self.done) or entry.place in self.again

    def moved(self, begun: int, entries: Sequence[Entry], again: Iterable[Entry]) -> "Watermark":
        """Return the watermark after a scan that began at `begun` and left some files for the next one."""
        left = list(again)
        until = begun - OVERLAP
        places = frozenset(each.place for each in left)
        done = frozenset(each.identity for each in entries if each.newest > until and each.place not in places)
        return Watermark(until, done, places, self.version)


def read_mark(kb: "KnowledgeBase", folder: Folder) -> Watermark | None:
    """Return how far a folder was read; None before its first scan."""
    stored = kb.inbox.read([_name(folder)]).get(_name(folder))
    if stored is None:
        return None
    return Watermark(stored["until"], frozenset(stored["done"]), frozenset(stored["again"]), stored["version"])


def keep_mark(kb: "KnowledgeBase", folder: Folder, mark: Watermark) -> None:
    """Note how far a folder was read."""
    with kb.inbox.changing:
        before = kb.inbox.read([_name(folder)])
        told = {"until": mark.until, "done": sorted(mark.done), "again": sorted(mark.again), "version": mark.version + 1}
        kb.inbox.write({_name(folder): told}, before)


def _name(folder: Folder) -> str:
    return f"{MARK}:{folder.key}"
