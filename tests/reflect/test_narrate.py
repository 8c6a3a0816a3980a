"""How a narrative comes about: every way in which a model ends has its own state, and no sentence is lost uncounted."""

import json
from typing import Any

import pytest

from leverage.reflect.call import RawReply
from leverage.reflect.check import MOST_CHECKED
from leverage.reflect.narrate import Narrative, narrate
from leverage.reflect.statuses import STATUSES
from tests.counted import brief_of, dealt

BRIEF = brief_of(dealt("2026-03-02", "a", discount_pct=20, discount_base="list", firm_on=["audit clause"]))
TRUE = {"text": "The highest discount was 20% off list.", "deals": [1]}
FALSE = "The highest discount was {}% off list."
FIELDS = {
    "max_discount_pct": 20,
    "payment_terms": [],
    "flexible_on": [],
    "firm_on": [],
    "tactics_worked": [],
    "tactics_failed": [],
}
ANSWER = json.dumps({**FIELDS, "sentences": [TRUE]})


def narrated(reply: Any) -> Narrative:
    """The narrative if a model answers so."""
    return narrate(BRIEF, ask=lambda messages, schema: reply, model="fake")


@pytest.mark.parametrize("content", [None, "", " ", [], {}, "<think></think>", "<think>hm</think>\n"])
def test_an_answer_in_the_reasoning_is_read_where_there_is_no_other(content: Any) -> None:
    """A content that is empty in any way is none."""
    assert narrated(RawReply(content, "stop", f"One deal. {ANSWER}")).status == "narrated"
    assert narrated(RawReply(content, "stop", f"{ANSWER} or so")).status == "unreadable"
    assert narrated(RawReply(content, "length", ANSWER)).status == "cut"


def test_a_draft_in_the_reasoning_never_replaces_an_answer() -> None:
    """Neither a refusal nor an answer that says less."""
    assert narrated(RawReply("I would rather not.", "stop", ANSWER)).status == "unreadable"
    assert narrated(RawReply(json.dumps({**FIELDS, "sentences": []}), "stop", ANSWER)).status == "silent"


@pytest.mark.parametrize(
    "reason", ["content_filter", "refusal", "SAFETY", "RECITATION", "guardrail_intervened", "PROHIBITED_CONTENT"]
)
@pytest.mark.parametrize("content", [None, "", "I can't", ANSWER])
def test_a_provider_that_declines_is_said_to(reason: str, content: str | None) -> None:
    """By whichever word; half an answer that it stopped is not shown."""
    told = narrated(RawReply(content, reason))
    assert (told.status, told.said, told.lines) == ("declined", STATUSES["declined"], ())


@pytest.mark.parametrize("content", ["<think>hm</think>", "<plan>so</plan>", "hm"])
def test_only_what_broke_off_is_called_cut(content: str) -> None:
    """The advice to raise the limit is for those whom it helps."""
    assert narrated(RawReply(content, "stop")).status == ("silent" if content.startswith("<") else "unreadable")
    assert narrated(RawReply(content, "length")).status == "cut"


def test_a_page_of_a_gateway_is_not_read() -> None:
    """The bug was a number in an error page, told as what the model gives."""
    told = narrated('<html><body>502 {"max_discount_pct": 90}</body></html>')
    assert (told.status, told.differences) == ("unreadable", ())


@pytest.mark.parametrize("number", [MOST_CHECKED + 1, 60, 150])
def test_every_sentence_is_counted(number: int) -> None:
    """The bug was that all above the fortieth were gone without a word."""
    told = narrated(json.dumps({"sentences": [{"text": FALSE.format(21 + n % 70), "deals": [1]} for n in range(number)]}))
    assert (told.status, len(told.dropped)) == ("nothing_held", number)
    told = narrated(json.dumps({"sentences": [TRUE, *({"text": FALSE.format(21), "deals": [1]} for _ in range(number))]}))
    assert (told.said, len(told.lines)) == (f"{number} sentences dropped: not in the records.", 1)


def test_more_sentences_than_are_read_are_told() -> None:
    """The last reason says so."""
    told = narrated(json.dumps({"sentences": [{"text": FALSE.format(21), "deals": [1]}] * 1_000}))
    assert "more sentences" in told.dropped[-1][1]


@pytest.mark.parametrize(
    "reply",
    [
        "x" * 300_000,
        b"x" * 300_000,
        [{"type": "text", "text": "x" * 300_000}],
        {"summary": "Net 30 held. " * 30_000},
        {"firm_on": ["a term"] * 60_000},
        RawReply(None, "stop", ANSWER + "x" * 300_000),
    ],
    ids=["text", "bytes", "parts", "object", "items", "reasoning"],
)
def test_a_reply_without_end_is_unreadable(reply: Any) -> None:
    """Whatever form it has: reading it would hold up the page."""
    assert narrated(reply).status == "unreadable"


def test_a_narrative_comes_back_from_json_as_it_was() -> None:
    """With its lines, what was dropped, and how it came about."""
    told = narrated(json.dumps({**FIELDS, "max_discount_pct": 90, "sentences": [TRUE, {"text": FALSE.format(90)}]}))
    assert told.lines
    assert told.dropped
    assert told.differences
    assert Narrative.from_json(json.loads(json.dumps(told.to_json()))) == told
