"""How many rows become deals, wait or are skipped: one count from the first look to the import itself."""

from datetime import date

import pytest

from leverage import KnowledgeBase
from leverage.imports import Plan, Tally, commit, plan, preview, tally
from leverage.imports.questions import Given

HEAD = "Vendor,Date,Owner,Department,Outcome,Only for\n"
ANSWERS: dict[str, Given] = {"outcome:perhaps": "agreed", "department": "IT", "logged_by": "Ann Lee", "outcome": "open"}
# Each lacks what an answer gives, and has a fault that no answer mends.
NEVER = [
    "Acme,,Ann Lee,IT,perhaps,",  # no day
    "Acme,2031-01-01,Ann Lee,,agreed,",  # a day to come
    "Acme,2031-01-02,Ann Lee,IT,perhaps,",
    "Acme,soon,,IT,agreed,",
    "Acme,2025-11-03,Ann Lee,,agreed,joe@corp",
    ",2025-11-03,Ann Lee,,agreed,",
]
TAKEN = ["Beta,2025-11-04,Ann Lee,IT,perhaps,", "Beta,2025-11-05,,,agreed,", "Beta,2025-11-06,Ann Lee,IT,agreed,Finance"]


def look(kb: KnowledgeBase | None, rows: list[str], answers: dict[str, Given]) -> tuple[Plan, Tally]:
    """Return a plan, and what becomes of its rows as a preview tells it."""
    planned = plan((HEAD + "\n".join(rows) + "\n").encode(), "deals.csv", kb=kb, answers=answers, today=date(2026, 11, 29))
    return planned, tally(planned, preview(kb, planned))


@pytest.mark.parametrize("row", NEVER)
def test_a_row_that_no_answer_makes_a_deal_never_waits(row: str) -> None:
    """It is skipped at the first look as after all answers, with all that keeps it out."""
    for answers in ({}, ANSWERS):
        _, told = look(None, [row, *TAKEN], answers)
        assert (told.skipped, {each.row for each in told.reasons}) == (1, {2})
        assert told.new + told.waiting == len(TAKEN)


def test_preview_and_import_count_alike(kb: KnowledgeBase) -> None:
    """New, here already and skipped; a second time, too."""
    rows = [*NEVER, ",,,,,", *TAKEN, TAKEN[2]]
    _, before = look(kb, rows, {})
    assert (before.new, before.waiting, before.skipped, before.rows) == (1, 2, 7, 12)
    for new, existing in ((3, 0), (0, 3)):
        planned, seen = look(kb, rows, ANSWERS)
        result = tally(planned, commit(kb, planned))
        for told in (seen, result):
            assert (told.new, told.existing, told.waiting, told.skipped, told.rows) == (new, existing, 0, 7, 12)
