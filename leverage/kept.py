"""Answers kept for as long as what they were made from stays the same."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Kept(Generic[Value]):
    """The values asked for last, up to a total `weight` (each at least 1); a key names everything its value was made from."""

    def __init__(self, most: int, weight: Callable[[Value], int] = lambda value: 1) -> None:
        self._most = most
        self._weight = weight
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._total = 0
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Value], is_still: Callable[[], bool] = lambda: True) -> Value:
        """Return the value kept under the key, made now if it is not; two threads may both make it.

        What the value was made from may change while it is made: it is kept only if `is_still` says so afterwards.
        """
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        value = make()
        if is_still():
            with self._lock:
                self._put(key, value)
        return value

    def put(self, key: Hashable, value: Value) -> None:
        """Keep this value under the key, in place of the one that was kept."""
        with self._lock:
            self._put(key, value)

    def values(self) -> list[Value]:
        """Return the values that are kept now."""
        with self._lock:
            return list(self._values.values())

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()
            self._total = 0

    def _put(self, key: Hashable, value: Value) -> None:
        if key in self._values:
            self._total -= self._weighed(self._values[key])
        self._values[key] = value
        self._total += self._weighed(value)
        while len(self._values) > 1 and self._total > self._most:
            _, gone = self._values.popitem(last=False)
            self._total -= self._weighed(gone)

    def _weighed(self, value: Value) -> int:
        return max(1, self._weight(value))
