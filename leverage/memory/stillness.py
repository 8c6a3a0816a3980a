"""Whether anything is on its way between banks: a copy of all banks is right only while nothing is."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from leverage.errors import StoreUnavailable
from leverage.memory.sharing import Alone

LONGEST_WAIT = 300.0  # seconds
WAIT_FOR_OTHERS = 15.0

_STILL = ("still",)  # of several processes over the same banks one moves deals, or reads all banks as one, at a time
_OTHERS = "Deals are being moved, erased or backed up elsewhere. Nothing was changed: try again when that is done."


class Stillness:
    """Work that touches several banks passes `moving`; whoever reads all banks as one holds `still`, which keeps it out.

    Nobody waits for `still` to end: what is to move meanwhile is refused, and can be tried again. Deals that are logged or
    changed within one bank need not ask.
    """

    def __init__(self, sharing: Alone | None = None) -> None:
        self._sharing = sharing or Alone()
        self._changed = threading.Condition()
        self._moving = 0
        self._is_still = False
        self._why = ""
        self._own = threading.local()

    @contextmanager
    def moving(self) -> Iterator[None]:
        """Pass with work that touches several banks. Raises StoreUnavailable while all has to be still.

        What a thread begins inside such work is a part of it, and passes with it.
        """
        if getattr(self._own, "is_moving", False):
            yield
            return
        with self._changed:
            if self._is_still:
                raise StoreUnavailable(f"{self._why} Nothing was moved or erased: try again in a minute.")
            if not self._moving and not self._sharing.take(_STILL, WAIT_FOR_OTHERS):
                raise StoreUnavailable(_OTHERS)
            self._moving += 1
        self._own.is_moving = True
        try:
            yield
        finally:
            self._own.is_moving = False
            with self._changed:
                self._moving -= 1
                if not self._moving:
                    self._sharing.release(_STILL)
                self._changed.notify_all()

    @contextmanager
    def still(self, longest_wait: float = LONGEST_WAIT, why: str = "A backup is being written.") -> Iterator[None]:
        """Keep everything in its bank; what is under way is waited for, so many seconds at most. Raises StoreUnavailable.

        `why` is the sentence that whoever is refused meanwhile reads.
        """
        with self._changed:
            if self._is_still:
                raise StoreUnavailable(f"{self._why} Try again when that is done.")
            self._is_still, self._why = True, why
        try:
            with self._changed:
                if not self._changed.wait_for(lambda: not self._moving, longest_wait):
                    raise StoreUnavailable("Deals are being moved or erased right now. Try again when that is done.")
                if not self._sharing.take(_STILL, WAIT_FOR_OTHERS):
                    raise StoreUnavailable(_OTHERS)
            try:
                yield
            finally:
                self._sharing.release(_STILL)
        finally:
            with self._changed:
                self._is_still = False
