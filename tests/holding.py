"""An app for tests, as a process of its own: it holds a store and takes commands until its standard input ends.

`python -m tests.holding STORE [SECONDS] [words | default]`: each text takes so long to be given a vector.
"""

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from leverage import KnowledgeBase
from leverage.cli.endpoint import Endpoint
from tests.fakes import WordEmbedding

ROOT = Path(__file__).resolve().parent.parent


class SlowEmbedding(WordEmbedding):
    """Words, slowly."""

    seconds = 0.0

    def _vector(self, text: str) -> np.ndarray[Any, np.dtype[np.float32]]:
        time.sleep(self.seconds)
        return super()._vector(text)


class App(subprocess.Popen[str]):
    """The process, with what it says on standard output and error together."""

    def __init__(self, store: Path, seconds: float = 0.0, embedding: str = "words", **options: Any) -> None:
        arguments = [sys.executable, "-m", "tests.holding", str(store), str(seconds), embedding]
        both = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        super().__init__(arguments, text=True, cwd=ROOT, env=environment(), **both, **options)
        assert self.stdout
        while (told := self.stdout.readline()) != "ready\n":
            assert told, "The app did not start."

    def end(self) -> str:
        """Close the app and return what it has said since it was ready."""
        said, _ = self.communicate(timeout=60)
        assert self.returncode == 0, said
        return str(said)


@contextmanager
def app(store: Path, seconds: float = 0.0, embedding: str = "words", **options: Any) -> Iterator[App]:
    """Run the app for the length of a block; what is left of it at the end is killed."""
    running = App(store, seconds, embedding, **options)
    try:
        yield running
    finally:
        running.kill()
        running.communicate()


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
    """Hold the store."""
    store, seconds, embedding = arguments
    SlowEmbedding.seconds = float(seconds)
    logging.basicConfig(level=logging.INFO)
    chosen = SlowEmbedding() if embedding == "words" else None
    with KnowledgeBase.open(store, embedding=chosen, wait=False) as kb, Endpoint(kb):
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1:])
