"""Discounts are counted as stated, prices are compared where they may be, and the two are told apart."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from leverage.sizes import size_of
from tests.counted import brief_of, dealt, texts


def test_the_highest_discount_is_the_highest_stated_one_of_agreed_deals() -> None:
    """A discount that was refused, is under negotiation or only follows from prices is never the highest seen."""
    brief = brief_of(
        dealt("2026-01-01", "a", discount_pct=12, discount_base="list"),
        dealt("2026-02-01", "b", discount_pct=15, outcome="renewed_as_is", discount_base="last_price"),
        dealt("2026-03-01", "c", discount_pct=45, outcome="no_deal", discount_base="list"),
        dealt("2026-04-01", "d", discount_pct=40, outcome="open", discount_base="list"),
        dealt("2026-05-01", "e", discount_pct=30, outcome="unknown", discount_base="list"),
        dealt("2026-06-01", "f", list_price=100, final_price=50),
    )
    assert (brief.max_discount_pct, brief.max_discount_base, brief.max_discount_deals) == (15, "last_price", ("b",))
    assert brief.highest is not None
    assert brief.highest.deal_id == "b"


@pytest.mark.parametrize(
    ("bases", "base", "deals"),
    [
        (["unknown", "last_price", "first_quote", "list"], "list", ("3",)),
        (["last_price", "first_quote", "first_quote"], "first_quote", ("2", "1")),
        (["last_price", None], "last_price", ("0",)),
        ([None, "unknown"], "unknown", ("1", "0")),
    ],
)
def test_where_bases_tie_the_one_that_says_most_is_kept(bases: list[str | None], base: str, deals: tuple[str, ...]) -> None:
    """Of equal discounts one off list counts before one off the first quote, the last price, or nobody knows what."""
    brief = brief_of(*(dealt(f"2026-01-0{n + 1}", str(n), discount_pct=20, discount_base=each) for n, each in enumerate(bases)))
    assert (brief.max_discount_base, brief.max_discount_deals) == (base, deals)


def test_a_stated_discount_of_nothing_is_a_fact_and_none_stated_is_not() -> None:
    """0% agreed is shown as 0%; where nobody stated a discount there is none."""
    assert brief_of(dealt("2026-01-01", "a", discount_pct=0)).max_discount_pct == 0
    brief = brief_of(dealt("2026-01-01", "a"))
    assert (brief.max_discount_pct, brief.max_discount_base, brief.max_discount_deals, brief.highest) == (None, None, (), None)
    assert brief.latest is not None
    assert (brief.latest.pct, brief.latest.base) == (None, None)


def test_the_latest_price_is_of_the_newest_agreed_deal_whatever_it_gave() -> None:
    """The first thing to read is the newest agreement, with what makes it comparable."""
    brief = brief_of(
        dealt(
            "2026-06-01", "new", product="Azure", kind="renewal", term_months=36, quantity=640, unit="seat", reseller="Softline"
        ),
        dealt("2026-01-01", "old", discount_pct=20),
        dealt("2026-09-01", "talk", outcome="open", discount_pct=30),
    )
    assert brief.latest is not None
    seen = brief.latest
    assert (seen.deal_id, seen.product, seen.kind, seen.term_months, seen.size) == ("new", "Azure", "renewal", 36, "640 seats")
    assert (seen.reseller, seen.is_old) == ("Softline", False)


@pytest.mark.parametrize(("day", "is_old"), [("2024-11-28", True), ("2024-11-29", False), ("2026-11-29", False)])
def test_a_price_is_old_when_it_is_more_than_24_months_before_the_day(day: str, is_old: bool) -> None:
    """Two years to the day is not yet old; a day more is, in the price and in the cautions."""
    brief = brief_of(dealt(day, "a", discount_pct=10))
    assert brief.latest is not None
    assert brief.highest is not None
    assert brief.latest.is_old is brief.highest.is_old is is_old
    assert ("Nothing newer than 24 months." in brief.cautions) is is_old


@pytest.mark.parametrize(
    ("fields", "size"),
    [
        ({"quantity": 640, "unit": "seat"}, "640 seats"),
        ({"quantity": 1, "unit": "seat"}, "1 seat"),
        ({"quantity": 1200, "unit": "per user"}, "1,200 users"),
        ({"quantity": 3, "unit": "Lizenzen"}, "3 Lizenzen"),
        ({"quantity": 2, "unit": "seat", "annual_value": 5, "currency": "EUR"}, "2 seats"),
        ({"annual_value": "9999.99", "currency": "EUR"}, "under 10k EUR a year"),
        ({"annual_value": 10_000, "currency": "EUR", "total_value": 5}, "10–100k EUR a year"),
        ({"annual_value": 100_000, "currency": "USD"}, "100k–1m USD a year"),
        ({"total_value": 1_000_000, "currency": "USD"}, "total 100k–1m USD"),
        ({"total_value": 1_000_001, "currency": "USD"}, "total over 1m USD"),
        ({"total_value": 9, "currency": "USD", "quantity": 5}, "total under 10k USD"),
        ({"annual_value": 50_000}, "10–100k a year (no currency recorded)"),
        ({"quantity": 5}, "quantity 5"),
        ({"unit": "seat"}, None),
        ({}, None),
    ],
)
def test_a_size_is_the_quantity_else_the_band_of_its_value(fields: dict[str, Any], size: str | None) -> None:
    """Amounts become bands per currency, so that sizes compare without showing an amount; unknown stays unknown."""
    assert size_of(dealt("2026-01-01", "a", **fields)) == size


def test_a_spread_holds_one_product_one_base_and_one_way_of_buying() -> None:
    """Discounts are set side by side only where they mean the same; the largest group comes first."""
    azure = {"product": "Azure", "discount_base": "list"}
    brief = brief_of(
        dealt("2026-01-01", "a", discount_pct=10, **azure),
        dealt("2026-02-01", "b", discount_pct=20, product="AZURE", discount_base="list"),
        dealt("2026-03-01", "c", discount_pct="12.5", **azure),
        dealt("2026-04-01", "d", discount_pct=30, reseller="Softline", **azure),
        dealt("2026-05-01", "e", discount_pct=31, reseller="softline", **azure),
        dealt("2026-06-01", "f", discount_pct=8, product="Azure", discount_base="first_quote"),
        dealt("2026-07-01", "g", discount_pct=50, product="Azure", discount_base="list", outcome="walked_away"),
        dealt("2026-08-01", "h", discount_pct=9, product="Teams", discount_base="list"),
    )
    assert [(each.product, each.base, each.reseller, each.n, each.low, each.high, each.median) for each in brief.spreads] == [
        ("Azure", "list", None, 3, 10, 20, Decimal("12.5")),
        ("Azure", "list", "softline", 2, 30, 31, None),
        ("Teams", "list", None, 1, 9, 9, None),
        ("Azure", "first_quote", None, 1, 8, 8, None),
    ]
    assert brief.spreads[0].deal_ids == ("c", "b", "a")


def test_a_median_needs_three_deals_and_has_two_decimals_at_most() -> None:
    """Two deals are a range; four give the mean of the middle two, rounded half up."""
    percents = ["10", "20.01", "20.02", "30"]
    deals = [
        dealt(f"2026-01-0{n + 1}", str(n), discount_pct=pct, product="Azure", discount_base="list")
        for n, pct in enumerate(percents)
    ]
    assert [brief_of(*deals[:n]).spreads[0].median for n in (2, 3, 4)] == [None, Decimal("20.01"), Decimal("20.02")]


@pytest.mark.parametrize("fields", [{"product": None, "discount_base": "list"}, {"product": "Azure", "discount_base": None}])
def test_deals_without_a_product_or_a_known_base_have_no_median(fields: dict[str, Any]) -> None:
    """What nobody named is not one product, and a base that nobody recorded is not one base."""
    brief = brief_of(*(dealt(f"2026-01-0{n}", str(n), discount_pct=10 + n, **fields) for n in range(1, 6)))
    assert [(each.n, each.low, each.high, each.median) for each in brief.spreads] == [(5, 11, 15, None)]


def test_a_price_change_runs_from_the_oldest_agreed_deal_to_the_newest() -> None:
    """The price paid for one product, unit and currency is compared between two days, in percent."""
    e3 = {"product": "E3", "unit": "seat", "currency": "USD"}
    brief = brief_of(
        dealt("2024-02-01", "a", final_price=40, **e3),
        dealt("2025-02-01", "b", final_price=99, **e3),
        dealt("2026-02-01", "c", final_price=35, product="e3", unit="Seat", currency="USD"),
        dealt("2026-03-01", "d", final_price=1, outcome="no_deal", **e3),
    )
    (change,) = brief.price_changes
    assert (change.first_price, change.first_date, change.last_price, change.last_date) == (
        40,
        date(2024, 2, 1),
        35,
        date(2026, 2, 1),
    )
    assert (change.product, change.change_pct, change.deal_ids) == ("e3", Decimal("-12.5"), ("c", "b", "a"))


@pytest.mark.parametrize(
    "other",
    [
        {"product": "E5"},
        {"product": None},
        {"unit": "user"},
        {"currency": "EUR"},
        {"currency": None},
        {"reseller": "Softline"},
        {"deal_date": "2026-02-01"},
        {"final_price": 0},
        {"outcome": "walked_away"},
    ],
)
def test_prices_that_do_not_compare_give_no_change(other: dict[str, Any]) -> None:
    """Another product, unit, currency or way of buying, no currency, the same day, or a price of nothing: no change."""
    plain = {"product": "E3", "unit": "seat", "currency": "USD", "final_price": 40}
    older = plain | {"deal_date": "2025-02-01"} | other
    brief = brief_of(dealt("2026-02-01", "new", **plain), dealt(older.pop("deal_date"), "old", **older))
    assert brief.price_changes == ()


def test_two_deals_without_a_currency_are_not_compared() -> None:
    """An amount with no currency is compared with nothing, not even with another one."""
    e3 = {"product": "E3", "unit": "seat"}
    assert (
        brief_of(dealt("2025-01-01", "a", final_price=4, **e3), dealt("2026-01-01", "b", final_price=5, **e3)).price_changes == ()
    )


def test_uplifts_come_from_every_deal_that_records_one() -> None:
    """What was asked counts also where nothing was agreed; newest first."""
    brief = brief_of(
        dealt("2025-01-01", "a", product="E3", uplift_asked_pct=9, uplift_agreed_pct=3),
        dealt("2026-01-01", "b", uplift_cap_pct=0, outcome="walked_away"),
        dealt("2026-02-01", "c"),
    )
    assert [
        (each.deal_id, each.product, each.asked_pct, each.agreed_pct, each.cap_pct, each.outcome) for each in brief.uplifts
    ] == [
        ("b", None, None, None, 0, "walked_away"),
        ("a", "E3", 9, 3, None, "agreed"),
    ]


@pytest.mark.parametrize(
    ("fields", "note"),
    [
        (
            {"discount_pct": 7, "discount_base": "list", "list_price": 100, "final_price": "99.16"},
            "The Azure deal of Mar 2026 states 7% off list; its prices give 0.8% off list.",
        ),
        (
            {"discount_pct": 10, "discount_base": "first_quote", "list_price": 200, "quoted_price": 100, "final_price": 80},
            "The Azure deal of Mar 2026 states 10% off the first quote; its prices give 20% off the first quote.",
        ),
        (
            {"discount_pct": 10, "list_price": 200, "quoted_price": 100, "final_price": 80},
            "The Azure deal of Mar 2026 states 10% off a base not recorded; its prices give 60% off list.",
        ),
        (
            {"discount_pct": 5, "discount_base": "list", "list_price": 100, "final_price": 110},
            "The Azure deal of Mar 2026 states 5% off list; its prices give 10% above list.",
        ),
        ({"discount_pct": 10, "discount_base": "list", "list_price": 100, "final_price": "90.49"}, None),
        (
            {"discount_pct": 10, "discount_base": "list", "list_price": 100, "final_price": "90.5"},
            "The Azure deal of Mar 2026 states 10% off list; its prices give 9.5% off list.",
        ),
        ({"discount_pct": 20, "list_price": 200, "quoted_price": 100, "final_price": 80}, None),
        ({"discount_pct": 10, "discount_base": "last_price", "list_price": 100, "final_price": 50}, None),
        ({"discount_pct": 10, "discount_base": "list", "quoted_price": 100, "final_price": 50}, None),
        ({"discount_pct": 10, "discount_base": "list", "list_price": 0, "final_price": 50}, None),
        ({"discount_pct": 10, "discount_base": "list", "list_price": 100, "final_price": 50, "outcome": "no_deal"}, None),
    ],
)
def test_a_stated_discount_that_its_own_prices_contradict_is_said(fields: dict[str, Any], note: str | None) -> None:
    """From half a point on, off the base that was stated; where no base is known, only if no price bears it out."""
    brief = brief_of(dealt("2026-03-01", "a", product="Azure", **fields))
    assert texts(brief.price_notes) == ([note] if note else [])
    assert all(line.deal_ids == ("a",) for line in brief.price_notes)


def test_a_discount_that_only_prices_give_is_said_when_it_is_above_the_highest() -> None:
    """It is a note with its deal and never the highest seen."""
    brief = brief_of(
        dealt("2026-03-01", "a", list_price=100, final_price=76),
        dealt("2026-02-01", "b", list_price=100, final_price=80),
        dealt("2026-01-01", "c", discount_pct=20, discount_base="list"),
    )
    assert brief.max_discount_pct == 20
    assert texts(brief.price_notes) == ["The prices of the deal of Mar 2026 give 24% off list; no discount was stated."]
    assert brief.price_notes[0].deal_ids == ("a",)
    assert brief.latest is not None
    assert (brief.latest.pct, brief.latest.computed_pct, brief.latest.computed_base) == (None, 24, "list")


@pytest.mark.parametrize("final_price", [80, 100, 130])
def test_a_discount_that_only_prices_give_is_not_worth_a_note_below_the_highest(final_price: int) -> None:
    """Nor is a price above list a discount."""
    brief = brief_of(
        dealt("2026-03-01", "a", list_price=100, final_price=final_price),
        dealt("2026-01-01", "c", discount_pct=20, discount_base="list"),
    )
    assert brief.price_notes == ()


def test_many_contradictions_fold_into_one_line_that_keeps_their_deals() -> None:
    """Five are told one by one, newest first; the others in one sentence, none lost."""
    brief = brief_of(
        *(
            dealt(f"2026-01-{n:02}", f"d{n:02}", discount_pct=10, discount_base="list", list_price=100, final_price=50)
            for n in range(1, 13)
        )
    )
    assert len(brief.price_notes) == 6
    assert brief.price_notes[-1].text == "The prices of 7 more deals give another discount than stated."
    assert [deal_id for line in brief.price_notes for deal_id in line.deal_ids] == [f"d{n:02}" for n in range(12, 0, -1)]
