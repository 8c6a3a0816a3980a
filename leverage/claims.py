"""Which banks deals are being moved from or to right now."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from leverage.errors import LeverageError, StoreUnavailable
from leverage.memory.sharing import Alone

_MOVES = ("moves",)  # of several processes over the same banks one moves deals at a time


class Claims:
    """Keeps two moves off one bank; it is no lock, since a stopped page leaves by an exception."""

    def __init__(self, sharing: Alone) -> None:
        self._sharing = sharing
        self._taken: set[str] = set()
        self._are_barred = False
        self._lock = threading.Lock()

    def holds(self, bank_id: str) -> bool:
        """Say whether a bank is claimed."""
        return bank_id in self._taken

    def take(self, bank_ids: set[str]) -> bool:
        """Claim banks and say whether that could be done; `release` them then."""
        with self._lock:
            if self._are_barred or self._taken.intersection(bank_ids):
                return False
            if not self._taken and not self._sharing.take(_MOVES):
                return False
            self._taken.update(bank_ids)
            return True

    def release(self, bank_ids: set[str]) -> None:
        """Let others claim these banks again."""
        with self._lock:
            self._taken.difference_update(bank_ids)
            if not self._taken:
                self._sharing.release(_MOVES)

    @contextmanager
    def on(self, *bank_ids: str) -> Iterator[None]:
        """Hold a claim on banks. Raises LeverageError where somebody else does."""
        if not self.take({*bank_ids}):
            raise LeverageError("Deals of this vendor are being moved right now. Try again when that is done.")
        try:
            yield
        finally:
            self.release({*bank_ids})

    @contextmanager
    def barred(self) -> Iterator[None]:
        """Let nobody claim a bank meanwhile. Raises StoreUnavailable while somebody does."""
        with self._lock:
            if self._taken or self._are_barred or not self._sharing.take(_MOVES):
                raise StoreUnavailable("Deals are being moved right now. Nothing was changed: try again in a minute.")
            self._are_barred = True
        try:
            yield
        finally:
            self._are_barred = False
            self._sharing.release(_MOVES)
