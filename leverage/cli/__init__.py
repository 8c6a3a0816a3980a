"""The command line: import and export deals, scan a folder of notes, load the samples, back up and look after the store.

Exit status: 0 all right; 1 nothing could be imported, or a check found something; 2 wrong use, or an error said in a
sentence; 130 stopped by Ctrl-C. While an app holds the store, a command runs inside the app, over the very same code: it
knows nothing but its `Terminal`, which is here or at the other end of a line.
"""

import io
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from leverage.cli.caller import hand_over
from leverage.cli.commands import parser
from leverage.cli.status import status_of
from leverage.cli.terminal import LocalTerminal
from leverage.errors import StoreInUse
from leverage.knowledge import KnowledgeBase


def main(arguments: Sequence[str] | None = None, open_store: Callable[[Path], KnowledgeBase] = KnowledgeBase.open) -> int:
    """Run one command and return the exit status; no error reaches the user as a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    given = list(sys.argv[1:] if arguments is None else arguments)
    asked = parser().parse_args(given)
    terminal = LocalTerminal(asked, open_store)

    def run() -> int:
        try:
            status: int = asked.run(asked, terminal)
        except StoreInUse as problem:
            return hand_over(given, asked, terminal, problem)
        return status

    return status_of(run, terminal)
