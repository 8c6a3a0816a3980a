"""Nobody waits in vain: not for turns that could not be let go, and no thread of a replica for another one of it."""

import sqlite3
import threading
from collections.abc import Callable
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase
from leverage.errors import StoreUnavailable
from leverage.memory.journal import Entry, Journal
from tests.replicas.test_replicas import soon

OpenReplica = Callable[..., KnowledgeBase]
turns_of = Journal.turns


@pytest.mark.parametrize("call", ["clock", "put", "claim", "drop"])
def test_a_turn_that_could_not_be_let_go_is_let_go_once_the_server_is_back(
    replica: OpenReplica, deal: Callable[..., Deal], monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """Whichever call to the server fails: others need not wait until the turn ends, and learn of what was written."""
    one, two = replica("one"), replica("two")
    one.log(deal(vendor="Acme", notes="First"))
    asked = getattr(Journal, call)

    def answer_is_lost(journal: Journal, *given: Any) -> None:
        asked(journal, *given)  # that far the server got
        raise StoreUnavailable("The memory is away.")

    def is_away(*_: Any) -> None:
        raise StoreUnavailable("The memory is away.")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, call, answer_is_lost if call in ("claim", "drop") else is_away)
        one.log(deal(vendor="Acme", notes="Second"))
        assert [each.name for each in Journal(one.banks.engine).held()] == ["vendor-acme"]  # type: ignore[arg-type]
    assert not two.log(deal(vendor="Acme", notes="Third")).waiting
    for kb in (one, two):
        soon(lambda kb=kb: sorted(str(each.notes) for each in kb.deals("Acme")), ["First", "Second", "Third"], within=30)
    soon(lambda: two.ask_index(lambda index: index.unsettled()), [])
    assert one.check() == two.check() == []


def test_whoever_closes_waits_for_no_other_replica(
    replica: OpenReplica, deal: Callable[..., Deal], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What could not go in since another replica holds the vendor waits on disk, and goes in at the next start."""
    one, two = replica("one"), replica("two")
    one.log(deal(vendor="Acme", notes="First"))
    asked: list[str] = []
    with one.banks.sharing.holding("vendor-acme"):
        two.banks.sharing.wait_no_more()
        with monkeypatch.context() as patch:
            patch.setattr(Journal, "turns", lambda journal, name: asked.append(name) or turns_of(journal, name))
            assert two.log(deal(vendor="Acme", notes="Second")).waiting
            assert asked.count("vendor-acme") <= 2  # of the log, and of what brings in later
        two.close()
    two = replica("two")
    soon(lambda: sorted(str(each.notes) for each in two.deals("Acme")), ["First", "Second"], within=30)


def test_a_damaged_index_that_is_noticed_while_following_holds_up_nobody(
    replica: OpenReplica, deal: Callable[..., Deal], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever follows others waited for whoever reads all banks, and the other way round, for ever."""
    kb = replica("one")
    kb.log(deal(vendor="Acme"))
    kb.sharing.stop()
    is_following, is_reading, refused = threading.Event(), threading.Event(), []
    begin = kb.sharing.begin

    def malformed(_: Any) -> None:
        raise sqlite3.DatabaseError("The database disk image is malformed.")

    def bring_in(*_: Any) -> None:
        is_following.set()
        assert is_reading.wait(60)
        with pytest.raises(StoreUnavailable, match="Try again") as refusal:
            kb.ask_index(malformed)
        refused.append(refusal)

    def begin_later() -> int:
        is_reading.set()
        assert is_following.wait(60)
        return begin()

    journal = Journal(kb.banks.engine)  # type: ignore[arg-type]
    journal.put([Entry("vendor-acme", "", journal.clock() + 1, "another")])
    kb.sharing.follow(bring_in)
    monkeypatch.setattr(kb.sharing, "begin", begin_later)
    threads = [threading.Thread(target=each, daemon=True) for each in (kb.sharing.catch_up, kb.rebuild_index)]
    for each in threads:
        each.start()
    for each in threads:
        each.join(60)
        assert not each.is_alive()
    assert refused
