"""What a command says: plain lines on the terminal, a bar for what takes long, and its exit status."""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from leverage.settings import load_settings

FINE, FOUND, FAILED, STOPPED, PIPE_CLOSED = 0, 1, 2, 130, 141

_JOINERS = "\u200c\u200d"  # invisible, but part of how some scripts and emoji are written


def home(asked: argparse.Namespace) -> Path:
    """Return the folder of the store that a command is about."""
    return Path(asked.home).expanduser() if asked.home else load_settings().home


@contextmanager
def bar(label: str) -> Iterator[Callable[[int, int], None]]:
    """Give a progress callback that draws a bar on a terminal and nothing into a pipe."""
    from tqdm import tqdm  # only for commands that take long

    with tqdm(desc=label, file=sys.stderr, disable=None, leave=False, mininterval=0.2) as bar:

        def move(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        yield move


def say(text: str) -> None:
    """Write a line on standard output."""
    print(_harmless(text))


def complain(text: str) -> None:
    """Write a line on standard error."""
    print(_harmless(text), file=sys.stderr)


def _harmless(text: str) -> str:
    """Return the text with characters that a terminal would obey, or that reorder a line, written out."""
    return "".join(char if char.isprintable() or char in _JOINERS else ascii(char)[1:-1] for char in text)
