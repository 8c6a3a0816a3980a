"""The command `scan`."""

import argparse
from typing import Any

from leverage.cli.status import FINE, FOUND
from leverage.cli.terminal import Terminal
from leverage.wording import show_count

MOST_SENTENCES = 50

_HELP = (
    "Read what is new in a folder of notes, mails and transcripts into proposals, which a person accepts or dismisses on the "
    "page Inbox. Nothing is logged by itself, and no file is moved, changed or deleted. Scanning the same folder again reads "
    "only what is new."
)


def add_commands(commands: Any) -> None:
    """Add the command to the parser."""
    scanning = commands.add_parser("scan", help="read notes, mails and transcripts into proposals", description=_HELP)
    scanning.add_argument("folder", nargs="?", metavar="FOLDER", help="the folder to read (default: the setting LEVERAGE_INBOX)")
    scanning.add_argument("--all-skipped", action="store_true", help="show every file that was not read, not only the first")
    scanning.set_defaults(run=_scan, scans="folder")


def _scan(asked: argparse.Namespace, terminal: Terminal) -> int:
    from leverage.inbox import pending, says_where, scan  # loads what reads every kind of file

    folder = terminal.folder(asked.folder)
    with terminal.open_store() as kb:
        if kb.narrator.model is not None:
            terminal.say(says_where(kb.narrator))
        with terminal.bar("Scanning") as progress:
            report = scan(kb, folder, progress=progress)
        waiting = len(pending(kb))
    first, *others = report.sentences
    terminal.say(f"{folder.name}: {first}")
    shown = others if asked.all_skipped else others[:MOST_SENTENCES]
    for sentence in shown:
        terminal.say(sentence)
    if len(shown) < len(others):
        terminal.say(f"… and {len(others) - len(shown):,} more. Add --all-skipped to see them.")
    terminal.say(f"{show_count(waiting, 'proposal')} {'waits' if waiting == 1 else 'wait'} on the page Inbox.")
    return FOUND if report.skipped and not report.read else FINE
