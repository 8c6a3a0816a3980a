"""All commands, and how they are written.

A command says in its defaults which function runs it (`run`), which option names the file that it reads or writes (`reads`,
`writes`) or the folder that it scans (`scans`), and, where it can't run inside an app, the sentence for whoever tries (`alone`).
"""

import argparse

from leverage.cli import (
    auditing,
    backups,
    digests,
    exporting,
    importing,
    looking_after,
    moving,
    re_embedding,
    scanning,
    selfcheck,
)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="python -m leverage", description="A company's memory of its vendor negotiations.")
    parser.add_argument("--home", metavar="DIR", help="folder of the store (default: the setting LEVERAGE_HOME, else data/store)")
    parser.set_defaults(reads=None, writes=None, scans=None, alone=None)
    commands = parser.add_subparsers(metavar="command", required=True)
    for each in (importing, scanning, exporting, backups, moving, re_embedding, digests, looking_after, auditing, selfcheck):
        each.add_commands(commands)
    return parser
