"""Columns of amounts: the signs of many countries, the decimal sign by proof, and the question where nothing proves it."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leverage.imports.cells.amounts import read_amounts
from leverage.imports.cells.typed import Typed

STYLES = {  # thousands, decimals, a cell that proves the style
    "English": (",", ".", "9,876.5"),
    "German": (".", ",", "9.876,5"),
    "Swiss": ("'", ".", "9'876.5"),
    "French": ("\u202f", ",", "9\u202f876,5"),
    "plain": ("", ".", "9876.5"),
}


@pytest.mark.parametrize(
    ("cell", "value", "currency"),
    [
        ("$325.44", "325.44", None),
        ("(7,250.00)", "-7250", None),
        ("$(7,250.00)", "-7250", None),
        ("-$2,885,781,211", "-2885781211", None),
        ("6.298,12", "6298.12", None),
        ("6'298.12", "6298.12", None),
        ("6’298,12", "6298.12", None),
        ("70 000", "70000", None),
        ("70\u00a0000", "70000", None),
        ("70\u2009000,5", "70000.5", None),
        ("R$   421.249,75", "421249.75", "BRL"),
        ("62,50 €", "62.50", "EUR"),
        ("EUR 6200", "6200", "EUR"),
        ("6.200,-", "6200", None),
        ("CHF 6'200.—", "6200", "CHF"),
        ("4.20E+07", "42000000", None),
        ("4,2e3", "4200", None),
        ("62,34,567.00", "6234567", None),
        ("62,34,567", "6234567", None),
        ("₹ 5000", "5000", "INR"),
        ("62.50-", "-62.50", None),
        ("+62.5", "62.5", None),
        ("−62.5", "-62.5", None),
        (".75", "0.75", None),
        ("0,125", "0.125", None),
        ("6200.", "6200", None),
        ("£99", "99", "GBP"),
        ("US$ 99", "99", "USD"),
        ("USD99", "99", "USD"),
        ("99 zł", "99", "PLN"),
        ("99 kr.", "99", None),
        ("Rs.500", "500", None),
        ("$99 CAD", "99", "CAD"),
        ("¥ 900", "900", None),
        ("００7", "7", None),
        ("'-62.5", "-62.5", None),
    ],
)
def test_an_amount_is_read_with_what_stands_around_it(cell: str, value: str, currency: str | None) -> None:
    """One cell that proves its signs is read; a currency is named only where the cell leaves no choice."""
    column = read_amounts([cell], "Price")
    assert column.values == [Decimal(value)]
    assert (column.currencies, column.problems, column.doubt) == ([currency], {}, None)


@pytest.mark.parametrize(
    ("cell", "value", "shown"),
    [
        ("14k", "14000", "14,000"),
        ("1.4m", "1400000", "1,400,000"),
        ("3,6 Mio", "3600000", "3,600,000"),
        ("3,6 Mio. €", "3600000", "3,600,000"),
        ("$2.5M", "2500000", "2,500,000"),
        ("2,5 Mrd. EUR", "2500000000", "2,500,000,000"),
        ("14 T€", "14000", "14,000"),
        ("14 TEUR", "14000", "14,000"),
        ("3 lakh", "300000", "300,000"),
    ],
)
def test_a_unit_is_multiplied_out_and_said(cell: str, value: str, shown: str) -> None:
    """Thousands and millions are read, and the person is told how."""
    column = read_amounts([cell], "Price")
    assert column.values == [Decimal(value)]
    assert column.remarks == {0: f"“{cell}” is read as {shown}."}


@pytest.mark.parametrize(
    "cell",
    [
        "TBD",
        "see contract",
        "fourteen thousand",
        "PRICE_UNKNOWN",
        "12%",
        "12 per seat",
        "1.234.56",
        "1,2,3",
        "--5",
        "$",
        "500+",
        "ca. 500",
        "5e99",
        "9" * 40,
        "12 13",
        "1.200,50.-",
    ],
)
def test_what_is_no_amount_is_said(cell: str) -> None:
    """Words, half-read numbers and things counted per something are problems, never a number."""
    column = read_amounts([cell], "Price")
    assert column.values == [None]
    assert column.problems == {0: f"is “{cell}”, which is no amount. Write it like 12000 or 12000.50."}


@pytest.mark.parametrize("cell", ["1,000-2,000", "10–20 €", "10 to 20", "€10 bis €20"])
def test_a_range_is_said_and_neither_end_is_taken(cell: str) -> None:
    """A range is a problem that says so."""
    column = read_amounts([cell], "Price")
    assert column.values == [None]
    assert column.problems == {0: f"is “{cell}”, which is a range. Write the one amount that was agreed."}


def test_two_currencies_in_a_cell_are_said() -> None:
    """A cell that names two currencies is not read."""
    column = read_amounts(["€5 USD", "$5 EUR"], "Price")
    assert all("two currencies" in problem for problem in column.problems.values())
    assert column.values == [None, None]


@pytest.mark.parametrize("cell", ["", "NA", "n/a", "-", "–", "none", "null", "#N/A", "k. A."])
def test_a_word_for_nothing_is_never_zero(cell: str) -> None:
    """Blank cells and the words for them have no value and no problem."""
    column = read_amounts([cell], "Price")
    assert (column.values, column.problems, column.doubt) == ([None], {}, None)


@pytest.mark.parametrize(
    ("proof", "decimal", "value"),
    [
        ("7,50", ",", "6298"),
        ("7.50", ".", "6.298"),
        ("1.234.567", ",", "6298"),
        ("1,234,567", ".", "6.298"),
        ("0,125", ",", "6298"),
        ("1234.567", ".", "6.298"),
        ("9.200,-", ",", "6298"),
    ],
)
def test_one_cell_proves_the_decimal_sign_of_all(proof: str, decimal: str, value: str) -> None:
    """6.298 is read by what another cell of the column proves, wherever that stands."""
    column = read_amounts(["6.298"] * 50 + [proof], "Price")
    assert (column.decimal, column.doubt) == (decimal, None)
    assert set(column.values[:50]) == {Decimal(value)}


def test_no_proof_is_a_question_with_a_sample() -> None:
    """Cells that can mean two amounts stay open; the others are read, and each answer says what it gives."""
    column = read_amounts(["500", "6.298", "n/a", "70 000", "€ 4.500"], "Preis")
    assert column.values == [Decimal(500), None, None, Decimal(70000), None]
    assert column.doubt
    assert (column.doubt.kind, column.doubt.cells) == ("decimal", (1, 4))
    assert column.doubt.text == "Does the point of 6.298 in “Preis” part thousands or decimals?"
    assert column.doubt.options == ((".", "Decimals: 6.298"), (",", "Thousands: 6298"))
    assert column.doubt.samples == ("6.298", "€ 4.500")


def test_both_proofs_in_one_column_leave_the_ambiguous_cells_open() -> None:
    """Cells that prove themselves are read by their own proof; the rest is asked about and may be left open."""
    cells = ["1.298,12", "1,298.12", "6,298"]
    column = read_amounts(cells, "Price")
    assert column.values == [Decimal("1298.12"), Decimal("1298.12"), None]
    assert column.doubt
    assert column.doubt.cells == (2,)
    assert column.doubt.text.startswith("“Price” holds both decimal signs: ")
    left = read_amounts(cells, "Price", "open")
    assert left.doubt is None
    assert left.problems == {2: "is “6,298”, which is 6298 or 6.298. Write it like 12000 or 12000.50."}


def test_a_person_settles_what_is_open() -> None:
    """The answer reads the open cells and leaves the proved ones."""
    assert read_amounts(["6.298"], "Price", ",").values == [Decimal(6298)]
    assert read_amounts(["6.298"], "Price", ".").values == [Decimal("6.298")]
    assert read_amounts(["6.298,12", "6.298"], "Price", ".").values == [Decimal("6298.12"), Decimal("6.298")]


def test_typed_numbers_need_no_decision() -> None:
    """A workbook's own number has a decimal point, and proves nothing for text beside it."""
    column = read_amounts([Typed("6.298"), Typed("-5"), "6.298"], "Price")
    assert column.values == [Decimal("6.298"), Decimal(-5), None]
    assert column.doubt
    assert column.doubt.cells == (2,)


def test_a_quantity_is_no_money() -> None:
    """In a column of quantities `5m` may be metres, and a currency has no place; thousands are read."""
    column = read_amounts(["5m", "€5", "5k", "5"], "Quantity", is_money=False)
    assert column.values == [None, None, Decimal(5000), Decimal(5)]
    assert column.problems[0] == "is “5m”, which is no quantity. Write it like 640."
    assert sorted(column.problems) == [0, 1]


def test_the_signs_of_money_are_collected() -> None:
    """What a bare sign leaves open can be asked once for the column."""
    column = read_amounts(["$5", "5 kr", "5 EUR", "5"], "Price")
    assert column.signs == ["$", "kr", None, None]
    assert column.currencies == [None, None, "EUR", None]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(max_size=30) | st.text("0123456789.,'’ -+()%€$kKmMeE", max_size=16), max_size=8))
def test_any_text_is_an_amount_a_problem_or_a_question(cells: list[str]) -> None:
    """No text raises, and a cell without an amount is blank, said or asked about; a cell with one is neither."""
    column = read_amounts(cells, "Price")
    asked = column.doubt.cells if column.doubt else ()
    for position, value in enumerate(column.values):
        told = (position in column.problems) + (position in asked)
        assert told == 0 if value is not None else told == 1 or len(cells[position].strip()) < 12


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.decimals(-(10**12), 10**12, places=2), min_size=1, max_size=12),
    st.sampled_from(sorted(STYLES)),
    st.sampled_from(["", "€", "$ "]),
)
def test_amounts_in_the_style_of_a_country_come_back_exactly(amounts: list[Decimal], style: str, sign: str) -> None:
    """With one proof in the column, whole and parted amounts are read as they were written."""
    thousands, decimals, proof = STYLES[style]
    shown = [f"{amount:,}".removesuffix(".00") for amount in amounts]
    table = str.maketrans({",": thousands, ".": decimals})
    cells = [proof, *(f"{sign}{text.translate(table)}" for text in shown)]
    column = read_amounts(cells, "Price")
    assert column.values == [Decimal("9876.5"), *(abs(amount) if amount == 0 else amount for amount in amounts)]
    assert column.doubt is None
