"""The same deal told twice is noticed before it counts twice."""

from collections.abc import Callable
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase
from leverage.twins import find_twins

Write = Callable[..., Deal]


@pytest.mark.parametrize(
    ("changes", "is_twin"),
    [
        ({}, True),
        ({"notes": "told again, in other words", "tactics": [("asked twice", "worked")], "flexible_on": ["price"]}, True),
        ({"vendor": " MICROSOFT ", "logged_by": "priya  nair", "payment_terms": "60 days net"}, True),
        ({"deal_date": "2026-03-03"}, False),
        ({"logged_by": "Tom Becker"}, False),
        ({"discount_pct": 21}, False),
        ({"payment_terms": None}, False),
        ({"product": "Azure"}, False),
        ({"outcome": "open"}, False),
        ({"vendor": "Oracle"}, False),
    ],
)
def test_a_twin_has_the_same_vendor_day_person_and_figures(
    kb: KnowledgeBase, deal: Write, changes: dict[str, Any], is_twin: bool
) -> None:
    """Words may differ, figures may not."""
    receipt = kb.log(deal(discount_pct=20, payment_terms="Net 60"))
    again = deal(**{"discount_pct": 20, "payment_terms": "Net 60"} | changes)
    assert [each.deal_id for each in find_twins(kb, again)] == ([receipt.deal_id] if is_twin else [])
    assert find_twins(kb, again, ignoring=receipt.deal_id) == []
