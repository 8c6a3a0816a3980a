"""The knowledge base: deals go in, lists, memories and briefs come out."""

import itertools
import logging
import sqlite3
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime, time
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from leverage import extracts, formats, repairs, upkeep
from leverage.access.depth import Acting
from leverage.access.doing import Doing
from leverage.access.person import Person
from leverage.access.rates import Rates, limits
from leverage.access.seen_narrator import SeenNarrator
from leverage.audit.trail import Trail
from leverage.brief import Brief
from leverage.browser_notes import FOLDER, BrowserNotes
from leverage.deals import Deal, DealDraft, deal_id_of
from leverage.desk import Desk
from leverage.embedding_choice import embedding_for
from leverage.erasing import Eraser
from leverage.errors import BadSettings, LeverageError, StoreUnavailable, UnknownDeal
from leverage.inbox_bank import InboxBank
from leverage.index import NAMES, UNDOING, DealRow, Index, VendorRow
from leverage.intake import Intake
from leverage.kept import Kept
from leverage.listing import Listing
from leverage.memory.bank import Bank, Banks
from leverage.memory.choosing import BANKS, engine_for, server_of
from leverage.memory.holder import Door, Holder
from leverage.memory.last_read import last_read_does
from leverage.memory.line import Away
from leverage.memory.mending import mend
from leverage.memory.records import Memory
from leverage.memory.sharing import Together
from leverage.moving import Mover
from leverage.name_book import NameBook
from leverage.narratives import Narratives
from leverage.outbox import Change, Outbox
from leverage.progress import Progress
from leverage.projection import Projection
from leverage.ranking.filters import filters_of
from leverage.re_embedding import OUTDATED
from leverage.reading import Reader
from leverage.reflect.call import ModelFunction
from leverage.reflect.narrate import Narrative
from leverage.reflect.narrator import ModelOptions, Narrator
from leverage.registry import Registry
from leverage.replay import Replay
from leverage.replicas.following import Follower
from leverage.replicas.joining import sharing_for
from leverage.restore_mark import refuse_marked
from leverage.settings import load_settings
from leverage.text import clean_named
from leverage.transfer import refuse_moved
from leverage.vendors import BANK_PREFIX, vendor_bank_id
from leverage.versions import DealRecord, Origin
from leverage.writing import Receipt, Writer

if TYPE_CHECKING:
    from leverage.access.view import View

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")

MOST_REASON = 1_000  # characters
MOST_VIEWS = 64  # of the persons who looked last
MOST_MADE_FOR_VIEWS = 20_000  # what was made of a vendor for somebody who does not see all of it
UNKNOWN_DEAL = "This deal is not in the memory. Reload the page."


class KnowledgeBase(Doing, Listing):
    """A company's memory of its negotiations, in one folder; `open` makes it, `close` or `with` lets go of it.

    All methods may be called from any thread. Vendors are given by name as written, or by bank id.
    """

    def __init__(
        self,
        folder: Path,
        holder: Holder,
        embedding: Any,
        clock: Callable[[], datetime],
        zone: ZoneInfo | None,
        model: ModelOptions,
    ) -> None:
        """Take over an opened folder; use `open`."""
        self._holder = holder
        self._clock = clock
        self._zone = zone
        is_new = not (folder / BANKS).exists()
        engine = engine_for(folder, embedding, load_settings())
        engine.refuse_moved()
        self.sharing = sharing_for(engine, self.ask_index, self._left_by_others)
        self.banks = Banks(
            engine,
            embedding,
            lambda bank_id, deal_ids: self.ask_index(lambda index: index.elsewhere(bank_id, deal_ids)),
            self.today,
            lambda one, other: self.names().same("department", one, other),
            self.sharing,
        )
        self._index = Index(folder)
        outbox = folder / "outbox"
        if not formats.was_ours(folder, outbox):
            self._index.doubt()
        self._index.begin_for(engine.place)
        if is_new and engine.has_files:
            upkeep.begin(self._index)
        self._outbox = Outbox(outbox, folder / "set-aside")
        formats.make_ours(folder, outbox)
        self._intake = Intake(self.banks, self._outbox, self.ask_index, lambda: formats.bar_older(folder))
        self._reader = Reader(self.banks, self.ask_index, self.today, self.names)
        self._views: Kept[View] = Kept(MOST_VIEWS)
        self.made_for_views: Kept[Any] = Kept(MOST_MADE_FOR_VIEWS)
        self.asked_model = Narrator(model, Narratives(folder / "narratives"))
        self.narrator = SeenNarrator(self.asked_model, self, frozenset)
        self._replay = Replay(self.catch_up)
        self.registry = Registry(self.banks, self.ask_index, self._intake.turns, self._intake.naming, self._replay.wake)
        self.mover = Mover(self.banks, self.ask_index, self.registry, self._intake.turns, self._replay.wake)
        self.browser_notes = BrowserNotes(folder / FOLDER)
        self.projection = Projection(folder, self.banks, self.ask_index, extracts.declared)
        self.inbox = InboxBank(self.banks)
        self.trail = Trail(folder / "audit", self.now)
        self.eraser = Eraser(
            self.banks,
            self._intake,
            self._outbox,
            self.browser_notes,
            self.projection,
            self.inbox,
            self.mover,
            self.registry,
            self.ask_index,
            self.change_names,
            self._index.compact,
            self._forget_answers,
            self._replay.wake,
            self.trail.forget_whoever,
            self.now,
        )
        self.rates = Rates(limits(load_settings()), self.now)
        self._is_index_whole = False
        self._acting = Acting()
        self._rebuilding = threading.RLock()
        self._naming = threading.Lock()
        self.undoing = Together(threading.Lock(), self.sharing, "undoing")  # held while an import is undone
        self.sharing.follow(Follower(self.banks, self.ask_index, self._forget_erased_elsewhere, self._replay.wake).bring_in)
        self.sharing.when_back(self._replay.hurry)
        self._writer = Writer(self._intake, self._outbox, self.ask_index, self._replay.wake, self.now, self.today, self._is_ready)

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        embedding: Any = None,
        clock: Callable[[], datetime] | None = None,
        timezone: str | None = None,
        model: str | ModelFunction | None = None,
        wait: bool = True,
    ) -> Self:
        """Return the knowledge base in the folder `path`, made if need be.

        Before this returns, what waited is brought in and a missing index rebuilt; with `wait=False` that goes on
        in the background. `embedding` is a Chroma embedding function for new banks, `clock` gives now as an aware datetime
        and is the only source of today. `model` is a litellm model name or a function `(messages, schema) -> str`; it,
        `embedding` and `timezone` default to the settings. Raises StoreInUse, StoreUnavailable where the
        folder can't be used, and BadSettings.
        """
        settings = load_settings()
        zone = timezone or settings.timezone
        asked = ModelOptions(
            model or settings.model,
            settings.model_base,
            settings.model_timeout,
            settings.model_retries,
            settings.model_max_tokens,
            settings.model_prompt_tokens,
        )
        folder = Path(path)
        holder: Holder | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            holder = Holder(folder)
            refuse_marked(folder)
            formats.refuse_newer(folder)
            if server_of(settings) is None:
                refuse_moved(folder)
            embedding = embedding or embedding_for(settings.embedding)
            kb = cls(folder, holder, embedding, clock or _now, ZoneInfo(zone) if zone else None, asked)
            kb._intake.hide_waiting()
            kb._replay.start(wait=wait)
            kb.sharing.start()
            kb._tell_of_other_vectors()
        except BaseException as problem:
            if holder is not None:
                holder.release()
            if isinstance(problem, ZoneInfoNotFoundError):
                raise BadSettings(f"{zone} is no time zone. Write one like Europe/Berlin.") from None
            if isinstance(problem, OSError | sqlite3.Error | ValueError) and not isinstance(problem, LeverageError):
                said = f"The folder {str(folder)!r} can't be used: {problem}. Check it, or set LEVERAGE_HOME."
                raise StoreUnavailable(said) from problem
            raise
        return kb

    def _tell_of_other_vectors(self) -> None:
        try:
            if self.banks.engine.has_other_vectors():
                log.warning(OUTDATED)
        except StoreUnavailable:
            if self.banks.engine.has_files:  # a server may be away for a while
                raise

    def close(self) -> None:
        """Let go of the store; waiting deals stay on disk. Closing twice is fine."""
        self.sharing.wait_no_more()
        self._replay.stop()
        self.sharing.stop()
        self._outbox.close()
        self.banks.engine.close()
        self.projection.close()
        self.trail.close()
        for view in self._views.values():
            view.close()
        self._index.close()
        self._holder.release()

    def announce(self, door: Door | None) -> None:
        """Tell beside the store's lock at which door this process takes the commands of others, or that it takes none."""
        self._holder.announce(door)

    def view(self, person: Person) -> "View":
        """Return this knowledge base as a person may see and change it; taken wherever a knowledge base is.

        It is the only way in which pages, search, briefs, exports and the model's prompt reach deals.
        """
        from leverage.access.view import View  # builds on this module

        return self._views.get(person, lambda: View(self, person))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def log(self, deal: DealDraft, key: str | None = None) -> Receipt:
        """Remember a deal and return the receipt; `key` is the form's own, so that a second click changes nothing.

        The deal is on disk before anything else happens. Raises InvalidDeal for a deal that can't be taken and
        DealErased for one that was erased for good.
        """
        return self.log_many([(deal, key)])[0]

    def log_many(
        self,
        deals: Iterable[tuple[DealDraft, str | None]],
        progress: Progress | None = None,
        origins: Sequence[Origin | None] | None = None,
    ) -> list[Receipt]:
        """Remember many deals (with their keys) and return their receipts in the same order.

        All are checked before the first is written. `progress` gets (done, total) between batches; `origins` tells of
        each where it came from, if nobody typed it.
        """
        signed = [self._signed(self._writer.checked(deal), key) for deal, key in deals]
        ids = [deal_id_of(deal, key) for deal, key in signed]
        banks = {self._intake.resolve(deal.vendor) for deal, _ in signed}
        with self.act("log", vendor=banks.pop() if len(banks) == 1 else "", deal_ids=ids):
            receipts = self._writer.log(signed, progress, origins, self.entered_by)
        return [self._told(each) for each in receipts]

    def batch(self, batch_id: str) -> list[DealRow]:
        """Return the deals that count which one import brought, as lists know them."""
        return self.ask_index(lambda index: index.batch(batch_id))

    def withdraw(self, batch_id: str, progress: Progress | None = None) -> list[str]:
        """Take out the deals which one import brought and nobody changed since, without a trace, and return their ids.

        Deals of it that still wait are brought in first. Raises StoreUnavailable where that can't be done.
        """
        with self.act("undo_import", batch=batch_id):
            return self._withdraw(batch_id, progress)

    def _withdraw(self, batch_id: str, progress: Progress | None) -> list[str]:
        self.ensure_ready()
        if not self.catch_up():
            raise StoreUnavailable("Some deals still wait to go in. Try again in a minute.")
        self._outbox.settle()
        rows = self.batch(batch_id)
        gone: list[str] = []
        done = 0
        for bank_id, found in itertools.groupby(rows, key=lambda row: row.bank_id):
            deal_ids = [row.deal_id for row in found]
            with self._intake.turns(bank_id):
                gone += self._intake.withdraw(bank_id, deal_ids, batch_id)
            done += len(deal_ids)
            if progress:
                progress(done, len(rows))
        return gone

    def edit(self, deal_id: str, deal: DealDraft, version: int, *, by: str | None = None) -> Receipt:
        """Replace a deal that was read at `version` and return the receipt; the earlier version stays as history.

        `by` is who makes the change, as with `retract` and `restore`. Raises EditConflict where somebody changed it
        since, UnknownDeal, and InvalidDeal.
        """
        checked = self._writer.checked(deal)
        with self._act_on("edit", deal_id):
            receipt = self._writer.change("edit", deal_id, version, checked.vendor, values=checked.to_json(), by=self.signed(by))
        return self._told(receipt)

    def retract(self, deal_id: str, reason: str, *, by: str | None = None) -> Receipt:
        """Take a deal out of briefs, recall and counts; `restore` brings it back. Raises UnknownDeal."""
        reason = clean_named("The reason", reason or "", MOST_REASON)
        with self._act_on("retract", deal_id):
            receipt = self._writer.change("retract", deal_id, None, reason=reason, by=self.signed(by))
        return self._told(receipt)

    def restore(self, deal_id: str, *, by: str | None = None) -> Receipt:
        """Bring a retracted deal back. Raises UnknownDeal where none is retracted under this id."""
        with self._act_on("restore_deal", deal_id):
            receipt = self._writer.change("restore", deal_id, None, by=self.signed(by))
        return self._told(receipt)

    @contextmanager
    def _act_on(self, name: str, deal_id: str) -> Iterator[None]:
        """Change a deal that is known, and may be changed here. Raises UnknownDeal before anything is noted."""
        if not self._acting.is_noted:
            self.need(name)
        self.ensure_ready()
        waiting = [each.vendor for each in self._outbox.waiting_for(deal_id) if self._shows(each)]
        bank_id = self.home_of(deal_id) or (self._intake.resolve(waiting[-1]) if waiting else None)
        if bank_id is None:
            raise UnknownDeal(UNKNOWN_DEAL)
        self._refuse_others(deal_id)
        with self.act(name, vendor=bank_id, deal_ids=[deal_id]):
            yield

    def home_of(self, deal_id: str) -> str | None:
        """Return the bank that holds a deal, retracted or not; None for an unknown one."""
        row = self.ask_index(lambda index: index.deal(deal_id) or index.retracted(deal_id))
        return row.bank_id if row else None

    def record(self, deal_id: str) -> DealRecord | None:
        """Return a deal with its earlier versions, retracted or not; None where none is known under this id."""
        return self._reader.record(deal_id)

    def records(self, vendor: str | None = None) -> Iterator[tuple[VendorRow, list[DealRecord]]]:
        """Yield every vendor, or one alone, with all its deals, retracted ones too, each with its history."""
        only = self._reader.bank_id(vendor) if vendor is not None else None
        for row in self.ask_index(lambda index: index.vendor_rows()):
            if vendor is None or row.bank_id == only:
                yield row, list(self.mover.held(row.bank_id).values())

    def retracted(self, vendor: str) -> list[DealRecord]:
        """Return the vendor's retracted deals, the one retracted last first."""
        return self._reader.retracted(vendor)

    def forget(self, deal_id: str) -> bool:
        """Erase a deal for good; only its id stays known, so that no copy brings it back.

        Returns whether the text is out of the files, too. Raises UnknownDeal, and StoreUnavailable where the bank can't
        be reached: an erasure never waits.
        """
        self.ensure_ready()
        waiting = self._outbox.waiting_for(deal_id)
        bank_id = self._intake.bank_id_of(deal_id) or (self._intake.resolve(waiting[-1].vendor) if waiting else None)
        if bank_id is None:
            raise UnknownDeal(UNKNOWN_DEAL)
        with self.act("erase", vendor=bank_id, deal_ids=[deal_id]):
            return self.eraser.erase_deal(bank_id, deal_id)

    def _forget_answers(self) -> None:
        self._reader.forget()
        self.narrator.forget_all()

    def change_names(self, change: Callable[[NameBook], NameBook]) -> NameBook:
        """Put another book of names in the place of the one there is, and return it. Raises StoreUnavailable."""
        self.ensure_ready()
        with self.act("access", what="names"):
            return self._change_names(change)

    def _change_names(self, change: Callable[[NameBook], NameBook]) -> NameBook:
        desk = Desk(self.banks)
        with self._naming, desk.turn:
            stored = desk.read(NAMES)
            changed = change(NameBook.from_json(stored) if stored else NameBook())
            desk.write(NAMES, changed.to_json(), changed.version)
            self.ask_index(lambda index: index.note_names(changed.to_json()))
        return changed

    def deals(self, vendor: str) -> list[Deal]:
        """Return the vendor's deals that count, newest deal date first; none for an unknown vendor."""
        return list(self._reader.deals(vendor))

    def deal(self, deal_id: str) -> Deal | None:
        """Return a deal that counts, by id."""
        return self._reader.deal(deal_id)

    def recall(
        self,
        vendor: str,
        question: str,
        limit: int = 10,
        *,
        facet: str | None = None,
        since: date | str | None = None,
        until: date | str | None = None,
        department: str | None = None,
        outcome: str | None = None,
        product: str | None = None,
    ) -> list[Memory]:
        """Return up to `limit` of the vendor's memories that answer the question best, best first, each with why.

        Of the filters that are given a memory passes all: its facet, a period that includes both days, its department under
        any of its names, the outcome and the product of its deal. A day may be told in ISO form. Raises LeverageError for a
        filter that can't be.
        """
        bank_id = self._reader.bank_id(vendor)
        if not bank_id:
            filters_of(facet=facet, since=since, until=until, department=department, outcome=outcome, product=product)
            return []
        filters = {"facet": facet, "department": department, "outcome": outcome, "product": product}
        return self.banks.bank(bank_id).recall(question, limit, since=since, until=until, **filters)

    def brief(self, vendor: str, as_of: date | str | None = None, product: str | None = None) -> Brief:
        """Return the vendor's brief, counted from its bank, for all products or one; no model takes part.

        With `as_of` it counts the deals dated on or before that day, as they are known today.
        """
        return self._reader.brief(vendor, as_of, product)

    def reflect(self, vendor: str, as_of: date | str | None = None, product: str | None = None) -> Brief:
        """Return the vendor's brief with what the model says about it, each sentence proved by the deals it cites.

        No counted value is ever changed. `status` says how the narrative came about, also when there is none; a
        model's failure is a status, never an exception.
        """
        brief = self.brief(vendor, as_of, product)
        told = self.narrative(brief)
        return told.onto(brief)

    def narrative(self, brief: Brief) -> Narrative:
        """Return what the model says about a brief of this knowledge base, kept or asked for now."""

        def is_still() -> bool:
            return self._reader.brief(brief.bank_id, brief.as_of, brief.product).content() == brief.content()

        return self.narrator.narrate(brief, self.now(), is_still)

    def kept_narrative(self, brief: Brief) -> Narrative | None:
        """Return what the model said about exactly this brief, without asking it."""
        found: Narrative | None = self.narrator.find(brief)
        return found

    def bank(self, vendor: str) -> Bank:
        """Return the vendor's bank, whichever of its names is given: the level below deals."""
        return self.banks.bank(self.bank_id(vendor))

    def bank_id(self, vendor: str) -> str:
        """Return the id of the bank to which a vendor's name, or a bank id, leads. Raises BlankVendor for a blank one."""
        return self._reader.bank_id(vendor) or vendor_bank_id(vendor)

    def revision(self, vendor: str) -> str:
        """Return a short text that changes whenever anything that the vendor's brief shows has changed."""
        return self._reader.revision(vendor)

    def waiting(self) -> list[Change]:
        """Return the changes that are safe on disk but not in the memory yet, oldest first."""
        return self._outbox.waiting()

    def outbox_counts(self) -> tuple[int, int]:
        """Return how many changes wait and how many could not go in, at the cost of listing two folders."""
        return self._outbox.counts()

    def set_aside(self) -> list[dict[str, Any]]:
        """Return the changes that could not go in, as JSON types, each with its reason in `why`."""
        return self._outbox.set_aside_records()

    def set_aside_files(self) -> list[tuple[str, bytes]]:
        """Return the same as the files that they are: name and content."""
        return self._outbox.set_aside_files()

    @property
    def is_catching_up(self) -> bool:
        """Whether waiting deals are being brought in or the index is being rebuilt right now."""
        return self._replay.is_running

    @property
    def away(self) -> Away | None:
        """Since when the memory's server has not answered; None while it does, or where there is none."""
        found: Away | None = self.banks.engine.away
        return found

    def rebuild_index(self, progress: Progress | None = None) -> int:
        """Make the index anew from the banks, drop what else was made of them, and return how many deals count."""
        with self.act("care", what="rebuild"):
            return self._rebuild_index(progress)

    def _rebuild_index(self, progress: Progress | None = None) -> int:
        with self._rebuilding:
            count = self._read_banks(progress)
        self._intake.hide_waiting()
        self.projection.reset()
        self.mover.finish()
        return count

    def _read_banks(self, progress: Progress | None = None) -> int:
        with last_read_does(False):
            begun = self.sharing.begin()
            count = upkeep.rebuild(self.banks, self._index, progress)
        self.sharing.follow_from(begun)
        return count

    def _left_by_others(self, name: str) -> None:
        """Have done what another process may have left half done: in a bank, what is made of it is out of date at least."""
        if name.startswith(BANK_PREFIX):
            self.ask_index(lambda index: index.unsettle(name))
        self._replay.wake()

    def _forget_erased_elsewhere(self, deal_ids: Collection[str], bank_ids: Collection[str]) -> None:
        """Take out of this process's own files what another one erased."""
        for deal_id in deal_ids:
            self._outbox.forget(deal_id)
        self.browser_notes.forget_vendor((), list(deal_ids))
        self.trail.forget_whoever(lambda each: each in bank_ids)
        self.projection.reset()
        self._forget_answers()
        self._index.compact()

    def check(self, progress: Progress | None = None) -> list[str]:
        """Return what is not as it should be, a sentence each; nothing when all is well."""
        if self.trail.trouble():  # which takes no note then; a check changes nothing, and has to tell of that
            self.need("care")
            return repairs.check(self, progress)
        with self.act("care", what="check"):
            return repairs.check(self, progress)

    def repair(self, progress: Progress | None = None) -> list[str]:
        """Put right what a check finds, without loss, and return what was done, a sentence each."""
        self.ensure_ready()
        with self.act("care", what="repair"):
            return repairs.repair(self, progress)

    def recycle(self) -> None:
        """Give back what the engine holds of banks, in the middle of a long write."""
        self.banks.engine.recycle()

    def now(self) -> datetime:
        """Return now, in UTC."""
        return self._clock().astimezone(UTC)

    def today(self) -> date:
        """Return today in the time zone of the settings."""
        return self.day_of(self._clock())

    def day_of(self, at: datetime) -> date:
        """Return the day of an instant in the time zone of the settings, else in the clock's."""
        return at.astimezone(self._zone or self._clock().tzinfo).date()

    def begin_of(self, day: date) -> datetime:
        """Return the instant at which a day begins in the time zone of the settings, in UTC."""
        return datetime.combine(day, time(), self._zone or self._clock().tzinfo).astimezone(UTC)

    def ask_index(self, question: Callable[[Index], Answer]) -> Answer:
        """Return the index's answer; a damaged index is made anew from the banks and asked again.

        Raises StoreUnavailable where it can't be used, or has to be made anew by whoever asks next.
        """
        try:
            return question(self._index)
        except sqlite3.DatabaseError as problem:
            if self.sharing.is_following or not _is_damage(problem):
                log.warning("The index could not be used: %s", problem)
                raise StoreUnavailable("The list of deals can't be used right now. Try again in a minute.") from problem
        with self._rebuilding:
            try:
                return question(self._index)  # somebody else may have made it anew meanwhile
            except sqlite3.DatabaseError as problem:
                log.warning("The index is damaged (%s); it is rebuilt from the banks.", problem)
                self._index.reset()
                self._index.begin_for(self.banks.engine.place)
                self._read_banks()
                self._intake.hide_waiting()
        return question(self._index)

    def ensure_ready(self) -> None:
        """Raise StoreUnavailable while the index is being read anew: then nothing may move or be erased."""
        if not self._is_ready():
            raise StoreUnavailable("The memory is being read. Try again in a minute.")

    def _is_ready(self) -> bool:
        """Say whether the index holds everything; once it does, only damage changes that, and damage is mended at once."""
        self._is_index_whole = self._is_index_whole or self.ask_index(lambda index: index.is_complete())
        return self._is_index_whole

    def catch_up(self, is_stopped: Callable[[], bool] = lambda: False) -> bool:
        """Mend what is broken, finish what was cut short, bring in what waits; return whether nothing is left to do."""
        for bank_id in self.banks.engine.broken():
            with self._intake.turns(bank_id):
                mend(self.banks, bank_id)
        if not self._is_ready():
            self._rebuild_index()
        self.sharing.catch_up()
        self.mover.finish()
        self.eraser.finish()
        is_done = self.bring_in(is_stopped)
        if is_done:
            self.finish_undos(is_stopped)
        return is_done

    def finish_undos(self, is_stopped: Callable[[], bool] = lambda: False) -> int:
        """Finish every undo of an import that was cut short, and return how many there were."""
        if not self.ask_index(lambda index: index.noted(UNDOING)):
            return 0
        from leverage.imports.batches import finish_undos  # builds on this module

        def go_on(done: int, total: int) -> None:
            if is_stopped():
                raise StoreUnavailable("The store is being closed. The undo is finished at the next start.")

        return finish_undos(self, go_on)

    def bring_in(self, is_stopped: Callable[[], bool] = lambda: False) -> bool:
        """Bring in what waits and return whether nothing is left to do."""
        return self._intake.replay(is_stopped) and self._outbox.is_empty()


def _is_damage(problem: sqlite3.DatabaseError) -> bool:
    """Say whether an error means that the file is broken, rather than full, locked or not to be written."""
    said = str(problem)
    return not isinstance(problem, sqlite3.OperationalError) or any(
        word in said for word in ("malformed", "not a database", "no such table", "no such column")
    )


def _now() -> datetime:
    return datetime.now().astimezone()
