"""Columns of days: every spelling, the order of day and month by proof, and the question where nothing proves it."""

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leverage.imports.cells.days import read_days
from leverage.imports.cells.typed import Typed, TypedSince1904

SEVENTH = date(2025, 3, 7)
MONTHS = {
    "{d} {m} {y}": "January February March April May June July August September October November December",
    "{m} {d}, {y}": "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    "{d}. {m} {y}": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "le {d} {m} {y}": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "{d} de {m} de {y}": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "{d} de {m} {y}": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "{d}-{m}-{y}": "gen feb mar apr mag giu lug ago set ott nov dic",
    "{m} {d} {y}": "januari februari maart april mei juni juli augustus september oktober november december",
}
NUMBERS = ("{y}-{m:02}-{d:02}", "{y}{m:02}{d:02}", "{y}/{m:02}/{d:02}", "{d:02}.{m:02}.{y}", "{d}.{m}.{y}", "{d}. {m}. {y}")
DAYS = st.dates(date(1900, 1, 1), date(2199, 12, 31))


@pytest.mark.parametrize(
    "cell",
    [
        "2025-03-07",
        "20250307",
        "2025/03/07",
        "07.03.2025",
        "7.3.2025",
        "7. 3. 2025",
        "07 Mar 2025",
        "07-MAR-2025",
        "March 7, 2025",
        "March 7th, 2025",
        "7th of March 2025",
        "7. März 2025",
        "7. Mrz. 2025",
        "7 de marzo de 2025",
        "7 mars 2025",
        "7 março 2025",
        "7 marzo 2025",
        "7 maart 2025",
        "2025-Mar-07",
        "2025-03-07T00:00:00Z",
        "2025-03-07 14:30:00.000",
        "2025-03-07T23:59:59+02:00",
        "07.03.2025 14:30",
        "07-Mar-2025 02:30 PM",
        "Fri, 07 Mar 2025",
        "Freitag, 7. März 2025",
        "ven. 7 mars 2025",
        "viernes, 7 de marzo de 2025",
        "sexta-feira, 7 de março de 2025",
        "mar 7 2025",
        "Fr. 07.03.2025",
        "45723",
        "45723.5",
        "\u00a02025-03-07\u200b",
    ],
)
def test_a_day_is_read_in_the_spellings_of_seven_languages(cell: str) -> None:
    """Spellings that leave no choice are read without a question, whatever stands before or behind the day."""
    column = read_days([cell], "Signed")
    assert (column.values, column.problems, column.doubt) == ([SEVENTH], {}, None)


@pytest.mark.parametrize("cell", ["", "  ", "NA", "n/a", "N.A.", "-", "–", "—", "none", "NULL", "#N/A", "k. A."])
def test_a_word_for_nothing_is_no_day_and_no_problem(cell: str) -> None:
    """Blank cells and the words for them are left out in silence."""
    column = read_days([cell], "Signed")
    assert (column.values, column.problems, column.doubt) == ([None], {}, None)


@pytest.mark.parametrize(
    "cell", ["TBD", "see contract", "31.02.2025", "02/30/2025", "2025-13-01", "12345", "1.2.3.4", "20259999", "² May 2025"]
)
def test_what_is_no_day_is_said(cell: str) -> None:
    """Words and days that no calendar has are problems which quote the cell and show how to write it."""
    problem = f"is “{cell}”, which is no day. Write it as year-month-day, like 2026-03-02."
    assert read_days([cell], "Signed").problems == {0: problem}


@pytest.mark.parametrize(
    ("cell", "is_read"), [("14.06.1899", False), ("01.01.2200", False), ("14.06.2103", True), ("03/04/1887", False)]
)
def test_years_are_held_to_three_centuries(cell: str, is_read: bool) -> None:
    """A year outside 1900 to 2199 is a problem, not a question; a far one inside is read."""
    column = read_days([cell], "End")
    assert (column.values[0] is not None, 0 in column.problems, column.doubt) == (is_read, not is_read, None)
    assert is_read or column.problems[0].endswith("Check the year: it has to be from 1900 to 2199.")


@pytest.mark.parametrize(("last", "order", "day"), [("19/06/2024", "day_first", 3), ("06/19/2024", "month_first", 2)])
def test_the_last_row_proves_the_order_of_all(last: str, order: str, day: int) -> None:
    """One part above 12 anywhere decides for the whole column."""
    column = read_days(["03/02/2025"] * 500 + [last], "Signed")
    assert (column.order, column.doubt) == (order, None)
    assert all(value and value.day == day for value in column.values[:500])


def test_no_proof_is_a_question_with_a_sample() -> None:
    """Where every day could be a month, the cells stay open, the others are read, and the question quotes a cell."""
    column = read_days(["", "03/04/2025", "05/05/2025", "11-10-2024", "2024-08-01", "TBD"], "Datum")
    assert column.values == [None, None, date(2025, 5, 5), None, date(2024, 8, 1), None]
    assert column.doubt
    assert (column.doubt.kind, column.doubt.cells, column.order) == ("order", (1, 3), None)
    assert column.doubt.text == "Is 03/04/2025 in “Datum” 3 April or 4 March 2025?"
    assert column.doubt.options == (("day_first", "3 April"), ("month_first", "4 March"))
    assert column.doubt.samples == ("03/04/2025", "11-10-2024")
    assert list(column.problems) == [5]


def test_both_orders_in_one_column_leave_the_ambiguous_cells_open() -> None:
    """Proved cells are read, each by its own proof; the rest is listed, and may be left without a day."""
    cells = ["24/12/2025", "08/19/2024", "10/11/2024", "06.02.2026", "46093", "07/01/2025"]
    column = read_days(cells, "Award date")
    assert column.values == [date(2025, 12, 24), date(2024, 8, 19), None, date(2026, 2, 6), date(2026, 3, 12), None]
    assert column.doubt
    assert (column.doubt.kind, column.doubt.cells) == ("mixed_orders", (2, 5))
    assert column.doubt.text == "“Award date” holds both orders: is 10/11/2024 10 November or 11 October 2024?"
    assert [value for value, _ in column.doubt.options] == ["day_first", "month_first", "open"]
    left = read_days(cells, "Award date", "open")
    assert left.doubt is None
    assert left.problems == {
        2: "is “10/11/2024”, which is 10 Nov 2024 or 11 Oct 2024. Write it as year-month-day, like 2024-11-10.",
        5: "is “07/01/2025”, which is 7 Jan 2025 or 1 Jul 2025. Write it as year-month-day, like 2025-01-07.",
    }


@pytest.mark.parametrize(
    ("header", "order"),
    [
        ("Signed (DD/MM/YYYY)", "day_first"),
        ("start, mm/dd/yy", "month_first"),
        ("Date JJ/MM/AAAA", "day_first"),
        ("Datum TT.MM.JJJJ", "day_first"),
        ("Data (gg-mm-aaaa)", "day_first"),
        ("Date m/d/y", "month_first"),
        ("MMDDYYYY", "month_first"),
        ("Date", None),
        ("Admin day", None),
    ],
)
def test_a_heading_may_prove_the_order(header: str, order: str | None) -> None:
    """A heading that spells the pattern decides; an ordinary one does not."""
    column = read_days(["03/04/2025"], header)
    assert (column.order, column.doubt is None) == (order, order is not None)


def test_a_heading_against_its_cells_is_a_question() -> None:
    """A heading that says day first above a month-first cell settles nothing."""
    column = read_days(["03/04/2025", "04/19/2025"], "Signed (DD/MM/YYYY)")
    assert column.doubt
    assert (column.doubt.kind, column.doubt.cells) == ("mixed_orders", (0,))


def test_dotted_days_are_day_first_and_prove_nothing_for_others() -> None:
    """01.02.2025 is 1 February wherever it stands, even where the slashes are month first."""
    column = read_days(["01.02.2025", "01/02/2025", "01/19/2025"], "Signed")
    assert column.values == [date(2025, 2, 1), date(2025, 1, 2), date(2025, 1, 19)]
    asked = read_days(["19.02.2025", "01/02/2025"], "Signed")
    assert asked.doubt
    assert asked.doubt.cells == (1,)


def test_a_person_may_turn_the_order_of_a_dotted_column() -> None:
    """Where only dotted days stand, the answer is about them."""
    assert read_days(["01.02.2025"], "Signed", "month_first").values == [date(2025, 1, 2)]


@pytest.mark.parametrize(
    ("cell", "day"), [("7/31/17", date(2017, 7, 31)), ("05-JAN-79", date(2079, 1, 5)), ("31.12.80", date(1980, 12, 31))]
)
def test_years_of_two_digits_are_read_and_said(cell: str, day: date) -> None:
    """00 to 79 are in this century, 80 to 99 in the last one; the reading is a remark on the cell."""
    column = read_days([cell], "Signed")
    assert column.values == [day]
    assert column.remarks[0].startswith(f"“{cell}” is read as {day.day} ")


def test_years_of_two_digits_may_stand_first() -> None:
    """Where every cell is a day by two orders nobody guesses: the question names the whole days."""
    column = read_days(["25/04/11", "24/11/10", "26/02/14"], "Signed")
    assert column.values == [None] * 3
    assert column.doubt
    assert column.doubt.text == "Is 25/04/11 in “Signed” 25 April 2011 or 11 April 2025?"
    assert column.doubt.options == (("day_first", "25 April 2011"), ("year_first", "11 April 2025"))
    answered = read_days(["25/04/11", "24/11/10"], "Signed", "year_first")
    assert answered.values == [date(2025, 4, 11), date(2024, 11, 10)]


def test_three_orders_are_three_options() -> None:
    """Three small numbers may be a day in three orders."""
    doubt = read_days(["03/04/05"], "Signed").doubt
    assert doubt
    assert doubt.text == "Is 03/04/05 in “Signed” 3 April 2005, 4 March 2005 or 5 April 2003?"
    assert [value for value, _ in doubt.options] == ["day_first", "month_first", "year_first"]


@pytest.mark.parametrize(
    ("cells", "header", "day"),
    [
        (["25-04-11"], "Date (YY-MM-DD)", date(2025, 4, 11)),
        (["25.04.11"], "Datum JJ.MM.TT", date(2025, 4, 11)),
        (["25-04-11"], "Date (YYYY-MM-DD)", date(2025, 4, 11)),
        (["25-04-11"], "Date (DD-MM-YY)", date(2011, 4, 25)),
        (["05.04.2011"], "Date (MM.DD.YYYY)", date(2011, 5, 4)),
        (["25-04-11", "25-07-30"], "Signed", date(2025, 4, 11)),  # 2030 lies ahead
        (["25-04-11", "30-07-25"], "Signed", date(2011, 4, 25)),
        (["25-04-11", "5-4-11"], "Signed", date(2011, 4, 25)),  # a year has two digits
        (["25-04-11", "99-12-10"], "Signed", date(2025, 4, 11)),
        (["25.04.11"], "Signed", date(2011, 4, 25)),  # dotted
    ],
)
def test_what_tells_where_a_short_year_stands(cells: list[str], header: str, day: date) -> None:
    """The heading decides, then what the other cells can't be, then which days lie ahead; the reading is said."""
    column = read_days(cells, header, likely=(date(1990, 1, 1), date(2027, 1, 1)))
    assert (column.values[0], column.doubt) == (day, None)
    assert column.remarks or len(cells[0]) == 10


def test_an_answer_that_a_cell_does_not_fit_leaves_it_open() -> None:
    """A cell with no day by the order that was picked is asked about again, never guessed."""
    column = read_days(["7/3/25", "05/05/25"], "Signed", "year_first")
    assert column.values == [None, date(2005, 5, 25)]
    assert column.doubt
    assert column.doubt.options == (("day_first", "7 March"), ("month_first", "3 July"))


def test_the_sample_of_a_question_has_the_most_readings() -> None:
    """05/05/25 is one day by two of the three orders, so another cell is shown."""
    doubt = read_days(["05/05/25", "03/04/25"], "Signed").doubt
    assert doubt
    assert doubt.text == "Is 03/04/25 in “Signed” 3 April 2025, 4 March 2025 or 25 April 2003?"


def test_years_written_in_two_ways_are_a_question() -> None:
    """A day with a whole year proves nothing for one whose year may stand first, and the cells may be left out."""
    column = read_days(["24-05-06", "31/12/2103"], "Signed")
    assert column.values == [None, date(2103, 12, 31)]
    assert column.doubt
    assert column.doubt.text == "“Signed” writes its years in two ways: is 24-05-06 24 May 2006 or 6 May 2024?"
    assert [value for value, _ in column.doubt.options] == ["day_first", "year_first", "open"]


def test_a_day_that_is_none_by_the_orders_of_its_column_is_said() -> None:
    """31/02/25 among days with the year last is no day, not one in 2031."""
    column = read_days(["31/02/25", "5/3/25", "14/3/25"], "Signed")
    assert list(column.problems) == [0]
    assert column.values[1] == date(2025, 3, 5)


def test_an_unlikely_day_is_said() -> None:
    """A day far ahead or long ago is read as it stands, and the person is told."""
    column = read_days(["2103-05-06", "1971-05-06", "2025-05-06"], "Date", likely=(date(1990, 1, 1), date(2027, 1, 1)))
    assert column.remarks == {0: "“2103-05-06” is read as 6 May 2103.", 1: "“1971-05-06” is read as 6 May 1971."}


def test_days_may_be_counted_from_1904() -> None:
    """A bare count in a workbook with the other epoch is the day that the workbook would show."""
    column = read_days([TypedSince1904("44500"), Typed("44500"), TypedSince1904("44500.25")], "Signed")
    assert column.values == [date(2025, 11, 1), date(2021, 10, 31), date(2025, 11, 1)]


def test_the_days_of_spreadsheets_are_counted_and_said() -> None:
    """A serial number is a day within 1968 to 2119, said with its reading; others are no days."""
    column = read_days(["45963", "24999", "80001"], "Signed")
    assert column.values == [date(2025, 11, 2), None, None]
    assert column.remarks == {0: "“45963” is read as 2 Nov 2025."}
    assert sorted(column.problems) == [1, 2]


@pytest.mark.parametrize(
    "cell",
    [
        "2025",
        "2025.0",
        "FY25",
        "FY2025/26",
        "2024/25",
        "Q3 2025",
        "2025 Q3",
        "3. Quartal 2025",
        "T2 2025",
        "H1 2025",
        "KW 12/2025",
        "March 2025",
        "März 2025",
        "Mar-25",
        "2025-03",
        "03/2025",
        "202503",
    ],
)
def test_a_period_never_becomes_its_first_day(cell: str) -> None:
    """A year, quarter, month or week has no day: the cell is a problem, and a column of them a question."""
    column = read_days([cell, cell], "Date")
    assert column.values == [None, None]
    assert column.problems[0].endswith("and no day. Write the day too, like 2026-03-02.")
    assert column.doubt
    assert (column.doubt.kind, column.doubt.cells) == ("year", (0, 1))
    assert read_days([cell, cell], "Date", "open").doubt is None


def test_one_period_among_days_is_only_a_problem() -> None:
    """A column that has days is not asked about a stray year."""
    column = read_days(["2025-03-07", "2025"], "Date")
    assert (column.values, list(column.problems), column.doubt) == ([SEVENTH, None], [1], None)


def test_typed_days_need_no_decision() -> None:
    """A workbook's own day is read among text that has to be asked about."""
    column = read_days([Typed("2025-03-07"), Typed("2025-03-07T00:00:00"), "03/04/2025"], "Date")
    assert column.values == [SEVENTH, SEVENTH, None]
    assert column.doubt
    assert column.doubt.cells == (2,)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.text(max_size=30) | st.from_regex(r"[0-9]{1,4}[./ -][0-9A-Za-z]{1,4}[./ -][0-9]{1,4}", fullmatch=True), max_size=8
    )
)
def test_any_text_is_a_day_a_problem_or_a_question(cells: list[str]) -> None:
    """No text raises, and a cell without a day is blank, said or asked about; a cell with one is neither."""
    column = read_days(cells, "Date")
    asked = column.doubt.cells if column.doubt else ()
    for position, value in enumerate(column.values):
        if value is not None:
            assert position not in column.problems
            assert position not in asked
        elif position not in column.problems and position not in asked:
            assert len(cells[position].strip()) < 12


@settings(max_examples=100, deadline=None)
@given(DAYS, st.sampled_from([*MONTHS, *NUMBERS]))
def test_a_day_comes_back_from_every_spelling(day: date, pattern: str) -> None:
    """What is written in words or in an order without choice is the day that was meant."""
    month = MONTHS[pattern].split()[day.month - 1] if pattern in MONTHS else day.month
    cell = pattern.format(y=day.year, m=month, d=day.day)
    assert read_days([cell], "Date").values == [day], cell


@settings(max_examples=100, deadline=None)
@given(st.lists(DAYS, min_size=1, max_size=20), st.sampled_from(["day_first", "month_first"]), st.sampled_from("/- "))
def test_the_answer_gives_the_days_and_the_other_swaps_them(days: list[date], order: str, sign: str) -> None:
    """Days written in an order are read back under it; under the other one, ambiguous cells swap and proved ones stay."""
    parts = [(day.day, day.month) if order == "day_first" else (day.month, day.day) for day in days]
    cells = [f"{one}{sign}{two}{sign}{day.year}" for (one, two), day in zip(parts, days, strict=True)]
    assert read_days(cells, "Date", order).values == days
    other = "month_first" if order == "day_first" else "day_first"
    swapped = [day if day.day > 12 else date(day.year, day.day, day.month) for day in days]
    assert read_days(cells, "Date", other).values == swapped


@settings(max_examples=50, deadline=None)
@given(st.lists(DAYS, min_size=1, max_size=20))
def test_one_proof_is_enough(days: list[date]) -> None:
    """Any column in one order with a day above 12 comes back whole, without a question."""
    days = [*days, date(2024, 6, 1) + timedelta(18)]
    column = read_days([f"{day:%m/%d}/{day.year}" for day in days], "Date")
    assert (column.values, column.doubt, column.order) == (days, None, "month_first")
