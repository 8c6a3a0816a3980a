"""Whatever a file holds, the importer gives a plan or a sentence."""

import string

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leverage.errors import LeverageError
from leverage.imports import plan, preview

HEADINGS = (
    *("Supplier", "Vendor", "Award date", "Date", "Negotiator", "Dept", "Unit", "Service", "Status", "Outcome", "Savings"),
    *("Discount %", "List price", "Amount", "Terms", "Flexible on", "Firm on", "Tactic", "Worked?", "Notes", "Role", "", "SKU"),
    *("Payment Date", "End date", "Contract number", "vendor", "deal_date", "logged_by", "department", "outcome", "notes_2"),
)
CELLS = st.one_of(
    st.sampled_from(
        ["", "n/a", "Acme AG", "ACME", "Total", "12-34567 - Acme", "03/04/2026", "2026", "45000", "1.234", "(5)", "20%", "0.2"]
    ),
    st.text(string.printable, max_size=12),
    st.text(max_size=6),
)


@st.composite
def sheets(draw: st.DrawFn) -> bytes:
    """Files that look like spreadsheets, with any cells."""
    headings = draw(st.lists(st.sampled_from(HEADINGS), min_size=1, max_size=9))
    rows = draw(st.lists(st.lists(CELLS, max_size=len(headings) + 2), max_size=8))
    separator = draw(st.sampled_from([",", ";", "\t"]))
    quoted = ['"' + cell.replace('"', '""') + '"' for row in rows for cell in row]
    cells = iter(quoted)
    lines = [separator.join(headings), *(separator.join(next(cells) for _ in row) for row in rows)]
    return draw(st.sampled_from(["\n", "\r\n", "\r"])).join(lines).encode("utf-8", "surrogatepass")


@given(data=st.one_of(sheets(), st.binary(max_size=300)), answers=st.sampled_from([{}, {"rows": "yes", "outcome": "unknown"}]))
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_file_gives_a_plan_or_a_sentence(data: bytes, answers: dict[str, str]) -> None:
    """Every row is a deal, skipped with a reason, left out or blank, and the preview takes what the plan proposes."""
    refused = ""
    try:
        planned = plan(data, "any.csv", answers=answers)
    except LeverageError as told:
        refused = str(told)
    if refused:
        assert refused.endswith((".", "”"))
        return
    taken = {row.number for row in planned.rows}
    told_of = {each.row for each in planned.skipped if not each.is_cell}
    rows = {row.number for row in planned.table.rows}
    assert taken.isdisjoint(told_of)
    assert rows <= taken | told_of
    assert all(each.reason for each in planned.skipped)
    result = preview(None, planned)
    assert result.logged + len({each.row for each in result.skipped if not each.is_cell} & taken) == len(taken)
