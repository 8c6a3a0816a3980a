"""Feedback: what a colleague says about a tactic or a line of a brief, after having been at the table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Literal, NamedTuple

from leverage.blotting import FORMER
from leverage.memory.records import Memory
from leverage.schemas import later_fields, names_of, signed
from leverage.text import fold
from leverage.wording import show_day

Verdict = Literal["helped", "did_not_help", "not_used"]
Subject = Literal["tactic", "line"]

VERDICTS: tuple[Verdict, ...] = ("helped", "did_not_help", "not_used")
SUBJECTS: tuple[Subject, ...] = ("tactic", "line")
VERDICT_LABELS: Mapping[str, str] = {"helped": "Helped", "did_not_help": "Did not help", "not_used": "Not used"}
FACET = "feedback"
SCHEMA = 1

_TOLD = {"helped": "HELPED", "did_not_help": "DID NOT HELP", "not_used": "was NOT USED"}
_WHAT = {"tactic": "the tactic", "line": "knowing about"}


@dataclass(frozen=True)
class Feedback:
    """What somebody said on a day about a tactic, or a line such as a term: whether it helped, and what really happened.

    `entered_by` is the address under which they had signed in. `deal_ids` are the deals whose words `about` repeats, newest
    first; with the last of them it is erased. `at` is the instant it was kept. It is no deal, and counts as none.
    """

    id: str
    kind: Subject
    about: str
    verdict: Verdict
    happened: str
    by: str
    department: str
    date: date
    at: datetime
    deal_ids: tuple[str, ...] = ()
    version: int = 1
    entered_by: str = ""
    more: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def text(self) -> str:
        """Return it as a sentence that stands on its own and that a question can meet."""
        said = f"Feedback of {show_day(self.date)} by {self.by}, {self.department}: "
        said += f"{_WHAT[self.kind]} “{self.about}” {_TOLD[self.verdict]}."
        return f"{said} What really happened: {self.happened}" if self.happened else said

    def memory(self, memory_id: str | None = None) -> Memory:
        """Return it as a memory that belongs to no deal: what becomes of deals can't take it along unseen."""
        return Memory(
            memory_id or self.id,
            self.text(),
            facet=FACET,
            deal_date=self.date,
            logged_by=self.by,
            department=self.department,
            result=self.verdict,
            version=self.version,
        )

    def to_json(self) -> dict[str, Any]:
        """Return it in JSON types."""
        known = {name: getattr(self, name) for name in names_of(self)}
        told = {"deal_ids": list(self.deal_ids), "date": self.date.isoformat(), "at": self.at.isoformat()}
        return signed({"schema": SCHEMA, **self.more, **known, **told})

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Feedback":
        """Return what `to_json` wrote; what a later schema added is kept in `more`."""
        known = {name: stored[name] for name in names_of(cls) if name in stored}
        return cls(
            **known
            | {
                "date": date.fromisoformat(stored["date"]),
                "at": datetime.fromisoformat(stored["at"]),
                "deal_ids": tuple(stored["deal_ids"]),
                "more": later_fields(stored, names_of(cls), SCHEMA),
            }
        )


def standing(feedback: Iterable[Feedback]) -> tuple[Feedback, ...]:
    """Return what counts of the feedback on one thing, newest first: a colleague's last word takes the place of earlier ones.

    Those whose names were erased can't be told from each other, and each of their words stands.
    """
    said: dict[str, Feedback] = {}
    for each in newest_first(feedback):
        by = fold(each.by)
        said.setdefault(each.id if by == fold(FORMER) else by, each)
    return tuple(said.values())


class Tally(NamedTuple):
    """How many colleagues say that something helped, did not help and was not used: apart from deals."""

    helped: int
    did_not_help: int
    not_used: int

    @classmethod
    def of(cls, feedback: Iterable[Feedback]) -> "Tally":
        """Return the counts, each colleague by the last word alone."""
        said = [each.verdict for each in standing(feedback)]
        return cls(*(said.count(verdict) for verdict in VERDICTS))

    def text(self) -> str:
        """Return the counts in words, without those that are none: `helped 2, did not help 1`."""
        counts = zip(VERDICTS, self, strict=True)
        return ", ".join(f"{VERDICT_LABELS[verdict].lower()} {count}" for verdict, count in counts if count)


def newest_first(feedback: Iterable[Feedback]) -> tuple[Feedback, ...]:
    """Return feedback by the day it is of, then by the instant it was kept, newest first, each once."""
    each_once = {each.id: each for each in feedback}
    return tuple(sorted(each_once.values(), key=lambda each: (each.date, each.at, each.id), reverse=True))


def by_subject(feedback: Iterable[Feedback]) -> dict[tuple[Subject, str], tuple[Feedback, ...]]:
    """Return feedback by its kind and by what it is about, under the spelling in which tactics and terms fold."""
    found: dict[tuple[Subject, str], tuple[Feedback, ...]] = {}
    for each in feedback:
        subject = (each.kind, fold(each.about))
        found[subject] = (*found.get(subject, ()), each)
    return found
