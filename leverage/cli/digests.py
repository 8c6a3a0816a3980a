"""The commands `digest` and `calendar`: what cron can mail, and the days as a calendar file."""

import argparse
from typing import Any

from leverage import addresses
from leverage.access.mail import typed
from leverage.access.policy import FILE, Policies
from leverage.agenda import HORIZON, entries, once
from leverage.calendar_file import FILE_NAME, calendar_file
from leverage.cli.status import FINE
from leverage.cli.terminal import Terminal
from leverage.digest import make
from leverage.errors import LeverageError
from leverage.exports.choice import day_of
from leverage.knowledge import KnowledgeBase
from leverage.settings import load_settings
from leverage.wording import show_count


def add_commands(commands: Any) -> None:
    """Add the commands to the parser."""
    telling = commands.add_parser("digest", help="print what is new to look at and which days are near, such as for a daily mail")
    telling.add_argument("--since", metavar="DATE", help="from the morning of this day, as 2026-03-02 (default: since the last)")
    telling.add_argument(
        "--person",
        metavar="NAME",
        help="with what others did with the vendors that this person follows; for an address, of what that person may see",
    )
    telling.add_argument("--address", metavar="URL", help="address of the app, such as https://leverage.example, for links")
    telling.set_defaults(run=_digest)
    days = commands.add_parser("calendar", help="write the days that must not pass as a calendar file")
    days.add_argument("-o", "--output", metavar="FILE", help="file or folder to write to (default: standard output)")
    days.add_argument("--vendor", metavar="NAME", help="only this vendor")
    days.add_argument("--owner", metavar="NAME", help="only deals that this person logged")
    days.add_argument("--department", metavar="NAME", help="only this department")
    days.add_argument("--days", type=int, default=HORIZON, metavar="N", help=f"how far ahead (default: {HORIZON})")
    days.add_argument("--address", metavar="URL", help="address of the app, such as https://leverage.example, for links")
    days.set_defaults(run=_calendar, writes="output")


def _digest(asked: argparse.Namespace, terminal: Terminal) -> int:
    since = day_of(asked.since, "The day")
    with terminal.open_store() as kb:
        kb, person = _seen_by(kb, asked.person)
        made = make(kb, since, person, app=asked.address)
        for line in made.text.splitlines():
            terminal.say(line)
        if since is None:  # one that looks back is no daily one
            made.remember(kb)
    return FINE


def _seen_by(kb: KnowledgeBase, asked: str | None) -> tuple[KnowledgeBase, str | None]:
    """Return what somebody sees whose address was given, as the access policy says now, and their name; else all there is."""
    if asked is None or "@" not in asked:
        return kb, asked
    email = typed(asked)
    file = load_settings().access or kb.ask_index(lambda index: index.path.parent / FILE)
    who = Policies(file).checked().absent(email, kb.name_of(email))
    return kb.view(who), who.called


def _calendar(asked: argparse.Namespace, terminal: Terminal) -> int:
    app = addresses.checked(asked.address)
    with terminal.open_store() as kb:
        _refuse_unknown(kb, asked)
        found = entries(kb, vendor=asked.vendor, owner=asked.owner, department=asked.department, days=asked.days)
        found = once(each for each in found if each.kind != "unknown")
        data = calendar_file(found, kb.now(), app)
    if asked.output is None:
        terminal.put_out(data)
        return FINE
    with terminal.file(asked.output, FILE_NAME) as out:
        out.file.write(data)
    terminal.say(f"{show_count(len(found), 'day')} written to {out.path}.")
    return FINE


def _refuse_unknown(kb: KnowledgeBase, asked: argparse.Namespace) -> None:
    """Raise LeverageError for a filter that can match nothing, as a slip in a cron line would go unnoticed for ever."""
    book = kb.names()
    if asked.vendor is not None and kb.vendor(asked.vendor) is None:
        raise LeverageError(f"Nothing is recorded about “{asked.vendor}”. Check the name.")
    if asked.owner is not None and not any(book.same("person", each, asked.owner) for each in kb.people()):
        raise LeverageError(f"“{asked.owner}” logged no deal. Check the name.")
    departments = kb.departments()
    if asked.department is not None and not any(book.same("department", each, asked.department) for each in departments):
        raise LeverageError(f"No deal is of the department “{asked.department}”. Check the name.")
