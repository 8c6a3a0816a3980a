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
_IMPORTING = threading.Lock()
_WORTH_A_RETRY = frozenset({"rate_limited", "model_unavailable", "model_failed"})
_BREAKDOWNS = ("InternalServerError", "APIError", "APIResponseValidationError")  # and no kinds of these, which mean more
# A key in the environment is the only way in; others take a role, a token of another name, or nothing at all.
_BY_KEY_ALONE = frozenset({"openai", "anthropic", "gemini", "mistral", "groq", "deepseek", "openrouter", "xai", "perplexity"})
_SAME_CLIENT = ("openai", "custom_openai", "text-completion-openai")  # demands a key, also of a server that has none

_POLICY = ("content_policy", "content policy", "content_filter", "content management policy")

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
    "InternalServerError": "model_failed",
    "APIResponseValidationError": "model_failed",
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
    if isinstance(model, str):
        try:
            _check_name_and_key(_litellm(), model, base)
        except ModelProblem:
            raise
        except Exception as problem:  # noqa: BLE001 - whatever litellm does not know either, the call itself will tell
            log.info("The model could not be looked up beforehand (%s).", type(problem).__name__)
    ends = time.monotonic() + timeout  # what comes before is no fault of the model
    form = Form()
    for attempt in range(retries + 1):
        try:
            return _tried(ends, lambda left: _ask(messages, schema, model, base, left, max_tokens, form), form)
        except Exception as problem:  # noqa: BLE001 - a provider may raise anything, and none of it may reach a page
            status = status_of(problem)
            log.warning("The model failed: %s (%s).", status, type(problem).__name__)
        pause = FIRST_PAUSE * 2**attempt
        if status not in _WORTH_A_RETRY or attempt == retries or time.monotonic() + pause >= ends:
            break
        time.sleep(pause)
    raise ModelProblem(status) from None


@dataclass
class Form:
    """Whether the next try asks for the schema, and whether the last one did; a server that stumbles over it is asked without."""

    is_wanted: bool = True
    was_asked: bool = False


def _tried(ends: float, ask: Callable[[float], RawReply], form: Form) -> RawReply:
    """Return what `ask` gives, asked again at once without the schema where the provider does not take the request."""
    try:
        return _within(ends, ask)
    except Exception as problem:
        is_refused = status_of(problem) == "refused_request"
        if not form.was_asked or not (is_refused or _is_breakdown(problem)):
            raise
        form.is_wanted = False
        if not is_refused or time.monotonic() >= ends:
            raise
    return _within(ends, ask)


def _is_breakdown(problem: Exception) -> bool:
    """Return whether a server broke down over a request, as some do over a schema that they can't compile."""
    return type(problem).__name__ in _BREAKDOWNS


def status_of(problem: Exception) -> str:
    """Return which of the statuses an exception of a provider, of litellm or of a function stands for."""
    if isinstance(problem, ModelProblem):
        return problem.status
    if any(word in str(problem).casefold() for word in _POLICY) and type(problem).__name__ == "BadRequestError":
        return "declined"
    if _is_breakdown(problem) and "connection error" in str(problem).casefold():
        return "model_unavailable"
    return next((_KINDS[kind.__name__] for kind in type(problem).__mro__ if kind.__name__ in _KINDS), "model_unavailable")


def _within(ends: float, ask: Callable[[float], RawReply]) -> RawReply:
    """Return what `ask` returns, or raise a time-out: a server that sends a byte now and then never times out by itself."""
    outcome: list[RawReply | Exception] = []

    def run() -> None:
        try:
            outcome.append(ask(max(1.0, ends - time.monotonic())))
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


def _ask(
    messages: Messages,
    schema: Schema,
    model: str | ModelFunction,
    base: str | None,
    timeout: float,
    most: int,
    form: Form,
) -> RawReply:
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
        if _lacks_key(litellm, model, base):
            options["api_key"] = "none"  # a server of one's own asks for none, but its client does
    form.was_asked = form.is_wanted and bool(base or _takes_schema(litellm, model))
    if form.was_asked:
        wanted = {"name": "brief", "schema": dict(schema), "strict": True}
        options["response_format"] = {"type": "json_schema", "json_schema": wanted}
    return _read(litellm.completion(**options))


def _litellm() -> Any:
    # Its import takes seconds and memory; the variable keeps it from fetching a price list from the web.
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    with _IMPORTING:  # two threads that import it at once each find the other's half of its circle
        import litellm

    litellm.telemetry = False
    litellm.suppress_debug_info = True
    litellm.turn_off_message_logging = True
    for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # its messages may hold the prompt
    return litellm


def get_ready(model: str | ModelFunction | None) -> None:
    """Import what calling a model takes, which needs seconds the first time; a function needs nothing."""
    if isinstance(model, str):
        _litellm()


def _check_name_and_key(litellm: Any, model: str, base: str | None) -> None:
    """Raise ModelProblem where no provider is known by this model's name, or none of its keys is set."""
    if base:
        return  # what a server of one's own calls its models, only it can tell
    try:
        provider = litellm.get_llm_provider(model=model)[1]
    except Exception as problem:
        raise ModelProblem("unknown_model") from problem
    if provider in _BY_KEY_ALONE and litellm.validate_environment(model=model).get("missing_keys"):
        raise ModelProblem("no_key")


def _takes_schema(litellm: Any, model: str) -> bool:
    try:
        return bool(litellm.supports_response_schema(model=model))
    except Exception:  # noqa: BLE001 - an unknown model raises; it is asked without a schema
        return False


def _lacks_key(litellm: Any, model: str, base: str) -> bool:
    """Return whether the client that litellm takes for this model would end for want of a key; a key that is set is used."""
    try:
        _, provider, key, _ = litellm.get_llm_provider(model=model, api_base=base)
    except Exception:  # noqa: BLE001 - an unknown provider raises, and says so itself when it is called
        return False
    held = (key, getattr(litellm, "api_key", None), getattr(litellm, "openai_key", None), os.environ.get("OPENAI_API_KEY"))
    return provider in _SAME_CLIENT and not any(held)


def _read(response: Any) -> RawReply:
    choice = response.choices[0]
    message = choice.message
    content, reason = message.content, getattr(choice, "finish_reason", None)
    if not content and isinstance(getattr(message, "refusal", None), str):
        reason = "refusal"
    reasoning = getattr(message, "reasoning_content", None)
    return RawReply(content, reason, reasoning if isinstance(reasoning, str) else None)
