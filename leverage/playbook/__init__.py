"""The playbook: a page of lessons a vendor, made by code from its deals and confirmed by people. It changes nothing by itself."""

from leverage.lesson_pages import BEGIN, END, MOST_BYTES, Leaves, read_page
from leverage.lesson_records import Lesson, Notes, Recommendation
from leverage.playbook.book import archive, decided, leaves, notes, page
from leverage.playbook.deciding import MOST_HEADING, MOST_REASON, MOST_TEXT, confirm, drop, edit, lessons, put_back, take_back
from leverage.playbook.handwriting import MOST_NOTES, write_notes

__all__ = [
    "BEGIN",
    "END",
    "MOST_BYTES",
    "MOST_HEADING",
    "MOST_NOTES",
    "MOST_REASON",
    "MOST_TEXT",
    "Leaves",
    "Lesson",
    "Notes",
    "Recommendation",
    "archive",
    "confirm",
    "decided",
    "drop",
    "edit",
    "leaves",
    "lessons",
    "notes",
    "page",
    "put_back",
    "read_page",
    "take_back",
    "write_notes",
]
