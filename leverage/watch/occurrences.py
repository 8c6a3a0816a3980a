"""Occurrences: a kind of signal in one deal, or in one event, however often it is mentioned there."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from leverage.deals import Deal
from leverage.projection import Material
from leverage.signals import KINDS, Signal
from leverage.text import fold
from leverage.vendors import vendor_bank_id
from leverage.versions import DealRecord
from leverage.watch.flag import Quoted

Subject = tuple[str, str]  # kind and topic


@dataclass(frozen=True)
class Occurrence:
    """A kind (and topic) in the deal or event `source`: its day, when that was logged, when this was entered here, the words.

    `was` are other kinds under which the same words stood in the deal before they were put under this one. Of those of one
    topic only such with the same `run` may stand together: something between two runs says the opposite. `before` are the
    words that tell what stood before, which is no occurrence.
    """

    kind: str
    source: str
    day: date
    logged: datetime
    entered: datetime
    quotes: tuple[Quoted, ...]
    topic: str = ""
    about: str = ""
    run: int = 0
    before: tuple[Quoted, ...] = ()
    was: tuple[str, ...] = ()

    @property
    def subject(self) -> Subject:
        """What it is an occurrence of."""
        return self.kind, self.topic

    @property
    def order(self) -> tuple[date, datetime, str]:
        """By which occurrences stand in the order of their deals."""
        return self.day, self.logged, self.source

    @property
    def is_event(self) -> bool:
        """Whether it is in an event, which counts as no deal."""
        return any(quote.event_id for quote in self.quotes)


class Deals:
    """A vendor's deals that count, oldest first, and when something first stood in one of them while it was this vendor's."""

    def __init__(self, material: Material) -> None:
        self._ids = {material.bank_id, *material.vendor.alias_ids(material.bank_id)}
        told = [(record, record.deal()) for record in material.records]
        self.oldest_first: Sequence[tuple[DealRecord, Deal]] = sorted(
            told, key=lambda each: (each[1].deal_date, each[0].entered_at, each[0].deal_id)
        )

    def entered(self, record: DealRecord, carries: Callable[[Deal], bool]) -> datetime:
        """Return the time of the first version that `carries`: a later edit of anything else changes nothing.

        A version that was another vendor's, as its name then says, is none of this one's.
        """
        if not record.history:
            return record.entered_at
        name = fold(str(record.values["vendor"]))
        for version in reversed(record.versions()):
            written = str(version.values["vendor"])
            if (fold(written) == name or vendor_bank_id(written) in self._ids) and carries(version.deal()):
                return version.changed_at
        return record.changed_at


def quoted(deal: Deal, text: str) -> Quoted:
    """Return words of a deal, or about it, as a flag shows them."""
    return Quoted(text, deal.deal_date, deal.deal_id, None, deal.logged_by, deal.department)


def recorded(material: Material, deals: Deals) -> Iterator[Occurrence]:
    """Yield what people recorded of the kinds that may raise a flag."""
    for record, deal in deals.oldest_first:
        for kind in _raising(deal.signals):
            words = tuple(quoted(deal, each.quote) for each in deal.signals if each.kind == kind)

            def carries(version: Deal, kind: str = kind) -> bool:
                return any(each.kind == kind for each in version.signals)

            entered = deals.entered(record, carries)
            was = tuple(_kinds_before(record, kind, {fold(word.text) for word in words}))
            yield Occurrence(kind, record.deal_id, deal.deal_date, record.entered_at, entered, words, was=was)
    for event in {each.id: each for each in material.events}.values():
        for kind in _raising(event.signals):
            words = tuple(
                Quoted(each.quote, event.day, None, event.id, event.by, event.department)
                for each in event.signals
                if each.kind == kind
            )
            yield Occurrence(kind, event.id, event.day, event.at, event.at, words)


def _kinds_before(record: DealRecord, kind: str, words: Collection[str]) -> Iterator[str]:
    """Yield the other kinds under which all of these words stood in one of a deal's earlier versions."""
    seen: dict[str, set[str]] = {}
    for version in record.versions()[1:]:
        for each in version.deal().signals:
            seen.setdefault(each.kind, set()).add(fold(each.quote))
    yield from (each for each, said in seen.items() if each != kind and said.issuperset(words))


def _raising(signals: Iterable[Signal]) -> Collection[str]:
    kinds = dict.fromkeys(each.kind for each in signals)
    return [kind for kind in kinds if kind in KINDS and KINDS[kind].deals and not KINDS[kind].derived]
