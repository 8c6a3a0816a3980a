"""The disk is full, truly: what was not saved is said to be so, what was saved stays, and all goes on once there is room."""

from pathlib import Path

import pytest

from tests.small_disk import CAN_MOUNT, run_on_small_disk

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not CAN_MOUNT, reason="this system lets nobody mount a disk of their own")]

_BEGINNING = """
import itertools, os, sys, time
from pathlib import Path
from leverage import Deal, KnowledgeBase
from leverage.errors import LeverageError
from tests.fakes import WordEmbedding

disk = Path(sys.argv[1])
filler = disk / "filler"
acknowledged, refused, said = [], 0, set()

def fill(but_for):
    with filler.open("ab", buffering=0) as file:
        try:
            while True:
                file.write(bytes(65_536))
        except OSError:
            pass
    os.truncate(filler, max(filler.stat().st_size - but_for, 0))

def log(kb, n):
    global refused
    name = f"deal {n}"
    try:
        receipt = kb.log(Deal(vendor=f"Vendor {n % 3}", deal_date="2026-01-02", logged_by="Ann", department="IT",
                              outcome="agreed", notes=name, tactics=[("asked", "worked")]))
    except LeverageError as problem:
        refused += 1
        said.add(str(problem))
    else:
        acknowledged.append((name, receipt.waiting))

def all_there(kb):
    ends = time.monotonic() + 90
    while kb.waiting() and time.monotonic() < ends:
        time.sleep(0.1)
    found = [deal.notes for vendor in kb.vendors() for deal in kb.deals(vendor.bank_id)]
    assert sorted(found) == sorted(name for name, _ in acknowledged), (len(found), len(acknowledged), said)
    assert kb.check() == [], kb.check()
    for vendor in kb.vendors():
        assert kb.recall(vendor.bank_id, "asked", limit=3)
"""

_OF_THE_SERVER = (
    _BEGINNING
    + """
from tests.chroma_server import ChromaServer

server = ChromaServer(disk / "chroma")
server.start()
os.environ |= {"LEVERAGE_CHROMA_URL": server.url, "CHROMA_DATABASE": server.database(), "LEVERAGE_CHROMA_TIMEOUT": "2"}
from leverage.replicas import turns
turns.LASTS = 7.0
numbers = itertools.count()
with KnowledgeBase.open(Path(sys.argv[1] + "-replica"), embedding=WordEmbedding()) as kb:
    for _ in range(6):
        log(kb, next(numbers))
    fill(0)
    for _ in range(40):
        log(kb, next(numbers))
        if any(waiting for _, waiting in acknowledged):
            break
    filler.unlink()
    server.kill()  # a server whose disk was full takes no writes to the bank concerned until it is begun anew
    server.start()
    for _ in range(4):
        log(kb, next(numbers))
    assert not refused, said
    assert any(waiting for _, waiting in acknowledged), "the disk was never full"
    all_there(kb)
server.kill()
print(len(acknowledged), "saved")
"""
)


def test_a_full_disk_of_a_server_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    """Also where it fills up in the middle of a write; after that it takes room, and a server that is begun anew."""
    assert "saved" in run_on_small_disk(_OF_THE_SERVER, tmp_path / "disk", 60)
