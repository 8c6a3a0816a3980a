"""Prices: discounts as stated, what the prices themselves give, and how both spread and moved.

`agreed` is always the deals that were agreed or renewed as they stood, newest first: only theirs are prices.
"""

from collections.abc import Sequence
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from statistics import median

from leverage.brief import Line, PriceChange, PriceSeen, Spread, Uplift, cite
from leverage.deadlines import add_months
from leverage.deals import DISCOUNT_BASES, Deal
from leverage.sizes import size_of
from leverage.spellings import fold_or_none
from leverage.text import fold
from leverage.wording import show_base, show_count, show_month, show_percent

OLD_MONTHS = 24
COMPARABLE_FROM = 3  # deals, for a median or a trend
DIFFERENCE = Decimal("0.5")  # points between a stated discount and its prices
COMPUTED_BASES = ("list", "first_quote")
MOST_NOTES = 5

Way = tuple[str | None, str, str | None]  # product, base and reseller, folded: what may be compared


def is_old(day: date, as_of: date) -> bool:
    """Say whether a day is more than 24 months before `as_of`."""
    return day < add_months(as_of, -OLD_MONTHS)


def highest_discount(agreed: Sequence[Deal]) -> tuple[Decimal, str, tuple[Deal, ...]] | None:
    """Return the highest stated discount, its base and every deal with both.

    Where several bases tie, a discount off list says most, then off the first quote, then off the last price.
    """
    stated = _stated(agreed)
    if not stated:
        return None
    pct = max(pct for pct, _ in stated)
    tied = [deal for each, deal in stated if each == pct]
    base = min(map(_base, tied), key=DISCOUNT_BASES.index)
    return pct, base, tuple(deal for deal in tied if _base(deal) == base)


def price_seen(deal: Deal, as_of: date) -> PriceSeen:
    """Return one agreed deal as a price, its computed discount off the stated base where the prices allow that."""
    computed = _first_computed(deal, (_base(deal), *COMPUTED_BASES))
    return PriceSeen(
        deal_id=cite(deal),
        deal_date=deal.deal_date,
        outcome=deal.outcome,
        pct=deal.discount_pct,
        base=None if deal.discount_pct is None else _base(deal),
        computed_pct=_rounded(computed[1]) if computed else None,
        computed_base=computed[0] if computed else None,
        product=deal.product,
        kind=deal.kind,
        term_months=deal.term_months,
        size=size_of(deal),
        final_price=deal.final_price,
        currency=deal.currency,
        unit=deal.unit,
        reseller=deal.reseller,
        is_old=is_old(deal.deal_date, as_of),
    )


def computed_discount(deal: Deal, base: str) -> Decimal | None:
    """Return what a deal's prices give off `base` in percent, unrounded; below zero where more was paid than the base.

    None where a price is missing, and off the last price paid, which no deal records.
    """
    price = deal.list_price if base == "list" else deal.quoted_price if base == "first_quote" else None
    return (1 - deal.final_price / price) * 100 if price and deal.final_price is not None else None


def comparable_discounts(agreed: Sequence[Deal]) -> dict[Way, list[tuple[Decimal, Deal]]]:
    """Return the stated discounts, newest first, by product, base and way of buying."""
    groups: dict[Way, list[tuple[Decimal, Deal]]] = {}
    for pct, deal in _stated(agreed):
        way = (fold_or_none(deal.product), _base(deal), fold_or_none(deal.reseller))
        groups.setdefault(way, []).append((pct, deal))
    return groups


def count_spreads(groups: dict[Way, list[tuple[Decimal, Deal]]]) -> tuple[Spread, ...]:
    """Return lowest, highest and (from three deals on) median of each comparable group, the largest group first.

    Deals without a product or without a known base are no one product and no one base: they get no median.
    """
    spreads: list[tuple[date, Spread]] = []
    for (product, base, _), stated in groups.items():
        discounts = [pct for pct, _ in stated]
        newest = stated[0][1]
        is_comparable = product is not None and base != "unknown" and len(discounts) >= COMPARABLE_FROM
        spread = Spread(
            product=newest.product,
            base=base,
            reseller=newest.reseller,
            n=len(discounts),
            low=min(discounts),
            high=max(discounts),
            median=_rounded(median(discounts), "0.01") if is_comparable else None,
            deal_ids=tuple(cite(deal) for _, deal in stated),
        )
        spreads.append((newest.deal_date, spread))
    spreads.sort(key=lambda each: (each[1].product or "", each[1].base, each[1].reseller or ""))
    spreads.sort(key=lambda each: (each[1].n, each[0]), reverse=True)
    return tuple(spread for _, spread in spreads)


def count_price_changes(agreed: Sequence[Deal]) -> tuple[PriceChange, ...]:
    """Return how the unit price paid for a product moved from its oldest agreed deal to its newest, newest first.

    Only direct purchases in one unit and one recorded currency are compared.
    """
    groups: dict[tuple[str, str | None, str], list[tuple[Decimal, Deal]]] = {}
    for deal in agreed:
        if deal.final_price is not None and deal.product and deal.currency and not deal.reseller:
            key = (fold(deal.product), fold_or_none(deal.unit), deal.currency)
            groups.setdefault(key, []).append((deal.final_price, deal))
    changes: list[PriceChange] = []
    for (_, _, currency), paid in groups.items():
        (last_price, last), (first_price, first) = paid[0], paid[-1]
        if first.deal_date == last.deal_date or not first_price:
            continue
        changes.append(
            PriceChange(
                product=last.product or "",
                unit=last.unit,
                currency=currency,
                first_price=first_price,
                first_date=first.deal_date,
                last_price=last_price,
                last_date=last.deal_date,
                change_pct=_rounded((last_price / first_price - 1) * 100),
                deal_ids=tuple(cite(deal) for _, deal in paid),
            )
        )
    changes.sort(key=lambda each: (each.product, each.unit or "", each.currency))
    changes.sort(key=lambda each: each.last_date, reverse=True)
    return tuple(changes)


def count_uplifts(deals: Sequence[Deal]) -> tuple[Uplift, ...]:
    """Return every increase that was asked, agreed or capped, newest deal first."""
    return tuple(
        Uplift(
            product=deal.product,
            asked_pct=deal.uplift_asked_pct,
            agreed_pct=deal.uplift_agreed_pct,
            cap_pct=deal.uplift_cap_pct,
            deal_date=deal.deal_date,
            outcome=deal.outcome,
            deal_id=cite(deal),
        )
        for deal in deals
        if not (deal.uplift_asked_pct is None and deal.uplift_agreed_pct is None and deal.uplift_cap_pct is None)
    )


def note_prices(agreed: Sequence[Deal], highest_pct: Decimal | None) -> tuple[Line, ...]:
    """Return where prices and stated discounts differ, and the highest discount that only prices give.

    The latter is said if it is above `highest_pct`, the highest stated one; it never becomes the highest seen.
    """
    lines: list[Line] = []
    further: list[str] = []
    unstated: tuple[str, Decimal, Deal] | None = None
    for deal in agreed:
        if deal.final_price is None:
            continue
        if deal.discount_pct is None:
            if (computed := _first_computed(deal)) and (unstated is None or computed[1] > unstated[1]):
                unstated = (*computed, deal)
        elif computed := _contradiction(deal, deal.discount_pct):
            if len(lines) == MOST_NOTES:
                further.append(cite(deal))
                continue
            stated = f"{show_percent(deal.discount_pct)} {show_base(_base(deal))}"
            text = f"The {_named(deal)} states {stated}; its prices give {_show_off(*computed)}."
            lines.append(Line(text, (cite(deal),)))
    if further:
        text = f"The prices of {show_count(len(further), 'more deal')} give another discount than stated."
        lines.append(Line(text, tuple(further)))
    if unstated and _rounded(unstated[1]) > (highest_pct or 0):
        base, pct, deal = unstated
        text = f"The prices of the {_named(deal)} give {_show_off(base, pct)}; no discount was stated."
        lines.insert(0, Line(text, (cite(deal),)))
    return tuple(lines)


def _stated(agreed: Sequence[Deal]) -> list[tuple[Decimal, Deal]]:
    return [(deal.discount_pct, deal) for deal in agreed if deal.discount_pct is not None]


def _base(deal: Deal) -> str:
    return deal.discount_base or "unknown"


def _first_computed(deal: Deal, bases: Sequence[str] = COMPUTED_BASES) -> tuple[str, Decimal] | None:
    """Return the first base off which the prices of a deal give a discount, and that discount."""
    return next(((base, pct) for base in bases if (pct := computed_discount(deal, base)) is not None), None)


def _contradiction(deal: Deal, stated: Decimal) -> tuple[str, Decimal] | None:
    """Return the base and the discount by which the prices contradict the stated one; None where they do not.

    A discount whose base nobody recorded is contradicted only if no price bears it out.
    """
    bases = COMPUTED_BASES if _base(deal) == "unknown" else (_base(deal),)
    computed = [(base, pct) for base in bases if (pct := computed_discount(deal, base)) is not None]
    if any(abs(pct - stated) < DIFFERENCE for _, pct in computed):
        return None
    return next(iter(computed), None)


def _named(deal: Deal) -> str:
    return f"{deal.product + ' ' if deal.product else ''}deal of {show_month(deal.deal_date)}"


def _show_off(base: str, pct: Decimal) -> str:
    shown = _rounded(pct)
    where = show_base(base) if shown >= 0 else show_base(base).replace("off", "above", 1)
    return f"{show_percent(abs(shown))} {where}"


def _rounded(value: Decimal, step: str = "0.1") -> Decimal:
    return value.quantize(Decimal(step), ROUND_HALF_UP) + 0  # + 0: no minus before a nought
