"""Names that one of several processes holds at a time, such as banks, by turns in the journal.

A holder that dies, or hangs for longer than its turn, loses it: the next one takes the next number. Whoever is late notices
before its next write. Two can't get one number: Chroma keeps the first record that is added under an id.

No clock is believed but how long this process itself has waited: a turn is over once this process has seen it unchanged for
as long as a turn lasts, whatever the machines or the server take for the time, and however that is set forth or back.
"""

import secrets
import threading
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final

from leverage.errors import StoreUnavailable
from leverage.memory.journal import Entry, Journal, Turn

LASTS: Final = 30.0  # seconds
RENEWED_AFTER: Final = 10.0
LONGEST_WAIT: Final = 20.0
PAUSE: Final = 0.03

_BUSY = "Somebody else is writing about this vendor right now. Nothing is lost: try again in a minute."
_LATE = "Writing took too long, and others may have written since. Nothing is lost: it is tried again by itself."


@dataclass
class _Mine:
    turn: Turn
    since: float  # by this process's own clock, from before it was asked for


class Turns:
    """The turns that this process holds; safe to use from any thread.

    `lost` is called with a name whose holder before is gone: what it wrote last nobody was told. `seconds` is how long a call
    to the server may take: a turn must outlast one.
    """

    def __init__(self, journal: Journal, lost: Callable[[str], None], seconds: float) -> None:
        self._journal = journal
        self._lost = lost
        self._seconds = min(seconds, LASTS / 2)
        self._mine: dict[str, _Mine] = {}
        self._left: dict[str, _Mine] = {}  # held by nobody here any more, but others could not be told that
        self._is_closing = threading.Event()
        self._lock = threading.Lock()
        self._telling = threading.Lock()  # a turn that is let go must not be renewed behind it
        self._sightings: dict[Turn, float] = {}  # turns that others held, and since when they were seen so

    def take(self, name: str, longest_wait: float | None = None) -> None:
        """Wait for a name, for so many seconds at most, and hold it.

        Raises StoreUnavailable where others hold it for longer, or the server is away.
        """
        token = secrets.token_hex(8)
        ends = time.monotonic() + (LONGEST_WAIT if longest_wait is None else longest_wait)
        while not self._try(name, token):
            if self._is_closing.wait(PAUSE) or time.monotonic() >= ends:
                raise StoreUnavailable(_BUSY)

    def wait_no_more(self) -> None:
        """Have whoever waits for a name, or will, wait no longer."""
        self._is_closing.set()

    def _try(self, name: str, token: str) -> bool:
        began = time.monotonic()
        last = max(self._journal.turns(name), key=lambda each: each.number, default=None)
        if last is not None and last.is_held and not self._is_over(last):
            return False
        wanted = Turn(name, last.number + 1 if last else 1, token, 0, True)
        try:
            there = self._journal.claim(wanted)
        except StoreUnavailable:
            with self._lock:
                self._left[name] = _Mine(wanted, began)  # the server may have taken it, and only the answer is missing
            raise
        if max(there, key=lambda each: each.number, default=None) != wanted:
            return False
        with self._lock:
            self._mine[name] = _Mine(wanted, began)
        try:
            self._journal.drop(each for each in there if each.number < wanted.number)
            if last is not None and last.is_held:
                self._lost(name)
        except BaseException:
            with self._lock:
                self._left[name] = self._mine.pop(name)  # whoever asked for it will not let go of it
            raise
        return True

    def release(self, names: Iterable[str], told: Callable[[], Collection[Entry]] = tuple) -> None:
        """Let others have these names, and tell in the same call what was written.

        Raises StoreUnavailable; then nobody holds them here any more, and they are `left`.
        """
        with self._lock:
            gone = [self._mine.pop(name) for name in names if name in self._mine]
        self._let_go(gone, told)

    def left(self) -> list[str]:
        """Return the names that nobody holds here any more and that others could not be told of."""
        with self._lock:
            return list(self._left)

    def release_left(self, names: Iterable[str], told: Callable[[], Collection[Entry]]) -> None:
        """Let others have names that were left. Raises StoreUnavailable; then they still are."""
        with self._lock:
            left = [self._left[name] for name in names if name in self._left]
        gone = [each for each in left if any(there.token == each.turn.token for there in self._journal.turns(each.turn.name))]
        with self._lock:
            self._left = {name: each for name, each in self._left.items() if each not in left}
        self._let_go(gone, told)

    def _let_go(self, gone: Collection[_Mine], told: Callable[[], Collection[Entry]]) -> None:
        with self._telling:
            try:
                self._journal.put(told(), [replace(each.turn, is_held=False) for each in gone if not self._is_late(each)])
            except BaseException:
                with self._lock:
                    self._left.update((each.turn.name, each) for each in gone)
                raise

    def refuse_late(self, name: str) -> None:
        """Raise StoreUnavailable where a name that is held here may be lost before a call to the server would end."""
        with self._lock:
            mine = self._mine.get(name)
        if mine is None or self._is_late(mine):
            raise StoreUnavailable(_LATE)

    def renew(self) -> None:
        """Hold for longer what has been held for a while. Raises StoreUnavailable."""
        with self._lock:
            old = [each for each in self._mine.values() if time.monotonic() - each.since > RENEWED_AFTER]
        for each in old:
            if self._is_late(each):
                continue  # somebody else may have it by now
            began = time.monotonic()
            turn = replace(each.turn, renewed=each.turn.renewed + 1)
            with self._telling:
                with self._lock:
                    is_mine = self._mine.get(turn.name) is each
                if is_mine:
                    self._journal.put([], [turn])
                    each.turn, each.since = turn, began

    def gone(self) -> list[str]:
        """Return the names whose holders are gone and that nobody has taken since. Raises StoreUnavailable.

        To be asked again and again: it is what this process knows of others' turns from.
        """
        held = self._journal.held()
        with self._lock:
            self._sightings = {turn: at for turn, at in self._sightings.items() if turn in held}
        return [each.name for each in held if self._is_over(each)]

    def others(self) -> list[str]:
        """Return the names that somebody else holds; one whose holder is gone, too, until that is certain."""
        with self._lock:
            mine = {each.turn.token for each in self._mine.values()}
        return [each.name for each in self._journal.held() if each.token not in mine and not self._is_over(each)]

    def _is_over(self, turn: Turn) -> bool:
        now = time.monotonic()
        with self._lock:
            return now - self._sightings.setdefault(turn, now) >= LASTS

    def _is_late(self, mine: _Mine) -> bool:
        return time.monotonic() - mine.since > LASTS - self._seconds
