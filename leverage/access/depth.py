"""How deep in acts each thread is."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Acting(threading.local):
    """What a thread is doing: whether it is noted already, and whether it works on the whole store."""

    def __init__(self) -> None:
        self._noted = 0
        self._whole = 0

    @property
    def is_noted(self) -> bool:
        """Whether what is done now is part of something that was noted."""
        return self._noted > 0

    @property
    def is_whole(self) -> bool:
        """Whether the thread works on the whole store."""
        return self._whole > 0

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Be part of something that was noted."""
        self._noted += 1
        try:
            yield
        finally:
            self._noted -= 1

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Work on the whole store."""
        self._whole += 1
        try:
            yield
        finally:
            self._whole -= 1
