"""The narrator as a person uses it: each call to the model is allowed, counted and noted, and tells of seen deals alone."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Any

from leverage.brief import Brief
from leverage.reflect.narrate import Narrative
from leverage.reflect.narrator import Narrator


class SeenNarrator:
    """A narrator behind a person's view; what is not said here is the narrator's own."""

    def __init__(self, whole: Narrator, permit: Callable[..., None], hidden: Callable[[], Collection[str]]) -> None:
        """Ask the narrator where `permit` does not refuse; `hidden` gives the deals that the person does not see."""
        self._whole = whole
        self._permit = permit
        self._hidden = hidden

    def __getattr__(self, name: str) -> Any:
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

    def _allow(self, brief: Brief) -> None:
        if self._whole.model and brief.deals:
            self._permit("ask_model", vendor=brief.bank_id, model=self._whole.model, where=self._whole.place())
