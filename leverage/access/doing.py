"""What is allowed, noted and shown, as far as everything over a knowledge base asks it: here all of it, over a view less."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress

from leverage.access.depth import Acting
from leverage.access.person import Person
from leverage.audit.trail import Trail
from leverage.deals import Deal
from leverage.errors import StoreUnavailable
from leverage.memory.last_read import last_read_does
from leverage.outbox import Change
from leverage.text import clean_by
from leverage.versions import DealRecord
from leverage.writing import Receipt


class Doing:
    """The part of a knowledge base through which whatever is done goes; a view refuses, narrows and signs where this does not."""

    trail: Trail
    _acting: Acting

    person: Person | None = None
    """Whose view this is; None for the whole."""

    @contextmanager
    def act(self, name: str, *, vendor: str = "", deal_ids: Iterable[str] = (), **detail: str | int) -> Iterator[None]:
        """Do something that changes the memory: it is noted in the audit trail before it begins.

        `vendor` is a bank id, `detail` what else the trail tells; never a deal's text. An act within another, or within a
        course, is part of that. Over a view all parts are the whole's meanwhile.
        """
        with self.course(name, vendor=vendor, deal_ids=deal_ids, **detail), self._acting.whole():
            yield

    @contextmanager
    def course(self, name: str, *, vendor: str = "", deal_ids: Iterable[str] = (), **detail: str | int) -> Iterator[None]:
        """Do something that takes several acts, such as an import, and note it once; what is read stays what is seen.

        Where it fails, a second row says so.
        """
        with last_read_does(False):
            yield from self._course(name, vendor, list(deal_ids), detail)

    def _course(self, name: str, vendor: str, ids: list[str], detail: Mapping[str, str | int]) -> Iterator[None]:
        if self._acting.is_noted:
            with self._acting.noted():
                yield
            return
        self._allow(name, vendor, ids, detail)
        try:
            with self._acting.noted():
                yield
        except Exception as problem:
            with suppress(StoreUnavailable):  # what it failed with is told, whatever becomes of the note
                self.note(name, vendor=vendor, deal_ids=ids, failed=type(problem).__name__)
            raise

    @property
    def is_whole(self) -> bool:
        """Whether all parts are the whole's here: over a view, within an act."""
        return True

    @contextmanager
    def as_seen(self) -> Iterator[None]:
        """Read what may be seen here, in the middle of an act too: what it is about, and what it gives back."""
        with self._acting.seen():
            yield

    def hidden_deals(self) -> Collection[str]:
        """Return the ids of the deals that are kept from whoever asks here."""
        return frozenset()

    def refuse_unseen(self, act: str, vendor: str) -> None:
        """Raise where an act is about a vendor that is kept back here, as if there were none; NotAllowed first."""

    def is_kept_back(self, vendor: str) -> bool:
        """Say whether a vendor's deals are all kept from whoever asks here."""
        return False

    def permit(self, name: str, *, vendor: str = "", deal_ids: Iterable[str] = (), **detail: str | int) -> None:
        """Note that something is read out, such as an export, before it is; over a view it may be refused."""
        with self.course(name, vendor=vendor, deal_ids=deal_ids, **detail):
            pass

    def _allow(self, name: str, vendor: str, deal_ids: list[str], detail: Mapping[str, str | int]) -> None:
        """Note that something begins; over a view, refuse what is not allowed."""
        self.note(name, vendor=vendor, deal_ids=deal_ids, **detail)

    def note(self, name: str, *, vendor: str = "", deal_ids: Iterable[str] = (), **detail: str | int) -> None:
        """Append to the audit trail that somebody does something here, as a part of something else too."""
        self.trail.note(self.person, name, vendor=vendor, deal_ids=deal_ids, **detail)

    def may(self, act: str) -> bool:
        """Say whether an act is allowed here: over a view, by the person's role."""
        return True

    def need(self, act: str) -> None:
        """Raise NotAllowed where an act is not allowed here."""

    def signed(self, by: str | None) -> str | None:
        """Return who does something here, given who is said to: over a view, whoever is signed in."""
        return clean_by(by)

    def name_of(self, address: str) -> str:
        """Return the name with which somebody signed in last under an address; blank where none is known."""
        return self.trail.name_of(address)

    def may_take_out(self, entered_by: str) -> bool:
        """Say whether what was said beside the deals, under this address, may be taken out here."""
        return True

    def may_change(self, record: DealRecord) -> bool:
        """Say whether this deal may be changed here: over a view, by whose it is."""
        return True

    def _refuse_others(self, deal_id: str) -> None:
        """Raise NotAllowed where a deal is another's, and may not be changed here."""

    def _signed(self, deal: Deal, key: str | None) -> tuple[Deal, str | None]:
        """Return a deal, and the key of its form, as it is logged here."""
        return deal, key

    def _shows(self, change: Change) -> bool:
        """Say whether a waiting change may be shown here."""
        return True

    def sees_import(self, batch_id: str, entered_by: str | None) -> bool:
        """Say whether all that an import brought may be seen here."""
        return True

    def refuse_others_import(self, batch_id: str, entered_by: str | None, *, each_deal: bool = False) -> None:
        """Raise NotAllowed where an import is another's, or brought deals that are not seen, and may not be undone here.

        With `each_deal` likewise where a deal in it was brought by another, who took the same file up again.
        """

    @property
    def entered_by(self) -> str | None:
        """The address of whoever is signed in here."""
        return None

    def _told(self, receipt: Receipt) -> Receipt:
        """Return a receipt as it may be shown here."""
        return receipt
