"""The ranking: filters are exact, restatements fold without losing a deal, and every hit says why it is there."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leverage import Deal, KnowledgeBase, Memory
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
    assert days(facet="nonsense") == set()


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
