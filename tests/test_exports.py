"""Exports: complete, safe to open in a spreadsheet, and read back by the own importer without a difference."""

import csv
import io
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leverage.cells import RECORD_COLUMNS
from leverage.deals import FIELDS, Deal, Tactic, deal_id_of
from leverage.errors import LeverageError
from leverage.exports import COLUMNS, deals_csv, export_name, workbook
from leverage.imports import plan
from tests.shelves import Shelf, deal
from tests.strategies import TODAY, any_deal


def export(*deals: Deal, **choice: Any) -> bytes:
    return deals_csv(Shelf(*deals), **choice)  # type: ignore[arg-type]


def rows_of(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_the_file_opens_in_a_spreadsheet() -> None:
    """A byte order mark stands first and every record ends in CRLF, a line break inside a cell does not."""
    data = export(deal(notes="one\ntwo"))
    assert data.startswith(b"\xef\xbb\xbfvendor,deal_date,")
    assert data.count(b"\r\n") == 2
    assert b'"one\ntwo"' in data


def test_all_columns_are_always_there() -> None:
    """Every field has its column by its own name, then who and when; also with no deal at all."""
    header = export().decode("utf-8-sig")
    assert header == ",".join(COLUMNS) + "\r\n"
    assert set(FIELDS) <= set(COLUMNS)
    assert COLUMNS[len(RECORD_COLUMNS)].startswith("computed_")
    assert COLUMNS[-5:] == ("bank_id", "deal_id", "version", "entered_at", "schema")
    assert COLUMNS.index("tactic_results") == COLUMNS.index("tactics") + 1


def test_a_row_says_what_the_deal_says() -> None:
    """Tactics stand in two parallel cells, values are plain, and the deal's marks follow."""
    told = deal(discount_pct="20.50", tactics=[Tactic("asked; twice", "worked"), Tactic("waited", "failed")], auto_renews=True)
    row = rows_of(export(told))[0]
    assert row["tactics"] == r"asked\; twice; waited"
    assert row["tactic_results"] == "worked; failed"
    assert (row["discount_pct"], row["auto_renews"], row["product"]) == ("20.5", "yes", "")
    assert (row["bank_id"], row["deal_id"], row["version"]) == ("vendor-acme", told.deal_id, "1")
    assert (row["entered_at"], row["schema"]) == ("2026-03-03T09:00:00+00:00", "1")


def test_vendors_go_by_name_and_deals_newest_first() -> None:
    """All vendors come in name order whatever their case, each with the newest deal on top."""
    deals = [
        deal(vendor="beta", deal_date="2026-01-01"),
        deal(vendor="Gamma", deal_date="2026-05-05"),
        deal(vendor="Alpha", deal_date="2024-01-01"),
        deal(vendor="Alpha", deal_date="2026-02-02"),
    ]
    rows = rows_of(export(*deals))
    assert [(row["vendor"], row["deal_date"]) for row in rows] == [
        ("Alpha", "2026-02-02"),
        ("Alpha", "2024-01-01"),
        ("beta", "2026-01-01"),
        ("Gamma", "2026-05-05"),
    ]


def test_one_vendor_is_exported_alone() -> None:
    """By name or by bank id, only this vendor's deals are in the file; an unknown vendor has none."""
    shelf = [deal(), deal(vendor="Beta")]
    assert [row["vendor"] for row in rows_of(export(*shelf, vendor="Beta"))] == ["Beta"]
    assert [row["vendor"] for row in rows_of(export(*shelf, vendor="vendor-beta"))] == ["Beta"]
    assert rows_of(export(*shelf, vendor="Nobody")) == []


def test_a_choice_by_department_and_day() -> None:
    """Departments fold; the days, texts or dates, are both included."""
    shelf = [
        deal(department="Sales-Ops", deal_date="2026-01-01"),
        deal(department="sales ops", deal_date="2026-02-01"),
        deal(department="IT", deal_date="2026-02-01"),
        deal(department="SALES OPS", deal_date="2026-03-01"),
    ]
    rows = rows_of(export(*shelf, department="Sales Ops", since="2026-01-01", until=date(2026, 2, 1)))
    assert [row["deal_date"] for row in rows] == ["2026-02-01", "2026-01-01"]
    with pytest.raises(LeverageError, match="Since is “last week”"):
        export(*shelf, since="last week")


def test_the_file_name_is_safe_and_dated() -> None:
    """The name carries vendor, choice and today, and nothing that a path or a header could be made of."""
    shelf: Any = Shelf(deal(vendor="Microsoft"))
    assert export_name(shelf) == "leverage-deals-2026-11-29.csv"
    assert export_name(shelf, "Microsoft") == "leverage-deals-microsoft-2026-11-29.csv"
    assert export_name(shelf, "vendor-microsoft") == "leverage-deals-microsoft-2026-11-29.csv"
    chosen = export_name(shelf, "Microsoft", department="R & D", since="2026-01-01", until="2026-06-30")
    assert chosen == "leverage-deals-microsoft-r-d-from-2026-01-01-to-2026-06-30-2026-11-29.csv"


def test_the_file_name_says_which_table_it_is() -> None:
    """A CSV names its table; a workbook and an archive hold them all; retracted deals are said."""
    shelf: Any = Shelf(deal())
    assert export_name(shelf, table="terms") == "leverage-terms-2026-11-29.csv"
    assert export_name(shelf, table="terms", format="xlsx") == "leverage-export-2026-11-29.xlsx"
    assert export_name(shelf, "Acme", format="zip", retracted=True) == "leverage-export-acme-with-retracted-2026-11-29.zip"


@pytest.mark.parametrize("vendor", ["../../etc/passwd", "a\r\nX: y", "C++", "北京", "مرحبا", "con/aux\\nul", "x" * 200, "..."])
def test_no_vendor_breaks_the_file_name(vendor: str) -> None:
    """Whatever the vendor is called, the name stays one plain ASCII file name."""
    name = export_name(Shelf(), vendor)  # type: ignore[arg-type]
    assert name.isascii()
    assert name.endswith("-2026-11-29.csv")
    assert not set(name) & set('/\\\r\n"<>|:*? ')
    assert ".." not in name


def unlike(deals: Sequence[Deal | None]) -> list[Deal]:
    return list({deal_id_of(each): deal(**each.values()) for each in deals if each}.values())


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(any_deal(), max_size=4).map(unlike))
def test_an_import_of_an_export_is_the_same_deals(deals: list[Deal]) -> None:
    """Whatever a deal holds comes back field by field, with the same id; and no text cell starts like a formula."""
    data = export(*deals)
    for row in rows_of(data):
        for column, cell in row.items():
            if not (column.startswith("uplift_") and column.endswith("_pct")):
                assert not cell.lstrip().startswith(tuple("=+-@＝＋－＠")), (column, cell)
    if not deals:
        return
    planned = plan(data, "export.csv", today=TODAY)
    assert planned.skipped == ()
    assert {deal_id_of(draft): draft.values() for draft in planned.deals} == {each.deal_id: each.values() for each in deals}


@pytest.mark.parametrize("text", ["N/A", "-", "—", "\\", ";;", "==", "???", "'", "none", "👍"])
def test_what_looks_like_nothing_is_kept(text: str) -> None:
    """A text that a file of others would hold for nothing comes back from every text field, alone and in a list."""
    lines = ("logged_by_email", "product", "payment_terms", "notes", "unit", "billing_frequency", "competitor", "contact")
    lists = ("flexible_on", "conceded", "obtained", "signals", "visible_to")
    told = deal(
        **dict.fromkeys(("logged_by", "department", "reseller", "contract_ref", *lines), text),
        **{name: [text, "a"] for name in lists},
        firm_on=[f"{text}{text}x"],
        tactics=[Tactic(text, "mixed"), Tactic(f"{text} ")],
    )
    planned = plan(export(told), "export.csv", today=TODAY)
    assert planned.skipped == ()
    assert [draft.values() for draft in planned.deals] == [told.values()]
    sheet = plan(workbook(Shelf(told)), "export.xlsx", today=TODAY)  # type: ignore[arg-type]
    assert [draft.values() for draft in sheet.deals] == [told.values()]


def resaved(rows: list[dict[str, str]], delimiter: str = ",", **cells: Callable[[str], str]) -> bytes:
    """Return rows of an export as another program saves them; `cells` writes the filled ones of a column anew."""
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, list(rows[0]), delimiter=delimiter)
    writer.writeheader()
    writer.writerows({name: cells[name](cell) if name in cells and cell else cell for name, cell in row.items()} for row in rows)
    return out.getvalue().encode("cp1252")


def american(day: str) -> str:
    year, month, number = map(int, day.split("-"))
    return f"{month}/{number}/{year}"


def german(day: str) -> str:
    return ".".join(reversed(day.split("-")))


TRIO = (
    deal(deal_date="2026-03-04", final_price="1234.5", discount_pct="12.5", notes="N/A", start_date="2026-05-06"),
    deal(vendor="Beta", deal_date="2026-02-03", final_price="80", discount_pct="7", firm_on=["price, 1,000"]),
    deal(vendor="Gamma", deal_date="2026-01-02", flexible_on=["a; b", "c"], contract_ref="-"),
)


def test_an_export_saved_by_another_program_is_asked_about() -> None:
    """Days written anew are a question about their column, once answered they are the very deals; texts stay literal."""
    data = resaved(rows_of(export(*TRIO)), deal_date=american, start_date=american)
    planned = plan(data, "export.csv", today=TODAY)
    assert [question.key for question in planned.needed] == ["deal_date:order", "start_date:order"]
    answers = {"deal_date": "month_first", "start_date": "month_first"}
    planned = plan(data, "export.csv", today=TODAY, answers=answers)
    assert (planned.needed, planned.skipped) == ([], ())
    assert {deal_id_of(draft) for draft in planned.deals} == {each.deal_id for each in TRIO}


def test_an_export_saved_with_semicolons_and_decimal_commas_is_the_same() -> None:
    """What such a program writes proves itself: dotted days and decimal commas need no answer."""
    comma = dict.fromkeys(("final_price", "discount_pct"), lambda cell: cell.replace(".", ","))
    data = resaved(rows_of(export(*TRIO)), ";", deal_date=german, start_date=german, **comma)
    planned = plan(data, "export.csv", today=TODAY)
    assert (planned.needed, planned.skipped) == ([], ())
    assert {deal_id_of(draft) for draft in planned.deals} == {each.deal_id for each in TRIO}


def test_a_row_put_below_an_export_by_hand_is_read() -> None:
    """Its words, signs and thousands are understood; the rows above it stay what they were."""
    rows = rows_of(export(*TRIO))
    by_hand = dict.fromkeys(rows[0], "") | {
        "vendor": "Delta", "deal_date": "2026-04-15", "logged_by": "Bo", "department": "IT", "outcome": "Won",
        "final_price": "$5,000.00", "discount_pct": "10 %",
    }  # fmt: skip
    planned = plan(resaved([*rows, by_hand]), "export.csv", today=TODAY)
    assert (planned.needed, planned.skipped) == ([], ())
    *others, last = planned.deals
    assert {deal_id_of(draft) for draft in others} == {each.deal_id for each in TRIO}
    assert (last.outcome, last.final_price, last.discount_pct) == ("agreed", 5000, 10)


def test_terms_with_commas_stay_whole() -> None:
    """A term with a comma in it is one term again, though no semicolon stands in the whole column."""
    told = deal(flexible_on=["price, for three years"], discount_pct="0.5")
    planned = plan(export(told), "export.csv", today=TODAY)
    assert planned.deals[0].flexible_on == ("price, for three years",)
    assert planned.deals[0].discount_pct == told.discount_pct
