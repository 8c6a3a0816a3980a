"""What is being erased, noted at the desk before anything is deleted, and until it is gone from the files, too."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from leverage.desk import Desk
from leverage.index import ERASING
from leverage.memory.bank import Banks


@dataclass(frozen=True)
class Noted:
    """What is to be erased: deals by id and vendors by bank id, ids alone; persons by every spelling of their name.

    `emptied` are vendors that go only if nothing of them is left. Behind a deal's id stand the banks in which something
    of it may be, behind a vendor's the ids that lead to it.
    """

    deals: tuple[tuple[str, ...], ...] = ()
    vendors: tuple[tuple[str, ...], ...] = ()
    persons: tuple[tuple[str, ...], ...] = ()
    emptied: tuple[tuple[str, ...], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return what is noted in JSON types."""
        return {name: [list(each) for each in group] for name, group in vars(self).items()}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "Noted":
        """Return what `to_json` wrote; a vendor may stand there by its bank id alone."""
        return cls(**{each.name: tuple(map(_together, stored.get(each.name, ()))) for each in fields(cls)})


class ErasureNote:
    """The note at the desk, and in the index the sign that there is one; `ask_index` reaches the index."""

    def __init__(self, banks: Banks, ask_index: Callable[..., Any]) -> None:
        self._desk = Desk(banks)
        self._ask_index = ask_index

    def is_there(self) -> bool:
        """Say whether an erasure was begun and not brought to its end."""
        return bool(self._ask_index(lambda index: index.noted(ERASING)))

    def read(self) -> Noted:
        """Return what is noted; nothing where only the files are left to be cleaned."""
        return Noted.from_json(self._stored())

    def add(self, what: Noted) -> None:
        """Note what is being erased, beside what an earlier erasure left to do."""
        known = self._stored()
        left = Noted.from_json(known)
        both = Noted(**{each.name: getattr(left, each.name) + getattr(what, each.name) for each in fields(Noted)})
        self._ask_index(lambda index: index.note(ERASING, "yes"))
        self._write({**both.to_json(), "files": True}, known)

    def name_nobody(self) -> None:
        """Take every name and id out of the note: what is left to do is in the files."""
        self._write({"files": True}, self._stored())

    def drop(self) -> None:
        """Drop the note: the erasure is at its end."""
        self._write({}, self._stored())
        self._ask_index(lambda index: index.note(ERASING, ""))

    def _stored(self) -> dict[str, Any]:
        return self._desk.read(ERASING) or {}

    def _write(self, what: dict[str, Any], before: dict[str, Any]) -> None:
        version = before.get("version", 0) + 1
        self._desk.write(ERASING, {**what, "version": version}, version)


def _together(noted: Any) -> tuple[str, ...]:
    return (noted,) if isinstance(noted, str) else tuple(noted)
