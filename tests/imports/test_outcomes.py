"""Outcome words: a known one is read, any other is asked about once, and no row is lost for want of a word."""

from datetime import date

import pytest

from leverage import KnowledgeBase, LeverageError
from leverage.imports import Plan, Question, commit, plan, preview, tally
from leverage.words import meaning_of

TODAY = date(2026, 11, 29)
ASKED = ["Abschluss", "Deal closed", "verlängert", "Renewed", "Closed", "In der Schwebe", "clôturé", "rinnovato"]


def read(words: list[str], heading: str = "Outcome", **options: object) -> Plan:
    """Return the plan of a file with a deal for each word."""
    rows = [f"Orbanex AG,2026-03-{n + 1:02},Ida,IT,{word}" for n, word in enumerate(words)]
    text = "\n".join([f"Vendor,Date,Owner,Department,{heading}", *rows])
    return plan(text.encode(), "deals.csv", today=TODAY, **options)  # type: ignore[arg-type]


def questions(planned: Plan) -> list[Question]:
    """Return the questions about words that stand for an outcome."""
    return [question for question in planned.needed if question.key.startswith("outcome:")]


@pytest.mark.parametrize(
    ("heading", "word"),
    [  # a status with unknown words is asked about as a whole first
        (heading, word)
        for heading in ("Outcome", "Status", "Ergebnis")
        for word in ASKED
        if heading == "Outcome" or word != "In der Schwebe"
    ],
)
def test_a_word_that_says_no_outcome_for_sure_is_asked_once(word: str, heading: str) -> None:
    """Its rows wait for the answer, which says how many they are; the answer for blank cells is not meant."""
    planned = read([word, word.upper(), "agreed"], heading, answers={"outcome": "unknown"})
    (question,) = questions(planned)
    assert (question.text, question.rows, question.suggested) == (f"What does “{word}” mean?", 2, None)
    assert [option.label for option in question.options][-2:] == ["Outcome unknown", "Leave these rows out"]
    counted = tally(planned, preview(None, planned))
    assert (counted.new, counted.waiting, counted.skipped) == (1, 2, 0)
    answered = read([word, word.upper(), "agreed"], heading, answers={question.key: "No deal"})
    assert [deal.outcome for deal in answered.deals] == ["no_deal", "no_deal", "agreed"]
    left = read([word, word.upper(), "agreed"], heading, answers={question.key: "leave_out"})
    counted = tally(left, preview(None, left))
    assert (counted.new, counted.waiting, counted.skipped) == (1, 0, 2)


def test_an_import_waits_for_a_word(kb: KnowledgeBase) -> None:
    """Nothing is written before the word is answered."""
    with pytest.raises(LeverageError, match="What does “Abschluss” mean"):
        commit(kb, read(["Abschluss", "agreed"], kb=kb))
    assert kb.count() == 0


def test_yes_says_no_outcome_where_nothing_was_asked() -> None:
    """It is asked about as any other word."""
    assert [question.text for question in questions(read(["yes", "agreed"]))] == ["What does “yes” mean?"]


@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        *[
            (word, "agreed")
            for word in ("Deal done", "signé", "Zuschlag erteilt", "accord trouvé", "acuerdo alcanzado", "contratto firmato")
        ],
        *[(word, "no_deal") for word in ("nicht zustande gekommen", "sin éxito", "sem sucesso", "nessun accordo", "non abouti")],
        *[(word, "walked_away") for word in ("pulled out", "zurückgezogen", "négociation rompue", "ci siamo ritirati")],
        *[(word, "open") for word in ("in discussion", "noch offen", "in corso", "en discussion")],
        *[(word, "renewed_as_is") for word in ("renewed as is", "rinnovato senza modifiche", "renouvelé sans changement")],
        *[(word, None) for word in ("renewed", "renouvelé", "renovado", "verlängert", "closed")],
    ],
)
def test_known_words_in_several_languages(word: str, meaning: str | None) -> None:
    """They are read; renewed alone does not say whether anything was negotiated."""
    assert meaning_of("outcome", word) == meaning
