"""Where a vendor's deals are, as a person sees them."""

from collections.abc import Callable
from typing import Any

from leverage.memory.bank import Banks
from leverage.registry import Registry
from leverage.vendor_records import VendorRecord
from leverage.versions import DealRecord
from leverage.whereabouts import Whereabouts


class SeenMover:
    """The part of a mover that tells where deals are; moving them is an act."""

    def __init__(self, banks: Banks, ask_index: Callable[..., Any], registry: Registry) -> None:
        """Look through the person's banks, index and registry."""
        self._registry = registry
        self.whereabouts = Whereabouts(banks, ask_index)

    def home(self, bank_id: str) -> str:
        """Return the bank to which a bank id leads since merges and new names."""
        return self._registry.home(bank_id)

    def record(self, bank_id: str) -> VendorRecord | None:
        """Return what a bank keeps about its vendor; None for one that is not seen."""
        return self._registry.record(bank_id)

    def held(self, bank_id: str) -> dict[str, DealRecord]:
        """Return the deals of a bank that are seen, retracted ones too."""
        return self.whereabouts.own(bank_id)
