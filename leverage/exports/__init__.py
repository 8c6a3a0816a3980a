"""What the memory holds as files: deals, their terms and tactics, what stands beside them, vendors, and a dictionary.

Each table is a CSV file of its own; all of them together are a ZIP archive or a workbook. The deals read back to the
same deals; the other tables are for analysis only. `vendor` is a name or a bank id; Filters narrow every table alike.
"""

from typing import TYPE_CHECKING, Unpack

from leverage.access.acting import MOST_NOTED
from leverage.exports.choice import Day, Filters, choose
from leverage.exports.columns import BESIDE, COLUMNS_OF, DEALS, DICTIONARY, TABLES, TACTICS, TERMS, VENDORS
from leverage.exports.files import write_archive, write_csv
from leverage.exports.naming import export_name
from leverage.exports.tables import rows_of
from leverage.exports.workbook import write_workbook

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

__all__ = [
    "COLUMNS",
    "TABLES",
    "Day",
    "Filters",
    "archive",
    "deals_csv",
    "dictionary_csv",
    "export_name",
    "table_csv",
    "tactics_csv",
    "terms_csv",
    "vendors_csv",
    "workbook",
]

COLUMNS = tuple(column.name for column in COLUMNS_OF[DEALS])


def deals_csv(kb: "KnowledgeBase", vendor: str | None = None, **filters: Unpack[Filters]) -> bytes:
    """Return a vendor's deals, or all vendors' in name order, as CSV: one row a deal, newest first, every column.

    The bytes are UTF-8 with a byte order mark and CRLF line ends, as of every CSV here.
    """
    return table_csv(kb, DEALS, vendor, **filters)


def terms_csv(kb: "KnowledgeBase", vendor: str | None = None, **filters: Unpack[Filters]) -> bytes:
    """Return the terms on which vendors were flexible or firm as CSV: one row a term and deal."""
    return table_csv(kb, TERMS, vendor, **filters)


def tactics_csv(kb: "KnowledgeBase", vendor: str | None = None, **filters: Unpack[Filters]) -> bytes:
    """Return what was tried and what it did as CSV: one row a tactic and deal."""
    return table_csv(kb, TACTICS, vendor, **filters)


def vendors_csv(kb: "KnowledgeBase", vendor: str | None = None, **filters: Unpack[Filters]) -> bytes:
    """Return the vendors that have a chosen deal as CSV: one row a vendor."""
    return table_csv(kb, VENDORS, vendor, **filters)


def dictionary_csv() -> bytes:
    """Return what every column of every table means as CSV: one row a column."""
    return write_csv(DICTIONARY, rows_of(DICTIONARY, ()))


def _note(kb: "KnowledgeBase", what: str, vendor: str | None, filters: Filters) -> None:
    """Have an export allowed, and noted with its filter, before anything is read."""
    told = {name: str(value)[:MOST_NOTED] for name, value in filters.items() if value not in (None, False)}
    kb.permit("export", vendor=kb.bank_id(vendor) if vendor else "", what=what, **told)


def table_csv(kb: "KnowledgeBase", table: str, vendor: str | None = None, **filters: Unpack[Filters]) -> bytes:
    """Return one of TABLES as CSV. Raises LeverageError for a day that is none."""
    _note(kb, table, vendor, filters)
    return write_csv(table, rows_of(table, choose(kb, vendor, beside=table in BESIDE, **filters)))


def archive(kb: "KnowledgeBase", vendor: str | None = None, **filters: Unpack[Filters]) -> bytes:
    """Return every table as CSV, all in one ZIP archive."""
    _note(kb, "archive", vendor, filters)
    chosen = list(choose(kb, vendor, **filters))
    return write_archive({table: write_csv(table, rows_of(table, chosen)) for table in TABLES}, kb.today())


def workbook(kb: "KnowledgeBase", vendor: str | None = None, **filters: Unpack[Filters]) -> bytes:
    """Return every table as a sheet of one XLSX workbook: real days and numbers, and no text that runs as a formula."""
    _note(kb, "workbook", vendor, filters)
    chosen = list(choose(kb, vendor, **filters))
    return write_workbook({table: rows_of(table, chosen) for table in TABLES})
