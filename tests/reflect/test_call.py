"""The call: one question, one answer, and every way to fail ends in a sentence that says what to do next."""

import logging
import sys
import threading
import time
from types import SimpleNamespace
from typing import Any

import pytest

from leverage.reflect import call
from leverage.reflect.call import RawReply, call_model, status_of
from leverage.reflect.statuses import STATUSES, ModelProblem

MESSAGES = [{"role": "user", "content": "PROMPT-WORDS"}]
SCHEMA = {"type": "object"}
KEY = "sk-very-secret"


class ProviderError(Exception):
    """The base of stand-ins named as litellm names its own errors."""


NAMES = {
    "AuthenticationError": "not_allowed",
    "PermissionDeniedError": "not_allowed",
    "NotFoundError": "unknown_model",
    "RateLimitError": "rate_limited",
    "ContextWindowExceededError": "too_long",
    "ContentPolicyViolationError": "declined",
    "Timeout": "timed_out",
    "APIConnectionError": "model_unavailable",
    "ServiceUnavailableError": "model_unavailable",
    "InternalServerError": "model_failed",
    "BadGatewayError": "model_unavailable",
    "APIError": "model_unavailable",
    "BadRequestError": "refused_request",
}


class FakeLitellm:
    """Stands in for litellm: gives what was queued, raises what is an error, and remembers how it was asked."""

    def __init__(self, *outcomes: Any) -> None:
        self.outcomes = list(outcomes)
        self.asked: list[dict[str, Any]] = []
        self.exceptions = SimpleNamespace(BadRequestError=self.BadRequestError)

    class BadRequestError(ProviderError):
        """As litellm calls a request that the provider does not take."""

    def get_llm_provider(self, model: str, api_base: str | None = None) -> tuple[str, str, str | None, str | None]:
        provider, _, name = model.rpartition("/")
        if provider == "unknown":
            raise ValueError(model)
        return name, provider or "openai", "fake-key" if provider == "local" else None, api_base

    def supports_response_schema(self, model: str) -> bool:
        if "unknown" in model:
            raise ValueError(model)
        return "schema" in model

    def completion(self, **options: Any) -> Any:
        self.asked.append(options)
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


def answer(content: Any, finish: str = "stop", reasoning: Any = None) -> Any:
    """A reply in the shape that litellm gives."""
    message = SimpleNamespace(content=content, reasoning_content=reasoning)
    return SimpleNamespace(choices=[SimpleNamespace(message=message, finish_reason=finish)])


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retries wait for nothing."""
    monkeypatch.setattr(call, "FIRST_PAUSE", 0.0)


def use(monkeypatch: pytest.MonkeyPatch, *outcomes: Any) -> FakeLitellm:
    """Put a fake in litellm's place."""
    fake = FakeLitellm(*outcomes)
    monkeypatch.setitem(sys.modules, "litellm", fake)  # type: ignore[arg-type]
    return fake


def test_a_reply_comes_back_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Content, the reason why it ended, and reasoning are given on as they came."""
    use(monkeypatch, answer(None, "length", "thinking"))
    assert call_model(MESSAGES, SCHEMA, model="openai/x") == RawReply(None, "length", "thinking")


def test_time_out_retries_and_tokens_are_always_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """No default of the library counts: it would wait for more than an hour."""
    fake = use(monkeypatch, answer("{}"))
    call_model(MESSAGES, SCHEMA, model="openai/x", timeout=30, max_tokens=77)
    asked = fake.asked[0]
    assert 0 < asked["timeout"] <= 30
    assert (asked["num_retries"], asked["max_retries"], asked["max_tokens"], asked["drop_params"]) == (0, 0, 77, True)
    assert "response_format" not in asked


def test_a_schema_is_asked_for_where_the_provider_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """An unknown model is asked without one."""
    fake = use(monkeypatch, answer("{}"), answer("{}"))
    call_model(MESSAGES, SCHEMA, model="some/schema-model")
    call_model(MESSAGES, SCHEMA, model="some/unknown")
    assert fake.asked[0]["response_format"]["json_schema"]["schema"] == SCHEMA
    assert "response_format" not in fake.asked[1]


def test_a_server_of_ones_own_is_tried_with_a_schema_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it does not take one, it is asked again without, and no key of a provider is made up."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    fake = use(monkeypatch, FakeLitellm.BadRequestError("no response_format here"), answer("{}"))
    call_model(MESSAGES, SCHEMA, model="openai/local", base="http://127.0.0.1:1/v1")
    assert ["response_format" in asked for asked in fake.asked] == [True, False]
    assert {asked["api_base"] for asked in fake.asked} == {"http://127.0.0.1:1/v1"}


@pytest.mark.parametrize(
    ("model", "key", "given"),
    [
        ("openai/local", None, "none"),
        ("local-model", None, "none"),
        ("custom_openai/local", None, "none"),
        ("text-completion-openai/local", None, "none"),
        ("openai/gpt", KEY, None),
        ("gpt", KEY, None),
        ("custom_openai/gpt", KEY, None),
        ("together_ai/one", None, None),
        ("perplexity/one", None, None),
        ("anthropic/one", None, None),
        ("local/one", None, None),
        ("unknown/one", None, None),
    ],
)
def test_a_key_of_the_users_own_is_never_replaced(
    monkeypatch: pytest.MonkeyPatch, model: str, key: str | None, given: str | None
) -> None:
    """The bug was "none" in place of a key whose variable the model's prefix does not tell; litellm knows whose client it is."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    if key:
        monkeypatch.setenv("OPENAI_API_KEY", key)
    fake = use(monkeypatch, answer("{}"))
    call_model(MESSAGES, SCHEMA, model=model, base="http://127.0.0.1:1/v1")
    assert fake.asked[0].get("api_key") == given


@pytest.mark.parametrize("name", ["UnprocessableEntityError", "BadRequestError", "UnsupportedParamsError"])
def test_a_schema_that_is_not_taken_is_left_out_at_once(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Whichever way a server says so, and without a retry being spent on it."""
    kind = type(name, (FakeLitellm.BadRequestError,), {})
    fake = use(monkeypatch, kind("no response_format"), answer("{}"))
    assert call_model(MESSAGES, SCHEMA, model="some/x", base="http://127.0.0.1:1/v1", retries=0).content == "{}"
    assert ["response_format" in asked for asked in fake.asked] == [True, False]


def test_a_server_that_breaks_down_is_retried_without_a_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some can't compile one, and would break down again."""
    broken = type("InternalServerError", (ProviderError,), {})
    fake = use(monkeypatch, broken("grammar"), answer("{}"))
    assert call_model(MESSAGES, SCHEMA, model="some/x", base="http://127.0.0.1:1/v1", retries=1).content == "{}"
    assert ["response_format" in asked for asked in fake.asked] == [True, False]


def test_a_server_that_is_busy_is_retried_with_the_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    """The schema was not at fault."""
    busy = type("RateLimitError", (type("APIError", (ProviderError,), {}),), {})
    fake = use(monkeypatch, busy(), answer("{}"))
    call_model(MESSAGES, SCHEMA, model="some/schema-model", retries=1)
    assert ["response_format" in asked for asked in fake.asked] == [True, True]


def test_a_request_that_is_refused_without_a_schema_too_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two calls, and the sentence for it."""
    fake = use(monkeypatch, *[FakeLitellm.BadRequestError("no")] * 3)
    with pytest.raises(ModelProblem) as caught:
        call_model(MESSAGES, SCHEMA, model="some/x", base="http://127.0.0.1:1/v1", retries=3)
    assert (caught.value.status, len(fake.asked)) == ("refused_request", 2)


def test_a_refusal_in_its_own_field_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Providers put it beside an empty content."""
    message = SimpleNamespace(content=None, reasoning_content=None, refusal="I can't help with that.")
    use(monkeypatch, SimpleNamespace(choices=[SimpleNamespace(message=message, finish_reason="stop")]))
    assert call_model(MESSAGES, SCHEMA, model="openai/x").finish_reason == "refusal"


@pytest.mark.parametrize(("name", "status"), NAMES.items())
def test_every_kind_of_failure_has_its_status(
    name: str, status: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The sentence says what to do next; neither it nor the log holds prompt, key or the provider's words."""
    kind = type(name, (ProviderError,), {})
    use(monkeypatch, *[kind(f"{KEY} PROMPT-WORDS") for _ in range(2)])
    with caplog.at_level(logging.DEBUG), pytest.raises(ModelProblem) as caught:
        call_model(MESSAGES, SCHEMA, model="openai/x", retries=1)
    assert caught.value.status == status
    assert str(caught.value) == STATUSES[status]
    assert caught.value.__cause__ is None
    told = caplog.text + str(caught.value)
    assert KEY not in told
    assert "PROMPT-WORDS" not in told


def test_a_passing_failure_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused connection may be over in a moment; a wrong key is not."""
    lost = type("APIConnectionError", (ProviderError,), {})
    wrong = type("AuthenticationError", (ProviderError,), {})
    fake = use(monkeypatch, lost(), answer("{}"))
    assert call_model(MESSAGES, SCHEMA, model="openai/x", retries=1).content == "{}"
    assert len(fake.asked) == 2
    fake = use(monkeypatch, wrong(), answer("{}"))
    with pytest.raises(ModelProblem):
        call_model(MESSAGES, SCHEMA, model="openai/x", retries=3)
    assert len(fake.asked) == 1


def test_a_function_is_a_model() -> None:
    """It gets messages and schema, and gives a text."""
    assert call_model(MESSAGES, SCHEMA, model=lambda messages, schema: messages[0]["content"]).content == "PROMPT-WORDS"


@pytest.mark.parametrize("problem", [RuntimeError(KEY), TimeoutError(), ConnectionError(), ValueError(), KeyError("x")])
def test_a_function_that_fails_is_a_model_that_fails(problem: Exception) -> None:
    """Whatever it raises, one of our own sentences comes out."""

    def fail(messages: Any, schema: Any) -> str:
        raise problem

    with pytest.raises(ModelProblem) as caught:
        call_model(MESSAGES, SCHEMA, model=fail, retries=0)
    assert caught.value.status == ("timed_out" if isinstance(problem, TimeoutError) else "model_unavailable")
    assert KEY not in str(caught.value)


def test_a_model_that_never_answers_ends_in_time() -> None:
    """The time-out covers the whole call, however slowly bytes trickle in."""
    never = threading.Event()
    began = time.monotonic()
    with pytest.raises(ModelProblem) as caught:
        call_model(MESSAGES, SCHEMA, model=lambda messages, schema: str(never.wait(30)), timeout=0.2, retries=3)
    never.set()
    assert caught.value.status == "timed_out"
    assert time.monotonic() - began < 10


def test_every_status_has_a_sentence_of_its_own() -> None:
    """No two states read alike, and each is a whole sentence."""
    assert len(set(STATUSES.values())) == len(STATUSES)
    assert all(text.endswith(".") for text in STATUSES.values())


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_the_names_are_those_of_litellm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each error class of the installed litellm maps to a status, those that matter to the one above."""
    monkeypatch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    import httpx
    import litellm.exceptions as known

    response = httpx.Response(400, request=httpx.Request("POST", "https://example.com"))
    for name, status in NAMES.items():
        kind = getattr(known, name)
        options: dict[str, Any] = {"message": KEY, "llm_provider": "openai", "model": "x"}
        if name in ("PermissionDeniedError",):
            options["response"] = response
        if name == "APIError":
            options["status_code"] = 500
        assert status_of(kind(**options)) == status, name


@pytest.mark.parametrize(
    ("model", "status"),
    [
        ("openai/gpt-4o-mini", "no_key"),
        ("anthropic/claude-3-5-haiku-latest", "no_key"),
        ("gemini/gemini-1.5-pro", "no_key"),
        ("a-model-nobody-knows", "unknown_model"),
        ("ollama/qwen", None),
        ("bedrock/anthropic.claude-3-haiku-20240307-v1:0", None),
        ("azure/deployment", None),
        ("vertex_ai/gemini-1.5-pro", None),
        ("hosted_vllm/qwen", None),
    ],
)
def test_a_missing_key_and_an_unknown_name_are_told_before_anything_is_sent(
    monkeypatch: pytest.MonkeyPatch, model: str, status: str | None
) -> None:
    """Only where a key is the one way in; a provider that takes a role or needs no key is called."""
    import litellm

    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "OLLAMA_API_BASE"):
        monkeypatch.delenv(name, raising=False)
    called: list[str] = []

    def complete(**options: object) -> object:
        called.append(str(options["model"]))
        raise RuntimeError("the call")

    monkeypatch.setattr(litellm, "completion", complete)
    with pytest.raises(ModelProblem) as caught:
        call_model(MESSAGES, SCHEMA, model=model, retries=0)
    assert caught.value.status == (status or "model_unavailable")
    assert called == ([] if status else [model])
