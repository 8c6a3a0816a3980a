"""The commands `digest` and `calendar`: what cron can mail, and the days as a calendar file."""

import argparse
import sys
from pathlib import Path
from typing import Any

from leverage.agenda import HORIZON, entries
from leverage.calendar_file import calendar_file
from leverage.cli.telling import FINE, home, say
from leverage.digest import digest
from leverage.errors import LeverageError
from leverage.fields import DAY
from leverage.text import Unclean
from leverage.wording import show_count


def add_commands(commands: Any) -> None:
    """Add the commands to the parser."""
    telling = commands.add_parser("digest", help="print what is new to look at and which days are near, such as for a daily mail")
    telling.add_argument("--since", metavar="DATE", help="the day of the last digest, as 2026-03-02 (default: yesterday)")
    telling.add_argument("--person", metavar="NAME", help="with what others logged about the vendors that this person follows")
    telling.set_defaults(run=_digest)
    days = commands.add_parser("calendar", help="write the days that must not pass as a calendar file")
    days.add_argument("-o", "--output", metavar="FILE", help="file to write to (default: standard output)")
    days.add_argument("--vendor", metavar="NAME", help="only this vendor")
    days.add_argument("--owner", metavar="NAME", help="only deals that this person logged")
    days.add_argument("--department", metavar="NAME", help="only this department")
    days.add_argument("--days", type=int, default=HORIZON, metavar="N", help=f"how far ahead (default: {HORIZON})")
    days.set_defaults(run=_calendar)


def _digest(asked: argparse.Namespace) -> int:
    try:
        since = DAY.parse(asked.since) if asked.since else None
    except Unclean as problem:
        raise LeverageError(f"The day {problem}") from None
    with asked.open_store(home(asked)) as kb:
        for line in digest(kb, since, asked.person).splitlines():
            say(line)
    return FINE


def _calendar(asked: argparse.Namespace) -> int:
    with asked.open_store(home(asked)) as kb:
        found = entries(kb, vendor=asked.vendor, owner=asked.owner, department=asked.department, days=asked.days)
        data = calendar_file(found, kb.now())
    if asked.output is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return FINE
    Path(asked.output).write_bytes(data)
    say(f"{show_count(len(found), 'day')} written to {asked.output}.")
    return FINE
