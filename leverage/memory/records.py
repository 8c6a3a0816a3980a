"""Memories: the sentences that a bank holds and gives back."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Memory:
    """One sentence in a vendor's bank; only `id` and `text` are needed.

    `facet` names what a deal's sentence is about (summary, price, payment, flexible, firm, tactic, dates, notes), and what is
    no deal's what kind of record it is of (feedback, event).
    Recalled memories carry `score`, the cosine to the question (−1 to 1), and stand for `count` memories of the same
    words, whose deals are in `deal_ids`, newest first. They come in the order of the ranking, which `score` alone does
    not tell: `why` says in plain words what speaks for each, `is_near` whether it has to do with the question at all, and
    `is_old` that it is older than 24 months and not of the last three deals.
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
    product: str | None = None
    why: tuple[str, ...] = ()
    is_old: bool = False
    is_near: bool = False
