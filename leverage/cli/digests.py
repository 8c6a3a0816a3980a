"""The commands `digest` and `calendar`: what cron can mail, and the days as a calendar file."""

import argparse
from typing import Any

from leverage.agenda import HORIZON, entries
from leverage.calendar_file import FILE_NAME, calendar_file
from leverage.cli.status import FINE
from leverage.cli.terminal import Terminal
from leverage.digest import digest
from leverage.exports.choice import day_of
from leverage.wording import show_count


def add_commands(commands: Any) -> None:
    """Add the commands to the parser."""
    telling = commands.add_parser("digest", help="print what is new to look at and which days are near, such as for a daily mail")
    telling.add_argument("--since", metavar="DATE", help="the day of the last digest, as 2026-03-02 (default: yesterday)")
    telling.add_argument("--person", metavar="NAME", help="with what others logged about the vendors that this person follows")
    telling.set_defaults(run=_digest)
    days = commands.add_parser("calendar", help="write the days that must not pass as a calendar file")
    days.add_argument("-o", "--output", metavar="FILE", help="file or folder to write to (default: standard output)")
    days.add_argument("--vendor", metavar="NAME", help="only this vendor")
    days.add_argument("--owner", metavar="NAME", help="only deals that this person logged")
    days.add_argument("--department", metavar="NAME", help="only this department")
    days.add_argument("--days", type=int, default=HORIZON, metavar="N", help=f"how far ahead (default: {HORIZON})")
    days.set_defaults(run=_calendar, writes="output")


def _digest(asked: argparse.Namespace, terminal: Terminal) -> int:
    since = day_of(asked.since, "The day")
    with terminal.open_store() as kb:
        for line in digest(kb, since, asked.person).splitlines():
            terminal.say(line)
    return FINE


def _calendar(asked: argparse.Namespace, terminal: Terminal) -> int:
    with terminal.open_store() as kb:
        found = entries(kb, vendor=asked.vendor, owner=asked.owner, department=asked.department, days=asked.days)
        data = calendar_file(found, kb.now())
    if asked.output is None:
        terminal.put_out(data)
        return FINE
    with terminal.file(asked.output, FILE_NAME) as out:
        out.file.write(data)
    terminal.say(f"{show_count(len(found), 'day')} written to {out.path}.")
    return FINE
