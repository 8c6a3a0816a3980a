"""Replicas and their server are killed, hung and cut off under load: whatever was acknowledged is there, once."""

import random
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from leverage import KnowledgeBase
from leverage.replicas import turns
from tests.chroma_server import ChromaServer
from tests.killing import needs_kill
from tests.replicas.poor_line import PoorLine
from tests.replicas.test_replicas import soon
from tests.replicas.working import Told, Worker

pytestmark = [pytest.mark.slow, needs_kill]
LONGEST = 240.0  # seconds until all is told again, also on a machine that does much else


@pytest.fixture
def watcher(open_on: Callable[..., KnowledgeBase], own_chroma: ChromaServer, monkeypatch: pytest.MonkeyPatch) -> KnowledgeBase:
    """A replica that only reads."""
    monkeypatch.setenv("LEVERAGE_CHROMA_TIMEOUT", "2")
    monkeypatch.setattr(turns, "LASTS", 7.0)
    monkeypatch.setattr(turns, "RENEWED_AFTER", 2.0)
    return open_on(own_chroma, "watcher")


def database_of(kb: KnowledgeBase) -> str:
    """Return the database that a replica uses."""
    return str(kb.banks.engine.server.database)  # type: ignore[attr-defined]


def test_whatever_is_killed_no_acknowledged_deal_is_lost_or_doubled(
    watcher: KnowledgeBase, own_chroma: ChromaServer, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    """One replica, the other, both at once, the server, the server hung, or everything; after each all is well again."""
    rng, told, go = random.Random(31), Told(), tmp_path / "go"
    workers = [Worker(tmp_path / each, go, own_chroma.url, database_of(watcher), told) for each in ("one", "two")]
    victims = ["one", "server", "everything", "hung", "both", "two"]
    with ExitStack() as stack:
        for each in workers:
            stack.enter_context(each.working())
        for turn in range(pytestconfig.getoption("--kills")):
            for each in workers:
                assert each.is_open.wait(LONGEST)
            go.touch()
            time.sleep(rng.uniform(0.1, 1.0))
            victim = victims[turn % len(victims)] if turn < len(victims) else rng.choice(victims)
            killed = {"one": workers[:1], "two": workers[1:], "both": workers, "everything": workers}.get(victim, [])
            for each in killed:
                each.kill()
            if victim in ("server", "everything"):
                own_chroma.kill()
            elif victim == "hung":
                own_chroma.hang()
            time.sleep(rng.uniform(0, 1.5))
            if victim == "hung":
                own_chroma.go_on()
            elif victim in ("server", "everything"):
                own_chroma.start()
            for each in killed:
                each.start()
            time.sleep(rng.uniform(0, 0.5))
            go.unlink()
            assert [each.problem() for each in workers] == ["", ""]
            soon(lambda: watcher.away, None, LONGEST)  # until it has found out, it reads nothing
            soon(lambda: told.wrong(watcher), [], LONGEST)
            soon(watcher.check, [], LONGEST)
    assert len(told.done) > pytestconfig.getoption("--kills")


def test_a_network_that_is_slow_and_cuts_loses_and_doubles_nothing(
    watcher: KnowledgeBase, own_chroma: ChromaServer, tmp_path: Path
) -> None:
    """Also where the server had taken a write of whose answer only half came."""
    told, go, line = Told(), tmp_path / "go", PoorLine(own_chroma.port, 7)
    with ExitStack() as stack:
        stack.callback(line.close)
        workers = [Worker(tmp_path / name, go, line.url, database_of(watcher), told) for name in ("one", "two")]
        for worker in workers:
            stack.enter_context(worker.working())
            assert worker.is_open.wait(LONGEST)
        for line.delay, line.cuts in ((0.02, 0.02), (0.2, 0.0), (0.01, 0.1)):
            go.touch()
            time.sleep(4)
            go.unlink()
            line.delay = line.cuts = 0.0
            assert [each.problem() for each in workers] == ["", ""]
            soon(lambda: watcher.away, None, LONGEST)  # until it has found out, it reads nothing
            soon(lambda: told.wrong(watcher), [], LONGEST)
            soon(watcher.check, [], LONGEST)
    assert line.cut > 3
    assert len(told.done) > 5
