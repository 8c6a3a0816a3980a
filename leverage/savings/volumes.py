"""Volumes: how often a deal pays its price, in a year or over its term, and in which words.

An amount is of a year where the deal tells what a year takes, and its term is not known to be shorter; else it is of the term,
or of what was bought. Where the deal does not tell for how long its price is paid, it counts once, which is never too much.
"""

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from leverage.deadlines import add_months
from leverage.deals import Deal
from leverage.savings.figure import Basis
from leverage.sizes import periods_of, size_of, unit_name
from leverage.wording import show_count, show_money

TOLERANCE = Decimal("0.01")  # of the computed amount: what rounding of a stated one may be off
COUNTED_ONCE = "For how long the price is paid is not recorded; it is counted once."

_TAILS = {12: "12 months a year", 4: "4 quarters a year", 52: "52 weeks a year", 1: "a year"}


@dataclass(frozen=True)
class Volume:
    """A price as a deal pays it, `each` of what, how often (`count`) within the basis, the same in `words`, and what differs.

    Without a price of one unit the value of a year or of the term stands for it, once. `yearly` is how often a year the price
    of one unit is paid, where the unit says so or a stated value proves it; None where that is not known.
    """

    price: Decimal
    each: str
    count: Decimal
    basis: Basis
    words: str
    note: str = ""
    is_unit: bool = True
    yearly: Decimal | None = None


def volume_of(deal: Deal) -> Volume | str:
    """Return the volume of a deal, else the reason why it has none."""
    if deal.quantity == 0:
        return "nothing"
    found = None
    if deal.final_price is not None:
        found = _counted(deal, deal.final_price, deal.quantity) if deal.quantity else _valued(deal, deal.final_price)
    if found is None:
        found = _value_alone(deal)
    if found is None:
        return "no_size" if not any(value == 0 for value in (deal.annual_value, deal.total_value)) else "nothing"
    return found


def term_of(deal: Deal) -> int | None:
    """Return the term in months, as recorded, else from its first and last day where that is whole months."""
    if deal.term_months or not (deal.start_date and deal.end_date):
        return deal.term_months
    after = deal.end_date + timedelta(days=1)
    months = (after.year - deal.start_date.year) * 12 + after.month - deal.start_date.month
    return months if months > 0 and add_months(deal.start_date, months) == after else None


def _counted(deal: Deal, price: Decimal, quantity: Decimal) -> Volume:
    """Return the volume of a quantity at a price; what values say beside it settles for how long, or is said to differ."""
    size, periods, spent = size_of(deal) or "", periods_of(deal.unit), price * quantity
    term = term_of(deal)
    if periods:
        years = Decimal(term or 12) / 12
        is_short = term is not None and term < 12
        note = ""
        for stated, computed, what in (
            (deal.annual_value, spent * periods, "a year"),
            (deal.total_value, spent * periods * years if term else None, "in total"),
        ):
            if stated and computed is not None and not _is_near(stated, computed):
                note = note or _differs(deal, computed, stated, what)
        count = quantity * periods * years if is_short else quantity * periods
        tail = show_count(term or 0, "month") if is_short else _TAILS[periods]
        basis: Basis = "full term" if is_short else "annualised"
        return Volume(price, _per(deal), count, basis, f"{size}, {tail}", note, yearly=Decimal(periods))
    if deal.annual_value and spent:
        ways = [Decimal(1), Decimal(12), Decimal(4), *([Decimal(12) / term] if term else [])]
        return _settled(deal, price, size, _matching(ways, spent, deal.annual_value), quantity, is_year=True)
    if deal.total_value and spent:
        ways = [Decimal(1), *([Decimal(term) / 12, Decimal(term), Decimal(term) / 3] if term else [])]
        return _settled(deal, price, size, _matching(ways, spent, deal.total_value), quantity, is_year=False)
    if term == 12:
        return Volume(price, _per(deal), quantity, "annualised", f"{size}, a year")
    return Volume(price, _per(deal), quantity, "full term", size, COUNTED_ONCE)


def _settled(deal: Deal, price: Decimal, size: str, way: Decimal | None, quantity: Decimal, *, is_year: bool) -> Volume:
    """Return the volume whose price is paid `way` times for each of the quantity, else as often as the stated value says."""
    value = (deal.annual_value if is_year else deal.total_value) or Decimal(0)
    note = "" if way is not None else _differs(deal, price * quantity, value, "a year" if is_year else "in total")
    paid = quantity * way if way is not None else value / price
    stated = f"{size}, at {show_money(value, deal.currency)}"
    words = size if way == 1 else f"{stated} a year" if is_year else f"{stated} in total"
    count, basis, tail = _over(paid, term_of(deal), is_year=is_year)
    words = words if words.endswith(" a year") and tail == "a year" else f"{words}, {tail}"
    yearly = way if is_year or way is None else way * 12 / term if (term := term_of(deal)) else None
    return Volume(price, _per(deal), count, basis, words, note, yearly=yearly)


def _valued(deal: Deal, price: Decimal) -> Volume | None:
    """Return the volume that the value of a year or of the term gives at a price."""
    value, is_year = (deal.annual_value, True) if deal.annual_value else (deal.total_value, False)
    if not value or not price:
        return None
    count, basis, tail = _over(value / price, term_of(deal), is_year=is_year)
    stated = f"at {show_money(value, deal.currency)} {'a year' if is_year else 'in total'}"
    return Volume(price, _per(deal), count, basis, stated if is_year and tail == "a year" else f"{stated}, {tail}")


def _value_alone(deal: Deal) -> Volume | None:
    """Return the value of a year or of the term as the price that is paid once."""
    value, is_year = (deal.annual_value, True) if deal.annual_value else (deal.total_value, False)
    if not value:
        return None
    count, basis, tail = _over(Decimal(1), term_of(deal), is_year=is_year)
    return Volume(value * count, "", Decimal(1), basis, tail, is_unit=False)


def _over(count: Decimal, term: int | None, *, is_year: bool) -> tuple[Decimal, Basis, str]:
    """Return what is paid in a year, or over a term that is shorter or not known, from what is paid in the other."""
    is_long = term is not None and term >= 12
    if is_year:
        if term is None or is_long:
            return count, "annualised", "a year"
        return count * term / 12, "full term", show_count(term, "month")
    if term is not None and is_long:
        return count * 12 / term, "annualised", "a year" if term == 12 else f"a year of {term} months"
    return count, "full term", show_count(term, "month") if term else "full term"


def _matching(ways: list[Decimal], spent: Decimal, stated: Decimal) -> Decimal | None:
    return next((way for way in ways if _is_near(stated, spent * way)), None)


def _is_near(stated: Decimal, computed: Decimal) -> bool:
    return abs(stated - computed) <= abs(computed) * TOLERANCE


def _differs(deal: Deal, computed: Decimal, stated: Decimal, what: str) -> str:
    given = show_money(computed.quantize(Decimal("0.01")), deal.currency)
    return f"Price and quantity give {given}; stated are {show_money(stated, deal.currency)} {what}."


def _per(deal: Deal) -> str:
    return f" per {unit_name(deal.unit)}" if deal.unit else " per unit"
