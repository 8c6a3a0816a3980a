"""Timing one thing against another, in turn, so that a machine's moods cancel out."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Ratio:
    """What was measured: `ours` ÷ `bare` in seconds, and the limit that the ratio must keep."""

    name: str
    ours: float
    bare: float
    limit: float
    at_least: bool = False

    @property
    def value(self) -> float:
        """The ratio."""
        return self.ours / self.bare

    @property
    def holds(self) -> bool:
        """Whether the limit is kept."""
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    def __str__(self) -> str:
        sign = ">=" if self.at_least else "<="
        told = f"{self.value:7.3f} ({self.ours * 1000:.2f} ms to {self.bare * 1000:.2f} ms), wanted {sign} {self.limit}"
        return f"{'ok  ' if self.holds else 'FAIL'} {self.name}: {told}"


def compare(
    name: str, ours: Callable[[], object], bare: Callable[[], object], limit: float, runs: int = 15, warm_up: int = 2
) -> Ratio:
    """Return the ratio of the medians of `ours` and `bare`, run in turn."""
    times: dict[str, list[float]] = {"ours": [], "bare": []}
    for run in range(runs + warm_up):
        for label, action in (("ours", ours), ("bare", bare)):
            start = time.perf_counter()
            action()
            if run >= warm_up:
                times[label].append(time.perf_counter() - start)
    return Ratio(name, statistics.median(times["ours"]), statistics.median(times["bare"]), limit)
