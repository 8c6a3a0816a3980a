"""Keeping index and banks in step: the index rebuilt from the banks, and a check that says where they differ."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from leverage.desk import DESK_ID, Desk
from leverage.erasure_note import ErasureNote, Noted
from leverage.index import ERASING, NAMES, UNDOING, DealRow, Index, RetractedRow, VendorRow
from leverage.intake import deal_row, retracted_row
from leverage.memory.bank import TOMBSTONE, VENDOR_ID, Banks
from leverage.memory.carrying import held_beside, tombstone_id
from leverage.progress import Progress
from leverage.sentences import summary_id
from leverage.vendor_records import Move, VendorRecord
from leverage.vendors import BANK_PREFIX, vendor_bank_id
from leverage.versions import DealRecord
from leverage.whereabouts import deals_in, home_among
from leverage.wording import show_day


@dataclass
class Holdings:
    """What the banks hold, as the rows that the index should have.

    `half_erased` are (bank id, deal id) left to finish, `strays` the banks of vendors that a person merged into another
    and that still hold something; `disputes` say where two vendors go by one name, which a person has to settle.
    """

    deals: dict[str, DealRow] = field(default_factory=dict)
    retracted: dict[str, RetractedRow] = field(default_factory=dict)
    vendors: dict[str, VendorRow] = field(default_factory=dict)
    half_erased: list[tuple[str, str]] = field(default_factory=list)
    strays: list[str] = field(default_factory=list)
    disputes: list[str] = field(default_factory=list)
    erased: set[str] = field(default_factory=set)


def read_holdings(banks: Banks, progress: Progress | None = None) -> Holdings:
    """Return what all banks hold; `progress` gets (banks read, banks in all), with nothing held."""
    holdings = Holdings()
    merged: dict[str, str] = {}
    moves: list[Move] = []
    copies: dict[str, dict[str, DealRecord]] = {}
    bank_ids = [bank_id for bank_id in banks.engine.bank_ids() if bank_id.startswith(BANK_PREFIX)]
    for done, bank_id in enumerate(bank_ids, start=1):
        records = banks.bank(bank_id).records()
        if VENDOR_ID in records:
            vendor = VendorRecord.from_json(records[VENDOR_ID])
            holdings.vendors[bank_id] = vendor.row(bank_id)
            merged |= dict.fromkeys(vendor.banks, bank_id)
            moves += [vendor.unfinished()] if vendor.unfinished() else []  # type: ignore[list-item]
        for stored in deals_in(records):
            copies.setdefault(stored["deal_id"], {})[bank_id] = DealRecord.from_json(stored)
        holdings.erased |= _erased(records)
        holdings.half_erased += [(bank_id, deal_id) for deal_id in _half_erased(records)]
        if progress:
            progress(done, len(bank_ids))
    for deal_id, found in copies.items():
        bank_id = next(iter(found)) if len(found) == 1 else home_among(deal_id, found, moves)
        if found[bank_id].is_live:
            holdings.deals[deal_id] = deal_row(found[bank_id], bank_id)
        else:
            holdings.retracted[deal_id] = retracted_row(found[bank_id], bank_id)
    under_way = {move.source for move in moves}
    holdings.strays = [
        bank_id
        for bank_id in bank_ids
        if bank_id in merged and bank_id not in under_way and held_beside(banks, bank_id, merged[bank_id])
    ]
    holdings.disputes = list(_disputes(holdings, {*merged, *under_way}))
    return holdings


def begin(index: Index) -> None:
    """Call the index of a store without any bank complete."""
    with index.replacing() as replace:
        replace([], [], [], [])


def rebuild(banks: Banks, index: Index, progress: Progress | None = None) -> int:
    """Make the index anew from the banks, finish erasures that were cut short, and return how many deals count."""
    with index.replacing() as replace:
        holdings = read_holdings(banks, progress)
        desk = banks.bank(DESK_ID).records()
        holdings.erased |= _erased(desk)
        replace(holdings.deals.values(), holdings.retracted.values(), holdings.vendors.values(), holdings.erased)
        index.note_names(desk.get(NAMES))
        index.note(ERASING, "yes" if desk.get(ERASING, {}).get("files") else "")
        index.note(UNDOING, "yes" if any(stored.get("state") == "undoing" for stored in desk.values()) else "")
    if holdings.half_erased:
        ErasureNote(banks, lambda ask: ask(index)).add(Noted())  # the files are to be cleaned, after this
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
        found.append(f"{_told(holdings.deals[deal_id])} is in the memory, but not in the index.")
    for deal_id in sorted(listed.keys() - holdings.deals.keys()):
        found.append(f"{_told(listed[deal_id])} is in the index, but not in the memory.")
    for deal_id in sorted(listed.keys() & holdings.deals.keys()):
        if listed[deal_id] != holdings.deals[deal_id]:
            found.append(f"{_told(holdings.deals[deal_id])} is not the same in the index as in the memory.")
    names = {row.bank_id: row.name for row in (*index.vendor_rows(), *holdings.vendors.values())}
    for bank_id in holdings.strays:
        found.append(f"Deals of {names.get(bank_id, bank_id)} are not with the vendor it was merged into. Run repair.")
    for bank_id, _ in holdings.half_erased:
        found.append(f"A deal of {names.get(bank_id, bank_id)} was erased, but its erasure was cut short. Run rebuild.")
    found += holdings.disputes
    if {row.deal_id: row for row in index.retracted_deals()} != holdings.retracted:
        found.append("The retracted deals are not the same in the index as in the banks.")
    if {row.bank_id: row for row in index.vendor_rows()} != holdings.vendors:
        found.append("The vendors' names are not the same in the index as in the banks.")
    desk = Desk(banks)
    noted = index.noted(NAMES)
    if (json.loads(noted) if noted else None) != desk.read(NAMES):
        found.append("The names of people and departments are not the same in the index as at the desk.")
    return found


def _told(row: DealRow) -> str:
    return f"The deal with {row.vendor} of {show_day(date.fromisoformat(row.day))}, logged by {row.who},"


def _erased(records: Mapping[str, Any]) -> set[str]:
    return {key.removesuffix(TOMBSTONE) for key in records if key.endswith(TOMBSTONE)}


def _half_erased(records: Mapping[str, Any]) -> Iterator[str]:
    for key, stored in records.items():
        deal_id = stored.get("deal_id")
        if deal_id and key == summary_id(deal_id) and tombstone_id(deal_id) in records:
            yield deal_id


def _disputes(holdings: Holdings, merged: set[str]) -> Iterator[str]:
    """Yield a sentence for each name by which two vendors go; only a person can know whose it is."""
    vendors = holdings.vendors
    claims: dict[str, list[str]] = {}
    for bank_id, row in vendors.items():
        for alias_id in row.alias_ids:
            claims.setdefault(alias_id, []).append(bank_id)
    with_deals = {row.bank_id for row in holdings.deals.values()} | {row.bank_id for row in holdings.retracted.values()}
    with_deals -= merged
    for alias_id, owners in sorted(claims.items()):
        claiming = [alias_id, *owners] if alias_id in with_deals and alias_id in vendors else owners
        if len(claiming) > 1:
            first, second = (vendors[each].name for each in claiming[:2])
            names = (name for each in reversed(claiming) for name in (vendors[each].name, *vendors[each].aliases))
            name = next((each for each in names if vendor_bank_id(each) == alias_id), alias_id)
            todo = f"Take it from {second}, then merge the two or keep them apart."
            yield f"“{name}” is a name of two vendors, {first} and {second}. {todo}"
