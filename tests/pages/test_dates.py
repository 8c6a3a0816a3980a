"""The dates beside the flags, the vendors that lie fallow, and following a vendor."""

from collections.abc import Callable
from datetime import timedelta

from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase
from leverage.following import followed
from leverage.wording import show_day
from tests.pages.conftest import NASTY, shown
from tests.pages.test_table import press

Open = Callable[..., AppTest]
Write = Callable[..., Deal]


def test_no_dates_are_said(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """With what to do about it."""
    kb.log(deal())
    assert "No date within 120 days is recorded. Add an end date to a deal" in shown(page("watch.py"))


def test_the_next_dates_stand_in_groups(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """By how near they are, with vendor, product, what it is and who logged it; a nasty name stays text."""
    today = kb.today()
    kb.log(deal(vendor=NASTY, product="Azure", end_date=today + timedelta(days=20), auto_renews=False))
    kb.log(deal(vendor="Zeta", end_date=today + timedelta(days=90), auto_renews=True, notice_days=60))
    said = shown(page("watch.py"))
    assert said.index("Within 30 days") < said.index("Within 90 days")
    assert f"{show_day(today + timedelta(days=20))}, in 20 days" in said
    assert "Azure ends on" in said
    assert "60 days’ notice: it must arrive by" in said
    assert f"{NASTY}, Azure" in said


def test_dates_are_narrowed_to_a_person_or_a_department(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Picking one leaves only theirs; the page of one vendor shows only its own."""
    end = kb.today() + timedelta(days=9)
    kb.log(deal(vendor="Acme", end_date=end, auto_renews=False, logged_by="Ann", department="Legal"))
    kb.log(deal(vendor="Zeta", end_date=end, auto_renews=False, logged_by="Bob", department="IT"))
    at = page("watch.py")
    assert "Acme" in shown(at)
    next(box for box in at.selectbox if box.label == "Logged by").set_value("Bob").run()
    assert "Zeta" in shown(at)
    assert "Ann, Legal." not in shown(at)
    assert "Bob, IT." not in shown(page("watch.py", vendor="vendor-acme"))


def test_a_vendor_that_lies_fallow_is_named(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """With the day of its last deal."""
    kb.log(deal(deal_date="2023-01-02"))
    assert "Nothing was logged for 24 months; the last deal is of 2 Jan 2023." in shown(page("watch.py"))


def test_a_vendor_is_followed_with_one_press(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Whoever has not said who they are is asked first; a second press ends it."""
    kb.log(deal())
    at = press(page("brief.py", person=False, vendor="vendor-microsoft"), "Follow")
    assert "Who are you?" in shown(at)
    at = press(page("brief.py", vendor="vendor-microsoft"), "Follow")
    assert followed(kb, "Priya Nair") == ["vendor-microsoft"]
    press(at, "Following")
    assert followed(kb, "Priya Nair") == []
