"""The data dictionary: every column of every table is in it, as the record defines it."""

import csv
import io

import pytest

from leverage.cells import COMPUTED_PREFIX, IDENTITY_COLUMNS, RECORD_COLUMNS
from leverage.deals import LABELS
from leverage.exports import TABLES, dictionary_csv
from leverage.exports.columns import COLUMNS_OF, DEALS
from leverage.exports.meanings import MEANINGS

ROWS = {
    (row["table"], row["column"]): row for row in csv.DictReader(io.StringIO(dictionary_csv().decode("utf-8-sig"), newline=""))
}


def test_every_column_is_in_the_dictionary() -> None:
    """All columns of all tables are there once, in order, with a label, a meaning and a type; no meaning is left over."""
    assert list(ROWS) == [(table, column.name) for table in TABLES for column in COLUMNS_OF[table]]
    assert all(row[name] for row in ROWS.values() for name in ("label", "meaning", "type", "written", "on_import"))
    assert {column.meaning for columns in COLUMNS_OF.values() for column in columns} == set(MEANINGS.values())


def test_it_says_what_an_import_reads() -> None:
    """The record's columns are read, computed ones and those set by the product are not; other tables not at all."""
    said = {column: row["on_import"] for (table, column), row in ROWS.items() if table == DEALS}
    assert tuple(column for column, word in said.items() if word == "yes") == RECORD_COLUMNS
    assert {column for column, word in said.items() if word == "no: computed"} == {
        column for column in said if column.startswith(COMPUTED_PREFIX)
    }
    assert tuple(column for column, word in said.items() if word == "no: set by Leverage") == IDENTITY_COLUMNS
    assert {row["on_import"] for (table, _), row in ROWS.items() if table != DEALS} == {"no"}


@pytest.mark.parametrize(
    ("column", "type_", "unit"),
    [
        ("vendor", "text", ""),
        ("deal_date", "day", ""),
        ("outcome", "text: one of agreed, renewed_as_is, walked_away, no_deal, open, unknown", ""),
        ("discount_pct", "number", "%"),
        ("final_price", "number", "amount in the currency of its row"),
        ("quantity", "number", ""),
        ("currency", "text: a code of ISO 4217", ""),
        ("term_months", "whole number", "months"),
        ("auto_renews", "yes or no", ""),
        ("links", "list of texts", ""),
        ("tactics", "list of texts", ""),
        ("tactic_results", "list of texts: each one of worked, failed, mixed, unclear", ""),
        ("computed_early_payment_value", "number", "% a year"),
    ],
)
def test_types_and_units_come_from_the_record(column: str, type_: str, unit: str) -> None:
    """What a field holds is said as its definition has it, and so is its label."""
    row = ROWS[DEALS, column]
    assert (row["type"], row["unit"]) == (type_, unit)
    if column in LABELS:
        assert row["label"] == LABELS[column].partition(",")[0]
