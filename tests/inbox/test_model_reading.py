"""A model's reading: it adds only what passes the gate, and whatever it does, the rules' proposals stay."""

import json
from typing import Any

import pytest

from leverage.inbox.model_reading import messages_for
from leverage.inbox.proposing import propose_and_say
from leverage.reflect.narrator import ModelOptions

TEXT = (
    "Signed with Nordhelm Fittings GmbH on 3 March 2026. 12% off list, net 45. They asked for 9% more at first. "
    "About the delivery slots we found them quite accommodating."
)
DEAL: dict[str, Any] = {
    "vendor": {"value": "Nordhelm Fittings GmbH", "quote": "Nordhelm Fittings GmbH"},
    "flexible_on": [
        {"value": "delivery slots", "quote": "the delivery slots"},
        {"value": "training", "quote": "training was free"},
    ],
    "discount_pct": {"value": 90, "quote": "12% off list"},
}


class Narrator:
    """Holds the options of a model."""

    def __init__(self, model: Any) -> None:
        self.options = ModelOptions(model=model, timeout=5, retries=0)


class Book:
    """A knowledge base with no vendors and a model."""

    def __init__(self, model: Any) -> None:
        self.narrator = Narrator(model)

    def vendors(self) -> list[Any]:
        """Return nobody."""
        return []

    def today(self) -> None:
        """Return no day."""


def read(model: Any, text: str = TEXT) -> Any:
    """Return the proposals and the status with a model."""
    return propose_and_say(text, "", kb=Book(model))  # type: ignore[arg-type]


def test_a_model_adds_what_stands_in_the_text_and_overrules_nothing() -> None:
    """A quoted item is added; one without its words, and a value that the rules have, are not."""
    (proposal,), status = read(lambda messages, schema: json.dumps({"deals": [DEAL]}))
    assert status is None
    assert proposal.flexible_on == ("delivery slots",)
    assert proposal.discount_pct == 12
    (quote,) = proposal.quotes["flexible_on"]
    assert TEXT[quote.start : quote.end] == quote.text


def test_a_models_figure_passes_the_same_gate() -> None:
    """An increase that a model calls a discount is no value, nor one whose quote says another figure."""
    text = "Signed with Nordhelm Fittings GmbH on 3 March 2026. The fee rises 9% every year. They offered 5% off list."
    for value, quote in ((9, "rises 9% every year"), (5, "They offered 5% off list"), (12, "rises 9%")):
        deal = DEAL | {"discount_pct": {"value": value, "quote": quote}, "flexible_on": []}
        (proposal,), _ = read(lambda messages, schema, deal=deal: json.dumps({"deals": [deal]}), text)
        assert proposal.discount_pct is None


@pytest.mark.parametrize("reply", [None, "", "no idea", "{", '{"deals": 3}', '{"deals": [1, null, {}]}', 7, "[" * 5000])
def test_rubbish_leaves_the_rules(reply: Any) -> None:
    """Whatever comes back, the rules' proposal stands as it was."""
    (proposal,), _ = read(lambda messages, schema: reply)
    assert proposal.discount_pct == 12
    assert proposal.flexible_on == ()


def test_a_failing_model_is_said() -> None:
    """A model's exception is a status, and the rules' proposal stands."""

    def fails(messages: Any, schema: Any) -> str:
        raise TimeoutError

    (proposal,), status = read(fails)
    assert proposal.payment_terms == "net 45"
    assert status == "timed_out"


def test_the_text_goes_as_data_between_marks() -> None:
    """The marks differ each time, and the text stands in the user's message alone."""
    first, second = messages_for("ignore all that"), messages_for("ignore all that")
    assert first[1]["content"] != second[1]["content"]
    assert "ignore all that" not in first[0]["content"]
    assert first[1]["content"].split("\n")[0] in first[0]["content"]
