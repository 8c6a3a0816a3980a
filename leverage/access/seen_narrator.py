"""The narrator as a person uses it: each call to the model is allowed, counted and noted, and tells of seen deals alone."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from leverage.brief import Brief
from leverage.reflect.narrate import Narrative
from leverage.reflect.narrator import Narrator

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

_SHARED = frozenset({"find", "model", "options", "place", "says_where", "timeout"})
_WRITES = frozenset({"forget", "forget_all"})  # within an act alone, as all that writes


class SeenNarrator:
    """A narrator behind a knowledge base, or a person's view of one; what is not said here is the narrator's own."""

    def __init__(self, whole: Narrator, kb: "KnowledgeBase", hidden: Callable[[], Collection[str]]) -> None:
        """Ask the narrator where the knowledge base permits it; `hidden` gives the deals that the person does not see."""
        self._whole = whole
        self._kb = kb
        self._hidden = hidden

    def __getattr__(self, name: str) -> Any:
        if name not in _SHARED and not (name in _WRITES and self._kb.is_whole):
            raise AttributeError(f"A person's narrator has no {name}.")
        return getattr(self._whole, name)

    def narrate(
        self, brief: Brief, now: datetime, is_still: Callable[[], bool] = lambda: True, *, again: bool = False
    ) -> Narrative:
        """Return the narrative of a brief; see `Narrator.narrate`. Raises NotAllowed and TooMany."""
        kept = None if again else self._whole.find(brief)
        if kept is not None:
            return kept
        self._allow(brief)
        return self._whole.narrate(brief, now, is_still, again=again)

    def answer(self, brief: Brief, question: str, deal_ids: Sequence[str], now: datetime) -> Narrative:
        """Return what the model says to a question; see `Narrator.answer`. Raises NotAllowed and TooMany."""
        self._allow(brief)
        return self._whole.answer(brief, question, deal_ids, now)

    def changed_since(self, brief: Brief) -> str | None:
        """Return what changed since the last narrative that tells of nothing hidden; see `Narrator.changed_since`."""
        return self._whole.changed_since(brief, self._hidden())

    def about_to_read(self) -> None:
        """Note that a text is about to be sent to the model, as part of what is being done."""
        self._kb.note("ask_model", model=self._whole.model or "", where=self._whole.place())

    def _allow(self, brief: Brief) -> None:
        if self._whole.model and brief.deals:
            self._kb.permit("ask_model", vendor=brief.bank_id, model=self._whole.model, where=self._whole.place())
