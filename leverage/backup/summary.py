"""What a backup holds, counted while it is written and again while it is read."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from leverage.memory.bank import TOMBSTONE
from leverage.memory.copies import Row
from leverage.sentences import summary_id

FORMAT = 2  # 1 is what the release before there were roles reads; it would show everybody what is restricted


@dataclass(frozen=True)
class Summary:
    """What is in a backup: deals that count, retracted ones, vendors with deals that count, changes that wait or were set aside.

    `banks` counts the desk, too; `bytes` is the size of the file, `made_at` an aware instant.
    """

    deals: int
    retracted: int
    vendors: int
    banks: int
    waiting: int
    set_aside: int
    made_at: datetime
    format: int = FORMAT
    bytes: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return the summary in JSON types, as it stands in the file: without the file's size."""
        told = asdict(self) | {"made_at": self.made_at.isoformat()}
        del told["bytes"]
        return told

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Summary":
        """Return the summary that `to_json` wrote; raises KeyError, TypeError or ValueError for anything else."""
        counts = {
            name: int(stored[name]) for name in ("deals", "retracted", "vendors", "banks", "waiting", "set_aside", "format")
        }
        return cls(made_at=datetime.fromisoformat(stored["made_at"]), **counts)

    def sized(self, size: int) -> "Summary":
        """Return the summary with the size of the file, in bytes."""
        return replace(self, bytes=size)


@dataclass(frozen=True)
class _Deal:
    version: int
    bank_id: str
    is_live: bool


class Tally:
    """Counts deals and vendors from rows; a deal whose id an erasure left behind counts no more."""

    def __init__(self) -> None:
        self._deals: dict[str, _Deal] = {}
        self.erased: set[str] = set()

    def add(self, bank_id: str, row: Row) -> None:
        """Count one row of a bank."""
        if row.id.endswith(TOMBSTONE):
            self.erased.add(row.id.removesuffix(TOMBSTONE))
            return
        deal_id = row.metadata.get("deal_id")
        if not deal_id or "parts" not in row.metadata or row.id != summary_id(deal_id):
            return
        deal = _Deal(row.metadata["version"], bank_id, row.metadata.get("facet") != "retracted")
        known = self._deals.get(deal_id)
        if known is None or known.version < deal.version:  # of a move cut short, a copy may stand in two banks
            self._deals[deal_id] = deal

    def summary(self, banks: int, waiting: int, set_aside: int, made_at: datetime) -> Summary:
        """Return the counts."""
        kept = [deal for deal_id, deal in self._deals.items() if deal_id not in self.erased]
        live = [deal for deal in kept if deal.is_live]
        return Summary(len(live), len(kept) - len(live), len({deal.bank_id for deal in live}), banks, waiting, set_aside, made_at)
