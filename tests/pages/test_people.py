"""People and departments: their spellings, who has left, and names made one."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase, erasure, people
from pages.ui import name_list
from tests.pages.conftest import NASTY, shown
from tests.pages.test_record import choose, labels, press

Open = Callable[..., AppTest]
Write = Callable[..., Deal]


@pytest.fixture
def staff(kb: KnowledgeBase, deal: Write) -> KnowledgeBase:
    """Priya Nair under two spellings, Tom Becker, and a department under two."""
    kb.log(deal(logged_by="P. Nair", department="Sales Ops", notes="a"))
    kb.log(deal(logged_by="Priya Nair", department="Sales Ops", notes="b"))
    kb.log(deal(logged_by="Priya Nair", department="Sales Operations", notes="c"))
    kb.log(deal(logged_by="Tom Becker", department="Legal", notes="d"))
    return kb


def test_with_no_deal_there_is_nobody(page: Open) -> None:
    """An empty store says so and offers to log a deal."""
    at = page("people.py")
    assert "Nobody yet" in shown(at)
    assert labels(at) == ["Log a deal"]


def test_everybody_is_listed_with_their_deals(page: Open, staff: KnowledgeBase) -> None:
    """People and departments with counts; without a name of one's own there is nothing to press but to say it."""
    at = page("people.py", person=False)
    said = shown(at)
    for part in ("Priya Nair, 2 deals", "P. Nair, 1 deal", "Tom Becker, 1 deal", "Sales Ops, 2 deals", "Legal, 1 deal"):
        assert part in said, part
    assert labels(at) == ["Say who you are"]
    assert not at.toggle


def test_a_pair_that_is_one_is_made_one_and_undone(page: Open, staff: KnowledgeBase) -> None:
    """The name without initials stays, the spelling stands under it, and everything can be taken back."""
    at = page("people.py")
    assert "Initial and full name. Both would read Priya Nair." in shown(at)
    press(at, "Same person")
    said = shown(at)
    assert "P. Nair is shown as Priya Nair now." in said
    assert "Also written P. Nair" in said
    assert "Priya Nair, 3 deals" in said
    assert "P. Nair was made Priya Nair." in said
    assert people.book(staff).changes[-1].by == "Priya Nair"
    press(at, "Undo")
    assert "P. Nair and Priya Nair are two again." in shown(at)
    assert staff.people() == ["P. Nair", "Priya Nair", "Tom Becker"]


def test_of_two_departments_the_one_used_more_stays(page: Open, staff: KnowledgeBase) -> None:
    """A short form that most deals carry is not made long."""
    at = page("people.py")
    assert "Both would read Sales Ops." in shown(at)
    press(at, "Same department")
    assert staff.departments() == ["Legal", "Sales Ops"]


def test_a_pair_called_different_is_hidden_for_the_session(page: Open, staff: KnowledgeBase) -> None:
    """Nothing is written; the pair can be shown again, and another session sees it."""
    at = page("people.py")
    press(at, "Different")
    press(at, "Different")
    assert "Both would read" not in shown(at)
    assert "2 pairs called different, until you come back." in shown(at)
    assert people.book(staff).changes == ()
    press(at, "Show again")
    assert "Both would read Priya Nair." in shown(at)
    assert "Both would read Priya Nair." in shown(page("people.py"))


def test_two_names_are_made_one_by_hand(page: Open, staff: KnowledgeBase) -> None:
    """Picked from the list, after a sentence that says what follows; the list of changes undoes it."""
    at = page("people.py")
    assert next(button for button in at.button if button.label == "Merge").disabled
    choose(at, "This name", "Tom Becker")
    choose(at, "Shown as", "Priya Nair")
    assert "The 1 deal under Tom Becker will be shown under Priya Nair." in shown(at)
    press(at, "Merge")
    assert staff.people() == ["P. Nair", "Priya Nair"]
    press(at, "Undo", last=True)
    assert staff.people() == ["P. Nair", "Priya Nair", "Tom Becker"]
    assert "Undone" in shown(at)


def test_a_name_can_be_put_right(page: Open, staff: KnowledgeBase) -> None:
    """A spelling that no deal has can be the one that is shown."""
    at = page("people.py")
    at.session_state["names.from.department.0"] = "Legal"
    at.session_state["names.into.department.0"] = "Legal and compliance"
    at.session_state["names.kind"] = "department"
    at.run()
    press(at, "Merge")
    said = shown(at)
    assert "Legal and compliance, 1 deal" in said
    assert "Also written Legal" in said


def test_a_change_that_another_stands_on_offers_no_undo(page: Open, staff: KnowledgeBase) -> None:
    """The later one has to be undone first."""
    people.merge(staff, "person", "P. Nair", "Priya Nair")
    people.merge(staff, "person", "Priya Nair", "Tom Becker")
    at = page("people.py")
    assert labels(at).count("Undo") == 1
    press(at, "Undo")
    assert staff.people() == ["Priya Nair", "Tom Becker"]


def test_who_has_left_is_marked_and_unmarked(page: Open, staff: KnowledgeBase) -> None:
    """The switch writes at once and says what follows; Undo takes it back."""
    at = page("people.py")
    at.toggle[2].set_value(True).run()
    assert "Tom Becker has left: the deals stay, and briefs name others to ask." in shown(at)
    assert people.book(staff).has_left("Tom Becker")
    assert "Tom Becker, 1 deal, has left" in shown(page("people.py", person=False))
    press(at, "Undo")
    assert not people.book(staff).has_left("Tom Becker")
    assert at.toggle[2].value is False


def test_many_people_are_searched_and_paged(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Fifty a page, and a search over all of them, further spellings included."""
    kb.log_many([(deal(logged_by=f"Person Number{n:03}x{n * 7919:08}"), None) for n in range(60)])
    at = page("people.py")
    assert len(at.toggle) == name_list.PER_PAGE
    next(box for box in at.text_input if box.label == "Search people").set_value("number055").run()
    assert len(at.toggle) == 1
    next(box for box in at.text_input if box.label == "Search people").set_value("zzz").run()
    assert "Nobody here is called “zzz”." in shown(at)


def test_hostile_names_are_shown_literally(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Names of people and departments can't become markup."""
    kb.log(deal(logged_by=NASTY, department=NASTY))
    kb.log(deal(logged_by="Tom", department="<b>Legal</b>", notes="x"))
    people.merge(kb, "person", "Tom", NASTY, by=NASTY)
    at = page("people.py")
    said = shown(at)
    assert said.count(NASTY) >= 4
    assert "<b>Legal</b>" in said
    at.toggle[0].set_value(True).run()
    assert f"{NASTY} has left" in shown(at)


def test_who_has_left_stands_under_changes(page: Open, staff: KnowledgeBase) -> None:
    """With who said so; and nobody marks a former colleague."""
    staff_left = page("people.py")
    next(each for each in staff_left.toggle if "tom becker" in each.key).set_value(True).run()
    assert "Tom Becker has left." in shown(staff_left)
    erasure.erase_person(staff, "Tom Becker")
    at = page("people.py")
    assert "a former colleague, 1 deal" in shown(at)
    assert not [each for each in at.toggle if "former" in each.key]
