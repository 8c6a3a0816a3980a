"""A file read in a process of its own: one that brings its reader down brings nothing else down."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

_AT_A_TIME = 1 << 18  # bytes


class Apart:
    """A program that takes a file as its input and writes lines; `longest` seconds are waited for it in all."""

    def __init__(self, program: Path, arguments: Sequence[str] = (), *, longest: float) -> None:
        self._command = [sys.executable, "-I", str(program), *arguments]
        self._longest = longest
        self.is_late = False
        self.ended: int | None = None

    def lines(self, data: bytes) -> Iterator[bytes]:
        """Yield the lines that the program writes; then `is_late` says whether it was ended, and `ended` how it ended."""
        pipe = subprocess.PIPE
        with subprocess.Popen(self._command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            watch = _Watch(process, self._longest)
            try:
                with watch.waiting(), suppress(OSError):  # it went down before it had read all, which its end tells
                    process.stdin.write(data)
                    process.stdin.close()
                yield from watch.lines(process.stdout)
                with watch.waiting():
                    self.ended = process.wait()
            finally:
                process.kill()
                self.is_late = watch.is_late


class _Watch:
    """Ends a reader that was waited for too long: only the time in which nothing came from it counts, not what we take."""

    def __init__(self, process: subprocess.Popen[bytes], longest: float) -> None:
        self._process = process
        self._left = longest
        self.is_late = False

    def lines(self, stream: IO[bytes]) -> Iterator[bytes]:
        """Yield the lines of the reader, some at a time."""
        while True:
            with self.waiting():
                lines = stream.readlines(_AT_A_TIME)
            if not lines:
                return
            yield from lines

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Count the time that passes as waited for the reader."""
        begun = time.monotonic()
        clock = threading.Timer(max(self._left, 0), self._end)
        clock.daemon = True
        clock.start()
        try:
            yield
        finally:
            clock.cancel()
            self._left -= time.monotonic() - begun

    def _end(self) -> None:
        self.is_late = True
        self._process.kill()
