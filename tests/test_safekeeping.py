"""Faults met in review: what made each of them, and that none comes back."""

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase, LeverageError, Memory, directory, formats, people
from leverage.errors import DealErased, EditConflict, StoreUnavailable, UnknownDeal
from tests.fakes import FailingEngine

Write = Callable[..., Deal]
Open = Callable[..., KnowledgeBase]


@pytest.mark.parametrize("problem", [OSError(28, "No space left"), MemoryError(), AttributeError("bindings"), RuntimeError()])
def test_a_fault_that_is_not_the_deals_own_never_sets_it_aside(
    open_kb: Open, deal: Write, monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    """A full disk, no memory left or a broken engine: the deal waits on and goes in when the fault is gone."""
    kb = open_kb()
    kb._outbox.put(kb._writer.change_of(deal(), None))
    kb.close()

    def fail(*_: Any, **__: Any) -> None:
        raise problem

    with monkeypatch.context() as broken:
        broken.setattr("leverage.memory.bank.Bank.retain", fail)
        hurt = open_kb()
        assert len(hurt.waiting()) == 1
        assert hurt.set_aside() == []
        hurt.close()
    again = open_kb()
    assert again.waiting() == []
    assert again.brief("Microsoft").deal_count == 1


@pytest.mark.parametrize("problem", [ValueError("no tenant"), AttributeError("bindings"), OSError("gone")])
def test_a_memory_that_cannot_be_opened_is_said_and_the_deal_waits(
    open_kb: Open, deal: Write, monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    """Whatever Chroma raises while it is opened becomes one sentence, and a deal logged meanwhile is kept."""
    kb = open_kb()
    kb.log(deal(notes="before"))
    kb.banks.engine.recycle()

    def fail(*_: Any) -> None:
        raise problem

    monkeypatch.setattr(type(kb.banks.engine), "_connect", fail)
    with pytest.raises(StoreUnavailable, match="be reached"):
        kb.recall("Microsoft", "anything")
    assert kb.log(deal(notes="meanwhile")).waiting


def test_erasing_a_deal_that_was_moved_leaves_its_mark_in_both_banks(open_kb: Open, deal: Write) -> None:
    """An old copy logged again does not bring the deal back under its first vendor."""
    kb = open_kb()
    receipt = kb.log(deal(vendor="Aaa"))
    kb.edit(receipt.deal_id, deal(vendor="Bbb"), 1)
    kb.forget(receipt.deal_id)
    with pytest.raises(DealErased):
        kb.log(deal(vendor="Aaa"))
    assert kb.vendors() == []


def test_an_erasure_cut_short_hides_the_deal_and_is_finished_at_the_next_start(open_kb: Open, deal: Write) -> None:
    """Between tombstone and deletion nobody reads the deal any more; the check says so, and the next start ends it."""
    kb = open_kb()
    receipt = kb.log(deal(notes="secret words"))
    with pytest.MonkeyPatch.context() as broken:

        def stop(*_: Any) -> None:
            raise StoreUnavailable("The memory is away.")

        broken.setattr("leverage.memory.bank.Bank.erase", stop)
        with pytest.raises(StoreUnavailable):
            kb.forget(receipt.deal_id)
        assert kb.deals("Microsoft") == []
        assert all("secret" not in memory.text for memory in kb.recall("Microsoft", "secret words"))
        assert any("cut short" in finding for finding in kb.check())
        kb.close()
    again = open_kb()
    assert again.check() == []
    assert again.bank("Microsoft").ids_of_deal(receipt.deal_id) == []
    assert again.rebuild_index() == 0
    assert again.check() == []


def test_a_deal_logged_and_retracted_does_not_lead_back_to_an_answer_made_in_between(kb: KnowledgeBase, deal: Write) -> None:
    """The revision that caches go by is a new one each time, also where the same deals count as before."""
    kb.log(deal(notes="stays"))
    first = kb.revision("Microsoft")
    receipt = kb.log(deal(discount_pct=50))
    kb.retract(receipt.deal_id, "a slip")
    assert kb.revision("Microsoft") != first


def test_two_edits_of_one_version_are_not_both_taken_while_the_memory_is_away(kb: KnowledgeBase, deal: Write) -> None:
    """The second is told of the conflict even if it looked before the first was on disk."""
    receipt = kb.log(deal())
    FailingEngine(kb.banks.engine, 1, after=False)
    first = kb._writer.change_of(deal(notes="first"), None)
    edit = replace(first, verb="edit", deal_id=receipt.deal_id, version=2, from_bank=receipt.bank_id)
    kb._outbox.put(edit)
    with pytest.raises(EditConflict):
        kb._outbox.put(replace(edit, values=deal(notes="second").to_json()))
    assert [change.values["notes"] for change in kb.waiting() if change.values] == ["first"]


def test_a_second_telling_under_one_key_does_not_replace_the_deal_that_waits(open_kb: Open, deal: Write) -> None:
    """The first deal under a form's key is the one that goes in, whatever the second click carried."""
    kb = open_kb()
    failing = FailingEngine(kb.banks.engine, 1, after=False)
    assert kb.log(deal(vendor="First", notes="FIRST"), key="k").waiting
    failing.is_broken = False
    assert kb.log(deal(vendor="Second", notes="SECOND"), key="k").existed
    kb.close()
    again = open_kb()
    assert [vendor.name for vendor in again.vendors()] == ["First"]
    assert [each.notes for each in again.deals("First")] == ["FIRST"]


def test_a_clock_that_goes_back_does_not_reorder_a_deals_changes(open_kb: Open, deal: Write) -> None:
    """An edit stamped before the deal it edits still goes in behind it."""
    late, early = datetime(2026, 11, 29, 12, tzinfo=UTC), datetime(2026, 11, 29, 8, tzinfo=UTC)
    kb = open_kb(clock=lambda: late)
    FailingEngine(kb.banks.engine, 1, after=False)
    receipt = kb.log(deal(notes="one"))
    kb._clock = lambda: early
    assert kb.edit(receipt.deal_id, deal(notes="two"), 1).waiting
    kb.close()
    again = open_kb()
    assert again.set_aside() == []
    assert [each.notes for each in again.deals("Microsoft")] == ["two"]


def test_a_full_disk_is_said_and_leaves_no_half_file(open_kb: Open, deal: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is acknowledged that is not on disk, and of a batch that failed none goes in later."""
    kb = open_kb()
    calls = iter(range(100))

    def full(_: int) -> None:
        if next(calls) == 4:
            raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("leverage.outbox.os.fsync", full)
        with pytest.raises(StoreUnavailable, match="not saved"):
            kb.log_many([(deal(notes=str(n)), None) for n in range(10)])
    assert kb.waiting() == []
    kb.close()
    assert open_kb().vendors() == []


def test_a_closed_knowledge_base_takes_and_tells_nothing(kb: KnowledgeBase, deal: Write) -> None:
    """After closing, the store may be somebody else's."""
    kb.close()
    for use in (lambda: kb.log(deal()), kb.vendors, lambda: kb.brief("Microsoft")):
        with pytest.raises(StoreUnavailable, match="closed"):
            use()


def test_a_vendor_named_like_a_bank_id_has_its_own_deals(kb: KnowledgeBase, deal: Write) -> None:
    """A name goes before an id, so one vendor's deals are never another's."""
    kb.log(deal(vendor="Microsoft", notes="theirs"))
    assert [each.notes for each in kb.deals("vendor-microsoft")] == ["theirs"]
    kb.log(deal(vendor="vendor-microsoft", notes="its own"))
    assert [each.notes for each in kb.deals("vendor-microsoft")] == ["its own"]
    assert [each.notes for each in kb.deals("Microsoft")] == ["theirs"]


def test_broken_text_finds_nothing_and_raises_nothing_raw(kb: KnowledgeBase, deal: Write) -> None:
    """Lone halves of characters and invisible names lead nowhere."""
    kb.log(deal())
    for name in ("\ud800", "\u200b", "Nobody\ud800"):
        assert kb.deals(name) == []
        assert kb.vendor(name) is None
        assert kb.recall(name, "x") == []
    assert kb.deal("\ud800") is None
    with pytest.raises(UnknownDeal):
        kb.retract("\ud800", "x")
    with pytest.raises(LeverageError):
        kb.retract(kb.deals("Microsoft")[0].deal_id or "", "\ud800")
    assert kb.log(deal(notes="x"), key="\ud800").deal_count == 2


@pytest.mark.parametrize("content", ["[]", "{}", '{"verb": "log"}', "not json"])
def test_a_strange_file_in_the_outbox_stops_nobody(open_kb: Open, store: Path, deal: Write, content: str) -> None:
    """It is set aside with a reason, and everything else goes on."""
    kb = open_kb()
    (store / "outbox" / "strange.json").write_text(content, "utf-8")
    kb._outbox.put(kb._writer.change_of(deal(), None))
    kb.close()
    again = open_kb()
    assert again.brief("Microsoft").deal_count == 1
    assert [record["why"] for record in again.set_aside()] == ["The file can't be read."]


def test_while_the_index_is_being_read_deals_wait_and_changes_are_put_off(
    open_kb: Open, store: Path, deal: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is decided on half a list: a deal is kept on disk, an erasure says to try again."""
    kb = open_kb()
    receipt = kb.log(deal(notes="old"))
    kb.close()
    (store / "index.sqlite3").unlink()
    go_on = threading.Event()
    read = KnowledgeBase._rebuild_index

    def read_later(self: KnowledgeBase) -> int:
        go_on.wait(20)
        return read(self)

    monkeypatch.setattr(KnowledgeBase, "_rebuild_index", read_later)
    again = open_kb(wait=False)
    assert again.log(deal(notes="new")).waiting
    with pytest.raises(StoreUnavailable, match="being read"):
        again.forget(receipt.deal_id)
    go_on.set()
    pause = threading.Event()
    for _ in range(300):
        if not again.waiting() and again.vendors():
            break
        pause.wait(0.05)
    assert again.brief("Microsoft").deal_count == 2
    assert again.check() == []


def test_the_second_of_two_equal_deals_in_one_call_is_told_as_there(kb: KnowledgeBase, deal: Write) -> None:
    """A file that names a deal twice adds it once, and says so."""
    assert [receipt.existed for receipt in kb.log_many([(deal(), None), (deal(), None)])] == [False, True]


def test_a_retraction_that_waits_can_be_undone(open_kb: Open, deal: Write) -> None:
    """What waits counts as done for what comes after it."""
    kb = open_kb()
    receipt = kb.log(deal())
    FailingEngine(kb.banks.engine, 1, after=False)
    assert kb.retract(receipt.deal_id, "a slip").waiting
    with pytest.raises(UnknownDeal, match="Restore it"):
        kb.edit(receipt.deal_id, deal(notes="x"), 2)
    assert kb.restore(receipt.deal_id).waiting
    kb.close()
    again = open_kb()
    assert again.brief("Microsoft").deal_count == 1
    assert again.waiting() == []


@pytest.mark.parametrize("damage", ["half", "noise", "gone"])
@pytest.mark.folder
def test_the_index_files_of_a_small_bank_are_never_read(
    kb: KnowledgeBase, store: Path, open_kb: Open, deal: Write, damage: str
) -> None:
    """Below a thousand memories nothing but the database counts: damage to the files changes no answer, and all is well."""
    for n in range(6):
        kb.log(deal(vendor=("Acme", "Beta")[n % 2], notes=f"remark {n}", payment_terms=f"Net {n + 30}"))

    def answers(asked: KnowledgeBase) -> object:
        hits = {name: [(hit.text, hit.score) for hit in asked.recall(name, "remark", limit=50)] for name in ("Acme", "Beta")}
        return hits, asked.brief("Acme").to_dict()

    before = answers(kb)
    kb.close()
    files = [path for path in (store / "banks").rglob("*.bin") if path.name in ("header.bin", "length.bin")]
    assert len(files) == 4
    for path in files:
        data = path.read_bytes()
        path.unlink()
        if damage != "gone":
            path.write_bytes(data[: len(data) // 2] if damage == "half" else b"\xff" * len(data))
    again = open_kb()
    assert again.check() == []
    assert answers(again) == before
    assert again.forget(again.log(deal(vendor="Acme", notes="one more")).deal_id)
    assert again.check() == []
    assert answers(again) == before


def test_broken_characters_are_refused_before_anything_is_written(kb: KnowledgeBase, store: Path, deal: Write) -> None:
    """The bug: in the name of who makes a change they raised raw, left a half file, or a vendor cut short."""
    deal_id = kb.log(deal(vendor="Acme")).deal_id
    kb.log(deal(vendor="Beta"))
    broken = "\ud800"
    done = directory.rename(kb, "Acme", "Acme Works")
    for call in (
        lambda: kb.retract(deal_id, "a slip", by=broken),
        lambda: kb.retract(deal_id, broken),
        lambda: kb.restore(deal_id, by=broken),
        lambda: kb.edit(deal_id, deal(vendor="Acme", notes="x"), 1, by=broken),
        lambda: directory.rename(kb, "Acme", "Acme 2", by=broken),
        lambda: directory.rename(kb, "Acme", broken),
        lambda: directory.undo(kb, done.id, by=broken),
        lambda: directory.merge(kb, "Acme", "Beta", by=broken),
        lambda: directory.split(kb, "Acme", [deal_id], "Core", by=broken),
        lambda: directory.split(kb, "Acme", [deal_id], broken),
        lambda: directory.add_alias(kb, "Acme", broken),
        lambda: directory.set_parent(kb, "Acme", broken),
        lambda: directory.add_note(kb, "Acme", "FY", "June", "a report", by=broken),
        lambda: directory.add_note(kb, "Acme", "FY", broken, "a report", by="Ann"),
        lambda: people.merge(kb, "person", "P. Nair", "Priya Nair", by=broken),
        lambda: people.merge(kb, "person", broken, "Priya Nair"),
        lambda: people.set_left(kb, broken, has_left=True),
        lambda: people.undo(kb, "x", by=broken),
        lambda: kb.bank("Acme").retain([Memory("m", broken)]),
    ):
        with pytest.raises(LeverageError, match=r"^[A-Z].*broken characters.*\.$"):
            call()
    assert kb.check() == []
    assert kb.waiting() == []
    assert [each.name for each in (store / "outbox").iterdir()] == [formats.WITNESS]
    assert kb.deal(deal_id) == deal(vendor="Acme")
    assert [vendor.name for vendor in kb.vendors()] == ["Acme Works", "Beta"]


def test_a_change_that_cannot_be_written_leaves_no_half_file(kb: KnowledgeBase, store: Path, deal: Write) -> None:
    """Whatever reaches the outbox unchecked is refused there."""
    change = replace(kb._writer.change_of(deal(), None), by="\ud800")
    with pytest.raises(LeverageError, match="broken characters"):
        kb._outbox.put(change)
    assert [each.name for each in (store / "outbox").iterdir()] == [formats.WITNESS]
