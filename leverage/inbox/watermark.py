"""How far a folder was read: which states of which files are done.

No clock decides that, since clocks are wrong at times and a folder that is moved here brings old times along: a file is new
unless it is known by its path, its times and its size. What could not be read is not done, and so tried again.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from leverage.folders import Entry, Folder
from leverage.inbox_bank import MARK

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

DAY = 24 * 3_600 * 10**9  # nanoseconds
MOST_VANISHED = 20_000  # files that are not there any more and still known: a disk may be away for a while

_BYTES = 8  # of an identity


@dataclass(frozen=True)
class Watermark:
    """Files by identity: `done` are those that were read or can't be, `old` those that the first scan passed over."""

    done: frozenset[str] = frozenset()
    old: frozenset[str] = frozenset()
    version: int = 0

    def is_new(self, entry: Entry, since: int) -> bool:
        """Say whether a file is to be read; one that was passed over is once it counts as modified `since`."""
        return entry.identity not in self.done and (entry.identity not in self.old or entry.modified > since)

    def moved(self, entries: Sequence[Entry], done: Iterable[Entry], old: Iterable[Entry] = ()) -> "Watermark":
        """Return the watermark after a scan that found the `entries`, is done with some and passed others over."""
        now_done = self.done | {each.identity for each in done}
        now_old = (self.old | {each.identity for each in old}) - now_done
        there = {each.identity for each in entries}
        too_many = frozenset(sorted((now_done | now_old) - there)[MOST_VANISHED:])
        return Watermark(now_done - too_many, now_old - too_many, self.version)


def read_mark(kb: "KnowledgeBase", folder: Folder) -> Watermark | None:
    """Return how far a folder was read; None before its first scan."""
    stored = kb.inbox.read([_name(folder)]).get(_name(folder))
    if stored is None or "old" not in stored:
        return None
    return Watermark(_unpacked(stored["done"]), _unpacked(stored["old"]), stored["version"])


def keep_mark(kb: "KnowledgeBase", folder: Folder, mark: Watermark) -> None:
    """Note how far a folder was read; nothing is written where that is noted already."""
    told = {"done": _packed(mark.done), "old": _packed(mark.old)}
    with kb.inbox.changing:
        before = kb.inbox.read([_name(folder)])
        stored = before.get(_name(folder), {"version": 0})
        if any(stored.get(name) != value for name, value in told.items()):
            kb.inbox.write({_name(folder): {**told, "version": stored["version"] + 1}}, before)


def _packed(identities: Iterable[str]) -> str:
    return b64encode(bytes.fromhex("".join(sorted(identities)))).decode("ascii")


def _unpacked(text: str) -> frozenset[str]:
    data = b64decode(text)
    return frozenset(data[start : start + _BYTES].hex() for start in range(0, len(data), _BYTES))


def _name(folder: Folder) -> str:
    return f"{MARK}:{folder.key}"
