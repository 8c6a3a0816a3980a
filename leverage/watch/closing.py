"""Which occurrences are closed: those that a person has dealt with, old ones that come in late, and none besides.

A merge neither opens nor closes anything: a review covers what was its vendor's when it was made, and what is entered later.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime

from leverage.projection import Material
from leverage.review_records import Review
from leverage.vendor_records import Move
from leverage.watch.occurrences import Occurrence

Subject = tuple[str, str]  # kind and topic


class Closings:
    """A vendor's reviews by what they are about, and where deals, events and reviews were before they came here."""

    def __init__(self, material: Material) -> None:
        self._here = material.bank_id
        self._arrivals = _arrivals(material.vendor.moves)
        self._by_subject: dict[Subject, list[tuple[str, Review]]] = defaultdict(list)
        for memory_id, review in material.reviews.items():
            if review.is_closing:
                self._by_subject[review.kind, review.topic].append((memory_id, review))

    def last(self, subject: Subject) -> Review | None:
        """Return the last review that closed a flag of a kind and topic."""
        found = (review for _, review in self._by_subject.get(subject, ()) if not review.is_narrow)
        return max(found, key=lambda review: (review.at, review.id), default=None)

    def is_closed(self, occurrence: Occurrence) -> bool:
        """Say whether an occurrence counts no more."""
        reviews = self._by_subject.get((occurrence.kind, occurrence.topic), ())
        return any(self._closes(memory_id, review, occurrence) for memory_id, review in reviews)

    def _closes(self, memory_id: str, review: Review, occurrence: Occurrence) -> bool:
        if review.covers(occurrence.source):
            return True
        if review.is_narrow:
            return False
        is_new = occurrence.entered > review.at and occurrence.day >= review.date
        both_there = max(review.at, occurrence.entered)
        return not is_new and self._bank_at(occurrence.source, both_there) == self._bank_at(memory_id, both_there)

    def _bank_at(self, held: str, at: datetime) -> str:
        """Return the bank in which a deal, or a memory, was at an instant."""
        bank_id = self._here
        for move in self._arrivals.get(held, ()):
            if move.at > at and move.target == bank_id:
                bank_id = move.source
        return bank_id


def _arrivals(moves: Iterable[Move]) -> Mapping[str, list[Move]]:
    """Return for each deal and memory the moves by which it came, the last first; one that is not decided yet brought nothing."""
    found: dict[str, list[Move]] = defaultdict(list)
    for move in sorted(moves, key=lambda move: move.at, reverse=True):
        if move.state != "copying":
            for each in (*move.deal_ids, *move.loose.values()):
                found[each].append(move)
    return found
