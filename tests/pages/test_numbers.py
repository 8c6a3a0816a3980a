"""The page of numbers: what stands there, what does not, and why."""

from collections.abc import Callable
from datetime import date

import pytest
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase
from pages.ui.number_choice import days_of
from tests.pages.conftest import NASTY, shown

Open = Callable[..., AppTest]
Write = Callable[..., Deal]

SEATS = {"product": "Suite", "currency": "USD", "unit": "user", "quantity": 200, "term_months": 12}


@pytest.fixture
def saved(kb: KnowledgeBase, deal: Write) -> KnowledgeBase:
    """Acme sold cheaper a year later, Beta took less than it quoted, in euros; Gamma has no currency."""
    kb.log(deal(**SEATS, vendor="Acme", deal_date="2025-03-31", final_price=24))
    kb.log(deal(**SEATS, vendor="Acme", deal_date="2026-04-01", final_price="21.60", quoted_price=26))
    kb.log(deal(**SEATS | {"currency": "EUR"}, vendor="Beta", department="Sales", final_price=20, quoted_price=25))
    kb.log(deal(**SEATS | {"currency": None}, vendor="Gamma", final_price=20, quoted_price=25))
    return kb


def deal_of(vendor: str, day: str) -> Deal:
    """Return a deal in euros below its first quote."""
    told = {"vendor": vendor, "deal_date": day, "logged_by": "Priya Nair", "department": "Sales", "outcome": "agreed"}
    return Deal(**SEATS | {"currency": "EUR"} | told, final_price=20, quoted_price=25)


def test_without_deals_it_says_what_will_appear(page: Open) -> None:
    """And that nothing is validated, even then."""
    said = shown(page("numbers.py"))
    assert "Not validated by Finance." in said
    assert "No deals yet" in said


def test_deals_without_a_baseline_have_no_figure(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """In words, with what they lack, and the way to each."""
    receipt = kb.log(deal(vendor="Acme", discount_pct=20, discount_base="list", currency="EUR", annual_value=1000))
    at = page("numbers.py")
    said = shown(at)
    assert "No figures yet" in said
    assert (
        f"1 only a discount off list, which is no saving on a price paid before: [Acme, 2 Mar 2026](deal?deal={receipt.deal_id})"
        in said
    )
    assert "1 deal without any" in at.get("download_button")[0].proto.help
    assert not at.get("vega_lite_chart")


def test_each_currency_stands_apart_and_each_figure_opens_its_deals(page: Open, saved: KnowledgeBase) -> None:
    """Reduction and avoidance beside each other, the baseline and the way to the amount below; no sum over both."""
    at = page("numbers.py")
    said = shown(at)
    assert [(each.label, each.value) for each in at.metric] == [
        ("Reduction, annualised", "USD 480.00"),
        ("Avoidance, annualised", "USD 400.00"),
        ("Off the first quote, annualised", "EUR 1,000.00"),
    ]
    assert "USD 480.00 a year, reduction" in said
    assert "Last price paid, 31 Mar 2025: USD 24. Paid now: USD 21.60 per user (−10%)." in said
    assert "Last price paid: USD 24. Paid now: USD 21.60 per user (−10%)." in said
    assert "First quote: USD 26." in said
    assert "USD 24 to 21.60 per user, 200 users, a year." in said
    assert said.count("The deal before") == 2
    assert "EUR 1,000.00 a year, off the first quote" in said
    assert "Only what lies above the price paid before, USD 24, counts here." in said
    assert "1 no currency recorded: [Gamma, 2 Mar 2026](deal?deal=" in said
    assert "880" not in said
    assert "1,480" not in said


def test_the_address_holds_the_choice(page: Open, saved: KnowledgeBase) -> None:
    """Vendor under a name or an id, period, department and by what it is added."""
    assert [each.value for each in page("numbers.py", vendor="acme", by="Quarter").metric] == ["USD 480.00", "USD 400.00"]
    assert [each.value for each in page("numbers.py", period="2026 Q1").metric] == ["EUR 1,000.00"]
    assert [each.value for each in page("numbers.py", department="Sales").metric] == ["EUR 1,000.00"]
    assert "None of the deals chosen has a baseline" in shown(page("numbers.py", period="2025"))
    assert "No deal is chosen" in shown(page("numbers.py", vendor="vendor-beta", period="2025"))
    said = shown(page("numbers.py", vendor="Nobody"))
    assert "Nothing is recorded about “Nobody”: all vendors are shown." in said
    at = page("numbers.py")
    at.selectbox(key="numbers.vendor").select("vendor-beta").run()
    assert at.query_params["vendor"] == "vendor-beta"
    assert [each.value for each in at.metric] == ["EUR 1,000.00"]


def test_a_sum_opens_its_figures(page: Open, saved: KnowledgeBase) -> None:
    """Those of its currency, kind and basis alone, and the address holds that, too."""
    at = page("numbers.py")
    at.button(key="numbers.USD.annualised.avoidance").click().run()
    assert [(each.label, each.value) for each in at.metric] == [("Avoidance, annualised", "USD 400.00")]
    assert (at.query_params["currency"], at.query_params["saving"]) == ("USD", "Avoidance, annualised")
    assert "1 figure" in shown(at)
    at = page("numbers.py", currency="EUR")
    assert [each.value for each in at.metric] == ["EUR 1,000.00"]
    assert "without a figure" not in shown(at)
    assert "Choose less narrowly" in shown(page("numbers.py", currency="EUR", vendor="Acme"))


def test_a_group_leads_to_its_figures_and_amounts_stand_at_the_right(page: Open, saved: KnowledgeBase) -> None:
    """The link keeps what is chosen; an empty cell says nothing; quarters without a figure have a row of their own."""
    saved.log(deal_of("Beta", "2025-06-30"))
    table = page("numbers.py", currency="EUR", period="2026").table[0].value
    assert list(table["Vendor"]) == ["[Beta](numbers?period=2026&vendor=vendor-beta&currency=EUR)"]
    assert [kind.kind for kind in table.dtypes][1:] == ["f"] * (len(table.columns) - 1)
    table = page("numbers.py", currency="EUR", by="Quarter").table[0].value
    assert [each[1:8] for each in table["Quarter"]] == ["2026 Q1", "2025 Q4", "2025 Q3", "2025 Q2"]
    assert list(table.iloc[:, 1:].notna().any(axis=1)) == [True, False, False, True]


def test_sums_of_a_year_say_that_they_are_rates(page: Open, saved: KnowledgeBase) -> None:
    """No year need hold them all; where there is no such sum it is not said."""
    assert "so it is a rate" in shown(page("numbers.py"))
    assert "so it is a rate" not in shown(page("numbers.py", vendor="Gamma"))


def test_where_there_is_nothing_to_compare_the_chart_says_so(page: Open, saved: KnowledgeBase, deal: Write) -> None:
    """Beside the one that is drawn; with one group in all there is none."""
    assert not page("numbers.py").get("vega_lite_chart")
    saved.log(deal(**SEATS | {"currency": "EUR"}, vendor="Delta", final_price=20, quoted_price=30))
    saved.log(deal(**SEATS | {"currency": "EUR", "term_months": None}, vendor="Delta", final_price=20, quoted_price=30))
    at = page("numbers.py", currency="EUR")
    assert len(at.get("vega_lite_chart")) == 1
    assert "All of it is of one vendor, Delta: there is nothing to compare." in shown(at)


def test_what_people_typed_is_shown_literally(page: Open, kb: KnowledgeBase, deal: Write) -> None:
    """In table, list and reasons."""
    nasty = NASTY[:150]
    kb.log(
        deal(**SEATS | {"product": nasty, "unit": nasty[:90]}, department=nasty, vendor="Acme", final_price=20, quoted_price=25)
    )
    for by in ("Vendor", "Department"):
        said = shown(page("numbers.py", by=by))
        assert f"Acme, {nasty}" in said


@pytest.mark.parametrize(
    ("period", "first", "last"),
    [
        ("2026", date(2026, 1, 1), date(2026, 12, 31)),
        ("2024 Q1", date(2024, 1, 1), date(2024, 3, 31)),
        ("2026 Q2", date(2026, 4, 1), date(2026, 6, 30)),
        ("2026 Q3", date(2026, 7, 1), date(2026, 9, 30)),
        ("2026 Q4", date(2026, 10, 1), date(2026, 12, 31)),
    ],
)
def test_a_period_has_a_first_and_a_last_day(period: str, first: date, last: date) -> None:
    """Both of them are in it."""
    assert days_of(period) == (first, last)
