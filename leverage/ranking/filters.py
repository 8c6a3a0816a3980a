"""Which memories a question is about: of a facet, a period, a department, an outcome or a product, exactly."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from leverage.text import fold

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
