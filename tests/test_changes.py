"""What changed and what nobody recorded, in short sentences with their deals."""

from datetime import date
from typing import Any

import pytest

from tests.counted import brief_of, dealt, texts


@pytest.mark.parametrize(
    ("older", "newer", "line"),
    [
        ("firm_on", "flexible_on", "Payment terms: firm until Feb 2025, flexible since Jun 2026."),
        ("flexible_on", "firm_on", "Payment terms: flexible until Feb 2025, firm since Jun 2026."),
    ],
)
def test_a_term_that_turned_is_told_with_both_dates(older: str, newer: str, line: str) -> None:
    """The dates are the last deal of the old stance and the first of the new one."""
    deals = [
        dealt("2024-01-01", "a", **{older: ["payment terms"]}),
        dealt("2025-02-01", "b", **{older: ["payment terms"]}),
        dealt("2026-06-01", "c", **{newer: ["payment terms"]}),
        dealt("2026-09-01", "d", **{newer: ["payment terms"]}),
    ]
    brief = brief_of(*deals)
    assert texts(brief.changes) == [line]
    assert brief.changes[0].deal_ids == ("d", "c", "b", "a")


def test_a_to_and_fro_is_no_change() -> None:
    """A term that was firm, flexible and firm again is mixed, and nothing can be said of a turn."""
    brief = brief_of(
        dealt("2024-01-01", "a", firm_on=["ramp"]),
        dealt("2025-01-01", "b", flexible_on=["ramp"]),
        dealt("2026-01-01", "c", firm_on=["ramp"]),
    )
    assert (len(brief.mixed_on), brief.changes) == (1, ())


def test_a_turn_on_one_day_is_no_change_and_within_a_month_it_names_the_days() -> None:
    """ "Firm until Feb, flexible since Feb" would say nothing."""
    firm, same_day = dealt("2026-02-03", "a", firm_on=["ramp"]), dealt("2026-02-03", "b", flexible_on=["ramp"])
    assert brief_of(firm, same_day).changes == ()
    brief = brief_of(firm, dealt("2026-02-20", "b", flexible_on=["ramp"]))
    assert texts(brief.changes) == ["Ramp: firm until 3 Feb 2026, flexible since 20 Feb 2026."]


def test_discounts_of_the_last_two_years_with_data_are_compared() -> None:
    """Within one product and one base, from three deals on."""
    azure = {"product": "Azure", "discount_base": "list"}
    deals = [
        dealt("2023-01-01", "a", discount_pct=1, **azure),
        dealt("2024-03-01", "b", discount_pct=9, **azure),
        dealt("2024-04-01", "c", discount_pct=15, **azure),
        dealt("2026-01-01", "d", discount_pct=18, **azure),
        dealt("2026-02-01", "e", discount_pct=30, product="Teams", discount_base="list"),
    ]
    brief = brief_of(*deals)
    assert texts(brief.changes) == ["Azure: 18% off list in 2026, 9–15% in 2024."]
    assert brief.changes[0].deal_ids == ("d", "c", "b")


@pytest.mark.parametrize(
    "fields",
    [
        {"product": None, "discount_base": "list"},
        {"product": "Azure", "discount_base": None},
        {"product": "Azure", "discount_base": "list", "outcome": "no_deal"},
    ],
)
def test_discounts_that_do_not_compare_show_no_change(fields: dict[str, Any]) -> None:
    """Without a product, without a base or without agreement there is no trend."""
    percents = [("2024-01-01", 5), ("2024-02-01", 6), ("2026-01-01", 20), ("2026-02-01", 25)]
    assert brief_of(*(dealt(day, day, discount_pct=pct, **fields) for day, pct in percents)).changes == ()


@pytest.mark.parametrize(("percents", "n"), [((5, 20), 0), ((5, 20, 20), 1), ((5, 5, 5), 0)])
def test_a_trend_needs_three_deals_and_a_difference(percents: tuple[int, ...], n: int) -> None:
    """Two deals are no trend, and the same range in both years is no change."""
    deals = [
        dealt(f"{2024 + i}-01-01" if i < 2 else "2025-02-01", str(i), discount_pct=pct, product="Azure", discount_base="list")
        for i, pct in enumerate(percents)
    ]
    assert len(brief_of(*deals).changes) == n


def test_terms_that_were_frequent_and_are_gone_are_told() -> None:
    """Two deals and a quarter of those with terms are frequent; a year is long."""
    net30 = {"payment_terms": "Net 30"}
    deals = [
        dealt("2024-01-01", "a", **net30),
        dealt("2025-11-18", "b", **net30),
        dealt("2026-10-01", "c", payment_terms="Net 60"),
    ]
    brief = brief_of(*deals)
    assert texts(brief.changes) == ["No Net 30 since Nov 2025."]
    assert brief.changes[0].deal_ids == ("b", "a")
    assert brief_of(*deals, as_of=date(2026, 11, 18)).changes == ()
    assert brief_of(*deals[:2]).changes == (), "nobody recorded other terms since"
    assert brief_of(*deals[1:]).changes == (), "once is not frequent"
    many = [dealt("2026-10-01", f"x{n}", payment_terms="Net 60") for n in range(7)]
    assert brief_of(*deals[:2], *many).changes == (), "two of nine are not frequent"


def test_a_price_change_is_told_in_its_currency_and_unit() -> None:
    """The price paid, then the percent against the oldest deal."""
    e3 = {"product": "Microsoft 365 E3", "unit": "per seat", "currency": "USD"}
    brief = brief_of(dealt("2025-02-01", "a", final_price=40, **e3), dealt("2026-06-01", "b", final_price="35.5", **e3))
    assert texts(brief.changes) == ["Microsoft 365 E3: paid USD 35.50 per seat in Jun 2026, 11.3% less than in Feb 2025."]
    assert brief_of(dealt("2025-02-01", "a", final_price=40, **e3), dealt("2026-06-01", "b", final_price=40, **e3)).changes == ()


def test_a_change_in_the_price_paid_stands_above_the_change_in_discount() -> None:
    """List prices move, so a discount says less than the price, also where a newer deal only states a discount."""
    e3 = {"product": "E3", "discount_base": "list"}
    paid = {"unit": "seat", "currency": "USD"}
    brief = brief_of(
        dealt("2025-02-01", "a", discount_pct=10, final_price=40, **e3, **paid),
        dealt("2026-02-01", "b", discount_pct=20, final_price=41, **e3, **paid),
        dealt("2026-09-01", "c", discount_pct=22, **e3),
    )
    assert texts(brief.changes) == [
        "E3: paid USD 41 per seat in Feb 2026, 2.5% more than in Feb 2025.",
        "E3: 20–22% off list in 2026, 10% in 2025.",
    ]


def test_changes_are_at_most_six_newest_first() -> None:
    """The page has room for six; the oldest changes fall out."""
    deals = [dealt(f"20{10 + n}-01-01", f"old{n}", firm_on=[f"term {n}"]) for n in range(8)]
    deals += [dealt(f"20{11 + n}-03-01", f"new{n}", flexible_on=[f"term {n}"]) for n in range(8)]
    lines = texts(brief_of(*deals).changes)
    assert [line.partition(":")[0] for line in lines] == [f"Term {n}" for n in (7, 6, 5, 4, 3, 2)]


FULL: dict[str, Any] = {
    "discount_pct": 10,
    "payment_terms": "Net 30",
    "end_date": "2027-02-28",
    "notice_days": 30,
    "uplift_cap_pct": 3,
    "auto_renews": False,
    "tactics": ["asked early"],
    "flexible_on": ["support level"],
    "list_price": 10,
}


@pytest.mark.parametrize(
    ("missing", "unknown"),
    [
        ("discount_pct", "Discount: never recorded"),
        ("payment_terms", "Payment terms: never recorded"),
        ("end_date", "End date: never recorded"),
        ("notice_days", "Notice period: never recorded"),
        ("uplift_cap_pct", "Price cap at renewal: never recorded"),
        ("auto_renews", "Auto-renewal: never recorded"),
        ("tactics", "Any tactic: never recorded"),
        ("flexible_on", "Support level: never recorded"),
        ("list_price", "List price: never recorded"),
    ],
)
def test_what_no_deal_records_is_asked_about(missing: str, unknown: str) -> None:
    """A deal that answers all questions leaves none; each one left out is named."""
    assert brief_of(dealt("2026-10-01", "a", **FULL)).unknowns == ()
    assert brief_of(dealt("2026-10-01", "a", **{key: value for key, value in FULL.items() if key != missing})).unknowns == (
        unknown,
    )


def test_a_thin_record_asks_for_what_is_needed_most_and_for_six_things_at_most() -> None:
    """End date and notice period are one question; with no deal at all there is nothing to ask about."""
    assert brief_of(dealt("2026-10-01", "a")).unknowns == (
        "Discount: never recorded",
        "Payment terms: never recorded",
        "End date and notice period: never recorded",
        "Price cap at renewal: never recorded",
        "Auto-renewal: never recorded",
        "Any tactic: never recorded",
    )
    assert brief_of().unknowns == ()


@pytest.mark.parametrize("how", [{"flexible_on": ["Price cap at renewal"]}, {"firm_on": ["price cap"]}, {"uplift_cap_pct": 3}])
def test_an_answer_of_more_than_a_year_ago_is_asked_for_again(how: dict[str, Any]) -> None:
    """As a value or as a term that was raised; twelve months to the day are not yet long."""
    recorded = {key: value for key, value in FULL.items() if key not in ("uplift_cap_pct", *how)} | {"firm_on": ["support level"]}
    recorded.pop("flexible_on", None)
    newest = dealt("2026-10-01", "b", **recorded)
    assert brief_of(dealt("2025-06-27", "a", **how), newest).unknowns == ("Price cap at renewal: nothing since Jun 2025",)
    assert brief_of(dealt("2025-11-29", "a", **how), newest).unknowns == ()


@pytest.mark.parametrize(
    ("products", "unknown"),
    [
        (["Azure"], "End date for Azure: never recorded"),
        (["Azure", "Teams"], "End date for Azure and Teams: never recorded"),
        (["Azure", "Teams", "Visio", "Dynamics"], "End date for Azure, Teams and 2 more: never recorded"),
    ],
)
def test_products_without_an_end_date_are_named_in_one_line(products: list[str], unknown: str) -> None:
    """Of the products that were agreed, once some other end date is known."""
    without_end = {key: value for key, value in FULL.items() if key != "end_date"}
    brief = brief_of(
        dealt("2026-10-02", "known", product="Power BI", **FULL),
        dealt("2026-10-01", "talk", product="Only talked about", outcome="open"),
        *(dealt(f"2026-09-{30 - n}", str(n), product=each, **without_end) for n, each in enumerate(products)),
    )
    assert brief.unknowns == (unknown,)
