"""The narrator: asks the model once for a brief, and keeps the answer for as long as the brief stays the same."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from leverage.brief import Brief, Line, cite
from leverage.narratives import Narratives
from leverage.reflect.call import Messages, ModelFunction, RawReply, Schema, call_model
from leverage.reflect.narrate import PROMPT_TOKENS, Narrative, narrate
from leverage.reflect.prompt import PROMPT_VERSION
from leverage.wording import join_words, show_count, show_day

_WORTH_KEEPING = frozenset({"narrated", "narrated_partly", "nothing_held"})


@dataclass(frozen=True)
class ModelOptions:
    """How the model is asked: its litellm name or a function, the server's address, and our own limits.

    `timeout` is in seconds and covers all tries, `max_tokens` bounds the reply and `prompt_tokens` what is sent.
    """

    model: str | ModelFunction | None = None
    base: str | None = None
    timeout: float = 120
    retries: int = 1
    max_tokens: int = 1200
    prompt_tokens: int = PROMPT_TOKENS


class Narrator:
    """Puts briefs into words through one model; without a model it only says that there is none."""

    def __init__(self, options: ModelOptions, kept: Narratives) -> None:
        self._options = options
        self._kept = kept

    @property
    def model(self) -> str | None:
        """The name of the model, or None where none is set up."""
        model = self._options.model
        return model if model is None or isinstance(model, str) else getattr(model, "__name__", "a function")

    def says_where(self) -> str:
        """Return a sentence on what is sent where when the model is asked."""
        if self.model is None:
            return "No model is set up. Nothing is sent anywhere."
        host = urlsplit(self._options.base or "").hostname
        place = f"the server {host}" if host else f"the provider of {self.model}"
        return f"What these deals say is sent to {place}, model {self.model}."

    def find(self, brief: Brief) -> Narrative | None:
        """Return the narrative that was kept for exactly this brief."""
        stored = self._kept.get(brief.bank_id, self._key(brief)) if self.model and brief.deals else None
        return _from_json(stored["narrative"]) if stored else None

    def narrate(self, brief: Brief, now: datetime, is_still: Callable[[], bool] = lambda: True) -> Narrative:
        """Return the narrative of a brief, kept or asked for now; whatever the model does, nothing is raised.

        Only what the model really said is kept: a time-out or an error is asked again. Nothing is kept either where
        the brief is not what it was any more when the model answers: a deal may have been erased meanwhile.
        """
        found = self.find(brief)
        if found is not None:
            return found
        narrative = narrate(
            brief, ask=self._ask if self.model else None, model=self.model or "", prompt_tokens=self._options.prompt_tokens
        )
        if narrative.status in _WORTH_KEEPING and is_still():
            known = {cite(deal): deal.version for deal in brief.deals}
            kept = {"narrative": asdict(narrative), "at": now.isoformat(), "product": brief.product, "deals": known}
            self._kept.put(brief.bank_id, self._key(brief), kept)
        return narrative

    def changed_since(self, brief: Brief) -> str | None:
        """Return what changed since the last narrative about this vendor and product, as a sentence; None if nothing did."""
        last = self._kept.newest(brief.bank_id)
        if not last or (last["product"] or None) != brief.product:
            return None
        now = {cite(deal): deal.version for deal in brief.deals}
        before: Mapping[str, int] = last["deals"]
        counts = {
            "new": len(now.keys() - before.keys()),
            "changed": sum(before[each] != now[each] for each in now.keys() & before.keys()),
            "gone": len(before.keys() - now.keys()),
        }
        told = [f"{show_count(count, 'deal')} {word}" for word, count in counts.items() if count]
        return f"Since the last summary of {show_day(datetime.fromisoformat(last['at']))}: {join_words(told)}." if told else None

    def forget(self, bank_id: str) -> None:
        """Drop every narrative about a vendor."""
        self._kept.forget(bank_id)

    def forget_all(self) -> None:
        """Drop every narrative."""
        self._kept.forget_all()

    def _ask(self, messages: Messages, schema: Schema) -> RawReply:
        options = self._options
        assert options.model is not None
        return call_model(
            messages,
            schema,
            model=options.model,
            base=options.base,
            timeout=options.timeout,
            retries=options.retries,
            max_tokens=options.max_tokens,
        )

    def _key(self, brief: Brief) -> str:
        made_from = [brief.content(), self.model, self._options.base, PROMPT_VERSION]
        return hashlib.sha256(repr(made_from).encode()).hexdigest()[:24]


def _from_json(stored: Mapping[str, Any]) -> Narrative:
    lines = tuple(Line(each["text"], tuple(each["deal_ids"])) for each in stored["lines"])
    dropped = tuple((text, reason) for text, reason in stored["dropped"])
    return Narrative(**{**stored, "lines": lines, "dropped": dropped, "differences": tuple(stored["differences"])})
