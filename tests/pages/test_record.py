"""A vendor's record: names, notes, and merges, splits and new names that can be undone."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase, directory
from pages.ui import vendor_split
from tests.pages.conftest import NASTY, microsoft, shown

Open = Callable[..., AppTest]
Write = Callable[..., Deal]


@pytest.fixture
def two(kb: KnowledgeBase, deal: Write) -> KnowledgeBase:
    """Four deals with Microsoft about two products, and two with MSFT Ireland, one of them retracted."""
    kb.log_many(microsoft(deal, 4))
    kb.log(deal(vendor="MSFT Ireland", logged_by="Ann Lee", deal_date="2025-05-04"))
    wrong = kb.log(deal(vendor="MSFT Ireland", logged_by="Ann Lee", deal_date="2024-05-04"))
    kb.retract(wrong.deal_id, "Logged by mistake.")
    return kb


def press(at: AppTest, label: str, last: bool = False) -> AppTest:
    """Press a button by what it says."""
    [button for button in at.button if button.label == label][-1 if last else 0].click()
    return at.run()


def labels(at: AppTest) -> list[str]:
    """Return what the buttons say."""
    return [button.label for button in at.button]


def open_split(at: AppTest, name: str) -> AppTest:
    """Open the panel to split deals off, with the other vendor's name in it: AppTest types none into a box that is there."""
    at.session_state["split.name.vendor-microsoft"] = name
    return press(at, "Split off deals")


def choose(at: AppTest, label: str, value: Any) -> AppTest:
    """Pick one of the values in the box of this name."""
    box = next(each for each in at.selectbox if each.label == label)
    at.session_state[box.key] = value
    return at.run()


def test_without_a_vendor_the_page_leads_on(page: Open) -> None:
    """An address with no vendor, or one that nobody knows, says so and offers the list."""
    for vendor, said in (("", "Which vendor?"), ("Nobody", "Nothing is recorded about “Nobody”."), (" ", "Which vendor?")):
        at = page("record.py", vendor=vendor)
        assert said in shown(at)
        assert labels(at) == ["See all vendors"]


def test_one_reads_without_saying_who_one_is(page: Open, two: KnowledgeBase) -> None:
    """Names, notes and changes are there for everybody; what changes something asks for a name first."""
    directory.add_note(two, "Microsoft", "Fiscal year-end", "30 June", "their annual report", by="Ann Lee")
    at = page("record.py", person=False, vendor="vendor-microsoft")
    assert "Fiscal year-end" in shown(at)
    assert labels(at) == ["Say who you are"]
    press(at, "Say who you are")
    assert "Who is making changes?" in shown(at)
    at.session_state["person.name"], at.session_state["person.team"] = "Ann Lee", "IT"
    press(at, "Continue")
    assert "Changes are noted as made by Ann Lee, IT." in shown(at)
    assert "Merge into another vendor" in labels(at)


def test_names_are_added_removed_and_brought_back(page: Open, two: KnowledgeBase) -> None:
    """A name leads to the vendor once it is added; one of another vendor is refused in a sentence."""
    at = page("record.py", vendor="Microsoft")
    at.text_input[0].set_value("MSFT")
    press(at, "Add")
    assert "“MSFT” leads to Microsoft now." in shown(at)
    assert two.bank_id("msft") == "vendor-microsoft"
    press(at, "Undo")
    assert "“MSFT” is no longer a name of Microsoft." in shown(at)
    assert directory.record(two, "Microsoft").aliases == ()
    press(at, "Undo")
    press(at, "Remove")
    assert "No other name leads here." in shown(at)
    at.text_input[0].set_value("MSFT Ireland")
    press(at, "Add")
    assert "a vendor of its own. Merge the two." in shown(at)
    assert at.text_input[0].value == "MSFT Ireland"


def test_the_firm_that_owns_a_vendor_is_noted(page: Open, two: KnowledgeBase) -> None:
    """It is kept as it is picked, and taken back by Undo; no deal moves."""
    at = page("record.py", vendor="MSFT Ireland")
    next(box for box in at.selectbox if box.label == "Part of (the firm that owns it)").select("Microsoft").run()
    assert "MSFT Ireland is noted as part of Microsoft." in shown(at)
    assert directory.record(two, "MSFT Ireland").parent == "Microsoft"
    assert two.vendor("Microsoft").deal_count == 4  # type: ignore[union-attr]
    press(at, "Undo")
    assert directory.record(two, "MSFT Ireland").parent is None


def test_a_note_has_a_topic_a_text_and_a_source(page: Open, two: KnowledgeBase) -> None:
    """One without a source is not kept; one about the same topic takes the place of the one before, until undone."""
    directory.add_note(two, "Microsoft", "Fiscal year-end", "30 June", "their annual report", by="Ann Lee")
    at = page("record.py", vendor="Microsoft")
    press(at, "Add a note")
    choose(at, "About", "Fiscal year-end")
    assert "It takes the place of “30 June”." in shown(at)
    at.text_area[0].set_value("31 December")
    press(at, "Save note")
    assert "Say where this is from" in shown(at)
    assert at.text_area[0].value == "31 December"
    next(box for box in at.text_input if box.label == "Source").set_value("a call")
    press(at, "Save note")
    said = shown(at)
    assert "Noted about Microsoft: Fiscal year-end." in said
    assert "Source: a call." in said
    assert "30 June" not in said
    assert directory.record(two, "Microsoft").notes[0].noted_by == "Priya Nair"
    press(at, "Undo")
    assert "30 June" in shown(at)
    press(at, "Remove")
    assert directory.record(two, "Microsoft").notes == ()
    press(at, "Undo")
    assert "30 June" in shown(at)


def test_a_merge_is_shown_before_it_happens_and_undone_after(page: Open, two: KnowledgeBase) -> None:
    """How many deals move, whose, of which days and which names follow; the old address leads to the new vendor."""
    at = page("record.py", vendor="vendor-msft-ireland")
    press(at, "Merge into another vendor")
    assert next(button for button in at.button if button.label == "Merge").disabled
    choose(at, "The vendor that stays", "vendor-microsoft")
    said = shown(at)
    for part in (
        "1 deal and 1 retracted move to Microsoft, which then has 5 deals.",
        "Logged by Ann Lee, dated 4 May 2025.",
        "MSFT Ireland will lead to Microsoft, old links included.",
        "You can undo it.",
    ):
        assert part in said, part
    assert two.vendor("Microsoft").deal_count == 4  # type: ignore[union-attr]
    press(at, "Merge into Microsoft")
    said = shown(at)
    assert at.title[0].value == "Microsoft"
    assert at.query_params["vendor"] == "vendor-microsoft"
    assert "MSFT Ireland is now part of Microsoft, with 2 deals." in said
    assert "MSFT Ireland became part of Microsoft, with 2 deals." in said
    assert two.vendor("Microsoft").deal_count == 5  # type: ignore[union-attr]
    assert directory.record(two, "Microsoft").moves[-1].by == "Priya Nair"
    for old in ("vendor-msft-ireland", "MSFT Ireland"):
        assert "MSFT Ireland is now part of Microsoft." in shown(page("record.py", vendor=old))
    press(at, "Undo")
    assert "MSFT Ireland is a vendor of its own again, with 2 deals." in shown(at)
    assert "Undone" in shown(at)
    assert labels(at).count("Undo") == 0
    assert two.vendor("MSFT Ireland").deal_count == 1  # type: ignore[union-attr]


def test_a_vendor_none_of_whose_deals_counts_can_still_be_merged(page: Open, two: KnowledgeBase, deal: Write) -> None:
    """It is in no list, but its name leads to it: the page that refuses the name leads there, and there it is a choice."""
    wrong = two.log(deal(vendor="Nordhafen Software"))
    two.retract(wrong.deal_id, "wrong")
    at = page("record.py", vendor="Microsoft")
    at.text_input[0].set_value("Nordhafen Software")
    press(at, "Add")
    assert "a vendor of its own. Merge the two." in shown(at)
    assert "Names and notes of Nordhafen Software" in shown(at)
    press(at, "Merge into another vendor")
    choose(at, "The vendor that stays", "vendor-nordhafen-software")
    assert "4 deals move to Nordhafen Software" in shown(at)
    at = page("record.py", vendor="Nordhafen Software")
    press(at, "Merge into another vendor")
    choose(at, "The vendor that stays", "vendor-microsoft")
    press(at, "Merge into Microsoft")
    assert two.bank_id("Nordhafen Software") == "vendor-microsoft"


def test_what_stays_after_a_merge_is_undone_is_said(page: Open, two: KnowledgeBase, deal: Write) -> None:
    """Deals logged under the alias since are where they were logged: how many, with whom, and which they are."""
    merged = directory.merge(two, "MSFT Ireland", "Microsoft")
    for note in ("one", "two"):
        two.log(deal(vendor="MSFT Ireland", notes=note, deal_date="2026-11-02"))
    at = page("record.py", vendor="Microsoft")
    press(at, "Undo")
    said = "MSFT Ireland is a vendor of its own again, with 2 deals. 2 deals logged as MSFT Ireland since stay with Microsoft"
    assert f"{said}: split them off there." in shown(at)
    assert merged.source == two.bank_id("MSFT Ireland")
    at = open_split(page("record.py", vendor="Microsoft"), "MSFT Ireland")
    labelled = [box.label for box in at.checkbox]
    assert sum("logged as MSFT Ireland" in label for label in labelled) == 2
    assert shown(page("brief.py", vendor="Microsoft")).count("Logged as MSFT Ireland") == 2


def test_a_merge_is_undone_from_the_list_of_changes_too(page: Open, two: KnowledgeBase) -> None:
    """Whoever comes later finds who did it, when, and the way back."""
    directory.merge(two, "MSFT Ireland", "Microsoft", by="Ann Lee")
    at = page("record.py", vendor="vendor-msft-ireland")
    assert "29 Nov 2026, Ann Lee" in shown(at)
    assert "Remove" not in labels(at)  # the name leads here until the merge is undone
    press(at, "Undo")
    assert at.title[0].value == "MSFT Ireland"
    assert "3 deals" not in shown(at)
    assert two.vendor("MSFT Ireland").deal_count == 1  # type: ignore[union-attr]


def test_deals_are_split_off_by_product_or_one_by_one(page: Open, two: KnowledgeBase) -> None:
    """The picked ones move to a vendor that is typed, after a preview; Undo brings them back."""
    at = page("record.py", vendor="Microsoft")
    open_split(at, "Power Tools")
    assert at.checkbox[0].label == r"**14 Oct 2026** Azure\, Priya Nair\, Procurement\, agreed"
    choose(at, "Show only one product", "Power BI")
    press(at, "Pick all 2")
    choose(at, "Show only one product", None)
    at.checkbox[0].check().run()
    assert "3 of 4 deals picked" in shown(at)
    at.checkbox[0].uncheck().run()
    said = shown(at)
    for part in ("2 deals move to Power Tools, a new vendor.", "2 deals stay with Microsoft.", "Logged by Tom Becker"):
        assert part in said, part
    assert two.vendor("Power Tools") is None
    press(at, "Split off 2 deals")
    assert at.title[0].value == "Power Tools"
    assert "2 deals went from Microsoft to Power Tools." in shown(at)
    assert "2 deals split off from Microsoft to Power Tools." in shown(page("record.py", vendor="Microsoft"))
    assert {each.product for each in two.deals("Power Tools")} == {"Power BI"}
    press(at, "Undo")
    assert "2 deals went back from Power Tools to Microsoft." in shown(at)
    assert at.title[0].value == "Microsoft"
    assert two.vendor("Microsoft").deal_count == 4  # type: ignore[union-attr]


def test_a_split_that_can_not_be_is_refused_in_a_sentence(page: Open, two: KnowledgeBase) -> None:
    """The vendor's own name is no other vendor; the way out stays."""
    at = page("record.py", vendor="Microsoft")
    open_split(at, "microsoft")
    at.checkbox[0].check().run()
    assert "is a name of Microsoft itself" in shown(at)
    press(at, "Cancel")
    assert "Split off deals" in labels(at)


def test_a_deal_that_vanished_is_no_longer_picked(page: Open, two: KnowledgeBase) -> None:
    """What somebody erased meanwhile is not counted among the picked ones."""
    at = page("record.py", vendor="Microsoft")
    press(at, "Split off deals")
    press(at, "Pick all 4")
    two.forget(two.deals("Microsoft")[0].deal_id or "")
    assert "3 of 3 deals picked" in shown(at.run())


def test_many_deals_come_in_pages(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Fifty can be seen at once, and all can be picked at once."""
    kb.log_many([(deal(notes=f"{n}"), None) for n in range(53)])
    at = page("record.py", vendor="Microsoft")
    open_split(at, "Other")
    assert len(at.checkbox) == vendor_split.PER_PAGE
    press(at, "Pick all 53")
    assert "Nothing stays with Microsoft." in shown(at)


def test_a_new_name_is_given_and_taken_back(page: Open, two: KnowledgeBase) -> None:
    """The name before stays among the names; a name of another vendor is refused."""
    at = page("record.py", vendor="Microsoft")
    press(at, "Rename")
    at.text_input[0].set_value("MSFT Ireland").run()
    press(at, "Give it this name")
    assert "Merge the two." in shown(at)
    at.text_input[0].set_value("Microsoft Corporation").run()
    press(at, "Give it this name")
    assert at.title[0].value == "Microsoft Corporation"
    assert "Microsoft is Microsoft Corporation now." in shown(at)
    assert directory.record(two, "Microsoft").aliases == ("Microsoft",)
    press(at, "Undo", last=True)
    assert "Microsoft Corporation is Microsoft again." in shown(at)
    assert "Undone" in shown(at)


def test_what_was_said_is_put_away_on_another_page(page: Open, two: KnowledgeBase) -> None:
    """A sentence of what happened belongs to the page where it happened."""
    at = page("record.py", vendor="Microsoft")
    at.text_input[0].set_value("MSFT")
    press(at, "Add")
    at.switch_page("vendors.py").run()
    at.switch_page("record.py")
    at.query_params["vendor"] = "Microsoft"
    assert "“MSFT” leads to Microsoft now." not in shown(at.run())


def test_a_name_that_is_no_vendor_is_asked_about_before_it_leads_here(page: Open, two: KnowledgeBase) -> None:
    """Every deal logged as “various” would count for Microsoft: one more press, or another name takes the question back."""
    at = page("record.py", vendor="Microsoft")
    at.text_input[0].set_value("Various")
    press(at, "Add")
    assert "Is “Various” a vendor?" in shown(at)
    assert "would count for Microsoft" in shown(at)
    assert directory.record(two, "Microsoft").aliases == ()
    at.text_input[0].set_value("MSFT")
    press(at, "Add")
    assert directory.record(two, "Microsoft").aliases == ("MSFT",)
    assert "a vendor?" not in shown(at)
    at.text_input[0].set_value("n/a")
    press(at, "Add")
    press(at, "Add this name")
    assert "“n/a” leads to Microsoft now." in shown(at)
    assert "a vendor?" not in shown(at)


def test_a_new_name_that_is_no_vendor_is_asked_about(page: Open, two: KnowledgeBase) -> None:
    """Nothing is renamed before somebody says that it is one."""
    at = page("record.py", vendor="Microsoft")
    press(at, "Rename")
    at.text_input[0].set_value("see list of vendors").run()
    press(at, "Give it this name")
    assert "Is “see list of vendors” a vendor?" in shown(at)
    assert directory.record(two, "Microsoft").name == "Microsoft"
    at.text_input[0].set_value("Microsoft Corp").run()
    assert "a vendor?" not in shown(at)
    at.text_input[0].set_value("various").run()
    press(at, "Give it this name")
    press(at, "It is: rename")
    assert directory.record(two, "Microsoft").name == "various"


def test_a_split_to_what_is_no_vendor_is_asked_about(page: Open, two: KnowledgeBase) -> None:
    """No deal moves before somebody says that it is one."""
    at = page("record.py", vendor="Microsoft")
    open_split(at, "N/A")
    at.checkbox[0].check().run()
    press(at, "Split off 1 deal")
    assert "Is “N/A” a vendor?" in shown(at)
    assert two.vendor("Microsoft").deal_count == 4  # type: ignore[union-attr]
    press(at, "It is: split off")
    assert "1 deal went from Microsoft to N/A." in shown(at)
    assert two.vendor("N/A").deal_count == 1  # type: ignore[union-attr]


@contextmanager
def slow_merge(monkeypatch: pytest.MonkeyPatch, seconds: float) -> Iterator[list[int]]:
    """Let a merge take its time, and count how often it is begun."""
    begun: list[int] = []
    real = directory.merge

    def merge(*args: Any, **options: Any) -> Any:
        begun.append(1)
        time.sleep(seconds)
        return real(*args, **options)

    monkeypatch.setattr(directory, "merge", merge)
    yield begun


def test_a_merge_goes_on_when_the_page_is_left(page: Open, two: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that is cut short does not stop it, a second click does not begin it again, and its end is told."""
    with slow_merge(monkeypatch, 2) as begun:
        at = page("record.py", vendor="vendor-msft-ireland")
        press(at, "Merge into another vendor")
        choose(at, "The vendor that stays", "vendor-microsoft")
        button = next(each for each in at.button if each.label == "Merge into Microsoft")
        with pytest.raises(RuntimeError):
            button.click().run(timeout=0.7)
        at.run()
        assert "MSFT Ireland is now part of Microsoft, with 2 deals." in shown(at)
    assert begun == [1]


def test_a_merge_that_fails_is_told(page: Open, two: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the package refuses is read as its sentence, and nothing has moved."""
    at = page("record.py", vendor="vendor-msft-ireland")
    press(at, "Merge into another vendor")
    choose(at, "The vendor that stays", "vendor-microsoft")
    directory.merge(two, "MSFT Ireland", "Microsoft")
    press(at, "Merge into Microsoft")
    assert "are one vendor already" in shown(at) or "MSFT Ireland is now part of Microsoft." in shown(at)
    assert two.vendor("Microsoft").deal_count == 5  # type: ignore[union-attr]


def test_hostile_text_is_shown_literally(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Names, notes and people can't become markup anywhere on the page."""
    kb.log(deal(vendor=NASTY, logged_by=NASTY, department=NASTY, product=NASTY))
    kb.log(deal(vendor="Acme"))
    directory.add_alias(kb, NASTY, f"{NASTY} two")
    directory.add_note(kb, NASTY, NASTY, NASTY, NASTY, by=NASTY)
    directory.set_parent(kb, NASTY, f"{NASTY} owner")
    directory.merge(kb, "Acme", NASTY, by=NASTY)
    said = shown(page("record.py", vendor=NASTY))
    assert said.count(NASTY) > 6
    at = page("record.py", vendor=NASTY)
    at.session_state[f"split.name.{kb.bank_id(NASTY)}"] = f"{NASTY} three"
    press(at, "Split off deals")
    press(at, "Pick all 2")
    assert f"{NASTY} three" in shown(at)
