"""The one Chroma client of a process: opened, kept below its limits, recycled, and never left with half an answer."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import chromadb
from chromadb.api import ClientAPI
from chromadb.api.models.Collection import Collection
from chromadb.config import Settings
from chromadb.errors import InternalError, InvalidArgumentError, NotFoundError

from leverage.errors import BadMemory, LeverageError, StoreUnavailable
from leverage.memory.descriptors import banks_before_recycling, release_memory
from leverage.memory.folders import forget_index, orphans, remove_orphans, remove_unwritten
from leverage.memory.gate import Gate
from leverage.memory.health import banks_to_catch_up, broken_indexes, has_all_vectors, is_index_whole
from leverage.memory.log_index import ensure_log_index
from leverage.memory.models import Model, Models
from leverage.memory.scrubbing import scrub
from leverage.memory.swapping import ASIDE, BESIDE, settle, swap
from leverage.memory.tables import banks_of_other_size, has_names

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")

PAGE = 100  # names a page: an unlimited listing of 10,000 banks takes two seconds
CLOSED = "The store is closed. Open it again."
UNAVAILABLE = "The memory can't be reached right now. Nothing is lost: try again in a minute."


class Engine:
    """Chroma in a folder, shared by all threads of the process; every call opens the bank it needs afresh.

    `embedding` is a Chroma embedding function, with which new banks are made; `models` knows those of the others. Whoever
    gives vectors asks it first.
    """

    def __init__(self, folder: Path, embedding: Any) -> None:
        self._folder = folder
        self._embedding = embedding
        self.models = Models(embedding)
        self._gate = Gate()
        self._most_banks = banks_before_recycling()
        self._touched: set[str] = set()
        self._touching = threading.Lock()
        self._creating = threading.Lock()
        self._client: ClientAPI | None = None
        self._closed = False
        self._has_scrubbed = False
        self._is_settled = False

    def ask(self, bank_id: str, action: Callable[[Collection], Answer], *, create: bool = False) -> Answer | None:
        """Return what `action` makes of the bank's collection; None where there is no such bank and none is made.

        Raises StoreUnavailable when Chroma fails and BadMemory when it refuses what it was given.
        """
        self._make_room(bank_id)
        try:
            return self._ask_once(bank_id, action, create)
        except InternalError as problem:
            # A bank evicted under the client's hands: its files are whole, a second look finds them.
            log.info("Chroma lost hold of a bank (%s); asking once more.", type(problem).__name__)
            self.recycle()
        return self._guarded(lambda: self._ask_once(bank_id, action, create))

    def bank_ids(self) -> Iterator[str]:
        """Yield the ids of all banks; no lock is held between two pages."""
        yield from (bank_id for bank_id, _ in self.written_with())

    def written_with(self) -> Iterator[tuple[str, Model]]:
        """Yield the ids of all banks, each with the embedding it was written with; no lock is held between two pages."""
        start = 0
        while True:
            page = self._guarded(lambda offset=start: self._page(offset))  # type: ignore[misc]
            yield from (each for each in page if not each[0].startswith(ASIDE))
            if len(page) < PAGE:
                return
            start += PAGE

    def delete_bank(self, bank_id: str) -> None:
        """Delete a bank with everything in it; a missing one is fine."""
        with self._gate.alone():
            try:
                with suppress(NotFoundError):
                    self._guarded(lambda: self._open_client().delete_collection(bank_id), through=(NotFoundError,))
            finally:
                self._let_go()  # Chroma keeps the files of a deleted bank open, and leaves its folder
            self._guarded(lambda: remove_orphans(self._folder))

    def put_in_place(self, bank_id: str, is_right: Callable[[Collection, Collection], bool]) -> bool:
        """Let the bank that was written beside another take its place, if `is_right(old, new)`; return whether it did.

        Nobody sees a moment between. Whoever is killed meanwhile leaves the old bank or the new one, after the next start.
        """
        with self._gate.alone():
            try:
                is_done = self._guarded(lambda: swap(self._open_client(), bank_id, is_right))
            except BaseException:
                self._is_settled = False
                raise
            finally:
                self._let_go()
            self._guarded(lambda: remove_orphans(self._folder))
            return is_done

    def discard_beside(self, bank_id: str) -> None:
        """Delete what was written beside a bank; a missing one is fine."""
        try:
            self.delete_bank(BESIDE + bank_id)
        except BaseException:
            self._is_settled = False
            raise

    def has_other_vectors(self) -> bool:
        """Say at a glance whether some bank has vectors of another size than new ones get."""
        size = self._embedding.get_config().get("dimension")
        return self._guarded(lambda: banks_of_other_size(self._folder, size))

    def scrub(self) -> bool:
        """Take what was deleted or replaced out of Chroma's files, and return whether all of it could be; see `scrubbing`."""
        for bank_id in self._guarded(lambda: banks_to_catch_up(self._folder)):
            with suppress(StoreUnavailable):
                self.ask(bank_id, has_all_vectors)  # at the first look Chroma catches up
        is_whole = self._with_no_client(scrub)
        self._has_scrubbed = True
        return is_whole

    def broken(self) -> set[str]:
        """Return the banks whose index files do not fit together: mend them before anything else, or Chroma may crash."""
        return self._guarded(lambda: broken_indexes(self._folder))

    def ailing(self) -> Iterator[str]:
        """Yield the banks whose index does not answer for all they hold; their texts are safe, `mend` repairs them."""
        broken = self.broken()
        yield from (bank_id for bank_id in list(self.bank_ids()) if not self._is_well(bank_id, bank_id in broken))

    def forget_index(self, bank_id: str) -> None:
        """Take a bank's index away with all its vectors; until it has new ones, only texts and metadata can be read."""
        self._with_no_client(lambda folder: forget_index(folder, bank_id))

    def orphans(self) -> list[Path]:
        """Return the folders in the store that belong to no bank any more."""
        return self._guarded(lambda: orphans(self._folder))

    def remove_orphans(self) -> int:
        """Remove the folders that belong to no bank any more, and return how many there were."""
        return self._with_no_client(remove_orphans)

    def recycle(self) -> None:
        """Let go of every open bank and begin with a fresh client."""
        with self._gate.alone():
            self._let_go()

    def close(self) -> None:
        """Close the client for good."""
        with self._gate.alone():
            self._closed = True
            self._let_go()

    def _with_no_client(self, action: Callable[[Path], Answer]) -> Answer:
        """Return what `action` makes of the folder while nobody has anything in it open."""
        with self._gate.alone():
            if self._closed:
                raise StoreUnavailable(CLOSED)
            self._let_go()
            return self._guarded(lambda: action(self._folder))

    def _is_well(self, bank_id: str, looks_broken: bool) -> bool:
        with suppress(StoreUnavailable):
            if not looks_broken and self.ask(bank_id, has_all_vectors) is not False:
                return True
        try:  # somebody may have been writing: a second look, alone
            return self._with_no_client(
                lambda folder: is_index_whole(folder, bank_id) and has_all_vectors(self._open_bank(bank_id, create=False))
            )
        except StoreUnavailable:
            if self._closed:
                raise
            return False

    def _ask_once(self, bank_id: str, action: Callable[[Collection], Answer], create: bool) -> Answer | None:
        return self._guarded(lambda: self._in_collection(bank_id, action, create), through=(InternalError,))

    def _in_collection(self, bank_id: str, action: Callable[[Collection], Answer], create: bool) -> Answer | None:
        with self._gate.shared():
            collection = self._open_bank(bank_id, create)
            if collection is None:
                return None
            try:
                return action(collection)
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

    def _settle(self) -> None:
        """Bring to an end, or undo, what was cut short while a bank took another's place."""
        if not has_names(self._folder, ASIDE):
            return
        client = self._new_client()
        try:
            settle(client)
        finally:
            client.close()  # type: ignore[attr-defined]
        remove_orphans(self._folder)

    def _guarded(self, action: Callable[[], Answer], through: tuple[type[Exception], ...] = ()) -> Answer:
        """Return what `action` returns; whatever Chroma fails with, its panics included, becomes StoreUnavailable."""
        try:
            return action()
        except (LeverageError, *through):  # type: ignore[misc]
            raise
        except Exception as problem:
            log.warning("Chroma failed: %s", type(problem).__name__, exc_info=log.isEnabledFor(logging.DEBUG))
            raise StoreUnavailable(UNAVAILABLE) from problem
        except BaseException as problem:
            if type(problem).__name__ != "PanicException":  # Chroma's own crash is no wish of anybody to stop
                raise
            log.error("Chroma crashed inside")
            raise StoreUnavailable(UNAVAILABLE) from problem

    def _make_room(self, bank_id: str) -> None:
        with self._touching:
            if bank_id in self._touched or len(self._touched) < self._most_banks:
                self._touched.add(bank_id)
                return
        self.recycle()
        with self._touching:
            self._touched.add(bank_id)

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

    def _connect(self) -> ClientAPI:
        self._folder.mkdir(parents=True, exist_ok=True)
        chroma_file = self._folder / "chroma.sqlite3"
        if not ensure_log_index(chroma_file):
            self._new_client().close()  # type: ignore[attr-defined]  # makes the file, which only then can be given its index
            ensure_log_index(chroma_file)
        if not self._is_settled:
            self._settle()
            self._is_settled = True
        return self._new_client()

    def _new_client(self) -> ClientAPI:
        return chromadb.PersistentClient(path=str(self._folder), settings=Settings(anonymized_telemetry=False))

    def _let_go(self) -> None:
        client, self._client = self._client, None
        with self._touching:
            self._touched.clear()
        if client is not None:
            client.close()  # type: ignore[attr-defined]
            release_memory()
            if self._has_scrubbed:
                with suppress(OSError):
                    remove_unwritten(self._folder)
