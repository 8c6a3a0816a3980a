"""What colleagues say of a vendor beside its deals stays in the vendor's bank, no longer than any deal that it is about.

Each kind of it, such as feedback or an event, is a facet: a record that is a memory with a sentence, too. Whatever becomes
of deals, vendors and people reaches all facets alike.
"""

import hashlib
import json
import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from leverage import event_records, lesson_records, review_records, verdicts
from leverage.arrivals import Arrivals
from leverage.blotting import Blotter
from leverage.event_records import Event
from leverage.lesson_records import Lesson, Notes
from leverage.memory.bank import VENDOR_ID, Banks, Stored
from leverage.memory.facets import records_of
from leverage.memory.records import Memory
from leverage.name_book import NameBook
from leverage.review_records import CLOSING, Review
from leverage.sentences import summary_id
from leverage.signals import Signal
from leverage.vendor_records import VendorRecord
from leverage.verdicts import Feedback
from leverage.whereabouts import deals_in

log = logging.getLogger(__name__)


class Kept(Protocol):
    """A record that is kept, a frozen dataclass: who said it, and the deals without which it can't stand, if any."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def id(self) -> str:
        """The id under which it was first kept."""

    @property
    def by(self) -> str:
        """Who said it."""

    @property
    def department(self) -> str:
        """For which department."""

    @property
    def deal_ids(self) -> tuple[str, ...]:
        """The deals that it is about; with the last of them it is erased."""

    @property
    def version(self) -> int:
        """How often it was written."""

    def memory(self, memory_id: str | None = None) -> Memory:
        """Return it as a memory that belongs to no deal."""

    def to_json(self) -> dict[str, Any]:
        """Return it in JSON types."""


Record = TypeVar("Record", bound=Kept)


@dataclass(frozen=True)
class Facet(Generic[Record]):
    """A kind of record that is kept: the facet of its memories, and how one is read.

    `bare` gives what stays of one once the last deal that it is about is erased. Such a record belongs to the vendor, too:
    it stays when its deals go to another one, and goes along as a copy.
    """

    name: str
    read: Callable[[Mapping[str, Any]], Record]
    bare: Callable[[Record], Record] | None = None


FEEDBACK: Facet[Feedback] = Facet(verdicts.FACET, Feedback.from_json)
EVENTS: Facet[Event] = Facet(event_records.FACET, Event.from_json)
REVIEWS: Facet[Review] = Facet(review_records.FACET, Review.from_json, Review.bare)
LESSONS: Facet[Lesson] = Facet(lesson_records.FACET, Lesson.from_json)
NOTES: Facet[Notes] = Facet(lesson_records.NOTES_FACET, Notes.from_json)
FACETS: tuple[Facet[Any], ...] = (FEEDBACK, EVENTS, REVIEWS, LESSONS, NOTES)


def id_for(facet: Facet[Any], key: str | None, told: Mapping[str, Any]) -> str:
    """Return the id of a record: made from the form's own key, else from all that is told, so that nothing is kept twice."""
    made_from = ["key", key] if key else ["told", told]
    text = json.dumps(made_from, ensure_ascii=False, sort_keys=True)
    return f"{facet.name}:{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"


def held(banks: Banks, bank_id: str, facet: Facet[Record]) -> dict[str, Record]:
    """Return the records of a facet that a bank holds, by the id of the memory; what can't be read is left out."""
    return read_all(records_of(banks, bank_id, facet.name), facet)


def read_all(records: Mapping[str, Any], facet: Facet[Record]) -> dict[str, Record]:
    """Return those of a bank's records that are of a facet, by the id of the memory; what can't be read is left out."""
    found: dict[str, Record] = {}
    for memory_id, stored in records.items():
        if not str(stored.get("id")).startswith(f"{facet.name}:"):
            continue
        try:
            found[memory_id] = facet.read(stored)
        except (KeyError, TypeError, ValueError, AttributeError):
            log.warning("A %s can't be read and is left out.", facet.name)
    return found


def ids_of(banks: Banks, bank_id: str) -> set[str]:
    """Return the ids of the memories of all that is kept in a bank."""
    return {memory_id for _, memory_id, _ in _all(banks, bank_id)}


def keep(banks: Banks, bank_id: str, records: Mapping[str, Kept]) -> None:
    """Write records with their exact data under these memory ids, and read them back."""
    banks.bank(bank_id).retain([], [Stored(each.memory(memory_id), each.to_json()) for memory_id, each in records.items()])


def resolved(book: NameBook, record: Record) -> Record:
    """Return a record with its person and department under the names they lead to."""
    by, department = book.name("person", record.by), book.name("department", record.department)
    return replace(record, by=by, department=department)


def only_about(banks: Banks, bank_id: str, deal_ids: Collection[str], ask_index: Callable[..., Any]) -> list[str]:
    """Return the ids of what is about some of these deals, about no other that is in the bank, and is not the vendor's, too."""
    gone = set(deal_ids)
    return [
        memory_id
        for facet, memory_id, each in _all(banks, bank_id)
        if facet.bare is None and not gone.isdisjoint(each.deal_ids) and not _others(bank_id, each, gone, ask_index)
    ]


def let_go(banks: Banks, bank_id: str, deal_id: str, ask_index: Callable[..., Any]) -> None:
    """Take a deal that is being erased out of what is about it; what is about no other goes, too."""
    drop_copies(banks, bank_id, ask_index, [deal_id])
    changed: dict[str, Kept] = {}
    gone: list[str] = []
    for facet, memory_id, each in _all(banks, bank_id):
        if deal_id not in each.deal_ids:
            continue
        if _others(bank_id, each, {deal_id}, ask_index):
            left = [other for other in each.deal_ids if other != deal_id]
            changed[memory_id] = facet.read(each.to_json() | {"deal_ids": left, "version": each.version + 1})
        elif facet.bare is not None and _has_more(bank_id, deal_id, each, ask_index):
            changed[memory_id] = facet.bare(each)
        else:
            gone.append(memory_id)
    banks.bank(bank_id).erase(gone)
    keep(banks, bank_id, changed)


def share_reviews(banks: Banks, source: str, target: str, deal_ids: Collection[str], *, is_new: bool) -> None:
    """Give a vendor to which deals go the reviews that close something in them.

    There they close nothing but these deals, unless the vendor is a new one, of which all came from the other.
    """
    reviews = held(banks, source, REVIEWS)
    if not reviews or not deal_ids:
        return
    stored = banks.bank(source).records([VENDOR_ID]).get(VENDOR_ID)
    arrivals = Arrivals(source, VendorRecord.from_json(stored).moves if stored else ())
    kinds = _kinds_in(banks, target, deal_ids)
    known = {each.id: (memory_id, each) for memory_id, each in held(banks, target, REVIEWS).items()}
    copies: dict[str, Review] = {}
    for memory_id, review in reviews.items():
        if set(deal_ids).isdisjoint(review.deal_ids) and not (review.is_closing and review.kind in kinds):
            continue
        apart = _apart(arrivals, memory_id, review, deal_ids)
        copy = review.along(deal_ids, apart, is_narrow=not is_new)
        known_as, there = known.get(review.id, (review.id, None))
        arrived = there.with_arrived(copy) if there else copy
        if arrived != there and (arrived.among or arrived.deal_ids):
            copies[known_as] = arrived
    keep(banks, target, copies)


def drop_copies(banks: Banks, bank_id: str, ask_index: Callable[..., Any], gone: Collection[str] = ()) -> bool:
    """Take out the reviews that came along with deals of which none is in the bank any more; say whether there were any.

    What was said of those that are not goes, too. `gone` are deals that are just being erased.
    """
    asked = {memory_id: each for memory_id, each in held(banks, bank_id, REVIEWS).items() if each.is_copy}
    ids = {deal_id for each in asked.values() for deal_id in (*each.deal_ids, *each.among)} - {*gone}
    here = {each["deal_id"] for each in deals_in(banks.bank(bank_id).records())} & ids if ids else set()
    here -= ask_index(lambda index: index.elsewhere(bank_id, here)) if here else set()
    left: dict[str, Review] = {}
    erased: list[str] = []
    for memory_id, review in asked.items():
        kept = review.along([each for each in {*review.deal_ids, *review.among} if each in here], review.apart, is_narrow=False)
        if not (kept.deal_ids or kept.among):
            erased.append(memory_id)
        elif kept != review:
            left[memory_id] = replace(kept, version=review.version + 1)
    banks.bank(bank_id).erase(erased)
    keep(banks, bank_id, left)
    return bool(erased or left)


def note_apart(banks: Banks, bank_id: str, record: VendorRecord) -> bool:
    """Write into the reviews of a bank what the vendor's moves tell of them, before moves are taken out of its record."""
    reviews = {memory_id: each for memory_id, each in held(banks, bank_id, REVIEWS).items() if each.verdict in CLOSING}
    if not reviews or not record.moves:
        return False
    arrivals = Arrivals(bank_id, record.moves)
    stored = banks.bank(bank_id).records()
    sources = [*(each["deal_id"] for each in deals_in(stored)), *(each.id for each in read_all(stored, EVENTS).values())]
    told: dict[str, Review] = {}
    for memory_id, review in reviews.items():
        apart = _apart(arrivals, memory_id, review, sources)
        if apart != dict(review.apart):
            told[memory_id] = replace(review, apart=apart, version=review.version + 1)
    keep(banks, bank_id, told)
    return bool(told)


def _apart(arrivals: Arrivals, memory_id: str, review: Review, sources: Iterable[str]) -> dict[str, str]:
    """Return until when deals and events were another vendor's than a review, as far as it or a move tells."""
    found: dict[str, str] = {}
    for each in sources:
        until = arrivals.apart_until(memory_id, each) if each not in review.among else None
        if until is not None:
            found[each] = until.isoformat()
    return {**review.apart, **found}


def _kinds_in(banks: Banks, bank_id: str, deal_ids: Collection[str]) -> set[str]:
    """Return which kinds of signals stand in deals of which a bank holds a copy."""
    stored = banks.bank(bank_id).records([summary_id(each) for each in deal_ids])
    told = (Signal.from_json(each) for record in stored.values() for each in record.get("deal", {}).get("signals") or ())
    return {each.kind for each in told}


def efface(banks: Banks, bank_id: str, blotter: Blotter) -> bool:
    """Take a person's name out of all that is kept, out of its exact data and its sentence alike; say whether it stood there."""
    changed: dict[str, Kept] = {}
    gone: list[str] = []
    for facet, memory_id, each in _all(banks, bank_id):
        told = each.to_json()
        blotted = blotter.blotted(told)
        is_named = blotter.mentions(memory_id)  # after a bank that it came from
        if blotted != told or is_named:
            changed[each.id if is_named else memory_id] = facet.read(blotted | {"version": each.version + 1})
            gone += [memory_id] if is_named else []
    keep(banks, bank_id, changed)
    banks.bank(bank_id).erase(gone)
    return bool(changed)


def _all(banks: Banks, bank_id: str) -> Iterator[tuple[Facet[Any], str, Kept]]:
    for facet in FACETS:
        for memory_id, each in held(banks, bank_id, facet).items():
            yield facet, memory_id, each


def _has_more(bank_id: str, deal_id: str, record: Kept, ask_index: Callable[..., Any]) -> bool:
    """Say whether a vendor has more than one deal, and its record is about more than that."""
    if getattr(record, "event_ids", ()):
        return True
    live, retracted, listed = ask_index(
        lambda index: (index.vendors(bank_id), index.retracted_in(bank_id), index.banks_of([deal_id]))
    )
    there = sum(vendor.deal_count for vendor in live) + len(retracted)
    return bool(there - (listed.get(deal_id) == bank_id))


def _others(bank_id: str, record: Kept, gone: Collection[str], ask_index: Callable[..., Any]) -> bool:
    asked = [each for each in record.deal_ids if each not in gone]
    listed = ask_index(lambda index: index.banks_of(asked)) if asked else {}
    return any(where == bank_id for where in listed.values())
