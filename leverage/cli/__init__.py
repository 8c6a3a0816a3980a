"""The command line: import and export deals, load the samples, back up and look after the store.

Exit status: 0 all right; 1 nothing could be imported, or a check found something; 2 wrong use, or an error said in a
sentence; 130 stopped by Ctrl-C.
"""

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from leverage.cli import backups, digests, exporting, importing, re_embedding
from leverage.cli.telling import FAILED, FINE, FOUND, PIPE_CLOSED, STOPPED, bar, complain, home, say
from leverage.errors import LeverageError
from leverage.knowledge import KnowledgeBase
from leverage.wording import show_count


def main(arguments: Sequence[str] | None = None, open_store: Callable[[Path], KnowledgeBase] = KnowledgeBase.open) -> int:
    """Run one command and return the exit status; no error reaches the user as a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        asked = _parser().parse_args(arguments, argparse.Namespace(open_store=open_store))
        run: Callable[[argparse.Namespace], int] = asked.run
        return run(asked)
    except LeverageError as problem:
        complain(str(problem))
        return FAILED
    except KeyboardInterrupt:
        complain("Stopped. What was saved until now stays; the same command goes on from there.")
        return STOPPED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python complains while it exits
        return PIPE_CLOSED
    except OSError as problem:
        complain(f"{problem.filename or 'A file'} can't be used: {problem.strerror or problem}. Check the path and the rights.")
        return FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m leverage", description="A company's memory of its vendor negotiations.")
    parser.add_argument("--home", metavar="DIR", help="folder of the store (default: the setting LEVERAGE_HOME, else data/store)")
    commands = parser.add_subparsers(metavar="command", required=True)

    importing.add_commands(commands)
    exporting.add_commands(commands)
    backups.add_commands(commands)
    re_embedding.add_commands(commands)
    digests.add_commands(commands)
    commands.add_parser("rebuild", help="make the index anew from the banks").set_defaults(run=_rebuild)
    commands.add_parser("check", help="say what is not as it should be").set_defaults(run=_check)
    commands.add_parser("repair", help="put right what a check finds, without loss").set_defaults(run=_repair)
    return parser


def _rebuild(asked: argparse.Namespace) -> int:
    with asked.open_store(home(asked)) as kb, bar("Reading the banks") as progress:
        count = kb.rebuild_index(progress)
    say(f"The index was made anew from the banks: {show_count(count, 'deal')}.")
    return FINE


def _check(asked: argparse.Namespace) -> int:
    with asked.open_store(home(asked)) as kb, bar("Checking") as progress:
        found = kb.check(progress)
    for finding in found:
        say(finding)
    if not found:
        say("All is well.")
    return FOUND if found else FINE


def _repair(asked: argparse.Namespace) -> int:
    with asked.open_store(home(asked)) as kb, bar("Repairing") as progress:
        done = kb.repair(progress)
        left = kb.check()
    for sentence in done:
        say(sentence)
    for finding in left:
        say(f"Left: {finding}")
    if not done and not left:
        say("All is well.")
    return FOUND if left else FINE
