"""Answers kept for as long as what they were made from stays the same."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Kept(Generic[Value]):
    """The values asked for last, up to a total `weight`; a key names everything its value was made from."""

    def __init__(self, most: int, weight: Callable[[Value], int] = lambda value: 1) -> None:
        self._most = most
        self._weight = weight
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return the value kept under the key, made now if it is not; two threads may both make it."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        value = make()
        with self._lock:
            self._values[key] = value
            while len(self._values) > 1 and sum(map(self._weight, self._values.values())) > self._most:
                self._values.popitem(last=False)
        return value

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()
