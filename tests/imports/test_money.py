"""The currency of a row: what its cells and headings name is never overruled, and a contradiction is told."""

from decimal import Decimal

import pytest

from leverage.imports import preview
from leverage.imports.cells.units import unit_of
from tests.imports.test_imports import HEAD, ROW, read, reasons


@pytest.mark.parametrize(
    ("header", "name", "currency", "sign", "power"),
    [
        ("Price (GBP)", "Price", "GBP", None, 0),
        ("Net price SEK", "Net price", "SEK", None, 0),
        ("TCV in USD", "TCV", "USD", None, 0),
        ("Listenpreis €", "Listenpreis", "EUR", None, 0),
        ("EUR amount", "amount", "EUR", None, 0),
        ("Price (k€)", "Price", "EUR", None, 3),
        ("Betrag (TEUR)", "Betrag", "EUR", None, 3),
        ("Wert in Tsd. EUR", "Wert", "EUR", None, 3),
        ("Montant (milliers d'euros)", "Montant", "EUR", None, 3),
        ("Value in thousands", "Value", None, None, 3),
        ("Price ($000s)", "Price", None, "$", 3),
        ("Price (US$ '000)", "Price", "USD", None, 3),
        ("Value (£m)", "Value", "GBP", None, 6),
        ("Betrag (Mio €)", "Betrag", "EUR", None, 6),
        ("Pris (kr)", "Pris", None, "kr", 0),
        ("PRICE ALL", "PRICE ALL", None, None, 0),
        ("Price per month", "Price per month", None, None, 0),
        ("Price (net)", "Price (net)", None, None, 0),
        ("EUR", "EUR", None, None, 0),
        ("Price per pound", "Price per pound", None, None, 0),
        ("Rate m", "Rate m", None, None, 0),
    ],
)
def test_a_heading_is_parted_from_its_unit(header: str, name: str, currency: str | None, sign: str | None, power: int) -> None:
    """Currency and thousands behind, before or in brackets are no part of the name; other words are."""
    unit = unit_of(header)
    assert (unit.name, unit.currency, unit.sign, unit.power) == (name, currency, sign, power)


def test_the_currency_of_a_heading_is_that_of_its_column() -> None:
    """`List price (USD)` is read as the list price, in dollars, and no answer overrules it."""
    planned = read(f"{HEAD},List price (USD),Nettopreis USD\n{ROW},70,65\n", answers={"currency": "GBP"})
    (deal,) = planned.deals
    assert (deal.list_price, deal.final_price, deal.currency) == (70, 65, "USD")
    assert planned.skipped == ()
    assert "currency" not in [question.key for question in read(f"{HEAD},List price (USD)\n{ROW},70\n").questions]


def test_thousands_of_a_heading_are_multiplied_out_and_told() -> None:
    """Each figure below `k€` is told with its reading; one that has a unit of its own is not multiplied twice."""
    planned = read(f"{HEAD},Price (k€)\n{ROW},82.5\nBeta,2026-03-02,Ida,IT,won,82k\n")
    assert [deal.final_price for deal in planned.deals] == [82500, 82000]
    assert [deal.currency for deal in planned.deals] == ["EUR", "EUR"]
    assert [remark.reason for remark in planned.remarks] == [
        "“82.5” under “Price (k€)” is read as 82,500.",
        "“82k” is read as 82,000.",
    ]


def test_a_cell_against_its_heading_is_left_out() -> None:
    """A dollar below a heading in euros is told, not taken for either."""
    planned = read(f"{HEAD},Price (EUR)\n{ROW},$70\n")
    assert planned.deals[0].final_price is None
    assert "“$70”, but its heading names EUR" in reasons(planned)[0][2]


@pytest.mark.parametrize(
    ("cell", "currency", "price"),
    [("€71.50", "EUR", "71.50"), ("£71.50", "GBP", "71.50"), ("71.50", "EUR", "71.50"), ("71.50 CHF", "CHF", "71.50")],
)
def test_an_answer_is_for_amounts_without_a_currency(cell: str, currency: str, price: str) -> None:
    """The currency that a cell names stays; the answer fills the rows that name none."""
    (deal,) = read(f"{HEAD},Price\n{ROW},{cell}\n", answers={"currency": "EUR"}).deals
    assert (deal.final_price, deal.currency) == (Decimal(price), currency)


def test_a_shared_sign_has_to_fit_the_answer() -> None:
    """A bare dollar is settled by USD or CAD, and left out and told where the answer was EUR."""
    text = f"{HEAD},Price\n{ROW},$71.50\n"
    assert [read(text, answers={"currency": code}).deals[0].currency for code in ("USD", "CAD")] == ["USD", "CAD"]
    planned = read(text, answers={"currency": "EUR"})
    assert planned.deals[0].final_price is None
    assert reasons(planned) == [
        (2, "Price", "Final price is in $, but the answer was EUR. Write all amounts of a row in one currency.")
    ]


def test_a_cell_against_the_currency_column_is_left_out() -> None:
    """Where cell and column name two currencies neither is believed over the other; a blank column takes the cell's."""
    rows = "".join(
        f"V{n},2026-03-02,Ida,IT,won,{cells}\n" for n, cells in enumerate(["EUR,$7.50", "USD,£7.50", "€,€7.50", ",£7.50"])
    )
    planned = read(f"{HEAD},Currency,Price\n{rows}")
    assert [(deal.final_price, deal.currency) for deal in planned.deals] == [
        (None, "EUR"),
        (None, "USD"),
        (Decimal("7.50"), "EUR"),
        (Decimal("7.50"), "GBP"),
    ]
    assert [reason for _, _, reason in reasons(planned)] == [
        "Final price is in $, but “Currency” says EUR. Write all amounts of a row in one currency.",
        "Final price is in GBP, but “Currency” says USD. Write all amounts of a row in one currency.",
    ]


def test_two_currencies_in_a_row_keep_the_price_paid() -> None:
    """A deal has one currency: that of its final price; the list price in another is left out and told."""
    planned = read(f"{HEAD},List price (USD),Final price (EUR)\n{ROW},70.50,65.50\n")
    assert [(deal.list_price, deal.final_price, deal.currency) for deal in planned.deals] == [(None, Decimal("65.50"), "EUR")]
    assert reasons(planned) == [
        (2, "List price (USD)", "List price is in USD, but the row is in EUR. Write all amounts of a row in one currency.")
    ]


@pytest.mark.parametrize(
    ("cell", "currency"), [("£71.50", None), ("$71.50", None), ("71.50", "EUR"), ("€71.50", "EUR"), ("71.50 euro", "EUR")]
)
def test_a_default_of_an_import_overrules_no_cell(cell: str, currency: str | None) -> None:
    """What a caller fills in for a whole file is not the currency of a row whose cells name another one."""
    (deal,) = preview(None, read(f"{HEAD},Price\n{ROW},{cell}\n"), defaults={"currency": "EUR"}).deals
    assert (deal.final_price, deal.currency) == (Decimal("71.50"), currency)


def test_amounts_in_two_currencies_never_stand_in_one_deal() -> None:
    """Even where no currency is recorded, a list price in pounds is not held against a price paid in euros."""
    planned = read(f"{HEAD},List price,Price\n{ROW},£90.50,€71.50\n")
    assert [(deal.list_price, deal.final_price, deal.currency) for deal in planned.deals] == [(None, Decimal("71.50"), None)]
    assert "List price is in GBP, but the row is in EUR." in reasons(planned)[0][2]


def test_signs_alone_are_asked_about_once() -> None:
    """Until somebody answers no currency is taken from the cells; `as each cell says` takes each row's own."""
    text = f"{HEAD},Price\n{ROW},€71.50\nBeta,2026-03-02,Ida,IT,won,£72.50\nGamma,2026-03-02,Ida,IT,won,73.50\n"
    planned = read(text)
    assert [deal.currency for deal in planned.deals] == [None] * 3
    (asked,) = [question for question in planned.open_questions if question.key == "currency"]
    assert [option.value for option in asked.options] == ["as_written", "EUR", "GBP", "none"]
    assert [deal.currency for deal in read(text, answers={"currency": "as_written"}).deals] == ["EUR", "GBP", None]
    assert [deal.currency for deal in read(text, answers={"currency": "USD"}).deals] == ["EUR", "GBP", "USD"]
    assert [deal.currency for deal in read(text, answers={"currency": "none"}).deals] == [None] * 3


@pytest.mark.parametrize("header", ["Discount (EUR)", "Rabatt €", "Savings (USD)"])
def test_a_discount_in_a_currency_is_no_percentage(header: str) -> None:
    """The heading says that it is money, and the column says so."""
    planned = read(f"{HEAD},{header}\n{ROW},40\n")
    assert [column.reason for column in planned.unread] == ["is an amount of money, not a percentage"]
