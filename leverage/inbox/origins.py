"""Where a deal came from: the sources of what was accepted or merged, with the words of what the deal still says."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from leverage.deals import LISTS, Deal, Tactic
from leverage.inbox.decision import counting_at, told_at
from leverage.inbox.pending import Pending
from leverage.inbox.proposal import Proposal, Quote
from leverage.signals import Signal
from leverage.text import fold

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase


@dataclass(frozen=True)
class Origin:
    """A source that a deal came from: its name and day, and who took from it when (aware, UTC).

    `quotes` are the words of what the deal says as the source does; what a person changed, or did not take, has none.
    """

    pending_id: str
    source_name: str
    source_day: date | None
    kind: str
    is_merged: bool
    accepted_by: str | None
    accepted_at: datetime | None
    quotes: Mapping[str, tuple[Quote, ...]]


def accepted_from(kb: "KnowledgeBase", deal_id: str) -> tuple[Origin, ...]:
    """Return the sources from which a deal came, the one accepted first at first; none for a deal that was typed."""
    stored = kb.inbox.of_deal(deal_id)
    if not stored:
        return ()
    deal = _deal(kb, deal_id)
    found = sorted(map(Pending.from_json, stored), key=lambda each: (each.decided_at or each.found_at, each.id))
    return tuple(
        Origin(
            each.id,
            each.source_name,
            each.source_day,
            each.kind,
            each.state == "merged",
            each.decided_by,
            each.decided_at,
            _standing(kb, each.proposal, deal) if deal else {},
        )
        for each in found
    )


def _deal(kb: "KnowledgeBase", deal_id: str) -> Deal | None:
    record = kb.record(deal_id)
    version = counting_at(kb, deal_id)
    if version is None or (record and record.version == version):
        return record.deal() if record else None
    return told_at(kb, deal_id, version) or (record.deal() if record else None)


def _standing(kb: "KnowledgeBase", proposal: Proposal, deal: Deal) -> dict[str, tuple[Quote, ...]]:
    """Return the quotes of the values that a deal has, too; of a list those of the items that it has."""
    standing: dict[str, tuple[Quote, ...]] = {}
    for name, quotes in proposal.quotes.items():
        told, said = getattr(proposal, name), getattr(deal, name)
        if name in LISTS and len(told) == len(quotes):
            has = set(map(_plain, said))
            kept = tuple(quote for item, quote in zip(told, quotes, strict=True) if _plain(item) in has)
        else:
            is_same_vendor = name == "vendor" and told and kb.bank_id(told) == kb.bank_id(said)
            kept = tuple(quotes) if is_same_vendor or _plain(told) == _plain(said) else ()
        if kept:
            standing[name] = kept
    return standing


def _plain(value: Any) -> Any:
    """Return a value as it is the same for people."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    if isinstance(value, Tactic):
        return fold(value.tactic), value.result
    if isinstance(value, Signal):
        return value.kind, fold(value.quote)
    return fold(value) if isinstance(value, str) else value
