"""The matter of a memory: what it says itself, without Leverage's own words and without names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leverage import Deal, Tactic
from leverage.denials import denials_in
from leverage.ranking.lexicon import words_of
from leverage.ranking.matter import Names, matter_of
from leverage.sentences import memories_of
from leverage.stems import tokens_of

FULL = Deal(
    vendor="Acme",
    deal_date="2026-03-02",
    logged_by="Gwen Park",
    department="Legal",
    outcome="agreed",
    product="Lift Care",
    kind="renewal",
    discount_pct=12,
    discount_base="last_price",
    payment_terms="Net 60",
    billing_frequency="quarterly",
    flexible_on=["training"],
    firm_on=["liability cap"],
    tactics=[Tactic("went over the rep's head", "failed"), Tactic("waited", "worked"), Tactic("smiled", "mixed")],
    notes="They like coffee.",
    currency="EUR",
    list_price=40,
    final_price=35,
    annual_value=1000,
    uplift_asked_pct=9,
    uplift_cap_pct=3,
    conceded=["a reference"],
    obtained=["free setup"],
    competitor="Beta",
    contact="R. Bloom",
    contract_ref="A-17",
    signals=["This is our last number"],
    end_date="2027-03-02",
    notice_days=30,
    next_meeting="2026-11-20",
    reseller="Gamma",
)
# What says nothing of one fact that it does not say of all of its kind.
FRAME = {"deal", "work", "fail", "mix", "tactic", "used", "move", "note", "signal", "achiev", "record", "play"}


def test_every_sentence_of_a_deal_has_its_matter() -> None:
    """No frame word is left in any, and what was recorded is there."""
    said = [matter_of(memory.text) for memory in memories_of(FULL, "d")]
    parts = " | ".join(part for matter in said for part in matter.parts)
    for value in ("Net 60", "quarterly", "training", "liability cap", "rep's head", "coffee", "12%", "EUR 40", "a reference"):
        assert value in parts, value
    for value in ("free setup", "last number", "A-17", "30 days of notice", "9%", "3%", "renewal"):
        assert value in parts, value
    assert not {token.stem for token in tokens_of(parts)} & FRAME
    assert "last price" not in parts
    names = " | ".join(name for matter in said for name in matter.names)
    assert all(value in names for value in ("Gwen Park", "Legal", "Beta", "R. Bloom"))
    assert [matter.result for matter in said if matter.result] == ["failed", "worked", "mixed"]
    assert {"discount", "payment_terms", "price_increase", "uplift_cap", "flexibility", "refusal"} <= {
        concept for matter in said for concept in matter.concepts
    }


@pytest.mark.parametrize("result", ["FAILED", "WORKED"])
def test_a_result_is_no_topic(result: str) -> None:
    """A tactic that failed is no outage."""
    assert words_of(matter_of(f"Tactic used with Acme: “smiled”. This tactic {result}."))[1] == ()


def test_names_are_no_topics() -> None:
    """People, departments, products and the vendor are names wherever they are written as such, and words elsewhere."""
    names = Names(["Board"], ["Gwen Park"], ["Legal", "Lift"])
    matter = names.taken_out(matter_of("Note: Park of Legal told Board that the lift is a legal matter for the board."))
    assert matter.names == ("Park", "Legal")
    assert " ".join(matter.parts[0].split()) == "of told that the lift is a legal matter for the board."
    assert names.without_vendor("Did Board move?").split() == ["Did", "move?"]


@given(st.text(max_size=200))
def test_any_text_has_a_matter(text: str) -> None:
    """What is of no known kind says all its words."""
    matter = matter_of(text)
    assert all(part.strip() in text or matter.parts != (text,) for part in matter.parts)
    assert matter_of(f"Note: {text}.").parts == (f"{text}.",)


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("They did not ask for any price increase this time.", ["for any price increase this time"]),
        ("They didn't want a deposit.", ["a deposit"]),
        ("No surcharge, no price increase.", ["surcharge", "price increase"]),
        ("There was no uplift", ["uplift"]),
        ("They did not move on price.", []),
        ("At no extra charge", []),
        ("They will not go above 5%, no more than that", ["more than that"][:0]),
        ("They refused.", []),
    ],
)
def test_outright_denials(text: str, denied: list[str]) -> None:
    """What was not asked for or not there is denied; a refusal and a gift are facts."""
    assert list(denials_in(text)) == denied
