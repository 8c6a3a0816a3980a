"""A table as the bytes of a CSV file, and several files as one archive."""

import csv
import io
import zipfile
from collections.abc import Iterable, Mapping
from datetime import date

from leverage.cells import write_cell
from leverage.exports.columns import COLUMNS_OF
from leverage.exports.tables import Row

BYTE_ORDER_MARK = "\ufeff"  # without it Excel reads the file in the machine's own code page and breaks accents


def write_csv(table: str, rows: Iterable[Row]) -> bytes:
    """Return a table under its headings, as `write_rows` does."""
    return write_rows((column.name for column in COLUMNS_OF[table]), rows)


def write_rows(headings: Iterable[str], rows: Iterable[Iterable[object]]) -> bytes:
    """Return rows under headings: UTF-8 with a byte order mark, CRLF line ends, days in ISO, text guarded."""
    out = io.StringIO(newline="")
    out.write(BYTE_ORDER_MARK)
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(headings)
    writer.writerows(map(write_cell, row) for row in rows)
    return out.getvalue().encode()


def write_archive(files: Mapping[str, bytes], day: date) -> bytes:
    """Return the files, given by table, in one ZIP archive, each dated with the day."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for table, data in files.items():
            entry = zipfile.ZipInfo(f"{table}.csv", (day.year, day.month, day.day, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16  # else the files are unpacked without any rights
            packed.writestr(entry, data)
    return out.getvalue()
