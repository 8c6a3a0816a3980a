"""Lessons: what a vendor's deals, and what colleagues said of them, teach; and what people wrote below them by hand."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any, Literal

from leverage.memory.records import Memory
from leverage.schemas import later_fields, names_of
from leverage.text import fold
from leverage.wording import show_day

Origin = Literal["deal", "feedback", "review", "scan"]
Kind = Literal["vocabulary", "rule", "missing_field"]
State = Literal["suggested", "confirmed", "dropped"]

FACET = "lesson"
NOTES_FACET = "playbook_notes"
SCHEMA = 1

_QUOTATION = re.compile('["“”„«»‹›]')
_DAY = r"\(?(?:\d{4}[-/. ]\d\d?[-/. ]\d\d?|\d\d?[-/. ]\d\d?[-/. ]\d{4}|\d\d?\.? [^\W\d_]{3,10}\.? \d{4})\b\)?"
_DAYS_AROUND = re.compile(rf"^(?:{_DAY}\s*[:–—-]?\s*)+|\s*(?:\({_DAY}\)|{_DAY})$")


@dataclass(frozen=True)
class Recommendation:
    """What a lesson recommends to whoever looks after the vocabulary, the rules or the form; it changes nothing by itself."""

    kind: Kind
    text: str


@dataclass(frozen=True)
class Lesson:
    """A lesson about a vendor, as suggested or as a person decided on it.

    `heading` is what it says in a line, `text` in a sentence or two, `day` that of what it is from, and `deal_ids` are the
    deals that it names, the newest first: with the last of them it is erased. `by`, `department`, `decided_on` and `at` tell
    who confirmed or dropped it, and when. An archived one stays archived. It is no deal, and counts as none.
    """

    id: str
    heading: str
    day: date
    text: str
    deal_ids: tuple[str, ...]
    origin: Origin
    recommends: Recommendation | None = None
    state: State = "suggested"
    is_archived: bool = False
    by: str = ""
    department: str = ""
    reason: str = ""
    decided_on: date | None = None
    at: datetime | None = None
    version: int = 1
    more: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def title(self) -> str:
        """The heading behind its day, as pages show it: `2026-10-14: “asked early” worked`."""
        return f"{self.day.isoformat()}: {self.heading}"

    @property
    def subject(self) -> str:
        """What makes two lessons one: the title without its date in any form, marks of quotation and accents, folded."""
        bare = "".join(each for each in unicodedata.normalize("NFKD", fold(self.heading)) if not unicodedata.combining(each))
        plain = _DAYS_AROUND.sub(" ", _QUOTATION.sub("", bare))
        return fold(plain) if plain.strip() else fold(self.heading)

    def rank(self) -> tuple[date, str, str]:
        """Return by what lessons are in order, the greatest first: the day, then when it was decided."""
        return (self.day, self.at.isoformat() if self.at else "", self.id)

    def archived(self) -> "Lesson":
        """Return it as the next version, in the archive."""
        return replace(self, is_archived=True, version=self.version + 1)

    def memory(self, memory_id: str | None = None) -> Memory:
        """Return it as a memory that belongs to no deal; recall never tells it, since its deals tell the same."""
        done = f"{self.state} by {self.by}" if self.by else self.state
        return Memory(
            memory_id or self.id,
            f"Lesson of {show_day(self.day)}, {done}: {self.heading}. {self.text}",
            facet=FACET,
            deal_date=self.day,
            logged_by=self.by or None,
            department=self.department or None,
            result=self.state,
            version=self.version,
        )

    def to_json(self) -> dict[str, Any]:
        """Return it in JSON types."""
        known = {name: getattr(self, name) for name in names_of(self)}
        told = {
            "day": self.day.isoformat(),
            "deal_ids": list(self.deal_ids),
            "recommends": vars(self.recommends) if self.recommends else None,
            "decided_on": self.decided_on.isoformat() if self.decided_on else None,
            "at": self.at.isoformat() if self.at else None,
        }
        return {"schema": SCHEMA, **self.more, **known, **told}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Lesson":
        """Return what `to_json` wrote; what a later schema added is kept in `more`."""
        known = {name: stored[name] for name in names_of(cls) if name in stored}
        recommends, decided_on, at = (stored.get(name) for name in ("recommends", "decided_on", "at"))
        return cls(
            **known
            | {
                "day": date.fromisoformat(stored["day"]),
                "deal_ids": tuple(stored["deal_ids"]),
                "recommends": Recommendation(recommends["kind"], recommends["text"]) if recommends else None,
                "decided_on": date.fromisoformat(decided_on) if decided_on else None,
                "at": datetime.fromisoformat(at) if at else None,
                "more": later_fields(stored, names_of(cls), SCHEMA),
            }
        )


@dataclass(frozen=True)
class Notes:
    """What people wrote by hand below a vendor's lessons, who wrote last and when: verbatim, and about no deal."""

    id: str
    notes: str
    by: str
    date: date
    at: datetime
    department: str = ""
    version: int = 1
    more: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def deal_ids(self) -> tuple[str, ...]:
        """The deals that they are about: none, so that they go with none of them."""
        return ()

    def memory(self, memory_id: str | None = None) -> Memory:
        """Return them as a memory that belongs to no deal and that recall never tells."""
        said = f"Playbook notes of {show_day(self.date)} by {self.by}."
        return Memory(memory_id or self.id, said, facet=NOTES_FACET, logged_by=self.by, version=self.version)

    def to_json(self) -> dict[str, Any]:
        """Return them in JSON types."""
        known = {name: getattr(self, name) for name in names_of(self)}
        return {"schema": SCHEMA, **self.more, **known, "date": self.date.isoformat(), "at": self.at.isoformat()}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Notes":
        """Return what `to_json` wrote; what a later schema added is kept in `more`."""
        known = {name: stored[name] for name in names_of(cls) if name in stored}
        days = {"date": date.fromisoformat(stored["date"]), "at": datetime.fromisoformat(stored["at"])}
        return cls(**known | days | {"more": later_fields(stored, names_of(cls), SCHEMA)})
