"""The export page."""

from collections.abc import Callable
from datetime import date

from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase
from tests.pages.conftest import shown

Open = Callable[..., AppTest]
Write = Callable[..., Deal]


def test_with_no_deal_there_is_nothing_to_export(page: Open) -> None:
    """The page says so and offers to log one."""
    at = page("export.py")
    assert "No deals yet" in shown(at)
    assert not at.get("download_button")


def test_the_export_says_how_much_there_is(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """All deals are offered, and can be narrowed down by vendor, department and days."""
    kb.log(deal())
    kb.log(deal(vendor="Orbis", department="Finance"))
    at = page("export.py")
    assert "2 deals with 2 vendors" in shown(at)
    assert [box.label for box in at.selectbox] == ["Vendor", "Department", "File", "Table"]
    assert at.get("download_button")[0].label == "Download CSV"


def test_days_the_wrong_way_round_are_said(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Nothing empty is handed out for a period that can't be."""
    kb.log(deal())
    at = page("export.py")
    at.date_input[0].set_value(date(2026, 5, 1))
    at.date_input[1].set_value(date(2026, 4, 1))
    at.run()
    assert "The first day is after the last. Swap them." in shown(at)
    assert at.get("download_button")[0].proto.disabled


def test_a_table_is_told_before_it_is_taken(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Each table says what a row of it is."""
    kb.log(deal())
    at = page("export.py")
    assert "Leverage reads this table back to the same deals." in shown(at)
    at.selectbox[3].select("terms").run()
    assert "One row for each term" in shown(at)


def test_a_workbook_and_an_archive_hold_every_table(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """With either of them there is no table to pick; the button says what is downloaded."""
    kb.log(deal())
    at = page("export.py")
    for kind, label in ("xlsx", "Download Excel workbook"), ("zip", "Download ZIP"):
        at.selectbox[2].select(kind).run()
        assert at.selectbox[3].disabled
        assert "Deals, terms, tactics, events, reviews of flags, feedback and vendors, with a dictionary" in shown(at)
        (button,) = at.get("download_button")
        assert button.label == label


def test_retracted_deals_are_said_to_be_in_it(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """They are counted apart from the deals that count."""
    kb.log(deal())
    at = page("export.py")
    assert "1 deal chosen." in shown(at)
    at.checkbox[0].check().run()
    assert "1 deal chosen, and those retracted." in shown(at)
