"""A deal in words: explicit, attributed, one facet a sentence."""

from collections.abc import Callable

import pytest

from leverage import Deal
from leverage.embedding import default_embedding
from leverage.sentences import memories_of, split_note


def texts(deal: Deal, facet: str) -> list[str]:
    """Return the sentences of one facet."""
    return [memory.text for memory in memories_of(deal, "d1") if memory.facet == facet]


def test_each_facet_has_its_own_sentence(deal: Callable[..., Deal]) -> None:
    """Price, terms, flexible, firm, tactics and dates are told apart, each naming the vendor."""
    told = deal(
        discount_pct=20,
        discount_base="list",
        payment_terms="Net 60",
        flexible_on=["discount"],
        firm_on=["liability clause", "SLA penalties"],
        tactics=[("asked early", "worked"), ("bluffed", "failed"), ("waited", "mixed"), "smiled"],
        end_date="2027-02-28",
        auto_renews=True,
        notice_days=60,
    )
    assert texts(told, "summary") == ["On 2 Mar 2026 Priya Nair, IT, agreed a deal with Microsoft."]
    assert texts(told, "price") == ["Discount achieved: 20% off list was agreed with Microsoft."]
    assert texts(told, "payment") == ["Payment terms: Net 60 agreed with Microsoft."]
    assert texts(told, "flexible") == ["Microsoft was flexible on: discount."]
    assert texts(told, "firm") == ["Microsoft was firm and refused to move on: liability clause, SLA penalties."]
    assert texts(told, "tactic") == [
        "Tactic used with Microsoft: “asked early”. This tactic WORKED.",
        "Tactic used with Microsoft: “bluffed”. This tactic FAILED.",
        "Tactic used with Microsoft: “waited”. This tactic had MIXED results.",
        "Tactic used with Microsoft: “smiled”. Its result is UNCLEAR.",
    ]
    assert texts(told, "dates") == ["The contract with Microsoft ends 28 Feb 2027, renews itself and needs 60 days of notice."]


def test_every_memory_knows_who_when_and_which_deal(deal: Callable[..., Deal]) -> None:
    """Attribution goes with each memory, ids are made from the deal's and never repeat."""
    memories = memories_of(deal(notes="One. Two.", tactics=["a", "b"]), "d1")
    assert {(each.logged_by, each.department, str(each.deal_date), each.deal_id) for each in memories} == {
        ("Priya Nair", "IT", "2026-03-02", "d1")
    }
    assert len({each.id for each in memories}) == len(memories)
    assert memories[0].facet == "summary"


@pytest.mark.parametrize("outcome", ["no_deal", "walked_away", "open", "unknown"])
def test_what_was_not_agreed_is_not_said_to_be(deal: Callable[..., Deal], outcome: str) -> None:
    """A discount or terms on the table without an agreement are told as such."""
    told = deal(outcome=outcome, discount_pct=20, payment_terms="Net 60")
    assert all("not agreed" in text for text in texts(told, "price") + texts(told, "payment"))
    assert not any("achieved" in each.text for each in memories_of(told, "d1"))


def test_a_discount_without_base_says_so(deal: Callable[..., Deal]) -> None:
    """A percentage never stands as if its base were known."""
    assert "off a base not recorded" in texts(deal(discount_pct=20), "price")[0]


def test_prices_values_and_uplifts_keep_their_currency(deal: Callable[..., Deal]) -> None:
    """Amounts are told per unit with their currency, and an amount without one is said to lack it."""
    prices = {"currency": "EUR", "list_price": "120", "final_price": "99.5", "unit": "seat", "annual_value": 12000}
    told = deal(**prices, uplift_asked_pct=9, uplift_agreed_pct=3)
    assert texts(told, "price") == [
        "Prices per seat with Microsoft: list price EUR 120 and final price EUR 99.50.",
        "Contract value with Microsoft: EUR 12,000 a year.",
        "Price increase (uplift) by Microsoft: 9% asked and 3% agreed.",
    ]
    assert "(no currency recorded)" in texts(deal(final_price=5), "price")[0]


@pytest.mark.parametrize(
    "note",
    [
        "Short.",
        "They said no. " * 400,
        "word " * 3000,
        "x" * 15_000,
        "多" * 10_000,
        "힣" * 5_000,
        "line one\nline two\n\nline three",
        "Ends without a stop but goes on and on " * 60,
    ],
)
def test_notes_are_cut_into_pieces_that_the_embedding_can_read(note: str) -> None:
    """Every piece is at most 200 tokens, and together they hold every word of the note."""
    pieces = split_note(note)
    assert all(default_embedding().token_count(piece) <= 200 for piece in pieces)
    assert "".join("".join(pieces).split()) == "".join(note.split())


def test_a_note_is_cut_at_sentences() -> None:
    """Sentences stay whole as long as they fit."""
    pieces = split_note("They refused the cap and would not say why. " * 40)
    assert all(piece.endswith(".") for piece in pieces)
    assert len(pieces) > 1


def test_long_lists_become_several_sentences(deal: Callable[..., Deal]) -> None:
    """A hundred terms are told in sentences that the embedding reads whole, none left out."""
    terms = [f"term number {n} about something" for n in range(100)]
    said = texts(deal(firm_on=terms), "firm")
    assert len(said) > 1
    assert all(default_embedding().token_count(sentence) <= 200 for sentence in said)
    assert all(any(term in sentence for sentence in said) for term in terms)


def test_no_sentence_ends_twice() -> None:
    """A value that brings its own full stop is told with one; what a note says stays as it is."""
    deal = Deal(
        vendor="Acme Inc.",
        deal_date="2026-03-02",
        logged_by="Ann",
        department="IT",
        outcome="agreed",
        payment_terms="Net 60",
        signals=["This is our last number.", "Is that all?", "Wait…"],
        competitor="Beta Ltd.",
        notes="They wait..",
    )
    texts = [memory.text for memory in memories_of(deal, "d")]
    assert "Signal from Acme Inc.: “This is our last number.”" in texts
    assert "Signal from Acme Inc.: “Is that all?”" in texts
    assert "Payment terms: Net 60 agreed with Acme Inc." in texts
    assert [text for text in texts if text.endswith("..")] == ["Note: They wait.."]
