"""A folder scanned: what is new in it is read, one file at a time, into proposals. No file is moved, changed or deleted."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from leverage.access.acting import acting
from leverage.errors import LeverageError
from leverage.folders import TOLD_ONCE, BeingWritten, Entry, Folder, folder_at, too_large, why_unread
from leverage.inbox.gathering import BROKEN, Gathering
from leverage.inbox.proposal import Proposal
from leverage.inbox.reports import Report
from leverage.inbox.source import Source
from leverage.inbox.watermark import DAY, Watermark, keep_mark, read_mark
from leverage.progress import Progress
from leverage.settings import load_settings
from leverage.text import clean_by

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

log = logging.getLogger(__name__)

BUSY = "A scan is under way. Wait until it is done."
OTHER_KIND = "It is no kind of file that is read here. Readable are {}."


@dataclass(frozen=True)
class Reading:
    """How files are read: `read(data, name)` gives the texts in one, `suffixes` the kinds, `most_bytes` the largest."""

    read: Callable[[bytes, str], list[Source]]
    suffixes: tuple[str, ...]
    most_bytes: int


@acting("propose")
def scan(
    kb: "KnowledgeBase",
    folder: "str | Path | Folder | None" = None,
    *,
    progress: Progress | None = None,
    by: str | None = None,
    reading: Reading | None = None,
    propose: Callable[..., list[Proposal]] | None = None,
) -> Report:
    """Read what is new in a folder, that of the settings unless one is given, and return the report.

    New is what no scan has read as it is now, whatever its times say; the first one takes what was modified in the last
    days, 90 unless the settings say otherwise, and passes over the rest until the settings say more. Only at the very end
    a scan notes how far it came: one that dies is done again by the next, and what it kept is known then. `progress` gets
    (files done, files in all). Raises LeverageError where the folder can't be had, another scan is under way, or nothing
    can be kept.
    """
    place = folder_at(folder) if folder is None or isinstance(folder, str | Path) else folder
    kb.ensure_ready()
    if not kb.inbox.scanning.acquire(blocking=False):
        raise LeverageError(BUSY)
    try:
        return _scan(
            kb, place, progress, Gathering(kb, by=clean_by(by), folder=place.name, propose=propose), reading or _reading()
        )
    finally:
        kb.inbox.scanning.release()


def _scan(kb: "KnowledgeBase", folder: Folder, progress: Progress | None, gathering: Gathering, reading: Reading) -> Report:
    known, days = read_mark(kb, folder), load_settings().inbox_days
    since = min(int(kb.now().timestamp() * 1e9), folder.now()) - days * DAY
    entries, left_out = folder.entries()
    odd = [Entry(f"{name}\0{why}", 0, 0, 0) for name, why in left_out if why in TOLD_ONCE]
    mark = known or Watermark()
    told = {each.name for each in odd if not mark.is_new(each, since)}
    for name, why in left_out:
        if f"{name}\0{why}" not in told:
            gathering.skip(name, why)
    new = [each for each in entries if (mark.is_new(each, since) if known else each.modified > since)]
    old = [] if known else [each for each in entries if each.modified <= since]
    gathering.pass_over(len(old), days)
    done: list[Entry] = [*odd]
    for number, entry in enumerate(new, start=1):
        if _take(folder, entry, gathering, reading):
            done.append(entry)
        if progress:
            progress(number, len(new))
    report = gathering.report()
    keep_mark(kb, folder, mark.moved([*entries, *odd], done, old))
    return report


def _take(folder: Folder, entry: Entry, gathering: Gathering, reading: Reading) -> bool:
    """Read a file and return whether the next scan need not try it again."""
    name = PurePosixPath(entry.shown)
    if name.suffix.lower() not in reading.suffixes:
        gathering.skip(entry.shown, OTHER_KIND.format(", ".join(reading.suffixes)))
        return True
    if entry.size > reading.most_bytes:
        gathering.skip(entry.shown, too_large(reading.most_bytes))
        return True
    try:
        sources = reading.read(folder.read(entry, reading.most_bytes), name.name)
    except BeingWritten as problem:
        gathering.skip(entry.shown, str(problem))
        return False
    except OSError as problem:
        gathering.skip(entry.shown, why_unread(problem))
        return False
    except LeverageError as problem:
        gathering.skip(entry.shown, str(problem))
        return True
    except Exception:
        log.exception("A file of the inbox could not be read")
        gathering.skip(entry.shown, BROKEN)
        return True
    for source in sources:
        gathering.take(source, f"{folder.key}/{PurePosixPath(entry.name).parent}")
    return True


def _reading() -> Reading:
    from leverage.inbox import files  # loads what reads every kind of file

    return Reading(files.read, files.SUFFIXES, files.MOST_BYTES)
