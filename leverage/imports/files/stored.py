"""The stored values of a workbook as lines of JSON; a program of its own, since a broken file can end the one that reads it.

It reads the file from its input. Without an argument it writes the visible sheets, each with its height, merged cells
and first rows; with the name of a sheet (its UTF-8 in hexadecimal) it writes that one whole. It knows nothing of the
rest of the product.
"""

import io
import json
import sys
from contextlib import suppress
from datetime import date
from typing import TextIO

from python_calamine import CalamineSheet, CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

PROTECTED = 3
OUT_OF_TIME = -24  # ended by SIGXCPU
_MOST_MEMORY = 3_000_000_000
_MOST_SECONDS = 120  # of work; 200,000 rows take a part of it, and nothing may hang
_TOP = 60  # rows, as many as are looked at for headings


def write_stored(data: bytes, out: TextIO, sheet: str | None) -> None:
    """Write the sheets of a workbook: for each a line that describes it, then one line a row."""
    book = CalamineWorkbook.from_object(io.BytesIO(data))
    for each in book.sheets_metadata:
        is_seen = each.typ == SheetTypeEnum.WorkSheet and each.visible == SheetVisibleEnum.Visible
        if is_seen and sheet in (None, each.name):
            _write_sheet(book.get_sheet_by_name(each.name), out, _TOP if sheet is None else None)


def _write_sheet(sheet: CalamineSheet, out: TextIO, count: int | None) -> None:
    merged = sheet.merged_cell_ranges or []
    indent = [""] * (sheet.start[1] if sheet.start else 0)
    out.write(json.dumps({"name": sheet.name, "height": sheet.total_height, "merged": merged}) + "\n")
    for index, row in enumerate(sheet.iter_rows()):
        if index == count:
            return
        out.write(json.dumps(indent + [_plain(value) for value in row] if any(value != "" for value in row) else []) + "\n")


def _plain(value: object) -> object:
    if isinstance(value, str | bool | int | float):
        return value
    return {"day": value.isoformat()[:10]} if isinstance(value, date) else str(value)


def main() -> int:
    """Read the file and write what it stores; returns 0, or PROTECTED where a password is asked for."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (_MOST_SECONDS, _MOST_SECONDS + 5))
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    out = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", errors="surrogatepass", newline="\n")
    try:
        write_stored(sys.stdin.buffer.read(), out, bytes.fromhex(sys.argv[1]).decode() if len(sys.argv) > 1 else None)
        out.flush()
    except PasswordError:
        return PROTECTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
