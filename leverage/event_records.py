"""Events: what happened with a vendor that is no deal, such as a renewal letter or an outage."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from leverage.memory.records import Memory
from leverage.schemas import later_fields, names_of, signed
from leverage.sentences import signal_sentence
from leverage.signals import Signal
from leverage.wording import show_day

FACET = "event"
SCHEMA = 1


@dataclass(frozen=True)
class Event:
    """What a vendor was seen doing on a day outside any deal, in the words of who recorded it; `at` is when it was kept.

    `entered_by` is the address under which whoever recorded it had signed in. It is no deal, and counts as none.
    """

    id: str
    day: date
    signals: tuple[Signal, ...]
    by: str
    department: str
    product: str | None
    note: str
    at: datetime
    version: int = 1
    entered_by: str = ""
    more: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def deal_ids(self) -> tuple[str, ...]:
        """The deals that it is about: none, so that it goes with none of them."""
        return ()

    def text(self) -> str:
        """Return it as sentences, one a signal, that stand on their own and that a question can meet."""
        about = f", about {self.product}" if self.product else ""
        opening = f"Event of {show_day(self.day)} recorded by {self.by}, {self.department}{about}"
        said = " ".join(signal_sentence(opening, signal) for signal in self.signals)
        return f"{said} Note: {self.note}" if self.note else said

    def memory(self, memory_id: str | None = None) -> Memory:
        """Return it as a memory that belongs to no deal."""
        return Memory(
            memory_id or self.id,
            self.text(),
            facet=FACET,
            deal_date=self.day,
            logged_by=self.by,
            department=self.department,
            product=self.product,
            version=self.version,
        )

    def to_json(self) -> dict[str, Any]:
        """Return it in JSON types."""
        known = {name: getattr(self, name) for name in names_of(self)}
        told = {"day": self.day.isoformat(), "at": self.at.isoformat(), "signals": [each.to_json() for each in self.signals]}
        return signed({"schema": SCHEMA, **self.more, **known, **told})

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Event":
        """Return what `to_json` wrote; what a later schema added is kept in `more`."""
        known = {name: stored[name] for name in names_of(cls) if name in stored}
        return cls(
            **known
            | {
                "day": date.fromisoformat(stored["day"]),
                "at": datetime.fromisoformat(stored["at"]),
                "signals": tuple(map(Signal.from_json, stored["signals"])),
                "more": later_fields(stored, names_of(cls), SCHEMA),
            }
        )
