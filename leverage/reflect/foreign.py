"""What a provider's client hands back in place of a text, as plain data."""

from collections.abc import Iterator, Mapping
from typing import Any

_DEEPEST, _MOST_PARTS = 40, 100_000
_ATTRIBUTES = (
    *("choices", "message", "content", "text", "output", "output_text", "tool_calls", "function", "arguments", "input"),
    *("parts", "candidates", "finish_reason", "stop_reason", "type", "thinking", "reasoning_content", "delta"),
)


def plain_data(value: object) -> Any:
    """Return an object in JSON types; None for what can't be read or is nested without end."""
    try:
        return _Plain().read(value, 0)
    except Exception:  # noqa: BLE001 - an object that fails to be read is an unreadable reply, not an error
        return None


class _Plain:
    def __init__(self) -> None:
        self.parts = 0

    def read(self, value: object, depth: int) -> Any:
        self.parts += 1
        if value is None or isinstance(value, str | bool | int | float):
            return value
        if depth > _DEEPEST or self.parts > _MOST_PARTS:
            return None
        if isinstance(value, bytes | bytearray):
            return value.decode("utf-8", "replace")
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
