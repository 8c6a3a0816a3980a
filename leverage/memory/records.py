"""Memories: the sentences that a bank holds and gives back."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Memory:
    """One sentence in a vendor's bank; only `id` and `text` are needed.

    `facet` names what a deal's sentence is about (summary, price, payment, flexible, firm, tactic, dates, notes).
    Recalled memories carry `score`, the cosine to the question (−1 to 1), and stand for `count` memories of the same
    words, whose deals are in `deal_ids`, newest first.
    """

    id: str
    text: str
    deal_id: str | None = None
    facet: str | None = None
    deal_date: date | None = None
    logged_by: str | None = None
    department: str | None = None
    result: str | None = None
    version: int = 1
    score: float | None = None
    count: int = 1
    deal_ids: tuple[str, ...] = ()
