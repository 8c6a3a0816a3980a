"""The sample deals: they are valid, believable in their sums, and show every state of a brief."""

import csv
from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from statistics import median

import pytest

from leverage import Deal, Tactic, confidence_label, vendor_bank_id
from leverage.deals import FIELDS, LISTS
from leverage.terms import payment_terms_label

FILE = Path(__file__).resolve().parent.parent / "data" / "sample_deals.csv"
TODAY = date(2026, 11, 29)

Row = dict[str, str]


def rows() -> list[Row]:
    with FILE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def deal_of(row: Row) -> Deal:
    values: dict[str, object] = {
        name: split(row[name]) if name in LISTS else row[name] for name in FIELDS if name in row and name != "tactics"
    }
    tactics = zip(split(row["tactics"]), split(row["tactic_results"]), strict=True)
    return Deal(**values, tactics=[Tactic(*each) for each in tactics])  # type: ignore[arg-type]


def split(cell: str) -> list[str]:
    return [part for part in cell.split("; ") if part]


def of(vendor: str) -> list[Row]:
    return [row for row in rows() if row["vendor"] == vendor]


def agreed(some: Iterable[Row]) -> list[Row]:
    return [row for row in some if row["outcome"] in ("agreed", "renewed_as_is")]


def named(some: Iterable[Row], column: str) -> set[str]:
    return {term for row in some for term in split(row[column])}


def test_the_file_is_plain() -> None:
    """UTF-8 without a mark, columns named and ordered as the fields of a deal, no column empty, no row twice."""
    assert not FILE.read_bytes().startswith(b"\xef\xbb\xbf")
    header = list(rows()[0])
    assert [name for name in header if name != "tactic_results"] == [name for name in FIELDS if name in header]
    assert header[header.index("tactics") + 1] == "tactic_results"
    assert all(any(row[name] for row in rows()) for name in header)
    assert len({tuple(row.items()) for row in rows()}) == len(rows()) == 45


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['vendor']} {row['deal_date']}")
def test_every_row_is_a_deal(row: Row) -> None:
    """Each row can be logged as it stands, and lies in the years that the sample tells of."""
    deal = deal_of(row)
    assert date(2023, 1, 1) <= deal.deal_date <= date(2026, 11, 20)
    assert deal.notes
    assert deal.product


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['vendor']} {row['deal_date']}")
def test_stated_and_computed_figures_agree(row: Row) -> None:
    """Discount, yearly value, total and dates of a row do not contradict each other."""
    deal = deal_of(row)
    base = {"list": deal.list_price, "first_quote": deal.quoted_price}.get(deal.discount_base or "")
    if deal.discount_pct is not None and base and deal.final_price:
        assert abs(100 * (1 - deal.final_price / base) - deal.discount_pct) < Decimal("0.1")
    if deal.annual_value and deal.final_price and deal.quantity:
        periods = 12 if "per month" in (deal.unit or "") else 52 if "per week" in (deal.unit or "") else 1
        assert abs(deal.final_price * deal.quantity * periods - deal.annual_value) < 1
    if deal.annual_value and deal.total_value and deal.term_months:
        assert abs(deal.annual_value * deal.term_months / 12 - deal.total_value) < 1
    if deal.start_date and deal.end_date and deal.term_months:
        assert abs((deal.end_date - deal.start_date).days / 30.44 - deal.term_months) < 1
    assert deal.discount_pct is None or deal.outcome == "agreed"


def test_nine_vendors_show_every_level() -> None:
    """High, Medium and Low are all there, and no two vendors share a bank."""
    counts = Counter(row["vendor"] for row in rows())
    assert len({vendor_bank_id(name) for name in counts}) == len(counts) == 9
    assert {confidence_label(count) for count in counts.values()} == {"High", "Medium", "Low"}
    assert counts["Microsoft"] == 9


def test_microsoft_is_seen_by_five_colleagues_in_four_departments() -> None:
    """The vendor of the walk-through is everybody's."""
    assert len({row["logged_by"] for row in of("Microsoft")}) == 5
    assert {row["department"] for row in of("Microsoft")} == {"Procurement", "IT", "Sales-Ops", "Finance"}


def test_microsoft_discounts() -> None:
    """20% off list is the highest, several agreed deals lie below it, and one product has enough for a median."""
    deals = [row for row in agreed(of("Microsoft")) if row["discount_pct"]]
    assert {row["discount_base"] for row in deals} == {"list"}
    assert sorted((int(row["discount_pct"]) for row in deals), reverse=True) == [20, 16, 14, 12, 10, 8]
    suite = [int(row["discount_pct"]) for row in deals if row["product"] == "Microsoft 365 E3" and not row["reseller"]]
    assert (len(suite), median(suite)) == (4, 15)


def test_microsoft_payment_terms() -> None:
    """60 days is the most frequent; 30 and 50 days were seen too, in several spellings."""
    terms = Counter(payment_terms_label(row["payment_terms"]) for row in of("Microsoft") if row["payment_terms"])
    assert terms == {"Net 60": 6, "Net 30": 2, "Net 50": 1}


def test_microsoft_is_flexible_and_firm_on_different_terms() -> None:
    """Four terms were only ever moved, two were only ever held."""
    flexible, firm = named(of("Microsoft"), "flexible_on"), named(of("Microsoft"), "firm_on")
    assert flexible == {"discount", "contract duration", "payment terms", "volume discounts"}
    assert firm == {"liability clause", "SLA penalties"}


def test_microsoft_tactics() -> None:
    """One tactic worked and never failed, one failed and never worked."""
    results: dict[str, set[str]] = {}
    for row in of("Microsoft"):
        for tactic, result in zip(split(row["tactics"]), split(row["tactic_results"]), strict=True):
            results.setdefault(tactic, set()).add(result)
    assert results["Asking for a discount before discussing contract length"] == {"worked", "unclear"}
    assert results["Opening with an aggressive lowball offer"] == {"failed"}


def test_every_state_of_a_brief_occurs() -> None:
    """Open talks, a reseller, an old vendor, deals without agreement or discount, uplifts, dates ahead, currencies."""
    all_rows = rows()
    newest = {row["vendor"]: row["deal_date"] for row in sorted(all_rows, key=lambda row: row["deal_date"])}
    assert any(date.fromisoformat(day) < date(2024, 11, 29) for day in newest.values())
    assert {row["outcome"] for row in all_rows} == {"agreed", "renewed_as_is", "walked_away", "no_deal", "open"}
    assert any(row["reseller"] for row in all_rows)
    assert any(not row["discount_pct"] for row in agreed(all_rows))
    assert any(row["uplift_asked_pct"] and row["uplift_agreed_pct"] and row["uplift_cap_pct"] for row in all_rows)
    assert len({row["currency"] for row in all_rows} - {""}) >= 4
    meetings = [date.fromisoformat(row["next_meeting"]) for row in all_rows if row["next_meeting"]]
    assert meetings
    assert all(TODAY < day < TODAY + timedelta(days=30) for day in meetings)
    assert {row["kind"] for row in all_rows} == {"new", "renewal", "expansion"}


def test_some_notice_deadlines_are_near() -> None:
    """At least three contracts want a decision within 60 days, and one of them is Microsoft's."""
    near = set()
    for row in agreed(rows()):
        if row["end_date"]:
            last = date.fromisoformat(row["end_date"]) - timedelta(days=int(row["notice_days"] or 0))
            if TODAY < last <= TODAY + timedelta(days=60):
                near.add((row["vendor"], row["product"]))
    assert len(near) >= 3
    assert ("Microsoft", "Power BI Pro") in near
