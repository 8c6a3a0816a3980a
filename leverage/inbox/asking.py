"""A model over many texts: how often it failed, and when to let it be."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from leverage.inbox.proposal import Proposal

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

MOST_FAILURES = 2  # one after the other; then the model is asked no more
_OF_ONE_TEXT = ("unreadable", "cut", "too_long", "declined", "silent")  # another text may fare better


class Saying(Protocol):
    """Reads a text into proposals and says what became of the model, as `propose_and_say` does."""

    def __call__(
        self, text: str, filename: str = "", *, kb: "KnowledgeBase | None" = None, asks: bool = True
    ) -> tuple[list[Proposal], str | None]: ...


class Asking:
    """Reads one text after the other; a model that can't be had is left alone for the rest of them.

    `failed` counts the texts that the rules alone read although a model is set up, `status` says why, by its last failure.
    """

    def __init__(self, saying: Saying | None = None) -> None:
        self.failed = 0
        self.status: str | None = None
        self._in_a_row = 0
        self._saying = saying

    def __call__(self, text: str, filename: str, *, kb: "KnowledgeBase") -> list[Proposal]:
        asks = self._in_a_row < MOST_FAILURES
        found, status = (self._saying or _rules_and_model())(text, filename, kb=kb, asks=asks)
        if not asks:
            self.failed += 1
        elif status is not None:
            self.failed, self.status = self.failed + 1, status
            self._in_a_row = self._in_a_row if status in _OF_ONE_TEXT else self._in_a_row + 1
        else:
            self._in_a_row = 0
        return found


def _rules_and_model() -> Callable[..., tuple[list[Proposal], str | None]]:
    from leverage.inbox.proposing import propose_and_say  # loads every rule

    return propose_and_say
