"""Lessons that wait, and what a person makes of each: confirmed, as suggested or edited, or dropped."""

import re
from collections.abc import Mapping
from dataclasses import replace

from leverage import noting
from leverage.errors import LeverageError
from leverage.keeping import LESSONS, held, resolved
from leverage.knowledge import KnowledgeBase
from leverage.lesson_pages import leaves_of
from leverage.lesson_records import Lesson
from leverage.playbook.book import decided, name_of
from leverage.playbook.handwriting import named
from leverage.playbook.suggesting import suggested
from leverage.text import clean_named
from leverage.wording import show_day

MOST_HEADING = 120  # characters, the date left out
MOST_TEXT = 600
MOST_REASON = 300

_DATED = re.compile(r"\d{4}-\d\d-\d\d\s*:?\s*")
_GONE = "This lesson is not there any more. Reload the page."


def lessons(kb: KnowledgeBase, vendor: str) -> list[Lesson]:
    """Return the lessons that wait for somebody to decide on them, the most telling first; made by code, each names its deals.

    What was confirmed, on the page or in the archive, or dropped does not come again, whatever its date.
    """
    known = decided(kb, vendor)
    ids, subjects = {each.id for each in known}, {each.subject for each in known}
    return [each for each in suggested(kb, vendor) if each.id not in ids and each.subject not in subjects]


def confirm(
    kb: KnowledgeBase,
    vendor: str,
    lesson_id: str,
    *,
    by: str,
    title: str | None = None,
    text: str | None = None,
    department: str = "",
) -> Lesson:
    """Put a lesson into the playbook, as suggested or with these words, and return it; the oldest give way to the archive.

    The day stays the lesson's own: `title` may leave it out. Confirmed twice it is there once. Raises LeverageError where
    somebody dropped it, where another lesson says the same, and for words that can't be kept; StoreUnavailable.
    """
    kb.ensure_ready()
    by, department = named(by, department)
    waiting = next((each for each in suggested(kb, vendor) if each.id == lesson_id), None)

    def put(bank_id: str) -> Lesson:
        known = _held(kb, bank_id)
        there = next((each for each in known.values() if each.id == lesson_id), None)
        if there is not None and there.state == "dropped":
            raise LeverageError(f"{there.by} dropped this lesson on {_on(there)}. Nothing was changed. Reload the page.")
        asked = there or waiting
        if asked is None:
            raise LeverageError(_GONE)
        told = _with_words(asked, title, text)
        if there is not None:
            if (told.heading, told.text) != (there.heading, there.text):
                raise LeverageError(f"{there.by} confirmed this lesson on {_on(there)}. Nothing was changed. Reload the page.")
            return there
        _refuse_double(told, known)
        done = replace(told, state="confirmed", by=by, department=department, decided_on=kb.today(), at=kb.now())
        return _written(kb, bank_id, known | {done.id: done}, done.id)

    return noting.in_turn(kb, vendor, put)


def edit(
    kb: KnowledgeBase,
    vendor: str,
    lesson_id: str,
    *,
    by: str,
    version: int,
    title: str | None = None,
    text: str | None = None,
    department: str = "",
) -> Lesson:
    """Put other words into a confirmed lesson, and return it; whoever edits it stands for it from then on.

    Its day, deals and place stay. Raises LeverageError where it is not there any more, where somebody changed it since
    `version`, where another lesson says the same, and for words that can't be kept; StoreUnavailable.
    """
    kb.ensure_ready()
    by, department = named(by, department)

    def put(bank_id: str) -> Lesson:
        known = _held(kb, bank_id)
        place = next((each for each, one in known.items() if one.id == lesson_id and one.state == "confirmed"), None)
        if place is None:
            raise LeverageError(_GONE)
        there = known[place]
        if there.version != version:
            raise LeverageError(f"{there.by} changed this lesson on {_on(there)}. Nothing was changed. Reload the page.")
        told = _with_words(there, title, text)
        if (told.heading, told.text) == (there.heading, there.text):
            return there
        _refuse_double(told, known)
        done = replace(told, by=by, department=department, decided_on=kb.today(), version=there.version + 1)
        return _written(kb, bank_id, known | {place: done}, place)

    return noting.in_turn(kb, vendor, put)


def drop(kb: KnowledgeBase, vendor: str, lesson_id: str, *, by: str, reason: str = "", department: str = "") -> Lesson:
    """Let a lesson that waits, or that was confirmed, not be in the playbook, and return it; it is not suggested again.

    Raises LeverageError where it is not there, StoreUnavailable.
    """
    kb.ensure_ready()
    by, department = named(by, department)
    why = clean_named("The reason", reason or "", MOST_REASON)
    waiting = next((each for each in suggested(kb, vendor) if each.id == lesson_id), None)

    def put(bank_id: str) -> Lesson:
        known = _held(kb, bank_id)
        place = next((memory_id for memory_id, each in known.items() if each.id == lesson_id), lesson_id)
        lesson = known.get(place, waiting)
        if lesson is None:
            raise LeverageError(_GONE)
        if lesson.state == "dropped":
            return lesson
        done = replace(
            lesson,
            state="dropped",
            is_archived=False,
            by=by,
            department=department,
            reason=why,
            decided_on=kb.today(),
            at=kb.now(),
            version=lesson.version + (place in known),
        )
        noting.write(kb, bank_id, {place: done})
        return done

    return noting.in_turn(kb, vendor, put)


def take_back(kb: KnowledgeBase, vendor: str, lesson_id: str) -> None:
    """Let a lesson wait again that was confirmed or dropped. Raises LeverageError where it is not there, StoreUnavailable."""
    kb.ensure_ready()
    noting.take_out(kb, vendor, LESSONS, lesson_id, "This lesson")


def put_back(kb: KnowledgeBase, vendor: str, lesson: Lesson) -> Lesson:
    """Let a lesson stand again as before it was dropped. Raises LeverageError for an unknown vendor, StoreUnavailable."""
    kb.ensure_ready()

    def put(bank_id: str) -> Lesson:
        known = _held(kb, bank_id)
        place = next((memory_id for memory_id, each in known.items() if each.id == lesson.id), lesson.id)
        version = max(lesson.version, known[place].version if place in known else 0) + 1
        return _written(kb, bank_id, known | {place: replace(lesson, version=version)}, place)

    return noting.in_turn(kb, vendor, put)


def _written(kb: KnowledgeBase, bank_id: str, lessons: Mapping[str, Lesson], place: str) -> Lesson:
    """Write one of a vendor's lessons, with those that give way to it, in one go; return it."""
    live = {deal.deal_id for deal in kb.deals(bank_id) if deal.deal_id}
    given_way = {each.subject for each in leaves_of(lessons.values(), name_of(kb, bank_id), live).archive}
    changed = {
        memory_id: each if memory_id == place else each.archived()
        for memory_id, each in lessons.items()
        if memory_id == place or (each.state == "confirmed" and not each.is_archived and each.subject in given_way)
    }
    if changed[place].subject in given_way:
        changed[place] = replace(changed[place], is_archived=True)
    noting.write(kb, bank_id, changed)
    return changed[place]


def _held(kb: KnowledgeBase, bank_id: str) -> dict[str, Lesson]:
    book = kb.names()
    return {memory_id: resolved(book, each) for memory_id, each in held(kb.banks, bank_id, LESSONS).items()}


def _refuse_double(lesson: Lesson, known: Mapping[str, Lesson]) -> None:
    """Raise LeverageError where another lesson that somebody decided on says the same."""
    same = next((each for each in known.values() if each.subject == lesson.subject and each.id != lesson.id), None)
    if same is not None:
        raise LeverageError(f"“{same.title}” says the same: {same.by} {same.state} it on {_on(same)}. Change the title.")


def _with_words(lesson: Lesson, title: str | None, text: str | None) -> Lesson:
    heading, said = lesson.heading, lesson.text
    if title is not None:
        heading = _DATED.sub("", clean_named("The title", title, MOST_HEADING + len("2026-10-14: ")), count=1).strip()
        heading = clean_named("The title", heading, MOST_HEADING)
    if text is not None:
        said = clean_named("The text", text, MOST_TEXT)
    if not heading:
        raise LeverageError("The title is blank. Say in a line what there is to learn.")
    return replace(lesson, heading=heading, text=said)


def _on(lesson: Lesson) -> str:
    return show_day(lesson.decided_on) if lesson.decided_on else "an earlier day"
