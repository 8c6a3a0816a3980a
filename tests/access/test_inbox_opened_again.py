"""A decision about a proposal that is taken back: who may do so, and who reads the proposal and its text afterwards."""

from collections.abc import Callable

import pytest

from leverage import Deal, KnowledgeBase, LeverageError
from leverage.access.person import Person
from leverage.blotting import Blotter
from leverage.errors import NotAllowed
from leverage.inbox import accept, add, dismiss, find, merge, pending, source_of, take_back, undo
from leverage.inbox_words import without_person
from tests.inbox.plain_notes import NOTE, propose, source

Write = Callable[..., Deal]

FAY = Person("fay@corp.example", "Finance", "contributor", "Fay Finance")
IAN = Person("ian@corp.example", "IT", "contributor", "Ian IT")
CORA = Person("cora@corp.example", "Legal", "curator", "Cora Lane")


@pytest.fixture
def acme(kb: KnowledgeBase) -> str:
    """The id of a proposal about Acme; its text holds another one about Bolt."""
    add(kb, [source(NOTE)], propose=propose)
    return next(each.id for each in pending(kb) if each.proposal.vendor == "Acme")


def reads(kb: KnowledgeBase, person: Person, pending_id: str) -> bool:
    """Say whether a person reads a proposal, however they look."""
    view = kb.view(person)
    ways = {find(view, pending_id) is not None, any(each.id == pending_id for each in pending(view))}
    try:
        ways.add(bool(source_of(view, pending_id).text))
    except LeverageError:
        ways.add(False)
    assert len(ways) == 1, "The ways to look do not agree."
    return ways.pop()


def test_what_was_kept_back_stays_so_when_its_acceptance_is_taken_back(kb: KnowledgeBase, deal: Write, acme: str) -> None:
    """The deal is retracted then, and the proposal open: neither it nor its text is read by whom the deal was kept from."""
    accept(kb.view(FAY), acme, deal(vendor="Acme", visible_to=["Finance"]), by=None)
    undo(kb.view(FAY), acme)
    assert reads(kb, FAY, acme)
    assert not reads(kb, IAN, acme)
    with pytest.raises(LeverageError, match="not in the inbox any more"):
        accept(kb.view(IAN), acme, deal(vendor="Acme"), by=None)
    dismiss(kb.view(FAY), acme, "No deal.", by=None)
    assert find(kb.view(IAN), acme) is None


def test_what_was_merged_into_a_deal_stays_kept_back_with_it(kb: KnowledgeBase, deal: Write, acme: str) -> None:
    """Also where the proposal became part of another deal since, which everybody reads."""
    first = kb.view(FAY).log(deal(vendor="Acme", visible_to=["Finance"]))
    merge(kb.view(FAY), acme, first.deal_id, deal(vendor="Acme", visible_to=["Finance"], notes="More."), 1)
    undo(kb.view(FAY), acme)
    assert reads(kb, FAY, acme)
    assert not reads(kb, IAN, acme)
    second = kb.view(FAY).log(deal(vendor="Acme", discount_pct=4))
    merge(kb.view(FAY), acme, second.deal_id, deal(vendor="Acme", discount_pct=4, notes="More."), 1)
    assert find(kb.view(IAN), acme) is None
    kb.edit(first.deal_id, deal(vendor="Acme"), 3)
    assert find(kb.view(IAN), acme) is not None


def test_what_another_decided_is_taken_back_from_curator_on(kb: KnowledgeBase, deal: Write, acme: str) -> None:
    """Whoever decided may do so, too; where nobody is known to have dismissed it, it takes the role."""
    dismiss(kb.view(FAY), acme, "No deal.", by=None)
    for again in (undo, take_back):
        with pytest.raises(NotAllowed, match="takes the role curator"):
            again(kb.view(IAN), acme)
        assert find(kb, acme).state == "dismissed"  # type: ignore[union-attr]
        again(kb.view(FAY), acme)
        assert find(kb, acme).state == "open"  # type: ignore[union-attr]
        dismiss(kb.view(FAY), acme, "No deal.", by=None)
    take_back(kb.view(CORA), acme)
    dismiss(kb, acme, "No deal.", by="Somebody")
    with pytest.raises(NotAllowed):
        take_back(kb.view(FAY), acme)
    take_back(kb, acme)
    accept(kb.view(FAY), acme, deal(vendor="Acme"), by=None)
    with pytest.raises(NotAllowed):
        undo(kb.view(IAN), acme)
    assert kb.count() == 1
    undo(kb.view(FAY), acme)
    assert kb.count() == 0


def test_the_address_of_whoever_decided_goes_with_their_name(kb: KnowledgeBase, acme: str) -> None:
    """Where a person is erased, nothing of a decision tells of them any more."""
    dismiss(kb.view(FAY), acme, "No deal.", by=None)
    stored = kb.inbox.read([f"proposal:{acme}"])[f"proposal:{acme}"]
    assert stored["decided"]["entered_by"] == FAY.email
    told = without_person(Blotter(["Fay Finance"])).proposal(stored)
    assert told["decided"]["entered_by"] is None
    assert "fay" not in repr(told).lower()
