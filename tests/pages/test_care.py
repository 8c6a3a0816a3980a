"""Care of the store: what waits, whether all is well, and what is erased for good."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase, browser_notes, erasure
from leverage.errors import StoreUnavailable
from tests.pages.conftest import NASTY, microsoft, shown
from tests.pages.test_record import choose, labels, press

Open = Callable[..., AppTest]
Write = Callable[..., Deal]


def pick_kind(at: AppTest, kind: str) -> AppTest:
    """Choose what to erase."""
    at.session_state["erase.kind"] = kind
    return at.run()


def confirm(at: AppTest, word: str) -> AppTest:
    """Type a word to confirm."""
    at.text_input[-1].set_value(word)
    return at.run()


def button(at: AppTest, label: str) -> bool:
    """Say whether a button can be pressed."""
    return not next(each for each in at.button if each.label == label).disabled


def test_an_empty_store_has_nothing_to_care_for(page: Open) -> None:
    """Nothing waits, all is well, and there is nothing to erase."""
    at = page("care.py")
    assert "Nothing waits: every change is in the memory." in shown(at)
    press(at, "Check")
    assert "All is well." in shown(at)
    assert "Repair" not in labels(at)


def test_what_waits_is_listed(page: Open, kb: KnowledgeBase, deal: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each change that is on disk only stands there with its vendor, what it is, when and by whom."""

    def away(*_: object) -> None:
        raise StoreUnavailable("The memory is away.")

    monkeypatch.setattr(kb._intake, "log", away)
    monkeypatch.setattr(kb._intake, "replay", lambda *_: False)
    assert kb.log(deal(vendor=NASTY)).waiting
    said = shown(page("care.py"))
    assert "1 change goes in by itself when the memory can be reached." in said
    assert f"{NASTY}, new deal, 29 Nov 2026, Priya Nair" in said


def test_what_was_set_aside_is_listed(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """A change that could not go in stands there with its reason."""
    change = kb._writer.change_of(deal(vendor="Broken & Sons"), None)
    kb._outbox.put(change)
    kb._outbox.set_aside(change, "It can't be read as a deal.")
    assert "Broken & Sons, 2026-03-02: It can't be read as a deal." in shown(page("care.py"))


def test_a_check_says_what_is_wrong_and_a_repair_puts_it_right(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """A deal that the index lost is found, and there again after the repair, which says what it did."""
    receipt = kb.log(deal())
    kb._index.remove_deals([receipt.deal_id])
    at = page("care.py")
    press(at, "Check")
    said = shown(at)
    assert "1 finding" in said
    assert "The deal with Microsoft of 2 Mar 2026, logged by Priya Nair, is" in said
    press(at, "Repair")
    assert "All is well." not in shown(at)
    assert "Done" in shown(at)
    assert kb.vendor("Microsoft").deal_count == 1  # type: ignore[union-attr]
    press(at, "Check again")
    assert "All is well." in shown(at)


def test_a_check_that_can_not_be_made_is_told(page: Open, kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    """The memory's own sentence is read."""

    def away(*_: object) -> None:
        raise StoreUnavailable("The memory can't be reached. Try again in a minute.")

    monkeypatch.setattr(KnowledgeBase, "check", away)
    at = page("care.py")
    press(at, "Check")
    assert "The memory can't be reached. Try again in a minute." in shown(at)
    assert "All is well." not in shown(at)


def test_a_deal_is_erased_by_its_link_after_a_typed_word(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """It is shown first, with what erasing means; nothing happens before the word is right."""
    receipt = kb.log(deal(product="Azure"))
    kb.edit(receipt.deal_id, deal(product="Azure", notes="better"), 1)
    kb.log(deal(product="Teams"))
    at = page("care.py", erase=receipt.deal_id)
    said = shown(at)
    for part in (
        "Microsoft, 2 Mar 2026, Azure, Priya Nair, IT, agreed.",
        "Its 1 earlier version goes along.",
        "Backups, exports and prints taken before are out of reach.",
        "It can't be undone.",
    ):
        assert part in said, part
    assert not button(confirm(at, "erase"), "Erase this deal")
    assert button(confirm(at, " ERASE "), "Erase this deal")
    press(at, "Erase this deal")
    said = shown(at)
    assert "The deal of 2 Mar 2026 with Microsoft is erased." in said
    assert "erase" not in at.query_params
    assert "Undo" not in labels(at)
    assert [each.product for each in kb.deals("Microsoft")] == ["Teams"]
    assert kb.record(receipt.deal_id) is None


def test_a_deal_that_is_not_there_can_not_be_erased(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """An old link says so and leads to the choice."""
    kb.log(deal())
    at = page("care.py", erase="no-such-deal")
    assert "The deal of this link is not in the memory." in shown(at)
    press(at, "Erase something else")
    assert "Erase what must not be kept." in shown(at)


def test_a_deal_is_picked_by_its_vendor(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Retracted deals can be erased, too."""
    wrong = kb.log(deal(product="Azure"))
    kb.log(deal(product="Teams"))
    kb.retract(wrong.deal_id, "Logged by mistake.")
    at = pick_kind(page("care.py"), "deal")
    choose(at, "Vendor", "vendor-microsoft")
    choose(at, "Deal", wrong.deal_id)
    assert "agreed, retracted." in shown(at)
    press(confirm(at, "ERASE"), "Erase this deal")
    assert kb.record(wrong.deal_id) is None
    assert at.selectbox[0].value is None


def test_a_vendor_is_erased_after_its_name_is_typed(page: Open, kb: KnowledgeBase, deal: Write, home: Path) -> None:
    """What goes is counted first; unsaved forms that name the vendor go along, others stay."""
    kb.log_many(microsoft(deal, 3))
    kb.log(deal(vendor="Acme"))
    drafts = keep_drafts(home, {"vendor": "microsoft"}, {"vendor": "Acme"}, {"notes": "cheaper than Microsoft."})
    at = pick_kind(page("care.py"), "vendor")
    choose(at, "Vendor", "Microsoft")
    assert "Microsoft goes, with 3 deals." in shown(at)
    assert not button(confirm(at, "microsoft"), "Erase Microsoft")
    press(confirm(at, "Microsoft"), "Erase Microsoft")
    assert "Microsoft is erased, with 3 deals." in shown(at)
    assert [vendor.name for vendor in kb.vendors()] == ["Acme"]
    assert ["draft" in json.loads(file.read_text()) for file in drafts] == [False, True, False]
    assert at.selectbox[0].value is None


def test_a_person_becomes_a_former_colleague(page: Open, kb: KnowledgeBase, deal: Write, home: Path) -> None:
    """Deals stay; the browser that remembers them, and this session, forget them."""
    kb.log(deal(notes="Priya Nair called them."))
    kb.log(deal(logged_by="Tom Becker", notes="Ask Priya Nair."))
    person, other = keep_drafts(home, {"vendor": "Acme"}, {"vendor": "Acme"})
    person.write_text(json.dumps({"person": {"name": "priya nair", "department": "IT"}, "draft": {"key": "k", "typed": {}}}))
    at = pick_kind(page("care.py"), "person")
    choose(at, "Person", "Priya Nair")
    said = shown(at)
    assert "Priya Nair becomes “a former colleague” everywhere" in said
    assert "They logged 1 deal and are named in 1 further deal." in said
    press(confirm(at, "Priya Nair"), "Erase Priya Nair")
    assert "Priya Nair is “a former colleague” everywhere now, in 2 deals." in shown(at)
    assert "Priya" not in str([each.to_json() for each in kb.deals("Microsoft")])
    assert "person" not in json.loads(person.read_text())
    assert "draft" in json.loads(other.read_text())
    assert "person" not in at.session_state


def test_what_an_erased_name_changes_and_what_stays_is_said_before(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Addresses made from the name change; deals where a single word of it stands are named, with a link each."""
    kb.log(deal(vendor="Jonas Weber Consulting", logged_by="Jonas Weber"))
    left = kb.log(deal(deal_date="2025-03-04", notes="Mr Weber said no."))
    at = page("care.py")
    at.session_state["erasing.0.person"] = "Jonas Weber"
    pick_kind(at, "person")
    said = shown(at)
    assert "The address of Jonas Weber Consulting is made from the name, too: it changes" in said
    assert f"“weber” in [Microsoft, 4 Mar 2025](deal?deal={left.deal_id})" in said
    press(confirm(at, "Jonas Weber"), "Erase Jonas Weber")
    assert kb.vendor("vendor-jonas-weber-consulting") is None
    assert kb.vendor("a former colleague Consulting") is not None


def test_a_word_that_is_typed_wrong_is_said(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Beside a button that stays grey stands what it waits for; while the word is being typed, nothing is said."""
    receipt = kb.log(deal())
    at = page("care.py", erase=receipt.deal_id)
    assert "capitals" not in shown(confirm(at, "ER"))
    assert "It has to read ERASE, capitals included." in shown(confirm(at, "erase"))
    assert "capitals" not in shown(confirm(at, "ERASE"))


def test_a_person_who_stands_nowhere_is_said(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """A name that stands nowhere has nothing to confirm."""
    kb.log(deal())
    at = page("care.py")
    at.session_state["erasing.0.person"] = "Nobody"
    pick_kind(at, "person")
    assert "stands nowhere" in shown(at)
    assert not at.text_input


def test_an_erasure_that_fails_erases_nothing_and_keeps_the_choice(
    page: Open, kb: KnowledgeBase, deal: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentence of the failure is read, and one can try again."""
    kb.log(deal())

    def away(*_: object, **__: object) -> None:
        raise StoreUnavailable("The memory can't be reached. Nothing was erased.")

    monkeypatch.setattr(erasure, "erase_vendor", away)
    at = pick_kind(page("care.py"), "vendor")
    choose(at, "Vendor", "Microsoft")
    press(confirm(at, "Microsoft"), "Erase Microsoft")
    assert "The memory can't be reached. Nothing was erased." in shown(at)
    assert at.selectbox[0].value == "Microsoft"


def test_nothing_is_erased_while_unsaved_forms_can_not_be_dropped(
    page: Open, kb: KnowledgeBase, deal: Write, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A form that would bring the vendor back goes first, or the erasure does not begin."""
    kb.log(deal())
    keep_drafts(home, {"vendor": "Microsoft"})

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(browser_notes, "write", full)
    at = pick_kind(page("care.py"), "vendor")
    choose(at, "Vendor", "Microsoft")
    press(confirm(at, "Microsoft"), "Erase Microsoft")
    assert "Nothing was erased: make room, try again." in shown(at)
    assert kb.vendor("Microsoft") is not None


def test_whether_the_files_are_clean_is_said(page: Open, kb: KnowledgeBase, deal: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it can't be shown that the text is gone from the files, the page does not say that it is."""
    kb.log(deal())
    monkeypatch.setattr(erasure, "erase_vendor", lambda *_, **__: erasure.Erased(1, False))
    at = pick_kind(page("care.py"), "vendor")
    choose(at, "Vendor", "Microsoft")
    press(confirm(at, "Microsoft"), "Erase Microsoft")
    assert "can't be shown here" in shown(at)
    assert "gone from the files, too" not in shown(at)


def test_hostile_names_are_shown_literally(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """A name full of markup is text, and can be typed to confirm."""
    kb.log(deal(vendor=NASTY, logged_by=NASTY, department=NASTY, product=NASTY))
    at = pick_kind(page("care.py"), "vendor")
    choose(at, "Vendor", NASTY)
    assert NASTY in shown(at)
    press(confirm(at, NASTY), next(each.label for each in at.button if each.label.startswith("Erase ")))
    assert not kb.vendors()
    assert f"{NASTY} is erased, with 1 deal." in shown(at)


@pytest.mark.parametrize(
    ("name", "note", "is_named"),
    [
        ("Ann Lee", {"notes": "ask ANN  LEE."}, True),
        ("Ann Lee", {"notes": "ask Joann Lee"}, False),
        ("Ann Lee", {"links": ["by Ann-Lee"]}, True),
        ("C", {"vendor": "C++"}, True),
        ("C", {"vendor": "Cisco"}, False),
        ("", {"vendor": "Cisco"}, False),
    ],
)
def test_a_note_names_somebody_in_whole_words(name: str, note: object, is_named: bool) -> None:
    """Case, spacing and hyphens make no difference; parts of longer words do not count."""
    assert browser_notes.mentions(note, [name]) is is_named


def test_unsaved_edits_that_name_an_erased_person_or_vendor_go(home: Path) -> None:
    """The form of a new deal is not the only one that a browser keeps; addresses and reversed names count, too."""
    (file,) = keep_drafts(home, {})
    edits = {"edit.a": {"typed": {"notes": "WEBER, JONAS"}}, "edit.b": {"typed": {"vendor": "Acme"}}, "edit.c": {"typed": {}}}
    file.write_text(json.dumps(edits))
    notes = browser_notes.BrowserNotes(file.parent)
    assert notes.forget_person(["Jonas Weber"]) == 1
    assert notes.forget_vendor(["acme"]) == 1
    assert list(json.loads(file.read_text())) == ["edit.c"]


def test_notes_that_can_not_be_read_are_passed_over(home: Path) -> None:
    """A damaged file of notes stops no erasure."""


def test_notes_that_can_not_be_read_go_with_a_person_and_stay_with_a_vendor(home: Path) -> None:
    """A damaged file of notes stops no erasure; whom it names can't be told, so it can't stay."""
    folder = home / "browsers"
    folder.mkdir(parents=True)
    (folder / "a.json").write_text("{")
    (folder / "b.json").write_text(json.dumps({"person": "odd", "draft": {"typed": {"contact": "Ann Lee"}}}))
    notes = browser_notes.BrowserNotes(folder)
    assert notes.forget_vendor(["Acme"]) == 0
    assert (folder / "a.json").exists()
    assert notes.forget_person(["Ann Lee"]) == 1
    assert not (folder / "a.json").exists()
    assert json.loads((folder / "b.json").read_text()) == {"person": "odd"}


def keep_drafts(home: Path, *drafts: object) -> list[Path]:
    """Keep unsaved forms as browsers do, one a browser."""
    folder = home / "browsers"
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"{n}.json" for n in range(len(drafts))]
    for file, typed in zip(files, drafts, strict=True):
        file.write_text(json.dumps({"draft": {"key": "k", "typed": typed}}))
    return files
