"""Where deals are: which of the copies of a deal counts, while it is on its way and ever after.

The index says it; where there is none, `home_among` says it from the banks alone. A copy may be thrown away only where it
is proved that the one that counts is as new.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from leverage.memory.bank import Banks
from leverage.memory.carrying import tombstone_id
from leverage.sentences import summary_id
from leverage.vendor_records import Move
from leverage.versions import DealRecord


class Whereabouts:
    """Tells copies that count from those that do not; `ask_index` reaches the index."""

    def __init__(self, banks: Banks, ask_index: Callable[..., Any]) -> None:
        self._banks = banks
        self._ask_index = ask_index

    def copies(self, bank_id: str, deal_ids: Sequence[str] | None = None) -> dict[str, DealRecord]:
        """Return the deals of which a bank holds a copy (all, or those asked for), whether it counts or not."""
        asked = None if deal_ids is None else [id_of(each) for each in deal_ids for id_of in (summary_id, tombstone_id)]
        stored = self._banks.bank(bank_id).records(asked) if asked is None or asked else {}
        return {each["deal_id"]: DealRecord.from_json(each) for each in deals_in(stored)}

    def own(self, bank_id: str) -> dict[str, DealRecord]:
        """Return the deals that a bank holds and that count there, retracted ones too: those listed nowhere else."""
        copies = self.copies(bank_id)
        elsewhere = self._ask_index(lambda index: index.elsewhere(bank_id, copies))
        return {deal_id: record for deal_id, record in copies.items() if deal_id not in elsewhere}

    def stale(self, bank_id: str, deal_ids: Iterable[str], erased: Iterable[str] = ()) -> list[str]:
        """Return those of the deals whose copies in a bank are proved to be of no use.

        Such a deal was erased, or another bank is the one that counts and holds it in the same or a newer version.
        """
        asked = list(deal_ids)
        gone = {*erased, *self._ask_index(lambda index: index.erased(asked))}
        listed = self._ask_index(lambda index: index.banks_of(asked))
        here = self.copies(bank_id, asked)
        counting: dict[str, DealRecord] = {}
        for home in {*listed.values()} - {bank_id}:
            counting |= self.copies(home, [each for each in asked if listed.get(each) == home])
        return [
            each
            for each in asked
            if (each in gone and each not in listed)
            or (each in counting and (each not in here or here[each].version <= counting[each].version))
        ]


def deals_in(records: Mapping[str, Any]) -> Iterator[Any]:
    """Yield those of a bank's records that are deals and were not erased."""
    for key, stored in records.items():
        deal_id = stored.get("deal_id")
        if deal_id and key == summary_id(deal_id) and tombstone_id(deal_id) not in records:
            yield stored


def home_among(deal_id: str, found: Mapping[str, DealRecord], moves: Iterable[Move]) -> str:
    """Return the bank that a deal found in several belongs to: where its newest version is, and a move cut short says."""
    newest = max(record.version for record in found.values())
    held = {bank_id for bank_id, record in found.items() if record.version == newest}
    for move in moves:
        if deal_id in move.deal_ids:
            not_home = move.target if move.state == "copying" else move.source
            held = held - {not_home} or held
    return min(held)
