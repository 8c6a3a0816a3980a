"""The model's words on a brief."""

import json
import threading
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


def press(at: AppTest, label: str) -> None:
    """Press the button."""
    next(button for button in at.button if button.label == label).click().run()


def ask(at: AppTest, label: str) -> AppTest:
    """Press the button and wait until the model has answered."""
    press(at, label)
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
        (RawReply(REPLY), "Written by the model openai/test-model"),
        (RawReply(NASTY), "could not be read"),
        (RawReply(None), "answered without a sentence"),
    ],
)
def test_words_are_shown_with_what_was_left_out(
    page: Open, deal: Write, monkeypatch: pytest.MonkeyPatch, reply: RawReply, said: str
) -> None:
    """Asked for by a person, told where it is sent; the counted brief is there before and after."""
    monkeypatch.setenv("LEVERAGE_MODEL", "openai/test-model")
    monkeypatch.setattr("leverage.reflect.narrator.call_model", lambda *_, **__: reply)
    from pages.ui.store import opened

    opened().log(deal(firm_on=["liability clause"]))
    at = page("brief.py", vendor="vendor-microsoft")
    assert "names of colleagues and contacts go to the provider openai" in shown(at)
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
    from pages.ui.store import opened

    opened().log(deal(firm_on=["liability clause"]))
    at = page("brief.py", vendor="vendor-microsoft")
    press(at, "Put it into words")
    said = shown(at)
    assert "is reading" in said
    assert "Firm on" in said
    press(at, "Stop")
    assert "is reading" not in shown(at)


class SlowModel:
    """A model that answers when it is told to, and counts how many calls go on at once."""

    def __init__(self) -> None:
        self.may_answer = threading.Event()
        self.calls = self.live = self.most = 0

    def __call__(self, *_: Any, **__: Any) -> RawReply:
        self.calls += 1
        self.live += 1
        self.most = max(self.most, self.live)
        self.may_answer.wait(20)
        self.live -= 1
        return RawReply(REPLY)


def wait_for(is_so: Callable[[], bool]) -> None:
    """Wait until something is so, for at most some seconds."""
    for _ in range(500):
        if is_so():
            return
        time.sleep(0.02)
    raise AssertionError("It never came to be.")


def test_what_was_stopped_is_never_kept_and_never_doubled(page: Open, deal: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bug was an answer that came back after Stop, and a second call beside the first when asked again."""
    monkeypatch.setenv("LEVERAGE_MODEL", "openai/test-model")
    model = SlowModel()
    monkeypatch.setattr("leverage.reflect.narrator.call_model", model)
    from pages.ui.store import opened

    kb = opened()
    kb.log(deal(firm_on=["liability clause"]))
    at = page("brief.py", vendor="vendor-microsoft")
    press(at, "Put it into words")
    wait_for(lambda: model.live == 1)
    press(at, "Stop")
    press(at, "Put it into words")
    assert "still at the call that was stopped" in shown(at)
    press(at, "Stop")
    assert model.calls == 1
    model.may_answer.set()
    wait_for(lambda: model.live == 0)
    time.sleep(0.2)
    at.run()
    assert kb.kept_narrative(kb.brief("Microsoft")) is None
    assert "Microsoft was firm on liability clause." not in shown(at)
    at = ask(at, "Put it into words")
    assert "Microsoft was firm on liability clause." in shown(at)
    assert (model.calls, model.most) == (2, 1)


def test_trying_again_asks_again(page: Open, deal: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bug was an answer in which nothing held: it was kept, and the button gave it back unasked."""
    monkeypatch.setenv("LEVERAGE_MODEL", "openai/test-model")
    replies = [json.dumps({"sentences": [PROMISE]}), REPLY]
    monkeypatch.setattr("leverage.reflect.narrator.call_model", lambda *_, **__: RawReply(replies.pop(0)))
    from pages.ui.store import opened

    opened().log(deal(firm_on=["liability clause"]))
    at = ask(page("brief.py", vendor="vendor-microsoft"), "Put it into words")
    assert "wrote nothing that the records prove" in shown(at)
    at = ask(at, "Try again")
    assert "Microsoft was firm on liability clause." in shown(at)
