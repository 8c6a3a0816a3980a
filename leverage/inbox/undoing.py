"""A decision taken back: the proposal is open again, and its deal as if nobody had accepted or merged it."""

from typing import TYPE_CHECKING

from leverage.access.acting import acting
from leverage.deals import Deal, DealDraft, deal_id_of
from leverage.errors import InvalidDeal, LeverageError
from leverage.inbox.decision import find_one, note, receipt_of, refuse_others
from leverage.inbox.pending import Pending
from leverage.inbox_bank import key_of
from leverage.text import clean_by
from leverage.writing import IN_THE_FUTURE, Receipt

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

REASON = "Accepting the proposal it came from was taken back."
_CHANGED = "Somebody changed this deal since the proposal was merged into it. Nothing was changed: change the deal itself."
_MERGED_INTO = "Another proposal was merged into this deal since. Take that one back first, or change the deal itself."
_RESTORED = "The deal of this proposal was restored and changed meanwhile. Nothing was changed: change that deal."
_WAITS = "A change of this deal still waits to go in. Try again in a minute."


@acting("decide", tells=("pending_id",))
def undo(kb: "KnowledgeBase", pending_id: str, *, by: str | None = None) -> None:
    """Open a proposal again, whatever was decided; what was cut short is done by doing it again.

    The deal of an accepted one is retracted; accepted again, that deal is restored with the values it has then. A merge is
    taken back by an edit to the version before. Raises LeverageError where somebody changed the deal since a merge, merged
    another proposal into an accepted deal, or a change of it still waits, and NotAllowed where another decided.
    """
    who = clean_by(by)
    with kb.inbox.deciding:
        found = find_one(kb, pending_id)
        refuse_others(kb, found)
        if found.state == "accepted":
            _retract(kb, found, who)
        elif found.state == "merged":
            _edit_back(kb, found, who)
        note(kb, pending_id, "open", None, only_from="dismissed")


def bring_back(kb: "KnowledgeBase", found: Pending, deal: DealDraft, who: str | None) -> tuple[Receipt, int] | None:
    """Restore the deal of a proposal that was open again, with new values, and return its receipt and version.

    None for a proposal that was not accepted before, or whose deal is not there any more. Raises LeverageError where
    somebody restored and changed the deal, and InvalidDeal before anything is done.
    """
    if found.state != "open":
        return None
    deal_id = deal_id_of(found.proposal, key_of(found.id))
    with kb.as_seen():
        record = kb.record(deal_id)
    if record is None or (record.is_live and found.retracted_at is None):
        return None
    _refuse_waiting(kb, deal_id)
    wanted = deal if isinstance(deal, Deal) else Deal(**deal.values())
    if wanted.deal_date > kb.today():
        raise InvalidDeal({"deal_date": IN_THE_FUTURE})
    is_same = record.deal().to_json() == wanted.to_json()
    version = record.version
    if not record.is_live:
        receipt = kb.restore(deal_id, by=who)
        version += 1
    elif is_same:
        receipt = receipt_of(kb, deal_id, wanted)
    elif version > (found.retracted_at or 0) + 1:  # not the restored one as this left it when it was cut short
        note(kb, found.id, "accepted", None, deal_id=deal_id, deal_version=version)
        raise LeverageError(_RESTORED)
    return (receipt, version) if is_same else (kb.edit(deal_id, wanted, version, by=who), version + 1)


def _retract(kb: "KnowledgeBase", found: Pending, who: str | None) -> None:
    deal_id = found.deal_id or ""
    _refuse_waiting(kb, deal_id)
    if any(each["id"] != found.id for each in kb.inbox.of_deal(deal_id)):
        raise LeverageError(_MERGED_INTO)
    record = kb.record(deal_id)
    version = record.version if record else None
    if record and record.is_live:
        kb.retract(deal_id, REASON, by=who)
        version = record.version + 1
    note(kb, found.id, "open", None, only_from="accepted", retracted_at=version)


def _edit_back(kb: "KnowledgeBase", found: Pending, who: str | None) -> None:
    deal_id = found.deal_id or ""
    _refuse_waiting(kb, deal_id)
    record = kb.record(deal_id)
    if record and (found.deal_version is None or found.deal_version != found.deal_before):
        before = next((each for each in record.versions() if each.version == found.deal_before), None)
        if before is None or found.deal_version is None or not record.is_live:
            raise LeverageError(_CHANGED)
        is_back = record.version == found.deal_version + 1 and record.deal().to_json() == before.deal().to_json()
        if record.version != found.deal_version and not is_back:
            raise LeverageError(_CHANGED)
        if not is_back:
            kb.edit(deal_id, before.deal(), found.deal_version, by=who)
    note(kb, found.id, "open", None, only_from="merged")


def _refuse_waiting(kb: "KnowledgeBase", deal_id: str) -> None:
    if any(change.deal_id == deal_id for change in kb.waiting()):
        raise LeverageError(_WAITS)
