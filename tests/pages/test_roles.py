"""What each role sees and does on the pages."""

from collections.abc import Callable
from datetime import date
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase, inbox
from leverage.access.person import Person, Role
from leverage.errors import TooMany
from leverage.exports import deals_csv
from leverage.inbox.files import pasted
from leverage.paper import brief_markdown
from leverage.savings import savings
from leverage.settings import load_settings
from pages.ui import identity, number_list, taking
from tests.pages.conftest import shown
from tests.pages.test_log import fill, held, press

Open = Callable[..., AppTest]
Write = Callable[..., Deal]
SignIn = Callable[..., Person]


@pytest.fixture
def sign_in(monkeypatch: pytest.MonkeyPatch) -> SignIn:
    """Let somebody be signed in, from now on."""

    def now(role: Role = "reader", name: str = "Rita Reed", department: str = "IT") -> Person:
        person = Person(f"{name.split()[0].lower()}@corp.example", department, role, name)
        monkeypatch.setattr(identity, "person", lambda: person)
        return person

    return now


def buttons(at: AppTest) -> list[str]:
    """Return what the buttons of a page say."""
    return [button.label for button in at.button]


def test_a_brief_says_how_many_deals_are_for_others(page: Open, kb: KnowledgeBase, deal: Write, sign_in: SignIn) -> None:
    """The number stands beside those it is built from, and nothing else of them stands anywhere."""
    kb.log(deal(notes="Plain"))
    kb.log(deal(deal_date="2026-11-20", visible_to=["Finance"], notes="Kestrel", department="Finance"))
    sign_in()
    said = shown(page("brief.py", vendor="Microsoft"))
    assert "Built from 1 deal by 1 colleague in IT, newest 2 Mar 2026; 1 more is restricted to others." in said
    assert "Kestrel" not in said
    assert "Finance" not in said
    sign_in(department="Finance")
    said = shown(page("brief.py", vendor="Microsoft"))
    assert "Built from 2 deals" in said
    assert "restricted to others" not in said


@pytest.mark.parametrize("role", ["reader", "contributor"])
def test_a_vendor_of_whom_all_is_for_others_is_as_one_never_heard_of(
    page: Open, kb: KnowledgeBase, deal: Write, sign_in: SignIn, role: Role
) -> None:
    """The same words and buttons, under its very name and under its id; the brief of the package is as empty."""
    bank_id = kb.log(deal(visible_to=["Finance"], notes="Kestrel", department="Finance", logged_by="Zoë Quill")).bank_id
    seen = kb.view(sign_in(role))
    for asked, unknown in (("Microsoft", "Micromush"), (bank_id, "vendor-micromush")):
        kept, never = page("brief.py", vendor=asked), page("brief.py", vendor=unknown)
        assert "Nothing is recorded about" in shown(kept)
        assert shown(kept).replace(asked, unknown) == shown(never)
        assert buttons(kept) == buttons(never)
        assert not any(word in shown(kept) for word in ("restricted", "Finance", "Kestrel", "Zoë", "2026"))
        mine, theirs = seen.brief(asked).to_dict(), seen.brief(unknown).to_dict()
        assert {name for name in mine if mine[name] != theirs[name]} <= {"vendor", "bank_id"}


def test_a_vendor_of_whom_only_retracted_deals_are_seen_tells_the_number(
    page: Open, kb: KnowledgeBase, deal: Write, sign_in: SignIn
) -> None:
    """Whoever may know the vendor reads how many of its deals are for others."""
    kb.retract(kb.log(deal(notes="Plain")).deal_id, "Twice.")
    kb.log(deal(visible_to=["Finance"], notes="Kestrel"))
    sign_in()
    said = shown(page("brief.py", vendor="Microsoft"))
    assert "1 deal is restricted to others." in said
    assert "Kestrel" not in said


def typed(at: AppTest, **values: Any) -> AppTest:
    """Fill the form of a deal with the least it needs, and these."""
    return fill(at, **{"vendor": "Microsoft", "deal_date": date(2026, 5, 4), "outcome": "agreed"} | values)


def test_a_deal_is_logged_for_a_department(page: Open, kb: KnowledgeBase, deal: Write, sign_in: SignIn) -> None:
    """The form says who will read it, the receipt and the deal's page whom it is for; others never see it."""
    kb.log(deal(department="Finance"))
    sign_in("contributor")
    at = page("log.py")
    assert "Everyone reads it." in shown(at)
    at = typed(at, visible_to=["Finance", "Ann@corp.example"])
    assert "Read by Finance or Ann@corp.example, whoever logged it, and admins." in shown(at)
    said = shown(press(at, "Save deal"))
    assert "Read by Finance or ann@corp.example, whoever logged it, and admins." in said
    assert "Every colleague can read it now." not in said
    row = next(each for each in kb.deals("Microsoft") if each.visible_to)
    assert row.visible_to == ("Finance", "ann@corp.example")
    assert row.logged_by_email is None or row.logged_by_email == "rita@corp.example"
    said = shown(page("deal.py", deal=row.deal_id))
    assert "Read by Finance or ann@corp.example, whoever logged it, and admins." in said
    assert "Nobody signs in here" not in said
    sign_in("contributor", "Otto Other")
    assert "No deal is known under this address" in shown(page("deal.py", deal=row.deal_id))


def test_a_slip_in_whom_a_deal_is_for_is_told_before_it_is_saved(
    page: Open, kb: KnowledgeBase, deal: Write, sign_in: SignIn
) -> None:
    """A department that nobody has may be a slip; an address that is none is refused, and nothing typed is lost."""
    kb.log(deal())
    sign_in("contributor")
    at = typed(page("log.py"), visible_to=["Finanse"])
    assert "No deal names the department “Finanse”." in shown(at)
    at = press(typed(at, visible_to=["ann@"], notes="Kept"), "Save deal")
    assert "Not saved. Check Only for above." in shown(at)
    assert "“ann@” is no address of e-mail: nothing stands behind the @." in shown(at)
    assert held(at, "notes") == "Kept"
    assert kb.count() == 1


def test_an_edit_says_who_reads_the_deal_afterwards(page: Open, kb: KnowledgeBase, deal: Write, sign_in: SignIn) -> None:
    """A curator who shuts themselves out reads so before, and what is opened to everyone is said, with its earlier versions."""
    deal_id = kb.log(deal(department="Finance")).deal_id
    curator = sign_in("curator")
    at = typed(page("log.py", edit=deal_id), visible_to=["Finance"])
    assert "Once this is saved you no longer see the deal" in shown(at)
    at = press(at, "Save changes")
    assert "You no longer see it." in shown(at)
    assert "Details and history" not in buttons(at)
    assert kb.view(curator).deal(deal_id) is None
    sign_in("curator", "Fay Finch", "Finance")
    at = page("log.py", edit=deal_id)
    assert "everyone reads the deal" not in shown(at)
    at = typed(at, visible_to=[])
    assert "Once this is saved everyone reads the deal, and all its earlier versions." in shown(at)
    press(at, "Save changes")
    assert kb.view(curator).deal(deal_id) is not None


def test_where_nobody_signs_in_a_restriction_only_waits(page: Open) -> None:
    """Whoever sits at the machine reads everything, and the form says so."""
    assert "whoever sits at this machine reads it" in shown(typed(page("log.py"), visible_to=["Finance"]))


def test_a_deal_is_logged_for_a_colleague(page: Open, kb: KnowledgeBase, deal: Write, sign_in: SignIn) -> None:
    """It stands under their name, the page says who entered it, and with their address they may change it."""
    kb.log(deal(logged_by="Tom Becker"))
    me = sign_in("contributor", "Priya Nair")
    at = press(page("log.py"), "For a colleague")
    assert "Not saved. Say who dealt, and in which department" in shown(press(typed(at, notes="Kept"), "Save deal"))
    at = press(typed(at, logged_by="Tom Becker", department="IT", logged_by_email="Tom@corp.example"), "Save deal")
    assert "Deal saved" in shown(at)
    record = next(each for _, each in [(row, r) for row, rs in kb.records() for r in rs] if each.entered_by)
    assert (record.deal().logged_by, record.deal().logged_by_email) == ("Tom Becker", "tom@corp.example")
    assert record.entered_by == me.email
    sign_in()
    said = shown(page("deal.py", deal=record.deal_id))
    assert "Logged by Tom Becker, IT, on 29 Nov 2026. Entered by Priya Nair." in said
    assert "Version 1, 29 Nov 2026, entered by Priya Nair for Tom Becker" in said
    assert "@corp.example" not in said
    tom = sign_in("contributor", "Tom Becker")
    assert kb.view(tom).may_change(record)
    kb.trail.forget("Priya Nair")
    assert "Entered by priya@corp.example." in shown(page("deal.py", deal=record.deal_id))


def test_what_one_logs_oneself_is_entered_by_nobody_else(page: Open, kb: KnowledgeBase, deal: Write, sign_in: SignIn) -> None:
    """The page names whoever logged it once, and the form turns back from the colleague."""
    kb.log(deal())
    sign_in("contributor", "Priya Nair")
    at = press(press(page("log.py"), "For a colleague"), "It was me")
    press(typed(at), "Save deal")
    logged = kb.deals("Microsoft")[0]
    assert (logged.logged_by, logged.logged_by_email) == ("Priya Nair", "priya@corp.example")
    assert "Entered by" not in shown(page("deal.py", deal=logged.deal_id))


def test_a_file_that_is_refused_is_told_at_the_next_step(
    page: Open, kb: KnowledgeBase, deal: Write, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is made while no page runs: nothing is given, and the sentence stands there once."""
    kb.log(deal())
    person = sign_in()
    at = page("export.py")
    kept = at.session_state["taking.refused"]
    monkeypatch.setattr(taking, "st", SimpleNamespace(session_state={"taking.refused": kept}))
    made = taking.file(lambda: deals_csv(kb.view(person)))
    for _ in range(load_settings().rate_exports):
        assert made()
    with pytest.raises(TooMany):
        made()
    monkeypatch.undo()
    monkeypatch.setattr(identity, "person", lambda: person)
    assert kept
    at.session_state["taking.refused"] = list(kept)
    assert "You may export" in shown(at.run())
    assert "You may export" not in shown(at.run())


def test_what_the_numbers_give_away_is_an_export(page: Open, kb: KnowledgeBase, deal: Write, sign_in: SignIn) -> None:
    """The file of figures is noted as one, with how many it holds."""
    priced = {"kind": "renewal", "currency": "EUR", "quantity": 10, "product": "Azure"}
    kb.log(deal(deal_date="2025-03-02", final_price=10, **priced))
    kb.log(deal(final_price=9, **priced))
    person = sign_in()
    assert number_list.csv_of(kb.view(person), savings(kb.view(person)))
    assert [dict(row.detail)["what"] for row in kb.trail.rows(act="export")] == ["numbers"]


def test_a_restricted_deal_reads_as_one_that_was_erased(page: Open, kb: KnowledgeBase, deal: Write, sign_in: SignIn) -> None:
    """Its address says the very same to whom it is not for."""
    erased = kb.log(deal(notes="Gone")).deal_id
    kb.forget(erased)
    kept = kb.log(deal(visible_to=["Finance"])).deal_id
    sign_in()
    said = shown(page("deal.py", deal=kept))
    assert "It was erased, or it is not for you to read." in said
    assert said == shown(page("deal.py", deal=erased))


def test_files_beside_the_briefs_are_exports(
    page: Open, kb: KnowledgeBase, deal: Write, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The trail, dates for a calendar, what could not go in and a text of the inbox are noted before they are made."""
    made: dict[str, Callable[[], object]] = {}
    keep = taking.noted
    monkeypatch.setattr(taking, "noted", lambda kb, what, *args, **more: made.setdefault(what, keep(kb, what, *args, **more)))
    deal_id = kb.log(deal(end_date="2026-12-31")).deal_id
    monkeypatch.setattr(KnowledgeBase, "set_aside", lambda kb: [{"vendor": "Acme", "why": "No room."}])
    sign_in("admin")
    found = inbox.add(kb, [pasted("Microsoft, 3 March 2026. They agreed to net 60 days.")], by="Tom Becker")
    for script in ("watch.py", "audit.py", "vendors.py"):
        page(script)
    page("proposal.py", proposal=found.pending_ids[0])
    assert not kb.trail.rows(act="export")
    for what in ("dates for a calendar", "audit trail", "changes set aside", "text of the inbox"):
        assert made[what]()
        assert kb.trail.rows(limit=1)[0].detail["what"] == what
    assert kb.trail.rows(limit=4)[-1].deal_ids == (deal_id,)


def test_a_numbered_deal_says_whom_it_is_for(page: Open, kb: KnowledgeBase, deal: Write, sign_in: SignIn) -> None:
    """On the brief and on its paper, so that nobody hands it on unawares."""
    kb.log(deal(visible_to=["Finance", "Legal"]))
    sign_in(department="Finance")
    said = "Read by Finance or Legal, whoever logged it, and admins."
    assert said in shown(page("brief.py", vendor="Microsoft"))
    assert said in brief_markdown(kb.brief("Microsoft"), printed=kb.today())


def test_without_sign_in_nothing_is_promised_of_who_reads(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """The form, the receipt and the deal's page say that whoever sits at this machine reads it, and what is to come."""
    kb.log(deal(department="Finance"))
    so_far = "Nobody signs in here, so for now whoever sits at this machine reads it."
    assert "Whoever sits at this machine can read it now." in shown(press(typed(page("log.py")), "Save deal"))
    at = typed(page("log.py"), deal_date=date(2026, 6, 4), visible_to=["Finance"])
    sentence = f"Read by Finance, whoever logged it, and admins. {so_far}"
    assert sentence in shown(at)
    said = shown(press(at, "Save deal"))
    assert sentence in said
    assert "can read it now" not in said
    assert sentence in shown(page("deal.py", deal=next(each.deal_id for each in kb.deals("Microsoft") if each.visible_to)))


def test_the_history_says_who_reads_a_deal_since_when(page: Open, kb: KnowledgeBase, deal: Write, sign_in: SignIn) -> None:
    """In the sentence that stands everywhere."""
    deal_id = kb.log(deal()).deal_id
    kb.edit(deal_id, deal(visible_to=["Finance", "Legal"]), 1)
    sign_in("admin")
    said = shown(page("deal.py", deal=deal_id))
    assert ":gray[Before:] Read by everyone." in said
    assert ":gray[After:] Read by Finance or Legal, whoever logged it, and admins." in said
