"""Suggestions: the vendors that a name may mean, each with the reason in words. A person decides."""

from collections.abc import Sequence
from dataclasses import dataclass

from leverage.index import Vendor
from leverage.knowledge import KnowledgeBase
from leverage.vendors import similar_names

REASONS = {
    "spelling": "almost the same spelling",
    "legal form": "same name, other legal form",
    "spacing": "same letters, other spacing",
    "word order": "same words, other order",
    "short form": "one name is short for the other",
    "initials": "the initials fit",
    "alternative name": "another name of the same firm",
    "address or note in the name": "same name beside an address or a note",
}


@dataclass(frozen=True)
class VendorSuggestion:
    """A known vendor that a name may mean, and why, as the end of a sentence."""

    name: str
    reason: str
    bank_id: str


def suggest(kb: KnowledgeBase, name: str, limit: int = 3) -> list[VendorSuggestion]:
    """Return the vendors that may be meant by a name that leads to none of them, the likeliest first.

    Names and aliases are asked, from the index alone; one reached by an alias says which.
    """
    return suggest_among(kb.vendors(), name, limit)


def suggest_among(vendors: Sequence[Vendor], name: str, limit: int = 3) -> list[VendorSuggestion]:
    """Return those of the vendors that may be meant by a name, the likeliest first."""
    owners: dict[str, Vendor] = {}
    for known in vendors:
        owners.setdefault(known.name, known)
    for known in vendors:
        for alias in known.aliases:
            owners.setdefault(alias, known)
    found: dict[str, VendorSuggestion] = {}
    most = limit * (1 + max((len(known.aliases) for known in vendors), default=0))  # all names of one vendor may be alike
    for similar in similar_names(name, list(owners), most):
        owner = owners[similar.name]
        reason = REASONS.get(similar.reason, similar.reason)
        if similar.name != owner.name:
            reason = f"also known as {similar.name}"
        found.setdefault(owner.bank_id, VendorSuggestion(owner.name, reason, owner.bank_id))
    return list(found.values())[:limit]
