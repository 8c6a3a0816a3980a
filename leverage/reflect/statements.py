"""The statements of a narrative, in whatever objects a model puts them, as texts with the deals they rest on."""

from collections.abc import Mapping
from typing import Any

from leverage.reflect.cited import MOST_SENTENCES, Sentence, read_summary
from leverage.reflect.keys import words
from leverage.words import plain_key

_TEXT_WORDS = (
    "text",
    "sentence",
    "statement",
    "claim",
    "content",
    "summary",
    "value",
    "line",
    "point",
    "fact",
    "item",
    "description",
)
_DEAL_WORDS = words("deal deals cite cites cited citation citations ref refs reference references source sources evidence")
_NUMBER_WORDS = words("numbers number ids nos")


def read_statements(value: object) -> tuple[str, tuple[Sentence, ...]]:
    """Return what a summary or a list of sentences says as one text, and its sentences with the deals they cite."""
    if isinstance(value, Mapping):
        value = [value] if _text_in(value) is not None else list(value.values())
    if isinstance(value, list | tuple):
        value = [_statement(each) for each in value[: MOST_SENTENCES + 1]]
    return read_summary(value)


def _statement(value: Any) -> Any:
    """Return one statement as a text, or as an object that holds a text and numbers."""
    if isinstance(value, list | tuple):
        texts = [each for each in value if isinstance(each, str)]
        numbers = [each for each in value if not isinstance(each, str)]
        return {"text": texts[0], "deals": _numbers(numbers)} if len(texts) == 1 else None
    if not isinstance(value, Mapping):
        return value
    text = _text_in(value)
    if text is None:
        return None
    cited = [held for key, held in value.items() if isinstance(key, str) and _cites(key)]
    return {"text": text, "deals": _numbers(cited)}


def _text_in(value: Mapping[Any, Any]) -> str | None:
    for word in _TEXT_WORDS:
        if isinstance(text := value.get(word), str) and text.strip():
            return text
    texts = [held for key, held in value.items() if isinstance(held, str) and " " in held.strip() and not _cites(str(key))]
    return texts[0] if len(texts) == 1 else None


def _cites(key: str) -> bool:
    told = set(plain_key(key).split())
    return bool(told & _DEAL_WORDS) or told <= _NUMBER_WORDS


def _numbers(values: Any) -> list[Any]:
    """Return numbers, however deep they lie, as whole numbers or as the texts that name them."""
    found: list[Any] = []
    left = [values]
    while left and len(found) < 100:
        held = left.pop(0)
        if isinstance(held, list | tuple):
            left = [*held[:100], *left]
        elif isinstance(held, Mapping):
            left = [each for key, each in held.items() if _cites(str(key)) or key in ("id", "n")] + left
        elif isinstance(held, float) and held.is_integer():
            found.append(int(held))
        elif isinstance(held, int | str) and not isinstance(held, bool):
            found.append(held)
    return found
