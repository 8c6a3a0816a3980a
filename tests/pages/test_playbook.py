"""The playbook under a brief: suggestions are confirmed, edited or dropped, and notes are written by hand."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase, playbook
from tests.pages.conftest import NASTY, shown
from tests.pages.test_log import press

Open = Callable[..., AppTest]
Write = Callable[..., Deal]

ASKED = "asked early"


@pytest.fixture
def bank_id(kb: KnowledgeBase, deal: Write) -> str:
    """Return the bank id of a vendor with one deal that teaches something."""
    return kb.log(deal(product="Azure", tactics=[(ASKED, "worked")])).bank_id


def test_a_suggestion_is_confirmed_and_taken_back(page: Open, kb: KnowledgeBase, bank_id: str) -> None:
    """One press puts it into the playbook under the person's name, Undo lets it wait again."""
    at = page("brief.py", vendor=bank_id)
    assert "No lesson is confirmed yet." in shown(at)
    assert f"“{ASKED}” worked" in shown(at)
    press(at, "Confirm")
    said = shown(at)
    assert f"“{ASKED}” worked: is in the playbook." in said
    assert "confirmed by Priya Nair, IT" in said
    assert "[1]" in said
    press(at, "Undo")
    assert "It is as it was." in shown(at)
    assert playbook.decided(kb, bank_id) == []


def test_a_suggestion_is_dropped(page: Open, kb: KnowledgeBase, bank_id: str) -> None:
    """It does not come again, unless that is undone."""
    at = press(page("brief.py", vendor=bank_id), "Drop")
    assert "dropped, and not suggested again." in shown(at)
    assert playbook.lessons(kb, bank_id) == []
    press(at, "Undo")
    assert len(playbook.lessons(kb, bank_id)) == 1


def test_a_suggestion_is_edited(page: Open, kb: KnowledgeBase, bank_id: str) -> None:
    """In a form of its own; what can't be taken is said, and the form stays with what was typed."""
    at = press(page("brief.py", vendor=bank_id), "Edit")
    (lesson,) = playbook.lessons(kb, bank_id)
    at.text_input(f"playbook.title.{lesson.id}").set_value(" ")
    press(at, "Confirm as edited")
    assert "The title is blank." in shown(at)
    at.text_input(f"playbook.title.{lesson.id}").set_value("Ask first")
    at.text_area(f"playbook.text.{lesson.id}").set_value(NASTY)
    press(at, "Confirm as edited")
    (done,) = playbook.leaves(kb, bank_id).page
    assert (done.heading, done.text) == ("Ask first", NASTY)
    assert NASTY in shown(at)
    assert not any("![x]" in part.value for part in at.markdown)


def test_a_lesson_is_taken_out_and_put_back(page: Open, kb: KnowledgeBase, bank_id: str) -> None:
    """Drop beside a confirmed lesson takes it out of the playbook, Undo brings back the very same."""
    (lesson,) = playbook.lessons(kb, bank_id)
    done = playbook.confirm(kb, bank_id, lesson.id, by="Ann")
    at = press(page("brief.py", vendor=bank_id), "Drop")
    assert "taken out" in shown(at)
    assert playbook.leaves(kb, bank_id).page == ()
    press(at, "Undo")
    (back,) = playbook.leaves(kb, bank_id).page
    assert (back.title, back.by, back.at) == (done.title, "Ann", done.at)


def test_a_confirmed_lesson_is_edited(page: Open, kb: KnowledgeBase, bank_id: str) -> None:
    """Beside it, in the same form; whoever is second is told, and Undo brings back the words of before."""
    (lesson,) = playbook.lessons(kb, bank_id)
    done = playbook.confirm(kb, bank_id, lesson.id, by="Ann")
    at = press(page("brief.py", vendor=bank_id), "Edit")
    at.text_input(f"playbook.title.{lesson.id}").set_value("Ask before March")
    press(at, "Save")
    (edited,) = playbook.leaves(kb, bank_id).page
    assert (edited.heading, edited.text, edited.by) == ("Ask before March", done.text, "Priya Nair")
    assert "Ask before March: saved." in shown(at)
    press(at, "Undo")
    (back,) = playbook.leaves(kb, bank_id).page
    assert (back.heading, back.by) == (done.heading, "Ann")
    press(at, "Edit")
    playbook.edit(kb, bank_id, lesson.id, by="Bo Ek", version=back.version, title="Theirs")
    at.text_input(f"playbook.title.{lesson.id}").set_value("Mine")
    press(at, "Save")
    assert "Bo Ek changed this lesson meanwhile. It says now: Theirs." in shown(at)
    press(at, "Save over it")
    (last,) = playbook.leaves(kb, bank_id).page
    assert (last.heading, last.by) == ("Mine", "Priya Nair")
    press(at, "Edit")
    at.text_input(f"playbook.title.{lesson.id}").set_value("Mine again")
    playbook.drop(kb, bank_id, lesson.id, by="Bo Ek", reason="Not true")
    press(at, "Save")
    assert "Somebody decided on this lesson meanwhile" in shown(at)
    assert any(each.value.startswith("Mine again\n") for each in at.code)
    press(at, "Put it away")
    assert not any("Mine again" in each.value for each in at.code)
    assert "Dropped by Bo Ek on 29 Nov 2026: “Not true”" in shown(at)
    press(at, "Suggest again")
    assert len(playbook.lessons(kb, bank_id)) == 1


def test_notes_are_written_by_hand(page: Open, kb: KnowledgeBase, bank_id: str) -> None:
    """They show literally; whoever is second is told who wrote meanwhile, and what they typed stays."""
    at = press(page("brief.py", vendor=bank_id), "Write notes by hand")
    at.text_area("playbook.notes.text").set_value("Mine.")
    playbook.write_notes(kb, bank_id, f"{NASTY}\n# Theirs", by="Tom Becker", version=0)
    press(at, "Save notes")
    assert "Tom Becker wrote the notes anew" in shown(at)
    assert "Tom Becker wrote meanwhile. The notes say now:" in shown(at)
    assert at.text_area("playbook.notes.text").value == "Mine."
    press(at, "Discard")
    assert NASTY in shown(at)
    press(at, "Edit the notes")
    assert at.text_area("playbook.notes.text").value == f"{NASTY}\n# Theirs"
    at.text_area("playbook.notes.text").set_value("Ours.")
    press(at, "Save notes")
    assert "The notes are saved." in shown(at)
    assert playbook.page(kb, bank_id).endswith(f"{playbook.END}\n\nOurs.\n")


def test_nobody_decides_without_a_name(page: Open, bank_id: str) -> None:
    """Whoever has not said who they are reads, and is asked first."""
    at = page("brief.py", person=False, vendor=bank_id)
    assert f"“{ASKED}” worked" in shown(at)
    assert not any(each.label in ("Confirm", "Drop") for each in at.button)
    press(at, "Say who you are to decide on lessons")
    assert "Who are you?" in shown(at)


def test_few_are_shown_and_the_rest_is_folded(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Three suggestions stand open; of the confirmed ones four, and what is archived is counted."""
    told = [(f"tried {n} {'and more ' * 6}", "failed") for n in range(40)]
    bank_id = kb.log(deal(tactics=told, outcome="no_deal")).bank_id
    for lesson in playbook.lessons(kb, bank_id)[:30]:
        playbook.confirm(kb, bank_id, lesson.id, by="Ann")
    leaves = playbook.leaves(kb, bank_id)
    at = page("brief.py", vendor=bank_id)
    labels = [each.label for each in at.expander]
    assert "7 more suggestions" in labels
    assert f"{len(leaves.page) - 4} earlier lessons" in labels
    assert f"{len(leaves.archive)} more in the archive" in labels
