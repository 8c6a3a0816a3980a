"""A vendor's lessons on a page and its archive, as Markdown between two markers, and read back from it."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from leverage.lesson_records import Kind, Lesson, Recommendation
from leverage.literal import as_typed, literal, tame
from leverage.wording import show_count

BEGIN, END = "<!-- playbook: begin -->", "<!-- playbook: end -->"
MOST_BYTES = 6_144  # of UTF-8, from the first marker to the last, both included
MOST_NAME = 80  # characters of a vendor's name in the heading
MOST_DEALS = 8  # that a lesson names on the page, the newest first

RECOMMENDS: dict[Kind, str] = {"vocabulary": "Vocabulary", "rule": "Rule", "missing_field": "Missing field"}

_HOW = "Confirmed lessons, newest first. What stands between the two markers is made anew; what people wrote stands below."
_HOW_ARCHIVE = "Older lessons that the page has no room for, newest first."
_EMPTY = "No lesson is confirmed yet."
_HEADING = re.compile(r"## (\d{4}-\d\d-\d\d): (.*)")
_RECOMMENDS = re.compile(rf"- Recommends \(({'|'.join(RECOMMENDS.values())})\): (.*)")
_DEALS = re.compile(r"- Deals: (.*?)(?: and \d+ more)?")
_CONFIRMED = re.compile(r"- Confirmed by (.*) on (\d{4}-\d\d-\d\d)")


class Leaves(NamedTuple):
    """A vendor's confirmed lessons, newest first, each once: those on the page, and those in the archive."""

    page: tuple[Lesson, ...] = ()
    archive: tuple[Lesson, ...] = ()


class Written(NamedTuple):
    """A lesson as it stands on a page."""

    day: date
    heading: str
    text: str
    recommends: Recommendation | None
    deal_ids: tuple[str, ...]
    by: str
    decided_on: date | None


@dataclass(frozen=True)
class ReadPage:
    """What a page says: its lessons in order, and what people wrote below the markers."""

    lessons: tuple[Written, ...]
    notes: str


def leaves_of(lessons: Iterable[Lesson], vendor: str, live: Collection[str] | None = None) -> Leaves:
    """Return which of the lessons stand on the page and which in the archive.

    The page takes the newest as far as they fit, and none that is older than an archived one, so that none comes back. With
    `live`, the deals that count, only these are named, and a lesson all of whose deals are hidden or elsewhere is left out.
    """
    newest_first = sorted(_each_once(_shown(lessons, live)), key=Lesson.rank, reverse=True)
    first = next((n for n, each in enumerate(newest_first) if each.is_archived), len(newest_first))
    fitting = _fitting(newest_first[:first], vendor, len(newest_first))
    return Leaves(tuple(newest_first[:fitting]), tuple(newest_first[fitting:]))


def page_markdown(leaves: Leaves, vendor: str, notes: str = "") -> str:
    """Return the page as Markdown: what is made between two markers, and below them the notes by hand.

    The notes keep their Markdown, but for what leads elsewhere: links, pictures and HTML stand there as text.
    """
    generated = _generated(leaves.page, vendor, len(leaves.archive))
    return f"{generated}\n\n{tame(notes)}\n" if notes else f"{generated}\n"


def archive_markdown(leaves: Leaves, vendor: str) -> str:
    """Return the archive as Markdown, of any length."""
    blocks = [f"# Playbook archive: {_named(vendor)}", _HOW_ARCHIVE, *map(_block, leaves.archive)]
    return "\n\n".join([BEGIN, *blocks, END]) + "\n"


def read_page(markdown: str) -> ReadPage:
    """Return what a page or an archive says, as it was typed."""
    head, _, rest = markdown.partition(f"{BEGIN}\n")
    made, _, notes = (rest or head).partition(f"\n{END}\n")
    found: list[Written] = []
    for line in made.split("\n"):
        if heading := _HEADING.fullmatch(line):
            found.append(Written(date.fromisoformat(heading[1]), as_typed(heading[2]), "", None, (), "", None))
        elif found and line:
            found[-1] = _with_line(found[-1], line)
    return ReadPage(tuple(found), as_typed(notes.removeprefix("\n").removesuffix("\n")))


def _with_line(lesson: Written, line: str) -> Written:
    if said := _RECOMMENDS.fullmatch(line):
        kind = next(kind for kind, label in RECOMMENDS.items() if label == said[1])
        return lesson._replace(recommends=Recommendation(kind, as_typed(said[2])))
    if said := _DEALS.fullmatch(line):
        return lesson._replace(deal_ids=tuple(as_typed(said[1]).split(", ")))
    if said := _CONFIRMED.fullmatch(line):
        return lesson._replace(by=as_typed(said[1]), decided_on=date.fromisoformat(said[2]))
    return lesson._replace(text=as_typed(line)) if not lesson.text and not line.startswith("*") else lesson


def _shown(lessons: Iterable[Lesson], live: Collection[str] | None) -> Iterable[Lesson]:
    for each in lessons:
        if each.state != "confirmed":
            continue
        if live is None or not each.deal_ids:
            yield each
        elif named := tuple(deal_id for deal_id in each.deal_ids if deal_id in live):
            yield each if named == each.deal_ids else replace(each, deal_ids=named)


def _each_once(lessons: Iterable[Lesson]) -> list[Lesson]:
    """Return the lessons without those that say what another one says, as after a merge; that one names the deals of all."""
    found: dict[str, Lesson] = {}
    for each in sorted(lessons, key=Lesson.rank, reverse=True):
        known = found.get(each.subject)
        if known is not None:
            ids = dict.fromkeys((*known.deal_ids, *each.deal_ids))
            found[each.subject] = replace(known, deal_ids=tuple(ids))
        else:
            found[each.subject] = each
    return list(found.values())


def _fitting(lessons: Sequence[Lesson], vendor: str, total: int) -> int:
    """Return how many of the lessons, from the first on, fit on a page."""
    left = MOST_BYTES - len(_generated((), vendor, max(total, 1)).encode())
    for n, each in enumerate(lessons):
        left -= len(_block(each).encode()) + 2
        if left < 0:
            return n
    return len(lessons)


def _generated(lessons: Sequence[Lesson], vendor: str, archived: int) -> str:
    blocks = [f"# Playbook: {_named(vendor)}", _HOW if lessons or archived else _EMPTY, *map(_block, lessons)]
    if archived:
        blocks.append(f"*{show_count(archived, 'older lesson')} in the archive.*")
    return "\n\n".join([BEGIN, *blocks, END])


def _block(lesson: Lesson) -> str:
    shown = lesson.deal_ids[:MOST_DEALS]
    more = len(lesson.deal_ids) - len(shown)
    facts = [f"- Recommends ({RECOMMENDS[lesson.recommends.kind]}): {_line(lesson.recommends.text)}"] if lesson.recommends else []
    if shown:
        facts.append(f"- Deals: {_line(', '.join(shown))}{f' and {more} more' if more else ''}")
    if lesson.by and lesson.decided_on:
        facts.append(f"- Confirmed by {_line(lesson.by)} on {lesson.decided_on.isoformat()}")
    parts = [f"## {lesson.day.isoformat()}: {_line(lesson.heading)}", _line(lesson.text), "\n".join(facts)]
    return "\n\n".join(filter(None, parts))


def _line(text: str) -> str:
    """Return a text as one literal line, whatever a record that was changed elsewhere holds."""
    return literal(" ".join(text.split()))


def _named(vendor: str) -> str:
    name = " ".join(vendor.split())
    return _line(name if len(name) <= MOST_NAME else f"{name[: MOST_NAME - 1].rstrip()}…")
