"""A folder of notes, looked at and read, and never changed."""

import hashlib
import os
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

from leverage.errors import LeverageError, UnreadableFile
from leverage.settings import load_settings

MOST_SHOWN = 200  # characters of a file's name
LEADS_OUT = "It is a link that leads out of the folder. Copy the file here."
LEADS_NOWHERE = "It is a link to nothing. Delete it, or copy the file here."
NO_FILE = "It is no plain file, so nothing can be read from it."
TOLD_ONCE = frozenset((LEADS_OUT, LEADS_NOWHERE, NO_FILE))  # what stays so until somebody changes the folder

_CHUNK = 1 << 20
_OWN_FILES = (".", "~$")  # names of files that systems and office programs keep for themselves begin so
_SAFELY = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class BeingWritten(LeverageError):
    """A file changed while it was read."""


@dataclass(frozen=True)
class Entry:
    """A file in a folder: its path in it with slashes, when it was modified and changed in nanoseconds, and its bytes."""

    name: str
    modified: int
    changed: int
    size: int

    @property
    def newest(self) -> int:
        """When anything about the file was another one last."""
        return max(self.modified, self.changed)

    @property
    def identity(self) -> str:
        """What another state of the file would not have."""
        return _short(f"{self.name}\0{self.modified}\0{self.changed}\0{self.size}")

    @property
    def place(self) -> str:
        """A hash of the path."""
        return _short(self.name)

    @property
    def shown(self) -> str:
        """The path for people to read, whatever is in it."""
        return shown(self.name)


class Folder(Protocol):
    """A folder to scan, on this machine or at the other end of a line."""

    @property
    def name(self) -> str:
        """What it is called, without the way there."""

    @property
    def key(self) -> str:
        """A hash of the way there."""

    def now(self) -> int:
        """Return now by the clock that file times are of, in nanoseconds."""

    def entries(self) -> tuple[list[Entry], list[tuple[str, str]]]:
        """Return its files in the order of their paths, those of its folders included; then (name, why) of what is left out."""

    def read(self, entry: Entry, most: int) -> bytes:
        """Return what is in a file. Raises BeingWritten, UnreadableFile over `most` bytes, and OSError."""


class LocalFolder:
    """A folder on this machine. Links are not followed: what they lead to inside is found on its own."""

    def __init__(self, path: Path) -> None:
        """Take the folder at a path. Raises LeverageError where there is none."""
        self._root = Path(os.path.realpath(path.expanduser()))
        if not self._root.is_dir():
            raise LeverageError(f"{path} is no folder. Check the path.")

    @property
    def name(self) -> str:
        """What it is called, without the way there."""
        return shown(self._root.name or self._root.anchor)

    @property
    def key(self) -> str:
        """A hash of the way there."""
        return _short(str(self._root))

    def now(self) -> int:
        """Return now, in nanoseconds."""
        return time.time_ns()

    def entries(self) -> tuple[list[Entry], list[tuple[str, str]]]:
        """Return its files, and what is left out with the reason."""
        found: list[Entry] = []
        left_out: list[tuple[str, str]] = []

        def note(problem: OSError) -> None:
            left_out.append((shown(self._within(str(problem.filename))), why_unread(problem)))

        for folder, folders, files in os.walk(self._root, onerror=note):
            links = [each for each in folders if os.path.islink(os.path.join(folder, each))]
            folders[:] = sorted(each for each in folders if not each.startswith(_OWN_FILES) and each not in links)
            for name in [*links, *files]:
                if name.startswith(_OWN_FILES):
                    continue
                path = os.path.join(folder, name)
                try:
                    told = os.lstat(path)
                except OSError as problem:
                    note(problem)
                    continue
                if stat.S_ISLNK(told.st_mode):
                    if not self._is_inside(path):
                        why = LEADS_OUT if os.path.exists(path) else LEADS_NOWHERE
                        left_out.append((shown(self._within(path)), why))
                elif stat.S_ISREG(told.st_mode):
                    found.append(Entry(self._within(path), told.st_mtime_ns, told.st_ctime_ns, told.st_size))
                else:
                    left_out.append((shown(self._within(path)), NO_FILE))
        return sorted(found, key=lambda entry: entry.name), left_out

    def read(self, entry: Entry, most: int) -> bytes:
        """Return what is in a file."""
        path = os.path.join(self._root, *entry.name.split("/"))
        if not self._is_inside(path):  # a link took its place meanwhile
            raise UnreadableFile("It leads out of the folder by now.")
        with os.fdopen(os.open(path, os.O_RDONLY | _SAFELY), "rb") as file:
            before = os.fstat(file.fileno())
            if not stat.S_ISREG(before.st_mode):
                raise UnreadableFile("It is no plain file by now.")
            data = b"".join(_chunks(file, most))
            after = os.fstat(file.fileno())
        if _state(before) != _state(after) or len(data) != after.st_size:
            raise BeingWritten("It is being written. The next scan reads it.")
        return data

    def _is_inside(self, path: str) -> bool:
        real = os.path.realpath(path)
        return os.path.exists(real) and Path(real).is_relative_to(self._root)

    def _within(self, path: str) -> str:
        return os.path.relpath(path, self._root).replace(os.sep, "/")


def folder_at(path: str | Path | None) -> LocalFolder:
    """Return the folder at a path, else that of the settings. Raises LeverageError where there is none."""
    wanted = path or load_settings().inbox
    if not wanted:
        raise LeverageError("No folder to scan is set. Name one, or set LEVERAGE_INBOX.")
    return LocalFolder(Path(wanted))


def too_large(most: int) -> str:
    """Return the sentence for a file of more than `most` bytes."""
    return f"It is larger than {most / 1e6:,.0f} MB. Take out the part that matters, or paste its text."


def shown(name: str) -> str:
    """Return a file's name for people to read: what can't be shown is a replacement character, a long one loses its middle."""
    plain = "".join(char if char.isprintable() else "\ufffd" for char in name)
    return plain if len(plain) <= MOST_SHOWN else f"{plain[: MOST_SHOWN // 2 - 1]}…{plain[-MOST_SHOWN // 2 :]}"


def _chunks(file: IO[bytes], most: int) -> Iterator[bytes]:
    size = 0
    while chunk := file.read(_CHUNK):
        size += len(chunk)
        if size > most:
            raise UnreadableFile(too_large(most))
        yield chunk


def _state(told: os.stat_result) -> tuple[int, int, int]:
    return told.st_mtime_ns, told.st_ctime_ns, told.st_size


def why_unread(problem: OSError) -> str:
    """Return the sentence for a file or folder that the system does not give."""
    return f"It can't be read: {problem.strerror or problem}. Check the rights."


def _short(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:16]
