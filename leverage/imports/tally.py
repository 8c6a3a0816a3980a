"""The tally of an import: what becomes of every row of the file, so that the parts add up to the whole."""

from dataclasses import dataclass

from leverage.deals import LABELS
from leverage.imports.committing import ImportResult
from leverage.imports.planning import DEFAULTS, Plan
from leverage.imports.questions import Question
from leverage.imports.rows import NO_VENDOR, Skipped

_OPEN = "Answer the question"


@dataclass(frozen=True)
class Tally:
    """How many rows a file has, and what they are: each is counted in exactly one of the parts.

    `new` rows become deals, `existing` ones are in the store already, `waiting` ones hang on an open question, `skipped`
    ones are not taken, `reasons` saying why. `headings` are one row a sheet, `above` the filled rows on top of them.
    """

    new: int
    existing: int
    waiting: int
    skipped: int
    blank: int
    above: int
    headings: int
    reasons: tuple[Skipped, ...] = ()
    left_out: tuple[Skipped, ...] = ()

    @property
    def rows(self) -> int:
        """All rows of the file, or of the sheets that are read."""
        return self.new + self.existing + self.waiting + self.skipped + self.blank + self.above + self.headings


def tally(plan: Plan, result: ImportResult) -> Tally:
    """Return what becomes of every row of the file, as a preview, or the import itself, gives it."""
    reasons = tuple(each for each in result.skipped if not each.is_cell and not _waits(plan, each))
    skipped = len({(each.sheet, each.row) for each in reasons})
    data = len(plan.table.rows) + len(plan.table.left_out)
    return Tally(
        new=result.logged,
        existing=result.existing,
        waiting=max(data - result.logged - result.existing - skipped, 0),
        skipped=skipped,
        blank=plan.blank_rows,
        above=plan.table.above,
        headings=max(len(plan.table.read_sheets), 1) if plan.header_row else 0,
        reasons=reasons,
        left_out=tuple(each for each in result.skipped if each.is_cell),
    )


def _waits(plan: Plan, skipped: Skipped) -> bool:
    """Say whether a row is passed over only for want of an answer."""
    return skipped.reason != NO_VENDOR and any(_is_about(plan, question, skipped) for question in plan.needed)


def _is_about(plan: Plan, question: Question, skipped: Skipped) -> bool:
    if question.field not in LABELS:
        return False
    names = {LABELS[question.field], *(column.header for column in plan.columns if column.field == question.field)}
    if skipped.column not in names:
        return False
    if question.key in DEFAULTS or question.key.startswith("column:"):
        return not skipped.value.strip()
    return _OPEN in skipped.reason
