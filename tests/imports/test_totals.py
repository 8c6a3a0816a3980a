"""Totals: what sums up other rows is no deal, and a vendor that is called so is asked about."""

from datetime import date

import pytest

from leverage.imports import Plan, plan

TODAY = date(2026, 11, 29)
HEAD = "Vendor,Date,Owner,Department,Outcome,Final price"
ROWS = "Orbanex AG,2026-03-02,Ida,IT,Agreed,1000.50\nTillmark Ltd,2026-03-09,Ida,IT,No deal,250.50\n"


def read(text: str, **options: object) -> Plan:
    """Return the plan of a file."""
    return plan(text.encode(), "deals.csv", today=TODAY, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Total",
            "TOTALS:",
            "Subtotal Orbanex",
            "Sub-total",
            "Sub total Tillmark Ltd",
            "Totals B",
            "Sum of all",
            "Average",
            "Grand total 2026",
        ),
        *(
            "Summe",
            "Summe Orbanex AG",
            "Gesamt",
            "Zwischensumme IT",
            "Total général",
            "Sous-total Orbanex",
            "Suma",
            "Promedio",
            "Total geral",
        ),
        *("Soma", "Totale generale", "Somma", "Orbanex AG Total", "Tillmark Ltd Ergebnis", "Total Orbanex AG", "∑", "Total 2026"),
    ],
)
def test_a_total_without_a_day_is_no_deal(name: str) -> None:
    """It is skipped with its reason, and the question who logged the deals does not count it."""
    planned = read(f"Vendor,Date,Department,Outcome,Final price\n{ROWS.replace(',Ida', '')}{name},,,,1251\n")
    assert [(each.row, each.reason) for each in planned.skipped] in (
        [(4, "The row is a total, not a deal.")],
        [(4, "“∑” does not look like a vendor.")],
    )
    assert [question.rows for question in planned.questions if question.key == "logged_by"] == [2]


@pytest.mark.parametrize("name", ["Total", "Subtotal Orbanex", "Summe", "Total général"])
def test_a_total_with_a_day_alone_is_asked_and_skipped_until_then(name: str) -> None:
    """A month's sum may carry the last day of the month; the import need not wait for the answer."""
    text = f"{HEAD}\n{ROWS}{name},2026-03-31,,,,1251\n"
    planned = read(text)
    (question,) = [each for each in planned.questions if each.key == f"is_vendor:{name}"]
    assert (question.is_needed, question.suggested, question.rows) == (False, "skip", 1)
    assert [(each.row, each.reason) for each in planned.skipped] == [(4, "It may be a total.")]


@pytest.mark.parametrize("name", ["Total", "Sum", "Average"])
def test_a_vendor_called_total_is_asked_about_once(name: str) -> None:
    """With a day and an outcome the rows may be deals: the import waits, and takes them whole when a person says so."""
    text = f"{HEAD}\n{ROWS}{name},2026-04-02,Ida,IT,Agreed,700.50\n{name},2026-05-02,Ida,IT,Agreed,800.50\n"
    planned = read(text)
    (question,) = [each for each in planned.needed if each.field == "vendor"]
    assert (question.key, question.rows, question.suggested) == (f"is_vendor:{name}", 2, None)
    assert len(planned.deals) == 2
    kept = read(text, answers={question.key: "keep"})
    assert [str(deal.final_price) for deal in kept.deals] == ["1000.5", "250.5", "700.5", "800.5"]
    assert len(read(text, answers={question.key: "skip"}).deals) == 2


def test_a_vendor_whose_name_begins_like_a_total_is_a_vendor() -> None:
    """No question is asked about it where it has a day."""
    planned = read(f"{HEAD}\nTotal Ventures Oil,2026-04-02,Ida,IT,Agreed,700.50\nSummit Ltd,2026-05-02,Ida,IT,Agreed,8\n")
    assert [deal.vendor for deal in planned.deals] == ["Total Ventures Oil", "Summit Ltd"]
    assert planned.needed == []


def test_a_deal_whose_first_cell_is_a_total_word_is_taken() -> None:
    """A scope may be called Total; a row that names its vendor and day is a deal."""
    head = "Scope,Vendor,Date,Owner,Department,Outcome"
    planned = read(f"{head}\nTotal,Orbanex AG,2026-03-02,Ida,IT,agreed\nTotal,Tillmark Ltd,,,,\nTotal,,,,,\n")
    assert [(deal.vendor, deal.product) for deal in planned.deals] == [("Orbanex AG", "Total")]
    assert [each.row for each in planned.skipped] == [3, 4]
