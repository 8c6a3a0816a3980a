"""Copies of deals: made in the bank to which they go, taken out of the one that they left."""

from collections.abc import Iterator, Mapping, Sequence

from leverage.memory.bank import Banks
from leverage.memory.carrying import carry, ids_in, loose_ids, new_ids, tombstone_id
from leverage.progress import Progress
from leverage.vendor_records import Move

DEALS_A_BATCH = 25  # some 150 memories


class Steps:
    """Tells `progress` how far a move is."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress = progress
        self._total = total
        self._made = 0

    def made(self, count: int) -> None:
        """Say that so many further steps are made."""
        self._made = min(self._made + count, self._total)
        if self._progress:
            self._progress(self._made, self._total)


def batches(deal_ids: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the deals in groups small enough not to hold up others."""
    for start in range(0, len(deal_ids), DEALS_A_BATCH):
        yield deal_ids[start : start + DEALS_A_BATCH]


def carry_deals(banks: Banks, move: Move, deal_ids: Sequence[str]) -> None:
    """Copy everything that the source of a move holds of these deals into its target, tombstones included."""
    carry(banks, move.source, move.target, {each: each for each in ids_in(banks, move.source, deal_ids)})


def take_out(banks: Banks, bank_id: str, deal_ids: Sequence[str]) -> None:
    """Erase copies of deals from a bank; what is left of erased ones stays."""
    marks = {tombstone_id(each) for each in deal_ids}
    banks.bank(bank_id).erase([each for each in ids_in(banks, bank_id, deal_ids) if each not in marks])


def loose_now(banks: Banks, move: Move) -> Mapping[str, str]:
    """Return the memories without a deal that go along, where all goes with what came since they were copied."""
    there = loose_ids(banks, move.source)
    known = {each: move.loose[each] for each in there if each in move.loose}
    if not move.takes_all:
        return known
    return known | new_ids((each for each in there if each not in known), loose_ids(banks, move.target), move.source)
