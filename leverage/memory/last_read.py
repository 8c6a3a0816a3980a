"""What was read last from banks on a server, for pages that are looked at while it is away; nothing that acts goes by it."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from leverage.errors import StoreUnavailable

MOST_RECORDS: Final = 20_000
_does: ContextVar[bool] = ContextVar("leverage_last_read_does", default=False)


@contextmanager
def last_read_does(does: bool = True) -> Iterator[None]:
    """Let what was read last do here where the server is away; within an act it never does."""
    token = _does.set(does)
    try:
        yield
    finally:
        _does.reset(token)


class LastRead:
    """The answers of the banks read last, by what was asked; whatever drops what is known of a bank drops them, too."""

    def __init__(self, most: int = MOST_RECORDS) -> None:
        self._most = most
        self._kept: OrderedDict[str, dict[Hashable, dict[str, Any]]] = OrderedDict()
        self._drops = 0
        self._lock = threading.Lock()

    def read(self, bank_id: str, asked: Hashable, read: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Return what `read` reads; where that raises StoreUnavailable, what it read last, if there is any and it does."""
        drops = self._drops
        try:
            found = read()
        except StoreUnavailable:
            kept = self._kept.get(bank_id, {}).get(asked) if _does.get() else None
            if kept is None:
                raise
            return dict(kept)
        with self._lock:
            if drops == self._drops:  # else this may be old already, or erased
                self._kept.setdefault(bank_id, {})[asked] = dict(found)
                self._kept.move_to_end(bank_id)
                while len(self._kept) > 1 and self._size() > self._most:
                    self._kept.popitem(last=False)
        return found

    def drop(self, bank_id: str) -> None:
        """Forget a bank."""
        with self._lock:
            self._drops += 1
            self._kept.pop(bank_id, None)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._drops += 1
            self._kept.clear()

    def _size(self) -> int:
        return sum(max(1, len(found)) for answers in self._kept.values() for found in answers.values())
