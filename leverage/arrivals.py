"""How what a vendor has came to it: until when two things that are together now stood with different vendors."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from leverage.vendor_records import Move


class Arrivals:
    """The moves by which deals and memories came into the bank `bank_id`; one that is not decided yet brought nothing."""

    def __init__(self, bank_id: str, moves: Iterable[Move]) -> None:
        self._here = bank_id
        self._by_thing: dict[str, list[Move]] = defaultdict(list)
        for move in sorted(moves, key=lambda move: move.at, reverse=True):
            if move.state != "copying":
                for each in (*move.deal_ids, *move.loose.values()):
                    self._by_thing[each].append(move)

    def apart_until(self, one: str, other: str) -> datetime | None:
        """Return when two things, by the ids of deals or memories, came together; None where no move tells of it."""
        theirs = {move.id: move for each in (one, other) for move in self._by_thing.get(each, ())}
        places = {one: self._here, other: self._here}
        for move in sorted(theirs.values(), key=lambda move: move.at, reverse=True):
            for each, place in places.items():
                if move in self._by_thing.get(each, ()) and move.target == place:
                    places[each] = move.source
            if places[one] != places[other]:
                return move.at
        return None
