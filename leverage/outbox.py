"""What was told and is not yet in the memory: one file a change, synced to disk before anybody is told “saved”."""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

Verb = Literal["log", "edit", "retract", "restore"]

SCHEMA = 1


@dataclass(frozen=True)
class Change:
    """One change to one deal; `version` is the version it makes, and orders the changes of a deal.

    `vendor` is the name as written, from which the bank is resolved afresh; `values` are the deal's fields as JSON
    types where the verb brings any; `from_bank` is the bank that holds the deal before an edit.
    """

    verb: Verb
    deal_id: str
    version: int
    vendor: str
    at: datetime
    values: Mapping[str, Any] | None = None
    reason: str | None = None
    from_bank: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the change in JSON types."""
        return {"schema": SCHEMA, **vars(self), "at": self.at.isoformat()}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Change":
        """Return the change that `to_json` wrote; raises KeyError, TypeError or ValueError for anything else."""
        return cls(
            stored["verb"],
            stored["deal_id"],
            stored["version"],
            stored["vendor"],
            datetime.fromisoformat(stored["at"]),
            stored["values"],
            stored["reason"],
            stored["from_bank"],
        )


class Outbox:
    """The folder of waiting changes, and beside it the folder of those set aside because they can't go in."""

    def __init__(self, folder: Path, set_aside: Path) -> None:
        self._folder = folder
        self._set_aside = set_aside
        for each in (folder, set_aside):
            each.mkdir(parents=True, exist_ok=True)

    def put(self, change: Change) -> None:
        """Keep a change on disk; when this returns it survives a power cut."""
        path = self._path(change)
        scratch = path.with_suffix(".tmp")
        with scratch.open("w", encoding="utf-8") as file:
            json.dump(change.to_json(), file, ensure_ascii=False)
            file.flush()
            os.fsync(file.fileno())
        scratch.replace(path)
        _sync_folder(self._folder)

    def remove(self, change: Change) -> None:
        """Drop a change that is in the memory; a log may come back after a power cut, which then changes nothing."""
        self._path(change).unlink(missing_ok=True)
        if change.verb != "log":
            _sync_folder(self._folder)  # a change that came back later would undo what followed it

    def forget(self, deal_id: str) -> None:
        """Drop every change of a deal, also those set aside, for good."""
        for folder in (self._folder, self._set_aside):
            for path in folder.glob(f"{deal_id}.*"):
                path.unlink(missing_ok=True)
            _sync_folder(folder)

    def set_aside(self, change: Change, why: str) -> None:
        """Take a change out of the way that can't go in, with the reason, for a person to look at."""
        if not self._path(change).exists():
            return  # erased meanwhile
        path = self._set_aside / self._path(change).name
        path.write_text(json.dumps(change.to_json() | {"why": why}, ensure_ascii=False), "utf-8")
        self._path(change).unlink(missing_ok=True)
        _sync_folder(self._folder)

    def waiting(self) -> list[Change]:
        """Return the waiting changes, each deal's in the order of its versions, oldest first."""
        return sorted(self._changes(), key=lambda change: (change.at, change.deal_id, change.version))

    def waiting_for(self, deal_id: str) -> list[Change]:
        """Return a deal's waiting changes in order."""
        found = (_read(path) for path in self._folder.glob(f"{deal_id}.*.json"))
        return sorted(filter(None, found), key=lambda change: change.version)

    def set_aside_records(self) -> list[dict[str, Any]]:
        """Return what was set aside, as JSON types with its reason in `why`."""
        records: list[dict[str, Any]] = []
        for path in sorted(self._set_aside.glob("*.json")):
            try:
                records.append(json.loads(path.read_text("utf-8")))
            except (OSError, ValueError):
                records.append({"why": "The file can't be read.", "file": path.name})
        return records

    def is_empty(self) -> bool:
        """Say whether nothing is waiting."""
        return not any(self._folder.glob("*.json"))

    def _changes(self) -> Iterator[Change]:
        for path in self._folder.glob("*.json"):
            change = _read(path)
            if change is not None:
                yield change
            elif path.exists():  # else it went in meanwhile
                path.replace(self._set_aside / path.name)

    def _path(self, change: Change) -> Path:
        return self._folder / f"{change.deal_id}.{change.version:06}.json"


def _read(path: Path) -> Change | None:
    try:
        return Change.from_json(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _sync_folder(folder: Path) -> None:
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows opens no folders; there a rename is as durable as it gets
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
