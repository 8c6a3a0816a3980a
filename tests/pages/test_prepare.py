"""Prepare: the brief in short, a situation, a sheet that nobody else sees, and what has passed untold."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase
from leverage.exports import deals_csv
from leverage.paper import brief_html, brief_markdown
from pages.ui import private_sheet
from tests.fakes import Clock
from tests.pages.conftest import shown
from tests.pages.test_table import press
from tests.situations.moments import SAID, nine_deals, two_thin_deals

Open = Callable[..., AppTest]
Write = Callable[..., Deal]
SECRET = "Zephyr-4711"


@pytest.fixture
def contoso(kb: KnowledgeBase) -> KnowledgeBase:
    """The pages' knowledge base with nine deals of one vendor and two thin ones of another."""
    kb.log_many([*nine_deals(), *two_thin_deals()])
    return kb


def field(at: AppTest, label: str) -> AppTest:
    """Return a field of the page by its label."""
    return next(each for each in [*at.text_input, *at.text_area] if each.label == label)


def test_the_brief_stands_there_in_short(page: Open, contoso: KnowledgeBase) -> None:
    """How much is recorded, tactics, terms, dates and gaps; no marker, since no deal stands on this page."""
    at = page("prepare.py", vendor="vendor-contoso")
    said = shown(at)
    for part in (
        "Evidence: High · 9 deals",
        "Built from 9 deals by 4 colleagues",
        "Worked",
        "Did not work",
        "Latest agreed",
        "Dates",
        "Ask about these",
    ):
        assert part in said, part
    assert "#deal-" not in "".join(part.value for part in at.markdown)


def test_a_situation_is_thought_through(page: Open, contoso: KnowledgeBase) -> None:
    """The same answer as at the table; what is typed stays out of the address."""
    at = page("prepare.py", vendor="vendor-contoso")
    field(at, "What may they say?").set_value(SAID).run()
    assert "From 5 of 9 Contoso deals that mention a price increase or a final offer" in shown(at)
    assert dict(at.query_params) == {"vendor": "vendor-contoso"}


def test_the_private_sheet_is_kept_by_the_session_alone(
    page: Open, contoso: KnowledgeBase, home: Path, cookie: str, caplog: pytest.LogCaptureFixture
) -> None:
    """What is typed there is in no file of the store, no export, no print, no address, no log, no other session."""
    at = page("prepare.py", vendor="vendor-contoso")
    assert private_sheet.KEPT_NOWHERE in shown(at)
    for label in ("Your target", "Your limit", "Your notes"):
        field(at, label).set_value(f"{SECRET} {label}")
    at.run()
    at.switch_page("vendors.py").run()
    at.switch_page("prepare.py")
    at.query_params["vendor"] = "vendor-contoso"
    at.run()
    assert field(at, "Your target").value == f"{SECRET} Your target"
    assert SECRET not in str(dict(at.query_params))
    assert SECRET not in caplog.text
    assert field(page("prepare.py", vendor="vendor-contoso"), "Your target").value == ""
    brief = contoso.brief("Contoso")
    taken = (
        deals_csv(contoso).decode(),
        brief_html(brief, printed=contoso.today()),
        brief_markdown(brief, printed=contoso.today()),
    )
    assert not any(SECRET in each for each in taken)
    files = [path for path in home.rglob("*") if path.is_file()]
    assert files
    assert not any(SECRET.encode() in path.read_bytes() for path in files)


def test_each_vendor_has_a_sheet_of_its_own_that_can_be_emptied(page: Open, contoso: KnowledgeBase) -> None:
    """What was noted for one vendor does not show for another, and one press empties it."""
    at = page("prepare.py", vendor="vendor-contoso")
    field(at, "Your limit").set_value(SECRET).run()
    at.selectbox[0].set_value("vendor-kestrel-analytics").run()
    assert field(at, "Your limit").value == ""
    at.selectbox[0].set_value("vendor-contoso").run()
    assert field(at, "Your limit").value == SECRET
    press(at, "Empty the sheet")
    assert field(at, "Your limit").value == ""


@pytest.mark.parametrize("script", ["prepare.py", "brief.py"])
def test_after_a_meeting_one_press_begins_to_tell(
    page: Open, kb: KnowledgeBase, deal: Write, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    """The day after, both pages say that nothing is logged since, and lead to the form; a deal ends it."""
    kb.log(deal(outcome="open", product="Azure", next_meeting="2026-12-01"))
    assert "nothing is logged since" not in shown(page(script, vendor="vendor-microsoft"))
    monkeypatch.setattr(kb, "_clock", Clock(datetime(2026, 12, 2, 9, tzinfo=UTC)))
    at = page(script, vendor="vendor-microsoft")
    assert "A meeting about Azure was noted for 1 Dec 2026, and nothing is logged since." in shown(at)
    at = press(at, "Log what happened")
    assert next(box for box in at.selectbox if box.label == "Vendor").value == "Microsoft"
    assert "Azure" in [box.value for box in [*at.selectbox, *at.text_input] if box.label == "Product"]
    assert [str(box.value) for box in at.date_input if box.label == "Deal date"] == ["2026-12-01"]
    kb.log(deal(deal_date="2026-12-01", product="Azure"))
    assert "nothing is logged since" not in shown(page(script, vendor="vendor-microsoft"))


def test_the_vendor_goes_along_between_the_pages_of_a_meeting(page: Open, contoso: KnowledgeBase) -> None:
    """Whoever turns from one page about a vendor to the other need not pick it again, and the address tells it."""
    at = page("prepare.py", vendor="vendor-contoso")
    at.query_params.clear()
    at.switch_page("table.py").run()
    assert at.selectbox[0].value == "vendor-contoso"
    assert dict(at.query_params)["vendor"] == "vendor-contoso"


def test_an_unknown_vendor_and_an_empty_store_lead_on(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Without a vendor the page says what it does."""
    assert "No deals yet" in shown(page("prepare.py"))
    kb.log(deal())
    assert "Pick the vendor you meet" in shown(page("prepare.py"))
    assert "Nothing is recorded about “Nobody”" in shown(page("prepare.py", vendor="Nobody"))
