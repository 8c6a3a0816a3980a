"""What is a person's own stays theirs: drafts, the private sheet, questions, what calendars follow; also in one browser."""

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase, erasure, subscription
from leverage.access.person import Person
from leverage.browser_notes import WHOSE
from leverage.errors import NotAllowed
from pages.server.dates import dates_for
from pages.ui import browser, ending, identity
from tests.pages.conftest import shown
from tests.pages.test_log import fill, held, press
from tests.signing import claims

Open = Callable[..., AppTest]
Write = Callable[..., Deal]
SignIn = Callable[..., Path]
APP = "http://localhost:8501"
POLICY = """
[[rule]]
role = "contributor"
emails = ["bob@corp.example", "eve@corp.example"]

[[rule]]
role = "admin"
emails = ["ann@corp.example"]

[[department]]
name = "Finance"
emails = ["bob@corp.example"]

[[department]]
name = "IT"
domains = ["corp.example"]
"""


@pytest.fixture
def come(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Person]:
    """Let somebody come, by their name; who was there before is gone."""

    def now(name: str) -> Person:
        person = Person(f"{name.split()[0].lower()}@corp.example", "IT", "contributor", name)
        monkeypatch.setattr(identity, "person", lambda: person)
        return person

    return now


def test_a_draft_is_kept_for_its_person_alone(
    page: Open, kb: KnowledgeBase, deal: Write, cookie: str, come: Callable[[str], Person], home: Path
) -> None:
    """Of two people at one browser each finds their own; no address stands in the names of the files, or in them."""
    kb.log(deal())
    come("Ann Lee")
    at = page("log.py")
    at.text_area[0].set_value("Ann wrote this").run()
    come("Bob Ray")
    at = page("log.py")
    assert "What you had not saved is back." not in shown(at)
    assert not held(at, "notes")
    at.text_area[0].set_value("Bob wrote this").run()
    come("Ann Lee")
    assert held(page("log.py"), "notes") == "Ann wrote this"
    files = list((home / "browsers").iterdir())
    assert len(files) == 2
    assert not any("corp" in file.name or "corp" in file.read_text() for file in files)


def test_a_session_forgets_whoever_was_there_before(
    page: Open, kb: KnowledgeBase, deal: Write, come: Callable[[str], Person]
) -> None:
    """The form, the private sheet and the questions of one person are gone when another comes in the same session."""
    kb.log(deal())
    come("Ann Lee")
    at = page("prepare.py", vendor="vendor-microsoft")
    next(each for each in at.text_input if each.label == "Your target").set_value("17% off").run()
    at.switch_page("log.py").run()
    fill(at, notes="Ann wrote this")
    come("Bob Ray")
    at.session_state["person"] = {"name": "Bob Ray", "department": "IT"}
    at.run()
    assert "Ann wrote this" not in [each.value for each in at.text_area]
    at.switch_page("prepare.py")
    at.query_params["vendor"] = "vendor-microsoft"
    at.run()
    assert next(each for each in at.text_input if each.label == "Your target").value == ""


def test_what_is_still_typed_goes_to_nobody_else(
    cookie: str, come: Callable[[str], Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change that reaches the server once another has come is not kept as theirs, nor one after the sign-in ended."""
    come("Ann Lee")
    monkeypatch.setattr("pages.ui.session.is_of", lambda email: email == "ann@corp.example")
    assert browser.remember("draft", {"key": "k", "typed": {"notes": "mine"}})
    come("Bob Ray")
    assert not browser.remember("draft", {"key": "k", "typed": {"notes": "mine"}})
    assert browser.recall("draft") is None

    def ended() -> Person:
        raise NotAllowed("You were signed out.")

    monkeypatch.setattr(identity, "person", ended)
    assert browser.recall("draft") is None


def test_an_erased_person_leaves_no_note_and_no_key(
    kb: KnowledgeBase, deal: Write, cookie: str, come: Callable[[str], Person], home: Path
) -> None:
    """Found by the address, whatever stands in the note; those of others stay."""
    ann, bob = come("Ann Lee"), Person("bob@corp.example", "IT", "contributor", "Bob Ray")
    kb.view(ann).log(deal(logged_by="Ann Lee"))
    assert browser.remember("draft", {"key": "k", "typed": {"notes": "nothing of a name"}})
    come("Bob Ray")
    assert browser.remember("draft", {"key": "k", "typed": {"notes": "of Bob"}})
    keys = [subscription.renew(kb.view(each)) for each in (ann, bob)]
    erasure.erase_person(kb, "Ann Lee")
    kept = [json.loads(file.read_text()) for file in (home / "browsers").iterdir()]
    assert [each["draft"]["typed"]["notes"] for each in kept] == ["of Bob"]
    assert WHOSE in kept[0]
    assert [subscription.whose(kb, each) for each in keys] == [None, bob.email]


def test_a_calendar_follows_what_its_person_may_see_now(kb: KnowledgeBase, deal: Write, sign_in: SignIn) -> None:
    """By the policy as it is at each call; the machine's own address is good no more once people sign in."""
    days = {"deal_date": "2025-01-02", "end_date": kb.today(), "auto_renews": False}
    kb.log(deal(vendor="Acme", **days))
    kb.log(deal(vendor="Kestrel", visible_to=["Finance"], department="Finance", **days))
    of_machine = subscription.renew(kb)
    assert b"Kestrel" in (dates_for(of_machine, APP) or b"")
    bob, eve = (subscription.renew(kb.view(Person(f"{each}@corp.example"))) for each in ("bob", "eve"))
    assert dates_for(bob, APP) is None
    file = sign_in(POLICY)
    assert dates_for(of_machine, APP) is None
    assert b"Kestrel" in (dates_for(bob, APP) or b"")
    assert b"Kestrel" not in (dates_for(eve, APP) or b"Kestrel")
    assert b"Acme" in (dates_for(eve, APP) or b"")
    file.write_text(f'[[department]]\nname = "Legal"\ngroups = ["law"]\n\n{POLICY}', "utf-8")  # he may turn out to be of it
    assert b"Kestrel" not in (dates_for(bob, APP) or b"Kestrel")
    file.write_text(POLICY.replace("Finance", "Legal"), "utf-8")
    assert b"Kestrel" not in (dates_for(bob, APP) or b"Kestrel")
    file.write_text('default = "none"\n', "utf-8")
    assert dates_for(bob, APP) is None


def test_who_is_signed_out_everywhere_follows_no_dates(
    page: Open, kb: KnowledgeBase, deal: Write, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their calendars stop with their sign-ins, until they make a new address."""
    sign_in(POLICY)
    bob = subscription.renew(kb.view(Person("bob@corp.example")))
    admin = Person("ann@corp.example", role="admin")
    monkeypatch.setattr(ending, "knowledge", lambda: kb.view(admin))
    ending.end_sign_ins("Bob@corp.example")
    assert dates_for(bob, APP) is None


def test_each_makes_an_address_of_their_own(page: Open, kb: KnowledgeBase, deal: Write, come: Callable[[str], Person]) -> None:
    """Nobody reads another's on the page, and replacing one leaves the others alone."""
    kb.log(deal(end_date=kb.today(), auto_renews=False))
    ann = come("Ann Lee")
    press(page("watch.py"), "Make the address")
    of_ann = subscription.key(kb.view(ann))
    assert of_ann
    come("Bob Ray")
    at = page("watch.py")
    assert of_ann not in " ".join(each.value for each in at.code)
    said = shown(press(at, "Make the address"))
    assert "the dates of all vendors that you may read" in said
    assert subscription.key(kb.view(ann)) == of_ann


def test_a_deal_by_a_sign_in_is_entered_under_its_address(page: Open, kb: KnowledgeBase, deal: Write, sign_in: SignIn) -> None:
    """The whole way: the provider's claims, the policy's role and department, the deal's own record."""
    kb.log(deal())
    sign_in(POLICY)
    at = page("log.py", user=claims(sub="bob", email="bob@corp.example", name="Bob Ray", groups=[]))
    at = press(fill(at, vendor="Microsoft", outcome="agreed", deal_date=date(2026, 5, 4), visible_to=["Finance"]), "Save deal")
    assert "Read by Finance, whoever logged it, and admins." in shown(at)
    logged = next(each for each in kb.deals("Microsoft") if each.visible_to)
    assert (logged.logged_by, logged.logged_by_email, logged.department) == ("Bob Ray", "bob@corp.example", "Finance")
    eve = claims(sub="eve", email="eve@corp.example", name="Eve Moss", groups=[])
    said = shown(page("brief.py", user=eve, vendor="Microsoft"))
    assert "1 more is restricted to others" in said
    assert "Bob Ray" not in said
