"""The record: what is taken, what is refused with a sentence, and an id that never changes."""

import json
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leverage import Deal, DealDraft, LeverageError, Tactic
from leverage.deals import FIELDS, LABELS, deal_id_of
from leverage.errors import InvalidDeal
from tests.strategies import any_deal

NEEDED = {"vendor": "Acme", "deal_date": "2026-03-02", "logged_by": "Ida", "department": "IT", "outcome": "agreed"}


def deal(**fields: Any) -> Deal:
    """Write a deal in one line."""
    return Deal(**NEEDED | fields)


def test_days_numbers_and_lists_have_one_form() -> None:
    """ISO text and dates, numbers in any form and lists of any kind become dates, decimals and tuples."""
    typed = deal(
        deal_date=datetime(2026, 3, 2, 9, tzinfo=UTC),
        discount_pct="12.50 %",
        final_price=0.1,
        quantity=3,
        flexible_on=["a", "A.", "b"],
    )
    assert typed.deal_date == date(2026, 3, 2)
    assert (typed.discount_pct, typed.final_price, typed.quantity) == (Decimal("12.5"), Decimal("0.1"), Decimal(3))
    assert typed.flexible_on == ("a", "b")
    assert deal(tactics=[("asked", "worked"), {"tactic": "waited"}, Tactic("asked", "worked")]).tactics == (
        Tactic("asked", "worked"),
        Tactic("waited", "unclear"),
    )


def test_none_is_fine_for_everything_optional() -> None:
    """What is not known may be left out, None or blank: it stays unknown."""
    optional = [name for name in FIELDS if name not in NEEDED]
    assert deal(**dict.fromkeys(optional)) == deal()
    assert deal(product="  ", discount_pct="", kind="", end_date="", auto_renews="", flexible_on=["", None]) == deal()


@pytest.mark.parametrize("name", list(NEEDED))
@pytest.mark.parametrize("value", [None, "", " \u00a0\u3000\t "])
def test_each_needed_field_is_missed_by_name(name: str, value: str | None) -> None:
    """Leaving a needed field out is one sentence at that field; an empty draft is fine."""
    with pytest.raises(InvalidDeal) as refused:
        deal(**{name: value})
    assert list(refused.value.problems) == [name]
    assert LABELS[name].partition(",")[0] in str(refused.value)
    assert DealDraft(**{name: value}) == DealDraft()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("discount_pct", 120, "Enter 0 to 100"),
        ("discount_pct", -1, "Enter 0 to 100"),
        ("discount_pct", "NaN", "no plain number"),
        ("discount_pct", float("nan"), "not a number"),
        ("discount_pct", float("inf"), "not a number"),
        ("discount_pct", "1_0", "no plain number"),
        ("discount_pct", "٢٠", "no plain number"),
        ("discount_pct", True, "no number"),
        ("final_price", "1,234.50", "no plain number"),
        ("final_price", -5, "Enter 0"),
        ("term_months", 12.5, "whole number"),
        ("currency", "XXY", "ISO 4217"),
        ("currency", "€", "ISO 4217"),
        ("deal_date", "6/24/15", "like 2026-03-02"),
        ("deal_date", "45000", "like 2026-03-02"),
        ("deal_date", "2026-02-30", "like 2026-03-02"),
        ("end_date", "2926-01-01", "Check the year"),
        ("outcome", "won", "none of"),
        ("kind", "upgrade", "none of"),
        ("auto_renews", "maybe", "yes or no"),
        ("links", ["http://example.com"], "https"),
        ("links", ["javascript:alert(1)"], "https"),
        ("notes", "a\0b", "control character"),
        ("notes", "\ud800", "broken characters"),
        ("notes", "x" * 100_000, "at most 20,000"),
        ("vendor", "x" * 500, "at most 200"),
        ("tactics", ["ring\a"], "control character"),
        ("tactics", [("asked", "perhaps")], "none of"),
        ("flexible_on", [f"term {n}" for n in range(500)], "at most 100"),
        ("product", 5, "no text"),
        ("tactics", 5, "no list"),
    ],
)
def test_what_cannot_be_taken_is_refused_in_a_sentence(name: str, value: Any, said: str) -> None:
    """The sentence stands under the field's name, begins with its label and says what to do."""
    with pytest.raises(InvalidDeal, match=said) as refused:
        deal(**{name: value})
    assert list(refused.value.problems) == [name]
    assert str(refused.value).startswith(LABELS[name].partition(",")[0])
    assert isinstance(refused.value, LeverageError)


def test_all_problems_are_said_at_once() -> None:
    """Nobody corrects a form one error at a time."""
    with pytest.raises(InvalidDeal) as refused:
        deal(vendor="", discount_pct=120, currency="XXY")
    assert list(refused.value.problems) == ["vendor", "discount_pct", "currency"]


def test_a_term_is_not_both_flexible_and_firm() -> None:
    """In one deal a term is one of the two, however it is spelled."""
    with pytest.raises(InvalidDeal, match="both name"):
        deal(flexible_on=["Payment terms"], firm_on=["payment-terms."])


@given(any_deal())
def test_a_record_survives_json(written: Deal | None) -> None:
    """Written as JSON and read back a deal is the same, field by field, with the same id."""
    if written is None:
        return
    stored = json.loads(json.dumps(written.to_json()))
    assert Deal.from_json(stored) == written
    assert Deal.from_json(stored).values() == written.values()
    assert Deal(**written.values()) == written
    assert deal_id_of(Deal.from_json(stored)) == deal_id_of(written)


@given(
    st.sampled_from(FIELDS),
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary() | st.lists(st.text()),
)
def test_any_value_in_any_field_is_taken_or_refused(name: str, value: Any) -> None:
    """Whatever a caller sends, the answer is a deal or an InvalidDeal, never another error."""
    try:
        taken = deal(**{name: value})
    except InvalidDeal as refused:
        problems = refused.problems
    else:
        problems = {name: ""}
        assert Deal.from_json(json.loads(json.dumps(taken.to_json()))) == taken
    assert name in problems


def test_identity_takes_no_part_in_equality() -> None:
    """Two records of the same deal are equal whenever they were entered."""
    assert deal(deal_id="a", version=3, entered_at=datetime(2026, 1, 1, tzinfo=UTC)) == deal()
    assert deal() != deal(notes="x")


def test_deal_ids_are_frozen() -> None:
    """These ids stand in stores: they never change."""
    assert deal_id_of(deal()) == "949e7e381b5597b8f8a95776fd9a5992"
    assert (
        deal_id_of(deal(discount_pct=20, tactics=[("asked", "worked")], firm_on=["a", "b"], auto_renews=False))
        == "c724bb56dfbb9e81be5c8c4599e8f5c2"
    )
    assert deal_id_of(deal(), key="form-1") == "72c9b4fba47a5b6725f0c6b48bb72473"


def test_deals_keep_their_ids_though_signals_have_kinds() -> None:
    """A deal whose signals were bare texts keeps the id it had then; a signal of a kind makes another record."""
    old = "b45aefaf52492c46fdaffa21306b851c"
    assert deal_id_of(deal(signals=["said final", "late"])) == old
    assert deal_id_of(deal(signals=[("minor", "said final"), {"kind": "minor", "quote": "late"}])) == old
    assert deal_id_of(deal(signals=[("deadline_pressure", "said final"), "late"])) != old
    assert deal_id_of(Deal.from_json({**deal().to_json(), "signals": ["said final", "late"]})) == old


def test_a_deal_id_follows_what_was_entered_and_nothing_else() -> None:
    """Number forms and blank fields do not matter, content and the vendor as written do; a key stands for all of it."""
    assert deal_id_of(deal(discount_pct="20.0")) == deal_id_of(deal(discount_pct=20, notes="", product=None))
    assert deal_id_of(deal(notes="x")) != deal_id_of(deal())
    assert deal_id_of(deal(vendor="ACME")) != deal_id_of(deal())
    assert deal_id_of(deal(), key="k") == deal_id_of(deal(notes="x"), key="k")
