"""The history of a deal: what was done to it, by whom and when, and what each edit changed."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Literal

from leverage.access.audience import read_by
from leverage.deals import FIELDS, Deal
from leverage.values import label_of, show_value
from leverage.versions import DealRecord

StepKind = Literal["logged", "edited", "retracted", "restored"]


@dataclass(frozen=True)
class FieldChange:
    """A field with another value than before, both in words; blank where nothing was recorded."""

    name: str
    label: str
    before: str
    after: str


@dataclass(frozen=True)
class Step:
    """How a version of a deal came about; `by` is None where nobody gave a name. `at` is in UTC.

    `number` counts the versions that are there, from 1: an erased name makes a version of its own that no step tells of.
    """

    number: int
    kind: StepKind
    at: datetime
    by: str | None
    changes: tuple[FieldChange, ...] = ()
    reason: str = ""


def steps_of(record: DealRecord) -> tuple[Step, ...]:
    """Return what was done to a deal, the newest first and the logging last."""
    versions = record.versions()
    first = versions[-1]
    steps = [_step(len(versions) - n, before, after) for n, (after, before) in enumerate(pairwise(versions))]
    return (*steps, Step(1, "logged", first.changed_at, first.deal().logged_by))


def changes_between(before: Deal, after: Deal, names: Iterable[str] = FIELDS) -> tuple[FieldChange, ...]:
    """Return the fields in which two versions of a deal differ, in the order of the form."""
    return tuple(
        FieldChange(
            name,
            label_of(name),
            _words(before, name),
            _words(after, name),
        )
        for name in names
        if getattr(before, name) != getattr(after, name)
    )


def _words(deal: Deal, name: str) -> str:
    return read_by(deal.visible_to) if name == "visible_to" else show_value(name, getattr(deal, name), deal.currency)


def _step(number: int, before: DealRecord, after: DealRecord) -> Step:
    if before.is_live and after.retraction is not None:
        return Step(number, "retracted", after.changed_at, after.changed_by, reason=after.retraction.reason)
    if after.is_live and not before.is_live:
        return Step(number, "restored", after.changed_at, after.changed_by)
    return Step(number, "edited", after.changed_at, after.changed_by, changes_between(before.deal(), after.deal()))
