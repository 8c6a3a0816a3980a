"""Replicas agree: what one writes, every other one tells."""

import contextlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from leverage import Deal, KnowledgeBase, directory, erasure, people, savings, upkeep
from leverage.access.person import Person
from leverage.errors import EditConflict

WITHIN = 5.0  # seconds

OpenReplica = Callable[..., KnowledgeBase]


def soon(told: Callable[[], Any], wanted: Any, within: float = WITHIN) -> None:
    """Wait until something is told; a replica may lag behind by a few seconds."""
    ends = time.monotonic() + within
    while (there := told()) != wanted and time.monotonic() < ends:
        time.sleep(0.1)
    assert there == wanted


def test_a_deal_logged_at_one_is_told_by_every_other(replica: OpenReplica, deal: Callable[..., Deal]) -> None:
    """Lists, counts, confidence, brief and recall alike, without anybody asking for it."""
    one, two = replica("one"), replica("two")
    for discount in (5, 10, 15):
        one.log(deal(vendor="Acme", discount_pct=discount, notes=f"Round {discount}"))
    soon(lambda: [(each.name, each.deal_count, each.confidence) for each in two.vendors()], [("Acme", 3, "Medium")])
    assert two.brief("Acme").content() == one.brief("Acme").content()
    assert len(two.deals("Acme")) == 3
    assert [each.text for each in two.recall("Acme", "Round 15")] == [each.text for each in one.recall("Acme", "Round 15")]
    assert two.check() == []


def test_of_two_edits_at_once_one_is_told_of_the_other(replica: OpenReplica, deal: Callable[..., Deal]) -> None:
    """At once, without waiting until the other replica has followed."""
    one, two = replica("one"), replica("two")
    deal_id = one.log(deal(vendor="Acme", notes="First")).deal_id
    soon(lambda: two.deal(deal_id) is not None, True)
    one.edit(deal_id, deal(vendor="Acme", notes="Second"), 1)
    with pytest.raises(EditConflict, match="meanwhile"):
        two.edit(deal_id, deal(vendor="Acme", notes="Third"), 1)
    assert two.deal(deal_id).notes == "Second"  # type: ignore[union-attr]


def test_of_edits_that_contend_each_version_has_one_winner(replica: OpenReplica, deal: Callable[..., Deal]) -> None:
    """Whoever lost is told so, and each version that was acknowledged stands in the history once."""
    sites = [replica("one"), replica("two")]
    deal_id = sites[0].log(deal(vendor="Acme", notes="First")).deal_id
    won: list[str] = []
    start = threading.Barrier(2)

    def edit(n: int) -> None:
        start.wait()
        for turn in range(10):
            record = sites[n].record(deal_id)
            if record is None:
                continue
            with contextlib.suppress(EditConflict):
                receipt = sites[n].edit(deal_id, deal(vendor="Acme", notes=f"{n} wrote {turn}"), record.version)
                assert not receipt.waiting
                won.append(f"{n} wrote {turn}")

    threads = [threading.Thread(target=edit, args=(n,)) for n in range(2)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    record = sites[0].record(deal_id)
    assert record is not None
    told = [state["deal"]["notes"] for state in record.history] + [record.values["notes"]]
    assert sorted(told[1:]) == sorted(won)
    assert len(won) >= 10


def test_a_first_deal_logged_at_two_at_once_makes_one_vendor(replica: OpenReplica, deal: Callable[..., Deal]) -> None:
    """Under two spellings of its name, too."""
    sites = [replica("one"), replica("two")]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda n: sites[n].log(deal(vendor=("Acme Inc", "ACME  Inc")[n], notes=f"{n}")), range(2)))
    for site in sites:
        soon(lambda site=site: [each.deal_count for each in site.vendors()], [2])  # type: ignore[misc]
        assert site.check() == []


def test_a_merge_is_known_to_whoever_logs_next(replica: OpenReplica, deal: Callable[..., Deal]) -> None:
    """A deal logged elsewhere under the old name, a moment later, is with the vendor that it leads to since."""
    one, two = replica("one"), replica("two")
    one.log(deal(vendor="Acme"))
    one.log(deal(vendor="Akme", notes="Other"))
    soon(lambda: len(two.vendors()), 2)
    directory.merge(one, "Akme", "Acme")
    receipt = two.log(deal(vendor="Akme", notes="Late"))
    assert (receipt.bank_id, receipt.deal_count) == ("vendor-acme", 3)
    assert [each.name for each in two.vendors()] == ["Acme"]
    soon(lambda: len(one.deals("Acme")), 3)
    assert one.check() == two.check() == []


def test_retracted_and_restored_elsewhere(replica: OpenReplica, deal: Callable[..., Deal]) -> None:
    """A deal comes and goes at every replica."""
    one, two = replica("one"), replica("two")
    deal_id = one.log(deal(vendor="Acme", notes="A quill")).deal_id
    soon(lambda: len(two.recall("Acme", "quill")) > 0, True)
    one.retract(deal_id, "Typed twice")
    soon(lambda: (two.deals("Acme"), two.recall("Acme", "quill")), ([], []))
    one.restore(deal_id)
    soon(lambda: len(two.deals("Acme")), 1)


def test_what_is_erased_at_one_stays_nowhere_at_the_others(
    replica: OpenReplica, deal: Callable[..., Deal], tmp_path: Path
) -> None:
    """Neither a deal nor a vendor: in no list, and in no file of another replica."""
    one, two = replica("one"), replica("two")
    kept = one.log(deal(vendor="Acme", notes="Kept")).deal_id
    gone = one.log(deal(vendor="Acme", notes="Quillfeather")).deal_id
    one.log(deal(vendor="Zyzzogeton", notes="Other"))
    soon(lambda: len(two.vendors()), 2)
    assert "Quillfeather" in repr(two.brief("Acme"))
    assert savings.savings(two) is not None
    erasure.erase_deal(one, gone)
    erasure.erase_vendor(one, "Zyzzogeton")
    soon(lambda: [each.name for each in two.vendors()], ["Acme"])
    soon(lambda: two.record(gone), None)
    assert [each.deal_id for each in two.ask_index(lambda index: index.deals())] == [kept]
    two.close()
    left = [path.name for path in (tmp_path / "two").rglob("*") if path.is_file() and _tells(path)]
    assert left == []


def _tells(path: Path) -> bool:
    held = path.read_bytes()
    return b"Quillfeather" in held or b"Zyzzogeton" in held or b"zyzzogeton" in held


def test_names_are_changed_at_every_replica(replica: OpenReplica, deal: Callable[..., Deal]) -> None:
    """People under their names as they are now."""
    one, two = replica("one"), replica("two")
    one.log(deal(vendor="Acme", logged_by="P. Nair"))
    one.log(deal(vendor="Acme", logged_by="Priya Nair", notes="Second"))
    soon(lambda: two.people(), ["P. Nair", "Priya Nair"])
    people.merge(one, "person", "P. Nair", "Priya Nair")
    soon(lambda: two.people(), ["Priya Nair"])


def test_a_restricted_deal_is_never_shown_elsewhere_before_it_is_known_whom_it_is_for(
    replica: OpenReplica, deal: Callable[..., Deal]
) -> None:
    """Not for the moment in which the banks hold it and the other replica's index does not."""
    one, two = replica("one"), replica("two")
    one.log(deal(vendor="Acme", notes="Open"))
    soon(lambda: len(two.deals("Acme")), 1)
    reader = two.view(Person("rita@corp.example", "Sales"))
    known = one.log(deal(vendor="Acme", notes="A quill", product="Pens")).deal_id
    soon(lambda: len(two.deals("Acme")), 2)
    seen: list[str] = []
    is_done = threading.Event()

    def look() -> None:
        while not is_done.is_set():
            two.banks.contents.clear()
            seen.append(repr(reader.brief("Acme")) + repr(reader.recall("Acme", "A zyzzogeton of a quill")))

    looking = threading.Thread(target=look)
    looking.start()
    one.log(deal(vendor="Acme", notes="A zyzzogeton", visible_to=["Finance"]))
    one.edit(known, deal(vendor="Acme", notes="A zyzzogeton of a quill", product="Pens", visible_to=["Finance"]), 1)
    soon(lambda: len(two.deals("Acme")), 3)
    soon(lambda: reader.brief("Acme").restricted, 2)
    is_done.set()
    looking.join()
    assert len(seen) > 5
    assert not any("zyzzogeton" in each for each in seen)
    assert "zyzzogeton" in repr(two.brief("Acme"))


def test_a_replica_that_was_away_catches_up_without_reading_all_banks(
    replica: OpenReplica, deal: Callable[..., Deal], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It reads what the journal names, however long it was away."""
    one, two = replica("one"), replica("two")
    one.log(deal(vendor="Acme"))
    one.log(deal(vendor="Bolt"))
    soon(lambda: len(two.vendors()), 2)
    time.sleep(2.5)  # until it has noted how far it has read
    two.close()
    one.log(deal(vendor="Cork"))
    one.retract(_first(one, "Bolt"), "Typed twice")
    read: list[int] = []
    monkeypatch.setattr(upkeep, "rebuild", lambda *args: read.append(1))
    two = replica("two")
    assert [each.name for each in two.vendors()] == ["Acme", "Cork"]
    assert read == []
    assert two.check() == []


def _first(kb: KnowledgeBase, vendor: str) -> str:
    return next(row.deal_id for row in kb.ask_index(lambda index: index.deals()) if row.vendor == vendor)
