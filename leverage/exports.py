"""Deals as a file that a spreadsheet opens and the own importer reads back."""

import csv
import io
from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

from slugify import slugify

from leverage.cells import IDENTITY_COLUMNS, RECORD_COLUMNS, write_cell, write_record
from leverage.deals import SCHEMA, Deal
from leverage.errors import LeverageError
from leverage.fields import DAY
from leverage.text import Unclean, fold
from leverage.vendors import BANK_PREFIX, vendor_bank_id

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

COLUMNS = (*RECORD_COLUMNS, *IDENTITY_COLUMNS)
BYTE_ORDER_MARK = "\ufeff"  # without it Excel reads the file in the machine's own code page and breaks accents

Day = date | str | None


def deals_csv(
    kb: "KnowledgeBase", vendor: str | None = None, *, department: str | None = None, since: Day = None, until: Day = None
) -> bytes:
    """Return a vendor's deals, or all vendors' in name order, as CSV: one row a deal, newest first, every column.

    `vendor` is a name or a bank id. `since` and `until` are days, or ISO texts, that the deal date lies between,
    both included. The bytes are UTF-8 with a byte order mark and CRLF line ends.
    """
    out = io.StringIO(newline="")
    out.write(BYTE_ORDER_MARK)
    rows = csv.writer(out, lineterminator="\r\n")
    rows.writerow(COLUMNS)
    for bank_id, deal in _chosen(kb, vendor, department, _day(since, "Since"), _day(until, "Until")):
        cells = write_record(deal)
        identity = (bank_id, deal.deal_id, deal.version, deal.entered_at, SCHEMA)
        rows.writerow([*(cells[column] for column in RECORD_COLUMNS), *map(write_cell, identity)])
    return out.getvalue().encode()


def export_name(
    kb: "KnowledgeBase", vendor: str | None = None, *, department: str | None = None, since: Day = None, until: Day = None
) -> str:
    """Return a file name for the export of the same choice: plain ASCII, no path, today at its end."""
    parts = ["leverage-deals"]
    if vendor is not None:
        parts.append(_bank_of(kb, vendor).removeprefix(BANK_PREFIX))
    if department:
        parts.append(slugify(department, max_length=40))
    first, last = _day(since, "Since"), _day(until, "Until")
    parts += [f"from-{first:%Y-%m-%d}"] if first else []
    parts += [f"to-{last:%Y-%m-%d}"] if last else []
    return "-".join(filter(None, [*parts, f"{kb.today():%Y-%m-%d}"])) + ".csv"


def _chosen(
    kb: "KnowledgeBase", vendor: str | None, department: str | None, since: date | None, until: date | None
) -> Iterator[tuple[str, Deal]]:
    """Yield the bank id and the deal of each row."""
    if vendor is None:
        banks = [each.bank_id for each in sorted(kb.vendors(), key=lambda each: (fold(each.name), each.bank_id))]
    else:
        found = kb.vendor(vendor)
        banks = [found.bank_id] if found else []
    names = kb.names()
    for bank_id in banks:
        for deal in kb.deals(bank_id):
            if department and not names.same("department", deal.department, department):
                continue
            if (since is None or deal.deal_date >= since) and (until is None or deal.deal_date <= until):
                yield bank_id, deal


def _bank_of(kb: "KnowledgeBase", vendor: str) -> str:
    found = kb.vendor(vendor)
    return found.bank_id if found else vendor_bank_id(vendor)


def _day(value: Day, label: str) -> date | None:
    try:
        parsed: date | None = None if value is None else DAY.parse(value)
    except Unclean as problem:
        raise LeverageError(f"{label} {problem}") from None
    return parsed
