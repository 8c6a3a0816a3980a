"""Briefs to write about: nine deals with one vendor, one thin deal, and a brief in which one text stands everywhere."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Any

from leverage.brief import (
    Ask,
    Brief,
    Contributor,
    Deadline,
    Evidence,
    Line,
    PriceChange,
    PriceSeen,
    Spread,
    TacticSeen,
    Talk,
    TermSeen,
    TermsSeen,
    TimingNote,
    Try,
    Uplift,
)
from leverage.counting import count_brief
from leverage.deals import Deal, Tactic

TODAY = date(2026, 11, 29)

PRIYA, MARCUS = ("Priya Nair", "Procurement"), ("Marcus Lee", "Sales Ops")
ELENA, TOM, SOFIA = ("Elena Rossi", "Finance"), ("Tom Becker", "IT"), ("Sofia Almeida", "IT")


def dealt(day: str | date, who: tuple[str, str], outcome: str = "agreed", **fields: Any) -> Deal:
    """A deal with Microsoft."""
    return Deal(vendor="Microsoft", deal_date=day, logged_by=who[0], department=who[1], outcome=outcome, **fields)


def counted(deals: Iterable[Deal], **options: Any) -> Brief:
    """The brief of these deals as of today."""
    return count_brief(
        list(deals), **{"vendor": "Microsoft", "bank_id": "vendor-microsoft", "as_of": TODAY, "today": TODAY} | options
    )


def nine_deals() -> list[Deal]:
    """Nine deals as five colleagues would log them over three years."""
    early, late = "ask for the discount before contract length", "waiting for quarter or year end"
    rival = "show a rival’s written quote"
    e3 = {"product": "Microsoft 365 E3", "unit": "seat", "currency": "USD"}
    length, pay, cap = "contract length", "payment terms", "price cap at renewal"
    volume, liability, sla = "volume discount", "liability clause", "SLA penalties"
    off_list = {"discount_base": "list"}
    priced = {"final_price": "32.80", "list_price": 40, "uplift_asked_pct": 9, "uplift_agreed_pct": 3}
    fixed = {"term_months": 36, "end_date": "2029-10-31", "auto_renews": False}
    rolling = {"term_months": 12, "end_date": "2027-02-28", "auto_renews": True, "notice_days": 60}
    rows: list[tuple[str, tuple[str, str], str, int, str | None, dict[str, Any]]] = [
        ("2026-10-14", PRIYA, "agreed", 18, "Net 60", e3 | off_list | priced | fixed | {"kind": "renewal", "quantity": 640}),
        ("2026-06-03", TOM, "agreed", 20, "60 days net", off_list | {"product": "Azure", "kind": "renewal", "term_months": 36}),
        ("2026-03-02", ELENA, "no_deal", 5, None, off_list | {"product": "Dynamics 365", "kind": "new"}),
        ("2025-11-18", MARCUS, "agreed", 12, "Net 30", off_list | rolling | {"product": "Power BI Pro", "kind": "expansion"}),
        ("2025-06-27", PRIYA, "agreed", 15, "Net 60", e3 | off_list | {"kind": "renewal", "quantity": 600, "term_months": 36}),
        ("2025-02-11", SOFIA, "renewed_as_is", 9, "Net 30", off_list | {"product": "Visio Plan 2", "kind": "renewal"}),
        ("2024-09-30", TOM, "agreed", 14, "Net 60", off_list | {"product": "Azure", "kind": "new", "term_months": 36}),
        ("2024-06-20", ELENA, "agreed", 10, "Net 50", e3 | off_list | {"kind": "new", "quantity": 400}),
        ("2023-12-15", MARCUS, "agreed", 8, "Net 30", {"product": "Windows Server", "discount_base": "first_quote"}),
    ]
    told: list[dict[str, Any]] = [
        {"flexible_on": [pay, length], "firm_on": [sla], "tactics": [Tactic(early, "worked")]},
        {
            "flexible_on": ["discount", volume],
            "firm_on": [liability],
            "tactics": [Tactic(rival, "worked")],
        },
        {"firm_on": [liability, sla], "tactics": [Tactic("opening with a lowball offer", "failed")]},
        {"flexible_on": [volume], "firm_on": [liability], "tactics": [Tactic(early, "worked")], "quantity": 120, "unit": "user"},
        {"flexible_on": [pay, length, cap], "firm_on": [sla], "tactics": [Tactic(late, "worked")], "final_price": "30.60"},
        {"firm_on": [cap]},
        {"flexible_on": [pay, "discount"], "firm_on": [liability], "tactics": [Tactic(late, "failed")]},
        {"flexible_on": [pay]},
        {"flexible_on": [length], "firm_on": [sla]},
    ]
    told[1] |= {"annual_value": 450_000, "currency": "USD"}
    return [
        dealt(day, who, outcome, discount_pct=pct, payment_terms=terms, **bought | said)
        for (day, who, outcome, pct, terms, bought), said in zip(rows, told, strict=True)
    ]


def thin_deal() -> Deal:
    """A deal of which only the needed fields are recorded."""
    return dealt("2026-07-07", MARCUS)


def many_deals(n: int) -> list[Deal]:
    """As many deals as asked, the needed and the usual fields filled."""
    outcomes, results = ("agreed", "agreed", "no_deal", "renewed_as_is"), ("worked", "failed", "mixed", "unclear")
    return [
        dealt(
            date(2018 + at // 28, 1 + at % 12, 1 + at % 28),
            (f"Colleague {at % 40}", f"Department {at % 6}"),
            outcomes[at % 4],
            product=f"Product {at % 15}",
            discount_pct=5 + at % 17,
            discount_base=("list", "first_quote")[at % 2],
            payment_terms=f"Net {30 + at % 4 * 15}",
            flexible_on=[f"term {at % 9}"],
            firm_on=[f"term {9 + at % 13}"],
            tactics=[Tactic(f"tactic {at % 5}", results[at % 4])],
        )
        for at in range(n)
    ]


def brief_of(text: str) -> Brief:
    """A brief in which this text, unchecked, is everything that a person or a model can write."""
    day, later, pct = date(2026, 3, 2), date(2027, 3, 2), Decimal(10)
    fields = ("vendor", "logged_by", "department", "product", "payment_terms", "unit", "reseller")
    deal = Deal.from_json(
        {"deal_date": "2026-03-02", "outcome": "agreed", "quantity": "3", "discount_pct": "10"} | dict.fromkeys(fields, text),
        deal_id="d",
    )
    ids, lines = ("d",), (Line(text, ("d",)),)
    price = PriceSeen("d", day, "agreed", pct, "list", None, None, text, "new", 12, text, pct, "USD", text, text, False)
    term = TermSeen(text, 1, 2, day, ids, ids, ids, day, day)
    tries = (Try("worked", text, text, day, "d"), Try("failed", text, text, day, "d"))
    tactic = TacticSeen(text, 1, 1, 0, 0, day, ids, tries)
    terms = TermsSeen(text, (text,), 1, 0, day, ids)
    spread = Spread(text, "list", text, 2, Decimal(5), pct, None, ids)
    return Brief(
        vendor=text,
        bank_id="vendor-x",
        as_of=TODAY,
        product=None,
        status="counted",
        deal_count=1,
        confidence="Low",
        deals=(deal,),
        evidence={"d": Evidence(1, day, text, text, "agreed")},
        departments=(text, text),
        newest=day,
        cautions=(text,),
        in_talks=(Talk(text, text, text, day, later, "d"),),
        latest=price,
        highest=price,
        max_discount_pct=pct,
        max_discount_base="list",
        max_discount_deals=ids,
        spreads=(spread, Spread(text, "list", text, 1, pct, pct, None, ids)),
        price_changes=(PriceChange(text, text, "USD", pct, day, Decimal(11), later, pct, ids),),
        uplifts=(Uplift(text, pct, pct, pct, day, "agreed", "d"),),
        price_notes=lines,
        payment_terms=(terms, terms),
        latest_terms=terms,
        flexible_on=(term,),
        firm_on=(term,),
        mixed_on=(term,),
        tactics_worked=(tactic,),
        tactics_failed=(tactic,),
        tactics_mixed=(tactic,),
        tactics_unclear=(tactic,),
        deadlines=(Deadline("d", text, later, True, 30, later, day, 90),),
        date_notes=lines,
        timing_notes=(TimingNote(text, text, text, text, day),),
        whom_to_ask=(Ask(text, text, text, day, "d"),),
        changes=lines,
        unknowns=(text,),
        contributors=(Contributor(text, (text,), 1, day),),
        narrative=lines,
        dropped=1,
        counted_on=TODAY,
    )
