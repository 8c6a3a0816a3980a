"""The choice of an export: which deals go into every table of it, under their vendors."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, TypedDict, Unpack

from leverage.brief import Deadline
from leverage.counting import newest_first
from leverage.deadlines import count_deadlines
from leverage.deals import Deal
from leverage.errors import LeverageError
from leverage.fields import DAY
from leverage.name_book import NameBook
from leverage.text import Unclean, fold
from leverage.vendor_records import VendorRecord
from leverage.versions import DealRecord

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

Day = date | str | None


class Filters(TypedDict, total=False):
    """What narrows an export down; without any, every deal that counts is in it.

    `since` and `until` are days, or ISO texts, that the deal date lies between, both included. With `retracted`,
    deals that were retracted are there too, marked as such.
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
class ChosenVendor:
    """A vendor with a deal in the export: its chosen deals and all `live` ones that count, newest first each.

    `deadlines` are those of the brief as of today, by the id of their deal.
    """

    bank_id: str
    record: VendorRecord
    deals: tuple[ChosenDeal, ...]
    live: tuple[Deal, ...]
    deadlines: Mapping[str, Deadline]
    names: NameBook


def choose(kb: "KnowledgeBase", vendor: str | None = None, **filters: Unpack[Filters]) -> Iterator[ChosenVendor]:
    """Yield the vendors that have a chosen deal, by name. Raises LeverageError for a day that is none."""
    since, until = day_of(filters.get("since"), "Since"), day_of(filters.get("until"), "Until")
    return _chosen(kb, vendor, filters.get("department"), since, until, bool(filters.get("retracted")))


def day_of(value: Day, label: str) -> date | None:
    """Return the day that was given. Raises LeverageError, whose sentence begins with the label, for what is none."""
    try:
        parsed: date | None = None if value is None else DAY.parse(value)
    except Unclean as problem:
        raise LeverageError(f"{label} {problem}") from None
    return parsed


def _chosen(
    kb: "KnowledgeBase", vendor: str | None, department: str | None, since: date | None, until: date | None, retracted: bool
) -> Iterator[ChosenVendor]:
    names, today = kb.names(), kb.today()

    def is_chosen(record: DealRecord, deal: Deal) -> bool:
        if not (record.is_live or retracted):
            return False
        if department and not names.same("department", deal.department, department):
            return False
        return (since is None or deal.deal_date >= since) and (until is None or deal.deal_date <= until)

    for row, records in sorted(kb.records(vendor), key=lambda each: (fold(each[0].name), each[0].bank_id)):
        by_id = {record.deal_id: record for record in records}
        deals = newest_first(record.deal() for record in records)
        chosen = [ChosenDeal(deal, record) for deal in deals if is_chosen(record := by_id[str(deal.deal_id)], deal)]
        if not chosen:
            continue
        live = tuple(deal for deal in deals if by_id[str(deal.deal_id)].is_live)
        agreed = [deal for deal in live if deal.is_agreed and deal.deal_date <= today]
        deadlines, _ = count_deadlines(agreed, today)
        known = kb.mover.record(row.bank_id) or VendorRecord(row.name, row.version, row.aliases)
        yield ChosenVendor(row.bank_id, known, tuple(chosen), live, {each.deal_id: each for each in deadlines}, names)
