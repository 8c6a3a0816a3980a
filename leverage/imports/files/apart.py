"""Workbooks read in a process of their own: one that brings its reader down brings nothing else down."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from leverage.errors import UnreadableFile
from leverage.imports.files.stored import PROTECTED

_LONGEST = 90.0  # seconds; 200,000 rows take a part of it, and nothing may hang
_READER = Path(__file__).with_name("stored.py")


def stored_values(data: bytes, name: str, sheet: str | None = None) -> Iterator[Any]:
    """Yield for each visible sheet, or for one, its description and then its rows; raises UnreadableFile with what to do."""
    command = [sys.executable, "-I", str(_READER), *([sheet.encode().hex()] if sheet is not None else [])]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        clock = threading.Timer(_LONGEST, process.kill)
        clock.daemon = True
        clock.start()
        try:
            with suppress(OSError):  # it went down before it had read all, which its end tells
                process.stdin.write(data)
                process.stdin.close()
            for line in process.stdout:
                with suppress(ValueError):  # half a line is the last one of a reader that went down
                    yield json.loads(line)
            ended = process.wait()
        finally:
            clock.cancel()
            process.kill()
    if ended == PROTECTED:
        raise UnreadableFile(f"{name} is protected with a password. Open it, take it off, save the file and choose it again.")
    if ended:
        raise damaged(name)


def damaged(name: str) -> UnreadableFile:
    """Return the sentence for a file that no workbook can be read from."""
    return UnreadableFile(
        f"{name} is damaged, or is no workbook. Open it in your spreadsheet program, save it as .xlsx and choose that."
    )
