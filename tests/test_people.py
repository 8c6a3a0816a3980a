"""People and departments under several spellings: merged, undone, left; lists and briefs follow at once."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase, LeverageError, erasure, people
from leverage.blotting import FORMER
from leverage.briefing import write_sheet
from leverage.people import alike
from tests.test_erasing import files_with

Open = Callable[..., KnowledgeBase]
Write = Callable[..., Deal]


@pytest.fixture
def staff(kb: KnowledgeBase, deal: Write) -> KnowledgeBase:
    """Three deals with Microsoft, by Priya Nair twice under two spellings, and by Tom."""
    kb.log(deal(logged_by="P. Nair", department="IT", deal_date="2026-01-05"))
    kb.log(deal(logged_by="Priya Nair", department="Information Technology", deal_date="2026-02-05", product="Azure"))
    kb.log(deal(logged_by="Tom Becker", department="Sales Ops", deal_date="2025-02-05", product="Teams"))
    return kb


def contributors(kb: KnowledgeBase) -> dict[str, int]:
    """Return who contributed how much, and make sure that index and banks agree."""
    assert kb.check() == []
    return {each.name: each.deals for each in kb.brief("Microsoft").contributors}


@pytest.mark.parametrize("kind", ["Department", "departments", "", None])
def test_a_kind_that_there_is_not_is_refused(staff: KnowledgeBase, kind: Any) -> None:
    """It would be merged as people are, and stand in the book of names without leading anywhere."""
    with pytest.raises(LeverageError, match=r"is no kind of name\. Write one of person, department"):
        people.merge(staff, kind, "IT", "Information Technology")
    assert people.book(staff).changes == ()


def test_two_spellings_become_one_person_everywhere_and_are_told_apart_again(staff: KnowledgeBase, open_kb: Open) -> None:
    """Brief, list of vendors, pick lists and counts follow; deals keep the name as written; a rebuild changes nothing."""
    assert contributors(staff) == {"Priya Nair": 1, "P. Nair": 1, "Tom Becker": 1}
    change = people.merge(staff, "person", "P. Nair", "Priya Nair", by="Ann")
    people.merge(staff, "department", "IT", "Information Technology")
    staff.close()
    kb = open_kb()
    for _ in range(2):
        assert contributors(kb) == {"Priya Nair": 2, "Tom Becker": 1}
        assert kb.people() == ["Priya Nair", "Tom Becker"]
        assert kb.vendors()[0].contributors == ("Priya Nair", "Tom Becker")
        assert kb.departments() == ["Information Technology", "Sales Ops"]
        assert kb.count(department="IT") == kb.count(department="information technology") == 2
        assert {each.logged_by for each in kb.deals("Microsoft")} == {"P. Nair", "Priya Nair", "Tom Becker"}
        kb.rebuild_index()
    people.undo(kb, change.id)
    assert contributors(kb) == {"Priya Nair": 1, "P. Nair": 1, "Tom Becker": 1}
    with pytest.raises(LeverageError, match="undone already"):
        people.undo(kb, change.id)


def test_names_follow_through_several_merges_and_back(kb: KnowledgeBase, deal: Write) -> None:
    """What led to a merged name leads on; the later merge has to be undone first."""
    for name in ("Ann Lee", "A. Lee", "Anne Lee"):
        kb.log(deal(logged_by=name))
    first = people.merge(kb, "person", "A. Lee", "Ann Lee")
    second = people.merge(kb, "person", "Ann Lee", "Anne Lee")
    assert contributors(kb) == {"Anne Lee": 3}
    with pytest.raises(LeverageError, match="Undo that first"):
        people.undo(kb, first.id)
    people.undo(kb, second.id)
    assert contributors(kb) == {"Ann Lee": 2, "Anne Lee": 1}
    people.undo(kb, first.id)
    assert len(contributors(kb)) == 3
    people.merge(kb, "person", "Anne Lee", "Ann Lee")
    assert contributors(kb) == {"Ann Lee": 2, "A. Lee": 1}


def test_who_has_left_is_not_the_one_to_ask(staff: KnowledgeBase) -> None:
    """Their deals stay and are marked; when everybody has left, the brief says so."""
    assert staff.brief("Microsoft").whom_to_ask[0].name == "Priya Nair"
    people.set_left(staff, "Priya Nair", has_left=True)
    brief = staff.brief("Microsoft")
    assert [each.name for each in brief.whom_to_ask] == ["P. Nair", "Tom Becker"]
    assert {each.name: each.has_left for each in brief.contributors}["Priya Nair"]
    people.merge(staff, "person", "P. Nair", "Priya Nair")
    people.set_left(staff, "Tom Becker", has_left=True)
    brief = staff.brief("Microsoft")
    assert brief.whom_to_ask == ()
    assert "Everyone who logged these deals has left." in brief.cautions
    assert "has left" in str(write_sheet(brief).contributors)
    people.set_left(staff, "P. Nair", has_left=False)
    assert [each.name for each in staff.brief("Microsoft").whom_to_ask] == ["Priya Nair"]


def test_who_lost_their_name_is_nobody_to_ask_and_no_name_to_give(kb: KnowledgeBase, deal: Write) -> None:
    """Whether or not they were marked as having left; “a former colleague” may be several people, so nobody becomes it."""
    kb.log(deal(logged_by="Jonas Weber", deal_date="2026-05-01"))
    kb.log(deal(logged_by="Tom Becker", deal_date="2026-04-01"))
    people.set_left(kb, "Jonas Weber", has_left=True)
    erasure.erase_person(kb, "Jonas Weber")
    brief = kb.brief("Microsoft")
    assert [each.name for each in brief.whom_to_ask] == ["Tom Becker"]
    assert people.known(kb) == ["Tom Becker"]
    assert "has left" not in str(write_sheet(brief).contributors)
    for change in (
        lambda: people.merge(kb, "person", "Tom Becker", FORMER),
        lambda: people.merge(kb, "person", FORMER, "Tom Becker"),
        lambda: people.set_left(kb, FORMER, has_left=False),
    ):
        with pytest.raises(LeverageError, match="whose name was erased"):
            change()
    people.set_left(kb, "Tom Becker", has_left=True)
    assert "Everyone who logged these deals has left." in kb.brief("Microsoft").cautions


def test_who_marked_whom_is_kept_and_goes_with_a_name(staff: KnowledgeBase, store: Path, open_kb: Open) -> None:
    """Each mark has its day and its person; the name of an erased person is in none, and in no change by them either."""
    people.set_left(staff, "Tom Becker", has_left=True, by="Priya Nair")
    people.set_left(staff, "Tom Becker", has_left=False, by="Ann Lee")
    people.merge(staff, "department", "IT", "Information Technology", by="Priya Nair")
    assert [(mark.name, mark.has_left, mark.by) for mark in people.book(staff).marks] == [
        ("Tom Becker", True, "Priya Nair"),
        ("Tom Becker", False, "Ann Lee"),
    ]
    erasure.erase_person(staff, "Priya Nair")
    assert [mark.by for mark in people.book(staff).marks] == [FORMER, "Ann Lee"]
    assert files_with(store, "priya nair") == []
    staff.close()
    assert len(people.book(open_kb()).marks) == 2


def test_a_new_name_that_may_be_a_known_person_is_told(staff: KnowledgeBase) -> None:
    """Initials and slips are seen as the name is given; a known spelling raises no question."""
    assert [(each.other, each.reason) for each in people.like(staff, "T. Becker")] == [("Tom Becker", "initial and full name")]
    assert [each.reason for each in people.like(staff, "Tom Bekcer")] == ["spelling"]
    assert people.like(staff, "Priya Nair") == []
    assert people.like(staff, "Zoë Quill") == people.like(staff, " ") == []


def test_who_has_left_has_left_under_a_fuller_name_too(staff: KnowledgeBase) -> None:
    """The mark follows a merge into another spelling, in the brief as well, and goes back with its undoing."""
    people.set_left(staff, "P. Nair", has_left=True)
    change = people.merge(staff, "person", "P. Nair", "Priya Nair")
    assert people.book(staff).has_left("Priya Nair")
    assert people.book(staff).has_left("p. nair")
    assert [each.name for each in staff.brief("Microsoft").whom_to_ask] == ["Tom Becker"]
    people.undo(staff, change.id)
    assert people.book(staff).has_left("P. Nair")
    assert not people.book(staff).has_left("Priya Nair")
    people.merge(staff, "person", "P. Nair", "Priya Nair")
    people.set_left(staff, "Priya Nair", has_left=False)
    assert not people.book(staff).has_left("P. Nair")


@pytest.mark.parametrize(
    ("kind", "one", "other", "is_alike"),
    [
        ("person", "J. Weber", "Jonas Weber", True),
        ("person", "Weber, Jonas", "Jonas Weber", True),
        ("person", "Jonas K. Weber", "Jonas Weber", True),
        ("person", "Jonas Webber", "Jonas Weber", True),
        ("person", "Zoe Quill", "Zoë Quill", True),
        ("person", "Julia Weber", "Jonas Weber", False),
        ("person", "J. Weber", "Karl Weber", False),
        ("person", "Weber", "Jonas Weber", False),
        ("person", "Li", "Lu", False),
        ("department", "Sales Ops", "Sales Operations", True),
        ("department", "HR", "Human Resources", True),
        ("department", "Procurment", "Procurement", True),
        ("department", "Sales", "Finance", False),
        ("department", "IT", "ITSM", False),
    ],
)
def test_names_that_may_be_one_are_pointed_out(kind: people.Kind, one: str, other: str, is_alike: bool) -> None:
    """Initials, slips, order and short forms; a common family name alone is no reason."""
    assert bool(alike(kind, [one, other])) is is_alike


def test_blank_and_equal_names_are_refused(staff: KnowledgeBase) -> None:
    """Each with a sentence."""
    for from_, into in ((" ", "Tom Becker"), ("Tom Becker", ""), ("tom  becker", "Tom Becker")):
        with pytest.raises(LeverageError, match=r"\.$"):
            people.merge(staff, "person", from_, into)


def test_deals_are_counted_by_the_name_that_is_shown(staff: KnowledgeBase) -> None:
    """Each person and each department with its deals, those under merged spellings included, in the order of the names."""
    assert staff.deals_by_name("person") == {"P. Nair": 1, "Priya Nair": 1, "Tom Becker": 1}
    people.merge(staff, "person", "P. Nair", "Priya Nair")
    people.merge(staff, "department", "IT", "Information Technology")
    assert staff.deals_by_name("person") == {"Priya Nair": 2, "Tom Becker": 1}
    assert staff.deals_by_name("department") == {"Information Technology": 2, "Sales Ops": 1}
    assert list(staff.deals_by_name("person")) == staff.people()
