"""Polarity: what a text says was, was not, was refused and was granted, and by whom."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leverage.situations.polarity import denies, spoken

CASES = [
    ("They did not ask for any price increase this time.", "price_increase", "denied"),
    ("No surcharge, no price increase, no fuss.", "price_increase", "denied"),
    ("They never threatened an audit", "audit", "denied"),
    ("We signed without a final offer", "final_offer", "denied"),
    ("They never asked for a surcharge, an audit or a price increase", "audit", "denied"),
    ("They did not, this year, ask for an increase", "price_increase", "denied"),
    ("A price increase was not mentioned", "price_increase", "denied"),
    ("0% increase this year", "price_increase", "denied"),
    ("They gave training instead of a price increase", "price_increase", "denied"),
    ("Sie haben keine Preiserhöhung verlangt", "price_increase", "denied"),
    ("Eine Preiserhöhung verlangten sie nicht", "price_increase", "denied"),
    ("Sie verzichteten auf eine Preiserhöhung", "price_increase", "denied"),
    ("Sie haben uns nie mit einem Audit gedroht", "audit", "denied"),
    ("Sie haben nicht gesagt, dass es eine Preiserhöhung gibt", "price_increase", "denied"),
    ("Ils n'ont pas demandé d'augmentation", "price_increase", "denied"),
    ("Sans augmentation ni audit", "audit", "denied"),
    ("No pidieron ningún aumento de precios", "price_increase", "denied"),
    ("Sin recargo ni auditoría", "audit", "denied"),
    ("They withdrew the price increase", "price_increase", "withdrawn"),
    ("They did not explain the increase", "price_increase", "said"),
    ("They did not drop the surcharge", "surcharge", "said"),
    ("No, they want a price increase", "price_increase", "said"),
    ("Not only a surcharge but a price increase", "surcharge", "said"),
    ("They did not ask for an increase but threatened an audit", "audit", "said"),
    ("They did not ask for an increase and threatened an audit", "audit", "said"),
    ("Did they ever threaten an audit?", "audit", "said"),
    ("Didn’t they want a price increase?", "price_increase", "said"),
    ("Ils ne veulent qu'une augmentation de 3 %", "price_increase", "said"),
    ("Ils ne répondent plus à nos mails", "silence", "said"),
    ("We can’t go any lower than that", "final_offer", "said"),
    ("no discount", "discount", "refused"),
    ("the discount is off the table", "discount", "refused"),
    ("they will never move on payment terms", "payment_terms", "refused"),
    ("On payment terms they never move", "payment_terms", "refused"),
    ("payment terms are not negotiable", "payment_terms", "refused"),
    ("They won't give us any discount", "discount", "refused"),
    ("They will not discuss liability", "liability", "refused"),
    ("We could not get a discount", "discount", "refused"),
    ("Sie geben uns keinen Rabatt", "discount", "refused"),
    ("Rabatt gibt es nicht", "discount", "refused"),
    ("Ils n'acceptent aucune responsabilité", "liability", "refused"),
    ("No nos dan ningún descuento", "discount", "refused"),
    ("They did not mention liability", "liability", "denied"),
    ("They did not refuse the discount", "discount", "said"),
    ("We did not accept the discount", "discount", "said"),
    ("They agreed to a discount", "discount", "granted"),
]


@pytest.mark.parametrize(("text", "concept", "stance"), CASES)
def test_a_text_is_read_by_its_clauses(text: str, concept: str, stance: str) -> None:
    """What is denied, withdrawn, refused, granted or simply said, in four languages."""
    assert [each.stance for each in spoken(text) if each.concept == concept][:1] == [stance]


@pytest.mark.parametrize(
    ("text", "is_theirs", "is_ours"),
    [
        ("They walked away", False, False),
        ("We walked away", False, True),
        ("We will walk away", True, False),
        ("They said: “we will walk away”", False, False),
        ("Walked away", False, None),
        ("We got a final offer", False, None),
    ],
)
def test_who_did_it_is_told_where_the_text_tells(text: str, is_theirs: bool, is_ours: bool | None) -> None:
    """The subject of the clause; in their own words “we” are they."""
    assert spoken(text, is_theirs=is_theirs)[-1].is_ours is is_ours


def test_a_text_denies_or_does_not() -> None:
    """Signs and phrases that only look like a denial are none."""
    assert denies("They did not come")
    assert not denies("No later than Friday")


@given(st.text(max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    """Whatever is typed, nothing breaks."""
    spoken(text)
    denies(text)
