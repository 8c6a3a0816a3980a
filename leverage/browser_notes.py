"""What browsers asked to have kept beside the store: names and unsaved forms, one file a browser.

It is a comfort and never part of the memory, but what is erased must not come back out of an old form.
"""

import hashlib
import json
import os
import re
import tempfile
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from leverage.blotting import Blotter
from leverage.errors import StoreUnavailable
from leverage.text import fold

FOLDER = "browsers"
PERSON = "person"  # the note that says whom a browser belongs to; all others are unsaved forms, but for
WHOSE = "whose"  # which says by a hash who had signed in when these notes were kept
_HALF_WRITTEN_SECONDS = 60.0


class BrowserNotes:
    """The folder of the notes; forgetting raises StoreUnavailable where they can't be written."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def forget_of(self, addresses: Collection[str]) -> int:
        """Drop all that browsers keep for whoever signed in with these addresses, and return how many files went."""
        theirs, gone = {mark_of(each) for each in addresses}, 0
        with _written():
            for file, notes in self._all():
                if notes is not None and notes.get(WHOSE) in theirs:
                    file.unlink(missing_ok=True)
                    gone += 1
        return gone

    def forget_person(self, names: Collection[str]) -> int:
        """Let no browser be remembered by this person, drop unsaved forms that name them, and return how many notes went."""
        return self._forget(lambda note, kept: _concerns(note, kept, names), drops_unreadable=True)

    def forget_vendor(self, names: Collection[str], deal_ids: Collection[str] = ()) -> int:
        """Drop the unsaved forms that name a vendor or edit one of its deals, and return how many went."""
        edited = tuple(deal_ids)
        return self._forget(lambda note, kept: note != PERSON and (note.endswith(edited) or mentions(kept, names)))

    def count_person(self, names: Collection[str]) -> int:
        """Return how many notes name a person."""
        kept_notes = [each for file in self._folder.glob("*.json") for each in read(file).items()]
        return sum(_concerns(note, kept, names) for note, kept in kept_notes)

    def _forget(self, goes: Callable[[str, Any], bool], *, drops_unreadable: bool = False) -> int:
        gone = 0
        with _written():
            self._drop_half_written()
            for file, notes in self._all():
                if notes is None:
                    if drops_unreadable:  # who it is about can't be told, so it can't stay
                        file.unlink(missing_ok=True)
                    continue
                kept = {name: note for name, note in notes.items() if name == WHOSE or not goes(name, note)}
                if len(kept) < len(notes):
                    write(file, kept)
                    gone += len(notes) - len(kept)
        return gone

    def _all(self) -> Iterator[tuple[Path, dict[str, Any] | None]]:
        for file in self._folder.glob("*.json"):
            with suppress(FileNotFoundError):  # dropped meanwhile
                yield file, _parsed(file)

    def _drop_half_written(self) -> None:
        oldest = time.time() - _HALF_WRITTEN_SECONDS
        for file in self._folder.glob("*.part"):
            if file.stat().st_mtime < oldest:
                file.unlink(missing_ok=True)


def mark_of(address: str) -> str:
    """Return by what the notes of whoever signed in with an address are known."""
    return hashlib.sha256(address.encode()).hexdigest()[:40]


def read(file: Path) -> dict[str, Any]:
    """Return a browser's notes; none where they can't be read."""
    try:
        return _parsed(file) or {}
    except OSError:
        return {}


def write(file: Path, notes: Mapping[str, Any]) -> None:
    """Keep a browser's notes, in JSON types, in the place of those before. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, path = tempfile.mkstemp(dir=file.parent, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as part:
            json.dump(notes, part, ensure_ascii=True)
        os.replace(path, file)
    except BaseException:
        Path(path).unlink(missing_ok=True)
        raise


def mentions(note: Any, names: Iterable[str]) -> bool:
    """Say whether one of the names stands in a note as words of their own, however it is spelled."""
    wanted = [re.compile(rf"(?<!\w){re.escape(fold(name))}(?!\w)") for name in names if name.strip()]
    return any(pattern.search(fold(each)) for each in _texts(note) for pattern in wanted)


@contextmanager
def _written() -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        said = f"What browsers remember can't be written ({problem.strerror}). Nothing was erased: make room, try again."
        raise StoreUnavailable(said) from problem


def _concerns(note: str, kept: Any, names: Collection[str]) -> bool:
    if note != PERSON:
        return mentions(kept, names) or Blotter(names).mentions(kept)
    name = kept.get("name") if isinstance(kept, dict) else None
    return isinstance(name, str) and fold(name) in set(map(fold, names))


def _texts(note: Any) -> Iterator[str]:
    """Yield every text in a note of JSON types, its keys aside."""
    if isinstance(note, str):
        yield note
    elif isinstance(note, dict | list | tuple):
        for each in note.values() if isinstance(note, dict) else note:
            yield from _texts(each)


def _parsed(file: Path) -> dict[str, Any] | None:
    """Return a file's notes, None where they are damaged. Raises OSError."""
    try:
        notes = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        return None
    return notes if isinstance(notes, dict) else None
