"""The model's words on a brief."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase
from leverage.reflect.call import RawReply
from tests.pages.conftest import NASTY, shown

Open = Callable[..., AppTest]
Write = Callable[..., Deal]
TRUE = {"text": "Microsoft was firm on liability clause.", "deals": [1]}
PROMISE = {"text": "Expect 90% next time.", "deals": [1]}
REPLY = json.dumps({"sentences": [TRUE, PROMISE]})


def ask(at: AppTest, label: str) -> AppTest:
    """Press the button and wait until the model has answered."""
    next(button for button in at.button if button.label == label).click().run()
    for _ in range(100):
        at.run()
        if "is reading" not in shown(at):
            return at
        time.sleep(0.05)
    raise AssertionError("The model did not come to an end.")


def test_without_a_model_the_brief_says_that_it_is_counted(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """Nothing is sent, and there is no button."""
    kb.log(deal())
    at = page("brief.py", vendor="vendor-microsoft")
    assert "Counted brief. No model is set up, and nothing is sent anywhere." in shown(at)
    assert "Put it into words" not in [button.label for button in at.button]


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (RawReply(REPLY), "Microsoft was firm on liability clause."),
        (RawReply(REPLY), "1 sentence dropped: not in the records."),
        (RawReply(NASTY), "could not be read"),
        (RawReply(None), "could not be read"),
    ],
)
def test_words_are_shown_with_what_was_left_out(
    page: Open, deal: Write, monkeypatch: pytest.MonkeyPatch, reply: RawReply, said: str
) -> None:
    """Asked for by a person, told where it is sent; the counted brief is there before and after."""
    monkeypatch.setenv("LEVERAGE_MODEL", "openai/test-model")
    monkeypatch.setattr("leverage.reflect.narrator.call_model", lambda *_, **__: reply)
    from pages.ui.store import knowledge

    knowledge().log(deal(firm_on=["liability clause"]))
    at = page("brief.py", vendor="vendor-microsoft")
    assert "is sent to the provider of openai/test-model" in shown(at)
    assert "Firm on" in shown(at)
    at = ask(at, "Put it into words")
    assert said in shown(at)
    assert "Firm on" in shown(at)


def test_the_page_is_whole_while_the_model_is_reading(page: Open, deal: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """The counted brief does not wait; Stop throws away what the model still says."""
    monkeypatch.setenv("LEVERAGE_MODEL", "openai/test-model")

    def slow(*_: Any, **__: Any) -> RawReply:
        time.sleep(1.5)
        return RawReply(REPLY)

    monkeypatch.setattr("leverage.reflect.narrator.call_model", slow)
    from pages.ui.store import knowledge

    knowledge().log(deal(firm_on=["liability clause"]))
    at = page("brief.py", vendor="vendor-microsoft")
    next(button for button in at.button if button.label == "Put it into words").click().run()
    said = shown(at)
    assert "is reading" in said
    assert "Firm on" in said
    next(button for button in at.button if button.label == "Stop").click().run()
    assert "is reading" not in shown(at)
