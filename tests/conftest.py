"""What the tests share: a fast knowledge base in a folder of its own, and a way to write a deal in one line."""

import logging
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from leverage import Deal, KnowledgeBase, logs
from leverage.replicas import replica, turns
from tests.chroma_server import ChromaServer, chroma, own_chroma
from tests.fakes import Clock, WordEmbedding

__all__ = ["chroma", "own_chroma"]  # fixtures

# Machines are shared and slow at times: what is held is right answers, not milliseconds.
settings.register_profile("leverage", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("leverage")

MEMORY_DISK = Path("/dev/shm")
ROOM = 4 * 2**30  # what the largest stores, several runs that failed and a browser take is a tenth of it


def pytest_configure(config: pytest.Config) -> None:
    """Keep the stores on a disk in memory where there is a roomy one: they sync at every write, and no test cuts the power."""
    is_asked = config.option.basetemp or "PYTEST_DEBUG_TEMPROOT" in os.environ
    if not is_asked and os.access(MEMORY_DISK, os.W_OK) and shutil.disk_usage(MEMORY_DISK).free > ROOM:
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(MEMORY_DISK)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take `--server`: what opens a store by `open_kb` has its banks on Chroma's own server then."""
    parser.addoption("--server", action="store_true", help="Keep the banks on Chroma's own server.")
    parser.addoption("--kills", type=int, default=4, help="How often replicas and their server are killed under load.")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the files that take long, so that no worker has one left when the others are done.

    With `--server` leave out what presumes a folder.
    """
    if config.getoption("--server"):
        left_out = [item for item in items if item.get_closest_marker("folder")]
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)
    marked = {mark: {item.path for item in items if item.get_closest_marker(mark)} for mark in ("browser", "slow")}
    items.sort(key=lambda item: (item.path not in marked["browser"], item.path not in marked["slow"]))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say what `--server` leaves out."""
    if config.getoption("--server"):
        terminalreporter.write_line("Banks on Chroma's own server: tests that presume a folder (marked `folder`) were left out.")


@pytest.fixture
def log_as_before() -> Iterator[None]:
    """Let a test set up the log, and leave it afterwards as it was."""
    factory, hooks = logging.getLogRecordFactory(), (sys.excepthook, threading.excepthook)
    loggers = [logging.getLogger(name) for name in (None, *logs.OURS, *logs.TALKATIVE)]
    levels = [logger.level for logger in loggers]
    others = [each for each in logging.Logger.manager.loggerDict.values() if isinstance(each, logging.Logger)]
    handled = {each: (list(each.handlers), each.propagate) for each in (logging.getLogger(), *others)}
    yield
    for logger, (handlers, is_passed_on) in handled.items():
        logger.handlers[:], logger.propagate = handlers, is_passed_on
    logging.captureWarnings(False)
    logging.setLogRecordFactory(factory)
    sys.excepthook, threading.excepthook = hooks
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """The folder of a store."""
    return tmp_path / "store"


@pytest.fixture
def banks_place(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the banks are: in the store's folder, or with `--server` in a database of the test's own."""
    if request.config.getoption("--server"):
        server: ChromaServer = request.getfixturevalue("chroma")
        monkeypatch.setenv("LEVERAGE_CHROMA_URL", server.url)
        monkeypatch.setenv("CHROMA_DATABASE", server.database())
        monkeypatch.setenv("LEVERAGE_CHROMA_TIMEOUT", "2")
        monkeypatch.setattr(replica, "EVERY", 0.5)
        for name, seconds in (("LASTS", 6.0), ("RENEWED_AFTER", 1.0)):  # whoever "is killed" holds a turn for a while
            monkeypatch.setattr(turns, name, seconds)


@pytest.fixture
def open_kb(store: Path, banks_place: None) -> Iterator[Callable[..., KnowledgeBase]]:
    """Open the store, as often as needed; what is still open at the end is closed."""
    opened: list[KnowledgeBase] = []

    def open_(**options: Any) -> KnowledgeBase:
        settings = {"embedding": WordEmbedding(), "clock": Clock()} | options
        opened.append(KnowledgeBase.open(store, **settings))
        return opened[-1]

    yield open_
    for kb in opened:
        kb.close()


@pytest.fixture
def kb(open_kb: Callable[..., KnowledgeBase]) -> KnowledgeBase:
    """An open, empty knowledge base."""
    return open_kb()


@pytest.fixture
def deal() -> Callable[..., Deal]:
    """Write a deal in one line: only what differs from a plain agreed one is given."""

    def write(**fields: Any) -> Deal:
        plain = {
            "vendor": "Microsoft",
            "deal_date": "2026-03-02",
            "logged_by": "Priya Nair",
            "department": "IT",
            "outcome": "agreed",
        }
        return Deal(**plain | fields)

    return write
