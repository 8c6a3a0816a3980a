"""What a provider, or a model by itself, puts around an answer: messages, choices, parts, tool calls, wrappers."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from leverage.reflect.keys import (
    KEY_IN_TEXT,
    MOST_KEYS,
    SENTENCES,
    STRONG,
    SUMMARY,
    as_object,
    field_of,
    given_fields,
    is_foreign,
    words,
)
from leverage.reflect.nothing import says_nothing
from leverage.words import plain_key

_MOST_NODES = 20_000
_DEEPEST = 14
_MOST_ANSWERS = 50
LONGEST_SEARCHED = 200_000  # characters of a text that are searched for an object

_HOLDS_TEXT = re.compile(
    r"(?:output|generated|completion|partial)?_?(?:text|content|json)|arguments|args|parameters|completion|response|output|delta"
    r"|answer|reply|result|message|data|body|brief|value|final|parsed",
    re.IGNORECASE,
)
_REASONING_WORDS = words(
    "reasoning reasoningcontent thinking thought thoughts think rationale scratchpad monologue analysis reflection deliberation"
    " cot commentary redacted"
)
_NO_REASONING = words("signature effort tokens format id type encrypted budget count level enabled")
_THINKS = re.compile(r"reasoning|think|thought|scratchpad|monologue", re.IGNORECASE)
_ERRORS = ("error", "errors", "exception")
_ROW_NAMES, _ROW_VALUES = (
    ("field", "key", "name", "attribute", "property", "label"),
    ("value", "values", "content", "answer", "data"),
)
_OTHER_ROLES = frozenset({"user", "system", "developer", "tool", "human"})
_WHY_IT_STOPPED = ("finish_reason", "finishReason", "stop_reason", "stopReason", "done_reason", "reason")
_CUT_REASONS = frozenset({"length", "max_tokens", "max_output_tokens", "model_length", "token_limit", "max_new_tokens"})


def gives_fields(value: Mapping[Any, Any]) -> bool:
    """Return whether an object gives any field of a brief that nothing but a brief has, or a summary and nothing else."""
    names = {each.name for each in given_fields(value)}
    return not names.isdisjoint(STRONG) or (not names.isdisjoint({SUMMARY, SENTENCES}) and all(map(field_of, value)))


def tells_error(value: Mapping[Any, Any]) -> bool:
    """Return whether an object says that something went wrong; an empty error is none."""
    told = [value.get(key) for key in _ERRORS]
    return any(not says_nothing(each) if isinstance(each, str) else bool(each) for each in told)


def from_rows(value: object) -> Mapping[str, Any] | None:
    """Return the object that a list of rows stands for, each with a field's name and its value; None for any other list."""
    if not isinstance(value, list | tuple) or not value or len(value) > 100:
        return None
    rows: list[tuple[str, Any]] = []
    for row in value:
        if not isinstance(row, Mapping):
            return None
        names = [row[key] for key in _ROW_NAMES if isinstance(row.get(key), str)]
        values = [row[key] for key in _ROW_VALUES if key in row]
        if len(names) != 1 or len(values) != 1:
            return None
        rows.append((names[0], values[0]))
    return as_object(rows) if any(field_of(name) for name, _ in rows) else None


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
        rows = from_rows(value)
        if rows is not None:
            self._object(rows, depth, is_reasoning)
        elif isinstance(value, list | tuple):
            for each in value:
                if isinstance(each, str):
                    self._text("content", each, is_reasoning)
                else:
                    self.open(each, depth + 1, is_reasoning=is_reasoning)
        elif isinstance(value, Mapping):
            self._object(value, depth, is_reasoning)

    def _object(self, value: Mapping[Any, Any], depth: int, is_reasoning: bool) -> None:
        if len(value) > MOST_KEYS or tells_error(value) or value.get("role") in _OTHER_ROLES:
            return
        is_reasoning = is_reasoning or value.get("thought") is True or _tells_reasoning(value.get("type"))
        self.was_cut |= any(is_cut(value.get(key)) for key in _WHY_IT_STOPPED)
        if not is_reasoning:
            if gives_fields(value):
                self.answers.append(value)
                return
            if not {SUMMARY, SENTENCES}.isdisjoint(each.name for each in given_fields(value)):
                self.weak.append(value)
        for key, held in value.items():
            if is_foreign(key):
                continue
            if isinstance(held, str):
                self._text(key, held, is_reasoning)
            else:
                self.open(held, depth + 1, is_reasoning=is_reasoning or _holds_reasoning(key))

    def _text(self, key: object, text: str, is_reasoning: bool) -> None:
        holds_text = isinstance(key, str) and _HOLDS_TEXT.fullmatch(key) is not None
        if _holds_reasoning(key) or (is_reasoning and (holds_text or key == "summary")):
            self.thoughts.append(text)
        elif not is_reasoning and (
            holds_text or ("{" in text[:LONGEST_SEARCHED] and KEY_IN_TEXT.search(text, 0, LONGEST_SEARCHED))
        ):
            self.texts.append(text)


def is_cut(reason: object) -> bool:
    """Return whether a provider's reason for the end of a reply is that it grew too long."""
    return isinstance(reason, str) and reason.casefold() in _CUT_REASONS


def _holds_reasoning(key: object) -> bool:
    """Return whether what stands under a key is what a model thought on its way to the answer."""
    if not isinstance(key, str) or len(key) > 60:
        return False
    told = set(plain_key(key).split())
    return not told.isdisjoint(_REASONING_WORDS) and told.isdisjoint(_NO_REASONING)


def _tells_reasoning(kind: object) -> bool:
    return isinstance(kind, str) and len(kind) <= 60 and _THINKS.search(kind) is not None
