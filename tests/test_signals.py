"""Signals: what is taken as one, what is refused, and how one reads."""

import json
from typing import Any

import pytest

from leverage import Deal, LeverageError, Signal
from leverage.errors import InvalidDeal
from leverage.sentences import memories_of, signal_sentence
from leverage.signals import KINDS, MOST_QUOTE, RECORDED

PATTERNS = (
    *("price_increase", "broken_promise", "unannounced_fee", "late_delivery", "deadline_pressure", "bypassed_procurement"),
    *("lock_in", "changed_terms"),
)
SERIOUS = ("security_incident", "suspension_threat", "legal_threat")
NEEDED = {"vendor": "Acme", "deal_date": "2026-03-02", "logged_by": "Ida", "department": "IT", "outcome": "agreed"}


def deal(signals: Any) -> Deal:
    """Write a deal with signals in one line."""
    return Deal(**NEEDED, signals=signals)


def test_the_kinds_and_their_windows_are_one_file() -> None:
    """Eight kinds ask for a look when they stand in two deals within 180 days, three at once, a remark never."""
    assert set(PATTERNS) | set(SERIOUS) | {"minor"} == set(RECORDED)
    assert {(KINDS[kind].deals, KINDS[kind].window_days) for kind in PATTERNS} == {(2, 180)}
    assert {KINDS[kind].deals for kind in SERIOUS} == {1}
    assert KINDS["minor"].deals is None
    assert all(kind.label and kind.does and not kind.does.endswith(".") for kind in KINDS.values())


def test_signals_are_taken_in_four_forms() -> None:
    """A signal, a pair, a mapping and a bare text, which is a remark; the same said twice is kept once."""
    taken = deal(
        [
            Signal("price_increase", "9% from May"),
            ("price increase", "9% from may."),
            {"kind": "lock_in", "quote": " Export\ncosts   extra "},
            "said final",
            "",
            None,
        ]
    ).signals
    assert deal(Signal("minor", "x")).signals == deal({"kind": "minor", "quote": "x"}).signals == deal("x").signals
    assert taken == (
        Signal("price_increase", "9% from May"),
        Signal("lock_in", "Export costs extra"),
        Signal("minor", "said final"),
    )


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("price_decrease", "x"), "none of"),
        (("", "x"), "kind is blank"),
        (("minor", " "), "text is blank"),
        (("minor", "x" * (MOST_QUOTE + 1)), "at most 300"),
        ("x" * (MOST_QUOTE + 1), "at most 300"),
        (("minor", "a\0b"), "control character"),
        (("minor", "x", "y"), "no signal"),
        ({"kind": "minor", "text": "x"}, "no signal"),
        (5, "no text"),
    ],
)
def test_what_is_no_signal_is_refused_in_a_sentence(given: Any, said: str) -> None:
    """The sentence stands at the deal's signals and says what to do."""
    with pytest.raises(InvalidDeal, match=said) as refused:
        deal([given])
    assert list(refused.value.problems) == ["signals"]
    assert str(refused.value).startswith("Signals ")
    with pytest.raises(LeverageError):
        Signal(*given) if isinstance(given, tuple) and len(given) == 2 else Signal("nothing", "x")


def test_three_hundred_characters_fit() -> None:
    """The longest quote is taken whole."""
    assert deal([("minor", "x" * MOST_QUOTE)]).signals[0].quote == "x" * MOST_QUOTE


def test_signals_go_to_json_and_back() -> None:
    """A kind and a quote each; a bare text of an earlier version is a remark, a kind of a later one is kept and can be saved."""
    told = deal([("legal_threat", "see you in court"), "said final"])
    stored = json.loads(json.dumps(told.to_json()))
    assert stored["signals"] == [{"kind": "legal_threat", "quote": "see you in court"}, {"kind": "minor", "quote": "said final"}]
    assert Deal.from_json(stored) == told
    old = Deal.from_json({**stored, "signals": ["said final"]})
    assert old.signals == (Signal("minor", "said final"),)
    later = Deal.from_json({**stored, "signals": [{"kind": "sold_our_data", "quote": "they sold it"}]})
    assert Deal(**later.values()) == later
    assert later.to_json()["signals"] == [{"kind": "sold_our_data", "quote": "they sold it"}]
    assert later.signals[0].label == "Sold our data"


@pytest.mark.parametrize(
    ("signal", "sentence"),
    [
        (Signal("price_increase", "9% from May"), "Signal from Acme: price increase: “9% from May”."),
        (Signal("price_increase", "9% from May."), "Signal from Acme: price increase: “9% from May.”"),
        (Signal("legal_threat", "“See you in court!”"), "Signal from Acme: legal threat: “See you in court!”"),
        (Signal("lock_in", '"All or nothing"'), 'Signal from Acme: lock-in: "All or nothing".'),
        (Signal("minor", "said final"), "Signal from Acme: “said final”."),
        (Signal("minor", "“yes” and “no”"), "Signal from Acme: ““yes” and “no””."),
    ],
)
def test_a_signal_is_a_sentence_with_one_full_stop(signal: Signal, sentence: str) -> None:
    """It names the vendor and the kind, quotes the words, and never ends in two full stops."""
    assert signal_sentence("Signal from Acme", signal) == sentence
    assert [memory.text for memory in memories_of(deal([signal]), "d") if "Signal" in memory.text] == [sentence]
