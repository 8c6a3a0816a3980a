"""A flag: what somebody should look at, with the words that raised it and the rule by which they did."""

import functools
import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Literal, NamedTuple

from leverage.name_book import NameBook
from leverage.review_records import Review
from leverage.schemas import names_of
from leverage.signals import KINDS

Status = Literal["open", "reviewed"]


class Quoted(NamedTuple):
    """Words that stand in a flag, of a day, with who recorded them; they are those of a deal or those of an event."""

    text: str
    date: date
    deal_id: str | None
    event_id: str | None
    who: str
    department: str


class Names:
    """Under which names people and departments are shown, looked up once each: flags by the thousand name the same few."""

    def __init__(self, book: NameBook) -> None:
        self.person = functools.cache(functools.partial(book.name, "person"))
        self.department = functools.cache(functools.partial(book.name, "department"))


@dataclass(frozen=True)
class Flag:
    """Something that somebody should look at; it is no finding about the vendor, and has no score.

    `topic` is what it is about within its kind, folded, such as a term, and `about` the same as people write it; both are
    empty for a kind that a person records. `quotes` run from oldest to newest, `raised_on` is the day of what completed the
    rule, and `reviews` are who looked so far, oldest first; `earlier` are those who closed a flag of the same kind before.
    """

    flag_id: str
    vendor: str
    bank_id: str
    kind: str
    label: str
    topic: str
    about: str
    status: Status
    rule: str
    raised_on: date
    quotes: tuple[Quoted, ...]
    reviews: tuple[Review, ...] = ()
    earlier: tuple[Review, ...] = ()

    @property
    def deal_ids(self) -> tuple[str, ...]:
        """The deals that stand in it, oldest first."""
        return _distinct(quote.deal_id for quote in self.quotes)

    @property
    def event_ids(self) -> tuple[str, ...]:
        """The events that stand in it, oldest first."""
        return _distinct(quote.event_id for quote in self.quotes)

    @property
    def title(self) -> str:
        """What it is called, with what it is about, without a colon of its own."""
        titled = KINDS[self.kind].titled if self.kind in KINDS else ""
        if not self.about:
            return self.label
        return titled.format(about=self.about) if titled else f"{self.label}, {self.about}"

    def to_json(self) -> dict[str, Any]:
        """Return it in JSON types; of a quote only its values, in order."""
        return {
            **{name: getattr(self, name) for name in names_of(self)},
            "raised_on": self.raised_on.isoformat(),
            "quotes": [(quote.text, quote.date.isoformat(), *quote[2:]) for quote in self.quotes],
            "reviews": [review.to_json() for review in self.reviews],
            "earlier": [review.to_json() for review in self.earlier],
        }

    @classmethod
    def from_json(cls, stored: dict[str, Any], vendor: str, names: Names) -> "Flag":
        """Return what `to_json` wrote, under the names by which vendor, people and departments go now.

        It takes over the dictionary that it is given.
        """
        stored["vendor"], stored["raised_on"] = vendor, _day(stored["raised_on"])
        for name in ("reviews", "earlier"):
            stored[name] = tuple(_shown(Review.from_json(each), names) for each in stored[name])
        stored["_words"], stored["_names"] = stored.pop("quotes"), names
        flag = object.__new__(cls)
        object.__setattr__(flag, "__dict__", stored)
        return flag

    def __getattr__(self, name: str) -> Any:
        """Make the quotes of a flag that was read when they are first asked for: of thousands that are read few are shown."""
        if name != "quotes":
            raise AttributeError(name)
        words, names = vars(self)["_words"], vars(self)["_names"]
        quotes = tuple(
            Quoted(text, _day(day), deal_id, event_id, names.person(who), names.department(department))
            for text, day, deal_id, event_id, who, department in words
        )
        vars(self)["quotes"] = quotes
        return quotes


_day = functools.lru_cache(maxsize=4096)(date.fromisoformat)


def flag_id_of(bank_id: str, kind: str, topic: str, closings: Iterable[Review]) -> str:
    """Return the id of the flag of a kind and topic that is, or would be, raised after these closing reviews.

    Further deals, edits and rebuilds leave it as it is; a further review makes another one, whatever its time.
    """
    text = json.dumps([bank_id, kind, topic, ",".join(sorted(each.id for each in closings))], ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _shown(review: Review, names: Names) -> Review:
    """Return a review under the names by which people and departments go now."""
    by, department = names.person(review.by), names.department(review.department)
    back = names.person(review.taken_back_by) if review.taken_back_by else ""
    return replace(review, by=by, department=department, taken_back_by=back)


def _distinct(ids: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each for each in ids if each))
