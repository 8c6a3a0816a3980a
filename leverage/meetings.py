"""Days noted in advance that have passed, and after which nobody has told what happened."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Literal

from leverage.brief import cite
from leverage.counting import newest_first
from leverage.deadlines import add_months, decision_passed, with_closers
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
    return find_due(kb.brief(vendor).deals, kb.today(), kb.day_of)


def find_due(deals: Sequence[Deal], today: date, day_of: Callable[[datetime], date] = datetime.date) -> list[Due]:
    """Return the meetings and decisions of these deals that passed before today, within a year.

    A day is told once a deal is dated on it or after, or was entered after it and is no older than the deal that noted it;
    so is one that was noted only afterwards. A deal about another product tells nothing, nor does an old one entered late.
    What a later agreement closed (see `leverage.deadlines`) is nothing to decide on any more. `day_of` gives the day of an
    instant in the zone of the store.
    """
    known = newest_first(deals)
    found: dict[tuple[str, date, str | None], Due] = {}
    for kind, day, deal in _days(known, today):
        key = (kind, day, fold_or_none(deal.product))
        is_recent = add_months(today, -FORGOTTEN_MONTHS) <= day < today
        if is_recent and key not in found and not _is_told(deal, day, known, day_of):
            found[key] = Due(kind, day, deal.product, cite(deal), deal.logged_by)
    return sorted(found.values(), key=lambda each: (-each.day.toordinal(), each.kind, each.product or "", each.deal_id))


def _days(known: Sequence[Deal], today: date) -> Iterator[tuple[Literal["meeting", "decision"], date, Deal]]:
    for deal in known:
        if deal.next_meeting is not None:
            yield "meeting", deal.next_meeting, deal
    for deal, closer in with_closers([deal for deal in known if deal.is_agreed]):
        if closer is None and (day := decision_passed(deal, today)) is not None:
            yield "decision", day, deal


def _is_told(noted: Deal, day: date, deals: Sequence[Deal], day_of: Callable[[datetime], date]) -> bool:
    product = fold_or_none(noted.product)
    for deal in deals:
        other = fold_or_none(deal.product)
        if product and other and product != other:
            continue
        is_late = deal.entered_at is not None and day_of(deal.entered_at) > day and deal.deal_date >= noted.deal_date
        if deal.deal_date >= day or is_late:
            return True
    return False
