"""The inbox is read from contributor on: a reader gets no text, no proposal, no report and no count of any."""

from collections.abc import Callable
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase
from leverage.access.person import ROLES, Person
from leverage.errors import NotAllowed
from leverage.inbox import accept, accepted_from, add, find, pending, reports, source_of
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
