"""What a person decides about a proposal: a deal of its own, part of one that is there, or nothing. Each is decided once."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from leverage.access.acting import acting
from leverage.deals import DealDraft, deal_id_of
from leverage.errors import LeverageError
from leverage.inbox.decision import counting_at, find_one, note, receipt_of, refuse_others, told_at
from leverage.inbox.pending import Pending, State
from leverage.inbox.undoing import bring_back
from leverage.inbox_bank import key_of
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


@acting("decide", tells=("pending_id",))
def accept(kb: "KnowledgeBase", pending_id: str, deal: DealDraft, *, by: str | None) -> Receipt:
    """Log a deal that a person made of a proposal, and return the receipt; once more by the same person changes nothing.

    Raises LeverageError where somebody decided already, saying who and when, and whatever `KnowledgeBase.log` raises.
    """
    who = clean_by(by)
    with kb.inbox.deciding:
        found = find_one(kb, pending_id)
        _refuse_decided(kb, found, "accepted", who)
        back = bring_back(kb, found, deal, who)
        if back:
            receipt, version = back
        else:
            origin = DealOrigin(found.source_name)
            receipt = kb.log_many([(deal, key_of(pending_id))], origins=[origin])[0]
            version = found.deal_version or 1
        note(kb, pending_id, "accepted", who, deal_id=receipt.deal_id, deal_version=version)
    if receipt.existed and not counting_at(kb, receipt.deal_id):
        raise LeverageError("The deal of this proposal was retracted. Restore it on its own page, or take the acceptance back.")
    told = told_at(kb, receipt.deal_id, version) if receipt.existed else None
    if told and told.to_json() != deal.to_json():
        raise LeverageError("This proposal was accepted before, with other values, and is a deal already. Change that deal.")
    return receipt


@acting("decide", deals="deal_id", tells=("pending_id",))
def merge(kb: "KnowledgeBase", pending_id: str, deal_id: str, deal: DealDraft, version: int, *, by: str | None = None) -> Receipt:
    """Replace a deal that was read at `version` by what a person made of it and a proposal, and return the receipt.

    Where the deal says all that already, it stays as it is. Raises LeverageError as `accept` does, EditConflict where
    somebody changed the deal since, and UnknownDeal.
    """
    who = clean_by(by)
    with kb.inbox.deciding:
        found = find_one(kb, pending_id)
        _refuse_decided(kb, found, "merged", who)
        _refuse_logged(kb, found)
        if found.deal_id not in (None, deal_id):
            raise LeverageError("This proposal was merged into another deal. Reload the page.")
        done = _merged_before(kb, deal_id, deal, version)
        receipt, after = done or (kb.edit(deal_id, deal, version, by=who), version + 1)
        note(kb, pending_id, "merged", who, deal_id=deal_id, deal_version=after, deal_before=version)
    return receipt


@acting("decide", tells=("pending_id",))
def dismiss(kb: "KnowledgeBase", pending_id: str, reason: str, *, by: str | None) -> None:
    """Put a proposal aside, which is remembered: it is not proposed again. Raises LeverageError as `accept` does."""
    who = clean_by(by)
    why = clean_named("The reason", reason or "", MOST_REASON)
    if not why:
        raise LeverageError("The reason is blank. Say in a few words why this is no deal.")
    with kb.inbox.deciding:
        found = find_one(kb, pending_id)
        _refuse_decided(kb, found, "dismissed", who)
        _refuse_logged(kb, found)
        note(kb, pending_id, "dismissed", who, reason=why)


@acting("decide", tells=("pending_id",))
def take_back(kb: "KnowledgeBase", pending_id: str) -> None:
    """Open a dismissed proposal again. Raises LeverageError for one that became a deal, NotAllowed where another dismissed it."""
    with kb.inbox.deciding:
        found = find_one(kb, pending_id)
        refuse_others(kb, found)
        if found.state in ("accepted", "merged"):
            raise LeverageError("This proposal is part of a deal. Take its acceptance back, or change the deal.")
        note(kb, pending_id, "open", None, only_from="dismissed")


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
    if found.state == "open" and (version := counting_at(kb, deal_id)):
        note(kb, found.id, "accepted", None, deal_id=deal_id, deal_version=version)
        raise LeverageError("This proposal was accepted before and is a deal already. Change or retract that deal instead.")


def _merged_before(kb: "KnowledgeBase", deal_id: str, deal: DealDraft, version: int) -> tuple[Receipt, int] | None:
    """Return the receipt and the version of a deal that says just this since `version`, in the memory or waiting; else None."""
    waiting = [change for change in kb.waiting() if change.deal_id == deal_id]
    record = kb.record(deal_id)
    told = {each.version: each.values for each in (record.versions() if record and record.is_live else ())}
    told |= {change.version: change.values or {} for change in waiting}
    wanted = deal.to_json()
    same = [each for each in (version, version + 1) if each in told and DealDraft.from_json(told[each]).to_json() == wanted]
    if not same or (same == [version] and version != max(told)):
        return None
    return receipt_of(kb, deal_id, deal, is_waiting=bool(waiting)), same[0]
