"""A process that logs deals is killed at random moments: no acknowledged deal is ever lost."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from leverage import KnowledgeBase

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
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_no_acknowledged_deal_is_lost_to_a_kill(store: Path, open_kb: Callable[..., KnowledgeBase]) -> None:
    """After 20 kills the store opens, every deal that was told “saved” is there once, and index and banks agree."""
    rng = random.Random(11)
    acknowledged: list[str] = []
    for turn in range(KILLS):
        with subprocess.Popen(
            [sys.executable, "-c", _LOGGING, str(store), str(turn)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ,
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline().strip() == "open"
            time.sleep(rng.uniform(0, 0.6))
            process.send_signal(signal.SIGKILL)
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
