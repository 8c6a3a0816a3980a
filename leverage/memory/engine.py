"""The one Chroma client of a process: opened, kept below its limits, recycled, and never left with half an answer."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import chromadb
from chromadb.api import ClientAPI
from chromadb.api.models.Collection import Collection
from chromadb.config import Settings
from chromadb.errors import InternalError, NotFoundError

from leverage.errors import StoreUnavailable
from leverage.memory.chroma import CLOSED, Answer, Chroma
from leverage.memory.descriptors import banks_before_recycling, release_memory
from leverage.memory.folders import forget_index, orphans, remove_orphans, remove_unwritten
from leverage.memory.health import banks_to_catch_up, broken_indexes, has_all_vectors, is_index_whole
from leverage.memory.log_index import ensure_log_index
from leverage.memory.scrubbing import scrub
from leverage.memory.swapping import ASIDE, BESIDE, settle, swap
from leverage.memory.tables import banks_of_other_size, has_names

log = logging.getLogger(__name__)


class Engine(Chroma):
    """Chroma in a folder, whose one process this is."""

    def __init__(self, folder: Path, embedding: Any) -> None:
        super().__init__(embedding)
        self._folder = folder
        self._most_banks = banks_before_recycling()
        self._touched: set[str] = set()
        self._touching = threading.Lock()
        self._has_scrubbed = False
        self._is_settled = False

    def ask(self, bank_id: str, action: Callable[[Collection], Answer], *, create: bool = False) -> Answer | None:
        """Return what `action` makes of the bank's collection; None where there is no such bank and none is made.

        Raises StoreUnavailable when Chroma fails and BadMemory when it refuses what it was given.
        """
        self._make_room(bank_id)
        try:
            return self._ask_once(bank_id, action, create, through=(InternalError,))
        except InternalError as problem:
            # A bank evicted under the client's hands: its files are whole, a second look finds them.
            log.info("Chroma lost hold of a bank (%s); asking once more.", type(problem).__name__)
            self.recycle()
        return self._ask_once(bank_id, action, create)

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

    def refuse_moved(self) -> None:
        """Do nothing: the store's folder says it itself."""

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

    def _make_room(self, bank_id: str) -> None:
        with self._touching:
            if bank_id in self._touched or len(self._touched) < self._most_banks:
                self._touched.add(bank_id)
                return
        self.recycle()
        with self._touching:
            self._touched.add(bank_id)

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
