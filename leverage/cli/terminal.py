"""Where a command is given: what it may ask of that place, and the place itself where command and store are one process."""

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property
from pathlib import Path
from typing import IO, NamedTuple, Protocol

from leverage.embedding_choice import Choice
from leverage.folders import Folder, LocalFolder, folder_at
from leverage.knowledge import KnowledgeBase
from leverage.memory.choosing import BANKS, server_of
from leverage.progress import Progress
from leverage.settings import load_settings
from leverage.whole_file import whole_file

_JOINERS = "\u200c\u200d"  # invisible, but part of how some scripts and emoji are written


class OutFile(NamedTuple):
    """A file to be written: what takes the bytes, and the path where they will be, for people to read."""

    file: IO[bytes]
    path: str


class Terminal(Protocol):
    """What a command knows of the place where it was given; nothing else it prints, reads or writes."""

    @property
    def home(self) -> Path:
        """The folder of the store, as it is called there."""

    @property
    def is_screen(self) -> bool:
        """Whether standard output is read by a person right there."""

    @property
    def setting(self) -> Choice | None:
        """Which embedding the settings there name, where they need not be those the store was opened with."""

    def has_store(self) -> bool:
        """Say whether there is a store."""

    def open_store(self) -> AbstractContextManager[KnowledgeBase]:
        """Give the store for the length of a block."""

    def say(self, text: str) -> None:
        """Write a line on standard output."""

    def complain(self, text: str) -> None:
        """Write a line on standard error."""

    def bar(self, label: str) -> AbstractContextManager[Progress]:
        """Give a progress callback that draws a bar on a terminal and nothing into a pipe; it raises where a stop is asked."""

    def put_out(self, data: bytes) -> None:
        """Write bytes on standard output."""

    def hush(self) -> None:
        """Write nothing more on standard output: nobody takes it."""

    def read(self, path: str, approve: Callable[[int], None]) -> bytes:
        """Return what is in a file that was named there; `approve` may refuse its size by raising."""

    def folder(self, path: str | None) -> Folder:
        """Return a folder that was named there, else that of the settings there. Raises LeverageError where there is none."""

    def file(self, path: str, name: str, *, private: bool = False, overwrite: bool = True) -> AbstractContextManager[OutFile]:
        """Give a file to write, which is put under a path that was named there once the block ends well.

        In a folder it gets the `name`. With `private` it is readable by its owner alone, and put there whole or not at all.
        """


class LocalTerminal:
    """The terminal of this process, with the store that it opens itself."""

    def __init__(self, asked: argparse.Namespace, open_store: Callable[[Path], KnowledgeBase]) -> None:
        self._asked = asked
        self._open_store = open_store
        self._read: dict[str, bytes] = {}

    @cached_property
    def home(self) -> Path:
        """The folder of the store."""
        return Path(self._asked.home).expanduser() if self._asked.home else load_settings().home

    @property
    def is_screen(self) -> bool:
        """Whether standard output is a terminal."""
        return sys.stdout.isatty()

    @property
    def setting(self) -> Choice | None:
        """None: the store is opened with the settings that are here."""
        return None

    def has_store(self) -> bool:
        """Say whether there is a store."""
        return (self.home / BANKS).exists() or server_of(load_settings()) is not None

    def open_store(self) -> AbstractContextManager[KnowledgeBase]:
        """Open the store, and close it at the end. Raises StoreInUse."""
        return self._open_store(self.home)

    def say(self, text: str) -> None:
        """Write a line on standard output."""
        print(_harmless(text))

    def complain(self, text: str) -> None:
        """Write a line on standard error."""
        print(_harmless(text), file=sys.stderr)

    @contextmanager
    def bar(self, label: str) -> Iterator[Progress]:
        """Give a progress callback that draws a bar on a terminal and nothing into a pipe."""
        from tqdm import tqdm  # only for commands that take long

        with tqdm(desc=_harmless(label), file=sys.stderr, disable=None, leave=False, mininterval=0.2) as bar:

            def move(done: int, total: int) -> None:
                bar.total = total
                bar.update(done - bar.n)

            yield move

    def put_out(self, data: bytes) -> None:
        """Write bytes on standard output."""
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()

    def hush(self) -> None:
        """Write nothing more on standard output, else Python complains while it exits."""
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def read(self, path: str, approve: Callable[[int], None] = lambda size: None) -> bytes:
        """Return what is in a file; it is read once only, since a pipe can't be read twice."""
        if path not in self._read:
            with open(path, "rb") as file:
                approve(os.fstat(file.fileno()).st_size)
                self._read[path] = file.read()
        return self._read[path]

    def folder(self, path: str | None) -> LocalFolder:
        """Return a folder, else that of the settings."""
        return folder_at(path)

    @contextmanager
    def file(self, path: str, name: str, *, private: bool = False, overwrite: bool = True) -> Iterator[OutFile]:
        """Give a file to write, which is put under the path once the block ends well."""
        place = Path(path) / name if Path(path).is_dir() else Path(path)
        if private:
            with whole_file(place, overwrite=overwrite) as file:
                yield OutFile(file, str(place))
            return
        with tempfile.TemporaryFile() as file:
            yield OutFile(file, str(place))
            file.seek(0)
            with place.open("wb") as out:
                shutil.copyfileobj(file, out)


def _harmless(text: str) -> str:
    """Return the text with characters that a terminal would obey, or that reorder a line, written out."""
    return "".join(char if char.isprintable() or char in _JOINERS else ascii(char)[1:-1] for char in text)
