"""Random deals of awkward texts, for properties that must hold whatever people type."""

from datetime import date
from typing import Any

from hypothesis import strategies as st

from leverage.deals import DEAL_KINDS, DISCOUNT_BASES, OUTCOMES, TACTIC_RESULTS, Deal
from leverage.errors import LeverageError
from leverage.signals import RECORDED
from leverage.vendors import vendor_bank_id

TODAY = date(2026, 11, 29)

AWKWARD = st.sampled_from(
    [
        "=cmd|' /C calc'!A0", "+1 555 0100", "-2+3", "@sum(1)", "'=x", "''-x", "'twas", "＝1", '"all in quotes"', 'half "quoted',
        "a, b", "a; b", ";", "\\", "\\;", "x\\", "; ;", "None", "N/A", "null", "nan", "TRUE", "007", "1e9", "2026-03-02", "yes",
        "\u05e9\u05dc\u05d5\u05dd", "\u0645\u0631\u062d\u0628\u0627",
        "👩\u200d💻", "é", "e\u0301", "ＦＵＬＬ", "a\u00a0b", "<b>", "#REF!", "%s", "{0}", "$1",
    ]
)  # fmt: skip
PIECES = st.one_of(AWKWARD, st.text(alphabet="=+-@'\"\\;,\n\t ab9é＝", max_size=8), st.text(max_size=5))
# Texts that a file of others would hold for nothing, or for a sign too many: in a deal, they are what was written.
SLIGHT = st.sampled_from(
    [
        "N/A", "n/a", "NA", "-", "--", "—", "none", "None", "null", "nan", "k. A.", "#N/A", "\\", "\\;", ";", ";;", "; ;", "==",
        "+++", "???", "!!", ".", "…", "'", "''", "'-", "`", '"', "_", "*", "%", "$", "€", "0", "👍", "👩\u200d💻", "🇪🇺",
        "unclear", "yes", "no",
    ]
)  # fmt: skip
LINES = st.one_of(st.lists(PIECES, min_size=1, max_size=3).map(" ".join), SLIGHT)
ONLY_FOR = st.one_of(LINES.filter(lambda line: "@" not in line), st.sampled_from(["ann@corp.example", "Ann.B@Corp.Example"]))
NUMBERS = st.decimals(min_value=0, max_value=100, places=2)
DAYS = st.dates(date(1990, 1, 1), TODAY)


@st.composite
def any_deal(draw: st.DrawFn) -> Deal | None:
    """Return a deal of awkward texts, or None where a text can't be taken."""
    texts = {name: draw(LINES) for name in ("vendor", "logged_by", "department")}
    optional = st.fixed_dictionaries(
        {},
        optional={
            **dict.fromkeys(("logged_by_email", "product", "payment_terms", "notes", "unit", "contact", "contract_ref"), LINES),
            **dict.fromkeys(("billing_frequency", "competitor", "reseller"), LINES),
            **{name: st.lists(LINES, max_size=3) for name in ("flexible_on", "firm_on", "conceded", "obtained")},
            "visible_to": st.lists(ONLY_FOR, max_size=3),
            "signals": st.lists(st.tuples(st.sampled_from(RECORDED), LINES) | LINES, max_size=3),
            **dict.fromkeys(("discount_pct", "list_price", "final_price", "quantity", "total_value"), NUMBERS),
            **dict.fromkeys(("quoted_price", "annual_value"), NUMBERS),
            **dict.fromkeys(
                ("uplift_asked_pct", "uplift_agreed_pct", "uplift_cap_pct"), st.decimals(min_value=-100, max_value=100, places=1)
            ),
            "tactics": st.lists(st.tuples(LINES, st.sampled_from(TACTIC_RESULTS)), max_size=3),
            "kind": st.sampled_from(DEAL_KINDS),
            "discount_base": st.sampled_from(DISCOUNT_BASES),
            "currency": st.sampled_from(["EUR", "USD"]),
            "auto_renews": st.booleans(),
            **dict.fromkeys(("term_months", "renewal_term_months", "notice_days"), st.integers(1, 120)),
            **dict.fromkeys(("start_date", "end_date", "next_meeting"), DAYS),
            "links": st.just(["https://example.com/a;b?c=%3B\\"]),
        },
    )
    try:
        vendor_bank_id(texts["vendor"])  # a name without a letter is none
        return Deal(**texts, deal_date=draw(DAYS), outcome=draw(st.sampled_from(OUTCOMES)), **draw(optional))
    except LeverageError:
        return None


# Every field that is no vendor and no day, filled.
WHOLE_DEAL: dict[str, Any] = {
    "logged_by": "Elena Rossi",
    "logged_by_email": "elena@example.com",
    "department": "Finance",
    "outcome": "unknown",
    "product": "Azure",
    "kind": "renewal",
    "discount_pct": "12.5",
    "discount_base": "unknown",
    "payment_terms": "net 60",
    "flexible_on": ["payment terms", "own words"],
    "firm_on": ["liability cap"],
    "tactics": [("Asked early", "worked"), ("Waited", "unclear")],
    "notes": "One\n\n  two",
    "currency": "EUR",
    "list_price": "30",
    "quoted_price": "28.10",
    "final_price": "0.000125",
    "unit": "user",
    "quantity": "640",
    "annual_value": "1000000",
    "total_value": "3000000",
    "term_months": 36,
    "start_date": "2026-04-01",
    "end_date": "2029-03-31",
    "auto_renews": False,
    "renewal_term_months": 12,
    "notice_days": 0,
    "billing_frequency": "annual in advance",
    "uplift_asked_pct": "-3",
    "uplift_agreed_pct": "0",
    "uplift_cap_pct": "4.25",
    "conceded": ["case study"],
    "obtained": ["training"],
    "competitor": "Orbis",
    "contact": "Karin",
    "reseller": "Vale",
    "contract_ref": "C-1",
    "links": ["https://example.com/a"],
    "next_meeting": "2026-12-01",
    "signals": [{"kind": "deadline_pressure", "quote": "“Final.”"}, {"kind": "minor", "quote": "Late again"}],
    "visible_to": ["Finance"],
}
