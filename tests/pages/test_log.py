"""The form of a deal."""

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase, Signal
from leverage.blotting import FORMER
from leverage.errors import StoreUnavailable
from pages.ui import browser
from tests.pages.conftest import NASTY, plain, shown

Open = Callable[..., AppTest]
Write = Callable[..., Deal]


def fill(at: AppTest, **values: Any) -> AppTest:
    """Fill fields of the form by name; a new vendor comes by the address, since AppTest types no new option."""
    for name, value in values.items():
        at.session_state[f"{at.session_state['form.key']}.{name}"] = value
    return at.run()


def press(at: AppTest, label: str) -> AppTest:
    """Press a button by what it says."""
    next(button for button in at.button if button.label == label).click()
    return at.run()


def held(at: AppTest, name: str) -> Any:
    """Return what a field of the form holds."""
    return at.session_state[f"{at.session_state['form.key']}.{name}"]


def test_one_says_who_one_is_once(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Without a name and a department there is no form yet; with both it opens."""
    kb.log(deal(logged_by="Zoë Quill"))
    at = page("log.py", person=False)
    assert "Who is logging?" in shown(at)
    press(at, "Continue")
    assert "Enter your name and your department." in shown(at)
    at.session_state["person.name"], at.session_state["person.team"] = "Zoë Quill", "IT"
    press(at, "Continue")
    assert "Logging as Zoë Quill, IT." in shown(at)


def test_a_name_that_may_be_a_known_person_is_asked_about_at_entry(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """J. Weber may be Jonas Weber: one press takes the known name, and without it the new one is taken."""
    kb.log(deal(logged_by="Jonas Weber"))
    at = page("log.py", person=False)
    name = next(box for box in at.selectbox if box.label == "Your name")
    name.options.append("J. Weber")
    name.select("J. Weber").run()
    next(box for box in at.selectbox if box.label == "Your name").options.append("J. Weber")  # AppTest forgets what is typed
    asked = next(button for button in at.button if plain(button.label).startswith("Did you mean Jonas Weber?"))
    asked.click().run()
    at.session_state["person.team"] = "IT"
    press(at, "Continue")
    assert "Logging as Jonas Weber, IT." in shown(at)


def test_nobody_is_a_former_colleague(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """What an erased name became is no choice for one's own name, and is refused where it is typed."""
    kb.log(deal(logged_by="Zoë Quill"))
    kb.log(deal(logged_by=FORMER))
    at = page("log.py", person=False)
    name = next(box for box in at.selectbox if box.label == "Your name")
    assert name.options == ["Zoë Quill"]
    name.options.append(FORMER)
    name.select(FORMER)
    at.session_state["person.team"] = "IT"
    press(at, "Continue")
    assert "Enter your own name." in shown(at)


def test_a_browser_remembers_its_person_and_its_draft(
    page: Open, kb: KnowledgeBase, deal: Write, cookie: str, home: Path
) -> None:
    """A new session of the same browser knows the name and brings back what was typed; only a hash names the file."""
    kb.log(deal(logged_by="Zoë Quill"))
    at = page("log.py", person=False)
    at.session_state["person.name"], at.session_state["person.team"] = "Zoë Quill", "IT"
    press(at, "Continue")
    at.text_input[2].set_value("Net 45").run()
    file = next((home / "browsers").iterdir())
    assert cookie not in file.name
    assert json.loads(file.read_text())["draft"]["typed"]["payment_terms"] == "Net 45"
    again = page("log.py", person=False)
    said = shown(again)
    assert "Logging as Zoë Quill, IT." in said
    assert "What you had not saved is back." in said
    assert held(again, "payment_terms") == "Net 45"
    press(again, "Start afresh")
    assert held(again, "payment_terms") is None or held(again, "payment_terms") == ""
    assert "draft" not in json.loads(file.read_text())


def test_another_browser_sees_nothing_of_it(page: Open, cookie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Notes belong to one cookie; a forged or missing one has none."""
    assert browser.remember("draft", {"key": "k", "typed": {"notes": "mine"}})
    for other in (browser.new_id(), "../../etc/passwd", ""):
        monkeypatch.setattr(browser, "st", SimpleNamespace(context=SimpleNamespace(cookies={browser.COOKIE: other})))
        assert browser.recall("draft") is None


def test_a_deal_is_saved_and_read_back(page: Open, kb: KnowledgeBase) -> None:
    """The receipt says word for word what is remembered, and what the vendor counts now."""
    at = fill(
        page("log.py", vendor="Acme"),
        outcome="agreed",
        discount_pct="16",
        discount_base="list",
        payment_terms="net 60 days",
        flexible_on=["payment terms", "my own words"],
        auto_renews="yes",
        term_months="36",
        **{"tactic.0": "Asked early", "result.0": "worked"},
    )
    press(at, "Save deal")
    said = shown(at)
    assert "Deal saved" in said
    assert "Acme has 1 deal by 1 colleague" in said
    assert "Evidence: Low · 1 deal" in said
    saved = kb.deals("Acme")[0]
    assert all(sentence in said for sentence in ("Asked early", "my own words"))
    assert (str(saved.discount_pct), saved.logged_by, saved.department, saved.auto_renews) == ("16", "Priya Nair", "IT", True)
    assert saved.deal_date == kb.today()


def test_whoever_logs_a_deal_is_told_of_its_flag(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Whether the deal raised one or stands in one that was open, and nothing where it does neither."""
    for days, kind, said in (
        (3, "suspension_threat", "This raised a flag: threat to suspend. Someone should look."),
        (2, "suspension_threat", "This stands in an open flag: threat to suspend."),
        (1, "minor", ""),
    ):
        at = fill(page("log.py", vendor="Acme"), outcome="open", deal_date=kb.today() - timedelta(days=days))
        press(at, "Add what they did")
        fill(at, **{"quote.0": "We stop the plant.", "signal.0": kind})
        press(at, "Save deal")
        assert "What Leverage remembers" in shown(at)
        assert ("Look at it on Watch" in shown(at)) is bool(said)
        assert said in shown(at)


def test_what_is_wrong_is_said_at_its_field_and_nothing_is_lost(page: Open, kb: KnowledgeBase) -> None:
    """Nothing is guessed for the outcome; the alert names the fields, and typing on takes a complaint back."""
    at = fill(page("log.py"), discount_pct="120", payment_terms="Net 60")
    press(at, "Save deal")
    said = shown(at)
    assert "Vendor is blank. Pick a vendor or type a new name." in said
    assert "Outcome is missing." in said
    assert "Enter 0 to 100." in said
    assert "Not saved. Check Vendor, Outcome and Discount above." in said
    assert held(at, "payment_terms") == "Net 60"
    assert not kb.vendors()
    at.text_input[1].set_value("12").run()
    assert "Enter 0 to 100." not in shown(at)


def test_a_date_in_the_future_is_said_at_the_date(page: Open, kb: KnowledgeBase) -> None:
    """What only the memory can check comes back to the field all the same."""
    at = fill(page("log.py", vendor="Acme"), outcome="open", deal_date=kb.today().replace(year=2030))
    press(at, "Save deal")
    assert "Deal date is in the future." in shown(at)


def test_a_result_without_its_tactic_is_said(page: Open) -> None:
    """A result alone would be lost silently."""
    at = fill(page("log.py", vendor="Acme"), outcome="open", **{"result.0": "worked"})
    press(at, "Save deal")
    assert "Tactic is blank." in shown(at)


def test_what_they_did_is_told_in_rows_of_its_own(page: Open, kb: KnowledgeBase) -> None:
    """No row stands there until one is asked for; words without a kind are a remark, and an empty row is nothing."""
    at = fill(page("log.py", vendor="Acme"), outcome="open")
    assert not [each for each in at.text_input if each.label.startswith("What did they do")]
    for _ in range(3):
        press(at, "Add what they did")
    words = next(each for each in at.text_input if each.label == "What did they do? 1")
    assert words.max_chars == 300
    kinds = next(each for each in at.selectbox if each.label == "Kind of signal 1")
    assert kinds.options[0] == "Price increase"
    assert kinds.placeholder == "Remark: raises no flag"
    fill(at, **{"quote.0": "9% from May", "signal.0": "price_increase", "quote.1": "Left early"})
    press(at, "Save deal")
    assert kb.deals("Acme")[0].signals == (Signal("price_increase", "9% from May"), Signal("minor", "Left early"))
    assert "Signal from Acme: price increase: “9% from May”." in shown(at)


def test_a_kind_without_words_is_said(page: Open) -> None:
    """A kind alone would be lost silently; the sentence stands at the rows."""
    at = press(fill(page("log.py", vendor="Acme"), outcome="open"), "Add what they did")
    fill(at, **{"signal.0": "lock_in"})
    press(at, "Save deal")
    assert "The text is blank. Say what they did" in shown(at)
    assert "Check Signals above." in shown(at)


def test_tactics_can_be_added(page: Open, kb: KnowledgeBase) -> None:
    """Each further row keeps the ones before."""
    at = fill(page("log.py", vendor="Acme"), outcome="open", **{"tactic.0": "First"})
    press(at, "Add a tactic")
    fill(at, **{"tactic.1": "Second", "result.1": "failed"})
    press(at, "Save deal")
    assert [(each.tactic, each.result) for each in kb.deals("Acme")[0].tactics] == [("First", "unclear"), ("Second", "failed")]


def test_undo_takes_the_deal_back_and_brings_the_form_back(page: Open, kb: KnowledgeBase) -> None:
    """The form is filled in as typed under a new key, so that saving again logs a deal again."""
    at = fill(page("log.py", vendor="Acme"), outcome="agreed", notes="As typed")
    press(at, "Save deal")
    press(at, "Undo")
    assert not kb.vendors()
    assert (held(at, "vendor"), held(at, "notes")) == ("Acme", "As typed")
    press(at, "Save deal")
    assert "Deal saved" in shown(at)
    assert kb.vendor("Acme").deal_count == 1


def test_saving_the_same_form_twice_logs_one_deal(page: Open, kb: KnowledgeBase, cookie: str) -> None:
    """A second tab that held the same draft is told that the deal was kept once; a changed one is a deal of its own."""
    first = fill(page("log.py", vendor="Acme"), outcome="agreed")
    first.text_input[2].set_value("Net 60").run()
    second, third = page("log.py"), page("log.py")
    assert held(second, "vendor") == "Acme"
    press(first, "Save deal")
    press(second, "Save deal")
    assert "Deal saved" in shown(second)
    assert "the deal was kept once." in shown(second)
    assert kb.vendor("Acme").deal_count == 1
    fill(third, outcome="no_deal")
    press(third, "Save deal")
    assert "Deal saved" in shown(third)
    assert kb.vendor("Acme").deal_count == 2


def test_a_deal_that_waits_is_said_to_wait(page: Open, kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the memory away the deal is safe on disk and counts nowhere yet."""

    def away(*_: object) -> None:
        raise StoreUnavailable("The memory is away.")

    monkeypatch.setattr(kb._intake, "log", away)
    monkeypatch.setattr(kb._intake, "replay", lambda *_: False)
    at = fill(page("log.py", vendor="Acme"), outcome="agreed")
    press(at, "Save deal")
    said = shown(at)
    assert "Deal kept, not yet in the brief" in said
    assert "It is safe on disk and goes in by itself when the memory is back." in said


def test_the_link_from_a_brief_names_the_vendor(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """A bank id becomes the vendor's name, a name stays one, and an unknown bank id is no name."""
    kb.log(deal())
    assert held(page("log.py", vendor="vendor-microsoft"), "vendor") == "Microsoft"
    assert held(page("log.py", vendor="Brand New"), "vendor") == "Brand New"
    assert held(page("log.py", vendor="vendor-unknown"), "vendor") is None


def test_the_receipt_is_shown_once(page: Open) -> None:
    """Whoever comes back to the form finds an empty one."""
    at = fill(page("log.py", vendor="Acme"), outcome="agreed")
    press(at, "Save deal")
    at.switch_page("vendors.py").run()
    at.switch_page("log.py")
    at.query_params.clear()
    at.run()
    assert "Deal saved" not in shown(at)
    assert held(at, "vendor") is None


def test_hostile_text_is_shown_literally_on_the_receipt(page: Open) -> None:
    """What was typed comes back as text."""
    at = fill(page("log.py", vendor=NASTY), outcome="agreed", notes=NASTY)
    press(at, "Save deal")
    assert shown(at).count(NASTY) > 2


def test_an_old_draft_does_not_overrule_the_vendor_one_came_from(page: Open, cookie: str) -> None:
    """The form says whose unsaved deal it holds, and one press starts a deal with the vendor of the address."""
    first = fill(page("log.py", vendor="Acme"), outcome="agreed")
    first.text_input[2].set_value("Net 60").run()
    at = page("log.py", vendor="Orbis")
    assert held(at, "vendor") == "Acme"
    assert "This form holds an unsaved deal with Acme." in shown(at)
    press(at, "Start one with Orbis")
    assert held(at, "vendor") == "Orbis"
    assert "unsaved deal" not in shown(at)


def test_the_same_deal_twice_is_asked_about(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Nothing is saved until somebody says which it is; another deal is then saved with one press."""
    kb.log(deal(deal_date=kb.today(), discount_pct=11))
    at = fill(page("log.py", vendor="Microsoft"), outcome="agreed", discount_pct="11", notes="Told again")
    press(at, "Save deal")
    assert "This looks like the deal that Priya Nair logged on 29 Nov 2026" in shown(at)
    assert "Save deal" not in [button.label for button in at.button]
    assert kb.vendor("Microsoft").deal_count == 1
    press(at, "It is another deal: save it")
    assert "Deal saved" in shown(at)
    assert kb.vendor("Microsoft").deal_count == 2


def test_the_same_deal_is_opened_and_what_was_typed_is_kept(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """It may be told with other notes: these can still be read, or thrown away with one press."""
    kb.log(deal(deal_date=kb.today(), discount_pct=11))
    at = fill(page("log.py", vendor="Microsoft"), outcome="agreed", discount_pct="11", notes="Told again")
    press(press(at, "Save deal"), "It is the same: open it")
    assert at.title[0].value == "Deal with Microsoft"
    at.switch_page("log.py")
    at.query_params.clear()
    at.run()
    assert held(at, "notes") == "Told again"
    assert "What you had not saved is back." in shown(at)
    assert kb.vendor("Microsoft").deal_count == 1


def test_other_figures_are_another_deal(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Nobody is asked where the figures differ."""
    kb.log(deal(deal_date=kb.today(), discount_pct=11))
    at = press(fill(page("log.py", vendor="Microsoft"), outcome="agreed", discount_pct="12"), "Save deal")
    assert "Deal saved" in shown(at)


def test_a_new_name_that_is_like_a_known_one_is_asked_about_and_never_held_up(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """One press takes the suggestion; ignoring it, Save saves."""
    kb.log(deal(vendor="Microsoft Corp."))
    at = page("log.py", vendor="Microsoft")
    asked = "Did you mean Microsoft Corp.? Same name, other legal form"
    label = next(button.label for button in at.button if plain(button.label) == asked)
    press(at, label)
    assert held(at, "vendor") == "Microsoft Corp."
    assert label not in [button.label for button in at.button]
    at = press(fill(page("log.py", vendor="Microsoft"), outcome="agreed"), "Save deal")
    assert "Deal saved" in shown(at)
    assert kb.vendor("Microsoft") is not None


def test_a_name_that_is_no_vendor_needs_one_confirming_press(page: Open, kb: KnowledgeBase) -> None:
    """The doubt stands under the field; another name takes the question back."""
    at = fill(page("log.py", vendor="various"), outcome="agreed")
    assert "“various”" in shown(at)
    press(at, "Save deal")
    assert "Is “various” a vendor?" in shown(at)
    assert not kb.vendors()
    press(at, "Save under this name")
    assert "Deal saved" in shown(at)
    assert kb.vendor("various").deal_count == 1
    at = press(fill(page("log.py", vendor="n/a"), outcome="no_deal"), "Save deal")
    assert "Save deal" not in [button.label for button in at.button]
    press(fill(at, vendor="various"), "Save deal")
    assert "Deal saved" in shown(at)
    assert kb.vendor("various").deal_count == 2


def test_hostile_names_are_suggested_literally(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """A button's label is Markdown, too."""
    kb.log(deal(vendor="Acme $5 ![x](http://evil.example) Ltd"))
    at = page("log.py", vendor="Acme $5 ![x](http://evil.example) GmbH")
    labels = [button.label for button in at.button if button.label.startswith("Did you mean")]
    assert labels
    assert r"\!\[x\]\(http" in labels[0]
