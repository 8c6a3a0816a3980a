"""What a bank tells that some other process wrote, and how the index takes it over."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from leverage.index import DealRow, RetractedRow, VendorRow, delete_deals, drop_vendor_rows, put_vendors, upsert_deals


@dataclass(frozen=True)
class Told:
    """What a bank tells: the index's rows for what it holds, deals that it holds no more, and those `erased` for good.

    `known_version` is that of the vendor's row, and `before` the bank of each deal, as the index had them before the bank was
    read: what was changed since is newer than this.
    """

    bank_id: str
    vendor: VendorRow | None
    known_version: int | None
    deals: Sequence[DealRow]
    retracted: Sequence[RetractedRow]
    gone: Sequence[str]
    erased: Sequence[str]
    before: Mapping[str, str]

    @property
    def is_gone(self) -> bool:
        """Whether there is no such vendor any more."""
        return self.vendor is None and self.known_version is not None

    def write(self, db: Any) -> None:
        """Take it over, but for what was changed since."""
        here = [*(each.deal_id for each in self.deals), *(each.deal_id for each in self.retracted)]
        now = _places(db, [*here, *self.gone])
        deals = [each for each in self.deals if self._is_news(each, now)]
        retracted = [each for each in self.retracted if self._is_news(each, now)]
        gone = [each for each in self.gone if now.get(each, ("", 0))[0] == self.bank_id]
        for table in ("deals", "retracted", "hiding"):
            delete_deals(db, table, [*gone, *self.erased])
        delete_deals(db, "retracted", [each.deal_id for each in deals])
        delete_deals(db, "deals", [each.deal_id for each in retracted])
        upsert_deals(db, "deals", deals)
        upsert_deals(db, "retracted", retracted)
        db.table("erased").upsert_all(({"deal_id": each} for each in self.erased), pk="deal_id")
        version = _version(db, self.bank_id)
        if self.is_gone and version == self.known_version:
            drop_vendor_rows(db, self.bank_id)
        elif self.vendor is not None and self.vendor.version >= (version or 0):
            put_vendors(db, [self.vendor])

    def _is_news(self, row: DealRow | RetractedRow, now: Mapping[str, tuple[str, int]]) -> bool:
        if row.deal_id not in now:
            return row.deal_id not in self.before
        bank_id, version = now[row.deal_id]
        return bank_id == self.before.get(row.deal_id) and version <= row.version


def _places(db: Any, deal_ids: Sequence[str]) -> dict[str, tuple[str, int]]:
    """Return in which bank and version deals are listed."""
    asked = json.dumps(list(deal_ids))
    sql = """SELECT deal_id, bank_id, version FROM deals WHERE deal_id IN (SELECT value FROM json_each(?1))
             UNION ALL SELECT deal_id, bank_id, version FROM retracted WHERE deal_id IN (SELECT value FROM json_each(?1))"""
    return {deal_id: (bank_id, version) for deal_id, bank_id, version in db.execute(sql, [asked])}


def _version(db: Any, bank_id: str) -> int | None:
    row = db.execute("SELECT version FROM vendors WHERE bank_id = ?", [bank_id]).fetchone()
    return int(row[0]) if row else None
