"""What was told and is not yet in the memory: one file a change, synced to disk before anybody is told “saved”."""

import json
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from leverage.errors import EditConflict, LeverageError, StoreUnavailable
from leverage.memory.folders import sync

Verb = Literal["log", "edit", "retract", "restore"]
VERBS = ("log", "edit", "retract", "restore")

SCHEMA = 1


@dataclass(frozen=True)
class Change:
    """One change to one deal; `version` is the version it makes, and orders the changes of a deal.

    `vendor` is the name as written, from which the bank is resolved afresh; `values` are the deal's fields as JSON
    types where the verb brings any; `from_bank` is the bank that held the deal before, `from_vendor` the vendor it named;
    `by` is who makes the change; `origin` tells, in JSON types, where a new deal came from if nobody typed it. `entered_by`
    is the address under which whoever logged a new deal had signed in.
    """

    verb: Verb
    deal_id: str
    version: int
    vendor: str
    at: datetime
    values: Mapping[str, Any] | None = None
    reason: str | None = None
    from_bank: str | None = None
    from_vendor: str | None = None
    by: str | None = None
    origin: Mapping[str, str] | None = None
    entered_by: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the change in JSON types."""
        return {"schema": SCHEMA, **vars(self), "at": self.at.isoformat()}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Change":
        """Return the change that `to_json` wrote; raises KeyError, TypeError or ValueError for anything else."""
        at = datetime.fromisoformat(stored["at"])
        kinds = (("deal_id", str), ("version", int), ("vendor", str), ("values", dict | None), ("from_bank", str | None))
        if stored["verb"] not in VERBS or at.tzinfo is None or not all(isinstance(stored[name], kind) for name, kind in kinds):
            raise ValueError("This is no change to a deal.")
        return cls(
            stored["verb"],
            stored["deal_id"],
            stored["version"],
            stored["vendor"],
            at,
            stored["values"],
            stored["reason"],
            stored["from_bank"],
            stored.get("from_vendor"),
            stored.get("by"),
            stored.get("origin"),
            stored.get("entered_by"),
        )


class Outbox:
    """The folder of waiting changes, and beside it the folder of those set aside because they can't go in."""

    def __init__(self, folder: Path, set_aside: Path) -> None:
        self._folder = folder
        self._set_aside = set_aside
        for each in (folder, set_aside):
            each.mkdir(parents=True, exist_ok=True)
        for scratch in folder.glob("*.tmp"):
            scratch.unlink(missing_ok=True)  # never acknowledged
        self._lock = threading.Lock()
        self._versions: dict[str, set[int]] = {}
        self._is_closed = False
        for path in folder.glob("*.json"):
            deal_id, _, version = path.stem.partition(".")
            if version.isdigit():
                self._versions.setdefault(deal_id, set()).add(int(version))

    def settle(self) -> None:
        """Make sure that no change which was removed comes back after a power cut."""
        sync(self._folder)

    def close(self) -> None:
        """Take no more changes: the store may be somebody else's now."""
        self._is_closed = True

    def put(self, change: Change) -> None:
        """Keep a change on disk; when this returns it survives a power cut.

        Raises StoreUnavailable where the disk can't take it, and EditConflict where another change of this version waits.
        """
        if self._is_closed:
            raise StoreUnavailable("The store is closed. Open it again.")
        path = self._path(change)
        with self._lock:
            if change.version in self._versions.get(change.deal_id, ()) and _read(path) not in (None, change):
                raise EditConflict("Somebody changed this deal meanwhile. Reload it, look at what changed, and try again.")
            data = _written(change)
            scratch = path.with_suffix(".tmp")
            try:
                with scratch.open("wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                scratch.replace(path)
                sync(self._folder)
            except OSError as problem:
                with suppress(OSError):
                    scratch.unlink(missing_ok=True)
                said = f"The disk did not take the deal ({problem.strerror}). It is not saved: make room and save it again."
                raise StoreUnavailable(said) from problem
            self._versions.setdefault(change.deal_id, set()).add(change.version)

    def remove(self, change: Change) -> None:
        """Drop a change that is in the memory; a log may come back after a power cut, which then changes nothing."""
        self._drop(change)
        if change.verb != "log":
            sync(self._folder)  # a change that came back later would undo what followed it

    def forget(self, deal_id: str) -> None:
        """Drop every change of a deal, also those set aside, for good."""
        for folder in (self._folder, self._set_aside):
            for path in folder.glob(f"{deal_id}.*"):
                path.unlink(missing_ok=True)
            sync(folder)
        with self._lock:
            self._versions.pop(deal_id, None)

    def set_aside(self, change: Change, why: str) -> None:
        """Take a change out of the way that can't go in, with the reason, for a person to look at."""
        if not self._path(change).exists():
            return  # erased meanwhile
        path = self._set_aside / self._path(change).name
        path.write_text(json.dumps(change.to_json() | {"why": why}, ensure_ascii=False), "utf-8")
        self._drop(change)
        sync(self._folder)

    def waiting(self) -> list[Change]:
        """Return the waiting changes, each deal's in the order of its versions, the deal that waits longest first."""
        by_deal: dict[str, list[Change]] = {}
        for change in self._changes():
            by_deal.setdefault(change.deal_id, []).append(change)
        groups = sorted(by_deal.values(), key=lambda group: (min(each.at for each in group), group[0].deal_id))
        return [change for group in groups for change in sorted(group, key=lambda each: each.version)]

    def counts(self) -> tuple[int, int]:
        """Return how many changes wait and how many were set aside, by their files, none of which is read."""
        return sum(1 for _ in self._folder.glob("*.json")), sum(1 for _ in self._set_aside.glob("*.json"))

    def waiting_for(self, deal_id: str) -> list[Change]:
        """Return a deal's waiting changes in order."""
        with self._lock:
            versions = sorted(self._versions.get(deal_id, ()))
        found = (_read(self._folder / _file_name(deal_id, version)) for version in versions)
        return [change for change in found if change is not None]

    def set_aside_records(self) -> list[dict[str, Any]]:
        """Return what was set aside, as JSON types with its reason in `why`."""
        records: list[dict[str, Any]] = []
        for path in sorted(self._set_aside.glob("*.json")):
            try:
                record = json.loads(path.read_text("utf-8"))
            except (OSError, ValueError):
                record = None
            unreadable = {"why": "The file can't be read.", "file": path.name}
            records.append(unreadable | record if isinstance(record, dict) else unreadable)
        return records

    def set_aside_files(self) -> list[tuple[str, bytes]]:
        """Return the files of what was set aside, name and content."""
        found: list[tuple[str, bytes]] = []
        for path in sorted(self._set_aside.glob("*.json")):
            with suppress(FileNotFoundError):  # erased meanwhile
                found.append((path.name, path.read_bytes()))
        return found

    def put_aside(self, name: str, data: bytes) -> None:
        """Keep a file among those set aside, as it was in another store."""
        (self._set_aside / name).write_bytes(data)
        sync(self._set_aside)

    def rewrite(self, change: Callable[[Any], Any]) -> None:
        """Replace what was set aside by what `change` makes of it, in JSON types; what can't be read is dropped."""
        for path in self._set_aside.glob("*"):
            try:
                record = json.loads(path.read_text("utf-8"))
            except (OSError, ValueError):
                path.unlink(missing_ok=True)  # who it is about can't be told, so it can't stay
                continue
            if (changed := change(record)) != record:
                path.write_text(json.dumps(changed, ensure_ascii=False), "utf-8")
        sync(self._set_aside)

    def is_empty(self) -> bool:
        """Say whether nothing is waiting."""
        return not any(self._folder.glob("*.json"))

    def _changes(self) -> Iterator[Change]:
        for path in self._folder.glob("*.json"):
            change = _read(path)
            if change is not None and path == self._path(change):
                yield change
            elif path.exists():  # else it went in meanwhile
                path.replace(self._set_aside / path.name)

    def _drop(self, change: Change) -> None:
        self._path(change).unlink(missing_ok=True)
        with self._lock:
            versions = self._versions.get(change.deal_id, set())
            versions.discard(change.version)
            if not versions:
                self._versions.pop(change.deal_id, None)

    def _path(self, change: Change) -> Path:
        return self._folder / _file_name(change.deal_id, change.version)


def _file_name(deal_id: str, version: int) -> str:
    return f"{deal_id}.{version:06}.json"


def _written(change: Change) -> bytes:
    """Return a change as its file holds it. Raises LeverageError where a text in it can't be written."""
    try:
        return json.dumps(change.to_json(), ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise LeverageError("A text holds broken characters. Nothing is saved: copy it again or type it.") from None


def _read(path: Path) -> Change | None:
    try:
        return Change.from_json(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        return None
