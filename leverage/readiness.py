"""Whether a store can take what people do right now, and how much waits: for probes and for whoever runs it."""

from dataclasses import dataclass

from leverage.errors import LeverageError
from leverage.knowledge import KnowledgeBase


@dataclass(frozen=True)
class Readiness:
    """Whether the banks can be reached, and the index read; how many changes wait, and how many could not go in."""

    is_reachable: bool
    is_indexed: bool
    waiting: int
    set_aside: int

    @property
    def is_ready(self) -> bool:
        """Whether briefs are answered and deals go in at once."""
        return self.is_reachable and self.is_indexed


def readiness(kb: KnowledgeBase) -> Readiness:
    """Return how a store is, without asking its server: whoever follows that knows it from two seconds ago."""
    try:
        is_indexed = bool(kb.ask_index(lambda index: index.is_complete()))
    except LeverageError:
        is_indexed = False
    return Readiness(kb.away is None and not kb.sharing.is_away, is_indexed, *kb.outbox_counts())
