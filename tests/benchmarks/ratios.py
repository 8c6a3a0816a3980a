"""Timing one thing against another, in turn, so that a machine's moods cancel out."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Ratio:
    """What was measured: `ours` ÷ `bare` in seconds, and the limit that the ratio must keep.

    Where there is nothing to compare with, `bare` is 1 and `unit` says what `ours` counts.
    """

    name: str
    ours: float
    bare: float
    limit: float
    at_least: bool = False
    unit: str = ""

    @property
    def value(self) -> float:
        """The ratio."""
        return self.ours / self.bare

    @property
    def holds(self) -> bool:
        """Whether the limit is kept."""
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    @property
    def wanted(self) -> str:
        """The limit, with the side on which the ratio must be."""
        return f"{'>=' if self.at_least else '<='} {self.limit:g}"

    @property
    def measured(self) -> str:
        """What the ratio was made of."""
        if self.unit:
            return f"{self.ours:,.0f} {self.unit}"
        return f"{self.ours * 1000:.2f} ms to {self.bare * 1000:.2f} ms"

    def __str__(self) -> str:
        value = "" if self.unit else f"{self.value:7.3f} "
        return f"{'ok  ' if self.holds else 'FAIL'} {self.name}: {value}({self.measured}), wanted {self.wanted}"


def count(name: str, found: float, limit: float, unit: str) -> Ratio:
    """Return what was counted, such as megabytes, with the most that there may be."""
    return Ratio(name, found, 1, limit, unit=unit)


def compare(
    name: str,
    ours: Callable[[], object],
    bare: Callable[[], object],
    limit: float,
    runs: int = 15,
    warm_up: int = 2,
    at_least: bool = False,
) -> Ratio:
    """Return the ratio of the medians of `ours` and `bare`, run in turn."""
    (ratio,) = compare_all(name, ours, {"": bare}, [limit], runs, warm_up, at_least)
    return ratio


def compare_all(
    name: str,
    ours: Callable[[], object],
    others: dict[str, Callable[[], object]],
    limits: Sequence[float],
    runs: int = 15,
    warm_up: int = 2,
    at_least: bool = False,
) -> list[Ratio]:
    """Return the ratio of the median of `ours` to that of each of the others, all run in turn."""
    actions = [ours, *others.values()]
    times: list[list[float]] = [[] for _ in actions]
    for run in range(runs + warm_up):
        for action, taken in zip(actions, times, strict=True):
            start = time.perf_counter()
            action()
            if run >= warm_up:
                taken.append(time.perf_counter() - start)
    mine, *theirs = map(statistics.median, times)
    named = zip(others, theirs, limits, strict=True)
    return [Ratio(f"{name}{f' to {other}' if other else ''}", mine, took, limit, at_least) for other, took, limit in named]


def percentile(times: Sequence[float], part: float) -> float:
    """Return the time within which this part (0 to 1) of all was done."""
    return sorted(times)[min(len(times) - 1, int(part * len(times)))]
