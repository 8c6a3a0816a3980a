"""The agenda: the days on which contracts end, notice has to arrive or a meeting was noted, over all vendors.

Which day counts is `leverage.deadlines`' to say, and what has passed untold `leverage.meetings`'; here they are put in one
order, with whom to ask. Read through the projection, so that no vendor's bank is opened that did not change.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Literal

from leverage.brief import Deadline, cite
from leverage.counting import newest_first
from leverage.deadlines import EndUnknown, add_months, count_deadlines, decide_by, ends_unknown
from leverage.deals import Deal
from leverage.knowledge import KnowledgeBase
from leverage.meetings import FORGOTTEN_MONTHS, Due, find_due
from leverage.projection import Extract, Material
from leverage.spellings import fold_or_none
from leverage.text import fold
from leverage.wording import show_count, show_day

Kind = Literal["notice", "renewal", "end", "decision", "meeting", "unknown"]
Bucket = Literal["overdue", "unknown", "30", "60", "90", "120", "later"]

HORIZON = 120  # days: what lies further ahead is not asked about yet
STALE_MONTHS = (24, 12)
BUCKETS: tuple[Bucket, ...] = ("overdue", "unknown", "30", "60", "90", "120", "later")

# What a day is called, wherever it stands: on Watch, in the list of vendors, in a calendar, in the digest.
WORDS: Mapping[Kind, str] = {
    "notice": "Notice deadline",
    "renewal": "Renews itself",
    "end": "Contract ends",
    "decision": "To decide",
    "meeting": "Meeting",
    "unknown": "End date unknown",
}

_KEPT = (
    *("vendor", "deal_date", "logged_by", "department", "outcome", "product", "kind", "start_date", "end_date"),
    *("auto_renews", "renewal_term_months", "notice_days", "next_meeting"),
)


@dataclass(frozen=True)
class Entry:
    """A day of a vendor's: what it is, how many days are left (below 0 once it has passed), and the deal that says so.

    `notice` is the last day on which notice must arrive, `renewal` and `end` the last of a term, `meeting` one that was
    noted; a `decision` or a `meeting` that has passed stays while nobody has told what happened. `unknown` is an end that
    is not known any more: its day is the last to decide by the end known before, its owner the one to ask. Else `owner`
    logged the deal, which is of the day `told_on` and was changed last at `changed_at`. `also` are other deals' entries of
    the very same.
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
    note: str = ""
    told_on: date | None = None
    changed_at: datetime | None = None
    also: tuple["Entry", ...] = ()

    @property
    def word(self) -> str:
        """What such a day is called."""
        return WORDS[self.kind]

    @property
    def says(self) -> str:
        """What it is, in a few words that hold neither the day itself nor the vendor."""
        return f"{self.word}{self.note}"

    @property
    def about(self) -> str:
        """Vendor and product."""
        return f"{self.vendor}, {self.product}" if self.product else self.vendor

    @property
    def whom(self) -> str:
        """Who can tell more of it."""
        ask = "Ask " if self.kind == "unknown" else ""
        return f"{ask}{self.owner}, {self.department}"

    @property
    def bucket(self) -> Bucket:
        """How near it is: overdue, of a day that has to be asked for, within 30, 60, 90 or 120 days, or later."""
        if self.kind == "unknown":
            return "unknown"
        if self.days_left < 0:
            return "overdue"
        return next((each for each in BUCKETS[2:-1] if self.days_left <= int(each)), "later")

    @property
    def is_to_decide(self) -> bool:
        """Whether it is the last day to decide: of notice, or of a term that does not renew itself."""
        return self.kind in ("notice", "end", "decision")


@dataclass(frozen=True)
class Stale:
    """A vendor of whom no deal is known for so many months, 12 or 24: the day of the last one, and of an event since."""

    vendor: str
    bank_id: str
    last_deal: date
    months: int
    full_months: int
    last_event: date | None = None

    @property
    def sentence(self) -> str:
        """What is the matter, as a sentence."""
        event = f", an event of {show_day(self.last_event)}" if self.last_event and self.last_event > self.last_deal else ""
        return f"No deal for {self.full_months} months; the last one is of {show_day(self.last_deal)}{event}."


@dataclass(frozen=True)
class _Told:
    """What is kept in memory of a vendor: its days, and that of its last event."""

    days: Sequence[Entry]
    last_event: date | None


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
    found = (entry for _, told in _kept(kb, vendor, today) for entry in told.days if entry.days_left <= days)
    left = [
        entry
        for entry in found
        if (owner is None or book.same("person", entry.owner, owner))
        and (department is None or book.same("department", entry.department, department))
    ]
    return sorted(left, key=lambda each: (each.day, fold(each.vendor), each.kind, each.product or "", each.deal_id))


def once(found: Iterable[Entry]) -> list[Entry]:
    """Return entries with what several deals say alike, such as a contract and what was added to it, told once."""
    alike: dict[tuple[str, Kind, date, str | None], list[Entry]] = {}
    for entry in found:
        alike.setdefault((entry.bank_id, entry.kind, entry.day, fold_or_none(entry.product)), []).append(entry)
    return [replace(first, also=tuple(others)) for first, *others in alike.values()]


def rows(found: Iterable[Entry]) -> list[Entry]:
    """Return entries as they are read: each day once, the end of a term with its notice, what is overdue first."""
    found = list(found)
    with_notice = {entry.deal_id for entry in found if entry.kind == "notice"}
    left = once(entry for entry in found if entry.kind not in ("renewal", "end") or entry.deal_id not in with_notice)
    return sorted(left, key=lambda each: BUCKETS.index(each.bucket))


def next_to_decide(kb: KnowledgeBase, days: int = HORIZON) -> dict[str, Entry]:
    """Return by bank id what is to be decided next: what is overdue, else the nearest day ahead, else an end to ask for."""
    nearest: dict[str, Entry] = {}
    found = entries(kb, days=days)
    for entry in (*(each for each in found if each.is_to_decide), *(each for each in found if each.kind == "unknown")):
        nearest.setdefault(entry.bank_id, entry)
    return nearest


def stale(kb: KnowledgeBase) -> list[Stale]:
    """Return the vendors of whom no deal is known for 12 months or 24, the one longest untold first."""
    today = kb.today()
    found = []
    events = {bank_id: told.last_event for bank_id, told in _kept(kb, None, today)}
    for vendor in kb.vendors():
        months = next((each for each in STALE_MONTHS if add_months(vendor.last_deal, each) <= today), None)
        if months:
            full = (today.year - vendor.last_deal.year) * 12 + today.month - vendor.last_deal.month
            full -= add_months(vendor.last_deal, full) > today
            found.append(Stale(vendor.name, vendor.bank_id, vendor.last_deal, months, full, events.get(vendor.bank_id)))
    return sorted(found, key=lambda each: (each.last_deal, fold(each.vendor)))


def of_deals(
    deals: Sequence[Deal],
    today: date,
    vendor: str,
    bank_id: str,
    *,
    day_of: Callable[[datetime], date] = datetime.date,
    has_left: Callable[[str], bool] = lambda _: False,
) -> list[Entry]:
    """Return all days that one vendor's deals tell, passed and to come.

    `day_of` gives the day of an instant in the zone of the store; whoever `has_left` can't be asked.
    """
    deals = newest_first(deals)
    by_id = {cite(deal): deal for deal in deals}

    def entry(kind: Kind, day: date, deal_id: str, sentence: str, note: str) -> Entry:
        deal = by_id[deal_id]
        left = (day - today).days
        who = (deal.product, deal.logged_by, deal.department)
        return Entry(kind, day, left, vendor, bank_id, *who, deal_id, sentence, note, deal.deal_date, deal.entered_at)

    agreed = [deal for deal in deals if deal.is_agreed]
    deadlines, _ = count_deadlines(agreed, today)
    told = [entry(*each) for deadline in deadlines for each in _of_deadline(deadline)]
    due = find_due(deals, today, day_of)
    told += [entry(*_of_due(each)) for each in due]
    overdue = {each.deal_id for each in due if each.kind == "decision"}
    for unknown in ends_unknown(agreed, today):
        if unknown.was >= add_months(today, -FORGOTTEN_MONTHS) and cite(unknown.older) not in overdue:
            asked = _whom_to_ask(unknown.since, deals, has_left)
            told.append(replace(entry(*_of_unknown(unknown)), owner=asked.logged_by, department=asked.department))
    meetings = {(deal.next_meeting, fold(deal.product or "")): deal for deal in reversed(deals) if deal.next_meeting}
    told += [
        entry("meeting", day, cite(deal), f"A meeting{_about(deal.product)} is noted for {show_day(day)}.", "")
        for (day, _), deal in meetings.items()
        if day is not None and day >= today
    ]
    return told


def _kept(kb: KnowledgeBase, vendor: str | None, today: date) -> Iterator[tuple[str, _Told]]:
    """Yield the days of all vendors, or of one, under the names they have now; those of all are made once a day."""
    book, known = kb.names(), kb.ask_index(lambda index: index.vendor_names())

    def made(bank_id: str, stored: Any) -> _Told:
        if not stored or bank_id not in known:
            return _Told((), None)
        deals = [book.resolved(_deal(each)) for each in stored["deals"]]
        days = of_deals(deals, today, known[bank_id], bank_id, day_of=kb.day_of, has_left=book.has_left)
        changed = {each["deal_id"]: datetime.fromisoformat(each["changed_at"]) for each in stored["deals"]}
        event = stored["last_event"]
        told = [replace(each, changed_at=changed[each.deal_id]) for each in days]
        return _Told(told, date.fromisoformat(event) if event else None)

    if vendor is None:
        yield from kb.projection.each_as(DATES, (today, book.version), made)
    else:
        bank_id = kb.bank_id(vendor)
        yield bank_id, made(bank_id, kb.projection.of(DATES, bank_id))


def _of_deadline(deadline: Deadline) -> Iterator[tuple[Kind, date, str, str, str]]:
    product = deadline.product or "A contract"
    over = "renews itself" if deadline.auto_renews else "ends"
    last: Kind = "renewal" if deadline.auto_renews else "end"
    if deadline.notice_by:
        days = show_count(deadline.notice_days or 0, "day")
        end = f"{over} on {show_day(deadline.end_date)}, {days}’ notice"
        by = f": it must arrive by {show_day(deadline.notice_by)}."
        yield "notice", deadline.notice_by, deadline.deal_id, f"{product} {end}{by}", f"; {end}"
    unknown = "" if deadline.auto_renews is not None else "; whether it renews itself is not recorded"
    yield last, deadline.end_date, deadline.deal_id, f"{product} {over} on {show_day(deadline.end_date)}{unknown}.", unknown


def _of_due(due: Due) -> tuple[Kind, date, str, str, str]:
    return due.kind, due.day, due.deal_id, due.sentence, "; nothing is logged since"


def _of_unknown(unknown: EndUnknown) -> tuple[Kind, date, str, str, str]:
    before = "" if unknown.since is unknown.older else f"; before that it was {show_day(unknown.was)}"
    note = f" since it {unknown.how}{before}"
    return "unknown", decide_by(unknown.older, unknown.was), cite(unknown.since), unknown.line.text, note


def _whom_to_ask(told: Deal, deals: Sequence[Deal], has_left: Callable[[str], bool]) -> Deal:
    """Return the newest deal on the same product whose colleague is still there, else the deal itself."""
    product = fold_or_none(told.product)
    same = (deal for deal in deals if fold_or_none(deal.product) == product and not has_left(deal.logged_by))
    return next(same, told)


def _about(product: str | None) -> str:
    return f" about {product}" if product else ""


def _dates(material: Material) -> dict[str, Any] | None:
    """Return the deals of a vendor as far as days depend on them, none where no deal tells of a day, and its last event."""
    last = max((event.day.isoformat() for event in material.events), default=None)
    tells = any(record.values.get("end_date") or record.values.get("next_meeting") for record in material.records)
    if not tells and not last:
        return None
    deals = [
        {name: value for name in _KEPT if (value := record.values.get(name)) is not None}
        | {"deal_id": record.deal_id, "entered_at": record.entered_at.isoformat(), "changed_at": record.changed_at.isoformat()}
        for record in (material.records if tells else ())
    ]
    return {"deals": deals, "last_event": last}


def _deal(stored: dict[str, Any]) -> Deal:
    return Deal.from_json(stored, deal_id=stored["deal_id"], entered_at=datetime.fromisoformat(stored["entered_at"]))


DATES = Extract("dates", 2, _dates)
