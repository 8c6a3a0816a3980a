"""The choice of an export: which deals go into every table of it, and what stands beside them, under their vendors."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from leverage.brief import Deadline
from leverage.counting import newest_first
from leverage.deadlines import count_deadlines
from leverage.deals import Deal
from leverage.errors import LeverageError
from leverage.event_records import Event
from leverage.fields import DAY
from leverage.keeping import EVENTS, FEEDBACK, REVIEWS, Facet, held, resolved
from leverage.name_book import NameBook
from leverage.review_records import Review
from leverage.text import Unclean, fold
from leverage.vendor_records import VendorRecord
from leverage.verdicts import Feedback
from leverage.versions import DealRecord

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

Day = date | str | None


class Filters(TypedDict, total=False):
    """What narrows an export down; without any, every deal that counts is in it.

    `since` and `until` are days, or ISO texts, that the deal date lies between, both included. With `retracted`,
    deals that were retracted are there too, marked as such. Events, reviews and feedback are narrowed by their own day, and
    by the department of who wrote them.
    """

    department: str | None
    since: Day
    until: Day
    retracted: bool


@dataclass(frozen=True)
class ChosenDeal:
    """A deal of the export, with the record that tells its history."""

    deal: Deal
    record: DealRecord


@dataclass(frozen=True)
class Beside:
    """What of a vendor is in the export that is no deal, newest first each."""

    events: tuple[Event, ...] = ()
    reviews: tuple[Review, ...] = ()
    feedback: tuple[Feedback, ...] = ()


@dataclass(frozen=True)
class ChosenVendor:
    """A vendor in the export: its chosen deals, all `live` ones that count, newest first each, and what stands beside them.

    `deadlines` are those of the brief as of today, by the id of their deal.
    """

    bank_id: str
    record: VendorRecord
    deals: tuple[ChosenDeal, ...]
    live: tuple[Deal, ...]
    deadlines: Mapping[str, Deadline]
    names: NameBook
    beside: Beside = field(default_factory=Beside)


def choose(
    kb: "KnowledgeBase", vendor: str | None = None, *, beside: bool = True, **filters: Unpack[Filters]
) -> Iterator[ChosenVendor]:
    """Yield the vendors that have a chosen deal, or something chosen `beside` the deals, by name.

    What stands beside them is read only if it is asked for. Raises LeverageError for a day that is none.
    """
    since, until = day_of(filters.get("since"), "Since"), day_of(filters.get("until"), "Until")
    return _chosen(kb, vendor, filters.get("department"), since, until, bool(filters.get("retracted")), beside)


def day_of(value: Day, label: str) -> date | None:
    """Return the day that was given. Raises LeverageError, whose sentence begins with the label, for what is none."""
    try:
        parsed: date | None = None if value is None else DAY.parse(value)
    except Unclean as problem:
        raise LeverageError(f"{label} {problem}") from None
    return parsed


def _chosen(
    kb: "KnowledgeBase",
    vendor: str | None,
    department: str | None,
    since: date | None,
    until: date | None,
    retracted: bool,
    is_beside: bool,
) -> Iterator[ChosenVendor]:
    names, today = kb.names(), kb.today()

    def is_within(theirs: str, day: date) -> bool:
        if department and not names.same("department", theirs, department):
            return False
        return (since is None or day >= since) and (until is None or day <= until)

    def is_chosen(record: DealRecord, deal: Deal) -> bool:
        return (record.is_live or retracted) and is_within(deal.department, deal.deal_date)

    for row, records in sorted(kb.records(vendor), key=lambda each: (fold(each[0].name), each[0].bank_id)):
        by_id = {record.deal_id: record for record in records}
        deals = newest_first(record.deal() for record in records)
        chosen = [ChosenDeal(deal, record) for deal in deals if is_chosen(record := by_id[str(deal.deal_id)], deal)]
        beside = _beside(kb, row.bank_id, names, is_within) if is_beside else Beside()
        if not (chosen or beside != Beside()):
            continue
        live = tuple(deal for deal in deals if by_id[str(deal.deal_id)].is_live)
        agreed = [deal for deal in live if deal.is_agreed and deal.deal_date <= today]
        deadlines, _ = count_deadlines(agreed, today)
        known = kb.mover.record(row.bank_id) or VendorRecord(row.name, row.version, row.aliases)
        yield ChosenVendor(row.bank_id, known, tuple(chosen), live, {each.deal_id: each for each in deadlines}, names, beside)


def _beside(kb: "KnowledgeBase", bank_id: str, names: NameBook, is_within: Callable[[str, date], bool]) -> Beside:
    """Return what a vendor has beside its deals, people and departments by the names they go by now."""

    def told(facet: Facet[Any], when: Callable[[Any], date]) -> tuple[Any, ...]:
        each_once = {each.id: each for each in held(kb.banks, bank_id, facet).values()}
        found = [resolved(names, each) for each in each_once.values() if is_within(each.department, when(each))]
        return tuple(sorted(found, key=lambda each: (when(each), each.at, each.id), reverse=True))

    return Beside(
        told(EVENTS, lambda event: event.day),
        told(REVIEWS, lambda review: review.date),
        told(FEEDBACK, lambda feedback: feedback.date),
    )
