"""Imports that were made: what each brought, kept at the desk, and how one is taken back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from leverage import directory
from leverage.desk import Desk
from leverage.errors import LeverageError
from leverage.progress import Progress

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

State = Literal["importing", "done", "undoing", "undone"]
_KIND = "import"


@dataclass(frozen=True)
class Batch:
    """One import of a file: by whom, when, how many deals it `logged`, and what became of it.

    `importing` and `undoing` are states that an interrupted import or undo stays in until it is done again.
    `aliases` are (vendor, name) that it added; `kept` counts deals that an undo left since they were changed.
    """

    batch_id: str
    filename: str
    at: datetime
    by: str | None = None
    state: State = "importing"
    planned: int = 0
    logged: int = 0
    kept: int = 0
    aliases: tuple[tuple[str, str], ...] = ()
    version: int = 1

    def to_json(self) -> dict[str, Any]:
        """Return the batch in JSON types."""
        return {**vars(self), "at": self.at.isoformat(), "aliases": [list(each) for each in self.aliases]}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Batch":
        """Return the batch that `to_json` wrote."""
        pairs = tuple((vendor, name) for vendor, name in stored["aliases"])
        return cls(**{**stored, "at": datetime.fromisoformat(stored["at"]), "aliases": pairs})


@dataclass(frozen=True)
class Undone:
    """What an undo did: deals taken out, and those that stay since somebody changed them after the import."""

    batch_id: str
    removed: int
    kept: int


def batches(kb: "KnowledgeBase") -> list[Batch]:
    """Return every import that was begun, the newest first."""
    found = [Batch.from_json(stored) for stored in Desk(kb.banks).all(_KIND).values()]
    return sorted(found, key=lambda batch: batch.at, reverse=True)


def undo(kb: "KnowledgeBase", batch_id: str, progress: Progress | None = None) -> Undone:
    """Take out what an import brought, as if it had never been made, and return what was done.

    A deal that somebody edited or restored since stays and is counted; a retracted one stays retracted. Undoing twice
    changes nothing more.
    Raises LeverageError for an unknown import.
    """
    stored = Desk(kb.banks).read(f"{_KIND}:{batch_id}")
    if stored is None:
        raise LeverageError("No import is known under this id. Reload the page.")
    batch = _write(kb, replace(Batch.from_json(stored), state="undoing"))
    removed = len(kb.withdraw(batch_id, progress))
    for vendor, name in batch.aliases:
        known = directory.record(kb, vendor) if kb.vendor(vendor) else None
        if known and name in known.aliases:
            directory.remove_alias(kb, vendor, name)
    kept = len(kb.batch(batch_id))
    _write(kb, replace(batch, state="undone", kept=kept))
    return Undone(batch_id, removed, kept)


def begin(kb: "KnowledgeBase", batch_id: str, filename: str, planned: int, by: str | None) -> Batch:
    """Note at the desk that an import begins, and return it; one made before under this id is taken up again."""
    stored = Desk(kb.banks).read(f"{_KIND}:{batch_id}")
    known = Batch.from_json(stored) if stored else None
    logged = len(kb.batch(batch_id)) if known else 0
    version = known.version if known else 0
    fresh = Batch(batch_id, filename, kb.now(), by, "importing", logged + planned, logged, version=version)
    return _write(kb, replace(fresh, aliases=known.aliases if known and known.state != "undone" else ()))


def finish(kb: "KnowledgeBase", batch: Batch, waiting: int) -> Batch:
    """Note at the desk that an import is done, `waiting` of its deals not in the memory yet, and return it.

    What it brought is counted in the store: the same import may go on twice at once, or go on after it was cut short.
    """
    return _write(kb, replace(batch, state="done", logged=len(kb.batch(batch.batch_id)) + waiting))


def note_aliases(kb: "KnowledgeBase", batch: Batch, added: Sequence[tuple[str, str]]) -> Batch:
    """Note at the desk which names an import made lead to vendors, and return it."""
    return _write(kb, replace(batch, aliases=(*batch.aliases, *added)))


def _write(kb: "KnowledgeBase", batch: Batch) -> Batch:
    written = replace(batch, version=batch.version + 1)
    Desk(kb.banks).write(f"{_KIND}:{batch.batch_id}", written.to_json(), written.version)
    return written
