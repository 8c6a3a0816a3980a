"""An app for tests, as a process of its own: it holds a store and takes commands until its standard input ends."""

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np

from leverage import KnowledgeBase
from leverage.cli.endpoint import Endpoint
from tests import killing
from tests.fakes import WordEmbedding

ROOT = Path(__file__).resolve().parent.parent


class SlowEmbedding(WordEmbedding):
    """Words, slowly."""

    seconds = 0.0

    def _vector(self, text: str) -> np.ndarray[Any, np.dtype[np.float32]]:
        time.sleep(self.seconds)
        return super()._vector(text)


class App:
    """The process, a fork of one that has the libraries already, with what it says on standard output and error together."""

    def __init__(self, store: Path, seconds: float = 0.0, embedding: str = "words", umask: int | None = None) -> None:
        forking = killing.context()
        told, tells = forking.Pipe(duplex=False)
        hears, self._held = forking.Pipe(duplex=False)
        given = (str(store), str(seconds), embedding)
        self._process = forking.Process(target=_hold, args=(given, dict(os.environ), umask, hears, tells), daemon=True)
        self._process.start()
        tells.close()
        hears.close()
        with told:
            self._said = os.fdopen(os.dup(told.fileno()), encoding="utf-8")
        while (line := self._said.readline()) != "ready\n":
            assert line, "The app did not start."

    def end(self) -> str:
        """Close the app and return what it has said since it was ready."""
        self._held.close()
        said = self._said.read()
        self._process.join(timeout=60)
        assert self._process.exitcode == 0, said
        return said

    def kill(self) -> None:
        """End it as a power cut would; one that has ended already stays so."""
        self._process.kill()
        self._process.join()

    def send_signal(self, number: int) -> None:
        """Send it a signal."""
        os.kill(self._process.pid, number)

    def leave(self) -> None:
        """Kill what is left of it, and let go of its pipes."""
        self.kill()
        self._held.close()
        self._said.close()


def _hold(given: Sequence[str], environ: dict[str, str], umask: int | None, hears: Connection, tells: Connection) -> None:
    os.environ.clear()
    os.environ.update(environ)
    os.chdir(ROOT)
    if umask is not None:
        os.umask(umask)
    for mine, number in ((hears, 0), (tells, 1), (tells, 2)):
        os.dup2(mine.fileno(), number)
    hears.close()
    tells.close()
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout, sys.stderr = (os.fdopen(number, "w", encoding="utf-8", closefd=False, buffering=1) for number in (1, 2))
    main(given)


@contextmanager
def app(store: Path, seconds: float = 0.0, embedding: str = "words", umask: int | None = None) -> Iterator[App]:
    """Run the app for the length of a block; what is left of it at the end is killed."""
    running = App(store, seconds, embedding, umask)
    try:
        yield running
    finally:
        running.leave()


def environment() -> dict[str, str]:
    """Return the environment in which the project is found from any folder."""
    return os.environ | {"PYTHONPATH": str(ROOT)}


def command(store: Path, *arguments: str | Path, **options: Any) -> subprocess.Popen[bytes]:
    """Begin a command in a process of its own."""
    line = [sys.executable, "-m", "leverage", "--home", str(store), *map(str, arguments)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": environment()} | options
    return subprocess.Popen(line, preexec_fn=_hear_ctrl_c if os.name == "posix" else None, **pipes)


def _hear_ctrl_c() -> None:
    """Let Ctrl-C reach the command as in a terminal, also where the tests run in the background of a shell, which stops it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def main(arguments: Sequence[str]) -> None:
    """Hold a store, with an embedding of `words` or the `default` one; each text takes so many seconds to be given a vector."""
    store, seconds, embedding = arguments
    SlowEmbedding.seconds = float(seconds)
    logging.basicConfig(level=logging.INFO, force=True)
    chosen = SlowEmbedding() if embedding == "words" else None
    with KnowledgeBase.open(store, embedding=chosen, wait=False) as kb, Endpoint(kb):
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        sys.stdin.read()
