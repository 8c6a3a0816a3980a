"""The narrator: asks the model once for a brief, and keeps the answer for as long as the brief stays the same."""

import hashlib
import logging
import uuid
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from leverage.brief import Brief, cite
from leverage.narratives import Narratives
from leverage.reflect.call import Messages, ModelFunction, RawReply, Schema, call_model, get_ready
from leverage.reflect.check import CHECK_VERSION
from leverage.reflect.narrate import PROMPT_TOKENS, Narrative, narrate
from leverage.reflect.prompt import PROMPT_VERSION, Question
from leverage.reflect.reply import REPLY_VERSION
from leverage.wording import join_words, show_count, show_day

log = logging.getLogger(__name__)

_ON_THIS_MACHINE = ("ollama", "ollama_chat", "lm_studio", "llamafile", "hosted_vllm", "vllm", "xinference")
_KEPT = ("narrated", "narrated_partly")
_NAMES: WeakKeyDictionary[Any, str] = WeakKeyDictionary()  # of functions, for as long as this process lives


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
        self._identity = _identity(options.model)

    @property
    def options(self) -> ModelOptions:
        """How the model is asked, for others who ask it."""
        return self._options

    @property
    def model(self) -> str | None:
        """The name of the model, or None where none is set up."""
        model = self._options.model
        return model if model is None or isinstance(model, str) else getattr(model, "__name__", "a function")

    @property
    def timeout(self) -> float:
        """How long the model may take, in seconds."""
        return self._options.timeout

    def says_where(self) -> str:
        """Return a sentence on what is sent where when the model is asked."""
        if self.model is None:
            return "No model is set up. Nothing is sent anywhere."
        sent = "Prices, terms, tactics, confirmed lessons and the names of colleagues and contacts"
        return f"{sent} go to {self.place()}. Notes and signals stay here."

    def place(self) -> str:
        """Return where the model that is set up is, as words: a server, a provider, this machine."""
        base = self._options.base or ""
        if base:
            return f"the server {urlsplit(base).hostname or base.rpartition('@')[2]}"
        provider, _, name = (self.model or "").partition("/")
        if provider.casefold() in _ON_THIS_MACHINE:
            return f"{provider}, on this machine unless its own settings name another"
        return f"the provider {provider}" if name else f"the provider of {provider}"

    def find(self, brief: Brief) -> Narrative | None:
        """Return the narrative that was kept for exactly this brief."""
        stored = self._kept.get(brief.bank_id, self._key(brief)) if self.model and brief.deals else None
        return Narrative.from_json(stored.get("narrative")) if isinstance(stored, dict) else None

    def narrate(
        self, brief: Brief, now: datetime, is_still: Callable[[], bool] = lambda: True, *, again: bool = False
    ) -> Narrative:
        """Return the narrative of a brief, kept or asked for now; whatever the model or the store does, nothing is raised.

        With `again` the model is asked whatever is kept. Only what need not be asked again is kept, and nothing where
        `is_still` says no when the model has answered, since the brief is not what it was any more or nobody waits for
        it, or where the vendor's narratives were forgotten meanwhile.
        """
        found = None if again else self.find(brief)
        if found is not None:
            return found
        if self.model and brief.deals:
            get_ready(self._options.model)
        times_forgotten = self._kept.times_forgotten(brief.bank_id)
        narrative = narrate(
            brief, ask=self._ask if self.model else None, model=self.model or "", prompt_tokens=self._options.prompt_tokens
        )
        narrative = replace(narrative, day=now.date())
        if narrative.status in _KEPT and _holds(is_still):
            kept = {
                "narrative": narrative.to_json(),
                "at": now.isoformat(),
                "product": brief.product,
                "as_of": _asked_day(brief),
                "deals": {cite(deal): deal.version for deal in brief.deals},
            }
            self._kept.put(brief.bank_id, self._key(brief), kept, times_forgotten)
        return narrative

    def answer(self, brief: Brief, question: str, deal_ids: Sequence[str], now: datetime) -> Narrative:
        """Return what the model says to a question about a brief, checked as a narrative is; neither is kept anywhere.

        `deal_ids` are the deals nearest to it. Whatever the model does, nothing is raised.
        """
        if self.model and brief.deals:
            get_ready(self._options.model)
        told = narrate(
            brief,
            ask=self._ask if self.model else None,
            model=self.model or "",
            prompt_tokens=self._options.prompt_tokens,
            question=Question(question, tuple(deal_ids)),
        )
        return replace(told, day=now.date())

    def changed_since(self, brief: Brief, hidden: Collection[str] = ()) -> str | None:
        """Return what changed since the last narrative about this vendor, product and day, as a sentence; None if nothing did.

        A brief as of today goes with those of earlier todays, one as of another day with those of the same day. Narratives that
        tell of `hidden` deals are passed over.
        """
        now = {cite(deal): deal.version for deal in brief.deals}
        kept = (_last(each, brief) for each in self._kept.newest_first(brief.bank_id))
        last = next((each for each in kept if each and each[1].keys().isdisjoint(hidden)), None)
        if last is None:
            return None
        day, before = last
        new, gone = len(now.keys() - before.keys()), len(before.keys() - now.keys())
        changed = sum(before[each] != now[each] for each in now.keys() & before.keys())
        told = [
            show_count(new, "new deal") if new else "",
            show_count(changed, "changed deal") if changed else "",
            f"{show_count(gone, 'deal')} gone" if gone else "",
        ]
        told = [each for each in told if each]
        return f"Since the last summary of {show_day(day)}: {join_words(told)}." if told else None

    def forget(self, bank_id: str) -> None:
        """Drop every narrative about a vendor."""
        self._kept.forget(bank_id)

    def forget_all(self) -> None:
        """Drop every narrative about every vendor."""
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
        options = self._options
        limits = (options.prompt_tokens, options.max_tokens)
        versions = (PROMPT_VERSION, REPLY_VERSION, CHECK_VERSION)
        made_from = [brief.content(), self._identity, options.base, versions, limits]
        return hashlib.sha256(repr(made_from).encode()).hexdigest()[:24]


def _identity(model: str | ModelFunction | None) -> str:
    """Return what tells a model from every other one: its name, or for a function one of its own while this process lives."""
    if model is None or isinstance(model, str):
        return f"model {model}"
    try:
        return _NAMES.setdefault(model, f"function {uuid.uuid4().hex}")
    except TypeError:  # it has no identity that could be kept: every narrator takes it for another one
        return f"function {uuid.uuid4().hex}"


def _holds(is_still: Callable[[], bool]) -> bool:
    """Return what a question to the store says; no where it can't be answered."""
    try:
        return is_still()
    except Exception as problem:  # noqa: BLE001 - the answer of the model is there, whatever the store does
        log.warning("A narrative was not kept (%s).", type(problem).__name__)
        return False


def _asked_day(brief: Brief) -> str | None:
    """Return the day a brief was asked for; None for today, whatever day that is."""
    return None if brief.as_of == brief.counted_on else brief.as_of.isoformat()


def _last(stored: Any, brief: Brief) -> tuple[date, dict[str, int]] | None:
    """Return the day and the deals of a kept narrative about the same product and day as the brief; None of any other."""
    try:
        is_same = (stored["product"], stored["as_of"]) == (brief.product, _asked_day(brief))
        return (datetime.fromisoformat(stored["at"]), dict(stored["deals"])) if is_same else None
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
