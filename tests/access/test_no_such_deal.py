"""A deal that is kept from somebody, one that was erased and one that never was: whoever asks for it hears the same."""

from collections.abc import Callable
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase, erasure, inbox
from leverage.access.person import Person
from leverage.errors import UnknownDeal
from tests.inbox.plain_notes import NOTE, propose, source

Write = Callable[..., Deal]

CORA = Person("cora@corp.example", "IT", "curator", "Cora Lane")
WAYS: dict[str, Callable[[Any, str, Deal], Any]] = {
    "edit": lambda view, deal_id, deal: view.edit(deal_id, deal, 1),
    "retract": lambda view, deal_id, _: view.retract(deal_id, "Wrong."),
    "restore": lambda view, deal_id, _: view.restore(deal_id),
    "merge": lambda view, deal_id, deal: inbox.merge(view, inbox.pending(view)[0].id, deal_id, deal, 1),
}


@pytest.mark.parametrize("way", WAYS)
def test_whichever_it_is_the_error_is_one(kb: KnowledgeBase, deal: Write, way: str) -> None:
    """Of one class and in the same words, and the trail tells of none of them by another act."""
    inbox.add(kb, [source(NOTE)], propose=propose)
    kept_back = kb.log(deal(vendor="Acme", visible_to=["Finance"])).deal_id
    retracted = kb.log(deal(vendor="Acme", visible_to=["Finance"], discount_pct=3)).deal_id
    kb.retract(retracted, "Twice.")
    kb.log(deal(vendor="Acme", discount_pct=1))
    erased = kb.log(deal(vendor="Acme", visible_to=["Finance"], discount_pct=2)).deal_id
    erasure.erase_deal(kb, erased)
    view, heard = kb.view(CORA), set[tuple[type, str]]()
    for deal_id in (kept_back, retracted, erased, "0" * 32):
        assert view.record(deal_id) is None
        assert view.home_of(deal_id) is None
        with pytest.raises(UnknownDeal) as caught:
            WAYS[way](view, deal_id, deal(vendor="Acme", notes="More."))
        heard.add((caught.type, str(caught.value)))
    assert len(heard) == 1
    assert len(kb.deals("Acme")) == 2
