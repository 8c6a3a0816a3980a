"""A process that logs deals is killed at random moments: no acknowledged deal is ever lost."""

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from leverage import Deal, KnowledgeBase
from tests.killing import begun, needs_kill

KILLS = 20

_LOGGING = """
import itertools, sys
from leverage import Deal, KnowledgeBase

from tests.fakes import WordEmbedding
with KnowledgeBase.open(sys.argv[1], embedding=WordEmbedding()) as kb:
    print("open", flush=True)
    for n in itertools.count():
        mark = f"{sys.argv[2]}/{n}"
        receipt = kb.log(Deal(vendor=f"Vendor {n % 5}", deal_date="2026-01-02", logged_by="Ann", department="IT",
                              outcome="agreed", notes=mark, payment_terms=f"Net {n % 90}", tactics=[("asked", "worked")]))
        print(mark, receipt.waiting, flush=True)
"""


@pytest.mark.slow
@needs_kill
def test_no_acknowledged_deal_is_lost_to_a_kill(store: Path, open_kb: Callable[..., KnowledgeBase]) -> None:
    """After 20 kills the store opens, every deal that was told “saved” is there once, and index and banks agree."""
    rng = random.Random(11)
    acknowledged: list[str] = []
    for turn in range(KILLS):
        with begun(_LOGGING, str(store), str(turn)) as process:
            assert process.stdout.readline().strip() == "open"
            time.sleep(rng.uniform(0, 0.6))
            process.kill()
            lines = process.stdout.read().splitlines()
        acknowledged += [line.split()[0] for line in lines if line.endswith(("True", "False"))]
    assert len(acknowledged) > KILLS
    kb = open_kb()
    found = [each.notes for vendor in kb.vendors() for each in kb.deals(vendor.name)]
    assert len(found) == len(set(found))
    assert set(acknowledged) <= set(found)
    assert kb.waiting() == []
    assert kb.check() == []
    for vendor in kb.vendors():
        assert kb.brief(vendor.name).deal_count == vendor.deal_count
        assert kb.recall(vendor.name, "asked", limit=3)


_MOVING = """
import itertools, sys
from leverage import Deal, KnowledgeBase, directory, erasure
from tests.fakes import WordEmbedding
with KnowledgeBase.open(sys.argv[1], embedding=WordEmbedding()) as kb:
    print("open", flush=True)
    for n in itertools.count():
        if len(kb.vendors()) > 1:
            one, other = [vendor.bank_id for vendor in kb.vendors()][:2]
            merged = directory.merge(kb, one, other)
            print("merged", flush=True)
            if n % 2:
                directory.undo(kb, merged.id)
        home = kb.vendors()[0].bank_id
        ids = [deal.deal_id for deal in kb.deals(home)]
        directory.split(kb, home, ids[: len(ids) // 2], f"Vendor {sys.argv[2]} {n}")
        print("split", flush=True)
        if n < 3:
            erasure.erase_person(kb, f"Person {sys.argv[2]}-{n}")
            print("erased", flush=True)
        kb.repair()
"""


@pytest.mark.slow
@needs_kill
def test_no_deal_is_lost_or_doubled_by_a_kill_inside_a_merge_a_split_an_erasure_or_a_repair(
    store: Path, open_kb: Callable[..., KnowledgeBase], deal: Callable[..., Deal]
) -> None:
    """After each kill every deal is there once, and a name being erased is whole or gone."""
    rng = random.Random(12)
    kb = open_kb()
    for n in range(30):
        kb.log(deal(vendor=f"Vendor {n % 2}", notes=f"note {n}", logged_by=f"Person {n % 8}-{n % 3}"))
    kb.close()
    for turn in range(6):
        with begun(_MOVING, str(store), str(turn)) as process:
            assert process.stdout.readline().strip() == "open"
            for _ in range(rng.randint(0, 4)):
                process.stdout.readline()
            time.sleep(rng.uniform(0, 0.2))
            process.kill()
        kb = open_kb()
        found = [each.notes for vendor in kb.vendors() for each in kb.deals(vendor.bank_id)]
        assert sorted(found) == sorted(f"note {n}" for n in range(30)), turn
        found_wrong = [each for each in kb.check() if "folder" not in each]
        assert found_wrong == [], turn
        kb.repair()
        assert kb.check() == [], turn
        for vendor in kb.vendors():
            assert kb.brief(vendor.bank_id).deal_count == vendor.deal_count
        kb.close()
