"""Prices in words: the latest agreed deal, the highest discount seen, ranges, unit prices and uplifts."""

from collections.abc import Iterable
from decimal import Decimal

from leverage.brief import Brief, PriceChange, PriceSeen, Spread, Uplift
from leverage.briefing.parts import NOT_RECORDED, ONCE, Cited, FactLine, Group, Tile, line, literal, numbers_of, titled
from leverage.deals import AGREED_OUTCOMES
from leverage.sizes import unit_name
from leverage.wording import KINDS, OUTCOMES, show_base, show_count, show_day, show_money, show_month, show_number, show_percent

MOST_TIED_SHOWN = 3
MOST_RANGES_SHOWN = 8
MOST_SINGLE_SHOWN = 6


def latest_tile(brief: Brief) -> Tile:
    """Return the latest agreed deal: its discount with what it is off, else its price, else that neither is recorded."""
    seen = brief.latest
    if seen is None:
        return _no_price("Latest agreed deal", f"0 of {show_count(brief.deal_count, 'deal')} agreed")
    label, value = _value(seen)
    return Tile(f"Latest agreed{label}", value, _comparable(brief, seen), value != NOT_RECORDED)


def highest_tile(brief: Brief) -> Tile:
    """Return the highest discount seen, with all that makes it comparable and of how many deals it is the highest."""
    seen = brief.highest
    if seen is None:
        agreed = _agreed(brief)
        below = f"0 of {show_count(agreed, 'agreed deal')} with a discount" if agreed else "No deal was agreed"
        return _no_price("Highest seen", below)
    label, value = _value(seen)
    others = numbers_of(brief, (each for each in brief.max_discount_deals if each != seen.deal_id))
    parts = list(_comparable(brief, seen).parts)
    if others:
        more = len(others) - MOST_TIED_SHOWN
        parts += [Cited("; also", others[:MOST_TIED_SHOWN]), *([Cited(f" and {more} more")] if more > 0 else [])]
    return Tile(f"Highest seen{label}", value, FactLine((*parts, *_highest_of(brief, seen))))


def price_group(brief: Brief) -> Group:
    """Return the lines on price: unit prices stand above discounts, because list prices move."""
    return Group(
        "Price",
        (
            *_latest_price(brief),
            *(_change(brief, change) for change in brief.price_changes if not _is_said(brief, change)),
            *_spreads(brief),
            *(_uplift(brief, uplift) for uplift in brief.uplifts),
            *(line(literal(note.text), numbers_of(brief, note.deal_ids)) for note in brief.price_notes),
        ),
    )


def _no_price(label: str, below: str) -> Tile:
    return Tile(label, NOT_RECORDED, line(below), is_recorded=False)


def _agreed(brief: Brief) -> int:
    return sum(seen.outcome in AGREED_OUTCOMES for seen in brief.evidence.values())


def _highest_of(brief: Brief, seen: PriceSeen) -> list[Cited]:
    """Return of how many agreed deals with the same base the highest discount is the highest."""
    base = seen.base or "unknown"
    stated = (deal for deal in brief.deals if deal.is_agreed and deal.discount_pct is not None)
    n = sum((deal.discount_base or "unknown") == base for deal in stated)
    return [Cited(f"; {ONCE}" if n == 1 else f"; highest of {n:,}")] if n else []


def _off(base: str | None) -> str:
    return ", base not recorded" if base in (None, "unknown") else f", {show_base(base)}"


def _value(seen: PriceSeen) -> tuple[str, str]:
    """Return the end of a tile's label and its value."""
    if seen.pct is not None:
        return _off(seen.base), show_percent(seen.pct)
    if seen.computed_pct is not None:
        return f", computed{_off(seen.computed_base).removeprefix(',')}", show_percent(seen.computed_pct)
    if seen.final_price is not None:
        return f",{_per(seen.unit)}", show_money(seen.final_price, seen.currency)
    return " discount", NOT_RECORDED


def _comparable(brief: Brief, seen: PriceSeen) -> FactLine:
    facts = [
        literal(seen.product) if seen.product else "product not recorded",
        KINDS[seen.kind].lower() if seen.kind else "",
        OUTCOMES[seen.outcome].lower() if seen.outcome == "renewed_as_is" else "",
        literal(seen.size) if seen.size else "size not recorded",
        show_count(seen.term_months, "month") if seen.term_months else "term not recorded",
        f"via {literal(seen.reseller)}" if seen.reseller else "",
        show_day(seen.deal_date),
        "old" if seen.is_old else "",
    ]
    return line(_facts(facts), numbers_of(brief, [seen.deal_id]))


def _latest_price(brief: Brief) -> list[FactLine]:
    seen = brief.latest
    if seen is None or seen.final_price is None or (seen.pct is None and seen.computed_pct is None):
        return []
    if any(change.deal_ids[:1] == (seen.deal_id,) for change in brief.price_changes):
        return []  # the change of price says it
    price = f"{show_money(seen.final_price, seen.currency)}{_per(seen.unit)}"
    text = f"Latest price paid: {price}, {_product(seen.product)}, {show_month(seen.deal_date)}"
    return [line(text, numbers_of(brief, [seen.deal_id]))]


def _change(brief: Brief, change: PriceChange) -> FactLine:
    direction = "up" if change.change_pct > 0 else "down"
    moved = f"{direction} {show_percent(abs(change.change_pct))}" if change.change_pct else "unchanged"
    first = f"{show_money(change.first_price, change.currency)} in {show_month(change.first_date)}"
    last = f"{show_money(change.last_price, change.currency)} in {show_month(change.last_date)}"
    text = f": price paid{_per(change.unit)} {moved}, {first} to {last}"
    return titled(literal(change.product), text, numbers_of(brief, change.deal_ids))


def _spreads(brief: Brief) -> list[FactLine]:
    """Return the ranges, and the discounts seen once together in one line."""
    ranges = [spread for spread in brief.spreads if spread.n > 1]
    single = [spread for spread in brief.spreads if spread.n == 1]
    lines = [_range(brief, spread) for spread in ranges[:MOST_RANGES_SHOWN]]
    more = len(ranges) - MOST_RANGES_SHOWN
    if more > 0:
        lines.append(line(f"{show_count(more, 'more range')}: a brief of one product shows {'it' if more == 1 else 'them'}."))
    if single:
        lines.append(_once_only(brief, single))
    return lines


def _range(brief: Brief, spread: Spread) -> FactLine:
    high = show_percent(spread.high)
    span = high if spread.low == spread.high else f"{show_number(spread.low)}–{high}"
    median = f", median {show_percent(spread.median)}" if spread.median is not None else ""
    text = f"{_via(spread)}: {span} {show_base(spread.base)}{median}, {show_count(spread.n, 'deal')}"
    return _about(spread.product, "Discount", text, numbers_of(brief, spread.deal_ids))


def _once_only(brief: Brief, single: list[Spread]) -> FactLine:
    parts = [Cited("Once only", is_strong=True)]
    for spread in single[:MOST_SINGLE_SHOWN]:
        text = f"{_product(spread.product)}{_via(spread)} {show_percent(spread.high)} {show_base(spread.base)}"
        parts.append(Cited(f"{':' if len(parts) == 1 else ';'} {text}", numbers_of(brief, spread.deal_ids)))
    more = len(single) - MOST_SINGLE_SHOWN
    return FactLine((*parts, *([Cited(f"; and {more} more")] if more > 0 else [])))


def _via(spread: Spread) -> str:
    return f" via {literal(spread.reseller)}" if spread.reseller else ""


def _uplift(brief: Brief, uplift: Uplift) -> FactLine:
    asked = f"asked {_percent(uplift.asked_pct)}"
    outcome = OUTCOMES.get(uplift.outcome, OUTCOMES["unknown"]).lower()
    if uplift.outcome in AGREED_OUTCOMES:
        result = f"agreed {_percent(uplift.agreed_pct)}"
    else:
        result = f"{outcome} (not agreed: {_percent(uplift.agreed_pct)})" if uplift.agreed_pct is not None else outcome
    cap = f", cap {show_percent(uplift.cap_pct)}" if uplift.cap_pct is not None else ""
    text = f": {asked}, {result}{cap}, {show_month(uplift.deal_date)}"
    text = f" uplift{text}" if uplift.product else text
    return _about(uplift.product, "Uplift", text, numbers_of(brief, [uplift.deal_id]))


def _is_said(brief: Brief, change: PriceChange) -> bool:
    """Whether "What changed" already tells this change of price."""
    price = show_money(change.last_price, change.currency)
    return any(each.deal_ids == change.deal_ids and price in each.text for each in brief.changes)


def _per(unit: str | None) -> str:
    return f" per {literal(unit_name(unit))}" if unit else " per unit"


def _percent(value: Decimal | None) -> str:
    return show_percent(value) if value is not None else "not recorded"


def _about(product: str | None, what: str, text: str, numbers: tuple[int, ...]) -> FactLine:
    """Return a line that opens with its product; where none is recorded, with what it tells of: that is no product's name."""
    return titled(literal(product), text, numbers) if product else titled(what, f", product not recorded{text}", numbers)


def _product(product: str | None) -> str:
    return literal(product) if product else "product not recorded"


def _facts(facts: Iterable[str]) -> str:
    return ", ".join(fact for fact in facts if fact)
