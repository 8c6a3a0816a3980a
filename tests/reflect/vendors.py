"""Three invented vendors with several bases, outcomes and currencies, and the briefs that their deals give."""

from typing import Any

from leverage.brief import Brief
from leverage.counting import count_brief
from leverage.deals import Deal, Tactic
from tests.counted import TODAY, dealt

INES, PAUL, MINA = ("Ines Duarte", "Purchasing"), ("Paul Okafor", "Finance"), ("Mina Sato", "IT")
TILDA, RAVI = ("Tilda Frost", "Logistics"), ("Ravi Menon", "Operations")
NOOR, GIL = ("Noor Haddad", "Research"), ("Gil Brandt", "Procurement")

LAST_YEAR = "Asking for the price list of last year"
QUARTER = "Calling before the quarter closed"


def _deal(vendor: str, day: str, who: tuple[str, str], **fields: Any) -> Deal:
    return dealt(day, f"{vendor[:2]}-{day}", vendor=vendor, logged_by=who[0], department=who[1], **fields)


def larkmoor() -> list[Deal]:
    """Software in euros, discounts off list: four deals agreed, one walked away from, one open."""
    ledger: dict[str, Any] = {"product": "Larkmoor Ledger", "discount_base": "list", "payment_terms": "Net 45", "unit": "seat"}
    return [
        _deal("Larkmoor Systems", "2026-11-10", MINA, outcome="open", product="Larkmoor Search", kind="new",
              payment_terms="Net 60", tactics=[Tactic(LAST_YEAR, "unclear")], next_meeting="2026-12-15", currency="EUR",
              quoted_price="7.50", unit="seat", quantity=80),
        _deal("Larkmoor Systems", "2026-09-08", INES, **ledger, kind="renewal", discount_pct=22, currency="EUR",
              flexible_on=["discount", "support hours"], firm_on=["audit clause", "data residency"],
              tactics=[Tactic(LAST_YEAR, "worked")], list_price="50.00", quoted_price="45.00", final_price="39.00",
              quantity=300, annual_value="140400", total_value="421200", term_months=36, start_date="2026-10-01",
              end_date="2029-09-30", auto_renews=True, renewal_term_months=12, notice_days=90,
              billing_frequency="annual in advance", conceded=["reference call"],
              obtained=["migration workshop", "printed training course"], competitor="Bramble Books", contact="Olof Lindgren",
              contract_ref="LS-26-114", notes="They first wanted 12% more. Bramble Books gave 40% off."),
        _deal("Larkmoor Systems", "2026-05-19", PAUL, outcome="walked_away", product="Larkmoor Payroll", kind="new",
              discount_pct=30, discount_base="list", payment_terms="Net 30", flexible_on=["support hours"],
              firm_on=["audit clause", "minimum term"], tactics=[Tactic("Opening with half of the budget", "failed")],
              currency="EUR", list_price="12.00", quoted_price="11.00", unit="payslip", quantity=900, term_months=48,
              contact="Olof Lindgren"),
        _deal("Larkmoor Systems", "2025-11-11", INES, **ledger, kind="expansion", discount_pct=15, flexible_on=["discount"],
              firm_on=["audit clause"], tactics=[Tactic(LAST_YEAR, "worked"), Tactic(QUARTER, "mixed")], currency="EUR",
              list_price="48.00", final_price="40.80", quantity=60),
        _deal("Larkmoor Systems", "2025-03-04", MINA, outcome="renewed_as_is", product="Larkmoor Vault", kind="renewal",
              payment_terms="30 days", uplift_asked_pct=8, uplift_agreed_pct="2.5", uplift_cap_pct=4,
              flexible_on=["price increase"], firm_on=["data residency"],
              tactics=[Tactic("Showing our invoices of two years", "worked")], contact="Hedda Moe"),
        _deal("Larkmoor Systems", "2024-06-20", PAUL, product="Larkmoor Vault", kind="new", discount_pct=10,
              discount_base="list", payment_terms="Net 30", flexible_on=["minimum term"], firm_on=["support hours"],
              tactics=[Tactic(QUARTER, "failed")]),
    ]  # fmt: skip


def ostrava() -> list[Deal]:
    """Freight in pounds, discounts off three bases: three deals agreed, one without a deal."""
    parcels: dict[str, Any] = {"product": "Night parcels", "unit": "parcel", "currency": "GBP", "payment_terms": "14 days"}
    return [
        _deal("Ostrava Couriers", "2026-08-03", TILDA, **parcels, kind="renewal", discount_pct=9, discount_base="last_price",
              flexible_on=["fuel surcharge", "payment terms"], firm_on=["damage cover"], quoted_price="6.40",
              final_price="5.80", quantity=12000, competitor="Heron Freight", term_months=24, end_date="2028-08-31",
              auto_renews=False, tactics=[Tactic("Pooling two depots in one tender", "worked")]),
        _deal("Ostrava Couriers", "2026-02-17", TILDA, outcome="no_deal", product="Cold chain", kind="new",
              payment_terms="Net 30", firm_on=["damage cover", "penalties for delay"],
              tactics=[Tactic("Asking without a forecast", "failed")]),
        _deal("Ostrava Couriers", "2025-09-30", RAVI, **parcels, kind="expansion", discount_pct=12,
              discount_base="first_quote", flexible_on=["fuel surcharge"], firm_on=["damage cover"], quoted_price="7.00",
              final_price="6.16", quantity=3000, tactics=[Tactic("Sharing the weekly forecast", "worked")]),
        _deal("Ostrava Couriers", "2024-10-08", RAVI, product="Pallets", kind="new", discount_pct=5,
              discount_base="first_quote", payment_terms="2/10 net 30", firm_on=["payment terms", "fuel surcharge"],
              tactics=[Tactic("Sharing the weekly forecast", "worked")]),
    ]  # fmt: skip


def tamarind() -> list[Deal]:
    """Supplies in dollars: three deals agreed, one through a reseller, one walked away from."""
    kits: dict[str, Any] = {"product": "Assay kits", "kind": "renewal", "discount_base": "list", "payment_terms": "Net 60"}
    kits |= {"currency": "USD", "unit": "kit", "firm_on": ["returns policy"]}
    grant = Tactic("Naming the grant deadline", "worked")
    return [
        _deal("Tamarind Labs", "2026-10-22", NOOR, **kits, discount_pct=18, flexible_on=["delivery dates", "discount"],
              tactics=[grant], list_price="120.00", final_price="98.40", quantity=400, reseller="Norvik Supplies",
              contact="Uma Castell"),
        _deal("Tamarind Labs", "2026-01-14", GIL, **kits, discount_pct=14, flexible_on=["discount"], tactics=[grant],
              list_price="118.00", final_price="101.48"),
        _deal("Tamarind Labs", "2025-05-06", NOOR, outcome="renewed_as_is", product="Reader lease", kind="renewal",
              payment_terms="Net 30", uplift_asked_pct=7, uplift_agreed_pct=4, uplift_cap_pct=5, firm_on=["lease length"],
              tactics=[Tactic("Waiting until the last week", "failed")]),
        _deal("Tamarind Labs", "2024-12-03", GIL, outcome="walked_away", product="Reader lease", kind="new",
              discount_pct=25, discount_base="list", payment_terms="Net 90", flexible_on=["delivery dates"],
              firm_on=["lease length"], competitor="Corvid Instruments"),
    ]  # fmt: skip


def told_of(deals: list[Deal]) -> Brief:
    """The brief that deals with one vendor give."""
    return count_brief(deals, vendor=deals[0].vendor, bank_id="vendor-invented", as_of=TODAY, today=TODAY)


DEALS = {"Larkmoor Systems": larkmoor(), "Ostrava Couriers": ostrava(), "Tamarind Labs": tamarind()}
BRIEFS = {name: told_of(deals) for name, deals in DEALS.items()}
