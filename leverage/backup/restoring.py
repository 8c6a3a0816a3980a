"""A backup proved, and restored into an empty store: all of it, or a store that says it is not whole."""

import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from leverage.audit.trail import Trail
from leverage.backup.archive import ArchiveReader, Member, broken
from leverage.backup.summary import Summary, Tally
from leverage.backup.writing import BANKS, LINES, SET_ASIDE, WAITING
from leverage.embedding_choice import embedding_for
from leverage.errors import LeverageError, UnreadableFile
from leverage.memory.bank import BATCH, Banks
from leverage.memory.choosing import server_of
from leverage.memory.copies import Row, write_rows
from leverage.memory.engine import Engine
from leverage.memory.holder import Holder
from leverage.outbox import Change, Outbox
from leverage.progress import Progress
from leverage.restore_mark import clear_mark, is_marked, set_mark
from leverage.settings import load_settings
from leverage.transfer.marks import refuse_moved

MOST_TEXTS_KEPT = 20_000  # with their vectors: 30 MB

_BANK_ID = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9._-]{1,510}[a-zA-Z0-9]", re.ASCII)
_FILE = re.compile(r"\w[\w.-]{0,200}\.json", re.ASCII)


def check(path: str | Path) -> Summary:
    """Return what is in a backup, proved to the last byte; nothing is written.

    Raises UnreadableFile for a file that is none, is damaged, or was made by a newer version.
    """
    with _opened(path) as archive:
        return _Contents(archive).summary


def restore(path: str | Path, home: str | Path, *, embedding: Any = None, progress: Progress | None = None) -> Summary:
    """Restore a backup into the empty store `home`, made if need be, and return what it brought.

    The backup is proved before anything is written. Until all of it is back the store bears a mark and can't be opened;
    one that was cut short is begun anew by the next restore. Deals that were erased before the backup was made stay
    erased. `progress` gets (memories restored, memories in all), with nothing held. Raises UnreadableFile, StoreInUse, and
    LeverageError where the store is not empty.
    """
    folder = Path(home)
    settings = load_settings()
    if server_of(settings) is not None:
        raise LeverageError(
            "A backup is restored into a folder, not to a server. Unset LEVERAGE_CHROMA_URL, restore, and start the server on "
            "the folder's banks (README, On a server)."
        )
    model = embedding or embedding_for(settings.embedding)
    with _opened(path) as archive:
        contents = _Contents(archive)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            holder = Holder(folder)
            try:
                refuse_moved(folder)
                if not is_marked(folder):
                    _refuse_full(folder, model)
                set_mark(folder)
                _clear(folder)
                _restore_banks(contents, folder, model, progress)
                _restore_files(contents, folder)
                clear_mark(folder)
                _note(folder, contents.summary)
            finally:
                holder.release()
        except OSError as problem:
            raise LeverageError(
                f"The folder {str(folder)!r} can't be used ({problem.strerror or problem}). Check it and restore again."
            ) from problem
    return contents.summary


def _note(folder: Path, summary: Summary) -> None:
    """Let the audit trail of the store begin with where it came from."""
    trail = Trail(folder / "audit")
    try:
        trail.note(None, "restore", made_at=summary.made_at.isoformat())
    finally:
        trail.close()


class _Contents:
    """A backup that has been read once from end to end: all of it is there, and as it was written."""

    def __init__(self, archive: ArchiveReader) -> None:
        self._archive = archive
        self._tally = Tally()
        self.banks: list[tuple[str, Member]] = []
        self._others: dict[str, Member] = {}
        with broken():
            for member in archive.members:
                self._sort(member)
            if len(set(dict(self.banks))) < len(self.banks) or self._others.keys() != {WAITING, SET_ASIDE}:
                raise ValueError("A member is missing.")
        for bank_id, member in self.banks:
            for row in self._rows(member):
                with broken():
                    self._tally.add(bank_id, row)
        waiting, aside = len(list(self._changes())), sum(1 for _ in self._set_aside())
        with broken():
            told = Summary.from_json(archive.summary)
            counted = self._tally.summary(len(self.banks), waiting, aside, told.made_at)
            if told != replace(counted, format=archive.format):
                raise ValueError("The counts are not those of the members.")
        self.summary = told.sized(archive.size)
        self.rows_in_all = sum(member.lines for _, member in self.banks)

    def batches(self, member: Member) -> Iterator[tuple[int, list[Row]]]:
        """Yield a bank's rows without those of erased deals, with the number read for them."""
        rows = self._rows(member)
        while batch := list(islice(rows, BATCH)):
            yield len(batch), [row for row in batch if row.metadata.get("deal_id") not in self._tally.erased]

    def changes(self) -> Iterator[Change]:
        """Yield what waits, erased deals aside."""
        return (change for change in self._changes() if change.deal_id not in self._tally.erased)

    def set_aside(self) -> Iterator[tuple[str, bytes]]:
        """Yield what was set aside, erased deals aside: a file's name and what is in it."""
        for number, (name, data) in enumerate(self._set_aside(), start=1):
            if name.partition(".")[0] not in self._tally.erased:
                yield name if _FILE.fullmatch(name) else f"restored-{number}.json", data

    def _sort(self, member: Member) -> None:
        bank_id = member.name.removeprefix(BANKS).removesuffix(LINES)
        if member.name != f"{BANKS}{bank_id}{LINES}":
            self._others[member.name] = member
        elif _BANK_ID.fullmatch(bank_id):
            self.banks.append((bank_id, member))
        else:
            raise ValueError("A bank's id can't be one.")

    def _rows(self, member: Member) -> Iterator[Row]:
        for value in self._archive.values(member):
            with broken():
                row = _row(value)
            yield row

    def _changes(self) -> Iterator[Change]:
        for value in self._archive.values(self._others[WAITING]):
            with broken():
                change = Change.from_json(value)
                if not re.fullmatch(r"[0-9a-f]{32}", change.deal_id):  # it becomes the name of a file
                    raise ValueError("A deal's id can't be one.")
            yield change

    def _set_aside(self) -> Iterator[tuple[str, bytes]]:
        for value in self._archive.values(self._others[SET_ASIDE]):
            with broken():
                told = str(value["file"]), str(value["text"]).encode("utf-8", "surrogateescape")
            yield told


class _Vectors:
    """Makes vectors, those of sentences that come again and again only once."""

    def __init__(self, banks: Banks) -> None:
        self._banks = banks
        self._kept: dict[str, Any] = {}

    def of(self, texts: Sequence[str]) -> list[Any]:
        new = [text for text in dict.fromkeys(texts) if text not in self._kept]
        made = dict(zip(new, self._banks.vectors(new), strict=True))
        vectors = [made[text] if text in made else self._kept[text] for text in texts]
        if len(self._kept) > MOST_TEXTS_KEPT:
            self._kept.clear()
        self._kept |= made
        return vectors


@contextmanager
def _opened(path: str | Path) -> Iterator[ArchiveReader]:
    with ExitStack() as held:
        try:
            archive = ArchiveReader(held.enter_context(Path(path).open("rb")))
        except OSError as problem:
            raise UnreadableFile(f"{path} can't be read: {problem.strerror or problem}. Check the path and the rights.") from None
        yield archive


def _row(value: dict[str, Any]) -> Row:
    row_id, text, metadata = value["id"], value["text"], value["metadata"]
    if not isinstance(row_id, str) or not row_id or not isinstance(text, str) or not isinstance(metadata, dict):
        raise ValueError("A line is no memory.")
    if not all(isinstance(each, str | int | float | list) for each in metadata.values()):
        raise ValueError("A memory has something beside it that can't be kept.")
    return Row(row_id, text, metadata)


def _refuse_full(folder: Path, embedding: Any) -> None:
    banks = folder / "banks"
    is_full = any(any((folder / name).glob("*.json")) for name in ("outbox", "set-aside"))
    if not is_full and banks.exists() and any(banks.iterdir()):
        engine = Engine(banks, embedding)
        try:
            is_full = not (banks / "chroma.sqlite3").exists() or next(engine.bank_ids(), None) is not None
        finally:
            engine.close()
    if is_full:
        raise LeverageError(
            f"The store in {folder} is not empty. Restore into another folder: python -m leverage --home DIR restore FILE."
        )


def _clear(folder: Path) -> None:
    """Take away what an empty store, or a restore cut short, has left."""
    for name in ("banks", "outbox", "set-aside", "narratives"):
        if (folder / name).exists():
            shutil.rmtree(folder / name)
    for path in (*folder.glob("index.sqlite3*"), *folder.glob("projection.sqlite3*")):
        path.unlink()


def _restore_banks(contents: _Contents, folder: Path, embedding: Any, progress: Progress | None) -> None:
    engine = Engine(folder / "banks", embedding)
    try:
        banks = Banks(engine, embedding)
        vectors = _Vectors(banks)
        done = 0
        for bank_id, member in contents.banks:
            for read, rows in contents.batches(member):
                if rows:
                    write_rows(banks, bank_id, rows, vectors.of)
                done += read
                if progress:
                    progress(done, contents.rows_in_all)
    finally:
        engine.close()


def _restore_files(contents: _Contents, folder: Path) -> None:
    outbox = Outbox(folder / "outbox", folder / "set-aside")
    for change in contents.changes():
        outbox.put(change)
    for name, data in contents.set_aside():
        outbox.put_aside(name, data)
