"""A model over many texts: it is let be when it can't be had, and the report says so."""

from datetime import UTC, datetime
from typing import Any

import pytest

from leverage import KnowledgeBase
from leverage.inbox import Report, add, reports, says_where
from leverage.inbox.asking import MOST_FAILURES, Asking
from leverage.inbox.proposal import Proposal
from leverage.inbox.reports import MODEL_FAILED
from leverage.reflect.statuses import STATUSES
from tests.fakes import WordEmbedding
from tests.inbox.plain_notes import source


def asking(*statuses: str | None) -> tuple[Asking, list[bool]]:
    """Return what reads texts with a model that fares so, one text after the other, and whether it was asked for each."""
    asked: list[bool] = []
    coming = iter(statuses)

    def say(text: str, filename: str = "", *, kb: Any = None, asks: bool = True) -> tuple[list[Proposal], str | None]:
        asked.append(asks)
        return [], next(coming) if asks else None

    reading = Asking(say)
    return reading, asked


@pytest.mark.parametrize("status", ["model_unavailable", "timed_out", "no_key", "rate_limited", "not_allowed"])
def test_a_model_that_is_away_is_not_waited_for_again_and_again(status: str) -> None:
    """After failures in a row the rules go on alone, and every text that had to do without is counted."""
    reading, asked = asking(*[status] * MOST_FAILURES)
    for n in range(6):
        reading("words", str(n), kb=None)  # type: ignore[arg-type]
    assert asked == [True] * MOST_FAILURES + [False] * (6 - MOST_FAILURES)
    assert (reading.failed, reading.status) == (6, status)


def test_a_model_that_comes_back_is_asked_on() -> None:
    """A failure between two answers, or one that lies in the text, ends nothing."""
    statuses = (None, "timed_out", None, "timed_out", None, *["declined"] * 4, None)
    reading, asked = asking(*statuses)
    for n in range(len(statuses)):
        reading("words", str(n), kb=None)  # type: ignore[arg-type]
    assert asked == [True] * len(statuses)
    assert (reading.failed, reading.status) == (6, "declined")


def test_the_report_says_that_a_model_failed(tmp_path: Any) -> None:
    """What the rules found stands; that the model was of no help is said in a sentence, and is kept."""

    def away(messages: Any, schema: Any) -> str:
        raise ConnectionError

    with KnowledgeBase.open(tmp_path / "store", embedding=WordEmbedding(), model=away) as kb:
        report = add(kb, [source("Signed with Nordhelm Fittings GmbH on 3 March 2026: 12% off list.")], by="Ann")
        assert (report.proposed, report.without_model) == (1, 1)
        assert report.sentences[1].startswith("1 text was read by the rules alone: the model")
        assert reports(kb)[0].sentences == report.sentences
        assert "of each that tells a deal the first 16,000 characters go to" in says_where(kb.narrator)


def test_every_failure_has_its_sentence() -> None:
    """None of a model's failures is told as another; a report of before has none."""
    told = {status for status in STATUSES if status not in ("empty", "counted", "narrated", "narrated_partly", "nothing_held")}
    assert set(MODEL_FAILED) == told
    old = Report("r", datetime(2026, 11, 29, tzinfo=UTC)).to_json()
    del old["without_model"], old["model_status"]
    assert Report.from_json(old).sentences == ("Nothing new to read.",)
