"""The app as a server for browsers: begun as its users do, or sooner, as a fork of a process that has loaded its libraries."""

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

from tests.killing import context

ROOT = Path(__file__).resolve().parent.parent
_SECONDS = 120  # to start, on a machine that is busy with other things


@contextmanager
def serve_as_users_do(
    home: Path, log: Path, options: Sequence[str] = (), more: Mapping[str, str] = MappingProxyType({})
) -> Iterator[str]:
    """Run the README's command over a store of its own; the first page is opened by the test."""
    with process_as_users_start_it(home, log, options, more) as (address, _):
        yield address


@contextmanager
def process_as_users_start_it(
    home: Path, log: Path, options: Sequence[str] = (), more: Mapping[str, str] = MappingProxyType({})
) -> Iterator[tuple[str, int]]:
    """Do so, and give the id of the process beside the address."""
    port = free_port()
    command = [sys.executable, "-m", *_command(port), *options]
    with log.open("wb") as output:
        server = subprocess.Popen(command, env=os.environ | _settings(home) | more, stdout=output, stderr=output)
        try:
            yield _address(port), server.pid
        finally:
            server.terminate()
            server.wait(20)


@contextmanager
def serve(home: Path, log: Path, options: Sequence[str] = (), more: Mapping[str, str] = MappingProxyType({})) -> Iterator[str]:
    """Run the same app over a store of its own, with `more` settings, without the seconds that its imports take."""
    if os.name != "posix":  # where nothing can be forked
        with serve_as_users_do(home, log, options, more) as address:
            yield address
        return
    port = free_port()
    server = context().Process(target=_run, args=([*_command(port), *options], os.environ | _settings(home) | more, log))
    server.start()
    try:
        yield _address(port)
    finally:
        server.terminate()
        server.join(20)
        is_running = server.is_alive()
        server.kill()
        assert not is_running, "The server did not end."


def _run(command: list[str], environment: Mapping[str, str], log: Path) -> None:
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    with log.open("wb") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    sys.argv = command
    from streamlit.web.cli import main

    main()


def _command(port: int) -> list[str]:
    return ["streamlit", "run", str(ROOT / "app.py"), "--server.port", str(port)]


def _settings(home: Path) -> dict[str, str]:
    return {"LEVERAGE_HOME": str(home)}


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def _address(port: int) -> str:
    """Return where the server is, once it answers."""
    address = f"http://localhost:{port}"
    until = time.monotonic() + _SECONDS
    while time.monotonic() < until:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/healthz", timeout=2) as answer:
            if b"ok" in answer.read():
                return address
        time.sleep(0.1)
    raise AssertionError("The server did not start.")
