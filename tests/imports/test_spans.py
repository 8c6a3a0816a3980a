"""Columns of months and days: every unit that fits, and a sentence for those that don't."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leverage.imports.cells.spans import DAYS, MONTHS, read_spans
from leverage.imports.cells.typed import Typed


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("18", "18"),
        ("18m", "18"),
        ("18 M", "18"),
        ("18 mo", "18"),
        ("18 mos.", "18"),
        ("18-month", "18"),
        ("18 months", "18"),
        ("5 Monate", "5"),
        ("5 Monat(e)", "5"),
        ("5 mois", "5"),
        ("5 mês", "5"),
        ("2 years", "24"),
        ("1 Jahr", "12"),
        ("1,5 Jahre", "18"),
        ("1.5 yrs", "18"),
        ("3 ans", "36"),
        ("3 años", "36"),
        ("2 quarters", "6"),
        ("1 year 6 months", "18"),
        ("1 Jahr und 3 Monate", "15"),
        ("2y, 1m", "25"),
        ("18.000", "18"),
    ],
)
def test_months_are_read_in_their_units(cell: str, value: str) -> None:
    """Months stand as they are, years and quarters are told in months."""
    column = read_spans([cell], "Term (months)", MONTHS)
    assert (column.values, column.problems) == ([Decimal(value)], {})


@pytest.mark.parametrize(
    ("cell", "value"), [("45", "45"), ("45d", "45"), ("45 Tage", "45"), ("6 semaines", "42"), ("2 wks", "14")]
)
def test_days_are_read_in_their_units(cell: str, value: str) -> None:
    """Days stand as they are, weeks are told in days."""
    column = read_spans([cell], "Notice (days)", DAYS)
    assert (column.values, column.problems) == ([Decimal(value)], {})


def test_what_was_told_in_another_unit_is_said() -> None:
    """The person sees what became of years and weeks; months in months need no word."""
    column = read_spans(["2 years", "7 months"], "Term", MONTHS)
    assert column.remarks == {0: "“2 years” is read as 24 months."}


@pytest.mark.parametrize(
    ("cell", "unit", "problem"),
    [
        ("4 M", DAYS, "is “4 M”, which is in months. Write it in days, like 90."),
        ("1 Jahr", DAYS, "is “1 Jahr”, which is in years. Write it in days, like 90."),
        ("45d", MONTHS, "is “45d”, which is in days. Write it in months, like 12."),
        ("evergreen", MONTHS, "is “evergreen”, which is no number of months. Write it like 12."),
        ("30 j", DAYS, "is “30 j”, which is no number of days. Write it like 90."),
        ("5k", MONTHS, "is “5k”, which is no number of months. Write it like 12."),
        ("45 days before the end", DAYS, "is “45 days before the end”, which is no number of days. Write it like 90."),
        ("12-24", MONTHS, "is “12-24”, which is a range. Write the months that were agreed, like 12."),
        ("12 13", MONTHS, "is “12 13”, which is no number of months. Write it like 12."),
    ],
)
def test_what_does_not_fit_is_said_in_the_right_unit(cell: str, unit: str, problem: str) -> None:
    """A month is no fixed number of days, and a word or a range is none at all: the sentence names what to write."""
    column = read_spans([cell], "Term", unit)
    assert (column.values, column.problems) == ([None], {0: problem})


def test_the_heading_says_what_a_bare_number_is() -> None:
    """`Term (years)` makes 3 three years, and the person is told."""
    column = read_spans(["3", "18 months", Typed("2")], "Term (years)", MONTHS)
    assert column.values == [Decimal(36), Decimal(18), Decimal(24)]
    assert column.remarks == {0: "“3” is read as 36 months.", 2: "“2” is read as 24 months."}


def test_a_bare_number_among_other_units_is_said() -> None:
    """Beside `2 years` nobody knows what 3 is, unless the heading tells."""
    column = read_spans(["2 years", "3"], "Term", MONTHS)
    assert column.values == [Decimal(24), None]
    assert column.problems == {1: "is “3”, which stands among cells in other units. Write it in months, like 12."}
    assert read_spans(["2 years", "3"], "Term (months)", MONTHS).values == [Decimal(24), Decimal(3)]


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.text(max_size=20) | st.text("0123456789.,- mMyYdwkTage", max_size=12), max_size=6),
    st.sampled_from([MONTHS, DAYS]),
)
def test_any_text_is_a_span_or_a_problem(cells: list[str], unit: str) -> None:
    """No text raises, and a cell with a value has no problem."""
    column = read_spans(cells, "Term", unit)
    assert all(column.values[position] is None for position in column.problems)
