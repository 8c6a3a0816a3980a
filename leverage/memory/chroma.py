"""What the banks ask of Chroma, wherever it stands: in a folder (`engine`) or on a server (`server_engine`)."""

import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from chromadb.api import ClientAPI
from chromadb.api.models.Collection import Collection
from chromadb.errors import InvalidArgumentError, NotFoundError

from leverage.errors import BadMemory, LeverageError, StoreUnavailable
from leverage.memory.gate import Gate
from leverage.memory.models import Model, Models
from leverage.memory.swapping import ASIDE

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")

PAGE = 100  # names a page: an unlimited listing of 10,000 banks takes two seconds
JOURNAL_ID = "leverage-journal"  # what processes that share a store say to each other; no bank
MOVE_ID = "leverage-move"  # that a memory is being moved, or was; see `move_mark`; no bank
CLOSED = "The store is closed. Open it again."
UNAVAILABLE = "The memory can't be reached right now. Nothing is lost: try again in a minute."
UNREADABLE = (
    "This vendor's memory can't be read. Nothing is lost, and what is told waits: try again in a minute. If it stays, and the "
    "memory is on a server: stop it, repair its folder as the README tells under “On a server”, and start it again."
)


class Chroma(ABC):
    """Chroma, shared by all threads of the process; every call opens the bank it needs afresh.

    `embedding` is a Chroma embedding function, with which new banks are made; `models` knows those of the others. Whoever
    gives vectors asks it first.
    """

    has_files = True  # whether Chroma's files are this process's own to look after
    away: Any = None  # since when a server does not answer, see `line`
    place = ""  # what tells this Chroma from others that an index may have been made of

    def __init__(self, embedding: Any) -> None:
        self._embedding = embedding
        self.models = Models(embedding)
        self._gate = Gate()
        self._creating = threading.Lock()
        self._client: ClientAPI | None = None
        self._closed = False

    @abstractmethod
    def ask(self, bank_id: str, action: Callable[[Collection], Answer], *, create: bool = False) -> Answer | None:
        """Return what `action` makes of the bank's collection; None where there is no such bank and none is made.

        Raises StoreUnavailable when Chroma fails and BadMemory when it refuses what it was given.
        """

    @abstractmethod
    def delete_bank(self, bank_id: str) -> None:
        """Delete a bank with everything in it; a missing one is fine."""

    @abstractmethod
    def put_in_place(self, bank_id: str, is_right: Callable[[Collection, Collection], bool]) -> bool:
        """Let the bank that was written beside another take its place, if `is_right(old, new)`; return whether it did.

        Whoever is killed meanwhile leaves the old bank or the new one, after the next start.
        """

    @abstractmethod
    def discard_beside(self, bank_id: str) -> None:
        """Delete what was written beside a bank; a missing one is fine."""

    @abstractmethod
    def refuse_moved(self) -> None:
        """Raise StoreMoved where the server says that its memory is not to be used; one that is away says nothing."""

    @abstractmethod
    def has_other_vectors(self) -> bool:
        """Say at a glance whether some bank has vectors of another size than new ones get."""

    @abstractmethod
    def scrub(self) -> bool:
        """Take what was deleted or replaced out of Chroma's files, and return whether all that can be done here is done."""

    @abstractmethod
    def broken(self) -> set[str]:
        """Return the banks whose index files do not fit together: mend them before anything else, or Chroma may crash."""

    @abstractmethod
    def ailing(self) -> Iterator[str]:
        """Yield the banks whose index does not answer for all they hold; their texts are safe, `mend` repairs them."""

    @abstractmethod
    def forget_index(self, bank_id: str) -> None:
        """Take a bank's index away with all its vectors; until it has new ones, only texts and metadata can be read."""

    @abstractmethod
    def orphans(self) -> list[Any]:
        """Return what is left in the store of banks that are none any more."""

    @abstractmethod
    def remove_orphans(self) -> int:
        """Remove what is left of banks that are none any more, and return how many there were."""

    @abstractmethod
    def _connect(self) -> ClientAPI:
        """Return a new client. Raises whatever Chroma raises."""

    @abstractmethod
    def _let_go(self) -> None:
        """Close the client, with nobody else inside."""

    def _held(self, collection: Collection) -> Collection:
        """Return a collection as actions get it."""
        return collection

    def _said_of(self, problem: Exception) -> str:
        """Return what people are told when Chroma fails with this."""
        return UNAVAILABLE

    def bank_ids(self) -> Iterator[str]:
        """Yield the ids of all banks; no lock is held between two pages."""
        yield from (bank_id for bank_id, _ in self.written_with())

    def written_with(self) -> Iterator[tuple[str, Model]]:
        """Yield the ids of all banks, each with the embedding it was written with; no lock is held between two pages."""
        start = 0
        while True:
            page = self._guarded(lambda offset=start: self._page(offset))  # type: ignore[misc]
            yield from (each for each in page if not each[0].startswith(ASIDE) and each[0] not in (JOURNAL_ID, MOVE_ID))
            if len(page) < PAGE:
                return
            start += PAGE

    def recycle(self) -> None:
        """Let go of every open bank and begin with a fresh client."""
        with self._gate.alone():
            self._let_go()

    def close(self) -> None:
        """Close the client for good."""
        with self._gate.alone():
            self._closed = True
            self._let_go()

    def _ask_once(
        self, bank_id: str, action: Callable[[Collection], Answer], create: bool, through: tuple[type[Exception], ...] = ()
    ) -> Answer | None:
        return self._guarded(lambda: self._in_collection(bank_id, action, create), through)

    def _in_collection(self, bank_id: str, action: Callable[[Collection], Answer], create: bool) -> Answer | None:
        with self._gate.shared():
            collection = self._open_bank(bank_id, create)
            if collection is None:
                return None
            try:
                return action(self._held(collection))
            except (InvalidArgumentError, ValueError, TypeError) as problem:
                raise BadMemory(f"The memory refused what it was given: {problem}") from problem

    def _open_bank(self, bank_id: str, create: bool) -> Collection | None:
        client = self._open_client()
        try:
            return client.get_collection(bank_id, embedding_function=None)  # vectors are given, always
        except NotFoundError:
            if not create:
                return None
            with self._creating:
                return client.get_or_create_collection(
                    bank_id, embedding_function=self._embedding, configuration={"hnsw": {"space": "cosine"}}
                )

    def _page(self, offset: int) -> list[tuple[str, Model]]:
        with self._gate.shared():
            page = self._open_client().list_collections(limit=PAGE, offset=offset)
            return [(each.name, self.models.of(each)) for each in page]

    def _guarded(self, action: Callable[[], Answer], through: tuple[type[Exception], ...] = ()) -> Answer:
        """Return what `action` returns; whatever Chroma fails with, its panics included, becomes StoreUnavailable."""
        try:
            return action()
        except (LeverageError, *through):  # type: ignore[misc]
            raise
        except Exception as problem:
            log.warning("Chroma failed: %s", type(problem).__name__, exc_info=log.isEnabledFor(logging.DEBUG))
            raise StoreUnavailable(self._said_of(problem)) from problem
        except BaseException as problem:
            if type(problem).__name__ != "PanicException":  # Chroma's own crash is no wish of anybody to stop
                raise
            log.error("Chroma crashed inside")
            raise StoreUnavailable(UNAVAILABLE) from problem

    def _open_client(self) -> ClientAPI:
        client = self._client
        if client is not None:
            return client
        with self._creating:
            if self._closed:
                raise StoreUnavailable(CLOSED)
            if self._client is None:
                self._client = self._connect()
            return self._client
