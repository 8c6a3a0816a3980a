"""A model's reasoning in a reply: in whatever form it stands, a draft in it is never taken for the answer."""

import json
from typing import Any

import pytest

from leverage.reflect import parse_reply
from tests.reflect.replies import DRAFT, EMPTY, PLAIN, PRETTY, TRUE, envelope

KNOWN = {
    "think": "<think>{}</think>",
    "with a time": '<thinking duration="3s">{}</thinking>',
    "loud": "<THOUGHTS>{}</THOUGHTS>",
    "escaped": "&lt;think&gt;{}&lt;/think&gt;",
    "brackets": "[REASONING]{}[/REASONING]",
    "triangles": "◁think▷{}◁/think▷",
    "begin and end": "<|begin_of_thought|>{}<|end_of_thought|>",
    "a channel": "<|channel|>analysis<|message|>{}<|end|><|start|>assistant<|channel|>final<|message|>",
    "a channel of a tool": "<|channel|>analysis<|message|>{}<|end|><|channel|>commentary to=f.g <|constrain|>json<|message|>",
}
OTHER = {
    "a monologue": "<internal_monologue>{}</internal_monologue>",
    "camelCase": "<antThinking>{}</antThinking>",
    "short": "<cot>{}</cot>",
    "a plan": "<plan>\n{}\n</plan>",
    "a draft": "<draft>{}</draft>",
    "comments": "<commentary>{}</commentary>",
    "inner": "<inner_thoughts>{}</inner_thoughts>",
    "a rationale": "<rationale>{}</rationale>",
    "a critique": "<self-critique>{}</self-critique>",
    "a storm": "<brainstorm n='2'>{}</brainstorm>",
    "working": "<working_out>{}</working_out>",
    "a hypothesis": "<hypothesis>{}</hypothesis>",
    "wide signs": "<｜begin▁of▁thinking｜>{}<｜end▁of▁thinking｜>",
    "pipes": "<|think|>{}<|/think|>",
    "half a channel": "<|channel>thought\n{}<channel|>",
    "an unused token": "<unused94>thought\n{}<unused95>",
    "a comment": "<!-- first try: {} -->",
    "a fold": "<details>\n<summary>My reasoning</summary>\n\n{}\n</details>\n",
    "a fence": "```thinking\n{}\n```\n",
}


@pytest.mark.parametrize("form", [*KNOWN.values(), *OTHER.values()], ids=[*KNOWN, *OTHER])
@pytest.mark.parametrize("thought", ["Nine deals, 22.5 at most.", DRAFT, f"So {DRAFT}? Hmm, no {{really}}."])
def test_a_draft_in_the_reasoning_does_not_hide_the_answer(form: str, thought: str) -> None:
    """Whatever was thought, the answer that follows is read, and it alone."""
    reply = parse_reply(form.replace("{}", thought) + f"\n{PRETTY}")
    assert (reply.status, reply.fields) == ("repaired", TRUE)


@pytest.mark.parametrize("form", [*KNOWN.values(), *OTHER.values()], ids=[*KNOWN, *OTHER])
def test_a_draft_is_no_answer(form: str) -> None:
    """Neither where no answer follows, nor where the reasoning never ends, nor where the reply was cut."""
    drafts = [f"{form.replace('{}', DRAFT)}\nI would rather not say.", f"{form.partition('{}')[0]}{DRAFT} but deal 4"]
    assert [parse_reply(draft).fields for draft in drafts] == [EMPTY, EMPTY]
    assert parse_reply(form.partition("{}")[0] + DRAFT, "length").fields == EMPTY


@pytest.mark.parametrize("form", OTHER.values(), ids=OTHER)
def test_a_block_that_models_only_draft_in_holds_no_answer(form: str) -> None:
    """A plan or a draft is one to its last word, unlike the thoughts that some servers put around everything."""
    assert parse_reply(form.replace("{}", DRAFT)).fields == EMPTY


@pytest.mark.parametrize("tag", ["answer", "final", "final_answer", "output", "response", "result", "solution", "json", "reply"])
def test_what_is_marked_as_the_answer_is_the_answer(tag: str) -> None:
    """Even behind another form of reasoning, or one that was never closed."""
    for before in (f"<r>{DRAFT}</r>", f"First {DRAFT}, then ", f"<think>{DRAFT} hm "):
        assert parse_reply(f"{before}<{tag}>\n{PLAIN}\n</{tag}>").fields == TRUE
    assert parse_reply(f"<|thought|>{DRAFT}<|{tag}|>{PLAIN}").fields == TRUE


@pytest.mark.parametrize(
    "key",
    ["reasoning", "reasoning_content", "thinking", "thoughts", "rationale", "scratchpad", "internal_monologue", "reasoningText"],
)
def test_an_envelope_s_reasoning_is_never_the_answer(key: str) -> None:
    """As a text or as an object, beside an answer or alone."""
    for draft in (DRAFT, json.loads(DRAFT), [{"type": "text", "text": DRAFT, "signature": "x"}]):
        assert parse_reply(envelope(PLAIN, **{key: draft})).fields == TRUE
    assert parse_reply(envelope(None, **{key: f"{DRAFT} or less"})).fields == EMPTY
    assert parse_reply({key: f"maybe {DRAFT}", "answer": TRUE}).fields == TRUE


KINDS = ("thinking", "reasoning", "reasoning.text", "reasoning_text", "thinking_delta", "redacted_thinking", "reasoning.summary")


@pytest.mark.parametrize("kind", KINDS)
def test_parts_of_reasoning_are_never_the_answer(kind: str) -> None:
    """By the type that a provider gives them, also where the reply ended by its length."""
    thought = {"type": kind, "text": DRAFT, "signature": "abc"}
    assert parse_reply({"content": [thought, {"type": "text", "text": PLAIN}]}).fields == TRUE
    assert parse_reply({"content": [thought], "stop_reason": "max_tokens"}).fields == EMPTY
    assert parse_reply({"content": [{**thought, "text": f"{DRAFT} hm"}], "stop_reason": "end_turn"}).fields == EMPTY


NESTED: dict[str, Any] = {
    "two objects deep": {
        "output": {"message": {"content": [{"reasoningContent": {"reasoningText": {"text": DRAFT}}}, {"text": PLAIN}]}}
    },
    "details": {"choices": [{"message": {"content": PLAIN, "reasoning_details": [{"type": "reasoning.text", "text": DRAFT}]}}]},
    "items": {"output": [{"type": "reasoning", "content": [{"text": DRAFT}]}, {"type": "message", "content": [{"text": PLAIN}]}]},
}


@pytest.mark.parametrize("reply", NESTED.values(), ids=NESTED)
def test_reasoning_is_known_however_deep_it_stands(reply: dict[str, Any]) -> None:
    """Object or text."""
    assert parse_reply(reply).fields == parse_reply(json.dumps(reply)).fields == TRUE


@pytest.mark.parametrize("content", [None, "", "{}", "<think></think>", " \n"])
def test_an_answer_that_only_the_reasoning_ends_with_is_read(content: str | None) -> None:
    """Servers put a whole answer there by mistake; it counts if the reply has nothing else and was not cut."""
    reply = json.loads(envelope(content, reasoning_content=f"Nine deals, so {PLAIN}"))
    assert parse_reply(reply).fields == TRUE
    assert parse_reply(reply, "length").fields == EMPTY


@pytest.mark.parametrize("text", ["<think>hm</think>", "<think></think>\n\n", "<plan>so</plan>", "[THINK]x[/THINK]"])
def test_reasoning_that_ended_was_not_cut(text: str) -> None:
    """The bug was the advice to raise the limit of tokens, to somebody whose model said nothing."""
    assert not parse_reply(text, "stop").was_cut
