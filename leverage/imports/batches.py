"""Imports that were made: what each brought, kept at the desk, and how one is taken back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from leverage import directory
from leverage.access.acting import acting
from leverage.desk import Desk
from leverage.errors import LeverageError
from leverage.index import UNDOING
from leverage.progress import Progress
from leverage.vendors import vendor_bank_id

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

State = Literal["importing", "done", "undoing", "undone"]
_KIND = "import"


@dataclass(frozen=True)
class Batch:
    """One import of a file: by whom, when, how many deals it `logged`, and what became of it.

    An interrupted import stays `importing` until it is done again, an interrupted undo `undoing` until it is finished.
    `aliases` are (vendor, name) that it added; `kept` counts deals that an undo left since they were changed; `entered_by` is
    the address under which whoever made it had signed in.
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
    entered_by: str | None = None

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
    """What an undo did: deals taken out, and those that stay since somebody changed them after the import.

    `names` are (vendor, name) that the import added and that stay, since deals of the vendor are written under them.
    """

    batch_id: str
    removed: int
    kept: int
    names: tuple[tuple[str, str], ...] = ()


def batches(kb: "KnowledgeBase") -> list[Batch]:
    """Return every import that was begun, the newest first; over a view but for those of deals that are not all seen."""
    found = [Batch.from_json(stored) for stored in Desk(kb.banks).all(_KIND).values()]
    found = [batch for batch in found if kb.sees_import(batch.batch_id, batch.entered_by)]
    return sorted(found, key=lambda batch: batch.at, reverse=True)


def undo(kb: "KnowledgeBase", batch_id: str, progress: Progress | None = None) -> Undone:
    """Take out what an import brought, as if it had never been made, and return what was done.

    A deal that somebody edited or restored since stays and is counted; a retracted one stays retracted. A name that it
    added stays where a deal is written under it: else the vendor's next deal would found another one. Undoing twice
    changes nothing more.
    Raises LeverageError for an unknown import, and NotAllowed where a deal in it is another's, and may not be undone here.
    """
    kb.need("undo_import")
    stored = Desk(kb.banks).read(f"{_KIND}:{batch_id}")
    if stored is None or not kb.sees_import(batch_id, stored.get("entered_by")):
        raise LeverageError("No import is known under this id. Reload the page.")
    kb.refuse_others_import(batch_id, stored.get("entered_by"), each_deal=True)
    with kb.act("undo_import", batch_id=batch_id), kb.undoing:
        kb.ask_index(lambda index: index.note(UNDOING, "yes"))
        undone = _undo(kb, Batch.from_json(stored), progress)
        _note_unfinished(kb)
    return undone


def finish_undos(kb: "KnowledgeBase", progress: Progress | None = None) -> int:
    """Finish every undo that was cut short, unless one is at work right now, and return how many there were."""
    if not kb.ask_index(lambda index: index.noted(UNDOING)) or not kb.undoing.acquire(blocking=False):
        return 0
    try:
        found = _unfinished(kb)
        for batch in found:
            _undo(kb, batch, progress)
        _note_unfinished(kb)
    finally:
        kb.undoing.release()
    return len(found)


def _unfinished(kb: "KnowledgeBase") -> list[Batch]:
    return [batch for batch in batches(kb) if batch.state == "undoing"]


def _note_unfinished(kb: "KnowledgeBase") -> None:
    """Note in the index whether an undo is left to finish, so that a start need not look at the desk."""
    is_left = bool(_unfinished(kb))
    kb.ask_index(lambda index: index.note(UNDOING, "yes" if is_left else ""))


def _undo(kb: "KnowledgeBase", batch: Batch, progress: Progress | None) -> Undone:
    batch = _change(kb, batch, state="undoing")
    names: list[tuple[str, str]] = []
    for vendor, name in batch.aliases:  # first, since a vendor with another name is not one of whom nothing was told
        known = kb.mover.record(kb.bank_id(vendor)) if kb.vendor(vendor) else None
        if known is None or name not in known.aliases or vendor_bank_id(name) in known.banks:
            continue  # gone, or a merge leads there since
        if _is_written(kb, vendor, name, batch):
            names.append((vendor, name))
        else:
            directory.remove_alias(kb, vendor, name)
    removed = len(kb.withdraw(batch.batch_id, progress))
    kept = len(kb.batch(batch.batch_id))
    _change(kb, batch, state="undone", kept=kept)
    return Undone(batch.batch_id, removed, kept, tuple(names))


@acting("import", tells=("batch_id",))
def begin(kb: "KnowledgeBase", batch_id: str, filename: str, planned: int, by: str | None) -> Batch:
    """Note at the desk that an import begins, and return it; one made before under this id is taken up again.

    It stays that of whoever began it, unless it was undone meanwhile.
    """
    with kb.undoing:  # an undo that is being finished would take what is brought
        stored = Desk(kb.banks).read(f"{_KIND}:{batch_id}")
        known = Batch.from_json(stored) if stored else None
        logged = len(kb.batch(batch_id)) if known else 0
        fresh = Batch(batch_id, filename, kb.now(), by, "importing", logged + planned, logged, entered_by=kb.entered_by)

        def begun(stored: Mapping[str, Any] | None) -> Mapping[str, Any]:
            before = Batch.from_json(stored) if stored else None
            if before is None or before.state == "undone":
                return fresh.to_json()
            return replace(fresh, aliases=before.aliases, by=before.by, entered_by=before.entered_by).to_json()

        batch = Batch.from_json(Desk(kb.banks).change(f"{_KIND}:{batch_id}", begun))
        if known and known.state == "undoing":
            _note_unfinished(kb)
    return batch


@acting("import")
def finish(kb: "KnowledgeBase", batch: Batch, waiting: int) -> Batch:
    """Note at the desk that an import is done, `waiting` of its deals not in the memory yet, and return it.

    What it brought is counted in the store: the same import may go on twice at once, or go on after it was cut short.
    """
    return _change(kb, batch, state="done", logged=len(kb.batch(batch.batch_id)) + waiting)


@acting("import")
def note_aliases(kb: "KnowledgeBase", batch: Batch, added: Sequence[tuple[str, str]]) -> Batch:
    """Note at the desk which names an import made lead to vendors, and return it."""
    return _change(kb, batch, aliases=tuple(added))


def _is_written(kb: "KnowledgeBase", vendor: str, name: str, batch: Batch) -> bool:
    """Say whether a deal of the vendor that stays, retracted or not, is written under a name, in any spelling of it."""
    wanted = vendor_bank_id(name)
    staying = (each for _, held in kb.records(vendor) for each in held if not each.is_as_brought(batch.batch_id))
    return any(vendor_bank_id(each.deal().vendor) == wanted for each in staying)


def _change(kb: "KnowledgeBase", batch: Batch, **changes: Any) -> Batch:
    """Write what changed of an import, and return it: what an erasure took out of it meanwhile stays out."""

    def changed(stored: Mapping[str, Any] | None) -> Mapping[str, Any]:
        known = Batch.from_json(stored) if stored else batch
        if "aliases" in changes:
            changes["aliases"] = tuple(dict.fromkeys((*known.aliases, *changes["aliases"])))
        return replace(known, **changes).to_json()

    return Batch.from_json(Desk(kb.banks).change(f"{_KIND}:{batch.batch_id}", changed))
