"""Chroma on a server of its own, or in Chroma Cloud: several processes reach it, and it may be away."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, cast

import httpx
from chromadb.api import ClientAPI
from chromadb.api.models.Collection import Collection
from chromadb.errors import ChromaError, NotFoundError

from leverage.errors import StoreMoved, StoreUnavailable
from leverage.memory.chroma import UNAVAILABLE, Answer, Chroma
from leverage.memory.health import has_all_vectors
from leverage.memory.line import Away, Line
from leverage.memory.move_mark import MoveMark, refuse_moving
from leverage.memory.pages import Pages
from leverage.memory.server_client import Server, close, connect, is_alive, is_refused
from leverage.memory.swapping import ASIDE, BESIDE, settle, swap

log = logging.getLogger(__name__)

PAUSE = 0.05  # seconds before a call that was cut off is made again

REFUSED = (
    "The memory's server does not let this Leverage in: what it asks for is not in LEVERAGE_CHROMA_HEADERS, or wrong there. "
    "Nothing is lost: whoever runs Leverage corrects it and starts it anew."
)

_CUT_OFF = (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError, httpx.CloseError)


class ServerEngine(Chroma):
    """Chroma on a server. Its files are its own: whoever runs it keeps them whole, and cleans them of what was deleted."""

    has_files = False

    def __init__(self, server: Server, embedding: Any, *, is_moving: bool = False) -> None:
        """Reach a server; one to or from which a memory is being moved is refused at each call, but to who `is_moving` it."""
        super().__init__(embedding)
        self.server = server
        self.place = server.place
        self._is_moving = is_moving
        self._line = Line(lambda seconds: is_alive(server, seconds), server.seconds)

    @property
    def away(self) -> Away | None:
        """Since when the server has not answered, or has let nobody in; None while all is well, as far as is known."""
        return self._line.away

    def look(self) -> None:
        """Find out whether a server that was away is back. Raises StoreUnavailable where it is not."""
        if self._line.away is not None and not self._line.look():
            raise StoreUnavailable(UNAVAILABLE)

    def ask(self, bank_id: str, action: Callable[[Collection], Answer], *, create: bool = False) -> Answer | None:
        """Return what `action` makes of the bank's collection; None where there is no such bank and none is made.

        Where the connection was cut, `action` is done once more. Raises StoreUnavailable when Chroma fails, is away or
        does not answer in time, and BadMemory when it refuses what it was given.
        """
        try:
            return self._ask_once(bank_id, action, create, through=(*_CUT_OFF, NotFoundError))
        except (*_CUT_OFF, NotFoundError) as problem:  # a server that was started anew; a bank that was deleted just now
            log.info("The memory's server let go (%s); asking once more.", type(problem).__name__)
            time.sleep(PAUSE)
        return self._ask_once(bank_id, action, create)

    def clock(self) -> int:
        """Return the server's time in milliseconds since 1970: the one clock that all replicas share."""
        return self._guarded(lambda: self._open_client().heartbeat() // 1_000_000)

    def delete_bank(self, bank_id: str) -> None:
        """Delete a bank with everything in it; a missing one is fine."""
        with self._gate.shared(), suppress(NotFoundError):
            self._guarded(lambda: self._open_client().delete_collection(bank_id), through=(NotFoundError,))

    def put_in_place(self, bank_id: str, is_right: Callable[[Collection, Collection], bool]) -> bool:
        """Let the bank that was written beside another take its place, if `is_right(old, new)`; return whether it did.

        For a moment other replicas see no bank. Whoever is killed in it leaves both aside: `remove_orphans` mends that.
        """

        def seen(old: Collection, new: Collection) -> bool:
            return is_right(self._held(old), self._held(new))

        with self._gate.alone():
            return self._guarded(lambda: swap(self._open_client(), bank_id, seen))

    def discard_beside(self, bank_id: str) -> None:
        """Delete what was written beside a bank; a missing one is fine."""
        self.delete_bank(BESIDE + bank_id)

    def refuse_moved(self) -> None:
        """Raise StoreMoved where the server says that its memory is not to be used; one that is away says nothing."""
        try:
            self._guarded(self._open_client)
        except StoreMoved:
            raise
        except StoreUnavailable:
            log.info("The memory's server is away at the start.")

    def has_other_vectors(self) -> bool:
        """Say at a glance whether some bank has vectors of another embedding than new ones get: of the first banks there are."""
        return any(model != self.models.preferred for _, model in self._guarded(lambda: self._page(0)))

    def scrub(self) -> bool:
        """Return True: nothing can be done from here about the server's files."""
        return True

    def broken(self) -> set[str]:
        """Return no bank: the server looks after its files."""
        return set()

    def ailing(self) -> Iterator[str]:
        """Yield the banks whose index does not answer for all they hold; their texts are safe, `mend` repairs them."""
        yield from (bank_id for bank_id in list(self.bank_ids()) if not self._is_well(bank_id))

    def forget_index(self, bank_id: str) -> None:
        """Raise StoreUnavailable: the index is the server's; a bank is mended by being written anew."""
        raise StoreUnavailable(f"The index of {bank_id} is the server's own. Write the bank anew.")

    def orphans(self) -> list[str]:
        """Return the names of what was left aside while a bank took another's place."""
        return [name for name in self._names() if name.startswith(ASIDE)]

    def remove_orphans(self) -> int:
        """Bring to an end, or undo, what was cut short while a bank took another's place; return how many there were."""
        left = self.orphans()
        if left:
            with self._gate.alone():
                self._guarded(lambda: settle(self._open_client()))
        return len(left)

    def _guarded(self, action: Callable[[], Answer], through: tuple[type[Exception], ...] = ()) -> Answer:
        """Return what `action` returns, or raise StoreUnavailable at once while the server is known to be away."""
        self._line.need()
        try:
            answer = super()._guarded(action, through)
        except StoreUnavailable as problem:
            self._note(problem.__cause__)
            raise
        self._line.worked()
        return answer

    def _note(self, problem: BaseException | None) -> None:
        if is_refused(problem):
            self._line.refused()
        elif isinstance(problem, Exception) and not isinstance(problem, ChromaError):  # which the server itself has said
            self._line.look()

    def _names(self) -> list[str]:
        with self._gate.shared():
            return self._guarded(lambda: [each.name for each in self._open_client().list_collections()])

    def _is_well(self, bank_id: str) -> bool:
        for _ in range(2):  # somebody may have been writing: a second look
            try:
                if self.ask(bank_id, has_all_vectors) is not False:
                    return True
            except StoreUnavailable:
                self.clock()  # raises where the server itself is away
        return False

    def _held(self, collection: Collection) -> Collection:
        return cast(Collection, Pages(collection, self.server.results))

    def _said_of(self, problem: Exception) -> str:
        if not is_refused(problem):
            return UNAVAILABLE
        log.error(REFUSED)
        return REFUSED

    def _connect(self) -> ClientAPI:
        self._line.need()  # others may have waited in vain meanwhile, one after the other
        client = connect(self.server)
        try:
            if not self._is_moving:
                refuse_moving(client)
        except BaseException:
            close(client)
            raise
        return client

    def mark(self) -> MoveMark | None:
        """Return what is told of a move; None where nothing is."""
        return self._guarded(lambda: MoveMark.read(self._open_client()))

    def put_mark(self, mark: MoveMark | None) -> None:
        """Tell of a move, or that all is as it should be."""
        self._guarded(lambda: mark.write(self._open_client()) if mark else MoveMark.clear(self._open_client()))

    def _let_go(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            close(client)
