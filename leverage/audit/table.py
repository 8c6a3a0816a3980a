"""The trail as the lines of a CSV file, and what a row says in words."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator

from leverage.audit.entry import Row
from leverage.cells import write_cell
from leverage.exports.files import BYTE_ORDER_MARK

HEADINGS = ("row", "at", "person", "address", "id", "act", "vendor", "bank_id", "deals", "deal_ids", "detail", "hash")


def lines(rows: Iterable[Row], vendor_name: Callable[[str], str]) -> Iterator[str]:
    """Yield the lines under their headings: a byte order mark, CRLF line ends, moments in ISO, text guarded."""
    yield BYTE_ORDER_MARK + _line(HEADINGS)
    for row in rows:
        vendor = vendor_name(row.vendor) if row.vendor else ""
        who, what = (row.name, row.address, row.who), (row.act, vendor, row.vendor)
        yield _line((row.n, row.at, *who, *what, row.deal_count, row.deal_ids, told(row), row.hash))


def told(row: Row) -> tuple[str, ...]:
    """Return the detail of a row as words."""
    return tuple(f"{name}: {value}" for name, value in row.detail.items())


def _line(cells: Iterable[object]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\r\n").writerow(map(write_cell, cells))
    return out.getvalue()
