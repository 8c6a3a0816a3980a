"""What a vendor's deals saved, each against its own baseline; without a baseline there is no figure.

The baselines: the price paid before for the same product, in the same unit and currency, bought the same way and paid as often;
the increase that was asked, on that price; the first quote. How often two prices are paid has to be proved by their units or
values, else their terms have to be the same, and where only one of them is proved the two must lie close enough for the other
to be paid alike; units that nobody named have to be as many. An expansion's price is that of the
units it adds, for which nothing was paid before, and nothing is compared with it. A first quote counts above the price paid
before alone; of a renewal whose price before is not known it can't be said whether the quote was an increase at all. A
discount off list compares with no price that anybody paid or was asked for.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import ROUND_HALF_UP, Decimal, localcontext

from leverage.brief import cite
from leverage.counting import newest_first
from leverage.deals import Deal
from leverage.prices import DIFFERENCE, computed_discount
from leverage.savings.figure import DIGITS, Figure, Kind, LeftOut
from leverage.savings.volumes import Volume, term_of, volume_of
from leverage.sizes import counted_unit
from leverage.spellings import fold_or_none
from leverage.wording import show_base, show_day, show_money, show_number, show_percent

CENT = Decimal("0.01")
MOST_PLACES = 6  # as many as a recorded price may have
FAR_APART = 3  # times: a price of a month and one of a quarter differ by as much

_NEW = {
    "new": "A new purchase: no price was paid before.",
    "expansion": "An expansion: nothing was paid before for what it adds.",
}

_Way = tuple[str, str | None, str | None, str | None]  # product, unit, currency and reseller: what may be compared


@dataclass(frozen=True)
class _Before:
    """The price paid before: what it is called, and the deal that records it, if one does."""

    price: Decimal
    name: str
    deal: Deal | None = None
    note: str = ""
    is_recorded: bool = False


@dataclass(frozen=True)
class _Quote:
    """What was asked for: the price, what it is called, and what to say beside it."""

    price: Decimal
    name: str
    note: str = ""
    is_recorded: bool = False


@dataclass
class _Seen:
    """The agreed deals before one, oldest first: those with a price by what may be compared, and all by product."""

    priced: dict[_Way, list[Deal]] = field(default_factory=dict)
    agreed: dict[str, list[Deal]] = field(default_factory=dict)

    def add(self, deal: Deal) -> None:
        if not deal.product or deal.kind == "expansion":
            return
        self.agreed.setdefault(_way(deal)[0], []).append(deal)
        if deal.final_price is not None:
            self.priced.setdefault(_way(deal), []).append(deal)

    def comparable(self, deal: Deal, volume: Volume) -> _Before | None:
        """Return what was paid by the newest deal of an earlier day whose price may be compared, as this deal pays its own."""
        paid = _newest_before(self.priced.get(_way(deal), []), deal.deal_date) if deal.product else None
        return _as_paid(paid, deal, volume) if paid else None

    def latest(self, deal: Deal) -> Deal | None:
        """Return the newest deal of an earlier day on the product, whatever it records."""
        return _newest_before(self.agreed.get(_way(deal)[0], []), deal.deal_date) if deal.product else None


def _as_paid(paid: Deal, deal: Deal, volume: Volume) -> _Before | None:
    """Return the price of an earlier deal for as long as this one's is paid; None where they can't be compared."""
    then = paid.final_price
    if then is None or not (deal.unit or paid.quantity == deal.quantity):
        return None
    before, name = volume_of(paid), f"Last price paid, {show_day(paid.deal_date)}"
    often = None if isinstance(before, str) else before.yearly
    if often is not None and volume.yearly is not None:
        if often == volume.yearly:
            return _Before(then, name, paid, is_recorded=True)
        note = f"It was {show_money(then, paid.currency)} then, paid for another time."
        return _Before(then * often / volume.yearly, name, paid, note)
    if term_of(paid) != term_of(deal):
        return None
    low, high = sorted([then, volume.price])
    is_far = low * FAR_APART <= high
    if often is None and volume.yearly is None:
        doubt = "Check that both prices are paid as often: they lie far apart." if is_far and low else ""
        return _Before(then, name, paid, doubt, is_recorded=True)
    if is_far or not (deal.unit or term_of(deal)):
        return None
    which = "the price before" if often is None else "this price"
    return _Before(
        then, name, paid, f"How often {which} is paid is not recorded; it is taken as paid like the other.", is_recorded=True
    )


def count_savings(deals: Sequence[Deal], *, vendor: str, bank_id: str) -> tuple[list[Figure], list[LeftOut]]:
    """Return the figures of a vendor's live deals, newest first, and the deals without any."""
    figures: list[list[Figure]] = []
    left: list[LeftOut] = []
    seen = _Seen()
    with localcontext(prec=DIGITS):
        for deal in reversed(newest_first(deals)):
            found = _of_deal(deal, seen, vendor, bank_id) if deal.is_agreed else "not_agreed"
            if isinstance(found, str):
                left.append(LeftOut(cite(deal), vendor, bank_id, deal.product, deal.department, deal.deal_date, found))
            else:
                figures.append(found)
            if deal.is_agreed:
                seen.add(deal)
    return [figure for found in reversed(figures) for figure in found], left[::-1]


def _of_deal(deal: Deal, seen: _Seen, vendor: str, bank_id: str) -> list[Figure] | str:
    """Return the figures of an agreed deal, at most one of each kind, else the reason why it has none."""
    if deal.currency is None:
        return "no_currency"
    volume = volume_of(deal)
    if isinstance(volume, str):
        return volume
    before = _before(deal, volume, seen)
    quotes = [quote for quote in (_asked(deal, volume, before), _first_quote(deal, volume, before)) if quote]
    floor = volume.price if before is None else max(volume.price, before.price)
    was = _shown(before.price, volume, is_recorded=before.is_recorded) if before else None
    paid_before = show_money(was, deal.currency) if was is not None else ""
    told: list[tuple[Kind, Decimal, str, Decimal, str, str]] = []
    if before and was is not None and before.price > volume.price:
        how = _how(deal, volume, was, volume.price, "to")
        told.append(("reduction", before.price - volume.price, before.name, was, how, before.note))
    if above := [quote for quote in quotes if quote.price > floor]:
        quote, said = _told_quote(above, volume, deal)
        notes = [quote.note, said]
        if before and volume.price < before.price:
            notes.append(f"Only what lies above the price paid before, {paid_before}, counts here.")
        if before is None:
            notes.append(_NEW.get(deal.kind or "", "What was paid before is not recorded."))
        asked = _shown(quote.price, volume, is_recorded=quote.is_recorded)
        kind: Kind = "avoidance" if before else "off_quote"
        how = _how(deal, volume, asked, was if was and before and before.price > volume.price else volume.price, "asked,")
        told.append((kind, quote.price - floor, quote.name, asked, how, " ".join(filter(None, notes))))
    made = [
        Figure(
            deal_id=cite(deal),
            deal_ids=tuple(map(cite, [deal, *([before.deal] if before and before.deal else [])])),
            vendor=vendor,
            bank_id=bank_id,
            product=deal.product,
            department=deal.department,
            day=deal.deal_date,
            kind=kind,
            baseline=name,
            baseline_value=value,
            paid_before=was,
            paid_now=_shown(volume.price, volume, is_recorded=volume.is_unit),
            per=volume.each.strip() or volume.words,
            amount=amount,
            currency=deal.currency,
            basis=volume.basis,
            how=how,
            note=" ".join(filter(None, [note, volume.note])),
            reseller=deal.reseller,
        )
        for kind, saved, name, value, how, note in told
        if (amount := (saved * volume.count).quantize(CENT, ROUND_HALF_UP)) > 0
    ]
    return made or _reason(deal, volume, before, quotes, seen)


def _before(deal: Deal, volume: Volume, seen: _Seen) -> _Before | None:
    """Return the price paid before: as a deal records it, else as this deal's agreed change or discount gives it."""
    if deal.kind == "expansion":
        return None
    if volume.is_unit and (found := seen.comparable(deal, volume)):
        return replace(found, note=" ".join(filter(None, [found.note, _doubts(deal, found, seen)])))
    agreed = deal.uplift_agreed_pct
    if agreed is not None and agreed > -100:
        name = f"Last price paid, worked out from the agreed change of {_signed(agreed)}"
        return _Before(volume.price / (1 + agreed / 100), name)
    off = deal.discount_pct
    if off is not None and deal.discount_base == "last_price" and off < 100:
        return _Before(volume.price / (1 - off / 100), f"Last price paid, worked out from the stated {show_percent(off)} off it")
    if deal.outcome == "renewed_as_is":
        return _Before(volume.price, "Last price paid, as it was renewed", is_recorded=volume.is_unit)
    return None


def _asked(deal: Deal, volume: Volume, before: _Before | None) -> _Quote | None:
    """Return what the increase that was asked makes of the price paid before."""
    asked = deal.uplift_asked_pct
    if asked is None or asked <= 0 or before is None:
        return None
    paid = show_money(_shown(before.price, volume, is_recorded=before.is_recorded), deal.currency)
    return _Quote(before.price * (1 + asked / 100), f"{show_percent(asked)} increase asked on {paid} paid before", before.note)


def _first_quote(deal: Deal, volume: Volume, before: _Before | None) -> _Quote | None:
    """Return the first quote, as recorded or as the stated discount off it gives it; none where it may be no increase."""
    if before is None and deal.kind == "renewal":
        return None
    off = deal.discount_pct if deal.discount_base == "first_quote" else None
    if volume.is_unit and deal.quoted_price is not None:
        computed = computed_discount(deal, "first_quote")
        return _Quote(deal.quoted_price, "First quote", _unlike(off, computed, show_base("first_quote")), is_recorded=True)
    if off is not None and off < 100:
        return _Quote(volume.price / (1 - off / 100), f"First quote, worked out from the stated {show_percent(off)} off it")
    return None


def _told_quote(above: Sequence[_Quote], volume: Volume, deal: Deal) -> tuple[_Quote, str]:
    """Return what counts as asked, and what the other record of it says: the quoted price where both agree, else the increase."""
    quote, *others = above
    if not others:
        return quote, ""
    other = others[0]
    if abs(other.price / quote.price - 1) * 100 < DIFFERENCE:
        if not other.is_recorded:
            return quote, ""
        return replace(other, note=" ".join(filter(None, [quote.note, other.note]))), f"{quote.name}, which the quote bears out."
    shown = show_money(_shown(other.price, volume, is_recorded=other.is_recorded), deal.currency)
    return quote, f"The first quote says another price: {shown}."


def _reason(deal: Deal, volume: Volume, before: _Before | None, quotes: Sequence[_Quote], seen: _Seen) -> str:
    if before or quotes:
        return "no_saving"
    if deal.kind == "expansion":
        return "expansion"
    if (deal.uplift_asked_pct or 0) > 0:
        return "uplift_open"
    if seen.latest(deal):
        return "not_comparable"
    if deal.kind == "renewal":
        return "renewal"
    is_off_list = deal.discount_base == "list" and deal.discount_pct is not None
    is_under_list = volume.is_unit and (deal.list_price or 0) > volume.price
    return "list_only" if is_off_list or is_under_list else "no_baseline"


def _doubts(deal: Deal, before: _Before, seen: _Seen) -> str:
    """Return where the recorded price before is not what the deal states, or may not be the last one paid."""
    paid = before.deal
    if not before.price or deal.final_price is None or paid is None:
        return ""
    change = (deal.final_price / before.price - 1) * 100
    said = []
    if deal.discount_base == "last_price":
        said.append(_unlike(deal.discount_pct, -change, show_base("last_price")))
    if deal.uplift_agreed_pct is not None and abs(deal.uplift_agreed_pct - change) >= DIFFERENCE:
        said.append(f"The deal states an agreed change of {_signed(deal.uplift_agreed_pct)}; the prices give {_signed(change)}.")
    latest = seen.latest(deal)
    if latest and latest.deal_date > paid.deal_date:
        said.append(f"The deal of {show_day(latest.deal_date)} in between records no price to compare with.")
    return " ".join(filter(None, said))


def _unlike(stated: Decimal | None, computed: Decimal | None, base: str) -> str:
    if stated is None or computed is None or abs(stated - computed) < DIFFERENCE:
        return ""
    return f"The deal states {show_percent(stated)} {base}; the prices give {_signed(computed).removeprefix('+')}."


def _how(deal: Deal, volume: Volume, value: Decimal, price: Decimal, verb: str) -> str:
    """Return how an amount comes about, as in `USD 24.00 to 21.60 per user, 200 users, a year.`"""
    first = show_money(value, deal.currency)
    last = show_money(_shown(price, volume, is_recorded=volume.is_unit), deal.currency).removeprefix(f"{deal.currency} ")
    agreed = last if verb == "to" else f"{last} agreed" if price == volume.price else f"{last} paid before"
    kind = ", an expansion" if deal.kind == "expansion" else ""
    via = f", via {deal.reseller}" if deal.reseller else ""
    return f"{first} {verb} {agreed}{volume.each}{',' if volume.is_unit else ''} {volume.words}{kind}{via}."


def _shown(value: Decimal, volume: Volume, *, is_recorded: bool) -> Decimal:
    """Return a price as it is shown: as recorded; what was worked out with as many decimals as the price paid, two at least."""
    if is_recorded:
        return value
    places = -int(volume.price.as_tuple().exponent) if volume.is_unit else 2
    return value.quantize(Decimal(1).scaleb(-min(max(2, places), MOST_PLACES)), ROUND_HALF_UP)


def _signed(pct: Decimal) -> str:
    short = pct.quantize(Decimal("0.1"), ROUND_HALF_UP) if -int(pct.as_tuple().exponent) > 2 else pct
    return f"{'+' if short > 0 else '−' if short < 0 else ''}{show_number(abs(short))}%"


def _newest_before(deals: Sequence[Deal], day: date) -> Deal | None:
    return next((deal for deal in reversed(deals) if deal.deal_date < day), None)


def _way(deal: Deal) -> _Way:
    return fold_or_none(deal.product) or "", counted_unit(deal.unit), deal.currency, fold_or_none(deal.reseller)
