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

_LISTS = ("deal_ids", "event_ids", "unseen", "among")
_TOLD = {"dealt_with": "was DEALT WITH", "dismissed": "was DISMISSED", "kept_open": "STAYS OPEN"}


@dataclass(frozen=True)
class Review:
    """What somebody made of a flag: its kind and topic (folded), what stood in it, who looked, on which day, and why.

    `date` is the day in the zone of the store, `at` the instant; `raised_on` is the day of the flag. `deal_ids` and
    `event_ids` are what it covers whatever becomes of them, `unseen` what stood in the flag without having been shown to who
    looked. A copy came along from another vendor with the deals `among`; a narrow one closes nothing but these. `apart` says
    of a deal or event until when, as an instant in ISO form, it was another vendor's than the review. One that was taken back
    closes nothing any more, and says who took it back, when, and why. It is no deal, and counts as none.
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
    unseen: tuple[str, ...] = ()
    among: tuple[str, ...] = ()
    apart: Mapping[str, str] = field(default_factory=dict, hash=False)
    is_copy: bool = False
    is_narrow: bool = False
    taken_back_by: str = ""
    taken_back_at: str = ""
    taken_back_on: str = ""
    taken_back_why: str = ""
    version: int = 1
    more: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def is_closing(self) -> bool:
        """Whether the flag is open no more."""
        return self.verdict in CLOSING and not self.taken_back_at

    def covers(self, source: str) -> bool:
        """Say whether a deal or an event stood in the flag when it was looked at."""
        return source in self.deal_ids or source in self.event_ids

    def bare(self) -> "Review":
        """Return what stays once the last of its deals is erased: that somebody looked, without a word of what they said."""
        told = {"note": "", "taken_back_why": "", "deal_ids": [], "version": self.version + 1}
        return Review.from_json(self.to_json() | told)

    def along(self, deal_ids: Collection[str], apart: Mapping[str, str], *, is_narrow: bool) -> "Review":
        """Return it as it goes along with deals to another vendor: without a word where it covers none of them."""
        covered = tuple(each for each in self.deal_ids if each in deal_ids)
        among = tuple(sorted(each for each in deal_ids if not self.is_narrow or each in self.among))
        return replace(
            self,
            note=self.note if covered else "",
            deal_ids=covered,
            event_ids=(),
            unseen=tuple(each for each in self.unseen if each in deal_ids),
            among=among,
            apart={each: until for each, until in apart.items() if each in among},
            is_copy=True,
            is_narrow=self.is_narrow or is_narrow,
        )

    def with_arrived(self, copy: "Review") -> "Review":
        """Return it with the deals that a copy of it brought, or brought back; itself where it has them all."""
        among = tuple(sorted({*self.among, *copy.among}))
        covered = tuple(dict.fromkeys((*self.deal_ids, *copy.deal_ids)))
        apart = {**copy.apart, **self.apart}
        note = self.note or (copy.note if self.is_copy else "")
        same = (among, covered, apart, note) == (self.among, self.deal_ids, dict(self.apart), self.note)
        return self if same else replace(self, among=among, deal_ids=covered, apart=apart, note=note, version=self.version + 1)

    def taken_back(self, by: str, at: datetime, on: str, why: str) -> "Review":
        """Return it as it stands once somebody has opened the flag again, on a day in ISO form."""
        return replace(
            self,
            taken_back_by=by,
            taken_back_at=at.isoformat(),
            taken_back_on=on,
            taken_back_why=why,
            version=self.version + 1,
        )

    def text(self) -> str:
        """Return it as a sentence that stands on its own and that a question can meet."""
        who = f"{self.by}, {self.department}" if self.department else self.by
        said = f"Review of {show_day(self.date)} by {who}: the flag “{label_of(self.kind)}” {_TOLD[self.verdict]}."
        said = f"{said} Why: {self.note}" if self.note else said
        if not self.taken_back_at:
            return said
        back = f"{said} This was TAKEN BACK on {show_day(date.fromisoformat(self.taken_back_on))} by {self.taken_back_by}."
        return f"{back} Why: {self.taken_back_why}" if self.taken_back_why else back

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
        lists = {name: list(known[name]) for name in _LISTS}
        return {"schema": SCHEMA, **self.more, **known, **days, **lists, "apart": dict(self.apart)}

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
                **{name: tuple(stored.get(name, ())) for name in _LISTS},
                "more": later_fields(stored, names_of(cls), SCHEMA),
            }
        )
