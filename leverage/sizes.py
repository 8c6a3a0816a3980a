"""Sizes: how large a deal was, in words that let two deals be compared without showing an amount."""

from decimal import Decimal

from leverage.deals import Deal
from leverage.wording import show_number

_BANDS = ((Decimal(10_000), "under 10k"), (Decimal(100_000), "10–100k"), (Decimal(1_000_000), "100k–1m"))
_COUNTED_UNITS = frozenset(
    """container core day device employee hour host instance item kit lane licence license line month node page pallet piece
    room seat server set shipment site station subscription unit user vehicle""".split()  # noqa: SIM905 - a list of words
)


def size_of(deal: Deal) -> str | None:
    """Return a deal's size as `640 seats`, else as the band of its annual or total value; None if nothing says it."""
    if deal.quantity is not None and deal.unit:
        return f"{show_number(deal.quantity)} {_units(deal.unit, deal.quantity)}"
    if deal.annual_value is not None:
        return f"{value_band(deal.annual_value, deal.currency)} a year{_without(deal.currency)}"
    if deal.total_value is not None:
        return f"total {value_band(deal.total_value, deal.currency)}{_without(deal.currency)}"
    return f"quantity {show_number(deal.quantity)}" if deal.quantity is not None else None


def value_band(value: Decimal, currency: str | None) -> str:
    """Return the band a value lies in, per currency: `10–100k EUR`. A million exactly is not yet over it."""
    band = next((name for limit, name in _BANDS if value < limit), "100k–1m" if value == _BANDS[-1][0] else "over 1m")
    return f"{band} {currency}" if currency else band


def unit_name(unit: str) -> str:
    """Return what a price is per, without a `per` in front."""
    return unit[4:] if unit.lower().startswith("per ") else unit


def singular(unit: str) -> str:
    """Return a folded unit in the singular, where it is one that is counted in English."""
    return unit[:-1] if unit.endswith("s") and unit[:-1] in _COUNTED_UNITS else unit


def _units(unit: str, quantity: Decimal) -> str:
    name = unit_name(unit).partition(" per ")[0]  # of a price per user per month, the users are what was counted
    return f"{name}s" if quantity != 1 and name.lower() in _COUNTED_UNITS else name


def _without(currency: str | None) -> str:
    return "" if currency else " (no currency recorded)"
