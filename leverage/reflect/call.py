"""The call: one question to one model, through litellm or a function, and every way in which it can fail."""

import logging
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from leverage.reflect.statuses import ModelProblem

log = logging.getLogger(__name__)

Messages = Sequence[Mapping[str, str]]
Schema = Mapping[str, Any]
ModelFunction = Callable[[Messages, Schema], Any]

FIRST_PAUSE = 0.5  # seconds before the first retry; each further one waits twice as long
_WORTH_A_RETRY = frozenset({"rate_limited", "model_unavailable"})

# What each kind of failure means, by the name of its class; a class without a name here goes by its bases'.
_KINDS = {
    "Timeout": "timed_out",
    "TimeoutError": "timed_out",
    "APITimeoutError": "timed_out",
    "RateLimitError": "rate_limited",
    "BudgetExceededError": "rate_limited",
    "PaymentRequiredError": "not_allowed",
    "AuthenticationError": "not_allowed",
    "PermissionDeniedError": "not_allowed",
    "NotFoundError": "unknown_model",
    "LiteLLMUnknownProvider": "unknown_model",
    "ModelNotMappedError": "unknown_model",
    "ContextWindowExceededError": "too_long",
    "ContentPolicyViolationError": "declined",
    "RejectedRequestError": "declined",
    "GuardrailRaisedException": "declined",
    "BadRequestError": "refused_request",
    "UnprocessableEntityError": "refused_request",
}


@dataclass(frozen=True)
class RawReply:
    """What came back, unread; `content` is a text, None, or whatever a function returned."""

    content: Any
    finish_reason: str | None = None
    reasoning: str | None = None


def call_model(
    messages: Messages,
    schema: Schema,
    *,
    model: str | ModelFunction,
    base: str | None = None,
    timeout: float = 120,
    retries: int = 1,
    max_tokens: int = 1200,
) -> RawReply:
    """Return the reply of `model`, a litellm model name or a function `(messages, schema) -> str`.

    `timeout` is in seconds and covers all tries. Raises ModelProblem, and nothing else, whatever the model does.
    """
    ends = time.monotonic() + timeout
    for attempt in range(retries + 1):
        try:
            return _within(ends, lambda: _ask(messages, schema, model, base, max(1.0, ends - time.monotonic()), max_tokens))
        except Exception as problem:  # noqa: BLE001 - a provider may raise anything, and none of it may reach a page
            status = status_of(problem)
            log.warning("The model failed: %s (%s).", status, type(problem).__name__)
        pause = FIRST_PAUSE * 2**attempt
        if status not in _WORTH_A_RETRY or attempt == retries or time.monotonic() + pause >= ends:
            break
        time.sleep(pause)
    raise ModelProblem(status) from None


def status_of(problem: Exception) -> str:
    """Return which of the statuses an exception of a provider, of litellm or of a function stands for."""
    if isinstance(problem, ModelProblem):
        return problem.status
    return next((_KINDS[kind.__name__] for kind in type(problem).__mro__ if kind.__name__ in _KINDS), "model_unavailable")


def _within(ends: float, ask: Callable[[], RawReply]) -> RawReply:
    """Return what `ask` returns, or raise a time-out: a server that sends a byte now and then never times out by itself."""
    outcome: list[RawReply | Exception] = []

    def run() -> None:
        try:
            outcome.append(ask())
        except Exception as problem:  # noqa: BLE001 - it is raised again where the answer is waited for
            outcome.append(problem)

    thread = threading.Thread(target=run, name="leverage-model", daemon=True)
    thread.start()
    thread.join(max(0.0, ends - time.monotonic()))
    if not outcome:
        raise ModelProblem("timed_out" if thread.is_alive() else "model_unavailable")
    if isinstance(outcome[0], Exception):
        raise outcome[0]
    return outcome[0]


def _ask(messages: Messages, schema: Schema, model: str | ModelFunction, base: str | None, timeout: float, most: int) -> RawReply:
    if not isinstance(model, str):
        answer = model(messages, schema)
        return answer if isinstance(answer, RawReply) else RawReply(answer)
    litellm = _litellm()
    options: dict[str, Any] = {
        "model": model,
        "messages": [dict(message) for message in messages],
        "timeout": timeout,
        "num_retries": 0,  # tries are counted here, within one time-out
        "max_retries": 0,
        "max_tokens": most,
        "temperature": 0,
        "drop_params": True,
    }
    if base:
        options["api_base"] = base
        if not _has_key(model):
            options["api_key"] = "none"  # a server of one's own asks for none, but its client does
    if base or _takes_schema(litellm, model):
        form = {"type": "json_schema", "json_schema": {"name": "brief", "schema": dict(schema), "strict": True}}
        try:
            return _read(litellm.completion(**options, response_format=form))
        except litellm.exceptions.BadRequestError as problem:
            if status_of(problem) != "refused_request":
                raise
    return _read(litellm.completion(**options))


def _litellm() -> Any:
    # Its import takes seconds and memory; the variable keeps it from fetching a price list from the web.
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    import litellm

    litellm.telemetry = False
    litellm.suppress_debug_info = True
    litellm.turn_off_message_logging = True
    for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # its messages may hold the prompt
    return litellm


def _takes_schema(litellm: Any, model: str) -> bool:
    try:
        return bool(litellm.supports_response_schema(model=model))
    except Exception:  # noqa: BLE001 - an unknown model raises; it is asked without a schema
        return False


def _has_key(model: str) -> bool:
    provider = model.partition("/")[0].upper()
    return bool(os.environ.get(f"{provider}_API_KEY"))


def _read(response: Any) -> RawReply:
    choice = response.choices[0]
    content = choice.message.content
    reasoning = getattr(choice.message, "reasoning_content", None)
    return RawReply(content, getattr(choice, "finish_reason", None), reasoning if isinstance(reasoning, str) else None)
