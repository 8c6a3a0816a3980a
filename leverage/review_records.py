"""Reviews: what a colleague made of a flag after having looked."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any, Literal

from leverage.memory.records import Memory
from leverage.schemas import later_fields, names_of
from leverage.signals import label_of
from leverage.wording import show_day

Verdict = Literal["dealt_with", "dismissed", "kept_open"]

VERDICTS: tuple[Verdict, ...] = ("dealt_with", "dismissed", "kept_open")
CLOSING: frozenset[Verdict] = frozenset({"dealt_with", "dismissed"})
FACET = "review"
SCHEMA = 1

_TOLD = {"dealt_with": "was DEALT WITH", "dismissed": "was DISMISSED", "kept_open": "STAYS OPEN"}


@dataclass(frozen=True)
class Review:
    """What somebody made of a flag: its kind and topic (folded), what stood in it, who looked, on which day, and why.

    `date` is the day in the zone of the store, `at` the instant; `raised_on` is the day of the flag. `deal_ids` and
    `event_ids` are what it covers whatever becomes of them; a narrow one came along with its deals from another vendor, and
    covers nothing else. It is no deal, and counts as none.
    """

    id: str
    flag_id: str
    kind: str
    topic: str
    verdict: Verdict
    note: str
    by: str
    department: str
    raised_on: date
    date: date
    at: datetime
    deal_ids: tuple[str, ...] = ()
    event_ids: tuple[str, ...] = ()
    is_narrow: bool = False
    version: int = 1
    more: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def is_closing(self) -> bool:
        """Whether the flag is open no more."""
        return self.verdict in CLOSING

    def covers(self, source: str) -> bool:
        """Say whether a deal or an event stood in the flag when it was looked at."""
        return source in self.deal_ids or source in self.event_ids

    def bare(self) -> "Review":
        """Return what stays once the last of its deals is erased: that somebody looked, without a word of what they said."""
        return Review.from_json(self.to_json() | {"note": "", "deal_ids": [], "version": self.version + 1})

    def narrowed(self, deal_ids: Collection[str]) -> "Review":
        """Return it as it goes along with deals to another vendor."""
        return replace(self, deal_ids=tuple(each for each in self.deal_ids if each in deal_ids), event_ids=(), is_narrow=True)

    def text(self) -> str:
        """Return it as a sentence that stands on its own and that a question can meet."""
        who = f"{self.by}, {self.department}" if self.department else self.by
        said = f"Review of {show_day(self.date)} by {who}: the flag “{label_of(self.kind)}” {_TOLD[self.verdict]}."
        return f"{said} Why: {self.note}" if self.note else said

    def memory(self, memory_id: str | None = None) -> Memory:
        """Return it as a memory that belongs to no deal."""
        return Memory(
            memory_id or self.id,
            self.text(),
            facet=FACET,
            deal_date=self.date,
            logged_by=self.by,
            department=self.department or None,
            result=self.verdict,
            version=self.version,
        )

    def to_json(self) -> dict[str, Any]:
        """Return it in JSON types."""
        known = {name: getattr(self, name) for name in names_of(self)}
        days = {name: known[name].isoformat() for name in ("date", "at", "raised_on")}
        lists = {name: list(known[name]) for name in ("deal_ids", "event_ids")}
        return {"schema": SCHEMA, **self.more, **known, **days, **lists}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Review":
        """Return what `to_json` wrote; what a later schema added is kept in `more`."""
        known = {name: stored[name] for name in names_of(cls) if name in stored}
        return cls(
            **known
            | {
                "date": date.fromisoformat(stored["date"]),
                "at": datetime.fromisoformat(stored["at"]),
                "raised_on": date.fromisoformat(stored["raised_on"]),
                "deal_ids": tuple(stored["deal_ids"]),
                "event_ids": tuple(stored["event_ids"]),
                "more": later_fields(stored, names_of(cls), SCHEMA),
            }
        )
