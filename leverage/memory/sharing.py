"""What a process says to others that write into the same banks, and how it waits for them; alone, it says and waits nothing."""

from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from leverage.errors import StoreUnavailable

BringIn = Callable[[str, Collection[str] | None], None]


class Alone:
    """A process that has its banks for itself; `replicas` has the one that shares them."""

    is_alone = True

    @property
    def is_following(self) -> bool:
        """Whether this thread is bringing in what others wrote: then it must not wait for whoever reads all banks."""
        return False

    is_away = False  # whether the banks could not be reached when that was tried last

    @contextmanager
    def holding(self, *names: str) -> Iterator[None]:
        """Hold what goes by these names, such as banks, against the other processes; a thread may nest it."""
        yield

    def take(self, names: Collection[str], longest_wait: float = 0.0) -> bool:
        """Hold these names until `release`, in whatever thread, and say whether that could be done in so many seconds."""
        return True

    def release(self, names: Collection[str]) -> None:
        """Let others hold these names again."""

    def follow(self, bring_in: BringIn) -> None:
        """Have what others write brought in by `bring_in(bank_id, deal_ids)`, which is given None for all that a bank holds."""

    def catch_up(self) -> None:
        """Bring what others wrote into the index. Raises StoreUnavailable."""

    def begin(self) -> int:
        """Return the time after which what others write has to be followed by whoever reads all banks from now on."""
        return 0

    def follow_from(self, begun: int) -> None:
        """Follow what others have written since that time."""

    def each_time(self, act: Callable[[], None]) -> None:
        """Have something done each time that this process looks at what others wrote; alone, never."""

    def when_back(self, act: Callable[[], None]) -> None:
        """Have something done when the server answers again after it was away; alone, never."""

    def start(self) -> None:
        """Follow what others write from now on, in the background."""

    def wait_no_more(self) -> None:
        """Wait no longer for what other processes hold: this one is closing."""

    def stop(self) -> None:
        """Follow no more."""

    def wrote(self, bank_id: str, deal_ids: Collection[str] | None = None) -> None:
        """Tell others that these deals of a bank, which is held, were written; without them, that any of it may have been."""


class Lock(Protocol):
    """A lock of this process."""

    def acquire(self, blocking: bool = True) -> bool:
        """Wait for it, or try only, and say whether it is held."""

    def release(self) -> None:
        """Let go of it."""


class Together:
    """A lock of this process and a name that other processes know, held together: the lock first, and let go last."""

    def __init__(self, lock: Lock, sharing: Alone, name: str) -> None:
        self._lock = lock
        self._sharing = sharing
        self._name = name
        self._held: list[AbstractContextManager[None]] = []  # only whoever has the lock looks at it

    def acquire(self, blocking: bool = True) -> bool:
        """Wait for both, or try only, and say whether they are held.

        Raises StoreUnavailable where another process holds the name for long, or can't be asked.
        """
        if not self._lock.acquire(blocking):
            return False
        holding = self._sharing.holding(self._name)
        try:
            holding.__enter__()
        except BaseException as problem:
            self._lock.release()
            if isinstance(problem, StoreUnavailable) and not blocking:
                return False
            raise
        self._held.append(holding)
        return True

    def release(self) -> None:
        """Let go of both."""
        try:
            self._held.pop().__exit__(None, None, None)
        finally:
            self._lock.release()

    def locked(self) -> bool:
        """Say whether this process holds both."""
        return bool(self._held)

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *problem: object) -> None:
        self.release()
