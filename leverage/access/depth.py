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
    def seen(self) -> Iterator[None]:
        """Work on what is seen, also in the middle of something that is done on the whole store."""
        whole, self._whole = self._whole, 0
        try:
            yield
        finally:
            self._whole = whole

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Work on the whole store."""
        self._whole += 1
        try:
            yield
        finally:
            self._whole -= 1
