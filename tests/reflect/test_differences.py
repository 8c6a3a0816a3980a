"""Where a model's fields differ from the count: said of what differs, and of nothing else."""

from datetime import date
from typing import Any

import pytest

from leverage.reflect.differences import differences
from tests.counted import brief_of, dealt

DEALS = (
    dealt("2026-03-02", "a", discount_pct=20, discount_base="list", payment_terms="Net 45", firm_on=["audit clause"]),
    dealt("2026-01-02", "b", payment_terms="30 days net", firm_on=["venue"], flexible_on=["seat price"]),
)


@pytest.mark.parametrize(
    "fields",
    [
        {"payment_terms": "Net 45, Net 30"},
        {"payment_terms": "Net 45; Net 30"},
        {"payment_terms": "Net 30 and Net 45"},
        {"payment_terms": "Net 45 / Net 30"},
        {"payment_terms": "30 days net"},
        {"firm_on": ["audit clause and venue"]},
        {"firm_on": ["Audit clause, venue"]},
        {"max_discount_pct": 20.0, "firm_on": []},
    ],
)
def test_what_the_deals_have_is_no_difference(fields: dict[str, Any]) -> None:
    """The bug was two terms in one text, of which the deals were said to have none."""
    assert differences(fields, brief_of(*DEALS)) == ()


def test_only_the_part_that_differs_is_named() -> None:
    """The other part is in the deals."""
    (said,) = differences({"payment_terms": "Net 45, Net 90"}, brief_of(*DEALS))
    assert "“Net 90”" in said
    assert "Net 45" not in said


def test_a_discount_that_was_not_agreed_is_not_denied() -> None:
    """The bug was "no deal records one" over a deal that does, but came to nothing."""
    lost = dealt(str(date(2026, 3, 2)), "a", outcome="walked_away", discount_pct=25)
    assert differences({"max_discount_pct": 25}, brief_of(lost)) == (
        "The model gives 25% as the highest discount; no agreed deal records one.",
    )
    assert differences({"max_discount_pct": 25}, brief_of(DEALS[1])) == (
        "The model gives 25% as the highest discount; no deal records one.",
    )
