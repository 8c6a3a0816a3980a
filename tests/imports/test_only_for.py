"""Whom a row is for: what the form would refuse keeps the row out until it is repaired, and is never read as everyone."""

import pytest

from leverage import KnowledgeBase
from leverage.access.only_for import only_for
from leverage.imports import commit, plan, preview, tally
from leverage.text import Unclean

OWN = "vendor,deal_date,logged_by,department,outcome,visible_to\n"
OTHER = "Vendor,Date,Owner,Department,Outcome,Only for\n"
UNUSABLE = ["joe@corp", "Finance; joe@corp", "joe@corp; Finance", ";", "; ;", "@", "ann@corp.example bob@corp.example", "\u2060"]


def rows(head: str, cell: str) -> bytes:
    """Return a file with a row that is for `cell`, and one for everyone."""
    return (head + f'Acme,2025-11-03,Ann Lee,IT,agreed,"{cell}"\nBeta,2025-11-03,Ann Lee,IT,agreed,\n').encode()


@pytest.mark.parametrize("head", [OWN, OTHER])
@pytest.mark.parametrize("cell", [*UNUSABLE, "x" * 201])
def test_what_the_form_refuses_keeps_the_row_out(kb: KnowledgeBase, head: str, cell: str) -> None:
    """It is told with its row, its column and what stands there; the other rows go in."""
    planned = plan(rows(head, cell), "deals.csv", kb=kb)
    result = preview(kb, planned)
    (told,) = tally(planned, result).reasons
    assert (told.row, told.is_cell, result.logged) == (2, False, 1)
    assert told.column in ("visible_to", "Only for")
    assert told.reason.startswith("Only for ")
    commit(kb, planned)
    assert [each.name for each in kb.vendors()] == ["Beta"]


@pytest.mark.parametrize("cell", ["n/a", "None", "NaN"])
def test_a_word_for_nothing_is_no_leave_for_everyone(kb: KnowledgeBase, cell: str) -> None:
    """Nobody knows whether it means everyone or nobody, so a person says so."""
    commit(kb, planned := plan(rows(OTHER, cell), "deals.csv", kb=kb))
    assert "clear the cell where everyone may read it" in planned.rows[0].problems[0].reason
    assert [each.name for each in kb.vendors()] == ["Beta"]


@pytest.mark.parametrize(
    ("head", "cell", "kept"),
    [
        (OTHER, "Finance; Ann@Corp.Example", ("Finance", "ann@corp.example")),
        (OTHER, "ann@\u2060corp.\u2060example", ("ann@corp.example",)),
        (OWN, "Finance; Ann@Corp.Example", ("Finance", "Ann@Corp.Example")),
    ],
)
def test_what_the_form_takes_is_taken(kb: KnowledgeBase, head: str, cell: str, kept: tuple[str, ...]) -> None:
    """With addresses as they are compared; an export of ours keeps its spelling, so that it is known again."""
    commit(kb, plan(rows(head, cell), "deals.csv", kb=kb))
    assert kb.deals("Acme")[0].visible_to == kept
    assert preview(kb, plan(rows(head, cell), "deals.csv", kb=kb)).existing == 2


def test_the_check_says_what_to_write() -> None:
    """In the words of the form."""
    assert only_for([" Finance ", "", "ANN@corp.example"]) == ["Finance", "ann@corp.example"]
    with pytest.raises(Unclean, match=r"“joe@corp” is no address of e-mail: “corp” is no domain\. Write it like ann@corp"):
        only_for(["joe@corp"])
