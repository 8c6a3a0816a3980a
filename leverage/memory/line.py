"""The line to a server: after a call in vain nobody else waits for it, until it answers again."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from leverage.errors import StoreUnavailable
from leverage.memory.chroma import UNAVAILABLE

log = logging.getLogger(__name__)

SIGN_SECONDS: Final = 2.0  # that a sign of life may take
PAUSE: Final = 10.0  # seconds for which nobody asks again; whoever follows what others write looks more often than that


@dataclass(frozen=True)
class Away:
    """Since when a server has not answered, or has let nobody in."""

    since: datetime
    is_refused: bool = False


class Line:
    """Whether a server answers; safe to use from any thread. `is_alive` asks it for a sign of life, within so many seconds.

    A server that fails over one bank is not away, so no call alone decides it.
    """

    def __init__(self, is_alive: Callable[[float], bool], seconds: float) -> None:
        self._is_alive = is_alive
        self._seconds = min(seconds, SIGN_SECONDS)
        self._lock = threading.Lock()
        self._again = 0.0
        self._is_cut = False
        self.away: Away | None = None

    def need(self) -> None:
        """Raise StoreUnavailable at once while the server is known to be away; now and then one caller asks it first."""
        with self._lock:
            if not self._is_cut:
                return
            is_asking = time.monotonic() >= self._again
            if is_asking:
                self._again = time.monotonic() + PAUSE  # the others go on meanwhile
        if not is_asking or not self.look():
            raise StoreUnavailable(UNAVAILABLE)

    def look(self) -> bool:
        """Ask for a sign of life, whatever is known, and return whether there was one."""
        if self._is_alive(self._seconds):
            if self._is_cut:
                self.worked()
            return True
        with self._lock:
            if not self._is_cut:
                log.warning("The memory's server does not answer. What is told waits until it does.")
            self._is_cut, self._again = True, time.monotonic() + PAUSE
            self.away = Away(self.away.since if self.away else datetime.now(UTC))
        return False

    def refused(self) -> None:
        """Note that the server answers, but does not let this process in."""
        with self._lock:
            self.away = Away(self.away.since if self.away else datetime.now(UTC), is_refused=True)

    def worked(self) -> None:
        """Note that the server has answered."""
        if self.away is None:
            return
        with self._lock:
            if self._is_cut:
                log.warning("The memory's server answers again.")
            self._is_cut, self.away = False, None
