"""This process as one of several over the same banks: it holds turns, tells what it wrote, and learns what others wrote."""

import logging
import secrets
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from leverage.errors import StoreUnavailable
from leverage.memory.chroma import UNREADABLE
from leverage.memory.journal import Entry, Journal
from leverage.memory.server_engine import ServerEngine
from leverage.memory.sharing import Alone, BringIn
from leverage.replicas.following import by_bank
from leverage.replicas.turns import Turns

log = logging.getLogger(__name__)

EVERY: Final = 2.0  # seconds between two looks at the journal
OVERLAP: Final = 60_000  # ms that are read again: an entry gets its time before it is written, and a write may take long
SHORT_OVERLAP: Final = 15_000
SEEN: Final = "journal"  # the index's note of how far the journal was read


class Replica(Alone):
    """Shares banks with other processes; safe to use from any thread.

    `ask_index` reaches the index; `lost` is told of banks in which somebody may have left something half done. `followed_at` is
    when this process last knew all that others had written.
    """

    is_alone = False

    def __init__(self, engine: ServerEngine, ask_index: Callable[..., Any], lost: Callable[[str], None]) -> None:
        self._journal = Journal(engine)
        self._turns = Turns(self._journal, self._others_lost, engine.server.seconds)
        self._ask_index = ask_index
        self._lost = lost
        self._me = secrets.token_hex(8)
        self._own = threading.local()
        self._following = threading.RLock()
        self._known: dict[str, int] = {}  # entries that were brought in already, by id, with their times
        self._behind: dict[str, set[str] | None] = {}  # banks that could not be read, with the deals that others wrote there
        self._told: list[Entry] = []  # by this process since it last looked at what others told
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="leverage-replica", daemon=True)
        self._seen: int | None = None
        self._bring_in: BringIn | None = None
        self._each_time: list[Callable[[], None]] = []
        self._when_back: list[Callable[[], None]] = []
        self.followed_at: datetime | None = None

    def follow(self, bring_in: BringIn) -> None:
        """Have what others write brought in by `bring_in(bank_id, deal_ids)`, which is given None for all that a bank holds."""
        self._bring_in = bring_in

    def each_time(self, act: Callable[[], None]) -> None:
        """Have something done each time that this process looks at what others wrote; it may raise StoreUnavailable."""
        self._each_time.append(act)

    def when_back(self, act: Callable[[], None]) -> None:
        """Have something done when the server answers again after it was away."""
        self._when_back.append(act)

    def start(self) -> None:
        """Follow what others write from now on, in the background."""
        self._thread.start()

    def wait_no_more(self) -> None:
        """Wait no longer for what other processes hold: this one is closing."""
        self._turns.wait_no_more()

    def stop(self) -> None:
        """Follow no more."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()
        with suppress(StoreUnavailable):  # where they can't be let go, they end by themselves
            self._let_go_left()

    @contextmanager
    def holding(self, *names: str) -> Iterator[None]:
        """Hold what goes by these names, such as banks, against the other processes; a thread may nest it.

        What others wrote until then is in the index when this begins. Raises StoreUnavailable where the server is away or
        somebody else holds a name for long.
        """
        held = self._held_here()
        taken: list[str] = []
        if {*names} - held.keys():
            self._let_go_left()
        try:
            for name in sorted({*names} - held.keys()):
                self._turns.take(name)
                taken.append(name)
                held[name] = {}
            if taken:
                self.catch_up(names=taken)
            for name in names:
                self._turns.refuse_late(name)
            yield
        finally:
            written = {name: held.pop(name) for name in taken}
            self._let_go(written)

    def take(self, names: Collection[str], longest_wait: float = 0.0) -> bool:
        """Hold these names until `release`, in whatever thread, and say whether that could be done in so many seconds."""
        taken: list[str] = []
        try:
            self._let_go_left()
            for name in sorted(names):
                self._turns.take(name, longest_wait)
                taken.append(name)
            self.catch_up(names=taken)
        except StoreUnavailable:
            self.release(taken)
            return False
        return True

    def release(self, names: Collection[str]) -> None:
        """Let others hold these names again."""
        self._let_go({name: {} for name in names})

    def wrote(self, bank_id: str, deal_ids: Collection[str] | None = None) -> None:
        """Tell others, once this thread lets go of the bank, that these deals of it were written; without them, any of it."""
        told = self._held_here().get(bank_id)
        if told is None:
            self._put(self._entries({bank_id: dict.fromkeys([""] if deal_ids is None else deal_ids)}))
        else:
            told.update(dict.fromkeys([""] if deal_ids is None else deal_ids))

    def catch_up(self, overlap: int = SHORT_OVERLAP, names: Collection[str] = ()) -> None:
        """Bring what others wrote since the last time into the index. Raises StoreUnavailable.

        Whoever holds a bank gets along with a short overlap: what was written there before was told when it was let go. A bank
        that can't be read, though the server answers, is left for later; but for one of `names`, which raises.
        """
        if self._bring_in is None:
            return
        with self._following_now():
            seen, told = self._last(), list(self._told)
            entries = self._journal.since(seen - overlap)
            news = [each for each in entries if self._known.get(each.id, 0) < each.at and each.by != self._me]
            for bank_id, deal_ids in by_bank((each.bank_id, each.deal_id) for each in news).items():
                before = self._behind.get(bank_id, set())
                self._behind[bank_id] = None if deal_ids is None or before is None else before | deal_ids
                self._try(bank_id, is_needed=bank_id in names)
            for bank_id in self._behind.keys() & set(names):
                self._try(bank_id, is_needed=True)
            newest = max((each.at for each in entries), default=seen)
            known = self._known | {each.id: each.at for each in entries}
            self._known = {name: at for name, at in known.items() if at >= newest - OVERLAP}
            self._seen = newest
            if late := [each for each in told if each.at < newest - SHORT_OVERLAP]:  # whoever knew the newest did not see these
                self._put([replace(each, at=newest + 1) for each in late])
            del self._told[: len(told)]

    def _try_again(self) -> None:
        with self._following_now():
            for bank_id in list(self._behind):
                self._try(bank_id)

    def _try(self, bank_id: str, *, is_needed: bool = False) -> None:
        try:
            if self._bring_in is not None:
                self._bring_in(bank_id, self._behind[bank_id])
        except StoreUnavailable as problem:
            self._journal.clock()  # raises where it is the server that is away
            if is_needed:
                raise StoreUnavailable(UNREADABLE) from problem
        else:
            del self._behind[bank_id]

    @property
    def is_following(self) -> bool:
        """Whether this thread is bringing in what others wrote: then it must not wait for whoever reads all banks."""
        return bool(getattr(self._own, "is_following", False))

    @contextmanager
    def _following_now(self) -> Iterator[None]:
        with self._following:
            before, self._own.is_following = self.is_following, True
            try:
                yield
            finally:
                self._own.is_following = before

    def begin(self) -> int:
        """Return the time after which what others write has to be followed by whoever reads all banks from now on."""
        begun = self._time()
        self._put([Entry("", "", begun, self._me)])  # what others tell from then on they tell as later
        return begun

    def follow_from(self, begun: int) -> None:
        """Follow what others have written since that time."""
        with self._following:
            self._seen, self._known = begun, {}
        self._note_seen()

    def _note_seen(self) -> None:
        seen = self._seen
        if not self._behind and seen is not None and str(seen) != self._ask_index(lambda index: index.noted(SEEN)):
            self._ask_index(lambda index: index.note(SEEN, str(seen)))

    def _let_go(self, written: dict[str, dict[str, None]]) -> None:
        def told() -> list[Entry]:
            entries = self._entries(written)
            self._told.extend(entries)
            return entries

        try:
            self._turns.release(written, told)
        except StoreUnavailable:  # tried again as soon as the server answers; else the turns end by themselves
            log.warning("Others could not be told at once that a bank was written; they find out within a minute.")

    def _let_go_left(self) -> None:
        """Let others have what could not be let go before, and have it looked at: what was written there was not told either."""
        if left := self._turns.left():
            self._turns.release_left(left, lambda: [Entry(name, "", self._time(), "") for name in left])
            for name in left:
                self._lost(name)

    def _entries(self, written: dict[str, dict[str, None]]) -> list[Entry]:
        if not any(written.values()):
            return []
        now = self._time()
        return [Entry(bank_id, deal_id, now, self._me) for bank_id, deal_ids in written.items() for deal_id in deal_ids]

    def _time(self) -> int:
        """Return the time to tell something under: the server's, but later than all that was told, however its clock is set."""
        return max(self._journal.clock(), self._last() + 1)

    def _last(self) -> int:
        seen = self._seen
        return seen if seen is not None else int(self._ask_index(lambda index: index.noted(SEEN)) or 0)

    def _put(self, entries: Collection[Entry]) -> None:
        self._told.extend(entries)
        self._journal.put(entries)

    def _held_here(self) -> dict[str, dict[str, None]]:
        """Return what this thread holds, with the deals that it wrote there."""
        if not hasattr(self._own, "held"):
            self._own.held = {}
        held: dict[str, dict[str, None]] = self._own.held
        return held

    def _others_lost(self, name: str) -> None:
        """Look at a bank, held by this process now, that another one left without telling what it wrote."""
        self._put([Entry(name, "", self._time(), "")])
        self._lost(name)

    def _run(self) -> None:
        while not self._stopped.wait(EVERY):
            try:
                self._journal.look()
                self._let_go_left()
                self._turns.renew()
                self.catch_up(OVERLAP)
                self._try_again()
                self._note_seen()
                for act in self._each_time:
                    with suppress(StoreUnavailable):  # such as a disk of this machine that is full: others are followed even so
                        act()
                for name in self._turns.gone():
                    if self.take([name]):
                        self.release([name])
                self.followed_at = datetime.now(UTC)
                for act in self._when_back if self.is_away else ():
                    act()
                self.is_away = False
            except StoreUnavailable:
                self.is_away = True
            except Exception:  # the thread must live on
                log.exception("Following what others wrote failed; it is tried again")
