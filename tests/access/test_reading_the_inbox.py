"""The inbox is read from contributor on: a reader gets no text, no proposal, no report and no count of any."""

from collections.abc import Callable
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase
from leverage.access.person import ROLES, Person
from leverage.errors import NotAllowed
from leverage.inbox import accept, accepted_from, add, find, pending, reports, source_of
from leverage.playbook import lessons
from tests.inbox.plain_notes import NOTE, propose, source

Write = Callable[..., Deal]
Ask = Callable[[KnowledgeBase, str], Any]

WAYS: dict[str, Ask] = {
    "pending": lambda kb, _: pending(kb),
    "accepted": lambda kb, _: pending(kb, "accepted"),
    "find": find,
    "unknown": lambda kb, _: find(kb, "no such proposal"),
    "source_of": source_of,
    "reports": lambda kb, _: reports(kb),
    "read": lambda kb, pending_id: kb.inbox.read([f"proposal:{pending_id}"]),
    "all": lambda kb, _: kb.inbox.all("text"),
    "names": lambda kb, _: kb.inbox.names("text"),
    "listed": lambda kb, _: kb.inbox.listed("open", repr),
    "kept": lambda kb, _: kb.inbox.kept("key", list),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_reader_gets_nothing_of_it(kb: KnowledgeBase, deal: Write, way: str) -> None:
    """Whatever is asked for, the sentence says which role it takes; the others get an answer."""
    add(kb, [source(NOTE)], propose=propose)
    pending_id = pending(kb)[0].id
    for role in ROLES:
        view = kb.view(Person(f"{role}@corp.example", "IT", role))
        if role == "reader":
            with pytest.raises(NotAllowed, match="You may not read the inbox: that takes the role contributor"):
                WAYS[way](view, pending_id)
        else:
            WAYS[way](view, pending_id)


def test_a_reader_still_reads_where_a_deal_came_from(kb: KnowledgeBase, deal: Write) -> None:
    """Its source's name and the words that gave its values, which are the deal's own; not the text."""
    add(kb, [source(NOTE)], propose=propose)
    acme = next(each.id for each in pending(kb) if each.proposal.vendor == "Acme")
    deal_id = accept(kb, acme, deal(vendor="Acme"), by="Ann").deal_id
    (origin,) = accepted_from(kb.view(Person("rita@corp.example", "IT", "reader")), deal_id)
    assert origin.source_name == "note.txt"


def test_a_reader_reads_the_playbook_without_what_scans_say(kb: KnowledgeBase, deal: Write) -> None:
    """The bug: the whole playbook was refused to readers, since a part of its suggestions comes from the inbox."""
    add(kb, [source("Date: 2026-03-02\nFrom: Jonas Weber\n\nDeal: Acme, 20% off list, with Waiting\n")], propose=propose)
    tactics = [("Waiting", "worked"), ("Asked early", "worked")]
    accept(kb, pending(kb)[0].id, deal(vendor="Acme", tactics=tactics), by="Ann")
    reader, contributor = (kb.view(Person(f"{role}@corp.example", "IT", role)) for role in ("reader", "contributor"))  # type: ignore[arg-type]
    assert [each for each in lessons(contributor, "Acme") if each.origin == "scan"]
    assert lessons(reader, "Acme")
    assert not [each for each in lessons(reader, "Acme") if each.origin == "scan"]
    assert lessons(contributor, "Acme") == lessons(kb, "Acme")


FAY = Person("fay@corp.example", "Finance", "contributor", "Fay Finance")
IAN = Person("ian@corp.example", "IT", "contributor", "Ian IT")


def test_a_text_that_is_kept_from_somebody_reads_as_one_that_nobody_added(kb: KnowledgeBase, deal: Write) -> None:
    """Their report, their proposals and the names of records say what they say of a new text; nothing is shared."""
    add(kb.view(FAY), [source(NOTE)], propose=propose)
    theirs = {each.proposal.vendor: each.id for each in pending(kb)}
    accept(kb.view(FAY), theirs["Acme"], deal(vendor="Acme", visible_to=["Finance"]), by=None)
    view = kb.view(IAN)
    assert [view.inbox.names(kind) for kind in ("source", "text", "told", "open", "decided")] == [[]] * 5
    report = add(view, [source(NOTE, "mine.txt")], propose=propose)
    assert (report.read, report.proposed, report.known, len(report.pending_ids)) == (1, 2, 0, 2)
    assert {each.id for each in pending(view)} == set(report.pending_ids)
    assert set(report.pending_ids).isdisjoint(theirs.values())
    assert source_of(view, report.pending_ids[0]).text == NOTE
    again = add(view, [source(NOTE, "mine.txt"), source(f"{NOTE}\nMore.", "more.txt")], propose=propose)
    assert (again.proposed, again.known) == (0, 4)
    assert add(kb.view(FAY), [source(NOTE)], propose=propose).proposed == 0


def test_a_deal_told_in_another_text_is_known_to_whom_it_is_not_kept_from(kb: KnowledgeBase, deal: Write) -> None:
    """The same words in another text are new to whoever does not read the text in which they stood before."""
    add(kb.view(FAY), [source(NOTE)], propose=propose)
    acme = next(each.id for each in pending(kb) if each.proposal.vendor == "Acme")
    accept(kb.view(FAY), acme, deal(vendor="Acme", visible_to=["Finance"]), by=None)
    assert add(kb.view(FAY), [source(f"{NOTE}\nMore.", "more.txt")], propose=propose).proposed == 0
    assert add(kb.view(IAN), [source(f"{NOTE}\nElse.", "else.txt")], propose=propose).proposed == 2
