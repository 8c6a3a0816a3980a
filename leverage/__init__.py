"""Leverage: a company's shared memory of its vendor negotiations."""

import leverage.lean  # noqa: F401 - first: it decides what sqlite-utils loads along
from leverage.access.person import Person
from leverage.brief import Brief
from leverage.confidence import confidence_label
from leverage.deals import Deal, DealDraft, Tactic
from leverage.errors import LeverageError
from leverage.knowledge import KnowledgeBase
from leverage.memory.records import Memory
from leverage.signals import Signal
from leverage.vendors import vendor_bank_id

__all__ = [
    "Brief",
    "Deal",
    "DealDraft",
    "KnowledgeBase",
    "LeverageError",
    "Memory",
    "Person",
    "Signal",
    "Tactic",
    "confidence_label",
    "vendor_bank_id",
]
