"""Editing a deal: the form over a deal that is there already."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase, Signal
from leverage.deals import FIELDS
from leverage.errors import StoreUnavailable
from leverage.histories import steps_of
from pages.ui import deal_form
from tests.pages.conftest import NASTY, shown
from tests.pages.test_log import fill, held, press
from tests.strategies import WHOLE_DEAL

Open = Callable[..., AppTest]
Write = Callable[..., Deal]


@pytest.fixture
def deal_id(kb: KnowledgeBase, deal: Write) -> str:
    """A deal that Elena logged, with a price and terms."""
    logged = deal(
        logged_by="Elena Rossi",
        department="Finance",
        payment_terms="Net 30",
        discount_pct=10,
        signals=[("deadline_pressure", "“Final.”")],
    )
    return kb.log(logged).deal_id


def test_the_form_holds_the_whole_deal_and_an_unchanged_one_writes_nothing(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Every field of a deal goes into the form and comes out the same; Save then says that nothing changed."""
    logged = deal(**WHOLE_DEAL)
    assert set(logged.values()) == set(FIELDS)
    deal_id = kb.log(logged).deal_id
    at = page("log.py", edit=deal_id)
    assert at.title[0].value == "Edit a deal"
    assert held(at, "final_price") == "0.000125"
    press(at, "Save changes")
    assert "Nothing changed, so nothing was saved." in shown(at)
    assert kb.record(deal_id).version == 1
    fill(at, payment_terms="net 90")
    assert "Nothing changed" not in shown(at)
    press(at, "Save changes")
    saved = kb.deal(deal_id)
    assert saved.values() == logged.values() | {"payment_terms": "net 90"}


def test_an_edit_is_the_editors_and_the_deal_stays_its_loggers(page: Open, kb: KnowledgeBase, deal_id: str) -> None:
    """Who logged it and when, and what the form does not show, stay; the receipt says so and leads on."""
    before = kb.record(deal_id)
    at = page("log.py", edit=deal_id)
    assert "Editing as Priya Nair, IT. The deal stays logged by Elena Rossi, Finance." in shown(at)
    press(fill(at, payment_terms="Net 60"), "Save changes")
    said = shown(at)
    assert "Deal changed" in said
    assert "Payment terms: Net 60 agreed with Microsoft." in said
    assert [button.label for button in at.button] == ["Read the brief", "Details and history"]
    after = kb.record(deal_id)
    assert (after.version, after.changed_by, after.entered_at) == (2, "Priya Nair", before.entered_at)
    assert (after.deal().logged_by, after.deal().department) == ("Elena Rossi", "Finance")
    assert after.deal().signals == (Signal("deadline_pressure", "“Final.”"),)
    assert "edit" not in at.query_params


def test_what_is_wrong_is_said_and_nothing_is_written(page: Open, kb: KnowledgeBase, deal_id: str) -> None:
    """The form checks an edit as it checks a new deal."""
    at = fill(page("log.py", edit=deal_id), discount_pct="120", vendor=None)
    press(at, "Save changes")
    assert "Not saved. Check Vendor and Discount above." in shown(at)
    assert kb.record(deal_id).version == 1


def test_an_unsaved_edit_and_an_unsaved_new_deal_do_not_mix(
    page: Open, kb: KnowledgeBase, deal_id: str, cookie: str, home: Path
) -> None:
    """Both are kept, in this session and in the browser's notes, and each comes back under its own address."""
    at = page("log.py", vendor="Acme")
    at.text_input[2].set_value("Net 15").run()
    at.switch_page("vendors.py").run()
    at.switch_page("log.py")
    at.query_params["edit"] = deal_id
    at.run()
    assert (held(at, "vendor"), held(at, "payment_terms")) == ("Microsoft", "Net 30")
    at.text_input[2].set_value("Net 90").run()
    del at.query_params["edit"]
    at.run()
    assert (held(at, "vendor"), held(at, "payment_terms")) == ("Acme", "Net 15")
    again = page("log.py", edit=deal_id)
    assert "What you had not saved is back." in shown(again)
    assert held(again, "payment_terms") == "Net 90"
    assert held(page("log.py"), "payment_terms") == "Net 15"
    press(again, "Start afresh")
    assert held(again, "payment_terms") == "Net 30"
    assert set(json.loads(next((home / "browsers").iterdir()).read_text())) == {"draft"}


def test_a_form_in_which_nobody_typed_follows_the_deal(page: Open, kb: KnowledgeBase, deal: Write, deal_id: str) -> None:
    """There is nothing to lose, so there is nothing to ask."""
    at = page("log.py", edit=deal_id)
    kb.edit(deal_id, deal(payment_terms="Net 45"), 1, by="Tom Becker")
    at.run()
    assert held(at, "payment_terms") == "Net 45"
    assert "meanwhile" not in shown(at)


def overtaken(page: Open, kb: KnowledgeBase, deal_id: str) -> AppTest:
    """Type over discount and notes while Tom changes discount and payment terms, and press Save."""
    at = fill(page("log.py", edit=deal_id), discount_pct="12", notes="Mine")
    theirs = {**kb.deal(deal_id).values(), "discount_pct": 11, "payment_terms": "Net 45"}
    kb.edit(deal_id, Deal(**theirs), 1, by="Tom Becker")
    return press(at, "Save changes")


def test_an_edit_made_meanwhile_is_shown_and_not_overwritten(page: Open, kb: KnowledgeBase, deal_id: str) -> None:
    """Who and when, theirs against mine, and what only they changed."""
    at = overtaken(page, kb, deal_id)
    said = shown(at)
    assert "Tom Becker changed this deal meanwhile, on 29 Nov 2026 at" in said
    assert "Saved:] 11%" in said
    assert "Yours:] 12%" in said
    assert "Payment terms] Net 30 → Net 45" in said
    assert kb.record(deal_id).version == 2
    assert "Save changes" not in [button.label for button in at.button]


def test_mine_goes_over_theirs_and_what_only_they_changed_stays(page: Open, kb: KnowledgeBase, deal_id: str) -> None:
    """The third version has my discount and notes, and their payment terms."""
    at = press(overtaken(page, kb, deal_id), "Save mine over it")
    assert "Deal changed" in shown(at)
    saved = kb.record(deal_id)
    deal = saved.deal()
    assert (saved.version, saved.changed_by) == (3, "Priya Nair")
    assert (str(deal.discount_pct), deal.notes, deal.payment_terms) == ("12", "Mine", "Net 45")


def test_theirs_can_be_taken_and_mine_put_back(page: Open, kb: KnowledgeBase, deal_id: str) -> None:
    """Nothing typed is lost by looking at theirs."""
    at = press(overtaken(page, kb, deal_id), "Take theirs")
    assert (held(at, "discount_pct"), held(at, "payment_terms")) == ("11", "Net 45")
    press(at, "Put mine back")
    assert (held(at, "discount_pct"), held(at, "notes"), held(at, "payment_terms")) == ("12", "Mine", "Net 45")
    press(at, "Save changes")
    assert kb.record(deal_id).version == 3


def test_a_change_that_shows_nowhere_is_no_conflict(page: Open, kb: KnowledgeBase, deal_id: str) -> None:
    """A deal retracted and restored meanwhile is saved on as if nothing had been."""
    at = fill(page("log.py", edit=deal_id), notes="Mine")
    kb.retract(deal_id, "x")
    kb.restore(deal_id)
    press(at, "Save changes")
    assert (kb.record(deal_id).version, kb.deal(deal_id).notes) == (4, "Mine")


def test_the_second_of_two_clicks_finds_it_saved(page: Open, kb: KnowledgeBase, deal_id: str) -> None:
    """Where the first click's run was cut short after the write, the same person's same form is no conflict."""
    at = fill(page("log.py", edit=deal_id), notes="Mine")
    kb.edit(deal_id, Deal(**{**kb.deal(deal_id).values(), "notes": "Mine"}), 1, by="Priya Nair")
    press(at, "Save changes")
    assert "Deal changed" in shown(at)
    assert kb.record(deal_id).version == 2


def test_a_retracted_deal_is_restored_before_it_is_edited(page: Open, kb: KnowledgeBase, deal_id: str) -> None:
    """What was typed is kept until then."""
    at = fill(page("log.py", edit=deal_id), notes="Mine")
    kb.retract(deal_id, "x")
    at.run()
    assert "This deal is retracted" in shown(at)
    kb.restore(deal_id)
    at.run()
    assert held(at, "notes") == "Mine"


def test_an_unknown_or_erased_deal_has_no_form_and_leaves_no_draft(
    page: Open, kb: KnowledgeBase, deal_id: str, cookie: str, home: Path
) -> None:
    """What was typed over an erased deal goes with it."""
    assert "No deal is known under this address" in shown(page("log.py", edit="nope"))
    page("log.py", edit=deal_id).text_input[2].set_value("Net 90").run()
    kb.forget(deal_id)
    assert "No deal is known under this address" in shown(page("log.py", edit=deal_id))
    assert "Net 90" not in next((home / "browsers").iterdir()).read_text()


def test_a_change_that_waits_says_so_and_holds_further_ones(
    page: Open, kb: KnowledgeBase, deal_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the memory away the edit is safe on disk, and the next one has to wait for it."""

    def away(*_: object) -> None:
        raise StoreUnavailable("The memory is away.")

    monkeypatch.setattr(kb._intake, "change", away)
    monkeypatch.setattr(kb._intake, "replay", lambda *_: False)
    at = press(fill(page("log.py", edit=deal_id), notes="Mine"), "Save changes")
    assert "Change kept, not yet in the brief" in shown(at)
    assert "An earlier change still waits on disk" in shown(page("log.py", edit=deal_id))


def test_the_receipt_of_a_new_deal_leads_to_its_editing(page: Open, kb: KnowledgeBase) -> None:
    """Edit this deal opens the form filled with what was just saved."""
    at = press(fill(page("log.py", vendor="Acme"), outcome="agreed", notes="As typed"), "Save deal")
    press(at, "Edit this deal")
    assert at.title[0].value == "Edit a deal"
    assert (held(at, "vendor"), held(at, "notes")) == ("Acme", "As typed")


def test_another_vendor_moves_the_deal(page: Open, kb: KnowledgeBase, deal: Write, deal_id: str) -> None:
    """The receipt is about the vendor for which the deal counts now."""
    kb.log(deal(vendor="Orbis"))
    at = press(fill(page("log.py", edit=deal_id), vendor="Orbis"), "Save changes")
    assert "The brief of Orbis counts it as it is now." in shown(at)
    assert kb.vendor("Microsoft") is None


def test_hostile_text_is_shown_literally_where_two_versions_meet(page: Open, kb: KnowledgeBase, deal_id: str) -> None:
    """Names, and both wordings of a field."""
    at = fill(page("log.py", edit=deal_id), notes=f"mine {NASTY}")
    kb.edit(deal_id, Deal(**{**kb.deal(deal_id).values(), "notes": NASTY}), 1, by=NASTY)
    press(at, "Save changes")
    assert shown(at).count(NASTY) >= 3


def test_signals_are_edited_and_one_of_a_later_version_stays(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Each stands in its row; a kind that is not known here goes through an edit as it was."""
    told = deal(signals=[("lock_in", "Export costs extra"), "Left early"])
    later = Deal.from_json({**told.to_json(), "signals": [*told.to_json()["signals"], {"kind": "sold_data", "quote": "sold it"}]})
    deal_id = kb.log(later).deal_id
    at = page("log.py", edit=deal_id)
    assert [held(at, f"quote.{row}") for row in range(3)] == ["Export costs extra", "Left early", "sold it"]
    fill(at, **{"quote.1": "", "signal.1": None, "signal.0": "changed_terms"})
    press(at, "Save changes")
    (after,) = kb.deals("Microsoft")
    assert after.to_json()["signals"] == [
        {"kind": "changed_terms", "quote": "Export costs extra"},
        {"kind": "sold_data", "quote": "sold it"},
    ]
    (change,) = steps_of(kb.record(deal_id))[0].changes
    assert change.label == "Signals"
    assert change.before == "lock-in: “Export costs extra”, “Left early” and sold data: “sold it”"


def test_what_the_form_does_not_show_is_known() -> None:
    """The names are fields of a deal."""
    assert set(deal_form.NOT_SHOWN) < set(FIELDS)


def type_vendor(at: AppTest, name: str) -> AppTest:
    """Type a vendor that is in no list, which AppTest does only where the list has it."""
    box = next(each for each in at.selectbox if each.label == "Vendor")
    box.options.append(name)
    return box.select(name).run()


def test_a_vendor_that_is_none_is_asked_about_in_an_edit_too(page: Open, kb: KnowledgeBase, deal: Write, deal_id: str) -> None:
    """The deal moves only when somebody confirmed it; one that stood there before is not asked about."""
    at = press(type_vendor(page("log.py", edit=deal_id), "various"), "Save changes")
    assert "Is “various” a vendor?" in shown(at)
    assert "Save changes" not in [button.label for button in at.button]
    assert kb.record(deal_id).version == 1
    fill(at, vendor="Microsoft")
    assert "Save changes" in [button.label for button in at.button]
    press(type_vendor(at, "various"), "Save under this name")
    assert "Deal changed" in shown(at)
    assert kb.vendor("various").deal_count == 1
    at = press(fill(page("log.py", edit=deal_id), notes="More"), "Save changes")
    assert "Deal changed" in shown(at)
