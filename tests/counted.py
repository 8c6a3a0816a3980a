"""Deals in one line and the brief they give, for the tests of counting."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from leverage.brief import Brief, Line
from leverage.counting import count_brief
from leverage.deals import Deal

TODAY = date(2026, 11, 29)


def dealt(day: str | date, deal_id: str, *, entered_at: Any = None, **fields: Any) -> Deal:
    """A deal as the memory gives it back; it was agreed, and by Priya Nair of IT, unless said otherwise."""
    plain = {"vendor": "Microsoft", "logged_by": "Priya Nair", "department": "IT", "outcome": "agreed"}
    deal = Deal(**plain | {"deal_date": day} | fields)
    return Deal.from_json(deal.to_json(), deal_id=deal_id, version=1, entered_at=entered_at)


def brief_of(*deals: Deal, as_of: date = TODAY, today: date = TODAY, product: str | None = None) -> Brief:
    """The brief that these deals give."""
    return count_brief(deals, vendor="Microsoft", bank_id="vendor-microsoft", as_of=as_of, today=today, product=product)


def texts(lines: Iterable[Line]) -> list[str]:
    """The sentences of lines, without their evidence."""
    return [line.text for line in lines]


def stances(seen: Sequence[Any]) -> list[tuple[str, int, int]]:
    """Terms as (term, count, of)."""
    return [(each.term, each.count, each.of) for each in seen]
