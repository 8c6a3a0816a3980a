"""Changes and gaps: what moved between older deals and newer ones, and what nobody recorded."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from leverage.brief import Evidence, Line, PriceChange, TermSeen, TermsSeen, cite
from leverage.deadlines import add_months, end_dates_by_product
from leverage.deals import Deal
from leverage.prices import COMPARABLE_FROM, Way
from leverage.sizes import unit_name
from leverage.text import fold
from leverage.wording import join_words, sentence_case, show_base, show_day, show_money, show_month, show_number, show_percent

MOST_CHANGES = 6
MOST_UNKNOWNS = 6
LONG_MONTHS = 12  # for a term to be missed, and for an answer to be worth asking again
FREQUENT_FROM = 2  # deals, and a quarter of those that record terms
MOST_PRODUCTS_NAMED = 2

_Dated = tuple[date, Line]


def changes_seen(
    *,
    evidence: Mapping[str, Evidence],
    mixed_on: Sequence[TermSeen],
    payment_terms: Sequence[TermsSeen],
    price_changes: Sequence[PriceChange],
    discounts: Mapping[Way, Sequence[tuple[Decimal, Deal]]],
    as_of: date,
) -> tuple[Line, ...]:
    """Return what changed, the newest change first, at most six lines."""
    lines: list[_Dated] = [
        *_moved_prices(price_changes),
        *_moved_discounts(discounts, price_changes),
        *_turned_terms(mixed_on, evidence),
        *_missed_payment_terms(payment_terms, as_of),
    ]
    lines.sort(key=lambda each: each[0], reverse=True)
    return tuple(line for _, line in lines[:MOST_CHANGES])


def _turned_terms(mixed_on: Sequence[TermSeen], evidence: Mapping[str, Evidence]) -> Iterator[_Dated]:
    """Yield the terms on which the vendor turned once: a to and fro is mixed, and no change."""
    for term in mixed_on:
        stances = (("flexible", _first_and_last(term.flexible_ids, evidence)), ("firm", _first_and_last(term.firm_ids, evidence)))
        (before, (_, last)), (after, (first, _)) = sorted(stances, key=lambda stance: stance[1])
        if last < first:
            until, since = _tell_apart(last, first)
            yield first, Line(f"{sentence_case(term.term)}: {before} until {until}, {after} since {since}.", term.deal_ids)


def _first_and_last(deal_ids: Sequence[str], evidence: Mapping[str, Evidence]) -> tuple[date, date]:
    return evidence[deal_ids[-1]].deal_date, evidence[deal_ids[0]].deal_date


def _moved_prices(price_changes: Sequence[PriceChange]) -> Iterator[_Dated]:
    for change in price_changes:
        if not change.change_pct:
            continue
        unit = f" per {unit_name(change.unit)}" if change.unit else ""
        first, last = _tell_apart(change.first_date, change.last_date)
        moved = f"{show_percent(abs(change.change_pct))} {'more' if change.change_pct > 0 else 'less'} than in {first}"
        text = f"{sentence_case(change.product)}: paid {show_money(change.last_price, change.currency)}{unit} in {last}, {moved}."
        yield change.last_date, Line(text, change.deal_ids)


def _moved_discounts(
    discounts: Mapping[Way, Sequence[tuple[Decimal, Deal]]], price_changes: Sequence[PriceChange]
) -> Iterator[_Dated]:
    """Yield how discounts moved between the last two calendar years with data, within one product and one base.

    List prices move, so where the price paid is known too, its change is told first.
    """
    priced = {fold(change.product): change.last_date for change in reversed(price_changes)}
    for (product, base, _), stated in discounts.items():
        if product is None or base == "unknown":
            continue
        years: dict[int, list[tuple[Decimal, Deal]]] = {}
        for pct, deal in stated:
            years.setdefault(deal.deal_date.year, []).append((pct, deal))
        if len(years) < 2:
            continue
        new_year, old_year = sorted(years, reverse=True)[:2]
        new, old = years[new_year], years[old_year]
        if len(new) + len(old) < COMPARABLE_FROM or _range(new) == _range(old):
            continue
        newest = new[0][1]
        bought = f"{newest.product} via {newest.reseller}" if newest.reseller else f"{newest.product}"
        moved = f"{_range(new)} {show_base(base)} in {new_year}, {_range(old)} in {old_year}"
        when = min(newest.deal_date, priced.get(product, date.max))
        yield when, Line(f"{sentence_case(bought)}: {moved}.", tuple(cite(deal) for _, deal in (*new, *old)))


def _range(stated: Sequence[tuple[Decimal, Deal]]) -> str:
    low, high = min(pct for pct, _ in stated), max(pct for pct, _ in stated)
    return show_percent(high) if low == high else f"{show_number(low)}–{show_percent(high)}"


def _missed_payment_terms(payment_terms: Sequence[TermsSeen], as_of: date) -> Iterator[_Dated]:
    """Yield the terms that were frequent and have not been seen for a year, while others were."""
    recorded = sum(each.count for each in payment_terms)
    newest = max((each.last_seen for each in payment_terms), default=date.min)
    for each in payment_terms:
        is_frequent = each.count >= FREQUENT_FROM and each.count * 4 >= recorded
        if is_frequent and each.last_seen < newest and each.last_seen < add_months(as_of, -LONG_MONTHS):
            yield each.last_seen, Line(f"No {each.term} since {show_month(each.last_seen)}.", each.deal_ids)


def _tell_apart(older: date, newer: date) -> tuple[str, str]:
    """Return two days as months, or as days where the month is the same."""
    show = show_day if show_month(older) == show_month(newer) else show_month
    return show(older), show(newer)


@dataclass(frozen=True)
class _Question:
    """What a buyer needs to know; `goes_stale` where the answer of a year ago is worth asking again."""

    label: str
    is_answered: Callable[[Deal], bool]
    terms: frozenset[str] = frozenset()
    goes_stale: bool = True


_END = _Question("End date", lambda deal: deal.end_date is not None, goes_stale=False)
_NOTICE = _Question("Notice period", lambda deal: deal.notice_days is not None, frozenset({"notice period"}), goes_stale=False)
_CAP_TERMS = frozenset({"price cap at renewal", "price cap", "uplift cap"})

CHECKLIST = (
    _Question("Discount", lambda deal: deal.discount_pct is not None),
    _Question("Payment terms", lambda deal: deal.payment_terms is not None, frozenset({"payment terms"})),
    _END,
    _NOTICE,
    _Question("Price cap at renewal", lambda deal: deal.uplift_cap_pct is not None, _CAP_TERMS),
    _Question("Auto-renewal", lambda deal: deal.auto_renews is not None, frozenset({"auto renewal"}), goes_stale=False),
    _Question("Any tactic", lambda deal: bool(deal.tactics)),
    _Question("Support level", lambda deal: False, frozenset({"support level", "support"})),
    _Question("List price", lambda deal: deal.list_price is not None),
)


def unknowns_of(deals: Sequence[Deal], agreed: Sequence[Deal], raised: Iterable[TermSeen], as_of: date) -> tuple[str, ...]:
    """Return what to ask about, most needed first, at most six: never recorded, then not heard of for a year.

    `agreed` are those of the deals that were agreed; `raised` the terms that any raised, as flexible or as firm.
    """
    if not deals:
        return ()
    last = dict(_last_answers(deals, {fold(each.term): each.last_seen for each in raised}))
    never: list[str] = []
    for question in CHECKLIST:
        if question is _NOTICE and _NOTICE not in last and _END not in last:
            continue  # said with the end date
        if question not in last:
            both = question is _END and _NOTICE not in last
            never.append(f"{'End date and notice period' if both else question.label}: never recorded")
        elif question is _END and (products := [each.product for each in end_dates_by_product(agreed) if each.deal is None]):
            never.append(f"End date for {_some(products)}: never recorded")
    long_ago = add_months(as_of, -LONG_MONTHS)
    stale = [
        f"{question.label}: nothing since {show_month(last[question])}"
        for question in CHECKLIST
        if question.goes_stale and question in last and last[question] < long_ago
    ]
    return tuple((never + stale)[:MOST_UNKNOWNS])


def _last_answers(deals: Sequence[Deal], raised: Mapping[str, date]) -> Iterator[tuple[_Question, date]]:
    """Yield the questions that some deal answers, with the day of the newest one."""
    for question in CHECKLIST:
        answered = next((deal.deal_date for deal in deals if question.is_answered(deal)), date.min)
        newest = max(answered, *(raised.get(term, date.min) for term in question.terms), date.min)
        if newest != date.min:
            yield question, newest


def _some(products: Sequence[str]) -> str:
    named = list(products[:MOST_PRODUCTS_NAMED])
    if len(products) > len(named):
        named.append(f"{len(products) - len(named)} more")
    return join_words(named)
