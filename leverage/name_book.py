"""People and departments under all their spellings, and who has left.

The name as written stays on each deal; lists and briefs show the one it leads to. Merging is done by a person and can
be undone.
"""

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from leverage.deals import Deal
from leverage.errors import LeverageError
from leverage.schemas import later_fields, names_of
from leverage.text import fold

Kind = Literal["person", "department"]

SCHEMA = 1


@dataclass(frozen=True)
class NameChange:
    """A spelling that was made to lead to another; `names` are the spellings that followed."""

    id: str
    kind: Kind
    from_: str
    into: str
    names: tuple[str, ...]
    at: datetime
    by: str | None = None
    undone_at: datetime | None = None
    undone_by: str | None = None
    more: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the change in JSON types."""
        undone = self.undone_at.isoformat() if self.undone_at else None
        known = {name: getattr(self, name) for name in names_of(self)}
        return {**self.more, **known, "names": list(self.names), "at": self.at.isoformat(), "undone_at": undone}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "NameChange":
        """Return the change that `to_json` wrote; what a later schema added is kept in `more`."""
        undone = datetime.fromisoformat(stored["undone_at"]) if stored.get("undone_at") else None
        at = datetime.fromisoformat(stored["at"])
        known = {name: stored[name] for name in names_of(cls) if name in stored}
        told = {"names": tuple(stored["names"]), "at": at, "undone_at": undone, "more": later_fields(stored, names_of(cls))}
        return cls(**known | told)


@dataclass(frozen=True)
class LeftMark:
    """Somebody was marked as having left, or as still there."""

    name: str
    has_left: bool
    at: datetime
    by: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the mark in JSON types."""
        return {**vars(self), "at": self.at.isoformat()}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "LeftMark":
        """Return the mark that `to_json` wrote."""
        return cls(**{**stored, "at": datetime.fromisoformat(stored["at"])})


@dataclass(frozen=True)
class NameBook:
    """Which spelling leads to which name, per kind; `left` are the names of people who are no longer there.

    `leads` maps the folded spelling to the name that is shown. Names that nobody merged lead to themselves. Who has left
    is kept under the name they had then, so that the mark follows a merge and goes back with its undoing.
    """

    version: int = 0
    leads: Mapping[Kind, Mapping[str, str]] = field(default_factory=dict)
    left: tuple[str, ...] = ()
    changes: tuple[NameChange, ...] = ()
    marks: tuple[LeftMark, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)

    def name(self, kind: Kind, written: str) -> str:
        """Return the name to which a spelling leads."""
        return self.leads.get(kind, {}).get(fold(written), written)

    def same(self, kind: Kind, one: str, other: str) -> bool:
        """Say whether two spellings are one person, or one department."""
        return fold(self.name(kind, one)) == fold(self.name(kind, other))

    def has_left(self, person: str) -> bool:
        """Say whether a person was marked as having left, under whichever of their spellings."""
        return fold(self.name("person", person)) in self.gone()

    def gone(self) -> frozenset[str]:
        """Return the folded names, as they are shown, of the people who have left."""
        return frozenset(fold(self.name("person", each)) for each in self.left)

    def spellings(self, kind: Kind, name: str) -> tuple[str, ...]:
        """Return the further spellings of a name, as they were merged."""
        followed = [each for change in self.changes if change.kind == kind for each in change.names]
        return tuple(each for each in dict.fromkeys(followed) if fold(self.name(kind, each)) == fold(name))

    def resolved(self, deal: Deal) -> Deal:
        """Return a deal with its person and department under the names they lead to."""
        if not self.leads:
            return deal
        person, department = self.name("person", deal.logged_by), self.name("department", deal.department)
        if (person, department) == (deal.logged_by, deal.department):
            return deal
        return deal.under(person, department)

    def to_json(self) -> dict[str, Any]:
        """Return the book in JSON types."""
        return {
            "schema": SCHEMA,
            **self.more,
            "version": self.version,
            "leads": {kind: dict(names) for kind, names in self.leads.items()},
            "left": list(self.left),
            "changes": [change.to_json() for change in self.changes],
            "marks": [mark.to_json() for mark in self.marks],
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "NameBook":
        """Return the book that `to_json` wrote; what a later schema added is kept in `more`."""
        changes = tuple(NameChange.from_json(each) for each in stored["changes"])
        marks = tuple(LeftMark.from_json(each) for each in stored.get("marks", ()))
        more = later_fields(stored, names_of(cls), SCHEMA)
        return cls(stored["version"], stored["leads"], tuple(stored["left"]), changes, marks, more)

    def merged(self, kind: Kind, from_: str, into: str, at: datetime, by: str | None) -> "NameBook":
        """Return the book in which a name, with all that led to it, leads to another."""
        into, from_ = self.name(kind, into), self.name(kind, from_)
        if fold(from_) == fold(into):
            raise LeverageError(f"“{from_}” and “{into}” are one already. Pick two different names.")
        leads = dict(self.leads.get(kind, {}))
        names = (from_, *(each for each in self.spellings(kind, from_) if fold(each) != fold(from_)))
        for name in names:
            leads[fold(name)] = into
        leads |= {written: into for written, name in leads.items() if fold(name) == fold(from_)}
        leads.pop(fold(into), None)
        change = NameChange(uuid.uuid4().hex, kind, from_, into, names, at, by)
        return replace(self, version=self.version + 1, leads={**self.leads, kind: leads}, changes=(*self.changes, change))

    def undone(self, change_id: str, at: datetime, by: str | None) -> "NameBook":
        """Return the book without a change: what followed leads to where it led before."""
        change = next((each for each in self.changes if each.id == change_id), None)
        if change is None or change.undone_at is not None:
            raise LeverageError("This change is not known, or was undone already. Reload the page.")
        later = self.changes[self.changes.index(change) + 1 :]
        if any(each.kind == change.kind and fold(each.from_) == fold(change.into) and not each.undone_at for each in later):
            raise LeverageError(f"“{change.into}” leads to another name since. Undo that first.")
        leads = dict(self.leads.get(change.kind, {}))
        for name in change.names:
            leads[fold(name)] = change.from_
        leads.pop(fold(change.from_), None)
        told = replace(change, undone_at=at, undone_by=by)
        changes = tuple(told if each is change else each for each in self.changes)
        return replace(self, version=self.version + 1, leads={**self.leads, change.kind: leads}, changes=changes)

    def without(self, is_theirs: Callable[[str], bool], blotted: Callable[[Any], Any]) -> "NameBook":
        """Return the next version without a person whose spellings `is_theirs` knows.

        `blotted` takes the name out of all that stays, in JSON types: who made a change, and names that hold more than it.
        """
        leads: dict[Kind, dict[str, str]] = {}
        for kind, names in self.leads.items():
            theirs = {written for written, name in names.items() if kind == "person" and (is_theirs(written) or is_theirs(name))}
            leads[kind] = {fold(blotted(written)): blotted(name) for written, name in names.items() if written not in theirs}
        changes = tuple(
            change
            for change in self.changes
            if not (change.kind == "person" and any(map(is_theirs, (change.from_, change.into, *change.names))))
        )
        left = tuple(name for name in self.left if not is_theirs(name))
        marks = tuple(mark for mark in self.marks if not is_theirs(mark.name))
        rest = NameBook(self.version + 1, {}, left, changes, marks, self.more)
        return replace(NameBook.from_json(blotted(rest.to_json())), leads=leads)

    def with_left(self, person: str, at: datetime, by: str | None, *, has_left: bool) -> "NameBook":
        """Return the book in which a person has left, or has not, with who said so."""
        name = self.name("person", person)
        marks = (*self.marks, LeftMark(name, has_left, at, by))
        others = tuple(each for each in self.left if fold(self.name("person", each)) != fold(name))
        return replace(self, version=self.version + 1, left=(*others, name) if has_left else others, marks=marks)
