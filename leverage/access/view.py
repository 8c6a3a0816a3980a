"""A person's view of a knowledge base: the same methods, over what the person may see and do.

Whatever reads goes through parts that leave out what the person may not see: index, banks, projection, registry, inbox. What
changes anything does so within an act, which the table allows and the audit trail notes before it begins; within it the
parts are the whole's, since a deal moves, and is counted, with all that belongs to it.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from leverage.access import acts
from leverage.access.audience import audience_of, is_in
from leverage.access.depth import Acting
from leverage.access.mail import address
from leverage.access.named import NAMED
from leverage.access.person import Person
from leverage.access.seen_banks import PersonSight
from leverage.access.seen_inbox import SeenInbox
from leverage.access.seen_index import SeenIndex
from leverage.access.seen_mover import SeenMover
from leverage.access.seen_narrator import SeenNarrator
from leverage.access.seen_projection import SeenProjection
from leverage.audit.trail import Trail
from leverage.confidence import confidence_label
from leverage.deals import Deal, deal_id_of
from leverage.errors import LeverageError, NotAllowed, UnknownDeal
from leverage.index import Index
from leverage.knowledge import UNKNOWN_DEAL, KnowledgeBase
from leverage.memory.holder import Door
from leverage.outbox import Change
from leverage.progress import Progress
from leverage.reading import Reader
from leverage.registry import Registry
from leverage.versions import DealRecord
from leverage.writing import Receipt

Answer = TypeVar("Answer")

_NOT_SHARED = frozenset({"asked_model", "browser_notes", "eraser", "made_for_views"})  # what is the whole's alone
_MAY_BE_NEW = frozenset({"log", "import", "decide", "export", "ask_model", "follow"})  # for which a vendor need not be known
_BY_NAME = frozenset({"merge", "vendor"})  # where one that is unknown may be written otherwise


class View(KnowledgeBase):
    """What `kb.view(person)` returns; it stands and falls with its knowledge base, and is never closed by itself."""

    def __init__(self, whole: KnowledgeBase, person: Person) -> None:
        """Look at a knowledge base as a person; use `kb.view`."""
        self._whole = whole
        self.person: Person = person
        self._acting = Acting()
        self._seen_index = SeenIndex(
            whole._index, person, lambda one, other: whole.names().same("department", one, other), self._named
        )
        self._seen_banks = whole.banks.through(PersonSight(self._seen_index, is_alone=whole.banks.sharing.is_alone))
        self._seen_reader = Reader(self._seen_banks, self.ask_index, whole.today, whole.names, whole._reader)
        self._seen_projection = SeenProjection(whole.projection, self._seen_banks, self.ask_index, whole.made_for_views)
        registry = whole.registry
        self._seen_registry = Registry(self._seen_banks, self.ask_index, registry.turns, registry.naming)
        self._seen_mover = SeenMover(self._seen_banks, self.ask_index, self._seen_registry)
        self._seen_inbox = SeenInbox(whole.inbox, self._seen_index.hidden, self.need)
        self._seen_narrator = SeenNarrator(whole.asked_model, self, self._seen_index.hidden)

    def _named(self, bank_id: str | None) -> Mapping[str, Collection[str]]:
        """Return by bank id which deals of other vendors stand in the records of a vendor, or of every one."""
        projection = self._whole.projection
        if bank_id is not None:
            return {bank_id: projection.of(NAMED, bank_id) or ()}
        return dict(projection.each_as(NAMED, "named", lambda _, ids: frozenset(ids)))

    def __getattr__(self, name: str) -> Any:
        if name in _NOT_SHARED and not self.is_whole:
            raise NotAllowed("This is done within an act, or by an administrator.")
        return getattr(self._whole, name)

    @property
    def is_whole(self) -> bool:
        """Whether all parts are the whole's: within an act, and for administrators."""
        return self.person.is_admin or self._acting.is_whole

    @property
    def banks(self) -> Any:  # type: ignore[override]
        """The banks; outside an act as the person sees them."""
        return self._whole.banks if self.is_whole else self._seen_banks

    @property
    def projection(self) -> Any:  # type: ignore[override]
        """The projection; outside an act as the person sees it."""
        return self._whole.projection if self.is_whole else self._seen_projection

    @property
    def registry(self) -> Any:  # type: ignore[override]
        """The registry of vendors; outside an act as the person sees it."""
        return self._whole.registry if self.is_whole else self._seen_registry

    @property
    def mover(self) -> Any:  # type: ignore[override]
        """What tells where deals are, and moves them; outside an act as the person sees it."""
        return self._whole.mover if self.is_whole else self._seen_mover

    @property
    def inbox(self) -> Any:  # type: ignore[override]
        """The inbox; outside an act as the person sees it."""
        return self._whole.inbox if self.is_whole else self._seen_inbox

    @property
    def narrator(self) -> Any:  # type: ignore[override]
        """What asks the model, for this person."""
        return self._seen_narrator

    @property
    def trail(self) -> Trail:  # type: ignore[override]
        """The audit trail. Raises NotAllowed where the person may not read it."""
        self.need("audit")
        return self._whole.trail

    @property
    def _reader(self) -> Any:  # type: ignore[override]
        return self._whole._reader if self.is_whole else self._seen_reader

    def view(self, person: Person) -> "View":
        """Return the view of another person. Raises NotAllowed where that is not the same one, or an administrator asks."""
        if person != self.person and not self.person.is_admin:
            raise NotAllowed("You can't look through the eyes of another person.")
        return self._whole.view(person)

    def close(self) -> None:
        """Let go of what the view alone holds; the store stays open."""
        self._seen_index.close()

    def ask_index(self, question: Callable[[Index], Answer]) -> Answer:
        """Return the answer of the index, outside an act as the person sees it."""
        if self.is_whole:
            return self._whole.ask_index(question)
        return self._whole.ask_index(lambda _: question(self._seen_index))

    def may(self, act: str) -> bool:
        """Say whether the person's role allows an act."""
        return acts.may(self.person, act)

    def need(self, act: str) -> None:
        """Raise NotAllowed where the person's role does not allow an act."""
        acts.need(self.person, act)

    def hidden_deals(self) -> Collection[str]:
        """Return the ids of the deals that are kept from the person."""
        return frozenset() if self.person.is_admin else self._seen_index.hidden()

    def refuse_unseen(self, act: str, vendor: str) -> None:
        """Raise LeverageError for a vendor whose deals are all kept from the person, with the very words for an unknown one."""
        if self._acting.is_noted:
            return
        self.need(act)
        if act not in _MAY_BE_NEW and self.is_kept_back(vendor):
            what_next = "Check the name." if act in _BY_NAME else "Log the first deal with them."
            raise LeverageError(f"Nothing is recorded about “{vendor}”. {what_next}")

    def is_kept_back(self, vendor: str) -> bool:
        """Say whether a vendor's deals are all kept from the person."""
        return not self.person.is_admin and self._seen_index.has_unseen_vendor(self._whole.bank_id(vendor))

    def _allow(self, name: str, vendor: str, deal_ids: list[str], detail: Mapping[str, str | int]) -> None:
        """Allow and note what begins. Raises NotAllowed, TooMany, and UnknownDeal or LeverageError for what is not seen."""
        self.need(name)
        self._refuse_unseen(name, [vendor, *map(str, detail.values())], deal_ids)
        self._whole.rates.take(self.person, name)
        self.note(name, vendor=vendor, deal_ids=deal_ids, **detail)

    def note(self, name: str, *, vendor: str = "", deal_ids: Iterable[str] = (), **detail: str | int) -> None:
        """Append to the audit trail that the person does something, as a part of something else too."""
        self._whole.trail.note(self.person, name, vendor=vendor, deal_ids=deal_ids, **detail)

    def check(self, progress: Progress | None = None) -> list[str]:
        """Return what is not as it should be; see `KnowledgeBase.check`. Raises NotAllowed."""
        self.need("care")
        return super().check(progress)

    def name_of(self, address: str) -> str:
        """Return the name with which somebody signed in last under an address; blank where none is known."""
        return self._whole.trail.name_of(address)

    def may_change(self, record: DealRecord) -> bool:
        """Say whether the person may change a deal: their own, or any where their role says so."""
        return self.may("edit_others") or (self.may("edit") and self.is_by(record))

    def may_take_out(self, entered_by: str) -> bool:
        """Say whether the person may take out what was said beside the deals: their own, or any where their role says so."""
        return self.may("edit_others") or self._is_mine(entered_by)

    def is_by(self, record: DealRecord) -> bool:
        """Say whether the person logged a deal, or is the one it was logged for."""
        return self._is_mine(record.entered_by) or self._is_mine(record.values.get("logged_by_email"))

    def _is_mine(self, kept: str | None) -> bool:
        """Say whether an address that is kept is the person's."""
        return bool(self.person.email and kept) and address(kept or "") == self.person.email

    def sees_import(self, batch_id: str, entered_by: str | None) -> bool:
        """Say whether the person sees all that an import brought, or made it."""
        if self.is_whole or self._is_mine(entered_by):
            return True
        hidden = self._seen_index.hidden()
        return not any(row.deal_id in hidden for row in self._whole.batch(batch_id))

    def refuse_others_import(self, batch_id: str, entered_by: str | None, *, each_deal: bool = False) -> None:
        """Raise NotAllowed where an import is another's, or brought deals that the person does not see, or another brought."""
        if self.may("undo_others"):
            return
        hidden = self._seen_index.hidden()
        if not self._is_mine(entered_by) or any(row.deal_id in hidden for row in self._whole.batch(batch_id)):
            self.need("undo_others")
        if each_deal and self._is_others_work(batch_id):
            self.need("undo_others")

    def _is_others_work(self, batch_id: str) -> bool:
        """Say whether an undo of an import would take out a deal that another brought, be it one that waits."""
        waiting = (each for each in self._whole.waiting() if each.verb == "log" and (each.origin or {}).get("batch") == batch_id)
        if any(not self._is_mine(each.entered_by) for each in waiting):
            return True
        bank_ids = dict.fromkeys(row.bank_id for row in self._whole.batch(batch_id))
        brought = (each for bank_id in bank_ids for _, held in self._whole.records(bank_id) for each in held)
        return any(each.is_as_brought(batch_id) and not self._is_mine(each.entered_by) for each in brought)

    def waiting(self) -> list[Change]:
        """Return the changes that wait and that the person may see, oldest first."""
        found = self._whole.waiting()
        if self.is_whole:
            return found
        return [each for each in found if self._shows(each)]

    def _shows(self, change: Change) -> bool:
        if self.person.is_admin:
            return True
        is_hidden = change.deal_id in self._seen_index.hidden()
        return not is_hidden and self._is_for(change.values or {}, change.entered_by)

    def outbox_counts(self) -> tuple[int, int]:
        """Return how many changes of anybody wait and could not go in. Raises NotAllowed for whoever may not know."""
        self.need("care")
        return self._whole.outbox_counts()

    def set_aside(self) -> list[dict[str, Any]]:
        """Return the changes that could not go in and that the person may see; one that can't be read is not."""
        found = self._whole.set_aside()
        if self.is_whole:
            return found
        hidden = self._seen_index.hidden()
        readable = [each for each in found if isinstance(each.get("values"), dict) and each.get("deal_id") not in hidden]
        return [each for each in readable if self._is_for(each["values"], each.get("entered_by"))]

    def set_aside_files(self) -> list[tuple[str, bytes]]:
        """Return the files of what could not go in. Raises NotAllowed where the person may not look after the store."""
        self.need("care")
        return self._whole.set_aside_files()

    def withdraw(self, batch_id: str, progress: Progress | None = None) -> list[str]:
        """Take out what an import brought; see `KnowledgeBase.withdraw`. Whose it is says who undoes the import."""
        if not self._acting.is_noted:
            self.need("undo_others")
        return super().withdraw(batch_id, progress)

    def announce(self, door: Door | None) -> None:
        """Tell at which door commands are taken. Raises NotAllowed where the person may not look after the store."""
        self.need("care")
        self._whole.announce(door)

    def bring_in(self, is_stopped: Callable[[], bool] = lambda: False) -> bool:
        """Bring in what waits, for everybody."""
        return self._whole.bring_in(is_stopped)

    def finish_undos(self, is_stopped: Callable[[], bool] = lambda: False) -> int:
        """Finish every undo of an import that was cut short, for everybody."""
        return self._whole.finish_undos(is_stopped)

    def catch_up(self, is_stopped: Callable[[], bool] = lambda: False) -> bool:
        """Bring in what waits, for everybody."""
        return self._whole.catch_up(is_stopped)

    def _is_ready(self) -> bool:
        return self._whole._is_ready()

    def _is_for(self, values: Any, entered_by: str | None) -> bool:
        names = self._whole.names()
        return is_in(self.person, audience_of(values, entered_by), lambda one, other: names.same("department", one, other))

    def _refuse_unseen(self, act: str, vendors: Iterable[str], deal_ids: list[str]) -> None:
        if self.person.is_admin:
            return
        if not self._seen_index.hidden().isdisjoint(deal_ids):
            raise UnknownDeal(UNKNOWN_DEAL)
        if act not in _MAY_BE_NEW and any(map(self._seen_index.has_unseen_vendor, vendors)):
            raise LeverageError("Nothing is recorded about this vendor. Log the first deal with them.")

    def _refuse_others(self, deal_id: str) -> None:
        self._refuse_unseen("", (), [deal_id])
        record = self.record(deal_id)
        if record is None:  # it waits
            first = next(iter(self._outbox.waiting_for(deal_id)), None)
            if first is None or first.values is None:
                return
            record = DealRecord.first(deal_id, first.values, first.at, entered_by=first.entered_by)
        if not self.may_change(record):
            acts.need(self.person, "edit_others")

    def _signed(self, deal: Deal, key: str | None) -> tuple[Deal, str | None]:
        """Return a deal as the person logs it; a key of its own where the very same one is there, and not theirs to see."""
        if self.person.email and _is_same(deal.logged_by, self.person):
            deal = replace(deal, logged_by_email=self.person.email)
        deal_id = deal_id_of(deal, key)
        is_hidden = not self.person.is_admin and deal_id in self._seen_index.hidden()
        return deal, f"{self.person.email}:{deal_id}" if is_hidden else key

    def signed(self, by: str | None) -> str | None:
        """Return who does something here: whoever is signed in, whatever is said."""
        return self.person.called or super().signed(by)

    @property
    def entered_by(self) -> str | None:
        """The address of the person."""
        return self.person.email or None

    def _told(self, receipt: Receipt) -> Receipt:
        """Return a receipt that counts what the person sees."""
        if self.person.is_admin:
            return receipt
        known = self.ask_index(lambda index: index.vendors(receipt.bank_id))
        count = known[0].deal_count if known else 0
        return replace(receipt, deal_count=count, confidence=confidence_label(count))


def _is_same(name: str, person: Person) -> bool:
    return name.strip().casefold() in (person.name.strip().casefold(), person.email)
