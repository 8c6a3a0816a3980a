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
    e3 = {"product": "Microsoft 365 E3", "unit": "seat", "term_months": 36, "currency": "USD", "discount_base": "list"}
    azure = {"product": "Azure", "term_months": 36, "discount_base": "list"}
    early, late = "ask for the discount before contract length", "waiting for quarter or year end"
    return [
        dealt(
            *("2026-10-14", PRIYA),
            **e3 | {"kind": "renewal", "quantity": 640, "discount_pct": 18, "payment_terms": "Net 60", "list_price": 40},
            final_price="32.80",
            end_date="2029-10-31",
            auto_renews=False,
            uplift_asked_pct=9,
            uplift_agreed_pct=3,
            flexible_on=["payment terms", "contract length"],
            firm_on=["SLA penalties"],
            tactics=[Tactic(early, "worked")],
        ),
        dealt(
            *("2026-06-03", TOM),
            **azure | {"kind": "renewal", "annual_value": 450_000, "currency": "USD", "discount_pct": 20},
            payment_terms="60 days net",
            flexible_on=["discount", "volume discount"],
            firm_on=["liability clause"],
            tactics=[Tactic("show a rival’s written quote", "worked")],
        ),
        dealt(
            *("2026-03-02", ELENA, "no_deal"),
            product="Dynamics 365",
            kind="new",
            discount_pct=5,
            discount_base="list",
            firm_on=["liability clause", "SLA penalties"],
            tactics=[Tactic("opening with a lowball offer", "failed")],
        ),
        dealt(
            *("2025-11-18", MARCUS),
            product="Power BI Pro",
            kind="expansion",
            quantity=120,
            unit="user",
            term_months=12,
            discount_pct=12,
            discount_base="list",
            payment_terms="Net 30",
            end_date="2027-02-28",
            auto_renews=True,
            notice_days=60,
            flexible_on=["volume discount"],
            firm_on=["liability clause"],
            tactics=[Tactic(early, "worked")],
        ),
        dealt(
            *("2025-06-27", PRIYA),
            **e3 | {"kind": "renewal", "quantity": 600, "discount_pct": 15, "payment_terms": "Net 60", "list_price": 36},
            final_price="30.60",
            flexible_on=["payment terms", "contract length", "price cap at renewal"],
            firm_on=["SLA penalties"],
            tactics=[Tactic(late, "worked")],
        ),
        dealt(
            *("2025-02-11", SOFIA, "renewed_as_is"),
            product="Visio Plan 2",
            kind="renewal",
            discount_pct=9,
            discount_base="list",
            payment_terms="Net 30",
            firm_on=["price cap at renewal"],
        ),
        dealt(
            *("2024-09-30", TOM),
            **azure
            | {"kind": "new", "discount_pct": 14, "payment_terms": "Net 60", "flexible_on": ["payment terms", "discount"]},
            firm_on=["liability clause"],
            tactics=[Tactic(late, "failed")],
        ),
        dealt(
            *("2024-06-20", ELENA),
            **e3 | {"kind": "new", "quantity": 400, "term_months": None, "discount_pct": 10, "payment_terms": "Net 50"},
            flexible_on=["payment terms"],
        ),
        dealt(
            *("2023-12-15", MARCUS),
            product="Windows Server",
            discount_pct=8,
            discount_base="first_quote",
            payment_terms="Net 30",
            flexible_on=["contract length"],
            firm_on=["SLA penalties"],
        ),
    ]


def thin_deal() -> Deal:
    """A deal of which only the needed fields are recorded."""
    return dealt("2026-07-07", MARCUS)


def many_deals(n: int) -> list[Deal]:
    """As many deals as asked, the needed and the usual fields filled."""
    outcomes, results = ("agreed", "agreed", "no_deal", "renewed_as_is"), ("worked", "failed", "mixed", "unclear")
    return [
        dealt(
            *(
                date(2018 + at // 28, 1 + at % 12, 1 + at % 28),
                (f"Colleague {at % 40}", f"Department {at % 6}"),
                outcomes[at % 4],
            ),
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
        whom_to_ask=(Ask(text, text, text, day, "d"),),
        changes=lines,
        unknowns=(text,),
        contributors=(Contributor(text, (text,), 1, day),),
        narrative=lines,
        dropped=1,
        counted_on=TODAY,
    )
