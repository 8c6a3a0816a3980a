"""Lessons that wait, and what a person makes of each: confirmed, as suggested or edited, or dropped."""

import re
from collections.abc import Mapping
from dataclasses import replace

from leverage import noting
from leverage.access.acting import acting
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

_DATED = re.compile(r"\s*\d{4}-\d\d-\d\d\s*:?\s*")
_GONE = "This lesson is not there any more. Reload the page."


def lessons(kb: KnowledgeBase, vendor: str) -> list[Lesson]:
    """Return the lessons that wait for somebody to decide on them, the most telling first; made by code, each names its deals.

    What was confirmed, on the page or in the archive, or dropped does not come again, whatever its date.
    """
    known = decided(kb, vendor)
    ids, subjects = {each.id for each in known}, {each.subject for each in known}
    return [each for each in suggested(kb, vendor) if each.id not in ids and each.subject not in subjects]


@acting("lesson", vendor="vendor")
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
    with kb.as_seen():
        waiting = next((each for each in suggested(kb, vendor) if each.id == lesson_id), None)

    def put(bank_id: str) -> Lesson:
        known = _held(kb, bank_id, lesson_id)
        there = next((each for each in known.values() if each.id == lesson_id), None)
        if there is not None and there.state == "dropped":
            raise LeverageError(f"{there.by} dropped this lesson on {_on(there)}. Nothing was changed. Reload the page.")
        asked = there or waiting
        if asked is None:
            raise LeverageError(_GONE)
        told = _with_words(asked, title, text)
        if there is not None and there.state == "confirmed":
            if (told.heading, told.text) != (there.heading, there.text):
                raise LeverageError(f"{there.by} confirmed this lesson on {_on(there)}. Nothing was changed. Reload the page.")
            return there
        _refuse_double(told, known)
        done = replace(told, state="confirmed", by=by, department=department, decided_on=kb.today(), at=kb.now())
        place = next((each for each, one in known.items() if one.id == lesson_id), lesson_id)
        return _written(kb, bank_id, known, place, replace(done, version=done.version + (place in known)))

    return noting.in_turn(kb, vendor, put)


@acting("lesson", vendor="vendor")
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
        known = _held(kb, bank_id, lesson_id)
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
        return _written(kb, bank_id, known, place, done)

    return noting.in_turn(kb, vendor, put)


@acting("lesson", vendor="vendor")
def drop(kb: KnowledgeBase, vendor: str, lesson_id: str, *, by: str, reason: str = "", department: str = "") -> Lesson:
    """Let a lesson that waits, or that was confirmed, not be in the playbook, and return it; it is not suggested again.

    Raises LeverageError where it is not there, StoreUnavailable.
    """
    kb.ensure_ready()
    by, department = named(by, department)
    why = clean_named("The reason", reason or "", MOST_REASON)
    with kb.as_seen():
        waiting = next((each for each in suggested(kb, vendor) if each.id == lesson_id), None)

    def put(bank_id: str) -> Lesson:
        known = _held(kb, bank_id, lesson_id)
        place = next((memory_id for memory_id, each in known.items() if each.id == lesson_id), lesson_id)
        lesson = known.get(place, waiting)
        if lesson is None:
            raise LeverageError(_GONE)
        if lesson.state == "dropped":
            return lesson
        done = replace(
            lesson,
            state="dropped",
            by=by,
            department=department,
            reason=why,
            decided_on=kb.today(),
            at=kb.now(),
            version=lesson.version + (place in known),
        )
        return _written(kb, bank_id, known, place, done)

    return noting.in_turn(kb, vendor, put)


@acting("lesson", vendor="vendor")
def take_back(kb: KnowledgeBase, vendor: str, lesson_id: str) -> None:
    """Let a lesson wait again that was confirmed or dropped; one from the archive goes there when it is confirmed again.

    Raises LeverageError where it is not there, StoreUnavailable.
    """
    kb.ensure_ready()

    def put(bank_id: str) -> bool:
        known = _held(kb, bank_id, lesson_id)
        place = next((each for each, one in known.items() if one.id == lesson_id and one.state != "suggested"), None)
        if place is None:
            raise LeverageError(_GONE)
        lesson = _settled(kb, bank_id, known)[place]
        if lesson.is_archived:
            waits = replace(lesson, state="suggested", by="", department="", reason="", decided_on=None, at=None)
            _written(kb, bank_id, known, place, replace(waits, version=known[place].version + 1))
            return False
        _written(kb, bank_id, known, place, known[place])
        return True

    if noting.in_turn(kb, vendor, put):
        noting.take_out(kb, vendor, LESSONS, lesson_id, "This lesson")


@acting("lesson", vendor="vendor")
def put_back(kb: KnowledgeBase, vendor: str, lesson: Lesson) -> Lesson:
    """Let a lesson stand again as before it was dropped.

    Raises LeverageError for an unknown vendor and where another lesson says the same by now, StoreUnavailable.
    """
    kb.ensure_ready()

    def put(bank_id: str) -> Lesson:
        known = _held(kb, bank_id, lesson.id)
        _refuse_double(lesson, known)
        place = next((memory_id for memory_id, each in known.items() if each.id == lesson.id), lesson.id)
        version = max(lesson.version, known[place].version if place in known else 0) + 1
        return _written(kb, bank_id, known, place, replace(lesson, version=version))

    return noting.in_turn(kb, vendor, put)


def _written(kb: KnowledgeBase, bank_id: str, before: Mapping[str, Lesson], place: str, lesson: Lesson) -> Lesson:
    """Write one of a vendor's lessons, with those that are in the archive before or after it, in one go; return it.

    Those before, too: deals come and go without a word to the playbook, and what they pushed out stays out.
    """
    settled = _settled(kb, bank_id, before)
    was_archived = place in settled and settled[place].is_archived
    after = _settled(kb, bank_id, {**settled, place: replace(lesson, is_archived=lesson.is_archived or was_archived)})
    after[place] = replace(after[place], version=lesson.version)
    noting.write(kb, bank_id, {each: one for each, one in after.items() if each == place or one != before.get(each)})
    return after[place]


def _settled(kb: KnowledgeBase, bank_id: str, lessons: Mapping[str, Lesson]) -> dict[str, Lesson]:
    """Return lessons with those that the page has no room for noted as archived."""
    live = {deal.deal_id for deal in kb.deals(bank_id) if deal.deal_id}
    given_way = {each.subject for each in leaves_of(lessons.values(), name_of(kb, bank_id), live).archive}
    return {
        memory_id: each.archived() if each.state == "confirmed" and not each.is_archived and each.subject in given_way else each
        for memory_id, each in lessons.items()
    }


def _held(kb: KnowledgeBase, bank_id: str, lesson_id: str) -> dict[str, Lesson]:
    """Return the lessons that somebody decided on. Raises LeverageError where the one that is asked for is not seen."""
    book = kb.names()
    known = {memory_id: resolved(book, each) for memory_id, each in held(kb.banks, bank_id, LESSONS).items()}
    with kb.as_seen():
        seen = held(kb.banks, bank_id, LESSONS)
    if any(each.id == lesson_id and memory_id not in seen for memory_id, each in known.items()):
        raise LeverageError(_GONE)
    return known


def _refuse_double(lesson: Lesson, known: Mapping[str, Lesson]) -> None:
    """Raise LeverageError where another lesson that somebody decided on says the same."""
    others = (each for each in known.values() if each.id != lesson.id and each.state != "suggested")
    same = next((each for each in others if each.subject == lesson.subject), None)
    if same is not None:
        raise LeverageError(f"“{same.title}” says the same: {same.by} {same.state} it on {_on(same)}. Change the title.")


def _with_words(lesson: Lesson, title: str | None, text: str | None) -> Lesson:
    heading, said = lesson.heading, lesson.text
    if title is not None:
        told = clean_named("The title", title, MOST_HEADING + len("2026-10-14: "))
        day = _DATED.match(told)
        heading = clean_named("The title", told[day.end() :] if day else told, MOST_HEADING)
    if text is not None:
        said = clean_named("The text", text, MOST_TEXT)
    if not heading:
        raise LeverageError("The title is blank. Say in a line what there is to learn.")
    return replace(lesson, heading=heading, text=said)


def _on(lesson: Lesson) -> str:
    return show_day(lesson.decided_on) if lesson.decided_on else "an earlier day"
