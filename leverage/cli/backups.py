"""The commands `backup`, `check-backup` and `restore`."""

import argparse
from typing import Any

from leverage import backup
from leverage.cli.status import FINE
from leverage.cli.terminal import Terminal
from leverage.errors import LeverageError
from leverage.wording import join_words, show_count

_HELP = "Write all deals with their history, vendors and names into one file. Whoever holds it can read every deal."

_RESTORED_ALONE = (
    "A backup is restored only into an empty store that nothing has open, and the app has this one open. Restore into another "
    "folder, then start the app with that: python -m leverage --home DIR restore FILE."
)


def add_commands(commands: Any) -> None:
    """Add the commands to the parser."""
    keeping = commands.add_parser("backup", help="write everything into one file", description=_HELP)
    keeping.add_argument(
        "file", metavar="FILE", nargs="?", default=".", help="file or folder to write to (default: this folder, a dated name)"
    )
    keeping.add_argument("--overwrite", action="store_true", help="replace the file if it is there already")
    keeping.set_defaults(run=_backup, writes="file")
    proving = commands.add_parser("check-backup", help="say whether a backup is whole, and what is in it")
    proving.add_argument("file", metavar="FILE")
    proving.set_defaults(run=_check_backup, alone="A backup is checked where its file is.")
    restoring = commands.add_parser("restore", help="restore a backup into an empty store")
    restoring.add_argument("file", metavar="FILE")
    restoring.set_defaults(run=_restore, alone=_RESTORED_ALONE)


def _backup(asked: argparse.Namespace, terminal: Terminal) -> int:
    if not terminal.has_store():
        raise LeverageError(f"There is no store in {terminal.home}. Name its folder: python -m leverage --home DIR backup.")
    with (
        terminal.open_store() as kb,
        terminal.file(asked.file, backup.backup_name(kb.today()), private=True, overwrite=asked.overwrite) as out,
        terminal.bar("Reading the banks") as progress,
    ):
        made = backup.fill(kb, out.file, progress)
    terminal.say(f"{_contents(made)} written to {out.path}, {made.bytes:,} bytes. Whoever holds the file can read every deal.")
    return FINE


def _check_backup(asked: argparse.Namespace, terminal: Terminal) -> int:
    found = backup.check(asked.file)
    made = f"{found.made_at:%Y-%m-%d %H:%M} UTC"
    terminal.say(f"The backup is whole: {_contents(found)}, made on {made}, {found.bytes:,} bytes, format {found.format}.")
    return FINE


def _restore(asked: argparse.Namespace, terminal: Terminal) -> int:
    with terminal.bar("Restoring") as progress:
        brought = backup.restore(asked.file, terminal.home, progress=progress)
    with terminal.open_store() as kb:  # makes the index, and brings in what waited
        waiting = len(kb.waiting())
    terminal.say(f"{_contents(brought)} restored into {terminal.home}.")
    if waiting:
        terminal.say(f"{show_count(waiting, 'change')} still on disk; what waits goes into the memory by itself.")
    return FINE


def _contents(summary: backup.Summary) -> str:
    more = [("retracted", summary.retracted), ("waiting", summary.waiting), ("set aside", summary.set_aside)]
    parts = [f"{show_count(summary.deals, 'deal')} with {show_count(summary.vendors, 'vendor')}"]
    return join_words([*parts, *(f"{count:,} {word}" for word, count in more if count)])
