"""A deal's values in words."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from leverage import Deal, Tactic
from leverage.deals import FIELDS
from leverage.values import gaps_of, label_of, show_value
from tests.strategies import WHOLE_DEAL


@pytest.mark.parametrize(
    ("name", "value", "currency", "shown"),
    [
        ("outcome", "renewed_as_is", None, "Renewed as is"),
        ("discount_base", "last_price", None, "Last price paid"),
        ("discount_pct", Decimal("12.50"), None, "12.5%"),
        ("final_price", Decimal("1250"), "EUR", "EUR 1,250"),
        ("final_price", Decimal("1250"), None, "1,250 (no currency recorded)"),
        ("quantity", Decimal("1250"), "EUR", "1,250"),
        ("term_months", 1, None, "1 month"),
        ("notice_days", 90, None, "90 days"),
        ("auto_renews", False, None, "no"),
        ("end_date", date(2026, 10, 14), None, "14 Oct 2026"),
        ("firm_on", ("a", "b", "c"), None, "a, b and c"),
        ("tactics", (Tactic("Asked", "worked"),), None, "“Asked”, worked"),
        ("notes", None, None, ""),
        ("links", (), None, ""),
    ],
)
def test_a_value_reads_as_a_person_would_say_it(name: str, value: Any, currency: str | None, shown: str) -> None:
    """Codes become words, numbers carry their unit, and nothing is said of nothing."""
    assert show_value(name, value, currency) == shown


def test_every_field_has_words_and_a_label_without_its_unit() -> None:
    """No field of a whole deal is left as a code."""
    values = Deal(vendor="Acme", deal_date="2026-03-02", **WHOLE_DEAL).values()
    assert set(values) == set(FIELDS)
    assert all(show_value(name, value, "EUR") for name, value in values.items())
    assert label_of("discount_pct") == "Discount"
    assert label_of("notice_days") == "Notice"


def test_what_is_missing_is_named_where_it_is_worth_recording() -> None:
    """Recorded fields and unimportant ones are left out."""
    assert gaps_of(["discount_pct", "end_date"]) == ["payment terms", "notice", "competitor"]
