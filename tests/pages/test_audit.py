"""The page of the audit trail: rows, filters, the check of the chain, and who may see any of it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase, directory
from leverage.access.person import Person
from pages.ui import audit_list, identity, text
from tests.audit.conftest import PRIYA, TOM, fill
from tests.pages.conftest import NASTY, shown
from tests.pages.test_record import choose, labels, press

Open = Callable[..., AppTest]
Write = Callable[..., Deal]


@pytest.fixture(autouse=True)
def admin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who may read the trail."""
    monkeypatch.setattr(identity, "person", lambda: PRIYA)


@pytest.fixture
def noted(kb: KnowledgeBase) -> KnowledgeBase:
    """A store of whose trail nothing else writes rows while a page is read."""
    fill(kb.trail, 4)
    kb.trail.note(None, "restore_deal", vendor="vendor-orbis", deal_ids=(f"d{n}" for n in range(70)), rows=70)
    return kb


def pick(at: AppTest, label: str, shown_as: str | None) -> None:
    """Pick what a box shows, as a person does, so that the page hears of it."""
    box = next(each for each in at.selectbox if each.label == label)
    box.select_index(None if shown_as is None else box.options.index(text.label(shown_as)))
    at.run()


def test_an_empty_trail_says_so(page: Open) -> None:
    """And what will stand there; there is nothing to filter, check or download."""
    at = page("audit.py")
    assert "Nothing noted yet" in shown(at)
    assert labels(at) == []
    assert not at.selectbox
    assert not at.get("download_button")


@pytest.mark.parametrize("role", ["reader", "contributor", "curator"])
def test_for_others_there_is_a_sentence_and_nothing_else(
    page: Open, noted: KnowledgeBase, monkeypatch: pytest.MonkeyPatch, role: str
) -> None:
    """It says which role it takes; Administration does not lead there."""
    assert "Audit trail" in shown(page("administration.py"))
    monkeypatch.setattr(identity, "person", lambda: Person("tom@example.com", "Legal", role))  # type: ignore[arg-type]
    at = page("audit.py")
    said = f"You may not read the audit trail: that takes the role admin, and yours is {role}. Ask an administrator."
    assert shown(at) == f"Audit trail\nNot with your role\n{said}"
    assert [button.label for button in at.button] == ["See all vendors"]
    assert not any([at.selectbox, at.get("download_button")])
    assert "Audit trail" not in shown(page("administration.py"))


def test_rows_tell_who_did_what(page: Open, noted: KnowledgeBase, deal: Write) -> None:
    """The newest first, with vendors by the name they have now and deals counted."""
    noted.log(deal(vendor="Acme"))
    said = shown(page("audit.py"))
    assert "6 rows" in said
    assert "Restored: vendor-orbis, 70 deals" in said
    assert "the machine itself, 29 Nov 2026 at " in said
    assert "70 rows" in said
    assert "Took a file: Acme, 1 deal" in said
    assert "Tom Becker (tom@example.com), 29 Nov 2026 at " in said
    assert said.index("Restored") < said.index("Took a file: Acme") < said.rindex("Logged: Acme")


def test_rows_are_narrowed_down_and_the_address_says_to_what(page: Open, noted: KnowledgeBase) -> None:
    """By person, act, vendor and days; no name stands in the address."""
    at = page("audit.py")
    who = noted.trail.rows(who=TOM.email)[0].who
    pick(at, "Person", "Tom Becker")
    assert "2 rows" in shown(at)
    assert at.query_params["who"] in (who, [who])
    pick(at, "What", "Logged")
    assert "Nothing is chosen" in shown(at)
    pick(at, "Person", None)
    assert "2 rows" in shown(at)
    assert "who" not in at.query_params
    pick(at, "Vendor", "vendor-orbis")
    assert "Nothing is chosen" in shown(at)
    assert at.query_params["act"] in ("log", ["log"])
    assert at.query_params["vendor"] in ("vendor-orbis", ["vendor-orbis"])


def test_an_address_leads_to_what_it_says(page: Open, noted: KnowledgeBase) -> None:
    """Its filters stand in the boxes; what it says wrongly is passed over."""
    at = page("audit.py", act="export", who="nobody", since="2026-11-29", until="x")
    assert "2 rows" in shown(at)
    assert "Nothing is chosen" in shown(page("audit.py", since="2026-11-30"))
    assert "Nothing is chosen" in shown(page("audit.py", until="2026-11-28"))
    assert "The first day is after the last. Swap them." in shown(page("audit.py", since="2026-11-30", until="2026-11-01"))


def test_a_merged_vendor_is_found_under_one_name(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Rows of before are of the vendor that the two are now."""
    kb.log(deal(vendor="Acme"))
    kb.log(deal(vendor="Acme Corp."))
    bank_ids = [vendor.bank_id for vendor in kb.vendors()]
    for bank_id in bank_ids:
        kb.trail.note(PRIYA, "log", vendor=bank_id)
    directory.merge(kb, "Acme Corp.", "Acme")
    at = page("audit.py")
    box = next(each for each in at.selectbox if each.label == "Vendor")
    assert box.options == ["Acme"]
    choose(at, "Vendor", bank_ids[0])
    assert f"{kb.trail.count(vendor=bank_ids)} rows" in shown(at)


def test_fifty_rows_make_a_page(page: Open, noted: KnowledgeBase) -> None:
    """The others are a page further."""
    fill(noted.trail, 60)
    at = page("audit.py")
    assert shown(at).count("vendor-acme, 1 deal") == audit_list.PER_PAGE
    at = page("audit.py", page="2")
    assert shown(at).count("vendor-acme, 1 deal") == 64 - audit_list.PER_PAGE


def test_the_chain_is_checked_on_a_press(page: Open, noted: KnowledgeBase, home: Path) -> None:
    """It says that all is well with the last hash, and else what is wrong."""
    at = page("audit.py")
    assert "The chain is whole" not in shown(at)
    press(at, "Check the chain")
    assert "The chain is whole: 5 rows." in shown(at)
    assert [each.value for each in at.code] == [noted.trail.rows(limit=1)[0].hash]
    (home / "audit" / "head.json").unlink()
    press(at, "Check again")
    said = shown(at)
    assert "1 finding" in said
    assert said.count("audit/head.json, which tells of the last row of the audit trail, is missing or can't be read.") == 2


def test_a_trail_that_is_gone_is_told_at_once(page: Open, kb: KnowledgeBase, home: Path) -> None:
    """Without any press."""
    fill(kb.trail, 1)
    for path in (home / "audit").glob("trail.sqlite3*"):
        path.unlink()
    said = shown(page("audit.py"))
    assert "The audit trail is gone" in said
    assert "Nothing noted yet" not in said


def test_a_damaged_trail_is_told(page: Open, home: Path) -> None:
    """In a sentence, not as a traceback."""
    (home / "audit").mkdir(parents=True)
    (home / "audit" / "trail.sqlite3").write_bytes(b"no database at all" * 99)
    assert "damaged or can't be read" in shown(page("audit.py"))


def test_a_file_is_made_when_it_is_asked_for(page: Open, noted: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing the page reads no more rows than it shows."""
    asked: list[object] = []
    monkeypatch.setattr(type(noted.trail), "csv", lambda *_, **filters: asked.append(filters) or iter(()))
    at = page("audit.py")
    (button,) = at.get("download_button")
    assert button.label == "Download CSV"
    assert asked == []


def test_nothing_that_is_noted_is_markup(page: Open, kb: KnowledgeBase) -> None:
    """Names, acts and details are shown as they are."""
    kb.trail.note(Person("eve@example.com", role="reader", name=NASTY[:100]), NASTY[:60], vendor=NASTY[:50], detail=NASTY[:80])
    said = shown(page("audit.py"))
    assert "<script>alert(1)</script> ![x](" in said
