"""A vendor's material, written in a line: deals on days counted from a first one, events, and reviews of flags."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from leverage import Deal, Signal
from leverage.event_records import Event
from leverage.projection import Material
from leverage.review_records import Review
from leverage.vendor_records import VendorRecord
from leverage.versions import DealRecord
from leverage.watch import Flag
from leverage.watch.rules import flags_of

FIRST = date(2026, 1, 31)


def instant(day: date, hour: int = 9) -> datetime:
    """Return an hour of a day in UTC."""
    return datetime.combine(day, time(hour), UTC)


@dataclass
class Vendor:
    """A vendor under observation; whatever is logged is entered on its own day unless told."""

    records: list[DealRecord] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    reviews: dict[str, Review] = field(default_factory=dict)
    record: VendorRecord = field(default_factory=lambda: VendorRecord("Acme"))

    def deal(
        self, day: date | int, *kinds: str, entered: datetime | None = None, name: str | None = None, **fields: Any
    ) -> DealRecord:
        """Log a deal with a signal of each kind and return it; an integer counts days from the first one."""
        day = FIRST + timedelta(days=day) if isinstance(day, int) else day
        signals = [Signal(kind, f"{kind} {n}") for n, kind in enumerate(kinds)]
        plain = {"vendor": "Acme", "logged_by": "Ann Lee", "department": "IT", "outcome": "agreed", "signals": signals}
        deal = Deal(deal_date=day, **plain | fields)
        record = DealRecord.first(name or f"d{len(self.records)}", deal.to_json(), entered or instant(day))
        self.records.append(record)
        return record

    def edit(self, record: DealRecord, at: datetime, **fields: Any) -> DealRecord:
        """Edit a deal and return it as it is then."""
        values = Deal(**record.deal().values() | fields).to_json()
        edited = record.edited(values, at)
        self.records[self.records.index(record)] = edited
        return edited

    def event(self, day: date | int, *kinds: str, at: datetime | None = None, name: str | None = None) -> Event:
        """Log an event and return it."""
        day = FIRST + timedelta(days=day) if isinstance(day, int) else day
        signals = tuple(Signal(kind, f"{kind} {n}") for n, kind in enumerate(kinds))
        number = name or f"event:{len(self.events)}"
        event = Event(number, day, signals, "Bo Ek", "Legal", None, "", at or instant(day))
        self.events.append(event)
        return event

    def review(self, flag: Flag, at: datetime, verdict: Any = "dealt_with", on: date | None = None) -> Review:
        """Review a flag and return what was made of it."""
        made = Review(
            f"review:{len(self.reviews)}",
            flag.flag_id,
            flag.kind,
            flag.topic,
            verdict,
            "seen",
            "Tom Becker",
            "Sales",
            flag.raised_on,
            on or at.date(),
            at,
            flag.deal_ids,
            flag.event_ids,
        )
        self.reviews[made.id] = made
        return made

    def material(self) -> Material:
        """Return all of it."""
        return Material("vendor-acme", self.record, self.records, self.events, self.reviews)

    def flags(self, status: str = "open") -> list[Flag]:
        """Return the flags there are, of all kinds."""
        return [flag for flag in flags_of(self.material()) if flag.status == status]

    def flag(self) -> Flag:
        """Return the only open flag."""
        (flag,) = self.flags()
        return flag


def kinds_of(flags: Iterable[Flag]) -> set[str]:
    """Return the kinds of flags."""
    return {flag.kind for flag in flags}
