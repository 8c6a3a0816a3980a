"""Which memories a question is about: of a facet, a period, a department, an outcome or a product, exactly."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

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

    def passes(self, metadata: Mapping[str, Any], outcome: str | None, products: frozenset[str]) -> bool:
        """Say whether a memory passes, its deal having this outcome and being about these folded products."""
        if self.facet is not None and metadata.get("facet") != self.facet:
            return False
        if self.outcome is not None and outcome != self.outcome:
            return False
        if self.product is not None and fold(self.product) not in products:
            return False
        if self.department is not None:
            department = metadata.get("department")
            if not department or not self.same_department(department, self.department):
                return False
        if self.since is None and self.until is None:
            return True
        day = metadata.get("date")
        if not day:
            return False
        is_late_enough = self.since is None or day >= self.since.isoformat()
        return is_late_enough and (self.until is None or day <= self.until.isoformat())
