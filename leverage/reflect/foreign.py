"""What a provider's client hands back in place of a text, as plain data."""

from collections.abc import Iterator, Mapping
from typing import Any

_DEEPEST, _MOST_PARTS, _MOST_CHARACTERS = 40, 100_000, 2_000_000
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe\0\0", "utf-32"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_ATTRIBUTES = (
    *("choices", "message", "content", "text", "output", "output_text", "tool_calls", "function", "arguments", "input"),
    *("parts", "candidates", "finish_reason", "stop_reason", "type", "thinking", "reasoning_content", "delta"),
)


def plain_data(value: object) -> Any:
    """Return an object in JSON types; None for what can't be read, is nested without end or longer than any reply."""
    reader = _Plain()
    try:
        plain = reader.read(value, 0)
    except Exception:  # noqa: BLE001 - an object that fails to be read is an unreadable reply, not an error
        return None
    return None if reader.is_too_much else plain


def length_of(plain: object, most: int) -> int:
    """Return how many characters plain data holds; counting ends above `most`."""
    length, left = 0, [plain]
    while left and length <= most:
        held = left.pop()
        length += len(held) if isinstance(held, str) else 1
        if isinstance(held, Mapping):
            left += [*held.keys(), *held.values()]
        elif isinstance(held, list | tuple):
            left += held
    return length


class _Plain:
    def __init__(self) -> None:
        self.parts = self.characters = 0

    @property
    def is_too_much(self) -> bool:
        """Whether it holds more than any reply."""
        return self.parts > _MOST_PARTS or self.characters > _MOST_CHARACTERS

    def read(self, value: object, depth: int) -> Any:
        self.parts += 1
        if depth > _DEEPEST or self.is_too_much:
            return None
        if isinstance(value, str | bytes | bytearray):
            self.characters += len(value)
            return None if self.is_too_much else value if isinstance(value, str) else _decoded(bytes(value))
        if value is None or isinstance(value, bool | int | float):
            return value
        if isinstance(value, Mapping):
            return {key: self.read(held, depth + 1) for key, held in value.items() if isinstance(key, str)}
        if isinstance(value, list | tuple | set | frozenset):
            return [self.read(held, depth + 1) for held in value]
        return self.read(self._unpacked(value), depth + 1)

    def _unpacked(self, value: object) -> object:
        """Return what an object of a client holds: its own plain form, else the attributes that clients use."""
        for name in ("model_dump", "to_dict", "dict"):
            method = getattr(value, name, None)
            if callable(method):
                held = method()
                if isinstance(held, Mapping | list | str):
                    return held
        return dict(self._attributes(value)) or None

    @staticmethod
    def _attributes(value: object) -> Iterator[tuple[str, object]]:
        for name in _ATTRIBUTES:
            held = getattr(value, name, None)
            if held is not None and not callable(held):
                yield name, held


def _decoded(value: bytes) -> str:
    """Return bytes as text: in the encoding that their mark or their zero bytes tell, else in UTF-8."""
    encoding = next((name for mark, name in _MARKS if value.startswith(mark)), "utf-8")
    if encoding == "utf-8" and value[1:20:2].count(0) > 4:
        encoding = "utf-16-le"
    elif encoding == "utf-8" and value[:20:2].count(0) > 4:
        encoding = "utf-16-be"
    return value.decode(encoding, "replace")
