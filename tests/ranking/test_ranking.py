"""The ranking: filters are exact, restatements fold without losing a deal, and every hit says why it is there."""

import re
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leverage import Deal, KnowledgeBase, LeverageError, Memory
from leverage.memory.bank import Banks
from leverage.memory.engine import Engine
from leverage.memory.vectors import Contents, unit_rows
from leverage.people import merge
from leverage.ranking.answers import Hit, answers, memory_of
from leverage.ranking.filters import Filters
from leverage.ranking.meaning import Meanings
from leverage.ranking.shelf import Shelf
from tests.fakes import Clock, WordEmbedding

TODAY = date(2026, 11, 29)
EMBEDDING = WordEmbedding()


def shelf_of(memories: list[Memory], names: tuple[str, ...] = ()) -> tuple[Shelf, Contents]:
    """Return memories as a bank's contents, without a bank."""
    metadatas = [
        {
            "facet": each.facet,
            "deal_id": each.deal_id,
            "who": each.logged_by,
            "date": each.deal_date.isoformat() if each.deal_date else None,
            "department": each.department,
            "result": each.result,
            "product": each.product,
        }
        for each in memories
    ]
    told = [{key: value for key, value in each.items() if value is not None} for each in metadatas]
    texts = [each.text for each in memories]
    vectors = unit_rows(np.asarray(EMBEDDING(texts), np.float32))
    contents = Contents.of(
        {"ids": [m.id for m in memories], "documents": texts, "metadatas": told, "embeddings": vectors}, lambda _: True, names
    )
    return contents.shelf, contents


def ask(
    memories: list[Memory], question: str, limit: int = 1000, filters: Filters | None = None, names: tuple[str, ...] = ()
) -> list[Memory]:
    """Return the answers that memories give to a question."""
    shelf, contents = shelf_of(memories, names)
    found: list[Hit] = answers(shelf, contents.vectors, Meanings(EMBEDDING), question, limit, filters or Filters(), TODAY)
    return [memory_of(shelf, hit) for hit in found]


words = st.sampled_from(
    ["Net 60", "discount 5%", "discount 6%", "moved on price", "refused", "liability, training", "training, liability"]
)
made = st.builds(
    lambda n, text, facet, day, who, department, result, product: (n, text, facet, day, who, department, result, product),
    st.integers(0, 9),
    words,
    st.sampled_from(["payment", "price", "tactic", "summary"]),
    st.dates(date(2020, 1, 1), TODAY),
    st.sampled_from(["Ann", "Bob"]),
    st.sampled_from(["IT", "Legal"]),
    st.sampled_from(["worked", "failed", "agreed", None]),
    st.sampled_from(["Suite", "Cloud", None]),
)


@st.composite
def banks(draw: st.DrawFn) -> list[Memory]:
    """Return the memories of a bank: each of a deal, several alike."""
    drawn = draw(st.lists(made, min_size=1, max_size=25))
    return [
        Memory(f"m{n}", text, f"deal{deal}", facet, day, who, department, result, product=product)
        for n, (deal, text, facet, day, who, department, result, product) in enumerate(drawn)
    ]


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(banks(), st.sampled_from(["payment terms", "was it refused?", "discount", "東京", "!?"]))
def test_folding_keeps_every_deal_and_every_memory(memories: list[Memory], question: str) -> None:
    """Counts add up, no deal is lost, and the order does not depend on the order of the memories."""
    found = ask(memories, question)
    assert sum(each.count for each in found) == len(memories)
    assert {deal for each in found for deal in each.deal_ids} == {each.deal_id for each in memories}
    assert [each.id for each in found] == [each.id for each in ask(memories[::-1], question)]
    assert all(each.why for each in found)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(banks())
def test_numbers_and_results_are_never_folded(memories: list[Memory]) -> None:
    """What counts as one has one result and the same numbers."""
    shelf, _ = shelf_of(memories)
    for group in shelf.groups:
        assert len({row.metadata.get("result") for row in group.rows}) == 1
        assert len({"".join(sorted(filter(str.isdigit, shelf.texts[row.place]))) for row in group.rows}) == 1


@settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(
    banks(),
    st.sampled_from(["payment", "tactic", None]),
    st.dates(date(2020, 1, 1), TODAY) | st.none(),
    st.dates(date(2020, 1, 1), TODAY) | st.none(),
    st.sampled_from(["it", "Legal", None]),
    st.sampled_from(["agreed", "worked", None]),
)
def test_filters_are_exact(
    memories: list[Memory], facet: str | None, since: date | None, until: date | None, department: str | None, outcome: str | None
) -> None:
    """Exactly the memories that pass are counted, whatever they are folded with."""
    outcomes = {each.deal_id: each.result for each in memories if each.facet == "summary"}
    passing = [
        each
        for each in memories
        if (facet is None or each.facet == facet)
        and (since is None or (each.deal_date or date.min) >= since)
        and (until is None or (each.deal_date or date.max) <= until)
        and (department is None or (each.department or "").casefold() == department.casefold())
        and (outcome is None or outcomes.get(each.deal_id) == outcome)
    ]
    # A deal with several summaries is no deal of ours: there the last one read counts.
    if len({(m.deal_id, m.result) for m in memories if m.facet == "summary"}) > len(outcomes):
        return
    found = ask(memories, "price", filters=Filters(facet, since, until, department, outcome))
    assert sum(each.count for each in found) == len(passing)
    assert {deal for each in found for deal in each.deal_ids} == {each.deal_id for each in passing}


def told(text: str, **more: object) -> Memory:
    """Return a memory with these words, its id made of them and of what else there is."""
    return Memory(f"{text}{sorted(more.items(), key=str)}", text, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Acme was flexible on: price, training.", "Acme was flexible on: training, price."),
        ("Acme was firm on: liability.", "ACME Corp was firm on: liability"),
        ("They pay late!", "they pay “late”"),
    ],
)
def test_restatements_are_one(one: str, other: str) -> None:
    """Order in a list, the vendor's names, case and punctuation do not matter."""
    (found,) = ask([told(one, deal_id="a"), told(other, deal_id="b")], "flexible", names=("Acme", "Acme Corp"))
    assert (found.count, set(found.deal_ids)) == (2, {"a", "b"})


def test_who_and_when_do_not_matter() -> None:
    """The same told by another on another day is one."""
    one = told("Ann heard on 2 Mar 2026 that they merge.", logged_by="Ann", deal_date=date(2026, 3, 2), deal_id="a")
    other = told("Bob heard on 2025-04-01 that they merge.", logged_by="Bob", deal_date=date(2025, 4, 1), deal_id="b")
    (found,) = ask([one, other], "merge")
    assert found.deal_ids == ("a", "b")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("They gave 5%.", "They gave 6%."),
        ("They gave 5 EUR.", "They gave 5 USD."),
        ("They gave $5.", "They gave €5."),
        ("1.5 points", "15 points"),
        ("-5%", "5%"),
        ("was –5%", "was 5%"),
        ("was (5%)", "was 5%"),
        ("by .5% only", "by 5% only"),
        ("split 5:6", "split 5 6"),
        ("from 10-00", "from 10 00"),
        ("Will they pay the training?", "Will they pay the training."),
        ("They asked 5%, agreed 3%.", "They asked 3%, agreed 5%."),
        ("They moved on price, not on terms.", "They moved on terms, not on price."),
        ("Tactic: “ask”. This tactic WORKED.", "Tactic: “ask”. This tactic FAILED."),
        ("C++ licences", "C licences"),
        ("Ann told Bob.", "Bob told Ann."),
    ],
)
def test_what_differs_stays_two(one: str, other: str) -> None:
    """Numbers, currencies, signs, results and who did what to whom are told apart."""
    assert len(ask([told(one), told(other)], "they")) == 2


def test_the_same_words_with_another_result_stay_two() -> None:
    """A result that stands beside the words counts, too."""
    found = ask([told("asked early", result="worked"), told("asked early", result="failed")], "asked early")
    assert {each.result for each in found} == {"worked", "failed"}


def test_the_old_is_labelled_and_not_hidden() -> None:
    """Among equals the new come first; what is older than 24 months says so, unless it is of the last three deals."""
    days = [date(2026, 5, 1), date(2026, 4, 1), date(2026, 3, 1), date(2025, 1, 1), date(2020, 1, 1)]
    memories = [told(f"terms {letter}", deal_id=letter, deal_date=day) for letter, day in zip("abcde", days, strict=True)]
    found = ask(memories, "terms")
    assert [each.deal_id for each in found][-1] == "e"
    assert [each.is_old for each in found] == [False, False, False, False, True]
    assert "older than 24 months" in found[-1].why
    assert all(("among the last three deals" in each.why) == (each.deal_id in "abc") for each in found)
    assert not ask(memories[-1:], "terms")[0].is_old


def test_a_hit_says_why() -> None:
    """The words as they stand there, and what it is about."""
    found = ask(
        [told("Payment terms: Net 60 agreed with Acme."), told("The weather was fine.")], "did anyone get more time to pay?"
    )
    assert found[0].text.startswith("Payment")
    assert "about payment terms" in found[0].why
    assert found[0].is_near


def test_more_time_and_the_most_come_first() -> None:
    """Longer terms answer a wish for time, and the highest number a question for it."""
    terms = [told(f"Payment terms: Net {days} agreed with Acme.", facet="payment") for days in (14, 60, 30)]
    assert ask(terms, "more time to pay")[0].text.startswith("Payment terms: Net 60")
    cuts = [told(f"Discount achieved: {n}% was agreed with Acme.", facet="price") for n in (3, 20, 12)]
    assert "20%" in ask(cuts, "what was the highest discount?")[0].text


@pytest.fixture
def kb(tmp_path: Path) -> Iterator[KnowledgeBase]:
    """A knowledge base with three deals of one vendor and one of another."""
    with KnowledgeBase.open(tmp_path / "store", embedding=EMBEDDING, clock=Clock()) as kb:
        for day, department, outcome, product in (
            ("2026-03-02", "IT", "agreed", "Suite"),
            ("2025-03-02", "Legal", "no_deal", "Cloud"),
            ("2022-03-02", "I.T.", "agreed", None),
        ):
            kb.log(
                Deal(
                    vendor="Acme", deal_date=day, logged_by="Ann", department=department, outcome=outcome, product=product,
                    payment_terms=f"Net {day[3]}0", notes=f"Talk of {day}.",
                )
            )  # fmt: skip
        kb.log(
            Deal(vendor="Beta", deal_date="2026-03-02", logged_by="Ann", department="IT", outcome="agreed", notes="Beta only.")
        )
        yield kb


def test_recall_is_one_ranking(kb: KnowledgeBase) -> None:
    """The knowledge base and the bank answer alike, and never with another vendor's memory."""
    for question in ("net terms", "beta only", "talk"):
        found = kb.recall("Acme", question, limit=50)
        assert found == kb.bank("Acme").recall(question, 50)
        assert all("Beta" not in each.text for each in found)


def test_filters_reach_through_the_knowledge_base(kb: KnowledgeBase) -> None:
    """Facet, period, outcome, product and department, this one under all its names."""

    def days(**filters: object) -> set[str]:
        return {str(each.deal_date) for each in kb.recall("Acme", "talk", limit=50, **filters)}  # type: ignore[arg-type]

    assert {each.facet for each in kb.recall("Acme", "talk", facet="payment")} == {"payment"}
    assert days(since=date(2025, 3, 2), until=date(2025, 12, 31)) == {"2025-03-02"}
    assert days(outcome="agreed") == {"2026-03-02", "2022-03-02"}
    assert days(product="cloud") == {"2025-03-02"}
    assert days(department="IT") == {"2026-03-02"}
    merge(kb, "department", "I.T.", "IT")
    assert days(department="IT") == {"2026-03-02", "2022-03-02"} == days(department="I.T.")
    assert days(since="2025-03-02", until=datetime(2025, 12, 31, 9)) == {"2025-03-02"}  # noqa: DTZ001
    assert days(product="", department=" ") == days()


@pytest.mark.parametrize(
    ("filters", "said"),
    [
        ({"facet": "nonsense"}, "“nonsense” is no facet. Give one of: summary, price"),
        ({"outcome": "Agreed"}, "“Agreed” is no outcome. Give one of: agreed"),
        ({"since": date(2026, 1, 2), "until": date(2026, 1, 1)}, "ends on 1 Jan 2026, before it begins on 2 Jan 2026"),
        ({"since": "last year"}, "The day after “since” can’t be read"),
        ({"until": 20260101}, "The day after “until” can’t be read"),
        ({"product": 5}, "The product to look for is a text"),
        ({"department": ["IT"]}, "The department to look for is a text"),
        ({"limit": "3"}, "is a whole number"),
        ({"question": None}, "A question is a text"),
    ],
)
@pytest.mark.parametrize("vendor", ["Acme", "Nobody"])
def test_a_filter_that_can_t_be_is_said(kb: KnowledgeBase, vendor: str, filters: dict[str, Any], said: str) -> None:
    """Nothing is silently empty: a facet or an outcome that there is not, a period turned round, a wrong type."""
    if vendor == "Nobody" and {"limit", "question"} & set(filters):
        return
    with pytest.raises(LeverageError, match=re.escape(said)):
        kb.recall(vendor, **{"question": "talk"} | filters)


def test_memories_written_before_products_were_noted(tmp_path: Path) -> None:
    """The summary says which product an older deal was for."""
    banks = Banks(Engine(tmp_path / "banks", EMBEDDING), EMBEDDING)
    bank = banks.bank("vendor-acme")
    bank.retain(
        [
            Memory("1", "On 2 Mar 2026 Ann, IT, agreed a deal with Acme for Suite (new).", "d", "summary", result="agreed"),
            Memory("2", "Note: quick.", "d", "notes"),
            Memory("3", "On 2 Mar 2026 Ann, IT, agreed a deal with Acme for Suite Pro.", "e", "summary", result="agreed"),
        ]
    )
    assert {each.id for each in bank.recall("quick", product="suite")} == {"1", "2"}
    banks.engine.close()


@pytest.mark.parametrize(
    "question",
    ["", "  ", "?!…", "\ud800 lone", "価格は上がりましたか", "x" * 100_000, "pay " * 25_000, "\u202e\u0301" * 50, "🏴"],
)
def test_any_question_is_answered(kb: KnowledgeBase, question: str) -> None:
    """Neither length nor script nor broken characters are an error."""
    assert isinstance(kb.recall("Acme", question), list)


def reasons(memories: list[Memory], question: str) -> dict[str, tuple[str, ...]]:
    """Return why each memory answers a question."""
    return {each.text: each.why for each in ask(memories, question)}


def test_everyday_words_speak_for_nothing() -> None:
    """They stand in no why, and neither do the words that every deal has."""
    found = ask([told("They asked for more this time."), told("A deal was agreed.")], "did they get more time in a deal?")
    assert not [part for each in found for part in each.why if part.startswith(("says", "about"))]


def test_a_why_says_no_frame_and_no_name() -> None:
    """Neither WORKED nor a colleague's or a product's name is a word or a topic of the question."""
    summary = told(
        "On 2 Mar 2026 Gwen Park, Legal, agreed a deal with Acme for Lift.",
        facet="summary",
        logged_by="Gwen Park",
        product="Lift",
    )
    tactic = told("Tactic used with Acme: “smiled”. This tactic FAILED.", facet="tactic", result="failed")
    why = reasons([summary, tactic], "was the cap lifted, and is parking free, or did the network fail?")
    assert not [each for each in why[summary.text] if each.startswith(("says", "about"))]
    assert not [each for each in why[tactic.text] if each.startswith(("says", "about"))]
    assert "says “Gwen”, “Park”" in reasons([summary, tactic], "what did Gwen Park do?")[summary.text]


def test_what_failed_brings_what_failed() -> None:
    """Tactics with the result that is asked for come first, and say so."""
    memories = [
        told(f"Tactic used with Acme: “{name}”. This tactic {result}.", facet="tactic")
        for name, result in (("smiled", "WORKED"), ("shouted", "FAILED"), ("waited", "FAILED"))
    ]
    found = ask(memories, "what failed?")
    assert ["FAILED" in each.text for each in found] == [True, True, False]
    assert all("a tactic that failed" in each.why and each.is_near for each in found[:2])
    assert "WORKED" in ask(memories, "what worked?")[0].text
    assert "FAILED" in ask(memories, "what did not work?")[0].text


def test_a_denial_stands_below_the_fact() -> None:
    """Unless it is asked for what was not."""
    denial, fact = told("They did not ask for any price increase."), told("They raised prices by 8%.")
    assert ask([denial, fact], "did they ask for a price increase?")[0].text == fact.text
    assert ask([denial, fact], "when did they not ask for any price increase?")[0].text == denial.text
    assert ask([denial], "did they ask for a price increase?")[0].is_near


def test_a_year_and_a_department_that_are_named_count() -> None:
    """What is of that year or department comes first and says so."""
    memories = [
        told("Talk one.", deal_id="a", deal_date=date(2022, 5, 1), department="Legal"),
        told("Talk two.", deal_id="b", deal_date=date(2026, 5, 1), department="IT"),
    ]
    assert "of 2022" in ask(memories, "what happened in 2022?")[0].why
    assert "from Legal" in ask(memories, "anything from Legal?")[0].why
    assert not any("from Legal" in each.why for each in ask(memories, "is that legal?"))


def test_the_highest_discount_is_one_that_was_agreed() -> None:
    """One that was only discussed, or a price increase, is no highest discount."""
    cuts = [
        told("Discount discussed, not agreed: 60% off list with Acme.", facet="price", deal_date=date(2019, 1, 1)),
        told("Price increase (uplift) by Acme: 70% asked.", facet="price", deal_date=date(2026, 1, 1)),
        *(told(f"Discount achieved: {n}% off list was agreed with Acme.", facet="price") for n in (3, 20, 12)),
    ]
    assert "20%" in ask(cuts, "what was the highest discount?")[0].text
    assert "70%" in ask(cuts, "what was the highest price increase?")[0].text
