"""Chroma's own server, started by a test, and stopped, hung or killed at its wish."""

import contextlib
import os
import resource
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

LONGEST_START = 60.0


class ChromaServer:
    """A server over a folder; each test takes a database of its own on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        program = Path(sys.executable).with_name("chroma")
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [program, "run", "--path", str(self.folder), "--host", "127.0.0.1", "--port", str(self.port)],
                stdout=log,
                stderr=log,
                preexec_fn=_more_files,
            )
        ends = time.monotonic() + LONGEST_START
        while time.monotonic() < ends:
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.url}/api/v2/heartbeat", timeout=2):
                return
            assert self._process.poll() is None, (self.folder / "server.log").read_text()
            time.sleep(0.05)
        raise AssertionError("The server did not start.")

    def database(self) -> str:
        """Return the name of a new database."""
        name = f"leverage_{uuid.uuid4().hex}"
        url = f"{self.url}/api/v2/tenants/default_tenant/databases"
        asked = urllib.request.Request(url, f'{{"name": "{name}"}}'.encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(asked, timeout=10):
            return name

    def kill(self) -> None:
        """Kill it at once."""
        self._send(signal.SIGKILL)
        if self._process:
            self._process.wait()

    def hang(self) -> None:
        """Let it answer nothing more, without going away."""
        self._send(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it answer again."""
        self._send(signal.SIGCONT)

    def _send(self, what: signal.Signals) -> None:
        if self._process and self._process.poll() is None:
            os.kill(self._process.pid, what)


def _more_files() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65_536), most))


@pytest.fixture(scope="session")
def chroma(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChromaServer]:
    """A running server, shared by tests that do nothing to it."""
    server = ChromaServer(tmp_path_factory.mktemp("chroma"))
    server.start()
    yield server
    server.kill()


@pytest.fixture
def own_chroma(tmp_path: Path) -> Iterator[ChromaServer]:
    """A running server for one test."""
    server = ChromaServer(tmp_path / "chroma")
    server.start()
    yield server
    server.go_on()
    server.kill()
