"""Processes that are begun to be killed: each is a fork of one that has loaded the libraries already, so they begin at once."""

import multiprocessing
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, TextIO

import pytest

LOADED = [
    *("leverage", "leverage.backup", "leverage.directory", "leverage.erasure", "leverage.re_embedding", "tests.fakes"),
    *("onnxruntime", "tokenizers", "leverage.agenda", "leverage.calendar_file", "leverage.cli.endpoint", "leverage.exports"),
    *("streamlit.web.cli", "streamlit.web.bootstrap", "streamlit.web.server.starlette", "pages.ui.browser", "pages.ui.store"),
]

needs_kill = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")


@dataclass
class Begun:
    """A program that runs; what it prints is read from `stdout`, after its death what is left of that."""

    process: multiprocessing.process.BaseProcess
    stdout: TextIO

    def kill(self) -> None:
        """End it as a power cut would, and wait until it is gone; one that has ended already stays so."""
        self.process.kill()  # type: ignore[attr-defined]
        self.process.join()


def context() -> Any:
    """Return how processes are begun that have the libraries at once."""
    forking = multiprocessing.get_context("forkserver")
    forking.set_forkserver_preload(LOADED)
    return forking


@contextmanager
def begun(script: str, *arguments: str) -> Iterator[Begun]:
    """Run a program with these arguments until it is killed, or to the end of the block."""
    forking = context()
    mine, theirs = forking.Pipe(duplex=False)
    process = forking.Process(target=_run, args=(script, arguments, theirs), daemon=True)
    process.start()
    theirs.close()
    with mine, os.fdopen(os.dup(mine.fileno()), encoding="utf-8") as stdout:
        try:
            yield Begun(process, stdout)
        finally:
            process.kill()
            process.join()


def _run(script: str, arguments: tuple[str, ...], out: Connection) -> None:
    os.dup2(out.fileno(), 1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.argv = ["-c", *arguments]
    exec(compile(script, "<begun>", "exec"), {"__name__": "__main__"})
