"""What a person decides about a proposal: a deal of its own, part of one that is there, or nothing. Each is decided once."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TYPE_CHECKING

from leverage.confidence import confidence_label
from leverage.deals import Deal, DealDraft, deal_id_of
from leverage.errors import LeverageError
from leverage.inbox.pending import Pending, State
from leverage.inbox.proposal import Quote
from leverage.inbox.shelf import GONE, find
from leverage.inbox_bank import PROPOSAL, key_of
from leverage.sentences import memories_of
from leverage.text import clean_by, clean_named
from leverage.versions import Origin as DealOrigin
from leverage.wording import show_day
from leverage.writing import Receipt

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

MOST_REASON = 1_000  # characters

_DID: Mapping[State, str] = {
    "accepted": "accepted this proposal",
    "merged": "merged this proposal into a deal",
    "dismissed": "dismissed this proposal",
}


@dataclass(frozen=True)
class Origin:
    """A source that a deal came from: its name and day, the words that say so, and who took them when (aware, UTC)."""

    pending_id: str
    source_name: str
    source_day: date | None
    kind: str
    is_merged: bool
    accepted_by: str | None
    accepted_at: datetime | None
    quotes: Mapping[str, tuple[Quote, ...]]


def accept(kb: "KnowledgeBase", pending_id: str, deal: DealDraft, *, by: str | None) -> Receipt:
    """Log a deal that a person made of a proposal, and return the receipt; once more by the same person changes nothing.

    Raises LeverageError where somebody decided already, saying who and when, and whatever `KnowledgeBase.log` raises.
    """
    who = clean_by(by)
    with kb.inbox.deciding:
        found = _found(kb, pending_id)
        _refuse_decided(kb, found, "accepted", who)
        origin = DealOrigin(found.source_name)
        receipt = kb.log_many([(deal, key_of(pending_id))], origins=[origin])[0]
        _note(kb, pending_id, "accepted", who, deal_id=receipt.deal_id)
    first = _told_first(kb, receipt.deal_id) if receipt.existed else None
    if first and first.to_json() != deal.to_json():
        raise LeverageError("This proposal was accepted before, with other values, and is a deal already. Change that deal.")
    return receipt


def merge(kb: "KnowledgeBase", pending_id: str, deal_id: str, deal: DealDraft, version: int, *, by: str | None = None) -> Receipt:
    """Replace a deal that was read at `version` by what a person made of it and a proposal, and return the receipt.

    Where the deal says all that already, it stays as it is. Raises LeverageError as `accept` does, EditConflict where
    somebody changed the deal since, and UnknownDeal.
    """
    who = clean_by(by)
    with kb.inbox.deciding:
        found = _found(kb, pending_id)
        _refuse_decided(kb, found, "merged", who)
        _refuse_logged(kb, found)
        if found.deal_id not in (None, deal_id):
            raise LeverageError("This proposal was merged into another deal. Reload the page.")
        receipt = _merged_before(kb, deal_id, deal, version) or kb.edit(deal_id, deal, version, by=who)
        _note(kb, pending_id, "merged", who, deal_id=deal_id)
    return receipt


def dismiss(kb: "KnowledgeBase", pending_id: str, reason: str, *, by: str | None) -> None:
    """Put a proposal aside, which is remembered: it is not proposed again. Raises LeverageError as `accept` does."""
    who = clean_by(by)
    why = clean_named("The reason", reason or "", MOST_REASON)
    if not why:
        raise LeverageError("The reason is blank. Say in a few words why this is no deal.")
    with kb.inbox.deciding:
        found = _found(kb, pending_id)
        _refuse_decided(kb, found, "dismissed", who)
        _refuse_logged(kb, found)
        _note(kb, pending_id, "dismissed", who, reason=why)


def take_back(kb: "KnowledgeBase", pending_id: str) -> None:
    """Open a dismissed proposal again. Raises LeverageError for one that became a deal."""
    with kb.inbox.deciding:
        found = _found(kb, pending_id)
        if found.state in ("accepted", "merged"):
            raise LeverageError("This proposal is part of a deal. Change or retract the deal instead.")
        _note(kb, pending_id, "open", None, only_from="dismissed")


def accepted_from(kb: "KnowledgeBase", deal_id: str) -> tuple[Origin, ...]:
    """Return the sources from which a deal came, the one accepted first at first; none for a deal that was typed."""
    stored = kb.inbox.of_deal(deal_id)
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
            each.proposal.quotes,
        )
        for each in found
    )


def _found(kb: "KnowledgeBase", pending_id: str) -> Pending:
    found = find(kb, pending_id)
    if found is None:
        raise LeverageError(GONE)
    return found


def _refuse_decided(kb: "KnowledgeBase", found: Pending, wanted: State, who: str | None) -> None:
    """Raise LeverageError where a proposal is decided, unless the same person decided just so."""
    if found.state == "open" or (found.state == wanted and found.decided_by == who):
        return
    at = found.decided_at or found.found_at
    raise LeverageError(
        f"{found.decided_by or 'Somebody'} {_DID[found.state]} on {show_day(kb.day_of(at))} at {at:%H:%M} UTC. "
        "Nothing was changed: reload the page."
    )


def _refuse_logged(kb: "KnowledgeBase", found: Pending) -> None:
    """Raise LeverageError where the deal of an open proposal is there: accepting it was cut short, and is noted now."""
    deal_id = deal_id_of(found.proposal, key_of(found.id))
    if found.state == "open" and _told_first(kb, deal_id):
        _note(kb, found.id, "accepted", None, deal_id=deal_id)
        raise LeverageError("This proposal was accepted before and is a deal already. Change or retract that deal instead.")


def _note(
    kb: "KnowledgeBase",
    pending_id: str,
    state: State,
    who: str | None,
    *,
    deal_id: str | None = None,
    reason: str | None = None,
    only_from: State = "open",
) -> None:
    """Note a decision, unless it is noted; what was erased meanwhile stays so."""
    name = f"{PROPOSAL}:{pending_id}"
    with kb.inbox.changing:
        stored = kb.inbox.read([name]).get(name)
        if stored is None or stored["state"] != only_from:
            return
        decided = replace(
            Pending.from_json(stored),
            state=state,
            deal_id=deal_id,
            reason=reason,
            decided_by=who,
            decided_at=None if state == "open" else kb.now(),
            version=stored["version"] + 1,
        )
        kb.inbox.write({name: decided.to_json()}, {name: stored})


def _told_first(kb: "KnowledgeBase", deal_id: str) -> Deal | None:
    """Return a deal as it was logged first, whether it is in the memory or waits."""
    record = kb.record(deal_id)
    if record is not None:
        return record.versions()[-1].deal()
    waiting = (change.values for change in kb.waiting() if change.deal_id == deal_id and change.verb == "log")
    return next((Deal.from_json(values) for values in waiting if values), None)


def _merged_before(kb: "KnowledgeBase", deal_id: str, deal: DealDraft, version: int) -> Receipt | None:
    """Return the receipt of a deal that says just this since `version`, where it is in the memory or waits; else None."""
    waiting = [change for change in kb.waiting() if change.deal_id == deal_id]
    record = kb.record(deal_id)
    told = {each.version: each.values for each in (record.versions() if record and record.is_live else ())}
    told |= {change.version: change.values or {} for change in waiting}
    wanted = deal.to_json()
    same = [each for each in (version, version + 1) if each in told and DealDraft.from_json(told[each]).to_json() == wanted]
    if not same or (same == [version] and version != max(told)):
        return None
    shown = kb.vendor(kb.home_of(deal_id) or deal.vendor or "")
    count = shown.deal_count if shown else 0
    sentences = tuple(memory.text for memory in memories_of(Deal.from_values(deal.values()), deal_id))
    bank_id = shown.bank_id if shown else kb.bank_id(deal.vendor or "")
    name = shown.name if shown else deal.vendor or ""
    return Receipt(deal_id, bank_id, name, count, confidence_label(count), sentences, bool(waiting), existed=True)
