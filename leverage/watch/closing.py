"""Which occurrences are closed: those that a person has dealt with, old ones that come in late, and none besides.

A merge neither opens nor closes anything: a review covers what was its vendor's when it was made, and what is entered later.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from leverage.arrivals import Arrivals
from leverage.projection import Material
from leverage.review_records import Review
from leverage.watch.occurrences import Occurrence, Subject


class Closings:
    """A vendor's closing reviews by what they are about, and where all of it was before it came here.

    `occurrences` are all that there are, closed or not.
    """

    def __init__(self, material: Material, occurrences: Iterable[Occurrence]) -> None:
        self._arrivals = Arrivals(material.bank_id, material.vendor.moves)
        self._present = {(each.subject, each.source) for each in occurrences}
        self._by_kind: dict[str, list[tuple[str, Review]]] = defaultdict(list)
        for memory_id, review in material.reviews.items():
            if review.is_closing:
                self._by_kind[review.kind].append((memory_id, review))

    def of(self, subject: Subject) -> Sequence[Review]:
        """Return the reviews that closed a flag of a kind and topic here, oldest first."""
        found = {review.id: review for _, review in self._by_kind.get(subject[0], ()) if review.topic == subject[1]}
        return sorted((each for each in found.values() if not each.is_narrow), key=lambda each: (each.at, each.id))

    def is_closed(self, occurrence: Occurrence) -> bool:
        """Say whether an occurrence counts no more."""
        for kind in (occurrence.kind, *occurrence.was):
            for memory_id, review in self._by_kind.get(kind, ()):
                if (review.kind, review.topic) == occurrence.subject:
                    if self._closes(memory_id, review, occurrence):
                        return True
                elif self.is_put_right(review, occurrence):
                    return True
        return False

    def is_put_right(self, review: Review, occurrence: Occurrence) -> bool:
        """Say whether an occurrence is what a review of another kind or topic covers, called otherwise by a later edit.

        So it is where the review's own topic stands in the deal no more, and where the deal is of a day before the review.
        """
        if not review.covers(occurrence.source) or occurrence.entered <= review.at:
            return False
        reviewed = (review.kind, review.topic)
        if reviewed != occurrence.subject and (reviewed, occurrence.source) not in self._present:
            return review.kind in (occurrence.kind, *occurrence.was)
        return review.kind == occurrence.kind and review.topic != occurrence.topic and occurrence.day < review.date

    def _closes(self, memory_id: str, review: Review, occurrence: Occurrence) -> bool:
        source = occurrence.source
        if source in review.unseen:
            return False
        if review.covers(source):
            return True
        if occurrence.entered > review.at and occurrence.day >= review.date:
            return False
        if source not in review.among and review.is_narrow:
            return False
        noted = review.apart.get(source)
        apart_until = [datetime.fromisoformat(noted)] if noted else []
        if source not in review.among and (until := self._arrivals.apart_until(memory_id, source)):
            apart_until.append(until)
        both_there = max(review.at, occurrence.entered)
        return all(both_there >= until for until in apart_until)
