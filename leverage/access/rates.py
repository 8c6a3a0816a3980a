"""How often a person may ask for what costs the others time or money, within some minutes that slide along."""

import math
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final

from leverage.access.acts import ACTS
from leverage.access.person import Person
from leverage.errors import TooMany
from leverage.settings import Settings
from leverage.wording import show_count

MOST_KEYS = 10_000  # persons' windows that are remembered; the one asked for longest ago goes first
AT_THE_MACHINE = "here"  # whose window it is where nobody signs in

# What is counted is an act of `leverage.access.acts`. Each: within how long, and the words that follow “You may”.
_WINDOWS: Final[Mapping[str, tuple[timedelta, str]]] = MappingProxyType(
    {
        "ask_model": (timedelta(minutes=10), "ask the model"),
        "export": (timedelta(minutes=10), "export"),
        "backup": (timedelta(hours=1), "take a backup"),
        "propose": (timedelta(minutes=10), "scan or add texts"),
        "import": (timedelta(minutes=10), "import"),
    }
)


@dataclass(frozen=True)
class Limit:
    """How often something may be asked for, and within how long."""

    most: int
    within: timedelta


def limits(settings: Settings) -> dict[str, Limit]:
    """Return the limits that the settings name, by act."""
    most = {
        "ask_model": settings.rate_model,
        "export": settings.rate_exports,
        "backup": settings.rate_backups,
        "propose": settings.rate_scans,
        "import": settings.rate_imports,
    }
    return {act: Limit(most[act], within) for act, (within, _) in _WINDOWS.items()}


class Rates:
    """Counts what persons ask for; each person and each act has a window of its own.

    `clock` returns the instant now. What is refused does not count, so waiting helps. Any thread may ask; no more than
    `MOST_KEYS` windows are kept, each no longer than its limit. The windows begin anew with the process.
    """

    def __init__(self, limits: Mapping[str, Limit], clock: Callable[[], datetime], most_keys: int = MOST_KEYS) -> None:
        self._limits = dict(limits)
        self._clock = clock
        self._most_keys = most_keys
        self._taken: OrderedDict[tuple[str, str], deque[datetime]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, person: Person | None, kind: str) -> None:
        """Count one more `kind` (an act) of a person, or raise TooMany, which says when it may be asked for again.

        None is the machine itself, such as a command of its operator: it is never held up, nor is an act without a limit.
        Raises KeyError for an act that there is not.
        """
        ACTS[kind]
        limit = self._limits.get(kind)
        if person is None or limit is None:
            return
        with self._lock:
            now = self._clock()
            taken = self._window((person.email or AT_THE_MACHINE, kind))
            # An instant ahead of now was noted before the clock was set back; nobody has to wait for it.
            while taken and not now - limit.within < taken[0] <= now:
                taken.popleft()
            if len(taken) >= limit.most:
                raise TooMany(_sentence(kind, limit, taken[0] + limit.within - now))
            taken.append(now)

    def _window(self, key: tuple[str, str]) -> deque[datetime]:
        taken = self._taken.setdefault(key, deque())
        self._taken.move_to_end(key)
        while len(self._taken) > self._most_keys:
            self._taken.popitem(last=False)
        return taken


def _sentence(kind: str, limit: Limit, left: timedelta) -> str:
    words = _WINDOWS[kind][1] if kind in _WINDOWS else "do this"
    span = "an hour" if limit.within == timedelta(hours=1) else _span(limit.within)
    return f"You may {words} {show_count(limit.most, 'time')} in {span}. Try again in {_span(left)}."


def _span(time: timedelta) -> str:
    seconds = math.ceil(time.total_seconds())
    return show_count(seconds, "second") if seconds <= 60 else show_count(math.ceil(seconds / 60), "minute")
