"""The commands `backup`, `check-backup` and `restore`."""

import argparse
from pathlib import Path
from typing import Any

from leverage import backup
from leverage.cli.telling import FINE, bar, home, say
from leverage.errors import LeverageError
from leverage.wording import join_words, show_count

_HELP = "Write all deals with their history, vendors and names into one file. Whoever holds it can read every deal."


def add_commands(commands: Any) -> None:
    """Add the commands to the parser."""
    keeping = commands.add_parser("backup", help="write everything into one file", description=_HELP)
    keeping.add_argument(
        "file", metavar="FILE", nargs="?", help="file or folder to write to (default: this folder, a dated name)"
    )
    keeping.add_argument("--overwrite", action="store_true", help="replace the file if it is there already")
    keeping.set_defaults(run=_backup)
    proving = commands.add_parser("check-backup", help="say whether a backup is whole, and what is in it")
    proving.add_argument("file", metavar="FILE")
    proving.set_defaults(run=_check_backup)
    restoring = commands.add_parser("restore", help="restore a backup into an empty store")
    restoring.add_argument("file", metavar="FILE")
    restoring.set_defaults(run=_restore)


def _backup(asked: argparse.Namespace) -> int:
    folder = home(asked)
    if not (folder / "banks").exists():
        raise LeverageError(f"There is no store in {folder}. Name its folder: python -m leverage --home DIR backup.")
    with asked.open_store(folder) as kb:
        path = Path(asked.file or ".")
        path = path / backup.backup_name(kb.today()) if path.is_dir() else path
        with bar("Reading the banks") as progress:
            made = backup.write(kb, path, progress, overwrite=asked.overwrite)
    say(f"{_contents(made)} written to {path}, {made.bytes:,} bytes. Whoever holds the file can read every deal.")
    return FINE


def _check_backup(asked: argparse.Namespace) -> int:
    found = backup.check(asked.file)
    made = f"{found.made_at:%Y-%m-%d %H:%M} UTC"
    say(f"The backup is whole: {_contents(found)}, made on {made}, {found.bytes:,} bytes, format {found.format}.")
    return FINE


def _restore(asked: argparse.Namespace) -> int:
    folder = home(asked)
    with bar("Restoring") as progress:
        brought = backup.restore(asked.file, folder, progress=progress)
    with asked.open_store(folder) as kb:  # makes the index, and brings in what waited
        waiting = len(kb.waiting())
    say(f"{_contents(brought)} restored into {folder}.")
    if waiting:
        say(f"{show_count(waiting, 'change')} still on disk; what waits goes into the memory by itself.")
    return FINE


def _contents(summary: backup.Summary) -> str:
    more = [("retracted", summary.retracted), ("waiting", summary.waiting), ("set aside", summary.set_aside)]
    parts = [f"{show_count(summary.deals, 'deal')} with {show_count(summary.vendors, 'vendor')}"]
    return join_words([*parts, *(f"{count:,} {word}" for word, count in more if count)])
