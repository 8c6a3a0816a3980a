"""The command `export`."""

import argparse
import csv
import io
from typing import Any

from leverage.cli.status import FINE
from leverage.cli.terminal import Terminal
from leverage.errors import LeverageError
from leverage.exports import TABLES, Filters, archive, export_name, table_csv, workbook
from leverage.wording import show_count


def add_commands(commands: Any) -> None:
    """Add the command to the parser."""
    exporting = commands.add_parser("export", help="write deals as CSV, or all tables as a workbook or ZIP")
    exporting.add_argument("-o", "--output", metavar="FILE", help="file or folder to write to (default: standard output)")
    exporting.add_argument("--format", choices=("csv", "xlsx", "zip"), default="csv", help="one table as CSV, or all of them")
    exporting.add_argument("--table", choices=TABLES, help="which table, for CSV (default: deals)")
    exporting.add_argument("--vendor", metavar="NAME", help="only this vendor, by name or bank id")
    exporting.add_argument("--department", metavar="NAME", help="only this department")
    exporting.add_argument("--since", metavar="DATE", help="first deal date, as 2026-03-02")
    exporting.add_argument("--until", metavar="DATE", help="last deal date, as 2026-03-02")
    exporting.add_argument("--retracted", action="store_true", help="retracted deals too, marked as such")
    exporting.set_defaults(run=_export, writes="output")


def _export(asked: argparse.Namespace, terminal: Terminal) -> int:
    filters: Filters = {
        "department": asked.department,
        "since": asked.since,
        "until": asked.until,
        "retracted": asked.retracted,
    }
    is_csv = asked.format == "csv"
    if asked.table and not is_csv:
        raise LeverageError(f"A file in the format {asked.format} holds every table. Leave --table out, or take --format csv.")
    if asked.output is None and not is_csv and terminal.is_screen:
        raise LeverageError(f"A terminal can't show the format {asked.format}. Name a file or folder with -o.")
    table = asked.table or TABLES[0]
    with terminal.open_store() as kb:
        if asked.vendor is not None and kb.vendor(asked.vendor) is None and not any(kb.records(asked.vendor)):
            raise LeverageError(f"No deal with “{asked.vendor}” is recorded. Check the name.")
        if is_csv:
            data = table_csv(kb, table, asked.vendor, **filters)
        else:
            data = (workbook if asked.format == "xlsx" else archive)(kb, asked.vendor, **filters)
        name = export_name(kb, asked.vendor, table=table, format=asked.format, **filters)
    if asked.output is None:
        terminal.put_out(data)
        return FINE
    with terminal.file(asked.output, name) as out:
        out.file.write(data)
    terminal.say(f"{_rows_in(data, table) if is_csv else 'Every table'} written to {out.path}.")
    return FINE


def _rows_in(data: bytes, table: str) -> str:
    """Return how many rows a table has, in words."""
    rows = sum(1 for _ in csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))) - 1
    return show_count(rows, "column" if table == "dictionary" else table[:-1])
