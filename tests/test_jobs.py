"""Work in the background: once at a time, thrown away when it is dropped, and forgotten after a while."""

import threading
import time
from collections.abc import Callable

from leverage.errors import TooMany
from leverage.jobs import Jobs


def wait_for(is_so: Callable[[], bool]) -> None:
    """Wait until something is so, for at most some seconds."""
    for _ in range(500):
        if is_so():
            return
        time.sleep(0.01)
    raise AssertionError("It never came to be.")


class Slow:
    """Work that ends when it is told to, and counts how much of it goes on at once."""

    def __init__(self) -> None:
        self.may_end = threading.Event()
        self.calls = self.live = self.most = 0
        self.kept: list[int] = []

    def __call__(self, is_wanted: Callable[[], bool]) -> int:
        self.calls += 1
        number = self.calls
        self.live += 1
        self.most = max(self.most, self.live)
        self.may_end.wait(10)
        self.live -= 1
        if is_wanted():
            self.kept.append(number)
        return number


def test_a_job_runs_once_for_all_who_ask() -> None:
    """A second asker gets the job that is at it already; its result waits for both."""
    jobs, work = Jobs[int](), Slow()
    first = jobs.start("a", work)
    assert jobs.start("a", work) is first
    work.may_end.set()
    wait_for(lambda: first.is_done)
    assert jobs.find("a") is first
    assert (first.result, work.calls, work.kept) == (1, 1, [1])


def test_what_a_dropped_job_finds_out_is_thrown_away() -> None:
    """Nobody is given it, and the work itself is told that nothing of it may be kept."""
    jobs, work = Jobs[int](), Slow()
    job = jobs.start("a", work)
    wait_for(lambda: work.live == 1)
    jobs.drop("a")
    assert jobs.find("a") is None
    work.may_end.set()
    wait_for(lambda: job.is_done)
    assert (job.result, work.kept) == (None, [])


def test_a_job_waits_for_a_dropped_one_of_its_name() -> None:
    """The bug was a second call to the model while the first one, stopped, was still running."""
    jobs, work = Jobs[int](), Slow()
    jobs.start("a", work)
    wait_for(lambda: work.live == 1)
    for _ in range(5):
        jobs.drop("a")
        again = jobs.start("a", work)
    other = jobs.start("b", lambda is_wanted: 7)
    wait_for(lambda: other.is_done)
    assert again.is_waiting
    assert work.calls == 1
    work.may_end.set()
    wait_for(lambda: again.is_done)
    assert (work.calls, work.most, work.kept, again.result) == (2, 1, [2], 2)
    assert not again.is_waiting


def test_a_job_that_fails_is_done_without_a_result() -> None:
    """And another one can begin."""
    jobs = Jobs[int]()

    def fail(is_wanted: Callable[[], bool]) -> int:
        raise RuntimeError

    failed = jobs.start("a", fail)
    wait_for(lambda: failed.is_done)
    assert failed.result is None
    fine = jobs.start("a", lambda is_wanted: 3)
    wait_for(lambda: fine.is_done)
    assert fine.result == 3


def test_a_job_that_may_not_be_done_says_why() -> None:
    """What is refused is a sentence for whoever asked."""
    jobs: Jobs[int] = Jobs()

    def refused(_: Callable[[], bool]) -> int:
        raise TooMany("Try again in 3 minutes.")

    job = jobs.start("a", refused)
    wait_for(lambda: job.is_done)
    assert (job.result, job.problem) == (None, "Try again in 3 minutes.")


def test_a_result_is_forgotten_after_a_while() -> None:
    """Nothing that a model said stays in memory because nobody came for it."""
    jobs = Jobs[int](kept_seconds=0.05)
    job = jobs.start("a", lambda is_wanted: 3)
    wait_for(lambda: job.is_done)
    wait_for(lambda: jobs.find("a") is None)
