"""What of the banks a person sees, as the index says it."""

from collections.abc import Collection, Mapping

from leverage.access.seen_index import SeenIndex


class PersonSight:
    """A person's sight of the banks."""

    def __init__(self, index: SeenIndex, *, is_alone: bool = True) -> None:
        """See what the person's index shows; where others write, too, the index may lag behind the banks."""
        self._index = index
        self._is_alone = is_alone
        self._shut: tuple[int, dict[str, bool]] = (-1, {})

    def hidden(self) -> Collection[str]:
        """Return the ids of the deals that the person does not see."""
        return self._index.hidden()

    def is_shut(self, bank_id: str) -> bool:
        """Say whether a bank is a vendor's whose deals are all kept from the person."""
        writes, known = self._index.writes, self._shut
        if known[0] != writes:
            known = self._shut = (writes, {})
        if bank_id not in known[1]:
            known[1][bank_id] = self._index.has_unseen_vendor(bank_id)
        return known[1][bank_id]

    def unsure(self, versions: Mapping[str, int]) -> frozenset[str]:
        """Return the deals, of those read in these versions, that others changed since the index was told of them."""
        if self._is_alone or not versions:
            return frozenset()
        known = self._index.versions(versions)
        return frozenset(deal_id for deal_id, version in versions.items() if known.get(deal_id) != version)
