"""Work that goes on while its asker does something else, and is asked for again by name."""

import logging
import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from leverage.errors import LeverageError

log = logging.getLogger(__name__)

Result = TypeVar("Result")

KEPT_SECONDS = 120.0  # how long a result waits for whoever asked


@dataclass(eq=False)
class Job(Generic[Result]):
    """One piece of work; `result` is None while it goes on, and stays so when it failed or was dropped.

    `problem` is why it failed, where that is a sentence that a user can act on.
    """

    started: float
    result: Result | None = None
    is_done: bool = False
    is_dropped: bool = False
    problem: str = ""
    is_waiting: bool = True  # for a dropped one of the same name, which can't be broken off

    @property
    def seconds(self) -> float:
        """How long it has been going on."""
        return time.monotonic() - self.started


class Jobs(Generic[Result]):
    """Runs each job once at a time, in a thread that does not keep the program from ending.

    Work can't be broken off: what a dropped job still finds out is thrown away, and the next one of its name waits
    until it has ended. A result is forgotten after a while, asked for or not.
    """

    def __init__(self, kept_seconds: float = KEPT_SECONDS) -> None:
        self._jobs: dict[Hashable, Job[Result]] = {}
        self._at_work: set[Hashable] = set()
        self._changed = threading.Condition()
        self._kept_seconds = kept_seconds

    def start(self, name: Hashable, work: Callable[[Callable[[], bool]], Result]) -> Job[Result]:
        """Begin the work, or return the job that is at it already.

        `work` gets a function that says whether its result is still wanted; nothing may be kept of it where it is not.
        """
        with self._changed:
            job = self._jobs.get(name)
            if job is not None and not job.is_done:
                return job
            job = self._jobs[name] = Job(time.monotonic(), is_waiting=name in self._at_work)
        threading.Thread(target=self._run, args=(name, job, work), name="leverage-job", daemon=True).start()
        return job

    def find(self, name: Hashable) -> Job[Result] | None:
        """Return the job of this name."""
        with self._changed:
            return self._jobs.get(name)

    def drop(self, name: Hashable) -> None:
        """Forget a job; what it still finds out is thrown away."""
        with self._changed:
            job = self._jobs.pop(name, None)
            if job is not None:
                job.is_dropped, job.result = True, None
                self._changed.notify_all()

    def _run(self, name: Hashable, job: Job[Result], work: Callable[[Callable[[], bool]], Result]) -> None:
        if not self._takes_its_turn(name, job):
            return
        result: Result | None = None
        try:
            result = work(lambda: not job.is_dropped)
        except LeverageError as problem:
            job.problem = str(problem)
        except Exception:
            log.exception("A job failed")
        with self._changed:
            self._at_work.discard(name)
            job.result = None if job.is_dropped else result
            del result
            job.is_done = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: job.is_dropped or self._jobs.get(name) is not job, self._kept_seconds)
            if self._jobs.get(name) is job:
                del self._jobs[name]
            job.result = None if job.is_dropped else job.result

    def _takes_its_turn(self, name: Hashable, job: Job[Result]) -> bool:
        """Wait until no other job of the name is at work, and return whether this one is still wanted."""
        with self._changed:
            self._changed.wait_for(lambda: job.is_dropped or name not in self._at_work)
            if job.is_dropped:
                job.is_done = True
                return False
            job.is_waiting = False
            job.started = time.monotonic()
            self._at_work.add(name)
            return True
