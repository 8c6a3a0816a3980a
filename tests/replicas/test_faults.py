"""The server away, hung or killed: pages stay up on what they have, deals wait, and nothing is lost or doubled."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase
from leverage.errors import StoreUnavailable
from leverage.memory.journal import Journal, Turn
from leverage.replicas import turns
from tests.chroma_server import ChromaServer
from tests.replicas.test_replicas import soon

OpenOn = Callable[..., KnowledgeBase]


def short_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a turn last for some seconds only, at replicas that are opened after this."""
    monkeypatch.setenv("LEVERAGE_CHROMA_TIMEOUT", "2")
    monkeypatch.setattr(turns, "LASTS", 7.0)
    monkeypatch.setattr(turns, "RENEWED_AFTER", 2.0)


def test_while_the_server_is_away_deals_wait_and_lists_stand(
    open_on: OpenOn, own_chroma: ChromaServer, deal: Callable[..., Deal]
) -> None:
    """They go in when it is back, once each."""
    kb = open_on(own_chroma, "one")
    kb.log(deal(vendor="Acme", notes="Before"))
    own_chroma.kill()
    receipt = kb.log(deal(vendor="Acme", notes="Meanwhile"))
    assert receipt.waiting
    assert [(each.name, each.deal_count) for each in kb.vendors()] == [("Acme", 1)]
    with pytest.raises(StoreUnavailable, match="can't be reached"):
        kb.brief("Acme")
    own_chroma.start()
    soon(lambda: [(each.name, each.deal_count) for each in kb.vendors()], [("Acme", 2)], within=30)
    assert kb.waiting() == []
    assert {each.notes for each in kb.deals("Acme")} == {"Before", "Meanwhile"}
    assert kb.check() == []


def test_a_server_that_hangs_holds_nobody_up_for_long(
    open_on: OpenOn, own_chroma: ChromaServer, deal: Callable[..., Deal], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every call ends in time, the deal waits, and goes in when the server goes on; a write that it had taken is not doubled."""
    monkeypatch.setenv("LEVERAGE_CHROMA_TIMEOUT", "1")
    kb = open_on(own_chroma, "one")
    kb.log(deal(vendor="Acme", notes="Before"))
    own_chroma.hang()
    began = time.monotonic()
    assert kb.log(deal(vendor="Acme", notes="Meanwhile")).waiting
    assert time.monotonic() - began < 10
    with pytest.raises(StoreUnavailable):  # at once: nobody else waits for it
        kb.recall("Acme", "meanwhile")
    own_chroma.go_on()
    soon(lambda: kb.away, None, within=30)
    soon(lambda: len(kb.deals("Acme")), 2, within=60)
    soon(kb.waiting, [], within=30)
    assert kb.check() == []


def test_a_store_opens_on_its_index_while_the_server_is_away(
    open_on: OpenOn, own_chroma: ChromaServer, deal: Callable[..., Deal]
) -> None:
    """The lists of last time are there, and what is logged waits."""
    kb = open_on(own_chroma, "one")
    kb.log(deal(vendor="Acme"))
    kb.close()
    own_chroma.kill()
    kb = open_on(own_chroma, "one")
    assert [(each.name, each.deal_count) for each in kb.vendors()] == [("Acme", 1)]
    assert kb.log(deal(vendor="Bolt")).waiting
    own_chroma.start()
    soon(lambda: [each.name for each in kb.vendors()], ["Acme", "Bolt"], within=30)
    assert kb.check() == []


def test_whoever_dies_while_writing_holds_others_up_for_a_while_only(
    open_on: OpenOn, chroma: ChromaServer, deal: Callable[..., Deal], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it wrote last, and told nobody, is found by whoever comes next, and by all others."""
    short_turns(monkeypatch)
    one, two = open_on(chroma, "one"), open_on(chroma, "two")
    one.log(deal(vendor="Acme"))
    soon(lambda: len(two.deals("Acme")), 1)
    journal = Journal(one.banks.engine)  # type: ignore[arg-type]
    number = max(each.number for each in journal.turns("vendor-acme"))
    journal.put([], [Turn("vendor-acme", number + 1, "of somebody who is gone", 0, True)])
    one.banks.sharing.wrote = lambda *_: None  # type: ignore[method-assign]
    began = time.monotonic()
    receipt = one.log(deal(vendor="Acme", notes="Second"))
    assert not receipt.waiting
    assert time.monotonic() - began > 1
    soon(lambda: [each.deal_count for each in two.vendors()], [2])
    soon(lambda: two.ask_index(lambda index: index.unsettled()), [])
    assert one.check() == two.check() == []


@pytest.mark.parametrize("hours", [-1])
def test_a_clock_that_is_set_loses_nothing_and_holds_nobody_up(
    open_on: OpenOn, chroma: ChromaServer, deal: Callable[..., Deal], monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    """The server's clock, and then back: each replica learns of what the other wrote before, meanwhile and after."""
    short_turns(monkeypatch)
    one, two = open_on(chroma, "one"), open_on(chroma, "two")
    clock = Journal.clock
    one.log(deal(vendor="Acme", notes="Before"))
    soon(lambda: len(two.deals("Acme")), 1)
    for n, shift in enumerate((hours * 3_600_000, 0)):
        monkeypatch.setattr(Journal, "clock", lambda journal, by=shift: clock(journal) + by)
        assert not one.log(deal(vendor="Acme", notes=f"One {n}")).waiting
        assert not two.log(deal(vendor="Bolt", notes=f"Two {n}")).waiting
        for kb in (one, two):
            soon(lambda kb=kb, n=n: [each.deal_count for each in kb.vendors()], [2 + n, 1 + n])
    Journal(one.banks.engine).put([], [Turn("vendor-acme", 900, "of somebody who is gone", 0, True)])  # type: ignore[arg-type]
    assert not two.log(deal(vendor="Acme", notes="Last")).waiting
    soon(lambda: len(one.deals("Acme")), 4)
    assert one.check() == two.check() == []


def test_what_was_told_under_an_earlier_time_than_others_know_is_told_again(
    open_on: OpenOn, chroma: ChromaServer, deal: Callable[..., Deal], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock was ahead when one wrote and set right before the other did, which had not looked meanwhile."""
    one, two, three = (open_on(chroma, each) for each in ("one", "two", "three"))
    for kb in (one, two):
        kb.banks.sharing.stop()
    clock = Journal.clock
    two.log(deal(vendor="Bolt"))
    monkeypatch.setattr(Journal, "clock", lambda each: clock(each) + 3_600_000)
    one.log(deal(vendor="Acme"))
    soon(lambda: [each.name for each in three.vendors()], ["Acme", "Bolt"])
    monkeypatch.setattr(Journal, "clock", clock)
    with monkeypatch.context() as patch:
        patch.setattr(two.banks.sharing, "catch_up", lambda **_: None)
        two.log(deal(vendor="Bolt", notes="Second"))
    two.banks.sharing.catch_up()
    soon(lambda: [each.deal_count for each in three.vendors()], [1, 2])


@pytest.mark.parametrize("cut_off", ["clock", "drop"])
def test_a_turn_that_could_not_be_let_go_is_not_kept_for_ever(
    open_on: OpenOn, chroma: ChromaServer, deal: Callable[..., Deal], monkeypatch: pytest.MonkeyPatch, cut_off: str
) -> None:
    """The line was cut before the write, or between it and the telling: others wait as long as a turn lasts, and no longer."""
    short_turns(monkeypatch)
    one, two = open_on(chroma, "one"), open_on(chroma, "two")
    one.log(deal(vendor="Acme"))
    soon(lambda: len(two.deals("Acme")), 1)
    asked, cuts = getattr(Journal, cut_off), [True]

    def cut(journal: Journal, *given: Any) -> Any:
        if cuts and journal is one.sharing._journal:  # type: ignore[attr-defined]
            raise StoreUnavailable("The line was cut.")
        return asked(journal, *given)

    monkeypatch.setattr(Journal, cut_off, cut)
    one.log(deal(vendor="Acme", notes="Second"))
    cuts.clear()
    two.log(deal(vendor="Acme", notes="Third"))
    for kb in (one, two):
        soon(kb.waiting, [], within=40)
    soon(lambda: [len(each.deals("Acme")) for each in (one, two)], [3, 3], within=30)
