"""The commands `rebuild`, `check` and `repair`."""

import argparse
from typing import Any

from leverage.cli.status import FINE, FOUND
from leverage.cli.terminal import Terminal
from leverage.wording import show_count


def add_commands(commands: Any) -> None:
    """Add the commands to the parser."""
    commands.add_parser("rebuild", help="make the index anew from the banks").set_defaults(run=_rebuild)
    commands.add_parser("check", help="say what is not as it should be").set_defaults(run=_check)
    commands.add_parser("repair", help="put right what a check finds, without loss").set_defaults(run=_repair)


def _rebuild(asked: argparse.Namespace, terminal: Terminal) -> int:
    with terminal.open_store() as kb, terminal.bar("Reading the banks") as progress:
        count = kb.rebuild_index(progress)
    terminal.say(f"The index was made anew from the banks: {show_count(count, 'deal')}.")
    return FINE


def _check(asked: argparse.Namespace, terminal: Terminal) -> int:
    with terminal.open_store() as kb, terminal.bar("Checking") as progress:
        found = kb.check(progress)
    for finding in found:
        terminal.say(finding)
    if not found:
        terminal.say("All is well.")
    return FOUND if found else FINE


def _repair(asked: argparse.Namespace, terminal: Terminal) -> int:
    with terminal.open_store() as kb, terminal.bar("Repairing") as progress:
        done = kb.repair(progress)
        left = kb.check()
    for sentence in done:
        terminal.say(sentence)
    for finding in left:
        terminal.say(f"Left: {finding}")
    if not done and not left:
        terminal.say("All is well.")
    return FOUND if left else FINE
