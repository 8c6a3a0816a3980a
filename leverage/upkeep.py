"""Keeping index and banks in step: the index rebuilt from the banks, and a check that says where they differ."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from leverage.index import DealRow, Index, RetractedRow, VendorRow
from leverage.intake import deal_row, tombstone_id
from leverage.memory.bank import VENDOR_ID, Banks
from leverage.progress import Progress
from leverage.sentences import summary_id
from leverage.vendors import BANK_PREFIX
from leverage.versions import DealRecord


@dataclass
class Holdings:
    """What the banks hold, as the rows that the index should have; `half_erased` are (bank id, deal id) left to finish."""

    deals: dict[str, DealRow] = field(default_factory=dict)
    retracted: dict[str, RetractedRow] = field(default_factory=dict)
    vendors: dict[str, VendorRow] = field(default_factory=dict)
    half_erased: list[tuple[str, str]] = field(default_factory=list)


def read_holdings(banks: Banks, progress: Progress | None = None) -> Holdings:
    """Return what all banks hold; `progress` gets (banks read, banks in all), with nothing held."""
    holdings = Holdings()
    bank_ids = [bank_id for bank_id in banks.engine.bank_ids() if bank_id.startswith(BANK_PREFIX)]
    for done, bank_id in enumerate(bank_ids, start=1):
        for record in _records(banks, bank_id, holdings):
            _take(holdings, record, bank_id)
        if progress:
            progress(done, len(bank_ids))
    return holdings


def begin(index: Index) -> None:
    """Call the index of a store without any bank complete."""
    with index.replacing() as replace:
        replace([], [], [])


def rebuild(banks: Banks, index: Index, progress: Progress | None = None) -> int:
    """Make the index anew from the banks, finish erasures that were cut short, and return how many deals count."""
    with index.replacing() as replace:
        holdings = read_holdings(banks, progress)
        replace(holdings.deals.values(), holdings.retracted.values(), holdings.vendors.values())
    for bank_id, deal_id in holdings.half_erased:
        bank = banks.bank(bank_id)
        bank.erase(bank.ids_of_deal(deal_id))
    return len(holdings.deals)


def differences(banks: Banks, index: Index, progress: Progress | None = None) -> list[str]:
    """Return a sentence for each deal or vendor on which index and banks differ; none when they agree."""
    holdings = read_holdings(banks, progress)
    found: list[str] = []
    listed = {row.deal_id: row for row in index.deals()}
    for deal_id in sorted(holdings.deals.keys() - listed.keys()):
        row = holdings.deals[deal_id]
        found.append(f"Deal {deal_id} of {row.day} is in the bank {row.bank_id}, but not in the index.")
    for deal_id in sorted(listed.keys() - holdings.deals.keys()):
        row = listed[deal_id]
        found.append(f"Deal {deal_id} of {row.day} is in the index, but not in the bank {row.bank_id}.")
    for deal_id in sorted(listed.keys() & holdings.deals.keys()):
        if listed[deal_id] != holdings.deals[deal_id]:
            found.append(f"Deal {deal_id} is not the same in the index as in the bank {holdings.deals[deal_id].bank_id}.")
    found += [f"Deal {deal_id} was erased, but its erasure was cut short. Run rebuild." for _, deal_id in holdings.half_erased]
    if {row.deal_id: row for row in index.retracted_deals()} != holdings.retracted:
        found.append("The retracted deals are not the same in the index as in the banks.")
    if {row.bank_id: row for row in index.vendor_rows()} != holdings.vendors:
        found.append("The vendors' names are not the same in the index as in the banks.")
    return found


def _records(banks: Banks, bank_id: str, holdings: Holdings) -> Iterator[DealRecord]:
    records = banks.bank(bank_id).records()
    vendor = records.get(VENDOR_ID)
    if vendor is not None:
        holdings.vendors[bank_id] = VendorRow(bank_id, vendor["name"], vendor["version"])
    for stored in deals_in(records):
        yield DealRecord.from_json(stored)
    for key, stored in records.items():
        deal_id = stored.get("deal_id")
        if deal_id and key == summary_id(deal_id) and tombstone_id(deal_id) in records:
            holdings.half_erased.append((bank_id, deal_id))


def deals_in(records: Mapping[str, Any]) -> Iterator[Any]:
    """Yield those of a bank's records that are deals and were not erased."""
    for key, stored in records.items():
        deal_id = stored.get("deal_id")
        if deal_id and key == summary_id(deal_id) and tombstone_id(deal_id) not in records:
            yield stored


def _take(holdings: Holdings, record: DealRecord, bank_id: str) -> None:
    """Take a deal in; one found in two banks was caught on its way from one to the other: the newer version counts."""
    earlier = holdings.deals.get(record.deal_id) or holdings.retracted.get(record.deal_id)
    if earlier is not None and earlier.version >= record.version:
        return
    holdings.deals.pop(record.deal_id, None)
    holdings.retracted.pop(record.deal_id, None)
    if record.is_live:
        holdings.deals[record.deal_id] = deal_row(record, bank_id)
    else:
        holdings.retracted[record.deal_id] = RetractedRow(record.deal_id, bank_id, record.version)
