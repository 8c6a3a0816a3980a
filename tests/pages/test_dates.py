"""The dates beside the flags, the vendors that lie fallow, and following a vendor."""

from collections.abc import Callable
from datetime import timedelta

from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase, subscription
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
    kb.log(deal(vendor="Zeta", end_date=today + timedelta(days=90), auto_renews=True, notice_days=10))
    said = shown(page("watch.py"))
    assert said.index("Within 30 days") < said.index("Within 90 days")
    assert f"{show_day(today + timedelta(days=20))}, in 20 days" in said
    assert "Contract ends. Priya Nair, IT" in said
    assert "Notice deadline; renews itself on " in said
    assert f"{NASTY}, Azure" in said


def test_dates_are_narrowed_to_a_person_or_a_department(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Picking one leaves only theirs; the page of one vendor shows only its own."""
    end = kb.today() + timedelta(days=9)
    kb.log(deal(vendor="Acme", end_date=end, auto_renews=False, logged_by="Ann", department="Legal"))
    kb.log(deal(vendor="Zeta", end_date=end, auto_renews=False, logged_by="Bob", department="IT"))
    at = page("watch.py")
    assert "Acme" in shown(at)
    next(box for box in at.selectbox if box.label == "Logged by").set_value("Bob").run()
    assert at.query_params["owner"] == "Bob"
    for shows in (at, page("watch.py", owner="Bob"), page("watch.py", department="IT"), page("watch.py", vendor="zeta")):
        assert "Contract ends. Bob, IT" in shown(shows)
        assert "Contract ends. Ann, Legal" not in shown(shows)
    at = page("watch.py", owner="Bob", department="Legal")
    assert "No date within 120 days here." in shown(at)
    assert "Only Bob, Legal." in shown(at)
    assert not at.get("download_button")
    press(at, "All dates")
    assert "Contract ends. Ann, Legal" in shown(at)


def test_an_unknown_vendor_is_said(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Neither other vendors' flags nor a word that no date is recorded."""
    kb.log(deal(end_date=kb.today(), auto_renews=False, signals=[("legal_threat", "See you in court.")]))
    said = shown(page("watch.py", vendor="nonsense"))
    assert "Nothing is recorded about “nonsense”" in said
    assert "See you in court." not in said
    assert "No date within" not in said


def test_what_passed_can_be_told_from_here(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """First of all, with the press that begins to tell it; a word says which days are not asked about."""
    kb.log(deal(vendor="Acme", deal_date="2026-01-02", outcome="open", next_meeting=kb.today()))
    kb._clock.now += timedelta(days=1)  # type: ignore[attr-defined]
    at = page("watch.py")
    said = shown(at)
    assert "Overdue" in said
    assert "Meeting; nothing is logged since. Priya Nair, IT" in said
    assert "A day that had passed when its deal was entered is not asked about." in said
    assert "Log what happened" in [button.label for button in at.button]


def test_an_end_that_is_not_known_is_asked_for(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """On Watch with whom to ask, and in the list of vendors in place of a word that there is no date."""
    kb.log(deal(deal_date="2025-01-02", product="P", end_date=kb.today() + timedelta(days=60), auto_renews=True))
    kb.log(deal(deal_date="2026-01-02", product="P", kind="renewal", logged_by="Bob"))
    said = shown(page("watch.py"))
    assert "Ask for the end date" in said
    assert "End date unknown since it was renewed in Jan 2026; before that it was" in said
    assert "Ask Bob, IT" in said
    said = shown(page())
    assert "End date unknown" in said
    assert "No date within" not in said


def test_what_two_deals_say_alike_stands_once(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """With a way to each of the two."""
    term = {"product": "P", "end_date": kb.today() + timedelta(days=60), "auto_renews": False}
    kb.log(deal(deal_date="2025-01-02", **term))
    kb.log(deal(deal_date="2025-03-02", kind="expansion", **term))
    said = shown(page("watch.py"))
    assert said.count("Contract ends. ") == 1
    assert "Also in the deal of 2 Jan 2025" in said


def test_a_new_address_is_asked_about_first(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """One press breaks nobody's calendar."""
    kb.log(deal(end_date=kb.today(), auto_renews=False))
    first = subscription.renew(kb)
    at = press(page("watch.py"), "Make a new address")
    assert subscription.key(kb) == first
    assert "stops working in every calendar that follows it, for everybody" in shown(at)
    press(at, "Replace the address")
    assert subscription.key(kb) != first


def test_a_vendor_that_lies_fallow_is_named(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """With the day of its last deal."""
    kb.log(deal(deal_date="2023-01-02"))
    assert "No deal for 46 months; the last one is of 2 Jan 2023." in shown(page("watch.py"))


def test_a_vendor_is_followed_with_one_press(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Whoever has not said who they are is asked first; a second press ends it."""
    kb.log(deal())
    at = press(page("brief.py", person=False, vendor="vendor-microsoft"), "Follow")
    assert "Who are you?" in shown(at)
    at = press(page("brief.py", vendor="vendor-microsoft"), "Follow")
    assert followed(kb, "Priya Nair") == ["vendor-microsoft"]
    press(at, "Following")
    assert followed(kb, "Priya Nair") == []
