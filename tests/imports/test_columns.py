"""Headings: what a column is read as, and that nothing doubtful is read silently."""

from collections.abc import Sequence

import pytest

from leverage.cells import IDENTITY_COLUMNS, RECORD_COLUMNS
from leverage.deals import LABELS
from leverage.errors import LeverageError
from leverage.exports import COLUMNS
from leverage.imports.columns import Column, is_known, is_own, read_columns
from leverage.imports.questions import Answers
from leverage.words import plain_key, read_vocabulary


def read(*headers: str, values: Sequence[str] = (), mapping: dict[str | int, str | None] | None = None) -> list[Column]:
    """Return what the headings are read as; `values` are the filled cells of each column."""
    return read_columns(headers, lambda index: values, mapping)


def fields(*headers: str, values: Sequence[str] = ()) -> list[str | None]:
    return [column.field for column in read(*headers, values=values)]


@pytest.mark.parametrize(
    ("header", "field"),
    [
        ("Supplier", "vendor"),
        ("Lieferant", "vendor"),
        ("  VENDOR   name ", "vendor"),
        ("BeneficiaryName", "vendor"),
        ("Award date", "deal_date"),
        ("Fecha de adjudicación", "deal_date"),
        ("Negotiator", "logged_by"),
        ("Abteilung", "department"),
        ("Outcome", "outcome"),
        ("Warengruppe", "product"),
        ("Prix catalogue", "list_price"),
        ("Negotiated price", "final_price"),
        ("WKZ", "currency"),
        ("Remise (%)", "discount_pct"),
        ("Zahlungsbedingungen", "payment_terms"),
        ("Conceded", "flexible_on"),
        ("Red lines", "firm_on"),
        ("Hebel", "tactics"),
        ("Worked?", "tactic_results"),
        ("Observações", "notes"),
    ],
)
def test_known_headings_in_several_languages(header: str, field: str) -> None:
    """A heading of the vocabulary is read as its field, whatever its case and spacing."""
    assert fields(header) == [field]
    assert is_known(header)


@pytest.mark.parametrize(
    "header",
    [
        "Company number", "Supplier ID (T)", "VAT %", "Price increase %", "Prompt payment discount", "Printed", "Vendor contact",
        "acheteur_nom", "amendment_value", "days_remaining", "Buyer", "Responsable", "QUANTITY/VOLUME DISCOUNT", "Contact", "id",
    ],
)  # fmt: skip
def test_a_trap_is_not_read_and_says_why(header: str) -> None:
    """What looks like a field but is something else, or may be, is passed over with a reason."""
    (column,) = read(header, values=["x"])
    assert column.field is None
    assert column.reason


def test_a_status_is_an_outcome_only_if_its_values_are() -> None:
    """One value that is no outcome makes the whole column a status of something else."""
    assert fields("Status", values=["won", "No deal", "pending"]) == ["outcome"]
    (column,) = read("Status", values=["won", "PO sent"])
    assert (column.field, column.reason) == (
        None,
        "holds words that say no outcome of a deal, so it may be a status of something else",
    )
    assert fields("Résultat", values=["signé", "sans accord"]) == ["outcome"]


def test_savings_are_a_discount_only_with_percent_signs() -> None:
    """Savings may be money: every value has to carry the sign."""
    assert fields("Savings", values=["12%", "3 %"]) == ["discount_pct"]
    assert fields("Savings", values=["12%", "300"]) == [None]
    assert fields("Savings %", values=["12", "3"]) == ["discount_pct"]


def test_service_is_read_where_the_file_leaves_one_meaning() -> None:
    """Beside a department it is what was bought, beside a product the department, alone nobody knows."""
    assert fields("Vendor", "Service") == ["vendor", None]
    assert fields("Service", "Department") == ["product", "department"]
    assert fields("Product", "Service") == ["product", "department"]
    assert fields("Service", "Product", "Department") == [None, "product", "department"]


def test_a_second_meaning_counts_where_the_first_is_given() -> None:
    """A start date is the deal's date only for want of another; a contract's value likewise its price."""
    assert fields("Vendor", "Start_Date") == ["vendor", "deal_date"]
    assert fields("Start_Date", "Award date") == ["start_date", "deal_date"]
    assert fields("Contract value") == ["final_price"]
    assert fields("Contract value", "Negotiated price") == ["total_value", "final_price"]
    assert fields("List price", "First quote") == ["list_price", "quoted_price"]


def test_two_columns_for_one_field_are_not_chosen_between() -> None:
    """Neither of two equal claims is read, unless one is called by the field's own name."""
    columns = read("Vendor", "Amount", "Amount")
    assert [column.field for column in columns] == ["vendor", None, None]
    assert "Final price" in str(columns[1].reason)
    assert fields("Company", "Vendor") == [None, "vendor"]
    assert fields("Final price", "Net amount") == ["final_price", None]


def test_the_heading_says_what_a_discount_is_off() -> None:
    """`Off list` is a discount off the list price; a bare discount is off nobody knows what."""
    assert [column.base for column in read("Off list")] == ["list"]
    assert [column.base for column in read("Discount off first quote (%)")] == ["first_quote"]
    assert [column.base for column in read("Discount %")] == [None]


def test_savings_are_a_discount_only_where_the_values_are_shares() -> None:
    """Savings with percent signs, or between 0 and 1, are percentages; any others may be money, and are asked about."""
    assert fields("Savings", values=["20%", "0.15"]) == ["discount_pct"]
    assert fields("Savings", values=["0.2", "0.15"]) == ["discount_pct"]
    (column,) = read("Savings", values=["20", "15"])
    assert (column.field, column.candidates) == (None, ("discount_pct",))


def test_a_unit_is_told_from_a_department_by_its_values() -> None:
    """Words such as hour or seat are what a price is for; other words under `Unit` are a department."""
    assert fields("Unit", values=["hour", "Seat"]) == ["unit"]
    assert fields("Unit", values=["Legal", "IT"]) == ["department"]
    assert fields("Unit", values=["Legal", "hour"]) == [None]


def test_a_person_decides_against_the_vocabulary() -> None:
    """A mapping by heading or by index wins; None passes a column over; nonsense is refused in a sentence."""
    assert [each.field for each in read("Buyer", "Amount", "Amount", mapping={"Buyer": "logged_by", 2: "final_price"})] == [
        "logged_by",
        None,
        "final_price",
    ]
    (column,) = read("Vendor", mapping={"Vendor": None})
    assert (column.field, column.reason) == (None, "was left out by you")
    with pytest.raises(LeverageError, match="no field of a deal"):
        read("Vendor", mapping={"Vendor": "price"})
    with pytest.raises(LeverageError, match="no column “Amount”"):
        read("Vendor", mapping={"Amount": "final_price"})


def test_an_export_is_read_by_its_own_names() -> None:
    """In a file of ours `conceded` and `start_date` mean our fields, and what only a store can say is passed over."""
    assert is_own(COLUMNS)
    columns = read(*COLUMNS)
    assert [column.field for column in columns if column.field] == list(RECORD_COLUMNS)
    reasons = {column.header: column.reason for column in columns if not column.field}
    assert {reasons[name] for name in IDENTITY_COLUMNS} == {"is set by Leverage itself"}
    assert {reasons[name] for name in set(reasons) - set(IDENTITY_COLUMNS)} == {"is computed by Leverage"}


def test_labels_and_names_of_the_form_are_known() -> None:
    """What the form calls a field is a heading, but for those that mean something else in other files."""
    for name, label in LABELS.items():
        for header in (name, label):
            if plain_key(header) not in {"contact", "vendor contact", "conceded", "unit", "start date", "first quote"}:
                assert fields(header) == [name], header


def test_a_column_without_heading_is_told_only_if_filled() -> None:
    """A delimiter too many at the end of each row is no column to speak of."""
    assert read("")[0].reason is None
    assert read("", values=["x"])[0].reason == "has no heading"


def test_the_vocabulary_contradicts_itself_nowhere() -> None:
    """A heading stands in one place only, and every field it names exists."""
    said = read_vocabulary("headers.json")
    assert set(said["fields"]) <= set(RECORD_COLUMNS)
    rules = [rule for section in ("first_free", "either", "by_values", "not_read") for rule in said[section]]
    listed = [header for headers in said["fields"].values() for header in headers] + [
        each for rule in rules for each in rule["headers"]
    ]
    keys = [plain_key(header) for header in listed]
    assert sorted({key for key in keys if keys.count(key) > 1}) == []
    discounts = {plain_key(header) for header in said["fields"]["discount_pct"]}
    assert {plain_key(header) for headers in said["discount_bases"].values() for header in headers} <= discounts


@pytest.mark.parametrize(
    ("heading", "value", "field"),
    [
        ("Contract signed", "2026-03-02", "deal_date"),
        ("Contrat signé", "02.03.2026", "deal_date"),
        ("Contract signed", "yes", None),
        ("Lessons learned", "Ask early", "notes"),
        ("Renewal date", "2027-03-02", None),
        ("Belegdatum", "02.03.2026", None),
        ("Data firma", "2026-03-02", "deal_date"),
        ("Esito", "accordo", "outcome"),
        ("Prezzo negoziato", "100", "final_price"),
    ],
)
def test_headings_that_logs_of_deals_have(heading: str, value: str, field: str | None) -> None:
    """What a heading says for sure is read; where it may be another day, it is not."""
    columns = read_columns([heading, "Vendor"], lambda index: [value], None, Answers())
    assert columns[0].field == field


def test_a_day_of_a_document_is_asked_about() -> None:
    """It may be the day of the deal, so a person says whether it is."""
    answers = Answers()
    columns = read_columns(["Belegdatum", "Vendor", "Renewal date"], lambda index: ["02.03.2026"], None, answers)
    assert [question.text for question in answers.asked] == [
        "Is “Belegdatum” the day of the deal?",
        "Is “Renewal date” the end of the contract?",
    ]
    assert columns[2].candidates == ("end_date",)
