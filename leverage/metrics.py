"""Figures about a running store in Prometheus' text form: counts and times, no vendor, no person and no text."""

from collections.abc import Iterator
from typing import Final

from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, CollectorRegistry, PlatformCollector, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from leverage.errors import LeverageError
from leverage.knowledge import KnowledgeBase
from leverage.readiness import readiness

MEDIA_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4


def metrics(kb: KnowledgeBase) -> bytes:
    """Return the figures as they are now."""
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    registry.register(_Store(kb))
    return generate_latest(registry)


class _Store:
    """Reads a store's figures when it is asked for them."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb

    def collect(self) -> Iterator[Metric]:
        """Yield them; what can't be read is left out."""
        now = readiness(self._kb)
        yield _gauge("leverage_memory_reachable", "Whether the banks could be reached the last time.", now.is_reachable)
        yield _gauge("leverage_index_whole", "Whether the index tells of every bank.", now.is_indexed)
        yield _gauge("leverage_waiting", "Changes that are on disk and not in the memory yet.", now.waiting)
        yield _gauge("leverage_waiting_seconds", "For how long the oldest of them has waited.", self._longest_wait())
        yield _gauge("leverage_set_aside", "Changes that could not go in, and wait for a person.", now.set_aside)
        try:
            deals = self._kb.ask_index(lambda index: [each.deal_count for each in index.vendors()])
            acts = self._kb.trail.counts()
        except LeverageError:
            return
        yield _gauge("leverage_vendors", "Vendors that are remembered.", len(deals))
        yield _gauge("leverage_deals", "Deals that count.", sum(deals))
        told = CounterMetricFamily("leverage_acts", "Acts that the audit trail noted, such as exports.", labels=["act"])
        for act, count in acts.items():
            told.add_metric([act], count)
        yield told

    def _longest_wait(self) -> float:
        now = self._kb.now()
        return max([(now - each.at).total_seconds() for each in self._kb.waiting()], default=0.0)


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, text, value=float(value))
