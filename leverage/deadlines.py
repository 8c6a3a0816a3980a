"""Deadlines: when contracts end, and by when notice has to arrive."""

from calendar import isleap
from collections.abc import Iterator, Sequence
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


@dataclass(frozen=True)
class EndUnknown:
    """An end that is not known any more `since` a deal: a renewal that records none, or the deal itself rolled over.

    `older` is the deal that recorded the end before.
    """

    since: Deal
    older: Deal

    @property
    def was(self) -> date:
        """The end that was recorded before."""
        return self.older.end_date or date.min

    @property
    def how(self) -> str:
        """What happened to it, with the month, in words that follow the product's name."""
        if self.since is self.older:
            return f"was to renew itself on {show_day(self.was)}"
        how = "renewed" if _is_renewal(self.since) else "agreed anew"
        return f"was {how} in {show_month(self.since.deal_date)}"

    @property
    def line(self) -> Line:
        """What has to be asked, as a sentence with its deals."""
        what = "the renewal term" if self.since is self.older else "its new end date"
        deal_ids = tuple(dict.fromkeys((cite(self.since), cite(self.older))))
        return Line(f"{self.since.product or 'A contract'} {self.how}; {what} is not recorded. Ask.", deal_ids)


def add_months(day: date, months: int) -> date:
    """Return the day so many months on (or back), the last of the month where that month is too short."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if not MINYEAR <= year <= MAXYEAR:
        return date.min if year < MINYEAR else date.max
    last = 29 if month == 1 and isleap(year) else _DAYS[month]
    return date(year, month + 1, min(day.day, last))


def current_end(deal: Deal, as_of: date) -> date | None:
    """Return when the term that runs on `as_of` ends, rolled on by whole renewal terms; None if over or not known."""
    ends = _ends(deal, as_of)
    return ends[-1] if ends and ends[-1] >= as_of else None


def decide_by(deal: Deal, end: date) -> date:
    """Return the last day to decide on a term: that on which notice must arrive, or its end where no notice is asked for."""
    if deal.auto_renews is False or deal.notice_days is None:
        return end
    try:
        return end - timedelta(days=deal.notice_days)
    except OverflowError:
        return date.min


def decision_passed(deal: Deal, today: date) -> date | None:
    """Return the last day to decide that has passed, of the term that runs or of the one before it; None where none has."""
    return max((day for end in _ends(deal, today) if (day := decide_by(deal, end)) < today), default=None)


def with_closers(agreed: Sequence[Deal]) -> Iterator[tuple[Deal, Deal | None]]:
    """Yield the deals that record an end, each with the later agreement on its product that closes it; None: it stands.

    `agreed` are the agreed deals, newest first. This alone says what closes a date.
    """
    closers: dict[str | None, Deal] = {}
    for deal in agreed:
        product = fold_or_none(deal.product)
        closer = closers.get(product)
        if deal.end_date is not None:
            yield deal, closer if closer and closer.deal_date > deal.deal_date else None
        if closer is None and _closes(deal):
            closers[product] = deal


def ends_unknown(agreed: Sequence[Deal], as_of: date) -> list[EndUnknown]:
    """Return where an end is not known any more, and has to be asked for: never is one computed in its place."""
    found: list[EndUnknown] = []
    for deal, closer in with_closers(agreed):
        if closer is None:
            if deal.auto_renews and deal.end_date is not None and current_end(deal, as_of) is None:
                found.append(EndUnknown(deal, deal))
        elif closer.end_date is None and all(each.since is not closer for each in found):
            found.append(EndUnknown(closer, deal))
    return found


def count_deadlines(agreed: Sequence[Deal], as_of: date) -> tuple[tuple[Deadline, ...], tuple[Line, ...]]:
    """Return the ends that lie ahead, nearest first, and what else there is to say about dates.

    `agreed` are the agreed deals, newest first.
    """
    deadlines: list[Deadline] = []
    notes: list[Line] = []
    unknown = {cite(each.older): each for each in ends_unknown(agreed, as_of)}
    for deal, closer in with_closers(agreed):
        deadline = _deadline(deal, as_of) if closer is None else None
        if deadline:
            deadlines.append(deadline)
            notes += _notice_passed(deal, deadline)
        if cite(deal) in unknown:
            notes.append(unknown[cite(deal)].line)
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


def _ends(deal: Deal, as_of: date) -> tuple[date, ...]:
    """Return the ends of the term that runs on `as_of` and of the one before it, as far as they are known, the earlier first."""
    end, months = deal.end_date, deal.renewal_term_months
    if end is None:
        return ()
    if end >= as_of or not deal.auto_renews or not months:
        return (end,)
    # Each end is counted from the first one: 31 Jan, 28 Feb, 31 Mar; not 28 Mar.
    turns = max(1, ((as_of.year - end.year) * 12 + as_of.month - end.month) // months)
    while (rolled := add_months(end, turns * months)) < as_of:
        turns += 1
    return add_months(end, (turns - 1) * months), rolled


def _deadline(deal: Deal, as_of: date) -> Deadline | None:
    end = current_end(deal, as_of)
    if end is None:
        return None
    asks_notice = deal.auto_renews is not False and deal.notice_days is not None
    notice = decide_by(deal, end) if asks_notice else None
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


def _notice_passed(deal: Deal, deadline: Deadline) -> list[Line]:
    """Return that the notice deadline has passed, where it has."""
    if deadline.notice_passed is None:
        return []
    about = f" for {deal.product}" if deal.product else ""
    passed = f"The notice deadline{about} passed on {show_day(deadline.notice_passed)}"
    return [Line(f"{passed}; the term ends on {show_day(deadline.end_date)}.", (cite(deal),))]


def _coverage_note(agreed: Sequence[Deal]) -> tuple[Line, ...]:
    products = end_dates_by_product(agreed)
    known = [each.deal for each in products if each.deal]
    if len(products) < 2 or len(known) == len(products):
        return ()
    verb = "has" if len(known) <= 1 else "have"
    return (Line(f"{len(known) or 'None'} of {len(products)} products {verb} an end date.", tuple(cite(deal) for deal in known)),)
