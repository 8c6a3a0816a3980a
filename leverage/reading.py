"""What can be asked about a vendor's deals; answers are kept for as long as nothing changed."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from typing import Any

from leverage import keeping
from leverage.brief import Brief, TimingNote
from leverage.counting import count_brief, newest_first
from leverage.deals import Deal
from leverage.errors import LeverageError
from leverage.fields import DAY
from leverage.kept import Kept
from leverage.lesson_pages import leaves_of
from leverage.lesson_records import Lesson
from leverage.memory.bank import VENDOR_ID, Banks
from leverage.name_book import NameBook
from leverage.sentences import summary_id
from leverage.text import Unclean, fold
from leverage.vendor_records import VendorRecord
from leverage.vendors import BlankVendor, vendor_bank_id
from leverage.verdicts import Feedback
from leverage.versions import DealRecord
from leverage.whereabouts import Whereabouts, deals_in

MOST_DEALS_KEPT = 20_000
MOST_BRIEFS_KEPT = 256


class Reader:
    """Reads deals from their banks and counts briefs; `ask_index` reaches the index, by whose revision answers are kept."""

    def __init__(
        self,
        banks: Banks,
        ask_index: Callable[..., Any],
        today: Callable[[], date],
        names: Callable[[], NameBook],
        beside: "Reader | None" = None,
    ) -> None:
        """Read through these banks and this index; answers are kept with those of a reader `beside`, by what both may see."""
        self._banks = banks
        self._whereabouts = Whereabouts(banks, ask_index)
        self._names = names
        self._ask_index = ask_index
        self._today = today
        self._deals: Kept[tuple[Deal, ...]] = beside._deals if beside else Kept(MOST_DEALS_KEPT, len)
        self._briefs: Kept[Brief] = beside._briefs if beside else Kept(MOST_BRIEFS_KEPT)

    def bank_id(self, vendor: str) -> str | None:
        """Return the bank of a vendor given by any of its names or bank ids; None for a blank one. A name goes before an id."""
        try:
            by_name = self._home(vendor_bank_id(vendor))
        except BlankVendor:
            return None
        if not self._knows(by_name) and self._knows(by_id := self._home(vendor)):
            return by_id
        return by_name

    def revision(self, vendor: str) -> str:
        """Return a short text that changes whenever anything that the vendor's brief shows has changed."""
        bank_id = self.bank_id(vendor)
        return self._revision(bank_id) if bank_id else ""

    def deals(self, vendor: str) -> tuple[Deal, ...]:
        """Return the vendor's deals that count, newest deal date first; none for an unknown vendor."""
        bank_id = self.bank_id(vendor)
        return self._deals_in(bank_id, self._revision(bank_id)) if bank_id else ()

    def deal(self, deal_id: str) -> Deal | None:
        """Return a deal that counts, by id."""
        record = self.record(deal_id)
        return record.deal() if record and record.is_live else None

    def record(self, deal_id: str) -> DealRecord | None:
        """Return a deal with its history, retracted or not, by id."""
        row = self._ask_index(lambda index: index.deal(deal_id) or index.retracted(deal_id))
        if row is None:
            return None
        stored = self._banks.bank(row.bank_id).records([summary_id(deal_id)]).get(summary_id(deal_id))
        return DealRecord.from_json(stored) if stored else None

    def retracted(self, vendor: str) -> list[DealRecord]:
        """Return the vendor's retracted deals, the one retracted last first."""
        bank_id = self.bank_id(vendor)
        if bank_id is None:
            return []
        rows = self._ask_index(lambda index: index.retracted_in(bank_id))
        stored = self._banks.bank(bank_id).records([summary_id(row.deal_id) for row in rows]) if rows else {}
        records = [DealRecord.from_json(each) for each in deals_in(stored)]
        return sorted(records, key=lambda record: record.changed_at, reverse=True)

    def brief(self, vendor: str, as_of: date | str | None = None, product: str | None = None) -> Brief:
        """Return the vendor's brief, counted from its bank; raises LeverageError where `as_of` is no day."""
        today = self._today()
        day = _day(as_of) or today
        bank_id = self.bank_id(vendor)
        if bank_id is None:
            return count_brief([], vendor=vendor, bank_id="", as_of=day, today=today, product=product)
        revision = self._revision(bank_id)
        key = (bank_id, revision, day, today, fold(product) if product else None)

        def count() -> Brief:
            known = self._ask_index(lambda index: index.vendors(bank_id))
            name = known[0].name if known else vendor
            book = self._names()
            deals = [book.resolved(deal) for deal in self._deals_in(bank_id, revision)]
            brief = count_brief(
                deals,
                vendor=name,
                bank_id=bank_id,
                as_of=day,
                today=today,
                product=product,
                left=book.gone(),
                timing_notes=self._timing_notes(bank_id) if deals else (),
                feedback=[keeping.resolved(book, each) for each in self._said(bank_id, deals)] if deals else (),
            )
            restricted = self._ask_index(lambda index: index.restricted(bank_id, day))
            lessons = self._lessons(bank_id, deals, brief) if deals else ()
            return replace(brief, restricted=restricted, lessons=lessons)

        return self._briefs.get(key, count, lambda: self._revision(bank_id) == revision)

    def _said(self, bank_id: str, deals: Iterable[Deal]) -> list[Feedback]:
        """Return a vendor's feedback but for what was said of deals of which none counts any more."""
        live = {deal.deal_id for deal in deals}
        said = keeping.held(self._banks, bank_id, keeping.FEEDBACK).values()
        return [each for each in said if not each.deal_ids or not live.isdisjoint(each.deal_ids)]

    def _lessons(self, bank_id: str, deals: Iterable[Deal], brief: Brief) -> tuple[Lesson, ...]:
        """Return the confirmed lessons on a vendor's page that are about deals of the brief, as of its day."""
        lessons = keeping.held(self._banks, bank_id, keeping.LESSONS).values()
        page = leaves_of(lessons, brief.vendor, {deal.deal_id for deal in deals if deal.deal_id}).page
        seen = brief.evidence.keys()
        dated = [each for each in page if each.day <= brief.as_of]
        return tuple(each for each in dated if not each.deal_ids or not seen.isdisjoint(each.deal_ids))

    def forget(self) -> None:
        """Drop every kept answer."""
        self._deals.clear()
        self._briefs.clear()

    def _deals_in(self, bank_id: str, revision: str) -> tuple[Deal, ...]:
        def read() -> tuple[Deal, ...]:
            records = self._whereabouts.own(bank_id).values()
            return tuple(newest_first([record.deal() for record in records if record.is_live]))

        return self._deals.get((bank_id, revision), read, lambda: self._revision(bank_id) == revision)

    def _timing_notes(self, bank_id: str) -> tuple[TimingNote, ...]:
        stored = self._banks.bank(bank_id).records([VENDOR_ID]).get(VENDOR_ID)
        notes = VendorRecord.from_json(stored).notes if stored else ()
        return tuple(
            TimingNote(note.topic, note.text, note.source, note.noted_by, note.noted_at.date())
            for note in notes
            if note.is_timing
        )

    def _revision(self, bank_id: str) -> str:
        return str(self._ask_index(lambda index: index.revision(bank_id)))

    def _home(self, bank_id: str) -> str:
        return str(self._ask_index(lambda index: index.home(bank_id)))

    def _knows(self, bank_id: str) -> bool:
        return bool(self._ask_index(lambda index: index.knows(bank_id)))


def _day(value: date | str | None) -> date | None:
    try:
        return None if value is None else DAY.parse(value)
    except Unclean as problem:
        raise LeverageError(f"The day {problem}") from None
