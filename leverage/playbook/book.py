"""A vendor's playbook as it is kept in its bank: the lessons that people decided on, and what they wrote by hand."""

from leverage import noting
from leverage.keeping import LESSONS, NOTES
from leverage.knowledge import KnowledgeBase
from leverage.lesson_pages import Leaves, archive_markdown, leaves_of, page_markdown
from leverage.lesson_records import Lesson, Notes


def page(kb: KnowledgeBase, vendor: str) -> str:
    """Return the vendor's page as Markdown: confirmed lessons, newest first, between two markers, and what people wrote below."""
    written = notes(kb, vendor)
    return page_markdown(leaves(kb, vendor), name_of(kb, vendor), written.notes if written else "")


def archive(kb: KnowledgeBase, vendor: str) -> str:
    """Return the lessons that the page has no room for as Markdown, newest first."""
    return archive_markdown(leaves(kb, vendor), name_of(kb, vendor))


def leaves(kb: KnowledgeBase, vendor: str) -> Leaves:
    """Return the confirmed lessons on the page and in the archive, naming the deals that count; people by their names now."""
    live = {deal.deal_id for deal in kb.deals(vendor) if deal.deal_id}
    return leaves_of(decided(kb, vendor), name_of(kb, vendor), live)


def decided(kb: KnowledgeBase, vendor: str) -> list[Lesson]:
    """Return every lesson that somebody confirmed or dropped, newest first."""
    found = (each for each in noting.of(kb, vendor, LESSONS) if each.state != "suggested")  # one may wait for its archive
    return sorted(found, key=Lesson.rank, reverse=True)


def notes(kb: KnowledgeBase, vendor: str) -> Notes | None:
    """Return what people wrote by hand below the lessons; None where nobody did.

    Since a merge there may be those of both vendors: they stand one below the other, until they are written anew as one.
    """
    return joined(noting.of(kb, vendor, NOTES))


def joined(found: list[Notes]) -> Notes | None:
    """Return several notes as one, as old as all of them together."""
    if not found:
        return None
    in_order = sorted(found, key=lambda each: (each.at, each.id))
    last = in_order[-1]
    return Notes(
        last.id,
        "\n\n".join(each.notes for each in in_order if each.notes),
        last.by,
        last.date,
        last.at,
        last.department,
        sum(each.version for each in in_order),
    )


def name_of(kb: KnowledgeBase, vendor: str) -> str:
    """Return the vendor's name now, else what was given."""
    known = kb.registry.record(kb.bank_id(vendor))
    return known.name if known else vendor
