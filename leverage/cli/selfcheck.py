"""The command `selfcheck`."""

import argparse
import tempfile
from pathlib import Path
from typing import Any

from leverage.cli.status import FINE, FOUND
from leverage.cli.terminal import Terminal
from leverage.knowledge import KnowledgeBase
from leverage.playbook.proving import prove
from leverage.wording import show_count

_HELP = "Prove on a store of its own, which is deleted then, that playbooks keep their promises. Your store is not opened."


def add_commands(commands: Any) -> None:
    """Add the command to the parser."""
    checking = commands.add_parser("selfcheck", help="prove that playbooks keep what they promise", description=_HELP)
    checking.set_defaults(run=_selfcheck)


def _selfcheck(asked: argparse.Namespace, terminal: Terminal) -> int:
    failed = 0
    with tempfile.TemporaryDirectory(prefix="leverage-selfcheck-") as folder, KnowledgeBase.open(Path(folder) / "store") as kb:
        for proof in prove(kb):
            terminal.say(f"{'ok    ' if proof.holds else 'FAILED'}  {proof.said}.")
            failed += not proof.holds
    terminal.say("The playbook keeps its promises." if not failed else f"{show_count(failed, 'promise')} not kept.")
    return FOUND if failed else FINE
