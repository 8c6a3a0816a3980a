"""What the prices of a row prove about its discount: a percentage, a fraction, or an amount of money."""

from collections.abc import Iterable
from decimal import Decimal

PERCENT, FRACTION, MONEY = "percent", "fraction", "money"
Pair = tuple[Decimal, Decimal | None]  # the price before the discount and, where the row names it, the price paid

_HUNDRED = Decimal(100)
_CLOSEST = Decimal("0.005")  # of the price: a fraction such as 0.2 may be 0.196, but 1 is not 0.7


def proven(number: Decimal, pairs: Iterable[Pair]) -> tuple[str, Decimal] | None:
    """Return the one thing that a discount can be, so that a row's prices fit, with the price it is off; None if open.

    A discount too small to be told from rounded prices proves nothing.
    """
    found = {meaning: before for before, paid in pairs if paid is not None for meaning in _fitting(number, before, paid)}
    return next(iter(found.items())) if len(found) == 1 else None


def _fitting(number: Decimal, before: Decimal, paid: Decimal) -> list[str]:
    rounding, own = _half(before) + _half(paid), _half(number)
    saved = before - paid
    each = {
        PERCENT: (before * number / _HUNDRED, before * own / _HUNDRED),
        FRACTION: (before * number, before * min(own, _CLOSEST)),
        MONEY: (number, own),
    }
    return [
        meaning
        for meaning, (off, margin) in each.items()
        if abs(off - saved) <= margin + rounding and off >= 2 * margin and off > 4 * rounding
    ]


def _half(number: Decimal) -> Decimal:
    """Return half a unit of the last decimal of a number as it was written, of a whole one half of 1."""
    return min(Decimal(5).scaleb(int(number.as_tuple().exponent) - 1), Decimal("0.5"))
