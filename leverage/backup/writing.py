"""A backup written while the app runs: each bank read in one go, with nothing on its way between two of them."""

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from leverage.access.acting import acting
from leverage.backup.archive import ArchiveWriter
from leverage.backup.summary import Summary, Tally
from leverage.errors import LeverageError
from leverage.memory.bank import unpacked
from leverage.memory.copies import Row, all_bank_ids, read_rows
from leverage.outbox import Change
from leverage.progress import Progress
from leverage.sentences import summary_id
from leverage.versions import DealRecord
from leverage.whole_file import whole_file

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

BANKS, WAITING, SET_ASIDE = "banks/", "waiting.jsonl", "set-aside.jsonl"
LINES = ".jsonl"


def backup_name(day: date) -> str:
    """Return the file name of a backup made on a day."""
    return f"leverage-backup-{day:%Y-%m-%d}.zip"


@acting("backup")
def write(
    kb: "KnowledgeBase", target: str | Path | IO[bytes], progress: Progress | None = None, *, overwrite: bool = False
) -> Summary:
    """Write a backup of everything to a path, or into a binary file, and return what is in it.

    Deals may be logged meanwhile: each is wholly in it or not at all. What would move deals between vendors, or erase,
    is refused as long as the banks are read. A path gets the whole file or none, readable by its owner alone; one that
    is there already is replaced only with `overwrite`. `progress` gets (banks read, banks in all). Raises LeverageError.
    """
    with _telling():
        if isinstance(target, str | Path):
            with whole_file(Path(target), overwrite=overwrite) as file:
                return fill(kb, file, progress)
        with tempfile.TemporaryFile() as file:
            summary = fill(kb, file, progress)
            file.seek(0)
            shutil.copyfileobj(file, target)
            return summary


@acting("backup")
def fill(kb: "KnowledgeBase", file: IO[bytes], progress: Progress | None = None) -> Summary:
    """Write a backup straight into a file that is open for reading and writing; where it raises, what is there is none."""
    kb.ensure_ready()
    with _telling():
        archive = ArchiveWriter(file)
        try:
            return _read_into(archive, kb, progress).sized(file.seek(0, 2))
        finally:
            archive.abandon()


@contextmanager
def _telling() -> Iterator[None]:
    """Say in a sentence why a file can't be written."""
    try:
        yield
    except OSError as problem:
        raise LeverageError(
            f"The backup could not be written ({problem.strerror or problem}). Check the path, make room, try again."
        ) from problem


def _read_into(archive: ArchiveWriter, kb: "KnowledgeBase", progress: Progress | None) -> Summary:
    tally = Tally()
    with kb.banks.stillness.still():
        made_at: datetime = kb.now()
        waiting = _Waiting(kb.waiting())  # before the banks: what goes in meanwhile is then in one of the two, or in both
        aside = kb.set_aside_files()
        bank_ids = all_bank_ids(kb.banks)
        for done, bank_id in enumerate(bank_ids, start=1):
            with kb.mover.turns(bank_id):
                rows = read_rows(kb.banks, bank_id)
            waiting.strike(rows)
            archive.add(f"{BANKS}{bank_id}{LINES}", _told(bank_id, rows, tally))
            if progress:
                progress(done, len(bank_ids))
    archive.add(WAITING, (change.to_json() for change in waiting.left))
    archive.add(SET_ASIDE, ({"file": name, "text": data.decode("utf-8", "surrogateescape")} for name, data in aside))
    summary = tally.summary(len(bank_ids), len(waiting.left), len(aside), made_at)
    archive.seal(summary.to_json())
    return summary


def _told(bank_id: str, rows: Sequence[Row], tally: Tally) -> Iterator[dict[str, Any]]:
    for row in rows:
        tally.add(bank_id, row)
        yield {"id": row.id, "text": row.text, "metadata": row.metadata}


class _Waiting:
    """The changes that waited when the reading began; `left` are those that no bank holds."""

    def __init__(self, changes: Sequence[Change]) -> None:
        self.left = list(changes)

    def strike(self, rows: Sequence[Row]) -> None:
        """Leave out what is in these rows already."""
        deal_ids = {change.deal_id for change in self.left}
        if not deal_ids:
            return
        records = unpacked({row.id: row.metadata for row in rows if row.metadata.get("deal_id") in deal_ids})
        held = {
            (each.deal_id, each.version, each.changed_at)
            for deal_id in deal_ids
            if summary_id(deal_id) in records
            for each in DealRecord.from_json(records[summary_id(deal_id)]).versions()
        }
        self.left = [change for change in self.left if (change.deal_id, change.version, change.at) not in held]
