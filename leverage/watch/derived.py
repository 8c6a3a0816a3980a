"""What deals show without a word from anyone: a term newly firm, a tactic that turned, a discount or terms worse than before.

Each is an occurrence of a derived kind; what has to come together for a flag stands with all kinds in `data/signals.json`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from itertools import pairwise
from statistics import median

from leverage.deals import Deal
from leverage.prices import COMPARABLE_FROM, Way, comparable_discounts
from leverage.spellings import fold_or_none
from leverage.terms import net_days, payment_terms_label
from leverage.text import fold
from leverage.versions import DealRecord
from leverage.watch.flag import Quoted
from leverage.watch.occurrences import Deals, Occurrence, quoted
from leverage.wording import show_base, show_count, show_day, show_percent

Topics = Callable[[Deal], Mapping[str, str]]

NEWLY_FIRM, TACTIC_TURNED, BELOW_MEDIAN, TERMS_SHORTENED = "newly_firm", "tactic_turned", "below_median", "terms_shortened"


@dataclass
class _Turning:
    """How often something went our way so far, and the last time it did."""

    good: int = 0
    last: Quoted | None = None


def derived(deals: Deals) -> Iterator[Occurrence]:
    """Yield what a vendor's deals show."""
    yield from _newly_firm(deals)
    yield from _tactics_turned(deals)
    yield from _below_median(deals)
    yield from _terms_shortened(deals)


def _newly_firm(deals: Deals) -> Iterator[Occurrence]:
    """Yield a deal in which a term was firm that was flexible in one before; a run ends where it is flexible again."""

    def flexible(deal: Deal) -> dict[str, str]:
        return {fold(term): term for term in deal.flexible_on}

    def firm(deal: Deal) -> dict[str, str]:
        return {fold(term): term for term in deal.firm_on}

    return _turned(deals, NEWLY_FIRM, flexible, firm, ("Flexible on {}.", "Firm on {}."))


def _tactics_turned(deals: Deals) -> Iterator[Occurrence]:
    """Yield a deal in which a tactic failed that worked in one before; a run ends where it works again."""
    worked, failed = partial(_by_result, result="worked"), partial(_by_result, result="failed")
    return _turned(deals, TACTIC_TURNED, worked, failed, ("“{}” worked.", "“{}” failed."))


def _turned(deals: Deals, kind: str, good: Topics, bad: Topics, words: tuple[str, str]) -> Iterator[Occurrence]:
    """Yield a deal in which something went badly that went well in one before; a run ends where it goes well again.

    `good` and `bad` give a deal's topics as written, by their folded form; `words` say the one and the other.
    """
    said_good, said_bad = words
    turning: dict[str, _Turning] = {}
    for record, deal in deals.oldest_first:
        well = good(deal)
        for key, topic in well.items():
            seen = turning.setdefault(key, _Turning())
            seen.good, seen.last = seen.good + 1, quoted(deal, said_good.format(topic))
        for key, topic in bad(deal).items():
            seen = turning.setdefault(key, _Turning())
            if seen.last is None or key in well:
                continue

            def is_bad(version: Deal, key: str = key) -> bool:
                return key in bad(version)

            entered = deals.entered(record, is_bad)
            said = (quoted(deal, said_bad.format(topic)),)
            yield Occurrence(
                kind, record.deal_id, deal.deal_date, record.entered_at, entered, said, key, topic, seen.good, (seen.last,)
            )


def _by_result(deal: Deal, result: str) -> dict[str, str]:
    return {fold(each.tactic): each.tactic for each in deal.tactics if each.result == result}


def _below_median(deals: Deals) -> Iterator[Occurrence]:
    """Yield an agreed deal whose discount is under the median of those before, of one product, one base and one way of buying."""
    by_id = {record.deal_id: record for record, _ in deals.oldest_first}
    newest_first = [deal for _, deal in reversed(deals.oldest_first) if deal.is_agreed]
    for way, stated in comparable_discounts(newest_first).items():
        product, base, reseller = way
        if product is None or base == "unknown":
            continue
        run = 0
        before: list[Decimal] = []
        for pct, deal in reversed(stated):
            middle = median(before) if len(before) >= COMPARABLE_FROM else None
            if middle is None or pct >= middle:
                run += 1
            else:
                via = f" via {deal.reseller}" if deal.reseller else ""
                said = f"{show_percent(pct)} {show_base(base)}; the median of the {show_count(len(before), 'deal')} before: "

                def is_this(version: Deal, pct: Decimal = pct, way: Way = way) -> bool:
                    return version.discount_pct == pct and version.is_agreed and way in comparable_discounts([version])

                record = by_id[deal.deal_id or ""]
                yield Occurrence(
                    BELOW_MEDIAN,
                    record.deal_id,
                    deal.deal_date,
                    record.entered_at,
                    deals.entered(record, is_this),
                    (quoted(deal, f"{said}{show_percent(middle.quantize(Decimal('0.01')))}."),),
                    "|".join((product, base, reseller or "")),
                    f"{deal.product}, {show_base(base)}{via}",
                    run,
                )
            before.append(pct)


def _terms_shortened(deals: Deals) -> Iterator[Occurrence]:
    """Yield an agreed deal that gave fewer days to pay than the agreed one before it, of the same product."""
    by_product: dict[str, list[tuple[DealRecord, Deal, str, int]]] = {}
    for record, deal in deals.oldest_first:
        days = net_days(deal.payment_terms) if deal.payment_terms else None
        if deal.is_agreed and deal.product and deal.payment_terms and days is not None:
            by_product.setdefault(fold(deal.product), []).append((record, deal, payment_terms_label(deal.payment_terms), days))
    for product, agreed in by_product.items():
        for (_, earlier, label_before, days_before), (record, deal, label, days) in pairwise(agreed):
            if days >= days_before:
                continue

            def is_as_short(version: Deal, days: int = days, product: str = product) -> bool:
                has_terms = version.payment_terms and net_days(version.payment_terms) == days
                return bool(has_terms and version.is_agreed and fold_or_none(version.product) == product)

            yield Occurrence(
                TERMS_SHORTENED,
                record.deal_id,
                deal.deal_date,
                record.entered_at,
                deals.entered(record, is_as_short),
                (quoted(deal, f"{label}; the agreed deal before, of {show_day(earlier.deal_date)}, had {label_before}."),),
                product,
                deal.product or "",
                before=(quoted(earlier, f"{label_before}."),),
            )
