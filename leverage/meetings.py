"""Days noted in advance that have passed, and after which nobody has told what happened."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Literal

from leverage.brief import cite
from leverage.counting import newest_first
from leverage.deadlines import add_months, current_end
from leverage.deals import Deal
from leverage.spellings import fold_or_none
from leverage.wording import show_day

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

FORGOTTEN_MONTHS = 12  # after which nobody is reminded any more


@dataclass(frozen=True)
class Due:
    """A meeting, or the last day to decide on a contract, that has passed with nothing logged since."""

    kind: Literal["meeting", "decision"]
    day: date
    product: str | None
    deal_id: str
    logged_by: str

    @property
    def sentence(self) -> str:
        """What passed, as a sentence."""
        about = f" about {self.product}" if self.product else ""
        if self.kind == "meeting":
            return f"A meeting{about} was noted for {show_day(self.day)}, and nothing is logged since."
        return f"The day to decide{about} was {show_day(self.day)}, and nothing is logged since."


def due(kb: "KnowledgeBase", vendor: str) -> list[Due]:
    """Return what has passed and still wants to be told, the newest first; nothing for an unknown vendor."""
    return find_due(kb.brief(vendor).deals, kb.today())


def find_due(deals: Sequence[Deal], today: date) -> list[Due]:
    """Return the meetings and decisions of these deals that passed before today, within a year.

    A day is told once a deal is dated on it or after, or was entered after it and is no older than the deal that noted it;
    so is one that was noted only afterwards. A deal about another product tells nothing, nor does an old one entered late.
    """
    known = newest_first(deals)
    found: dict[tuple[str, date, str | None], Due] = {}
    for deal in known:
        for kind, day in _days(deal, today):
            key = (kind, day, fold_or_none(deal.product))
            if add_months(today, -FORGOTTEN_MONTHS) <= day < today and key not in found and not _is_told(deal, kind, day, known):
                found[key] = Due(kind, day, deal.product, cite(deal), deal.logged_by)
    return sorted(found.values(), key=lambda each: (-each.day.toordinal(), each.kind, each.product or "", each.deal_id))


def _days(deal: Deal, today: date) -> Iterable[tuple[Literal["meeting", "decision"], date]]:
    if deal.next_meeting is not None:
        yield "meeting", deal.next_meeting
    if deal.is_agreed and deal.end_date is not None:
        ends = {deal.end_date, current_end(deal, today) or deal.end_date}
        days = [day for end in ends if (day := _decide_by(deal, end)) is not None and day < today]
        if days:
            yield "decision", max(days)


def _decide_by(deal: Deal, end: date) -> date | None:
    """Return the notice deadline of a term, or its end where none is known."""
    notice = deal.notice_days if deal.auto_renews is not False else None
    try:
        return end - timedelta(days=notice or 0)
    except OverflowError:
        return None


def _is_told(noted: Deal, kind: str, day: date, deals: Sequence[Deal]) -> bool:
    product = fold_or_none(noted.product)
    for deal in deals:
        other = fold_or_none(deal.product)
        if product and other and product != other:
            continue
        if deal.deal_date >= day or (_entered(deal.entered_at) > day and deal.deal_date >= noted.deal_date):
            return True
        if kind == "decision" and deal.deal_date > noted.deal_date and deal.is_agreed and deal.end_date is not None:
            return True  # a later agreement was reached before the day
    return False


def _entered(at: datetime | None) -> date:
    return at.date() if at else date.min
