"""The workbook: real days and numbers, text that stays text, and the very cells of the CSV."""

import csv
import io
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook
from python_calamine import CalamineWorkbook

from leverage.cells import RECORD_COLUMNS
from leverage.deals import Deal, Tactic, deal_id_of
from leverage.exports import TABLES, deals_csv, dictionary_csv, workbook
from leverage.exports.choice import choose
from leverage.exports.files import write_csv
from leverage.exports.tables import rows_of
from leverage.exports.workbook import value_of, write_workbook
from leverage.imports import plan
from leverage.long_texts import MOST_UNITS
from tests.shelves import Shelf, deal
from tests.strategies import TODAY, any_deal

NASTY = [
    "=cmd|' /C calc'!A0", "=1+1", "'=1+1", "''x", "+49 30", "-2+3", "@sum", "＝1", "#REF!", "#N/A", "TRUE", "false", "007", "1e9",
    "2026-03-02", "_x0041_", "_x005F_x000D_", "_x000d_", "a_x", "<b>&amp;</b>", "]]>", '"quoted"', "a; b\\;", "{=1}", "null",
    "👩\u200d💻", "e\u0301", "\u05e9\u05dc\u05d5\u05dd", "a\u00a0b", "北京", "\u200eleft", "%PDF", "[1]Sheet!A1",
]  # fmt: skip


def sheets_of(data: bytes) -> dict[str, list[list[Any]]]:
    book = CalamineWorkbook.from_filelike(io.BytesIO(data))
    return {name: book.get_sheet_by_name(name).to_python() for name in book.sheet_names}


def text_of(value: Any) -> str:
    """Return a cell as a CSV has it."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float):
        return format(Decimal(repr(value)).normalize() + 0, "f")
    return str(value)


def as_csv(rows: Sequence[Sequence[Any]]) -> bytes:
    """Return a sheet as a spreadsheet would save it."""
    out = io.StringIO(newline="")
    csv.writer(out).writerows([text_of(value) for value in row] for row in rows)
    return out.getvalue().encode()


def book_of(*deals: Deal) -> bytes:
    return workbook(Shelf(*deals))  # type: ignore[arg-type]


def cells_of(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_each_table_is_a_sheet_that_can_be_worked_with() -> None:
    """The headings stay in sight and filter, columns are wide enough, and computed ones are told apart."""
    book = load_workbook(io.BytesIO(book_of(deal(notes="n" * 500))))
    assert book.sheetnames == ["Deals", "Terms", "Tactics", "Events", "Reviews", "Feedback", "Vendors", "Dictionary"]
    deals = book["Deals"]
    assert deals.freeze_panes == "A2"
    assert deals.auto_filter.ref == deals.dimensions
    widths = {cell.value: deals.column_dimensions[cell.column_letter].width for cell in deals[1]}
    assert widths["deal_date"] >= 12
    assert widths["notes"] == 48
    assert {cell.value.startswith("computed_") for cell in deals[1] if cell.font.italic} == {True}
    assert all(cell.font.bold for cell in deals[1])


def test_days_and_numbers_are_real() -> None:
    """A day is a date with an ISO format, an amount a number; an instant and a yes are text."""
    sheet = load_workbook(io.BytesIO(book_of(deal(final_price="9.95", term_months=36, auto_renews=True))))["Deals"]
    row = {heading.value: cell for heading, cell in zip(sheet[1], sheet[2], strict=True)}
    assert row["deal_date"].is_date
    assert row["deal_date"].number_format == "yyyy-mm-dd"
    assert (row["final_price"].value, row["term_months"].value, row["auto_renews"].value) == (9.95, 36, "yes")
    assert row["entered_at"].value == "2026-03-03T09:00:00+00:00"
    assert row["product"].value is None


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        (Decimal("0"), 0),
        (Decimal("-3.25"), -3.25),
        (Decimal("999999999999999"), 999999999999999),
        (Decimal("1000000000000000"), "1000000000000000"),
        (Decimal("1E+15"), "1000000000000000"),
        (Decimal("123456789012.123456"), "123456789012.123456"),
        (date(1900, 2, 28), "1900-02-28"),
        (date(1900, 3, 1), date(1900, 3, 1)),
        (False, "no"),
        ((), None),
        ("", None),
        ("=1", "'=1"),
    ],
)
def test_what_would_not_stay_exact_is_text(value: object, cell: object) -> None:
    """More digits than a spreadsheet keeps, and days that two of them count differently, are written out."""
    assert value_of(value) == cell
    assert type(value_of(value)) is type(cell)


def test_text_stays_text() -> None:
    """No text becomes a formula, an error, a number or a day, and each reads back as it was."""
    told = [deal(vendor=text, notes=f"{text}\n{text}", firm_on=[text], tactics=[Tactic(text, "worked")]) for text in NASTY]
    data = book_of(*told)
    cells = [cell for sheet in load_workbook(io.BytesIO(data)) for row in sheet.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells if isinstance(cell.value, str)} == {"s"}
    planned = plan(as_csv(sheets_of(data)["Deals"]), "deals.csv", today=TODAY)
    assert {deal_id_of(draft): draft.values() for draft in planned.deals} == {each.deal_id: each.values() for each in told}


@settings(max_examples=20)
@given(st.lists(any_deal(), max_size=3))
def test_the_workbook_holds_the_cells_of_the_csv(drafts: list[Deal | None]) -> None:
    """Whatever deals hold, each table reads back from its sheet as from its CSV, cell by cell."""
    chosen = list(choose(Shelf(*{deal_id_of(each): deal(**each.values()) for each in drafts if each}.values())))  # type: ignore[arg-type]
    sheets = sheets_of(write_workbook({table: rows_of(table, chosen) for table in TABLES[:4]}))
    for table in TABLES[:4]:
        read = [[text_of(value) for value in row] for row in sheets[table.capitalize()]]
        assert read == cells_of(write_csv(table, rows_of(table, chosen)))


@settings(max_examples=15, deadline=None)
@given(st.lists(any_deal(), min_size=1, max_size=12))
def test_an_import_of_the_workbook_is_the_same_deals(drafts: list[Deal | None]) -> None:
    """Whatever deals hold comes back field by field."""
    told = {deal_id_of(each): deal(**each.values()) for each in drafts if each}
    if told:
        planned = plan(book_of(*told.values()), "deals.xlsx", today=TODAY)
        assert planned.skipped == ()
        read = {deal_id_of(draft): draft.values() for draft in planned.deals}
        assert read == {deal_id: each.values() for deal_id, each in told.items()}


def test_the_dictionary_is_in_the_workbook() -> None:
    """Its sheet says what its CSV says."""
    assert sheets_of(book_of())["Dictionary"] == cells_of(dictionary_csv())


def test_a_text_too_long_for_a_cell_goes_on_in_further_columns() -> None:
    """Nothing is cut: long texts fill columns of their own at the end, and an import puts them together again."""
    told = deal(
        notes="🙂" * 17_000,
        links=[f"https://example.com/{n}/{'a' * 1_900}" for n in range(40)],
        tactics=[Tactic("=" * 490 + str(n), "mixed") for n in range(70)],
    )
    brief = deal(vendor="Beta", notes="short")
    rows = sheets_of(book_of(told, brief))["Deals"]
    further = [heading for heading in rows[0] if heading not in cells_of(deals_csv(Shelf(told)))[0]]  # type: ignore[arg-type]
    assert further == ["tactics_2", "notes_2", "links_2", "links_3"]
    assert all(len(text_of(cell).encode("utf-16-le")) // 2 <= MOST_UNITS for row in rows for cell in row)
    planned = plan(as_csv(rows), "deals.csv", today=TODAY)
    assert [draft.values() for draft in planned.deals] == [told.values(), brief.values()]
    assert [column.reason for column in planned.unread if column.header == "notes_2"] == ["is read together with “notes”"]


def test_no_field_can_be_taken_for_a_further_part() -> None:
    """No column of the record is called like another one's second part."""
    assert not [name for name in RECORD_COLUMNS if name.rpartition("_")[2].isdecimal()]
