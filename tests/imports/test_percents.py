"""Columns of percentages: signs, scales, and the question whether 0.2 is 20%."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leverage.imports.cells.percents import read_percents
from leverage.imports.cells.typed import Typed


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("20", "20"),
        ("20%", "20"),
        ("20 %", "20"),
        ("20\u00a0%", "20"),
        ("12,5 %", "12.5"),
        ("12.50%", "12.5"),
        ("20 percent", "20"),
        ("20 Prozent", "20"),
        ("20 pour cent", "20"),
        ("%20", "20"),
        ("0.2%", "0.2"),
        ("+7%", "7"),
        ("100", "100"),
        ("0%", "0"),
        ("１５％", "15"),
    ],
)
def test_a_percentage_is_read_with_its_sign_or_above_one(cell: str, value: str) -> None:
    """A sign, or a number above 1, leaves no choice."""
    column = read_percents([cell], "Discount")
    assert (column.values, column.problems, column.doubt) == ([Decimal(value)], {}, None)
    assert column.scale == "percent"


@pytest.mark.parametrize("cell", ["", "NA", "n/a", "-", "–", "none", "null", "#N/A", "k. A."])
def test_a_word_for_nothing_is_never_zero(cell: str) -> None:
    """Blank cells and the words for them have no value and no problem."""
    column = read_percents([cell], "Discount")
    assert (column.values, column.problems, column.doubt) == ([None], {}, None)


@pytest.mark.parametrize("cell", ["TBD", "up to 20%", "20% off list", "2/10 net 30", "20 pp", "1.2.3"])
def test_what_is_no_percentage_is_said(cell: str) -> None:
    """Words, bounds and amounts are problems which quote the cell."""
    assert read_percents([cell], "Discount").problems == {0: f"is “{cell}”, which is no percentage. Write it like 12.5."}


@pytest.mark.parametrize("cell", ["15–20%", "15-20 %", "15% to 20%", "15 bis 20 Prozent"])
def test_a_range_is_said_and_neither_end_is_taken(cell: str) -> None:
    """A range is a problem that says so."""
    column = read_percents([cell], "Discount")
    assert column.values == [None]
    assert column.problems == {0: f"is “{cell}”, which is a range. Write the one percentage that was agreed."}


@pytest.mark.parametrize("cell", ["-5", "(5%)", "5-", "101", "120 %", "-0.2"])
def test_below_zero_and_above_a_hundred_are_said(cell: str) -> None:
    """A value outside the limits is a problem, not a question."""
    column = read_percents([cell], "Discount")
    assert (column.values, column.doubt) == ([None], None)
    assert column.problems == {0: f"is “{cell}”. Enter 0 to 100."}


def test_the_limits_are_the_fields() -> None:
    """A column of price changes may hold less than nothing and more than all."""
    column = read_percents(["-5", "120"], "Uplift", limits=(Decimal(-100), Decimal(1000)))
    assert column.values == [Decimal(-5), Decimal(120)]


@pytest.mark.parametrize("header", ["Savings", "Rabatt in %", "Discount (percent)"])
def test_where_all_are_at_most_one_the_scale_is_asked(header: str) -> None:
    """No heading settles it; nothing is guessed but 0, which is 0 on both scales."""
    column = read_percents(["0.2", "1", "0,125", "0", ""], header)
    assert column.values == [None, None, None, Decimal(0), None]
    assert column.doubt
    assert (column.doubt.kind, column.doubt.cells, column.scale) == ("scale", (0, 1, 2), None)
    assert column.doubt.text == f"Does 0.2 in “{header}” mean 20% or 0.2%?"
    assert column.doubt.options == (
        ("fraction", "20%"),
        ("percent", "0.2%"),
        ("open", "Leave these cells without a percentage"),
    )


def test_a_sign_settles_its_own_cell_only() -> None:
    """20% beside 0.2 does not say what 0.2 is."""
    column = read_percents(["20%", "0.2", Typed("2%"), Typed("0.02")], "Discount")
    assert column.values == [Decimal(20), None, Decimal(2), None]
    assert column.doubt
    assert column.doubt.cells == (1, 3)


@pytest.mark.parametrize(("scale", "half"), [("fraction", "50"), ("percent", "0.5")])
def test_a_mixed_column_is_asked_about_once(scale: str, half: str) -> None:
    """Beside 22, 0.5 is half a percent or half of all; the answer is for the cells up to 1, those above are percentages."""
    cells = ["0.5", "22", "7%", "1"]
    column = read_percents(cells, "Discount")
    assert column.values == [None, Decimal(22), Decimal(7), None]
    assert column.doubt
    assert (column.doubt.kind, column.doubt.cells, column.doubt.samples) == ("scale", (0, 3), ("0.5", "1"))
    read = read_percents(cells, "Discount", scale)
    assert (read.doubt, read.values[:3]) == (None, [Decimal(half), Decimal(22), Decimal(7)])


def test_a_one_among_higher_numbers_is_one_percent() -> None:
    """Where no number lies between 0 and 1, one above 1 settles what 1 is."""
    assert read_percents(["1", "22"], "Discount").values == [Decimal(1), Decimal(22)]


@pytest.mark.parametrize(("scale", "value"), [("fraction", "20"), ("percent", "0.2")])
def test_the_answer_is_taken_for_bare_cells(scale: str, value: str) -> None:
    """The person's scale goes to the cells without a sign, and no question is left."""
    column = read_percents(["0.2", "3%"], "Discount", scale)
    assert (column.values, column.doubt, column.scale) == ([Decimal(value), Decimal(3)], None, scale)


def test_cells_may_be_left_without_a_value() -> None:
    """Who does not know the scale may leave the cells out; each says why."""
    column = read_percents(["0.2"], "Discount", "open")
    assert (column.values, column.doubt) == ([None], None)
    assert column.problems == {0: "is “0.2”, which is 20% or 0.2%. Write it with its sign, like 12.5%."}


@pytest.mark.parametrize(
    ("cell", "before", "paid", "value"),
    [
        ("40", 800, 760, "5"),  # money
        ("40", 800, 480, "40"),  # a percentage
        ("0.25", 800, 600, "25"),  # a fraction
        ("0.5", 8000, 7960, "0.5"),  # half a percent
        ("13", "79.90", "69.51", "13"),
        ("12,50", "100.00", "87.50", "12.5"),
        ("€ 40", 800, 760, "5"),
        ("€40", 800, None, "5"),
    ],
)
def test_the_prices_of_a_row_prove_its_discount(cell: str, before: object, paid: object, value: str) -> None:
    """Where one reading alone fits the prices before and after, nobody is asked; money becomes the percentage."""
    pair = (Decimal(str(before)), None if paid is None else Decimal(str(paid)))
    column = read_percents([cell], "Discount", measure=None, prices={0: [pair]})
    assert (column.values, column.doubt, column.problems) == ([Decimal(value)], None, {})


def test_what_rows_prove_is_said_and_holds_for_the_others() -> None:
    """One row that proves money makes the column money; a row that names no price to be off is told."""
    prices = {0: [(Decimal(800), Decimal(760))], 1: [(Decimal(500), None)]}
    column = read_percents(["40", "25", "30"], "Rabatt", measure=None, prices=prices)
    assert column.values == [Decimal(5), Decimal(5), None]
    assert column.remarks[0] == "“40” is money off 800 and read as 5%."
    assert column.problems == {2: "is “30”, an amount off a price that the row does not name. Write the percentage, like 12.5."}


def test_rows_that_prove_different_things_are_a_question() -> None:
    """The proved cells are read, and the rest is asked about once."""
    prices = {0: [(Decimal(800), Decimal(760))], 1: [(Decimal(700), Decimal(560))]}
    column = read_percents(["40", "20", "30"], "Remise", measure=None, prices=prices)
    assert column.values == [Decimal(5), Decimal(20), None]
    assert column.doubt
    assert (column.doubt.kind, column.doubt.cells) == ("measure", (2,))


def test_numbers_above_a_hundred_may_be_money() -> None:
    """Without a word of percent in the heading they are asked about once, with the others of the column."""
    cells = ["30", "450", "7%"]
    column = read_percents(cells, "Rabatt", measure=None)
    assert column.values == [None, None, Decimal(7)]
    assert column.doubt
    assert column.doubt.text == "Is 450 in “Rabatt” a percentage or an amount of money?"
    assert [value for value, _ in column.doubt.options] == ["percent", "money", "open"]
    assert read_percents(cells, "Rabatt", measure="percent").values == [Decimal(30), None, Decimal(7)]
    assert sorted(read_percents(cells, "Rabatt", measure="money").problems) == [0, 1]
    assert sorted(read_percents(cells, "Rabatt", measure="open").problems) == [0, 1]
    assert read_percents(cells, "Rabatt in %", measure=None).problems == {1: "is “450”. Enter 0 to 100."}


def test_prices_that_fit_nothing_prove_nothing() -> None:
    """A list price per piece beside a price in all is no proof, nor is a discount lost in rounding."""
    prices = {0: [(Decimal(8), Decimal(760))], 1: [(Decimal(800), Decimal(800))]}
    column = read_percents(["40", "15"], "Discount", measure=None, prices=prices)
    assert (column.values, column.remarks) == ([Decimal(40), Decimal(15)], {})


def test_three_decimals_are_no_thousands() -> None:
    """12.500 can't be twelve thousand percent; with the other sign proved it is no percentage at all."""
    column = read_percents(["12.500", "7,250%"], "Discount")
    assert column.values == [Decimal("12.5"), Decimal("7.25")]
    assert column.remarks[0] == "“12.500” is read as 12.5%."
    assert read_percents(["12.500"], "Discount", decimal=",").problems == {0: "is “12.500”. Enter 0 to 100."}


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(max_size=30) | st.text("0123456789.,' -+()%", max_size=10), max_size=8))
def test_any_text_is_a_percentage_a_problem_or_a_question(cells: list[str]) -> None:
    """No text raises, and a cell without a value is blank, said or asked about; every value is within 0 and 100."""
    column = read_percents(cells, "Discount", measure=None)
    asked = column.doubt.cells if column.doubt else ()
    for position, value in enumerate(column.values):
        told = (position in column.problems) + (position in asked)
        assert told == 0 if value is not None else told == 1 or len(cells[position].strip()) < 12
        assert value is None or 0 <= value <= 100


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.decimals(0, 100, places=2), min_size=1, max_size=12),
    st.sampled_from(["{}%", "{} %", "{} percent"]),
    st.sampled_from(".,"),
)
def test_signed_percentages_come_back_exactly(values: list[Decimal], pattern: str, sign: str) -> None:
    """A percentage with its sign is read as it was written, with a point or a comma."""
    column = read_percents([pattern.format(f"{value:f}".replace(".", sign)) for value in values], "Discount")
    assert (column.values, column.doubt, column.problems) == (values, None, {})


@settings(max_examples=100, deadline=None)
@given(st.lists(st.decimals("0.001", "1", places=3), min_size=1, max_size=12))
def test_fractions_come_back_a_hundredfold(values: list[Decimal]) -> None:
    """Bare fractions are asked about, and the answer gives the very percentages."""
    cells = [f"{value:f}" for value in values]
    doubt = read_percents(cells, "Discount").doubt
    assert doubt
    assert doubt.cells == tuple(range(len(values)))
    assert read_percents(cells, "Discount", "fraction").values == [value * 100 for value in values]
