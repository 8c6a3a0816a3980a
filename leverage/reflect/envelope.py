"""What a provider, or a model by itself, puts around an answer: messages, choices, parts, tool calls, wrappers."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from leverage.reflect.keys import KEY_IN_TEXT, STRONG, SUMMARY, field_of, given_fields

_MOST_NODES = 20_000
_DEEPEST = 14
_MOST_ANSWERS = 50
LONGEST_SEARCHED = 200_000  # characters of a text that are searched for an object

_HOLDS_TEXT = re.compile(
    r"(?:output|generated|completion|partial)?_?(?:text|content|json)|arguments|args|parameters|completion|response|output|delta"
    r"|answer|reply|result|message|data|body|brief|value|final|parsed",
    re.IGNORECASE,
)
_HOLDS_REASONING = re.compile(r"(?:redacted_)?(?:reasoning|thinking|thoughts?)(?:_content)?|analysis|scratchpad|chain_of_thought")
_ECHOES = frozenset({"prompt", "request", "instructions", "schema", "example", "examples", "tools"})
_OTHER_ROLES = frozenset({"user", "system", "developer", "tool", "human"})
_WHY_IT_STOPPED = ("finish_reason", "finishReason", "stop_reason", "stopReason", "done_reason", "reason")
_CUT_REASONS = frozenset({"length", "max_tokens", "max_output_tokens", "model_length", "token_limit", "max_new_tokens"})


def gives_fields(value: Mapping[Any, Any]) -> bool:
    """Return whether an object gives any field of a brief that nothing but a brief has, or a summary and nothing else."""
    names = {name for name, _ in given_fields(value)}
    return not names.isdisjoint(STRONG) or (SUMMARY in names and all(map(field_of, value)))


@dataclass
class Envelope:
    """What an object of a provider, or a wrapper of a model's own, holds: answers, texts, and thoughts apart."""

    answers: list[Mapping[Any, Any]] = field(default_factory=list)
    weak: list[Mapping[Any, Any]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    thoughts: list[str] = field(default_factory=list)
    was_cut: bool = False
    nodes: int = 0

    def open(self, value: object, depth: int, *, is_reasoning: bool = False) -> None:
        """Look into a value and all that it holds."""
        self.nodes += 1
        if depth > _DEEPEST or self.nodes > _MOST_NODES or len(self.answers) >= _MOST_ANSWERS:
            return
        if isinstance(value, list | tuple):
            for each in value:
                if isinstance(each, str):
                    self._text("content", each, is_reasoning)
                else:
                    self.open(each, depth + 1, is_reasoning=is_reasoning)
        elif isinstance(value, Mapping):
            self._object(value, depth, is_reasoning)

    def _object(self, value: Mapping[Any, Any], depth: int, is_reasoning: bool) -> None:
        if value.get("error") or value.get("role") in _OTHER_ROLES:
            return
        is_reasoning = is_reasoning or value.get("thought") is True or _matches(_HOLDS_REASONING, value.get("type"))
        self.was_cut |= any(is_cut(value.get(key)) for key in _WHY_IT_STOPPED)
        if not is_reasoning:
            if gives_fields(value):
                self.answers.append(value)
                return
            if SUMMARY in {name for name, _ in given_fields(value)}:
                self.weak.append(value)
        for key, held in value.items():
            if key in _ECHOES:
                continue
            if isinstance(held, str):
                self._text(key, held, is_reasoning)
            else:
                self.open(held, depth + 1, is_reasoning=is_reasoning or _matches(_HOLDS_REASONING, key))

    def _text(self, key: object, text: str, is_reasoning: bool) -> None:
        if is_reasoning or _matches(_HOLDS_REASONING, key):
            self.thoughts.append(text)
        elif _matches(_HOLDS_TEXT, key) or ("{" in text[:LONGEST_SEARCHED] and KEY_IN_TEXT.search(text, 0, LONGEST_SEARCHED)):
            self.texts.append(text)


def is_cut(reason: object) -> bool:
    """Return whether a provider's reason for the end of a reply is that it grew too long."""
    return isinstance(reason, str) and reason.casefold() in _CUT_REASONS


def _matches(pattern: re.Pattern[str], key: object) -> bool:
    return isinstance(key, str) and pattern.fullmatch(key) is not None
