"""Workbooks read in a process of their own: one that brings its reader down brings nothing else down."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from leverage.errors import UnreadableFile
from leverage.imports.files.stored import OUT_OF_TIME, PROTECTED

_AT_A_TIME = 1 << 18  # bytes
_LONGEST = 300.0  # seconds that are waited for the reader in all; it gives up by itself after a part of it at work
_READER = Path(__file__).with_name("stored.py")


class _Watch:
    """Ends a reader that was waited for too long: only the time in which nothing came from it counts, not what we take."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._left = _LONGEST
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


def stored_values(data: bytes, name: str, sheet: str | None = None) -> Iterator[Any]:
    """Yield for each visible sheet, or for one, its description and then its rows; raises UnreadableFile with what to do."""
    command = [sys.executable, "-I", str(_READER), *([sheet.encode().hex()] if sheet is not None else [])]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        watch = _Watch(process)
        try:
            with watch.waiting(), suppress(OSError):  # it went down before it had read all, which its end tells
                process.stdin.write(data)
                process.stdin.close()
            for line in watch.lines(process.stdout):
                with suppress(ValueError):  # half a line is the last one of a reader that went down
                    yield json.loads(line)
            with watch.waiting():
                ended = process.wait()
        finally:
            process.kill()
    if watch.is_late or ended == OUT_OF_TIME:
        raise UnreadableFile(
            f"{name} takes too long to be read as a workbook. Save the sheet with the deals as CSV and choose that file."
        )
    if ended == PROTECTED:
        raise UnreadableFile(f"{name} is protected with a password. Open it, take it off, save the file and choose it again.")
    if ended:
        raise damaged(name)


def damaged(name: str) -> UnreadableFile:
    """Return the sentence for a file that no workbook can be read from."""
    return UnreadableFile(
        f"{name} is damaged, or is no workbook. Open it in your spreadsheet program, save it as .xlsx and choose that."
    )
