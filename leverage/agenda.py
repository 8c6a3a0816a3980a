"""The agenda: the days on which contracts end, notice has to arrive or a meeting was noted, over all vendors.

Which day counts is `leverage.deadlines`' to say, and what has passed untold `leverage.meetings`'; here they are put in one
order, with whom to ask. Read through the projection, so that no vendor's bank is opened that did not change.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal

from leverage.brief import Deadline, cite
from leverage.counting import newest_first
from leverage.deadlines import add_months, count_deadlines
from leverage.deals import Deal
from leverage.knowledge import KnowledgeBase
from leverage.meetings import Due, find_due
from leverage.projection import Extract, Material
from leverage.text import fold
from leverage.wording import show_count, show_day

Kind = Literal["notice", "renewal", "end", "decision", "meeting"]
Bucket = Literal["overdue", "30", "60", "90", "120", "later"]

HORIZON = 120  # days: what lies further ahead is not asked about yet
STALE_MONTHS = (24, 12)
BUCKETS: tuple[Bucket, ...] = ("overdue", "30", "60", "90", "120", "later")

_KEPT = (
    *("vendor", "deal_date", "logged_by", "department", "outcome", "product", "kind", "start_date", "end_date"),
    *("auto_renews", "renewal_term_months", "notice_days", "next_meeting"),
)


@dataclass(frozen=True)
class Entry:
    """A day of a vendor's: what it is, how many days are left (below 0 once it has passed), and the deal that says so.

    `notice` is the last day on which notice must arrive, `renewal` and `end` the last of a term, `meeting` one that was
    noted; a `decision` or a `meeting` that has passed stays while nobody has told what happened. `owner` logged the deal.
    """

    kind: Kind
    day: date
    days_left: int
    vendor: str
    bank_id: str
    product: str | None
    owner: str
    department: str
    deal_id: str
    sentence: str

    @property
    def bucket(self) -> Bucket:
        """How near it is: overdue, within 30, 60, 90 or 120 days, or later."""
        if self.days_left < 0:
            return "overdue"
        return next((each for each in BUCKETS[1:-1] if self.days_left <= int(each)), "later")

    @property
    def is_to_decide(self) -> bool:
        """Whether it is the last day to decide: of notice, or of a term that does not renew itself."""
        return self.kind in ("notice", "end", "decision")


@dataclass(frozen=True)
class Stale:
    """A vendor with whom nothing was logged for so many months, 12 or 24, and the day of the last deal."""

    vendor: str
    bank_id: str
    last_deal: date
    months: int

    @property
    def sentence(self) -> str:
        """What is the matter, as a sentence."""
        return f"Nothing was logged for {self.months} months; the last deal is of {show_day(self.last_deal)}."


def entries(
    kb: KnowledgeBase,
    *,
    vendor: str | None = None,
    owner: str | None = None,
    department: str | None = None,
    days: int = HORIZON,
) -> list[Entry]:
    """Return what has passed untold and what comes within `days`, nearest first, of all vendors or as the filters say.

    People and departments may be given, and are returned, under the names they go by now.
    """
    today, book = kb.today(), kb.names()
    found = (entry for entry in _kept(kb, vendor, today) if entry.days_left <= days)
    left = [
        entry
        for entry in found
        if (owner is None or book.same("person", entry.owner, owner))
        and (department is None or book.same("department", entry.department, department))
    ]
    return sorted(left, key=lambda each: (each.day, fold(each.vendor), each.kind, each.product or "", each.deal_id))


def next_to_decide(kb: KnowledgeBase, days: int = HORIZON) -> dict[str, Entry]:
    """Return the nearest day ahead by which something is to be decided, by bank id; vendors without one are left out."""
    nearest: dict[str, Entry] = {}
    for entry in entries(kb, days=days):
        if entry.days_left >= 0 and entry.is_to_decide:
            nearest.setdefault(entry.bank_id, entry)
    return nearest


def stale(kb: KnowledgeBase) -> list[Stale]:
    """Return the vendors with nothing logged for 12 months or 24, the one longest untold first."""
    today = kb.today()
    found = []
    for vendor in kb.vendors():
        months = next((each for each in STALE_MONTHS if add_months(vendor.last_deal, each) <= today), None)
        if months:
            found.append(Stale(vendor.name, vendor.bank_id, vendor.last_deal, months))
    return sorted(found, key=lambda each: (each.last_deal, fold(each.vendor)))


def of_deals(deals: Sequence[Deal], today: date, vendor: str, bank_id: str) -> list[Entry]:
    """Return all days that one vendor's deals tell, passed and to come."""
    deals = newest_first(deals)
    by_id = {cite(deal): deal for deal in deals}

    def entry(kind: Kind, day: date, deal_id: str, sentence: str) -> Entry:
        deal = by_id[deal_id]
        left = (day - today).days
        return Entry(kind, day, left, vendor, bank_id, deal.product, deal.logged_by, deal.department, deal_id, sentence)

    deadlines, _ = count_deadlines([deal for deal in deals if deal.is_agreed], today)
    told = [entry(*each) for deadline in deadlines for each in _of_deadline(deadline)]
    told += [entry(*_of_due(each)) for each in find_due(deals, today)]
    meetings = {(deal.next_meeting, fold(deal.product or "")): deal for deal in reversed(deals) if deal.next_meeting}
    told += [
        entry("meeting", day, cite(deal), f"A meeting{_about(deal.product)} is noted for {show_day(day)}.")
        for (day, _), deal in meetings.items()
        if day is not None and day >= today
    ]
    return told


def _kept(kb: KnowledgeBase, vendor: str | None, today: date) -> Iterator[Entry]:
    """Yield the days of all vendors, or of one, under the names they have now; those of all are made once a day."""
    book, known = kb.names(), kb.ask_index(lambda index: index.vendor_names())

    def days(bank_id: str, stored: Any) -> list[Entry]:
        deals = [book.resolved(_deal(each)) for each in stored or ()]
        return of_deals(deals, today, known[bank_id], bank_id) if bank_id in known else []

    if vendor is None:
        for _, found in kb.projection.each_as(DATES, (today, book.version), days):
            yield from found
    else:
        bank_id = kb.bank_id(vendor)
        yield from days(bank_id, kb.projection.of(DATES, bank_id))


def _of_deadline(deadline: Deadline) -> Iterator[tuple[Kind, date, str, str]]:
    product = deadline.product or "A contract"
    over = "renews itself" if deadline.auto_renews else "ends"
    last: Kind = "renewal" if deadline.auto_renews else "end"
    if deadline.notice_by:
        days = show_count(deadline.notice_days or 0, "day")
        end = f"{product} {over} on {show_day(deadline.end_date)}, {days}’ notice"
        yield "notice", deadline.notice_by, deadline.deal_id, f"{end}: it must arrive by {show_day(deadline.notice_by)}."
    unknown = "" if deadline.auto_renews is not None else "; whether it renews itself is not recorded"
    yield last, deadline.end_date, deadline.deal_id, f"{product} {over} on {show_day(deadline.end_date)}{unknown}."


def _of_due(due: Due) -> tuple[Kind, date, str, str]:
    return due.kind, due.day, due.deal_id, due.sentence


def _about(product: str | None) -> str:
    return f" about {product}" if product else ""


def _dates(material: Material) -> list[dict[str, Any]]:
    """Return the deals of a vendor as far as days depend on them; none where no deal tells of a day."""
    if not any(record.values.get("end_date") or record.values.get("next_meeting") for record in material.records):
        return []
    return [
        {name: value for name in _KEPT if (value := record.values.get(name)) is not None}
        | {"deal_id": record.deal_id, "entered_at": record.entered_at.isoformat()}
        for record in material.records
    ]


def _deal(stored: dict[str, Any]) -> Deal:
    return Deal.from_json(stored, deal_id=stored["deal_id"], entered_at=datetime.fromisoformat(stored["entered_at"]))


DATES = Extract("dates", 1, _dates)
