"""What code would suggest as lessons about a vendor: few, each naming its deals, the most telling first."""

from leverage import inbox, noting
from leverage.keeping import REVIEWS
from leverage.knowledge import KnowledgeBase
from leverage.lesson_records import Lesson
from leverage.playbook.from_colleagues import from_feedback, from_reviews
from leverage.playbook.from_deals import from_gaps, from_payment, from_tactics, from_terms
from leverage.playbook.from_scans import from_scans


def suggested(kb: KnowledgeBase, vendor: str) -> list[Lesson]:
    """Return every lesson that the vendor's deals, feedback, reviews and scans give as they are now, decided on or not.

    The same deals give the same lessons in the same order. Each names deals that count; where none does there is none. What
    scans say is told to those alone who may read the inbox.
    """
    brief = kb.brief(vendor)
    if not brief.deals:
        return []
    accepted = [*inbox.pending(kb, "accepted"), *inbox.pending(kb, "merged")] if kb.may("inbox") else []
    found = [
        *from_feedback(brief),
        *from_reviews(noting.of(kb, vendor, REVIEWS), brief.evidence),
        *from_scans(brief, accepted),
        *from_tactics(brief),
        *from_terms(brief),
        *from_payment(brief),
        *from_gaps(brief),
    ]
    found.sort(key=lambda each: (-each.weight, -each.lesson.day.toordinal(), each.lesson.heading))
    once: dict[str, Lesson] = {}
    for each in found:
        once.setdefault(each.lesson.subject, each.lesson)
    return list(once.values())
