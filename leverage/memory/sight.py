"""What of a bank a reader sees: a filter behind every read, which keeps back all that tells of deals the reader may not see."""

from collections.abc import Collection, Mapping
from typing import Any, Protocol

_ABOUT = ("deal_ids", "unseen", "among")  # the parts of a record that name deals
_REVIEW = "review:"


class Sight(Protocol):
    """Says what a reader may see. It is asked after a bank was read, so that nothing is shown that was restricted meanwhile."""

    def hidden(self) -> Collection[str]:
        """Return the ids of the deals that the reader does not see."""

    def is_shut(self, bank_id: str) -> bool:
        """Say whether all of a bank is kept from the reader."""

    def unsure(self, versions: Mapping[str, int]) -> frozenset[str]:
        """Return the deals, of those read in these versions, of which it can't be said yet who sees them."""


def named_in(record: Any) -> frozenset[str]:
    """Return the ids of the deals that a record names: feedback those that it is about, a vendor's own those that moved."""
    if not isinstance(record, Mapping):
        return frozenset()
    own = [record["deal_id"]] if isinstance(record.get("deal_id"), str) else []
    moved = (each.get("deal_ids") or () for each in record.get("moves") or ())
    return frozenset(own).union(*(record.get(each) or () for each in _ABOUT), *moved)


def shown(records: Mapping[str, Any], sight: Sight | None, bank_id: str) -> dict[str, Any]:
    """Return those of a bank's records that a reader sees; without a sight all of them.

    What names a hidden deal goes with it, since it repeats the deal's words. A review stays for the deals that are left, and
    says who looked, without what they said.
    """
    if sight is None:
        return dict(records)
    if sight.is_shut(bank_id):
        return {}
    hidden = frozenset(sight.hidden()) | sight.unsure(_versions(records))
    if not hidden:
        return dict(records)
    found: dict[str, Any] = {}
    for memory_id, record in records.items():
        if isinstance(record, Mapping) and record.get("moves"):
            found[memory_id] = _without_ids(record, hidden, sight, bank_id)
        elif named_in(record).isdisjoint(hidden):
            found[memory_id] = record
        elif str(record.get("id", "")).startswith(_REVIEW) and (left := _blank(record, hidden)):
            found[memory_id] = left
    return found


def _versions(records: Mapping[str, Any]) -> dict[str, int]:
    deals = (each for each in records.values() if isinstance(each, Mapping) and isinstance(each.get("deal_id"), str))
    return {each["deal_id"]: each["version"] for each in deals if isinstance(each.get("version"), int)}


def _without_ids(vendor: Mapping[str, Any], hidden: Collection[str], sight: Sight, bank_id: str) -> dict[str, Any]:
    """Return a vendor's own record, whose changes tell of no hidden deal, nor of a vendor that is kept back."""
    moves = []
    for each in vendor["moves"]:
        deal_ids = each.get("deal_ids") or ()
        left = [one for one in deal_ids if one not in hidden]
        others = {each.get("source"), each.get("target")} - {bank_id, None}
        if not (deal_ids and not left) and not any(map(sight.is_shut, others)):
            moves.append({**each, "deal_ids": left})
    return {**vendor, "moves": moves}


def _blank(review: Mapping[str, Any], hidden: Collection[str]) -> dict[str, Any] | None:
    left = {name: [each for each in review.get(name) or () if each not in hidden] for name in _ABOUT}
    apart = {each: until for each, until in (review.get("apart") or {}).items() if each not in hidden}
    if not (left["deal_ids"] or left["among"] or review.get("event_ids")):
        return None
    return {**review, **left, "apart": apart, "note": "", "taken_back_why": ""}
