"""The daily digest: what is new to look at, which days are near, what lies fallow, and what others logged, as plain text."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from leverage.agenda import STALE_MONTHS, Entry, entries, stale
from leverage.counting import newest_first
from leverage.deadlines import add_months
from leverage.deals import Deal
from leverage.errors import LeverageError
from leverage.following import followed
from leverage.knowledge import KnowledgeBase
from leverage.watch import Flag, flags
from leverage.wording import OUTCOMES, show_day, show_distance

AHEAD = 30  # days
MOST_LINES = 50  # of a section; a mail is read, not searched


def digest(kb: KnowledgeBase, since: date | None = None, person: str | None = None) -> str:
    """Return the digest as plain text: what came since the morning of `since` (yesterday unless told), and what is near.

    With a person, the deals that others logged since with the vendors that the person follows stand in it, too. Raises
    LeverageError where `since` lies ahead.
    """
    today = kb.today()
    since = since or today - timedelta(days=1)
    if since > today:
        raise LeverageError(f"{show_day(since)} is still to come. Give the day of the last digest.")
    days = entries(kb, days=AHEAD)
    parts = [
        _section("Flags with new words", [_of_flag(flag) for flag in _new(kb, since)]),
        _section("Overdue", [_of_day(each) for each in days if each.days_left < 0]),
        _section(f"In the next {AHEAD} days", [_of_day(each) for each in days if each.days_left >= 0]),
        _section("Nothing logged for long", _grown_stale(kb, since, today)),
    ]
    if person is not None:
        others = [_of_deal(each) for each in _by_others(kb, since, person)]
        parts.append(_section("Logged by others, with vendors you follow", others))
    told = [part for part in parts if part]
    head = f"Leverage, {show_day(today)}: what is new since {show_day(since)}"
    return "\n\n".join([head, *(told or ["Nothing is new, and nothing is due."])]) + "\n"


def _section(title: str, lines: Sequence[str]) -> str:
    if not lines:
        return ""
    left = [f"- and {len(lines) - MOST_LINES} more"] if len(lines) > MOST_LINES else []
    return "\n".join([f"{title} ({len(lines)})", *(f"- {' '.join(line.split())}" for line in lines[:MOST_LINES]), *left])


def _new(kb: KnowledgeBase, since: date) -> Iterator[Flag]:
    """Yield the open flags of which something was recorded since."""
    found = flags(kb)
    wanted = {deal_id for flag in found for deal_id in flag.deal_ids}
    entered_at = {row.deal_id: row.entered_at for row in kb.ask_index(lambda index: index.deals()) if row.deal_id in wanted}
    for flag in found:
        entered = [kb.day_of(datetime.fromisoformat(entered_at[each])) for each in flag.deal_ids if each in entered_at]
        if any(day >= since for day in [*entered, *(quote.date for quote in flag.quotes if quote.event_id)]):
            yield flag


def _of_flag(flag: Flag) -> str:
    last = flag.quotes[-1] if flag.quotes else None
    words = f" Last, {show_day(last.date)}, {last.who}, {last.department}: “{last.text}”" if last else ""
    return f"{flag.vendor}: {flag.title}. {flag.rule}{words}"


def _of_day(entry: Entry) -> str:
    when = f"{show_day(entry.day)}, {show_distance(entry.days_left)}"
    return f"{when}: {entry.vendor}. {entry.sentence} {entry.owner}, {entry.department}."


def _grown_stale(kb: KnowledgeBase, since: date, today: date) -> list[str]:
    """Return the vendors that passed 12 or 24 months since."""
    return [
        f"{each.vendor}: {each.sentence}"
        for each in stale(kb)
        if any(since <= add_months(each.last_deal, months) <= today for months in STALE_MONTHS)
    ]


def _by_others(kb: KnowledgeBase, since: date, person: str) -> list[Deal]:
    book = kb.names()
    found = [book.resolved(deal) for bank_id in followed(kb, person) for deal in kb.deals(bank_id)]
    new = [deal for deal in found if deal.entered_at and kb.day_of(deal.entered_at) >= since]
    return newest_first(deal for deal in new if not book.same("person", deal.logged_by, person))


def _of_deal(deal: Deal) -> str:
    about = f", {deal.product}" if deal.product else ""
    what = f"{show_day(deal.deal_date)}, {OUTCOMES[deal.outcome].lower()}"
    return f"{deal.vendor}{about}: {what}, {deal.logged_by}, {deal.department}."
