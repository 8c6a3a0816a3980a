"""The daily digest: what is new to look at, which days are near, whom nobody heard from, and what others did, as plain text.

New is what was entered since the last digest, whatever day it is of.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from leverage import addresses, last_digest
from leverage.agenda import BUCKETS, STALE_MONTHS, Entry, entries, rows, stale
from leverage.deadlines import add_months
from leverage.errors import LeverageError
from leverage.following import followed
from leverage.knowledge import KnowledgeBase
from leverage.news import entered, newest_words, of_vendor
from leverage.signals import as_said
from leverage.watch import Flag, flags
from leverage.wording import show_day, show_distance

DISTANCES = (120, 90, 60, 30, 0)  # days before a day at which it is told
MEETING_DISTANCES = (7, 0)
MOST_LINES = 50  # of a section; a mail is read, not searched

_TITLES = {"overdue": "Overdue", "unknown": "End date unknown", **{days: f"In the next {days} days" for days in BUCKETS[2:-1]}}


@dataclass(frozen=True)
class Digest:
    """A digest as text, made at an instant for a person or for nobody in particular, and the flags that were open then."""

    text: str
    at: datetime
    person: str | None
    flag_ids: tuple[str, ...]

    def remember(self, kb: KnowledgeBase) -> None:
        """Let the next digest begin where this one ends. Raises StoreUnavailable where that can't be kept."""
        last_digest.remember(kb, self.person, self.at, self.flag_ids)


@dataclass(frozen=True)
class _Since:
    """From when on a digest tells: the morning of a day that was given, else the instant of the last digest."""

    kb: KnowledgeBase
    day: date
    today: date
    at: datetime | None = None
    told: Mapping[str, datetime] = field(default_factory=dict)
    is_first: bool = False

    def is_new(self, at: datetime | None) -> bool:
        """Say whether something was entered since."""
        if at is None:
            return False
        return at > self.at if self.at else self.kb.day_of(at) >= self.day

    def is_new_flag(self, flag: Flag, newest: datetime | None) -> bool:
        """Say whether a flag was not told yet, or has words that were entered since."""
        if self.is_new(newest):
            return True
        return self.at is not None and (flag.flag_id not in self.told or self.told[flag.flag_id] > self.at)

    def has_come(self, day: date) -> bool:
        """Say whether a day has come since, today included; that of the last digest was told in it."""
        begins = self.day if self.at else self.day - timedelta(days=1)
        return begins < day <= self.today


def digest(kb: KnowledgeBase, since: date | None = None, person: str | None = None, *, app: str | None = None) -> str:
    """Return the digest as plain text: see `make`."""
    return make(kb, since, person, app=app).text


def make(kb: KnowledgeBase, since: date | None = None, person: str | None = None, *, app: str | None = None) -> Digest:
    """Return the digest of what was entered since the morning of `since`, or since the person's last digest that was kept.

    The first one tells of all days within 120, and of what was entered since yesterday's morning; later ones tell of a day
    120, 90, 60 and 30 days before and on itself, when it is overdue, and when its deal was logged or changed. With a person,
    what others did with the vendors that the person follows stands in it, too; `app` is the address that links begin with.
    Raises LeverageError where `since` lies ahead, and for a person of whom nothing is known.
    """
    now, app = kb.now(), addresses.checked(app)
    began = _began(kb, since, person, now)
    found, words = flags(kb), entered(kb)
    new = [flag for flag in found if began.is_new_flag(flag, newest_words(flag, words))]
    days = [each for each in rows(entries(kb)) if _is_told(each, began)]
    parts = [_section("New or changed flags", [_of_flag(flag, app) for flag in new])]
    parts += [_section(title, [_of_day(each, app) for each in days if each.bucket == name]) for name, title in _TITLES.items()]
    parts.append(_section("Not heard from in a while", [*_grown_stale(kb, began)]))
    if person is not None:
        follows = followed(kb, person)
        if not follows:
            parts.append(f"{person} follows no vendor. Press Follow on a vendor's page, and what others do with it stands here.")
        parts.append(_section("By others, with vendors you follow", [*_by_others(kb, began, person, follows, app)]))
    told = [part for part in parts if part]
    head = f"Leverage, {show_day(began.today)}: what is new since {show_day(began.day)}"
    text = "\n\n".join([head, *(told or ["Nothing is new, and nothing is due."])]) + "\n"
    return Digest(text, now, person, tuple(flag.flag_id for flag in found))


def _began(kb: KnowledgeBase, since: date | None, person: str | None, now: datetime) -> _Since:
    today = kb.day_of(now)
    if person is not None and not _is_known(kb, person):
        raise LeverageError(f"“{person}” logged no deal and follows no vendor. Check the name.")
    if since is not None:
        if since > today:
            raise LeverageError(f"{show_day(since)} is still to come. Give the day of the last digest.")
        return _Since(kb, since, today)
    last = last_digest.read(kb, person)
    begins = last.since(now) if last else None
    if last is None or begins is None:
        return _Since(kb, today - timedelta(days=1), today, is_first=True)
    return _Since(kb, kb.day_of(begins), today, begins, last.flags)


def _is_known(kb: KnowledgeBase, person: str) -> bool:
    book = kb.names()
    return any(book.same("person", each, person) for each in kb.people()) or bool(followed(kb, person))


def _section(title: str, lines: Sequence[str]) -> str:
    if not lines:
        return ""
    left = [f"- and {len(lines) - MOST_LINES} more"] if len(lines) > MOST_LINES else []
    return "\n".join([f"{title} ({len(lines)})", *(f"- {' '.join(line.split())}" for line in lines[:MOST_LINES]), *left])


def _of_flag(flag: Flag, app: str) -> str:
    last = flag.quotes[-1] if flag.quotes else None
    said = as_said(flag.kind, last.text) if last else ""
    words = f" Last, {show_day(last.date)}, {last.who}, {last.department}: {said}" if last else ""
    return f"{flag.vendor}: {flag.title}. {flag.rule}{words}{_link(app and addresses.of_flags(app, flag.bank_id))}"


def _is_told(entry: Entry, began: _Since) -> bool:
    """Say whether a day is told now: at its distances, once it is overdue, and when its deal is new; all of them at first."""
    if began.is_first or began.is_new(entry.changed_at):
        return True
    if entry.days_left < 0 and entry.kind != "unknown":
        return began.has_come(entry.day + timedelta(days=1))
    distances = MEETING_DISTANCES if entry.kind == "meeting" else DISTANCES
    return any(began.has_come(entry.day - timedelta(days=days)) for days in distances)


def _of_day(entry: Entry, app: str) -> str:
    when = "" if entry.kind == "unknown" else f"{show_day(entry.day)}, {show_distance(entry.days_left)}: "
    return f"{when}{entry.about}. {entry.says}. {entry.whom}.{_link(app and addresses.of_deal(app, entry.deal_id))}"


def _grown_stale(kb: KnowledgeBase, began: _Since) -> Iterator[str]:
    """Yield the vendors that passed 12 or 24 months since."""
    for each in stale(kb):
        if any(began.has_come(add_months(each.last_deal, months)) for months in STALE_MONTHS):
            yield f"{each.vendor}: {each.sentence}"


def _by_others(kb: KnowledgeBase, began: _Since, person: str, follows: Sequence[str], app: str) -> Iterator[str]:
    book, known = kb.names(), kb.ask_index(lambda index: index.vendor_names())
    for bank_id in follows:
        for news in of_vendor(kb, bank_id) if bank_id in known else ():
            if began.is_new(news.at) and not (news.by and book.same("person", news.by, person)):
                who = f" {news.who}." if news.who else ""
                words = news.words.rstrip(".")
                address = addresses.of_deal(app, news.deal_id) if news.deal_id else addresses.of_brief(app, bank_id)
                yield f"{known[bank_id]}: {words}.{who}{_link(app and address)}"


def _link(address: str) -> str:
    return f" {address}" if address else ""
