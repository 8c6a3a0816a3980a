"""The background thread that brings in what waits."""

import logging
import threading
from collections.abc import Callable

from leverage.errors import LeverageError

log = logging.getLogger(__name__)

FIRST_PAUSE = 5.0  # seconds; doubled after each try in vain
LONGEST_PAUSE = 60.0


class Replay:
    """Calls `catch_up` at the start and whenever woken, until it says that nothing is left to do.

    It is given a function that says whether to stop half-way."""

    def __init__(self, catch_up: Callable[[Callable[[], bool]], bool]) -> None:
        self._catch_up = catch_up
        self._woken = threading.Event()
        self._hurried = threading.Event()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="leverage-replay", daemon=True)
        self.is_running = False

    def start(self, *, wait: bool) -> None:
        """Catch up once, here when told to wait, and go on in the background."""
        done = self._try() if wait else False
        if not done:
            self.is_running = True  # from here on, not from when the thread gets its turn: whoever asks meanwhile is to wait
            self._woken.set()
        self._thread.start()

    def wake(self) -> None:
        """Say that there is something to bring in."""
        self._woken.set()

    def hurry(self) -> None:
        """Bring in now what was tried in vain and waits to be tried again."""
        self._hurried.set()

    def stop(self) -> None:
        """End the thread; a change being brought in is brought in first."""
        self._stopped.set()
        self._hurried.set()
        self._woken.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        pause = FIRST_PAUSE
        while not self._stopped.is_set():
            self._woken.wait()
            self._woken.clear()
            if self._stopped.is_set():
                return
            self._hurried.clear()
            if self._try():
                pause = FIRST_PAUSE
            else:
                if not self._stopped.is_set():
                    self._hurried.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                self._woken.set()

    def _try(self) -> bool:
        self.is_running = True
        try:
            return self._catch_up(self._stopped.is_set)
        except LeverageError as problem:
            log.warning("What waits could not go in yet: %s", problem)
        except Exception:  # the thread must live on: what waits is tried again
            log.exception("Bringing in what waits failed")
        finally:
            self.is_running = False
        return False
