"""Nine deals with one vendor, five of which tell of an increase or a final offer; and two with another that do not."""

from typing import Any

from leverage import Deal

SAID = "They want a 12% uplift and say it is final"
EARLY, LATE, LOW = (
    "Ask for the discount before contract length",
    "Waiting for quarter or year end",
    "Opening with a lowball offer",
)
PRIYA, TOM, ELENA, MARCUS = (
    ("Priya Nair", "Procurement"),
    ("Tom Becker", "IT"),
    ("Elena Rossi", "Finance"),
    ("Marcus Lee", "Sales Ops"),
)


def dealt(day: str, who: tuple[str, str], outcome: str = "agreed", vendor: str = "Contoso", **fields: Any) -> Deal:
    """A deal of a vendor."""
    return Deal(vendor=vendor, deal_date=day, logged_by=who[0], department=who[1], outcome=outcome, **fields)


def nine_deals() -> list[tuple[Deal, None]]:
    """Nine deals, the newest first; the first, third, fourth, fifth and seventh are moments of `SAID`."""
    deals = [
        dealt(
            *("2026-10-14", PRIYA),
            signals=["An uplift of 9% is the last offer we can make."],
            discount_pct=18,
            discount_base="list",
            flexible_on=["payment terms"],
            firm_on=["SLA penalties"],
            tactics=[(EARLY, "worked")],
        ),
        dealt("2026-06-03", TOM, firm_on=["liability clause"], tactics=[("Show a rival’s written quote", "worked")]),
        dealt(
            *("2026-03-02", ELENA, "no_deal"),
            notes="We opened low. They raised prices and that was their final offer. Talks stopped for a week.",
            firm_on=["price cap at renewal"],
            tactics=[(LOW, "failed")],
        ),
        dealt("2025-11-18", MARCUS, signals=["This is our final price until Friday."], tactics=[(EARLY.lower(), "worked")]),
        dealt("2025-06-27", PRIYA, uplift_asked_pct=9, flexible_on=["price cap at renewal"], tactics=[(LATE, "worked")]),
        dealt("2025-02-11", TOM, "renewed_as_is", tactics=[(EARLY, "failed")]),
        dealt("2024-09-30", TOM, notes="Take it or leave it, they said.", tactics=[(LATE, "failed")]),
        dealt("2024-06-20", ELENA, payment_terms="Net 50"),
        dealt("2023-12-15", MARCUS, payment_terms="Net 30"),
    ]
    return [(deal, None) for deal in deals]


def two_thin_deals() -> list[tuple[Deal, None]]:
    """Two deals with another vendor of which hardly anything is recorded."""
    return [
        (dealt("2026-07-07", MARCUS, vendor="Kestrel Analytics", discount_pct=6), None),
        (dealt("2025-07-07", TOM, vendor="Kestrel Analytics"), None),
    ]
