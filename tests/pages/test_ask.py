"""Asking a brief in one's own words, and saying what became of its tactics and lines."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase, Memory, feedback
from leverage.blotting import FORMER
from leverage.errors import StoreUnavailable
from leverage.reflect.call import RawReply
from pages.ui.feedback_menu import menu_key
from tests.pages.conftest import NASTY, microsoft, shown

Open = Callable[..., AppTest]
Write = Callable[..., Deal]

ASKED = "Asked before discussing length"
BANK = "vendor-microsoft"


def put(at: AppTest, question: str, topic: str | None = None) -> AppTest:
    """Type a question and find."""
    at.text_input[0].set_value(question)
    if topic is not None:
        at.query_params["topic"] = topic
    return press(at, "Find")


def press(at: AppTest, label: str, n: int = 0) -> AppTest:
    """Press a button by its label."""
    return [button for button in at.button if button.label == label][n].click().run()


def labels(at: AppTest) -> list[str]:
    """Return what can be pressed."""
    return [button.label for button in at.button]


def open_menu(at: AppTest, about: str = ASKED, kind: Any = "tactic", turn: int = 0) -> str:
    """Open the menu beside a line and return its key."""
    key = menu_key(BANK, kind, about, turn)
    at.session_state[key] = True
    at.run()
    return key


def say(at: AppTest, key: str, verdict: str | None, happened: str = "") -> AppTest:
    """Fill the form of an open menu and save."""
    group = next(each for each in at.get("button_group") if each.key == f"{key}.verdict")
    group.set_value(verdict)
    at.text_area(key=f"{key}.happened").set_value(happened)
    return press(at, "Save")


def test_an_answer_says_how_close_why_and_what_is_counted(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """At most three memories, each with its deals and why it is there; the old one says so; the counts stand below."""
    kb.log_many(microsoft(deal))
    kb.log(deal(deal_date="2020-01-14", notes="Remark number 99 of the old."))
    at = put(page("brief.py", vendor=BANK), "Remark number 99 of the old")
    said = shown(at)
    assert "Closest 3, not a count" in said
    assert "Note: Remark number 99 of the old." in said
    assert "Priya Nair, IT, 14 Jan 2020, old [[8]](#deal-8)" in said
    assert "Close in meaning, says “Remark”, “number”, “99”, older than 24 months" in said
    at = put(at, "Which payment terms?", "payment")
    assert "Most frequent terms: Net 60" in shown(at)
    assert "Counted from all deals, whatever is closest." in shown(at)


def test_questions_of_the_session_are_listed_and_cleared(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """The newest comes first, one press asks again, and nothing is left after clearing; no memory comes of any."""
    kb.log_many(microsoft(deal))
    before = kb.revision(BANK)
    at = page("brief.py", vendor=BANK)
    for question in ("first $x$ remark", "second remark", "third remark"):
        at = put(at, question)
    asked = [label for label in labels(at) if "remark" in label]
    assert asked == ["second remark", "first \\$x\\$ remark"]
    at = press(at, "second remark")
    assert at.text_input[0].value == "second remark"
    assert [label for label in labels(at) if "remark" in label] == ["third remark", "first \\$x\\$ remark"]
    at = press(at, "Clear questions")
    assert at.text_input[0].value == ""
    assert not [label for label in labels(at) if "remark" in label or label == "Clear questions"]
    assert kb.revision(BANK) == before


def test_filters_stand_in_the_address_and_in_the_answer(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """The fold shows what the address says, a pick goes there, and the answer tells in words what it was narrowed to."""
    kb.log_many(microsoft(deal))
    at = page("brief.py", vendor=BANK, department="IT", since="2024-01-01", outcome="nonsense")
    at.session_state[f"ask.narrow.{BANK}"] = True
    at.run()
    assert at.selectbox(key=f"ask.department.{BANK}").value == "IT"
    assert at.selectbox(key=f"ask.outcome.{BANK}").value is None
    at.selectbox(key=f"ask.topic.{BANK}").set_value("payment").run()
    assert at.query_params["topic"] in ("payment", ["payment"])
    at = put(at, "Which payment terms?")
    assert "Only Payment terms, from IT, since 1 Jan 2024." in shown(at)
    at.session_state[f"ask.narrow.{BANK}"] = True
    at = press(at.run(), "Look everywhere")
    assert not {"topic", "department", "since"} & set(at.query_params)
    assert "Only Payment terms" not in shown(at)


def test_what_is_asked_for_and_recorded_nowhere_is_said_first(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """A field that no deal has, and another vendor that is named, with the way to its brief."""
    kb.log_many(microsoft(deal))
    kb.log(deal(vendor="Acme Energy"))
    at = put(page("brief.py", vendor=BANK), "Who is the contact at Acme Energy?")
    assert "No deal records a contact." in shown(at)
    assert "This is the memory of Microsoft. Acme Energy has its own:" in shown(at)


def test_a_question_that_is_too_long_is_stopped_at_the_box(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """The box takes no more, and what can't be asked is not listed."""
    kb.log_many(microsoft(deal))
    at = page("brief.py", vendor=BANK)
    assert at.text_input[0].max_chars == 500
    at = put(at, "\u0301" * 50)
    assert "Clear questions" not in labels(at)


def test_the_price_block_stands_once(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Where the answer shows it, it is not repeated below."""
    kb.log_many(microsoft(deal))
    at = put(page("brief.py", vendor=BANK), "Which payment terms?")
    assert shown(at).count("### Payment terms") <= 1


def test_a_memory_that_is_away_is_said_and_the_counts_answer(
    page: Open, kb: KnowledgeBase, deal: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page goes on."""
    kb.log_many(microsoft(deal))

    def fail(*_: object, **__: object) -> list[Memory]:
        raise StoreUnavailable("away")

    monkeypatch.setattr(KnowledgeBase, "recall", fail)
    said = shown(put(page("brief.py", vendor=BANK), "Which payment terms?"))
    assert "The memory can’t be reached right now, so nothing was recalled." in said
    assert "Most frequent terms: Net 60" in said


def test_a_model_answers_when_a_person_asks_it_to(page: Open, deal: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the deals prove is shown, what is not is folded with the reason; a question alone sends nothing."""
    reply = json.dumps(
        {"sentences": [{"text": "Microsoft was firm on liability cap.", "deals": [1]}, {"text": NASTY, "deals": [1]}]}
    )
    sent: list[str] = []

    def call(messages: Any, *_: Any, **__: Any) -> RawReply:
        sent.append(messages[-1]["content"])
        return RawReply(reply)

    monkeypatch.setenv("LEVERAGE_MODEL", "openai/test-model")
    monkeypatch.setattr("leverage.reflect.narrator.call_model", call)
    monkeypatch.setattr("leverage.reflect.narrator.get_ready", lambda model: None)
    at = page("brief.py", vendor=BANK)
    from pages.ui.store import opened

    opened().log_many(microsoft(deal))
    at = put(at.run(), "What about the liability cap?")
    assert "Sends your question, too." in shown(at)
    assert sent == []
    at = press(at, "Answer in words")
    for _ in range(100):
        if "Microsoft was firm on liability cap." in shown(at):
            break
        time.sleep(0.05)
        at.run()
    assert "Microsoft was firm on liability cap." in shown(at)
    assert "Written by the model openai/test-model" in shown(at)
    assert [each.label for each in at.expander if "dropped" in each.label]
    assert len(sent) == 1
    assert "What about the liability cap?" in sent[0]
    at = put(at, "Which payment terms?")
    assert "Written by the model" not in shown(at)


def test_feedback_is_said_beside_a_tactic_and_shows_at_once(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """The menu asks for a verdict and one's own words, keeps it once, shuts, and shows who said what when it is open again."""
    kb.log_many(microsoft(deal))
    at = page("brief.py", vendor=BANK)
    assert "What really happened" not in [area.label for area in at.text_area]
    key = open_menu(at)
    at = say(at, key, None)
    assert "Say whether it helped, did not help or was not used." in shown(at)
    at = say(at, key, "did_not_help", NASTY)
    assert "Feedback of 1 colleague: did not help 1" in shown(at)
    assert not at.text_area
    (said,) = feedback.of(kb, BANK)
    assert (said.by, said.department, said.verdict, said.kind) == ("Priya Nair", "IT", "did_not_help", "tactic")
    assert len(said.deal_ids) == 7
    assert kb.brief(BANK).deal_count == 7
    open_menu(at, turn=1)
    assert NASTY in shown(at)
    assert "Priya Nair, IT, 29 Nov 2026" in shown(at)
    at = press(at, "Remove")
    assert feedback.of(kb, BANK) == []
    assert "Feedback:" not in shown(at)


def test_feedback_is_said_beside_a_term(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Flexible and firm lines have the same menu."""
    kb.log_many(microsoft(deal))
    at = page("brief.py", vendor=BANK)
    at = say(at, open_menu(at, "liability cap", "line"), "helped", "We left it alone.")
    (said,) = feedback.of(kb, BANK)
    assert (said.kind, said.about, said.verdict) == ("line", "liability cap", "helped")
    assert kb.brief(BANK).firm_on[0].feedback == (said,)
    assert "Feedback of 1 colleague: helped 1" in shown(at)


def test_a_second_run_of_the_same_form_writes_nothing(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Two browsers' runs with the form's one key, as of a double click, keep one feedback."""
    kb.log_many(microsoft(deal))
    at = page("brief.py", vendor=BANK)
    at.session_state["say.write"] = "one key"
    at = say(at, open_menu(at), "helped", "Once.")
    at.session_state["say.write"] = "one key"
    at = say(at, open_menu(at, turn=1), "helped", "Once.")
    assert len(feedback.of(kb, BANK)) == 1


def test_who_has_not_said_who_they_are_is_asked_first(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """The menu offers to say it, and the page then asks."""
    kb.log_many(microsoft(deal))
    at = page("brief.py", person=False, vendor=BANK)
    open_menu(at)
    assert "Save" not in labels(at)
    at = press(at, "Say who you are first")
    assert "Who are you?" in shown(at)


def test_only_one_s_own_feedback_can_be_removed(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Another's stands without the button."""
    kb.log_many(microsoft(deal))
    feedback.note(kb, BANK, ASKED, "helped", by=FORMER.title() + " of Tom", department="IT")
    at = page("brief.py", vendor=BANK)
    open_menu(at)
    assert "Remove" not in labels(at)


def test_feedback_on_what_is_not_listed_any_more_is_still_shown(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """An edit may take the tactic away; what was said of it is not lost."""
    receipt = kb.log(deal(tactics=[(ASKED, "worked")]))
    feedback.note(kb, BANK, ASKED, "helped", happened="Still true.", by="Tom Becker", department="IT")
    kb.edit(receipt.deal_id, deal(), 1)
    at = page("brief.py", vendor=BANK)
    assert "Feedback on what is not listed above: 1" in [each.label for each in at.expander]
    assert "Still true." in shown(at)
