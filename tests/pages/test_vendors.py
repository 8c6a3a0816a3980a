"""The list of vendors."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase, directory
from leverage.agenda import next_to_decide
from leverage.errors import StoreUnavailable
from leverage.wording import show_day
from pages.ui import failures, vendor_list
from tests.pages.conftest import NASTY, microsoft, plain, shown

Open = Callable[..., AppTest]
Write = Callable[..., Deal]


def test_an_empty_store_offers_to_log_and_to_load_samples(page: Open) -> None:
    """With no deal there is one card with the ways on, and no search."""
    at = page()
    assert "No deals yet" in shown(at)
    assert [button.label for button in at.button] == [
        *("Log a deal", "Import a spreadsheet", "Load the sample deals", "Read notes and mails"),
    ]
    assert not at.text_input


def test_the_samples_fill_an_empty_store(page: Open, kb: KnowledgeBase) -> None:
    """One click loads the sample deals, and the vendors appear."""
    at = page()
    at.button[2].click().run(timeout=120)
    said = shown(at)
    assert kb.vendors()
    assert all(vendor.name in said for vendor in kb.vendors())


def test_a_vendor_shows_what_the_index_knows(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Name, confidence with its count, last deal, departments and that no date is near stand in one row."""
    kb.log_many(microsoft(deal))
    said = shown(page())
    for part in ("Microsoft", "No date within 120 days", "High · 7 deals", "14 Oct 2026", "IT, Procurement", "1 vendor"):
        assert part in said


@pytest.mark.parametrize(
    ("query", "found"),
    [("", 3), ("micro", 1), ("vendor-orbis", 1), ("FINANCE", 2), ("finance orbis", 1), ("zzz", 0)],
)
def test_search_goes_through_names_bank_ids_and_departments(
    page: Open, kb: KnowledgeBase, deal: Write, query: str, found: int
) -> None:
    """Every word of the search must be found; the address carries it."""
    kb.log(deal(vendor="Microsoft"))
    kb.log(deal(vendor="Orbis", department="Finance"))
    kb.log(deal(vendor="Vale", department="Finance"))
    said = shown(page(q=query))
    assert (f"{found} vendor" in said) if found else ("No vendor matches “zzz”" in said)


def test_clearing_the_search_brings_everything_back(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """The no-match card leads back to the list."""
    kb.log(deal())
    at = page(q="zzz")
    next(button for button in at.button if button.label == "Clear search").click().run()
    assert "1 vendor" in shown(at)


def test_the_order_is_by_date_by_name_by_last_deal_or_by_count(kb: KnowledgeBase, deal: Write) -> None:
    """Each order does what it says; equal ones go by name."""
    kb.log(deal(vendor="Aster", deal_date="2025-01-01"))
    kb.log(deal(vendor="birch", deal_date="2026-01-01"))
    kb.log(deal(vendor="Cedar", deal_date="2024-01-01"))
    kb.log(deal(vendor="Cedar", deal_date="2024-02-01"))
    vendors = kb.vendors()
    assert [vendor.name for vendor in vendor_list.matching(vendors, "", "name", {})] == ["Aster", "birch", "Cedar"]
    assert [vendor.name for vendor in vendor_list.matching(vendors, "", "last", {})] == ["birch", "Aster", "Cedar"]
    assert [vendor.name for vendor in vendor_list.matching(vendors, "", "most", {})] == ["Cedar", "Aster", "birch"]
    kb.log(deal(vendor="Cedar", deal_date="2026-01-01", end_date=kb.today(), auto_renews=False))
    days = next_to_decide(kb)
    assert [vendor.name for vendor in vendor_list.matching(vendors, "", "date", days)] == ["Cedar", "Aster", "birch"]


def test_flagged_vendors_come_first_where_they_are_asked_for(kb: KnowledgeBase, deal: Write) -> None:
    """And before others that have no date either."""
    for name in ("Aster", "Birch", "Cedar"):
        kb.log(deal(vendor=name))
    kb.log(deal(vendor="Birch", deal_date="2026-01-01", end_date=kb.today(), auto_renews=False))
    vendors, flags = kb.vendors(), {"vendor-cedar": 2}
    names = {
        order: [vendor.name for vendor in vendor_list.matching(vendors, "", order, next_to_decide(kb), flags)]
        for order in ("date", "flags")
    }
    assert names == {"date": ["Birch", "Cedar", "Aster"], "flags": ["Cedar", "Aster", "Birch"]}


def test_the_next_date_stands_in_the_row(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """The day by which to decide, with how far off it is."""
    kb.log(deal(deal_date="2025-01-02", end_date=kb.today(), auto_renews=False))
    said = shown(page())
    assert "Contract ends" in said
    assert f"{show_day(kb.today())}, today" in said


def test_more_than_fifty_vendors_come_in_pages(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """The first page holds fifty, the second the rest; a page that is none is the first."""
    kb.log_many([(deal(vendor=f"Vendor {n:02}"), None) for n in range(53)])
    first, second, odd = page(), page(page="2"), page(page="abc")
    assert len(first.get("page_link")) == 50
    assert len(second.get("page_link")) == 3
    assert "53 vendors" in shown(first)
    assert len(odd.get("page_link")) == 50
    shown(odd)


def test_hostile_names_are_shown_literally(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Markup in names and departments is text, and every sign of it is escaped."""
    kb.log(deal(vendor=NASTY, department="<b>IT</b> :tada:"))
    at = page()
    label = at.get("page_link")[0].proto.label
    assert plain(label) == NASTY
    assert r"\!\[x\]\(http" in label
    assert "<b>IT</b> :tada:" in shown(at)


def test_deals_that_wait_are_said(page: Open, kb: KnowledgeBase, deal: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the memory is away a logged deal is announced as kept on disk."""
    kb.log(deal(vendor="Orbis"))

    def away(*_: object) -> None:
        raise StoreUnavailable("The memory is away.")

    monkeypatch.setattr(kb._intake, "log", away)
    monkeypatch.setattr(kb._intake, "replay", lambda *_: False)
    assert kb.log(deal()).waiting
    assert "1 deal is kept on disk and goes in by itself when the memory is back." in shown(page())


def test_a_memory_that_is_being_read_is_not_called_empty(page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the index is rebuilt the page says so, and offers no samples."""
    monkeypatch.setattr(KnowledgeBase, "is_catching_up", True)
    at = page()
    assert "The memory is being read" in shown(at)
    assert [button.label for button in at.button] == ["Look again"]


def test_an_unexpected_failure_is_a_sentence(page: Open, kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that breaks says so without a traceback."""

    def broken(*_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(KnowledgeBase, "vendors", broken)
    at = page()
    assert [error.value for error in at.error] == [failures.UNEXPECTED]
    assert not at.exception


def test_a_failure_of_the_product_is_told_in_its_own_words(
    page: Open, kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A LeverageError is the sentence that a person reads."""

    def away(*_: object) -> None:
        raise StoreUnavailable("The memory can't be reached. Try again in a minute.")

    monkeypatch.setattr(KnowledgeBase, "vendors", away)
    assert "The memory can't be reached. Try again in a minute." in shown(page())


def test_missing_samples_are_a_sentence(page: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without its file the sample button says what is missing."""
    monkeypatch.setattr("pages.ui.samples.SAMPLES", tmp_path / "sample_deals.csv")
    at = page()
    at.button[2].click().run()
    assert "no file sample_deals.csv" in shown(at)


def test_what_could_not_go_in_is_shown_with_its_reason(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """A waiting change that is refused is not lost from sight."""
    change = kb._writer.change_of(deal(vendor="Broken & Sons"), None)
    kb._outbox.put(change)
    kb._outbox.set_aside(change, "It can't be read as a deal.")
    said = shown(page())
    assert "Broken & Sons, 2026-03-02: It can't be read as a deal." in said


def test_search_finds_a_vendor_by_another_of_its_names(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """The row shows the vendor as it is called, and nothing new."""
    kb.log(deal())
    kb.log(deal(vendor="Orbis"))
    directory.add_alias(kb, "Microsoft", "Redmond Software")
    at = page(q="redmond")
    assert at.text_input[0].placeholder == "Vendor, alias or department"
    said = shown(at)
    assert "1 vendor" in said
    assert "Microsoft" in said
    assert "Redmond" not in said


def test_a_search_without_a_match_offers_what_may_be_meant(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Each suggestion is a link to the brief, with its reason; the address of a brief offers them, too."""
    kb.log(deal(vendor="Microsoft Corp."))
    for at in (page(q="Mircosoft"), page("brief.py", vendor="Mircosoft")):
        said = shown(at)
        assert "Did you mean …?" in said
        assert "Almost the same spelling" in said
        assert any(link.proto.query_string == "vendor=vendor-microsoft-corp" for link in at.get("page_link"))
    assert "Did you mean" not in shown(page(q="zzzqqq"))


def test_the_head_of_a_brief_says_what_else_the_vendor_is_called(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Two names are joined in a sentence, many are cut short, none is no sentence."""
    kb.log(deal())
    assert "Also known as" not in shown(page("brief.py", vendor="Microsoft"))
    for alias in ("MSFT", "Redmond Software"):
        directory.add_alias(kb, "Microsoft", alias)
    assert "Also known as MSFT and Redmond Software." in shown(page("brief.py", vendor="Microsoft"))
    for n in range(6):
        directory.add_alias(kb, "Microsoft", f"M{n}")
    assert "M2 and 3 more names." in shown(page("brief.py", vendor="Microsoft"))


def test_where_every_deal_is_retracted_the_list_says_so(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """The list is not empty for want of deals: they can be reached and restored; the export says the same."""
    kb.retract(kb.log(deal(vendor="Orbis")).deal_id, "wrong")
    at = page()
    assert "No deal counts" in shown(at)
    assert "Orbis" in shown(at)
    assert "Load the sample deals" not in [button.label for button in at.button]
    assert "Every deal was retracted" in shown(page("export.py"))
