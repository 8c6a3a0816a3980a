"""Work that goes on while its asker does something else, and is asked for again by name."""

import logging
import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

log = logging.getLogger(__name__)

Result = TypeVar("Result")


@dataclass
class Job(Generic[Result]):
    """One piece of work; `result` is None while it goes on, and stays so when it failed."""

    started: float
    result: Result | None = None
    is_done: bool = False

    @property
    def seconds(self) -> float:
        """How long it has been going on."""
        return time.monotonic() - self.started


class Jobs(Generic[Result]):
    """Runs each job once at a time, in a thread that does not keep the program from ending."""

    def __init__(self) -> None:
        self._jobs: dict[Hashable, Job[Result]] = {}
        self._lock = threading.Lock()

    def start(self, name: Hashable, work: Callable[[], Result]) -> Job[Result]:
        """Begin the work, or return the job that is at it already."""
        with self._lock:
            job = self._jobs.get(name)
            if job is not None and not job.is_done:
                return job
            job = self._jobs[name] = Job(time.monotonic())
        threading.Thread(target=self._run, args=(job, work), name="leverage-job", daemon=True).start()
        return job

    def find(self, name: Hashable) -> Job[Result] | None:
        """Return the job of this name."""
        with self._lock:
            return self._jobs.get(name)

    def drop(self, name: Hashable) -> None:
        """Forget a job; what it still finds out is thrown away."""
        with self._lock:
            self._jobs.pop(name, None)

    def _run(self, job: Job[Result], work: Callable[[], Result]) -> None:
        try:
            job.result = work()
        except Exception:
            log.exception("A job failed")
        finally:
            job.is_done = True
