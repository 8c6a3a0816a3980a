"""Deadlines: when contracts end, and by when notice has to arrive."""

from calendar import isleap
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, date, timedelta

from leverage.brief import Deadline, Line, cite
from leverage.deals import Deal
from leverage.spellings import fold_or_none
from leverage.text import fold
from leverage.wording import show_day, show_month

_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

START_DAYS = 120  # before the notice deadline: time for a tender


@dataclass(frozen=True)
class Coverage:
    """A product that was agreed, and its newest agreed deal with an end date."""

    product: str
    deal: Deal | None


def add_months(day: date, months: int) -> date:
    """Return the day so many months on (or back), the last of the month where that month is too short."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if not MINYEAR <= year <= MAXYEAR:
        return date.min if year < MINYEAR else date.max
    last = 29 if month == 1 and isleap(year) else _DAYS[month]
    return date(year, month + 1, min(day.day, last))


def current_end(deal: Deal, as_of: date) -> date | None:
    """Return when the term that runs on `as_of` ends, rolled on by whole renewal terms; None if over or not known."""
    end, months = deal.end_date, deal.renewal_term_months
    if end is None or end >= as_of:
        return end
    if not deal.auto_renews or not months:
        return None
    # Each end is counted from the first one: 31 Jan, 28 Feb, 31 Mar; not 28 Mar.
    turns = max(1, ((as_of.year - end.year) * 12 + as_of.month - end.month) // months)
    while (rolled := add_months(end, turns * months)) < as_of:
        turns += 1
    return rolled


def count_deadlines(agreed: Sequence[Deal], as_of: date) -> tuple[tuple[Deadline, ...], tuple[Line, ...]]:
    """Return the ends that lie ahead, nearest first, and what else there is to say about dates.

    `agreed` are the agreed deals, newest first; a later agreement on the same product closes the older one's date.
    """
    deadlines: list[Deadline] = []
    notes: list[Line] = []
    closers: dict[str | None, Deal] = {}
    noted: set[str] = set()
    for deal in agreed:
        product = fold_or_none(deal.product)
        closer = closers.get(product)
        if deal.end_date is not None:
            if closer is None or closer.deal_date <= deal.deal_date:
                deadline = _deadline(deal, as_of)
                if deadline:
                    deadlines.append(deadline)
                notes += _note(deal, deadline)
            elif closer.end_date is None and cite(closer) not in noted:
                noted.add(cite(closer))
                notes.append(_new_end_unknown(closer, deal))
        if closer is None and _closes(deal):
            closers[product] = deal
    deadlines.sort(key=lambda each: (each.days_left, each.end_date))
    return tuple(deadlines), (*notes, *_coverage_note(agreed))


def end_dates_by_product(agreed: Sequence[Deal]) -> tuple[Coverage, ...]:
    """Return for each agreed product, newest first, the newest agreed deal that records an end date."""
    seen: dict[str, Coverage] = {}
    for deal in agreed:
        if deal.product is not None:
            key = fold(deal.product)
            known = seen.get(key)
            if known is None or known.deal is None:
                product = deal.product if known is None else known.product
                seen[key] = Coverage(product, deal if deal.end_date else None)
    return tuple(seen.values())


def _is_renewal(deal: Deal) -> bool:
    return deal.kind == "renewal" or deal.outcome == "renewed_as_is"


def _closes(deal: Deal) -> bool:
    """Say whether an agreed deal ends what was agreed on its product before.

    An expansion adds to a contract, and without a product two contracts may be meant: losing a deadline without a
    word is worse than showing one too many.
    """
    if _is_renewal(deal):
        return True
    return deal.product is not None and deal.kind != "expansion" and (deal.start_date or deal.end_date) is not None


def _deadline(deal: Deal, as_of: date) -> Deadline | None:
    end = current_end(deal, as_of)
    if end is None:
        return None
    asks_notice = deal.auto_renews is not False and deal.notice_days is not None
    notice = end - timedelta(days=deal.notice_days or 0) if asks_notice else None
    ahead = notice if notice is not None and notice >= as_of else None
    last_day = ahead or end
    return Deadline(
        deal_id=cite(deal),
        product=deal.product,
        end_date=end,
        auto_renews=deal.auto_renews,
        notice_days=deal.notice_days,
        notice_by=ahead,
        start_by=last_day - timedelta(days=START_DAYS),
        days_left=(last_day - as_of).days,
        notice_passed=notice if ahead is None else None,
    )


def _note(deal: Deal, deadline: Deadline | None) -> list[Line]:
    """Return what has to be said beside (or for want of) a deal's deadline."""
    if deadline is None and deal.auto_renews and deal.end_date is not None:
        renewal = f"{deal.product or 'A contract'} was to renew itself on {show_day(deal.end_date)}"
        return [Line(f"{renewal}; the renewal term is not recorded. Ask.", (cite(deal),))]
    if deadline is not None and deadline.notice_passed is not None:
        about = f" for {deal.product}" if deal.product else ""
        passed = f"The notice deadline{about} passed on {show_day(deadline.notice_passed)}"
        return [Line(f"{passed}; the term ends on {show_day(deadline.end_date)}.", (cite(deal),))]
    return []


def _new_end_unknown(closer: Deal, older: Deal) -> Line:
    how = "renewed" if _is_renewal(closer) else "agreed anew"
    text = f"{closer.product or 'A contract'} was {how} in {show_month(closer.deal_date)}; its new end date is not recorded. Ask."
    return Line(text, (cite(closer), cite(older)))


def _coverage_note(agreed: Sequence[Deal]) -> tuple[Line, ...]:
    products = end_dates_by_product(agreed)
    known = [each.deal for each in products if each.deal]
    if len(products) < 2 or len(known) == len(products):
        return ()
    verb = "has" if len(known) <= 1 else "have"
    return (Line(f"{len(known) or 'None'} of {len(products)} products {verb} an end date.", tuple(cite(deal) for deal in known)),)
