"""Workbooks read in a process of their own: one that brings its reader down brings nothing else down."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from leverage.errors import UnreadableFile
from leverage.files.apart import Apart
from leverage.imports.files.stored import OUT_OF_TIME, PROTECTED

_LONGEST = 300.0  # seconds that are waited for the reader in all; it gives up by itself after a part of it at work
_READER = Path(__file__).with_name("stored.py")


def stored_values(data: bytes, name: str, sheet: str | None = None) -> Iterator[Any]:
    """Yield for each visible sheet, or for one, its description and then its rows; raises UnreadableFile with what to do."""
    reader = Apart(_READER, [sheet.encode().hex()] if sheet is not None else [], longest=_LONGEST)
    for line in reader.lines(data):
        with suppress(ValueError):  # half a line is the last one of a reader that went down
            yield json.loads(line)
    if reader.is_late or reader.ended == OUT_OF_TIME:
        raise UnreadableFile(
            f"{name} takes too long to be read as a workbook. Save the sheet with the deals as CSV and choose that file."
        )
    if reader.ended == PROTECTED:
        raise UnreadableFile(f"{name} is protected with a password. Open it, take it off, save the file and choose it again.")
    if reader.ended:
        raise damaged(name)


def damaged(name: str) -> UnreadableFile:
    """Return the sentence for a file that no workbook can be read from."""
    return UnreadableFile(
        f"{name} is damaged, or is no workbook. Open it in your spreadsheet program, save it as .xlsx and choose that."
    )
