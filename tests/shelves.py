"""A knowledge base of a few deals in memory, as far as an export asks it."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from types import SimpleNamespace
from typing import Any

from leverage.deals import Deal, deal_id_of
from leverage.index import VendorRow
from leverage.name_book import NameBook
from leverage.vendor_records import VendorRecord
from leverage.vendors import vendor_bank_id
from leverage.versions import DealRecord
from tests.strategies import TODAY

NEEDED = {"vendor": "Acme", "deal_date": "2026-03-02", "logged_by": "Ida", "department": "IT", "outcome": "agreed"}
ENTERED = datetime(2026, 3, 3, 9, tzinfo=UTC)


class Shelf:
    """Deals, as records or as deals read back, under the bank of their vendor's name; `known` are vendors' records."""

    def __init__(
        self, *deals: Deal | DealRecord, known: dict[str, VendorRecord] | None = None, names: NameBook | None = None
    ) -> None:
        self._records = [each if isinstance(each, DealRecord) else record_of(each) for each in deals]
        self._names = names or NameBook()
        self.mover = SimpleNamespace(record=(known or {}).get)
        nothing: dict[str, Any] = {}  # but deals
        self.banks = SimpleNamespace(read=lambda bank_id, asked, read: nothing, shown=lambda bank_id, records: records)

    def permit(self, act: str, **told: Any) -> None:
        """Allow every export."""

    def bank_id(self, vendor: str) -> str:
        return vendor_bank_id(vendor)

    def today(self) -> date:
        return TODAY

    def names(self) -> NameBook:
        return self._names

    def vendor(self, vendor: str) -> Any:
        rows = [row for row, _ in self.records()]
        return next((row for row in rows if vendor in (row.bank_id, row.name)), None)

    def records(self, vendor: str | None = None) -> Iterator[tuple[VendorRow, list[DealRecord]]]:
        banks = {vendor_bank_id(each.values["vendor"]): each.values["vendor"] for each in self._records}
        for bank_id, name in banks.items():
            if vendor in (None, bank_id, name):
                yield (
                    VendorRow(bank_id, name, 1),
                    [each for each in self._records if vendor_bank_id(each.values["vendor"]) == bank_id],
                )


def deal(**values: Any) -> Deal:
    """Return a deal read back from a store."""
    fresh = Deal(**NEEDED | values)
    return Deal(**fresh.values(), deal_id=deal_id_of(fresh), version=1, entered_at=ENTERED)


def record_of(deal: Deal) -> DealRecord:
    """Return the record of a deal that was logged once."""
    return DealRecord.first(str(deal.deal_id), deal.to_json(), ENTERED)
