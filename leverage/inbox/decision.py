"""A decision as it is noted at a proposal, and what is known of the deal that came of it."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from leverage.confidence import confidence_label
from leverage.deals import Deal, DealDraft
from leverage.errors import LeverageError
from leverage.inbox.pending import Pending, State
from leverage.inbox.shelf import GONE, find
from leverage.inbox_bank import PROPOSAL
from leverage.sentences import memories_of
from leverage.writing import Receipt

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase


def find_one(kb: "KnowledgeBase", pending_id: str) -> Pending:
    """Return a proposal, whatever became of it. Raises LeverageError where none is known under this id."""
    with kb.as_seen():
        found = find(kb, pending_id)
    if found is None:
        raise LeverageError(GONE)
    return found


def note(kb: "KnowledgeBase", pending_id: str, state: State, who: str | None, *, only_from: State = "open", **more: Any) -> None:
    """Note a decision with `more` fields of a Pending, unless it is noted; what was erased meanwhile stays so.

    The deal of a decision that is taken back stays known: whom it is kept from, the proposal is kept from as well.
    """
    name = f"{PROPOSAL}:{pending_id}"
    with kb.inbox.changing:
        stored = kb.inbox.read([name]).get(name)
        if stored is None or stored["state"] != only_from:
            return
        fields: dict[str, Any] = dict.fromkeys(("deal_id", "reason", "deal_version", "deal_before")) | more
        before = Pending.from_json(stored)
        decided = replace(
            before,
            state=state,
            decided_by=who,
            decided_under=kb.entered_by if who else None,
            decided_at=None if state == "open" else kb.now(),
            version=before.version + 1,
            was_deals=tuple(dict.fromkeys((*before.was_deals, *filter(None, [before.deal_id])))),
            **fields,
        )
        kb.inbox.write({name: decided.to_json()}, {name: stored})


def may_open_again(kb: "KnowledgeBase", found: Pending) -> bool:
    """Say whether a decision may be taken back here: one's own, or any where the role changes what others logged.

    Where nothing says whose it is, the deal does that came of it.
    """
    return (found.decided_under is None and found.deal_id is not None) or kb.may_take_out(found.decided_under or "")


def refuse_others(kb: "KnowledgeBase", found: Pending) -> None:
    """Raise NotAllowed where a decision is another's, and may not be taken back here."""
    if found.state != "open" and not may_open_again(kb, found):
        kb.need("edit_others")


def told_at(kb: "KnowledgeBase", deal_id: str, version: int) -> Deal | None:
    """Return a deal as it was at a version, whether that is in the memory or waits; None where it is not known."""
    record = kb.record(deal_id)
    for each in record.versions() if record else ():
        if each.version == version:
            return each.deal()
    values = (change.values for change in kb.waiting() if change.deal_id == deal_id and change.version == version)
    return next((Deal.from_json(each) for each in values if each), None)


def counting_at(kb: "KnowledgeBase", deal_id: str) -> int | None:
    """Return the version of a deal that counts, or will once what waits is in; None for an unknown or a retracted one."""
    waiting = [change for change in kb.waiting() if change.deal_id == deal_id]
    if waiting:
        return None if waiting[-1].verb == "retract" else waiting[-1].version
    record = kb.record(deal_id)
    return record.version if record and record.is_live else None


def receipt_of(kb: "KnowledgeBase", deal_id: str, deal: DealDraft, *, is_waiting: bool = False) -> Receipt:
    """Return the receipt of a deal that was there."""
    shown = kb.vendor(kb.home_of(deal_id) or deal.vendor or "")
    count = shown.deal_count if shown else 0
    sentences = tuple(memory.text for memory in memories_of(Deal.from_values(deal.values()), deal_id))
    bank_id = shown.bank_id if shown else kb.bank_id(deal.vendor or "")
    name = shown.name if shown else deal.vendor or ""
    return Receipt(deal_id, bank_id, name, count, confidence_label(count), sentences, is_waiting, existed=True)
