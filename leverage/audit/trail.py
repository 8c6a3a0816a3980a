"""The audit trail of a store."""

from collections.abc import Iterable
from pathlib import Path

from leverage.access.person import Person


class Trail:
    """Appends to the audit trail in a folder, and reads it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def note(
        self, person: Person | None, act: str, *, vendor: str = "", deal_ids: Iterable[str] = (), **detail: str | int
    ) -> None:
        """Append that a person did something; None stands for the machine itself, such as a command of its operator."""
