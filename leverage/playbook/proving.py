"""Proofs that a playbook keeps its promises, on a store made for it: whatever is broken is said."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from leverage import playbook
from leverage.deals import Deal, Tactic
from leverage.errors import LeverageError
from leverage.knowledge import KnowledgeBase
from leverage.lesson_pages import MOST_BYTES, read_page
from leverage.wording import show_count

VENDOR = "Example Vendor"
DEALS = 30
_FIRST_DAY = date(2020, 1, 1)
_BY_HAND = "Written by hand.\n\n# With a heading of its own"
_NAME = "Self-check"


class Proof(NamedTuple):
    """What was looked at, in a sentence, and whether it is so."""

    said: str
    holds: bool


def prove(kb: KnowledgeBase) -> Iterator[Proof]:
    """Yield what is proved of a playbook, on an empty store: never one in which anything is kept."""
    days = [_FIRST_DAY + timedelta(days=30 * n) for n in range(DEALS)]
    kb.log_many([(_deal(day, _tactic(n)), None) for n, day in enumerate(days)])
    waiting = sorted(playbook.lessons(kb, VENDOR), key=lambda lesson: lesson.day)
    yield Proof(f"{show_count(len(waiting), 'lesson')} made of {show_count(DEALS, 'deal')}, none confirmed by itself",
                len(waiting) == DEALS and not _page(kb))  # fmt: skip
    playbook.write_notes(kb, VENDOR, _BY_HAND, by=_NAME, version=0)
    middle = len(waiting) // 2
    for lesson in (*waiting[middle:], *waiting[:middle]):  # newer ones first: whatever the order, the newest stay
        playbook.confirm(kb, VENDOR, lesson.id, by=_NAME)
    page, archive = _page(kb), _archive(kb)
    all_titles = [lesson.heading for lesson in reversed(waiting)]
    size = len(playbook.page(kb, VENDOR).partition(f"{playbook.END}")[0].encode()) + len(playbook.END.encode())
    yield Proof(f"The page is no larger than {MOST_BYTES:,} bytes: it has {size:,}", 0 < size <= MOST_BYTES)
    yield Proof(f"The newest {len(page)} survive on the page, newest first", bool(page) and page == all_titles[: len(page)])
    yield Proof(f"The oldest {len(archive)} are archived, newest first", bool(archive) and archive == all_titles[-len(archive) :])
    yield Proof("Nothing is lost between the two", [*page, *archive] == all_titles)
    yield Proof("Hand-written notes stay as they were written", _notes(kb) == _BY_HAND)
    yield Proof("Titles do not double, on the page or in the archive", _refuses_again(kb, waiting))
    newest = next(lesson for lesson in waiting if lesson.heading == all_titles[0])
    playbook.drop(kb, VENDOR, newest.id, by=_NAME)
    yield Proof("An archived lesson does not come back when there is room", (_page(kb), _archive(kb)) == (page[1:], archive))
    yield Proof("Hand-written notes stay when lessons go", _notes(kb) == _BY_HAND)


def _refuses_again(kb: KnowledgeBase, confirmed: list[playbook.Lesson]) -> bool:
    """Say whether no lesson is suggested again, confirmed again, or put under the title of another, as after a new deal."""
    before = [*_page(kb), *_archive(kb)]
    for lesson in (confirmed[0], confirmed[-1]):
        playbook.confirm(kb, VENDOR, lesson.id, by=_NAME)
    day = _FIRST_DAY + timedelta(days=30 * DEALS)
    kb.log(_deal(day, _tactic(0), "something new"))
    waiting = playbook.lessons(kb, VENDOR)
    refused = False
    for lesson in waiting:
        try:
            playbook.confirm(kb, VENDOR, lesson.id, by=_NAME, title=f"2020-01-01: {confirmed[0].heading.upper()}.")
        except LeverageError:
            refused = True
    return refused and len(waiting) == 1 and [*_page(kb), *_archive(kb)] == before


def _deal(day: date, *tactics: str) -> Deal:
    tried = tuple(Tactic(each, "failed") for each in tactics)
    return Deal(vendor=VENDOR, deal_date=day, logged_by=_NAME, department=_NAME, outcome="no_deal", tactics=tried)


def _tactic(number: int) -> str:
    return f"trying thing {number}, which has a name so long that a page is full soon"


def _page(kb: KnowledgeBase) -> list[str]:
    return [each.heading for each in read_page(playbook.page(kb, VENDOR)).lessons]


def _archive(kb: KnowledgeBase) -> list[str]:
    return [each.heading for each in read_page(playbook.archive(kb, VENDOR)).lessons]


def _notes(kb: KnowledgeBase) -> str:
    return read_page(playbook.page(kb, VENDOR)).notes
