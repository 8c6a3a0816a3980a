"""The file of a backup: members of JSON lines in a ZIP, each with its SHA-256, and the one of the whole at the end."""

import hashlib
import json
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import IO, Any

from leverage.backup.summary import FORMAT
from leverage.errors import UnreadableFile

MANIFEST = "manifest.json"
MOST_MANIFEST = 64_000_000  # bytes
MOST_LINE = 64_000_000
PLAIN_BYTES = 64_000_000  # so much may unpack from however little
MOST_TIMES = 250  # larger than packed; deals pack to a tenth or so

_CHUNK = 1 << 20
_LOOKED_AT = 4_096  # bytes at the start of a file that is no whole backup
_OTHER_ARCHIVES = (b"[Content_Types].xml", b"_rels/", b"docProps/", b"xl/", b"mimetypeapplication/", b"META-INF/")
_EARLIEST = (1980, 1, 1, 0, 0, 0)  # of a ZIP; the same always, since when it was made stands in the manifest
_SEAL = b"sha256:"
_SEALED = re.compile(rb"sha256:[0-9a-f]{64}")
_SEAL_LENGTH = len(_SEAL) + 64

NO_BACKUP = "This file is no backup of Leverage. Choose one that was made by “Make a backup” or by the command backup."
DAMAGED = "This backup is damaged or cut short. Nothing was written: use another copy of it, or an older backup."
NEWER = "This backup was made by a newer version of Leverage. Update Leverage, then try again."
TOO_LARGE = "This file would unpack to far more than any backup. Nothing was written: check where it is from."

# What a broken archive may raise while it is read.
_BREAKS = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, KeyError, TypeError, ValueError, NotImplementedError, OverflowError,
    RuntimeError,
)  # fmt: skip


@dataclass(frozen=True)
class Member:
    """One member as the manifest tells it."""

    name: str
    lines: int
    size: int
    sha256: str


class ArchiveWriter:
    """Writes members of lines into a file that is open for writing and reading; `seal` ends it."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._zip = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)
        self._members: list[Member] = []

    def add(self, name: str, values: Iterator[Any]) -> None:
        """Write a member: a line of JSON a value."""
        lines = size = 0
        digest = hashlib.sha256()
        with self._zip.open(_entry(name), "w", force_zip64=True) as out:
            for value in values:
                line = json.dumps(value, separators=(",", ":")).encode() + b"\n"
                out.write(line)
                digest.update(line)
                size += len(line)
                lines += 1
        self._members.append(Member(name, lines, size, digest.hexdigest()))

    def seal(self, summary: Mapping[str, Any]) -> None:
        """Write the manifest, then the checksum over every byte before it."""
        told = {"leverage_backup": FORMAT, "summary": summary, "members": [vars(each) for each in self._members]}
        self._zip.writestr(_entry(MANIFEST), json.dumps(told, indent=1))
        self._zip.comment = _SEAL + b"0" * 64
        self._zip.close()
        end = self._file.seek(0, 2) - _SEAL_LENGTH
        digest = _digest(self._file, end)
        self._file.seek(end)
        self._file.write(_SEAL + digest.encode())
        self._file.flush()

    def abandon(self) -> None:
        """Let go of the file, which is no backup then."""
        with suppress(OSError, ValueError):
            self._zip.close()


class ArchiveReader:
    """Reads a backup that is open for reading; the whole file is proved before anything of it is used.

    Raises UnreadableFile, here and while lines are read.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self.size = _proved(file)
        with broken():
            self._zip = zipfile.ZipFile(file)
            self._refuse_bomb()
            told = json.loads(self._zip.read(MANIFEST))
            self.format = int(told["leverage_backup"])
        if self.format > FORMAT:
            raise UnreadableFile(NEWER)
        with broken():
            self.summary: Mapping[str, Any] = told["summary"]
            self.members = [Member(**each) for each in told["members"]]
            names = sorted([MANIFEST, *(each.name for each in self.members)])
            if names != sorted(self._zip.namelist()) or len(set(names)) < len(names):
                raise ValueError("There are other members than the manifest tells.")

    def values(self, member: Member) -> Iterator[Any]:
        """Yield a member's values; the last one only once all of them are proved to be as they were written."""
        lines = size = 0
        digest = hashlib.sha256()
        with broken():
            source = self._zip.open(member.name)
        with source:
            value: Any = None
            while True:
                with broken():
                    line = source.readline(MOST_LINE + 1)
                    if len(line) > MOST_LINE:
                        raise ValueError("A line is too long.")
                    digest.update(line)
                    size += len(line)
                    lines += bool(line)
                    if not line and (lines, size, digest.hexdigest()) != (member.lines, member.size, member.sha256):
                        raise ValueError("A member is not as it was written.")
                if value is not None:
                    yield value
                if not line:
                    return
                with broken():
                    value = json.loads(line, parse_constant=_refuse_constant)
                    if not isinstance(value, dict):
                        raise ValueError("A line is no record.")

    def _refuse_bomb(self) -> None:
        entries = self._zip.infolist()
        plain = sum(each.file_size for each in entries)
        if (plain > PLAIN_BYTES and plain > MOST_TIMES * self.size) or self._zip.getinfo(MANIFEST).file_size > MOST_MANIFEST:
            raise UnreadableFile(TOO_LARGE)


@contextmanager
def broken() -> Iterator[None]:
    """Turn whatever a broken file raises into the sentence that says so."""
    try:
        yield
    except _BREAKS as problem:
        raise UnreadableFile(DAMAGED) from problem


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _EARLIEST)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o600 << 16
    return entry


def _may_have_been_one(file: IO[bytes]) -> bool:
    """Say whether a file is an archive that may have been a backup: a workbook or a document is none."""
    start = file.read(_LOOKED_AT)
    return start.startswith(b"PK") and not any(mark in start for mark in _OTHER_ARCHIVES)


def _proved(file: IO[bytes]) -> int:
    """Return the size of the file, every byte of which is as it was written."""
    size = file.seek(0, 2)
    file.seek(max(size - _SEAL_LENGTH, 0))
    end = file.read(_SEAL_LENGTH)
    file.seek(0)
    if not _SEALED.fullmatch(end):
        raise UnreadableFile(DAMAGED if _may_have_been_one(file) else NO_BACKUP)
    if _digest(file, size - _SEAL_LENGTH).encode() != end.removeprefix(_SEAL):
        raise UnreadableFile(DAMAGED)
    return size


def _digest(file: IO[bytes], end: int) -> str:
    digest = hashlib.sha256()
    file.seek(0)
    left = end
    while left > 0 and (chunk := file.read(min(_CHUNK, left))):
        digest.update(chunk)
        left -= len(chunk)
    return digest.hexdigest()


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number.")
