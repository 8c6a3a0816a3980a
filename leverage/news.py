"""What was entered with a vendor, when and by whom: deals, events, reviews, and the words that flags are made of.

It goes by the time of entry alone, never by the day that a deal or an event is of.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from typing import Any

from leverage.deals import Deal
from leverage.knowledge import KnowledgeBase
from leverage.name_book import NameBook
from leverage.projection import Extract, Material
from leverage.signals import label_of
from leverage.watch import VERDICT_WORDS, Flag
from leverage.watch.derived import derived
from leverage.watch.occurrences import Deals, recorded
from leverage.wording import OUTCOMES, show_day


@dataclass(frozen=True)
class News:
    """Something that somebody entered with a vendor at an instant: in words, with the deal if it is about one."""

    at: datetime
    by: str
    department: str
    words: str
    deal_id: str = ""

    @property
    def who(self) -> str:
        """By whom, with the department where it is known; nothing where nobody said."""
        return ", ".join(each for each in (self.by, self.department) if each)


def of_vendor(kb: KnowledgeBase, bank_id: str) -> list[News]:
    """Return what was entered with a vendor, the latest first, people under the names they go by now."""
    told = kb.projection.of(NEWS, bank_id) or {"news": []}
    book = kb.names()
    found = [*map(_news, told["news"]), *_retracted(kb, bank_id)]
    return sorted((_resolved(book, each) for each in found), key=lambda each: each.at, reverse=True)


def entered(kb: KnowledgeBase) -> Mapping[str, Mapping[str, datetime]]:
    """Return by bank id when the newest words of each kind and topic were entered, by `subject_of` its flag and their source."""
    return {
        bank_id: {key: datetime.fromisoformat(at) for key, at in told["words"].items()}
        for bank_id, told in kb.projection.each(NEWS)
        if told["words"]
    }


def newest_words(flag: Flag, entered: Mapping[str, Mapping[str, datetime]]) -> datetime | None:
    """Return when the newest words of a flag were entered; None where that is not known."""
    words = entered.get(flag.bank_id, {})
    keys = (_key(flag.kind, flag.topic, source) for source in (*flag.deal_ids, *flag.event_ids))
    return max((words[key] for key in keys if key in words), default=None)


def _make(material: Material) -> dict[str, Any]:
    deals = Deals(material)
    words: dict[str, str] = {}
    for each in chain(recorded(material, deals), derived(deals)):
        key, at = _key(each.kind, each.topic, each.source), each.entered.isoformat()
        words[key] = max(at, words.get(key, at))
    news = sorted(_all(material), key=lambda each: each.at)
    return {"words": words, "news": [vars(each) | {"at": each.at.isoformat()} for each in news]}


def _all(material: Material) -> Iterator[News]:
    for record in material.records:
        deal = record.deal()
        yield News(record.entered_at, deal.logged_by, deal.department, f"{_deal(deal)} logged", record.deal_id)
        if record.changed_at != record.entered_at:
            yield News(record.changed_at, record.changed_by or "", "", f"{_deal(deal)} changed", record.deal_id)
    for event in {each.id: each for each in material.events}.values():
        about = f" about {event.product}" if event.product else ""
        said = "; ".join(f"{label_of(each.kind)}: {each.quoted}" for each in event.signals)
        yield News(event.at, event.by, event.department, f"event of {show_day(event.day)}{about} logged. {said}")
    for review in {each.id: each for each in material.reviews.values()}.values():
        about = f" ({review.topic})" if review.topic else ""
        said = f"flag “{label_of(review.kind)}”{about} {VERDICT_WORDS[review.verdict]}"
        yield News(review.at, review.by, review.department, f"{said}: {review.note}" if review.note else said)


def _retracted(kb: KnowledgeBase, bank_id: str) -> Iterator[News]:
    """Yield the deals that were taken out of sight; they are few, and no extract knows of them."""
    if not kb.ask_index(lambda index: index.retracted_in(bank_id)):
        return  # so that no bank is opened for nothing
    for record in kb.retracted(bank_id):
        if record.retraction is not None:
            said = f"{_deal(record.deal())} retracted: {record.retraction.reason}"
            yield News(record.retraction.at, record.changed_by or "", "", said, record.deal_id)


def _deal(deal: Deal) -> str:
    about = f", {deal.product}" if deal.product else ""
    return f"deal of {show_day(deal.deal_date)}{about}, {OUTCOMES[deal.outcome].lower()},"


def _key(kind: str, topic: str, source: str) -> str:
    return "|".join((kind, source, topic))


def _news(stored: Mapping[str, Any]) -> News:
    return News(**{**stored, "at": datetime.fromisoformat(stored["at"])})


def _resolved(book: NameBook, news: News) -> News:
    by = book.name("person", news.by) if news.by else ""
    return replace(news, by=by, department=book.name("department", news.department) if news.department else "")


NEWS = Extract("news", 1, _make)
