"""A deal through time: its versions, who changed it when, and whether it is retracted."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from leverage.access.audience import audience_of
from leverage.deals import FIELDS, SCHEMA, Deal
from leverage.schemas import later_fields

_KNOWN = ("deal_id", "version", "deal", "entered_at", "changed_at", "history", "origin", "retraction", "changed_by", "entered_by")


@dataclass(frozen=True)
class Retraction:
    """Why and when a deal was taken out of briefs, recall and counts."""

    reason: str
    at: datetime
    more: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the retraction in JSON types."""
        return {**self.more, "reason": self.reason, "at": self.at.isoformat()}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Retraction":
        """Return the retraction that `to_json` wrote."""
        return cls(stored["reason"], datetime.fromisoformat(stored["at"]), later_fields(stored, ("reason", "at")))


@dataclass(frozen=True)
class Origin:
    """Where a deal came from if nobody typed it: the `source` in words, and the id of the import that brought it.

    `mark` is a hash of what the row of the file said, by which the same row is known again however it is read then.
    """

    source: str
    batch: str = ""
    mark: str = ""


@dataclass(frozen=True)
class DealRecord:
    """One deal as its bank keeps it; `values` are its fields as JSON types, those of a later schema included.

    `entered_at` (aware, UTC) is when the deal was first logged, `changed_at` when this version came about and
    `changed_by` who made it; `history` holds the earlier versions, oldest first, as they were stored; `more` are the
    record's own fields of a later schema. `origin` is None for a deal that was typed. `entered_by` is the address under which
    whoever logged the deal had signed in, whoever dealt.
    """

    deal_id: str
    version: int
    values: Mapping[str, Any]
    entered_at: datetime
    changed_at: datetime
    history: tuple[Mapping[str, Any], ...] = ()
    retraction: Retraction | None = None
    changed_by: str | None = None
    more: Mapping[str, Any] = field(default_factory=dict)
    origin: Origin | None = None
    entered_by: str | None = None

    def is_as_brought(self, batch: str) -> bool:
        """Say whether an import brought the deal and nobody changed it since; an erased name is nobody's change."""
        return not self.history and self.origin is not None and self.origin.batch == batch

    @property
    def mark(self) -> str:
        """The mark of the row that the deal came from; empty where nobody imported it."""
        return self.origin.mark if self.origin else ""

    @classmethod
    def first(
        cls,
        deal_id: str,
        values: Mapping[str, Any],
        at: datetime,
        origin: Origin | None = None,
        entered_by: str | None = None,
    ) -> "DealRecord":
        """Return the record of a deal that was just logged."""
        return cls(deal_id, 1, dict(values), at, at, origin=origin, entered_by=entered_by)

    @property
    def audience(self) -> str:
        """Who sees the deal, with all its earlier versions: those who may see it as it is now."""
        return audience_of(self.values, self.entered_by)

    @property
    def is_live(self) -> bool:
        """Whether the deal counts."""
        return self.retraction is None

    def deal(self) -> Deal:
        """Return the deal, with its id, version and time of entry."""
        return Deal.from_json(self.values, deal_id=self.deal_id, version=self.version, entered_at=self.entered_at)

    def edited(self, values: Mapping[str, Any], at: datetime, by: str | None = None) -> "DealRecord":
        """Return the next version with other values; fields that this program does not know stay as they are."""
        unknown = {name: value for name, value in self.values.items() if name not in FIELDS}
        return self._next(at, by, values=unknown | dict(values))

    def retracted(self, reason: str, at: datetime, by: str | None = None) -> "DealRecord":
        """Return the next version, out of sight."""
        return self._next(at, by, retraction=Retraction(reason, at))

    def restored(self, at: datetime, by: str | None = None) -> "DealRecord":
        """Return the next version, in sight again."""
        return self._next(at, by, retraction=None)

    def to_json(self) -> dict[str, Any]:
        """Return the record in JSON types."""
        stored: dict[str, Any] = {
            "schema": SCHEMA,
            **self.more,
            "deal_id": self.deal_id,
            **self._state(),
            "entered_at": self.entered_at.isoformat(),
            "history": list(self.history),
        }
        if self.origin:
            stored["origin"] = dict(vars(self.origin))
        if self.entered_by:
            stored["entered_by"] = self.entered_by
        return stored

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "DealRecord":
        """Return the record that `to_json` wrote."""
        retraction = stored.get("retraction")
        origin = stored.get("origin")
        return cls(
            stored["deal_id"],
            stored["version"],
            stored["deal"],
            datetime.fromisoformat(stored["entered_at"]),
            datetime.fromisoformat(stored["changed_at"]),
            tuple(stored["history"]),
            Retraction.from_json(retraction) if retraction else None,
            stored.get("changed_by"),
            later_fields(stored, _KNOWN, SCHEMA),
            Origin(origin["source"], origin["batch"], origin.get("mark", "")) if origin else None,
            stored.get("entered_by"),
        )

    def versions(self) -> "tuple[DealRecord, ...]":
        """Return every version, newest first: this one, then each before it as it stood."""
        origin = {
            "deal_id": self.deal_id,
            "entered_at": self.entered_at.isoformat(),
            "history": (),
            "entered_by": self.entered_by,
        }
        return (self, *(DealRecord.from_json(origin | dict(state)) for state in reversed(self.history)))

    def _state(self) -> dict[str, Any]:
        state: dict[str, Any] = {"version": self.version, "deal": dict(self.values), "changed_at": self.changed_at.isoformat()}
        if self.changed_by:
            state["changed_by"] = self.changed_by
        if self.retraction:
            state["retraction"] = self.retraction.to_json()
        return state

    def _next(self, at: datetime, by: str | None, **changes: Any) -> "DealRecord":
        history = (*self.history, self._state())
        return replace(self, version=self.version + 1, changed_at=at, changed_by=by, history=history, **changes)
