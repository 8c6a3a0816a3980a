"""The command `audit`."""

import argparse
from datetime import timedelta
from typing import Any

from leverage.audit.entry import Row
from leverage.audit.table import told
from leverage.audit.trail import Filters
from leverage.audit.vendors import shown, vendor_names
from leverage.cli.status import FINE, FOUND
from leverage.cli.terminal import Terminal
from leverage.errors import LeverageError
from leverage.exports.choice import day_of
from leverage.knowledge import KnowledgeBase
from leverage.wording import show_count

MOST_SHOWN = 100

_HELP = (
    "Show who did what, the newest first; write all of it as a CSV file; check that nobody changed it. The last row's number "
    "and hash, which a check says, can be kept elsewhere: a trail that was made anew as a whole has others."
)


def add_commands(commands: Any) -> None:
    """Add the command to the parser."""
    auditing = commands.add_parser("audit", help="show, check or write out the audit trail", description=_HELP)
    auditing.add_argument("--check", action="store_true", help="say whether every row is as it was written, and none is missing")
    auditing.add_argument("--csv", metavar="FILE", help="file or folder to write the rows to, readable by its owner alone")
    auditing.add_argument("--since", metavar="DAY", help="first day, as 2026-03-02")
    auditing.add_argument("--until", metavar="DAY", help="last day, as 2026-03-02")
    auditing.set_defaults(run=_audit, writes="csv")


def _audit(asked: argparse.Namespace, terminal: Terminal) -> int:
    since, until = day_of(asked.since, "The first day"), day_of(asked.until, "The last day")
    if not terminal.has_store():
        raise LeverageError(f"There is no store in {terminal.home}. Name its folder: python -m leverage --home DIR audit.")
    with terminal.open_store() as kb:
        filters: Filters = {
            "since": kb.begin_of(since) if since else None,
            "until": kb.begin_of(until + timedelta(days=1)) if until else None,
        }
        if asked.csv is not None:
            _write(kb, terminal, asked.csv, filters)
        if asked.check:
            return _check(kb, terminal)
        if asked.csv is None:
            _show(kb, terminal, filters)
    return FINE


def _write(kb: KnowledgeBase, terminal: Terminal, path: str, filters: Filters) -> None:
    names, count = vendor_names(kb), kb.trail.count(**filters)
    lines = kb.trail.csv(lambda vendor: shown(vendor, names), **filters)
    name = f"leverage-audit-{kb.today():%Y-%m-%d}.csv"
    with terminal.file(path, name, private=True, overwrite=True) as out, terminal.bar("Writing the trail") as progress:
        for done, line in enumerate(lines):
            out.file.write(line.encode())
            progress(done, max(count, done))
    terminal.say(f"{show_count(done, 'row')} written to {out.path}. Whoever holds the file can read who did what.")


def _check(kb: KnowledgeBase, terminal: Terminal) -> int:
    with terminal.bar("Reading the trail") as progress:
        found = kb.trail.check(progress)
    for finding in found:
        terminal.say(finding)
    if found:
        return FOUND
    last = kb.trail.head()
    if last is None:
        terminal.say("The audit trail is empty.")
    else:
        terminal.say(f"The audit trail is whole: {show_count(last.n, 'row')}. The last row's hash is {last.hash}.")
    return FINE


def _show(kb: KnowledgeBase, terminal: Terminal, filters: Filters) -> None:
    names, count = vendor_names(kb), kb.trail.count(**filters)
    if trouble := kb.trail.trouble():
        terminal.complain(f"{trouble} Add --check to read all of it.")
    rows = kb.trail.rows(limit=MOST_SHOWN, **filters)
    for row in rows:
        terminal.say(_line(row, shown(row.vendor, names)))
    if len(rows) < count:
        terminal.say(f"… and {count - len(rows):,} more. Narrow it with --since and --until, or write all of it with --csv FILE.")
    if not count:
        terminal.say("Nothing is noted there." if any(filters.values()) else "Nothing is noted yet.")


def _line(row: Row, vendor: str) -> str:
    who = f"{row.name} <{row.address}>" if row.address and row.address != row.name else row.name
    deals = [show_count(row.deal_count, "deal")] if row.deal_count else []
    return "  ".join(
        [f"{row.n:>6}", f"{row.at:%Y-%m-%d %H:%M:%S} UTC", who, row.act, *filter(None, [vendor]), *deals, *told(row)]
    )
