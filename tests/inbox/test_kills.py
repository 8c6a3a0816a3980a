"""A process is killed while it scans, accepts and merges: doing it again loses nothing and doubles nothing."""

import random
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from leverage import Deal, KnowledgeBase, LeverageError
from leverage.inbox import accept, accepted_from, dismiss, merge, pending, scan, source_of
from tests.inbox.plain_notes import propose
from tests.inbox.test_scanning import READING
from tests.killing import begun, needs_kill

FILES = 30
KILLS = 5

_SCANNING = """
import sys
from leverage import KnowledgeBase
from leverage.inbox import gathering, scan
from tests.fakes import WordEmbedding
from tests.inbox.plain_notes import propose
from tests.inbox.test_scanning import READING
gathering.MOST_AT_ONCE = 4
with KnowledgeBase.open(sys.argv[1], embedding=WordEmbedding()) as kb:
    print("open", flush=True)
    scan(kb, sys.argv[2], reading=READING, propose=propose)
    print("done", flush=True)
"""

_DECIDING = """
import sys
from leverage import Deal, KnowledgeBase
from leverage.inbox import accept, merge, pending
from tests.fakes import WordEmbedding
with KnowledgeBase.open(sys.argv[1], embedding=WordEmbedding()) as kb:
    there = kb.deals("Whole")[0].deal_id
    print("open", flush=True)
    for n, each in enumerate(pending(kb)):
        told = {"department": "IT", "logged_by": "Ann", "deal_date": "2026-01-02", **each.proposal.values()}
        if n % 2:
            accept(kb, each.id, Deal(**told), by="Ann")
        else:
            deal = kb.deal(there)
            signals = [*deal.signals, each.proposal.vendor]
            merge(kb, each.id, there, Deal(**{**deal.values(), "signals": signals}), deal.version, by="Ann")
        print(each.id, flush=True)
"""


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A folder of notes, each of two deals."""
    folder = tmp_path / "notes"
    folder.mkdir()
    for n in range(FILES):
        text = f"Date: 2026-01-02\nDeal: Vendor {n}, {n}% off list\nDeal: Other {n}, 5% off list\n"
        (folder / f"{n}.txt").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.slow
@needs_kill
def test_a_killed_scan_is_done_again(store: Path, notes: Path, open_kb: Callable[..., KnowledgeBase]) -> None:
    """After each kill every proposal is whole or not there; the next scan brings all, once."""
    rng = random.Random(8)
    for _ in range(KILLS):
        with begun(_SCANNING, str(store), str(notes)) as process:
            assert process.stdout.readline().strip() == "open"
            time.sleep(rng.uniform(0, 0.5))
            process.kill()
    kb = open_kb()
    for each in pending(kb):
        text = source_of(kb, each.id).text
        assert all(text[one.start : one.end] == one.text for quotes in each.proposal.quotes.values() for one in quotes)
    scan(kb, notes, reading=READING, propose=propose)
    found = Counter(each.proposal.vendor for each in pending(kb))
    assert found == Counter([f"Vendor {n}" for n in range(FILES)] + [f"Other {n}" for n in range(FILES)])
    assert scan(kb, notes, reading=READING, propose=propose).read == 0
    assert kb.check() == []


@pytest.mark.slow
@needs_kill
def test_a_killed_decision_is_made_again(
    store: Path, notes: Path, open_kb: Callable[..., KnowledgeBase], deal: Callable[..., Deal]
) -> None:
    """Each proposal becomes one deal, or one signal of the deal it was merged into, however often it was cut short."""
    rng = random.Random(9)
    kb = open_kb()
    there = kb.log(deal(vendor="Whole", outcome="open")).deal_id
    scan(kb, notes, reading=READING, propose=propose)
    kb.close()
    acknowledged: set[str] = set()
    for _ in range(KILLS):
        with begun(_DECIDING, str(store)) as process:
            assert process.stdout.readline().strip() == "open"
            lines = [process.stdout.readline() for _ in range(rng.randint(1, 4))]
            time.sleep(rng.uniform(0, 0.2))
            process.kill()
            acknowledged |= {line.strip() for line in (*lines, *process.stdout.readlines()) if line.endswith("\n")}
    kb = open_kb()
    assert acknowledged
    assert acknowledged.isdisjoint(each.id for each in pending(kb))
    for n, each in enumerate(pending(kb)):
        if kb.deals(each.proposal.vendor or ""):  # logged, and not noted
            with pytest.raises(LeverageError, match="is a deal already"):
                dismiss(kb, each.id, "twice", by="Ben")
        elif n % 2:
            told = {"department": "IT", "logged_by": "Ann", "deal_date": "2026-01-02", **each.proposal.values()}
            accept(kb, each.id, Deal(**told), by="Ann")
        else:
            whole = kb.deal(there)
            assert whole is not None
            said = [signal.quote for signal in whole.signals]
            wanted = said if each.proposal.vendor in said else [*said, each.proposal.vendor]
            merge(kb, each.id, there, Deal(**{**whole.values(), "signals": wanted}), whole.version or 0, by="Ann")
    accepted, merged = pending(kb, "accepted"), pending(kb, "merged")
    assert (len(pending(kb)), len(accepted) + len(merged)) == (0, 2 * FILES)
    assert len({each.deal_id for each in accepted}) == len(accepted)
    whole = kb.deal(there)
    assert whole is not None
    said = [signal.quote for signal in whole.signals]
    assert len(said) == len(set(said))
    assert {each.proposal.vendor for each in merged} <= set(said)
    assert len(accepted_from(kb, there)) == len(merged)
    assert kb.count() == 1 + len(accepted)
    assert kb.check() == []
