"""What waits in the inbox: each proposal once, with the words that say so."""

from collections.abc import Callable

from leverage import Deal, KnowledgeBase
from leverage.inbox import accept, accepted_from, add, dismiss, find, pending, source_of
from tests.inbox.plain_notes import NOTE, propose, source


def test_each_proposal_waits_with_the_text_that_says_so(kb: KnowledgeBase) -> None:
    """What is kept reads back as it was proposed, and every quote is a slice of the text."""
    report = add(kb, [source(NOTE)], by="Ann", propose=propose)
    assert (report.read, report.proposed, report.known) == (1, 2, 0)
    found = pending(kb)
    assert {each.proposal.vendor for each in found} == {"Acme", "Bolt"}
    assert [each.proposal for each in found if each.proposal.vendor == "Acme"] == propose(NOTE)[:1]
    for each in found:
        text = source_of(kb, each.id).text
        assert text == NOTE
        assert all(text[one.start : one.end] == one.text for quotes in each.proposal.quotes.values() for one in quotes)
        assert (each.source_name, each.found_by, each.state) == ("note.txt", "Ann", "open")


def test_the_same_text_is_read_once(kb: KnowledgeBase) -> None:
    """Under another name, with other line ends or as an attachment it brings the same proposals, which are known."""
    add(kb, [source(NOTE)], propose=propose)
    again = [source(NOTE, "copy.txt"), source(NOTE.replace("\n", "\r\n").replace("Net 60\r", "Net 60"), "mail.eml › note.txt")]
    report = add(kb, again, propose=propose)
    assert (report.proposed, report.known) == (0, 4)
    assert len(pending(kb)) == 2


def test_accepting_logs_the_deal(kb: KnowledgeBase, deal: Callable[..., Deal]) -> None:
    """The deal counts, knows where it came from, and the proposal waits no longer."""
    add(kb, [source(NOTE)], propose=propose)
    one = next(each for each in pending(kb) if each.proposal.vendor == "Acme")
    receipt = accept(kb, one.id, deal(vendor="Acme"), by="Ann")
    assert kb.deal(receipt.deal_id) is not None
    assert [each.proposal.vendor for each in pending(kb)] == ["Bolt"]
    (origin,) = accepted_from(kb, receipt.deal_id)
    assert (origin.source_name, origin.accepted_by, origin.is_merged) == ("note.txt", "Ann", False)
    assert find(kb, one.id).deal_id == receipt.deal_id
    dismiss(kb, pending(kb)[0].id, "a template", by="Ann")
    assert [each.reason for each in pending(kb, "dismissed")] == ["a template"]
