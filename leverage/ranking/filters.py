"""Which memories a question is about: of a facet, a period, a department, an outcome or a product, exactly."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime

from leverage.errors import LeverageError
from leverage.text import fold
from leverage.wording import OUTCOMES, show_day

FACETS = ("summary", "price", "payment", "flexible", "firm", "tactic", "dates", "notes", "feedback", "event", "review")

Same = Callable[[str, str], bool]


def same_spelling(one: str, other: str) -> bool:
    """Say whether two names are one by their spelling alone."""
    return fold(one) == fold(other)


@dataclass(frozen=True)
class Filters:
    """What a memory must be; None passes everything.

    `since` and `until` are days and include themselves; a memory without a day is outside of every period.
    `outcome` is that of the memory's deal. `same_department` says when two spellings are one department.
    """

    facet: str | None = None
    since: date | None = None
    until: date | None = None
    department: str | None = None
    outcome: str | None = None
    product: str | None = None
    same_department: Same = same_spelling

    @property
    def is_open(self) -> bool:
        """Whether everything passes."""
        return all(each is None for each in (self.facet, self.since, self.until, self.department, self.outcome, self.product))

    def is_in_period(self, day: str) -> bool:
        """Say whether a day in ISO form is within the period; an empty one is not, unless there is no period."""
        if self.since is None and self.until is None:
            return True
        is_late_enough = self.since is None or day >= self.since.isoformat()
        return bool(day) and is_late_enough and (self.until is None or day <= self.until.isoformat())


def filters_of(
    *,
    facet: str | None = None,
    since: date | str | None = None,
    until: date | str | None = None,
    department: str | None = None,
    outcome: str | None = None,
    product: str | None = None,
    same_department: Same = same_spelling,
) -> Filters:
    """Return filters as they are asked for; a blank text is none, and a day may be told in ISO form.

    Raises LeverageError for one that can't be: a facet or an outcome that there is not, a period that ends before it
    begins, something that is no text or no day.
    """
    texts = {"facet": facet, "department": department, "outcome": outcome, "product": product}
    told = {name: _text(name, value) for name, value in texts.items()}
    for name, known in (("facet", FACETS), ("outcome", tuple(OUTCOMES))):
        if told[name] is not None and told[name] not in known:
            raise LeverageError(f"“{told[name]}” is no {name}. Give one of: {', '.join(known)}.")
    first, last = _day("since", since), _day("until", until)
    if first and last and last < first:
        raise LeverageError(f"The period ends on {show_day(last)}, before it begins on {show_day(first)}. Swap the two days.")
    return Filters(since=first, until=last, same_department=same_department, **told)


def _text(name: str, value: object) -> str | None:
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    if not isinstance(value, str):
        raise LeverageError(f"The {name} to look for is a text. Give it as one, or None for any.")
    return value.strip()


def _day(name: str, value: object) -> date | None:
    if value is None or value == "":
        return None
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    try:
        return date.fromisoformat(str(value).strip()) if isinstance(value, str) else _refuse_day(name)
    except ValueError:
        return _refuse_day(name)


def _refuse_day(name: str) -> date:
    raise LeverageError(f"The day after “{name}” can’t be read. Give a date, or one like 2026-03-02.")
