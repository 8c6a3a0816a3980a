"""A person decides about a proposal once; what was cut short is repaired by deciding again."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase, LeverageError
from leverage.errors import EditConflict, StoreUnavailable
from leverage.inbox import accept, accepted_from, add, dismiss, find, merge, pending, take_back, undo
from tests.inbox.plain_notes import NOTE, propose, source

Write = Callable[..., Deal]


@pytest.fixture
def ids(kb: KnowledgeBase) -> dict[str, str]:
    """The ids of two proposals by their vendors."""
    add(kb, [source(NOTE)], propose=propose)
    return {each.proposal.vendor or "": each.id for each in pending(kb)}


def test_the_second_of_two_people_is_told_who_and_when(kb: KnowledgeBase, deal: Write, ids: dict[str, str]) -> None:
    """Whoever comes second, whatever they want, changes nothing and reads who was first."""
    accept(kb, ids["Acme"], deal(vendor="Acme"), by="Ann")
    for late in (
        lambda: accept(kb, ids["Acme"], deal(vendor="Acme", discount_pct=5), by="Ben"),
        lambda: dismiss(kb, ids["Acme"], "no", by="Ben"),
        lambda: merge(kb, ids["Acme"], "x", deal(vendor="Acme"), 1, by="Ben"),
    ):
        with pytest.raises(LeverageError, match=r"Ann accepted this proposal on 29 Nov 2026 at 09:\d\d UTC"):
            late()
    assert kb.count() == 1


def test_of_many_who_accept_at_once_one_does(kb: KnowledgeBase, deal: Write, ids: dict[str, str]) -> None:
    """Eight threads log one deal."""

    def take(n: int) -> Any:
        try:
            return accept(kb, ids["Acme"], deal(vendor="Acme", discount_pct=n), by=f"Person {n}")
        except LeverageError as problem:
            return str(problem)

    with ThreadPoolExecutor(8) as threads:
        told = list(threads.map(take, range(8)))
    assert sum(not isinstance(each, str) for each in told) == 1
    assert kb.count() == 1


def test_a_second_click_changes_nothing(kb: KnowledgeBase, deal: Write, ids: dict[str, str]) -> None:
    """The same person gets the same receipt again; other values are refused, since the deal is there."""
    first = accept(kb, ids["Acme"], deal(vendor="Acme"), by="Ann")
    second = accept(kb, ids["Acme"], deal(vendor="Acme"), by="Ann")
    assert (second.deal_id, second.existed, kb.count()) == (first.deal_id, True, 1)
    with pytest.raises(LeverageError, match="with other values"):
        accept(kb, ids["Acme"], deal(vendor="Acme", discount_pct=7), by="Ann")


def test_an_accepted_deal_says_that_it_waits(kb: KnowledgeBase, deal: Write, ids: dict[str, str]) -> None:
    """While the bank can't be written the receipt says so, and once it can, the deal counts once."""
    kept = kb.banks.engine.ask

    def away(bank_id: str, action: Any, *, create: bool = False) -> Any:
        if bank_id.startswith("vendor-"):
            raise StoreUnavailable("The memory is away.")
        return kept(bank_id, action, create=create)

    kb.banks.engine.ask = away  # type: ignore[method-assign,assignment]
    receipt = accept(kb, ids["Acme"], deal(vendor="Acme"), by="Ann")
    again = accept(kb, ids["Acme"], deal(vendor="Acme"), by="Ann")
    assert (receipt.waiting, receipt.existed, again.waiting, again.existed) == (True, False, True, True)
    kb.banks.engine.ask = kept  # type: ignore[method-assign]
    assert kb.catch_up()
    assert kb.count() == 1
    assert len(accepted_from(kb, receipt.deal_id)) == 1


def test_a_deal_logged_before_its_decision_was_noted_is_found(kb: KnowledgeBase, deal: Write, ids: dict[str, str]) -> None:
    """A kill between the two leaves an open proposal; accepting it again notes the decision and logs nothing."""
    kb.log(deal(vendor="Acme"), key=f"inbox:{ids['Acme']}")
    assert find(kb, ids["Acme"]).state == "open"  # type: ignore[union-attr]
    receipt = accept(kb, ids["Acme"], deal(vendor="Acme"), by="Ann")
    assert (receipt.existed, kb.count()) == (True, 1)
    assert find(kb, ids["Acme"]).state == "accepted"  # type: ignore[union-attr]


def test_a_deal_that_was_logged_is_not_merged_or_dismissed(kb: KnowledgeBase, deal: Write, ids: dict[str, str]) -> None:
    """Whoever decides otherwise after such a kill is told that the deal is there, and the list knows it then."""
    there = kb.log(deal(vendor="Acme"))
    for name in ids:
        kb.log(deal(vendor=name, notes="logged"), key=f"inbox:{ids[name]}")
    with pytest.raises(LeverageError, match="is a deal already"):
        dismiss(kb, ids["Acme"], "no", by="Ben")
    with pytest.raises(LeverageError, match="is a deal already"):
        merge(kb, ids["Bolt"], there.deal_id, deal(vendor="Acme", notes="both"), 1, by="Ben")
    assert pending(kb) == []
    assert kb.deal(there.deal_id).version == 1  # type: ignore[union-attr]


def test_a_proposal_becomes_part_of_a_deal(kb: KnowledgeBase, deal: Write, ids: dict[str, str]) -> None:
    """Merging edits the deal with its history, and the deal knows the source."""
    there = kb.log(deal(vendor="Acme"))
    wanted = deal(vendor="Acme", payment_terms="Net 60")
    receipt = merge(kb, ids["Acme"], there.deal_id, wanted, 1, by="Ben")
    assert kb.deal(there.deal_id).payment_terms == "Net 60"  # type: ignore[union-attr]
    assert (receipt.deal_id, kb.count()) == (there.deal_id, 1)
    (origin,) = accepted_from(kb, there.deal_id)
    assert (origin.is_merged, origin.accepted_by) == (True, "Ben")
    again = merge(kb, ids["Acme"], there.deal_id, wanted, 1, by="Ben")
    assert (again.existed, kb.deal(there.deal_id).version) == (True, 2)  # type: ignore[union-attr]


def test_an_edit_made_before_its_decision_was_noted_is_found(kb: KnowledgeBase, deal: Write, ids: dict[str, str]) -> None:
    """A kill between the two: doing it again, from the old page or a new one, edits nothing twice."""
    there = kb.log(deal(vendor="Acme"))
    wanted = deal(vendor="Acme", payment_terms="Net 60")
    kb.edit(there.deal_id, wanted, 1, by="Ben")
    merge(kb, ids["Acme"], there.deal_id, wanted, 1, by="Ben")
    merge(kb, ids["Bolt"], there.deal_id, wanted, 2, by="Ben")
    assert kb.deal(there.deal_id).version == 2  # type: ignore[union-attr]
    assert pending(kb) == []


def test_a_merge_into_a_deal_that_changed_is_refused(kb: KnowledgeBase, deal: Write, ids: dict[str, str]) -> None:
    """The proposal stays open, and the colleague's change stands, even where it had said the same before."""
    there = kb.log(deal(vendor="Acme"))
    kb.edit(there.deal_id, deal(vendor="Acme", notes="theirs"), 1)
    for mine in (deal(vendor="Acme", notes="mine"), deal(vendor="Acme")):
        with pytest.raises(EditConflict):
            merge(kb, ids["Acme"], there.deal_id, mine, 1, by="Ben")
    assert find(kb, ids["Acme"]).state == "open"  # type: ignore[union-attr]


def test_a_dismissal_is_remembered_and_can_be_taken_back(kb: KnowledgeBase, ids: dict[str, str]) -> None:
    """The text read again brings it not back; taking it back does. A reason is needed, and a deal is no dismissal."""
    with pytest.raises(LeverageError, match="reason is blank"):
        dismiss(kb, ids["Acme"], "  ", by="Ann")
    dismiss(kb, ids["Acme"], "a template", by="Ann")
    assert add(kb, [source(NOTE, "again.txt")], propose=propose).proposed == 0
    assert len(pending(kb)) == 1
    take_back(kb, ids["Acme"])
    take_back(kb, ids["Acme"])
    found = find(kb, ids["Acme"])
    assert found is not None
    assert (found.state, found.reason, found.decided_by) == ("open", None, None)


def test_what_became_a_deal_is_not_taken_back(kb: KnowledgeBase, deal: Write, ids: dict[str, str]) -> None:
    """Then the deal is what can be changed; an unknown id is told."""
    accept(kb, ids["Acme"], deal(vendor="Acme"), by="Ann")
    with pytest.raises(LeverageError, match="part of a deal"):
        take_back(kb, ids["Acme"])
    with pytest.raises(LeverageError, match="not in the inbox any more"):
        dismiss(kb, "nothing", "why", by="Ann")


def test_an_acceptance_is_taken_back(kb: KnowledgeBase, deal: Write, ids: dict[str, str]) -> None:
    """The deal is retracted with a reason and the proposal open; accepted again it is the same deal, with the new values."""
    first = accept(kb, ids["Acme"], deal(vendor="Acme"), by="Ann")
    for _ in range(2):
        undo(kb, ids["Acme"], by="Ben")
    record = kb.record(first.deal_id)
    assert record is not None
    assert (record.is_live, record.version, record.changed_by, kb.count()) == (False, 2, "Ben", 0)
    assert record.retraction is not None
    assert "taken back" in record.retraction.reason
    assert find(kb, ids["Acme"]).state == "open"  # type: ignore[union-attr]
    assert accepted_from(kb, first.deal_id) == ()
    for _ in range(2):
        assert accept(kb, ids["Acme"], deal(vendor="Acme", discount_pct=7), by="Ben").deal_id == first.deal_id
    record = kb.record(first.deal_id)
    assert record is not None
    assert (record.is_live, record.version, record.deal().discount_pct, kb.count()) == (True, 4, 7, 1)
    undo(kb, ids["Acme"], by="Ben")
    accept(kb, ids["Acme"], deal(vendor="Acme", discount_pct=7), by="Cat")
    assert (kb.record(first.deal_id).version, kb.count()) == (6, 1)  # type: ignore[union-attr]
    assert kb.check() == []


def test_what_was_taken_back_can_be_dismissed_and_merged(kb: KnowledgeBase, deal: Write, ids: dict[str, str]) -> None:
    """Its retracted deal stands in nobody's way, and comes back when it is accepted after all."""
    accept(kb, ids["Acme"], deal(vendor="Acme"), by="Ann")
    undo(kb, ids["Acme"], by="Ann")
    dismiss(kb, ids["Acme"], "no", by="Ann")
    undo(kb, ids["Acme"], by="Ann")
    there = kb.log(deal(vendor="Acme", notes="there"))
    merge(kb, ids["Acme"], there.deal_id, deal(vendor="Acme", notes="merged"), 1, by="Ann")
    undo(kb, ids["Acme"], by="Ann")
    assert kb.deal(there.deal_id).notes == "there"  # type: ignore[union-attr]
    accept(kb, ids["Acme"], deal(vendor="Acme", notes="new"), by="Ann")
    assert kb.count() == 2


@pytest.mark.parametrize("step", range(1, 4))
def test_taking_back_cut_short_is_done_again(
    kb: KnowledgeBase, deal: Write, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """A kill after any step of taking back, or of accepting again, and doing it again: each change is made once."""
    first = accept(kb, ids["Acme"], deal(vendor="Acme"), by="Ann")
    wanted = deal(vendor="Acme", discount_pct=7)

    def cut(owner: object, name: str) -> None:
        """Let a call be the last one."""
        real = getattr(owner, name)

        def last(*given: Any, **more: Any) -> Any:
            real(*given, **more)
            raise KeyboardInterrupt

        monkeypatch.setattr(owner, name, last)

    cut(kb, "retract")
    with pytest.raises(KeyboardInterrupt):
        undo(kb, ids["Acme"], by="Ben")
    monkeypatch.undo()
    undo(kb, ids["Acme"], by="Ben")
    cut(*((kb, "restore"), (kb, "edit"), (kb.inbox, "write"))[step - 1])
    with pytest.raises(KeyboardInterrupt):
        accept(kb, ids["Acme"], wanted, by="Ben")
    monkeypatch.undo()
    accept(kb, ids["Acme"], wanted, by="Ben")
    record = kb.record(first.deal_id)
    assert record is not None
    assert (record.is_live, record.version, record.deal().discount_pct, kb.count()) == (True, 4, 7, 1)
    assert pending(kb, "accepted")[0].deal_version == 4


def test_a_deal_that_was_restored_and_changed_meanwhile_is_not_written_over(
    kb: KnowledgeBase, deal: Write, ids: dict[str, str]
) -> None:
    """Whoever accepts its proposal again is told; a day to come is refused before anything is done."""
    receipt = accept(kb, ids["Acme"], deal(vendor="Acme"), by="Ann")
    undo(kb, ids["Acme"], by="Ann")
    with pytest.raises(LeverageError, match="in the future"):
        accept(kb, ids["Acme"], deal(vendor="Acme", deal_date="2099-01-01"), by="Ann")
    assert kb.deal(receipt.deal_id) is None
    kb.restore(receipt.deal_id)
    kb.edit(receipt.deal_id, deal(vendor="Acme", notes="theirs"), 3, by="Ben")
    with pytest.raises(LeverageError, match="restored and changed meanwhile"):
        accept(kb, ids["Acme"], deal(vendor="Acme", notes="mine"), by="Ann")
    assert kb.deal(receipt.deal_id).notes == "theirs"  # type: ignore[union-attr]
    assert pending(kb, "accepted")[0].deal_id == receipt.deal_id


def test_an_accepted_deal_that_was_retracted_is_not_said_to_be_there(kb: KnowledgeBase, deal: Write, ids: dict[str, str]) -> None:
    """Accepting it once more says so; taken back, the proposal is open, and accepting it brings the deal back."""
    receipt = accept(kb, ids["Acme"], deal(vendor="Acme"), by="Ann")
    kb.retract(receipt.deal_id, "a slip")
    with pytest.raises(LeverageError, match="Restore it on its own page"):
        accept(kb, ids["Acme"], deal(vendor="Acme"), by="Ann")
    undo(kb, ids["Acme"], by="Ann")
    accept(kb, ids["Acme"], deal(vendor="Acme"), by="Ann")
    assert (kb.count(), kb.record(receipt.deal_id).version) == (1, 3)  # type: ignore[union-attr]


def test_a_merge_is_taken_back(kb: KnowledgeBase, deal: Write, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """By an edit to the version before, once, though it was cut short; one that changed nothing changes nothing."""
    there = kb.log(deal(vendor="Acme"))
    merge(kb, ids["Acme"], there.deal_id, deal(vendor="Acme", payment_terms="Net 60"), 1, by="Ben")
    merge(kb, ids["Bolt"], there.deal_id, deal(vendor="Acme", payment_terms="Net 60"), 2, by="Ben")
    undo(kb, ids["Bolt"], by="Ann")
    assert kb.deal(there.deal_id).version == 2  # type: ignore[union-attr]
    write = kb.inbox.write

    def away(*given: Any) -> None:
        raise StoreUnavailable("The memory is away.")

    kb.inbox.write = away  # type: ignore[method-assign]
    with pytest.raises(StoreUnavailable):
        undo(kb, ids["Acme"], by="Ann")
    kb.inbox.write = write  # type: ignore[method-assign]
    undo(kb, ids["Acme"], by="Ann")
    found = kb.deal(there.deal_id)
    assert found is not None
    assert (found.version, found.payment_terms) == (3, None)
    assert len(pending(kb)) == 2


def test_a_merge_into_a_deal_that_was_changed_since_stays(kb: KnowledgeBase, deal: Write, ids: dict[str, str]) -> None:
    """Taking it back would undo what somebody did; so would taking back an acceptance into which another one was merged."""
    there = kb.log(deal(vendor="Acme"))
    merge(kb, ids["Acme"], there.deal_id, deal(vendor="Acme", payment_terms="Net 60"), 1, by="Ben")
    kb.edit(there.deal_id, deal(vendor="Acme", payment_terms="Net 60", notes="theirs"), 2)
    with pytest.raises(LeverageError, match="Somebody changed this deal"):
        undo(kb, ids["Acme"], by="Ben")
    kb.retract(there.deal_id, "gone")
    with pytest.raises(LeverageError, match="Somebody changed this deal"):
        undo(kb, ids["Acme"], by="Ben")
    assert find(kb, ids["Acme"]).state == "merged"  # type: ignore[union-attr]
    add(kb, [source("Deal: Cobalt, 5% off list\n")], propose=propose)
    receipt = accept(kb, ids["Bolt"], deal(vendor="Bolt"), by="Ann")
    (cobalt,) = pending(kb)
    merge(kb, cobalt.id, receipt.deal_id, deal(vendor="Bolt", notes="more"), 1, by="Ben")
    with pytest.raises(LeverageError, match="Another proposal was merged"):
        undo(kb, ids["Bolt"], by="Ann")


def test_only_what_the_deal_says_has_words(kb: KnowledgeBase, deal: Write) -> None:
    """A value that a person changed, or did not take, is not told by the source; nor is one that was changed later."""
    add(kb, [source(NOTE.replace("Net 60", "Net 60, with waiting a week"))], propose=propose)
    one = next(each for each in pending(kb) if each.proposal.vendor == "Acme")
    told = {"vendor": "Acme", "deal_date": "2026-03-02", "logged_by": "Ann", "discount_pct": 20, "payment_terms": "net 60"}
    receipt = accept(kb, one.id, deal(**told, tactics=[("Waiting a week", "worked")]), by="Ann")

    def words() -> set[str]:
        return set(accepted_from(kb, receipt.deal_id)[0].quotes)

    assert words() == {"vendor", "deal_date", "discount_pct", "payment_terms", "tactics"}
    kb.edit(receipt.deal_id, deal(**told | {"discount_pct": 21}, tactics=[("Waiting a week", "failed")]), 1)
    assert words() == {"vendor", "deal_date", "payment_terms"}
    kb.retract(receipt.deal_id, "gone")
    assert words() == {"vendor", "deal_date", "payment_terms"}


def test_decisions_outlive_the_process(open_kb: Callable[..., KnowledgeBase], deal: Write, store: Path) -> None:
    """A store opened again knows what was decided; one without an inbox has an empty one."""
    kb = open_kb()
    assert (pending(kb), accepted_from(kb, "x")) == ([], ())
    add(kb, [source(NOTE)], propose=propose)
    one, other = pending(kb)
    dismiss(kb, one.id, "no", by=None)
    receipt = accept(kb, other.id, deal(), by="Ann")
    kb.close()
    again = open_kb()
    assert pending(again) == []
    assert len(accepted_from(again, receipt.deal_id)) == 1
    assert again.check() == []
