"""What is erased goes from the inbox, too: proposals and the texts they stand on, and names out of both.

What stays of a proposal that went is its id, so that no file which is read again brings it back. A text that lost
anything is closed: it is not what any file says any more, and nothing new is read out of it.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from leverage.blotting import FORMER, Blotter
from leverage.cutting import Cuts, Place, without
from leverage.deals import DealDraft, deal_id_of
from leverage.inbox_bank import DECIDED, ERASED, OPEN, PROPOSAL, REPORT, SHARED, SOURCE, TEXT, InboxBank, key_of
from leverage.inbox_words import Rewording, without_person, without_vendor
from leverage.vendor_traces import ERASED as ERASED_VENDOR
from leverage.vendor_traces import ErasedVendor

LEFT_OUT = "[…]"
MOST_CHARACTERS = 2_000_000  # of texts read, and written, at once
MOST_RECORDS = 64

_NO_DEAL = DealDraft()  # the id of a deal that has a key is made of the key alone


@dataclass(frozen=True)
class _Text:
    """A text as it is `stored`, if it still is, with what is known of it and the proposals that were found in it, by name."""

    text_id: str
    source: Mapping[str, Any]
    stored: Mapping[str, Any] | None
    proposals: Mapping[str, Mapping[str, Any]]

    @property
    def words(self) -> str | None:
        """The text itself."""
        return self.stored["text"] if self.stored else None


def forget_deals(inbox: InboxBank, deal_ids: Collection[str]) -> None:
    """Take out the proposals that became these deals, those too whose decision was never noted."""
    with inbox.changing:
        names = [name for name, deal_id in _logged(inbox).items() if deal_id in deal_ids]
        decided = {f"{PROPOSAL}:{each['id']}": each for deal_id in deal_ids for each in inbox.of_deal(deal_id)}
        _take_out(inbox, inbox.read(names) | decided)


def forget_vendor(inbox: InboxBank, vendor: ErasedVendor, erased: Callable[[list[str]], Collection[str]]) -> None:
    """Take out the proposals of a vendor that is erased, and its name out of what stays; `erased` knows deals that went."""
    with inbox.changing:
        deal_ids = [*(each["deal_id"] for each in inbox.all(DECIDED).values() if each["deal_id"]), *_logged(inbox).values()]
        forget_deals(inbox, erased(deal_ids))
        by_name = {**inbox.all(DECIDED), **inbox.all(OPEN)}
        _take_out(inbox, {name: each for name, each in by_name.items() if vendor.is_named(each["values"].get("vendor"))})

        _rename(inbox, lambda text: vendor.places(text, is_prose=True), ERASED_VENDOR, without_vendor(vendor))


def efface(inbox: InboxBank, blotter: Blotter) -> None:
    """Take a person's name out of texts, proposals and reports."""
    with inbox.changing:
        _rename(inbox, blotter.places, FORMER, without_person(blotter))


def count_of_vendor(inbox: InboxBank, vendor: ErasedVendor, deal_ids: Collection[str]) -> int:
    """Return how many proposals would go with a vendor and its deals."""

    def count() -> int:
        every = [*inbox.all(DECIDED).values(), *inbox.all(OPEN).values()]
        return sum(vendor.is_named(each["values"].get("vendor")) or each["deal_id"] in deal_ids for each in every)

    return inbox.kept(("vendor", vendor.ids, frozenset(deal_ids)), count)


def count_of_person(inbox: InboxBank, blotter: Blotter) -> int:
    """Return how many texts, proposals and reports name a person."""
    return inbox.kept(("person", blotter.spellings), lambda: _count_person(inbox, blotter))


def _count_person(inbox: InboxBank, blotter: Blotter) -> int:
    told = without_person(blotter)
    texts = sum(bool(blotter.places(each.words or "")) or bool(told.source(each.source) != each.source) for each in _texts(inbox))
    proposals = sum(bool(told.proposal(each) != each) for each in (*inbox.all(DECIDED).values(), *inbox.all(OPEN).values()))
    return texts + proposals + sum(bool(told.report(each) != each) for each in inbox.all(REPORT).values())


def _logged(inbox: InboxBank) -> dict[str, str]:
    """Return the deals that open proposals would be, by the names of these: logging one may have been cut short."""
    return {name: deal_id_of(_NO_DEAL, key_of(name.removeprefix(f"{PROPOSAL}:"))) for name in inbox.names(OPEN)}


def _take_out(inbox: InboxBank, gone: Mapping[str, Mapping[str, Any]]) -> None:
    """Leave nothing of proposals but their ids, nor of a text that no open proposal and no deal stands on any more."""
    writing = _Writing(inbox)
    for text in _texts(inbox, {each["source"]["text_id"] for each in gone.values()}):
        mine = {name: each for name, each in text.proposals.items() if name in gone}
        staying = {name: each for name, each in text.proposals.items() if name not in gone}
        if text.words is not None and any(each["state"] not in (ERASED, "dismissed") for each in staying.values()):
            theirs = [place for each in staying.values() for place in _places(each)]
            words = without((place for each in mine.values() for place in _places(each, but=SHARED)), theirs)
            writing.put(text, Cuts(words, LEFT_OUT), None, mine)
        else:
            writing.end(text)
    writing.finish()


def _rename(inbox: InboxBank, places: Callable[[str], list[Place]], instead: str, told: Rewording) -> None:
    """Put something else in the place of a name, wherever it stands."""
    writing = _Writing(inbox)
    for text in _texts(inbox):
        writing.put(text, Cuts(places(text.words or ""), instead), told, {})
    writing.finish()
    reports = inbox.all(REPORT)
    changed = {name: told.report(stored) for name, stored in reports.items() if told.report(stored) != stored}
    inbox.write({name: {**stored, "version": stored["version"] + 1} for name, stored in changed.items()}, reports)


class _Writing:
    """Writes texts with what belongs to them: what belongs together in one go, or a quote would not fit its text."""

    def __init__(self, inbox: InboxBank) -> None:
        self._inbox = inbox
        self._before: dict[str, Any] = {}
        self._after: dict[str, Any] = {}
        self._removed: dict[str, Any] = {}
        self._characters = 0

    def put(self, text: _Text, cuts: Cuts, told: Rewording | None, gone: Mapping[str, Any]) -> None:
        """Make the cuts in a text, reword all beside it where that is asked for, and leave nothing of what is gone."""
        after: dict[str, Any] = {}
        for name, each in text.proposals.items():
            if name in gone:
                after[name] = _erased(each)
            elif each["state"] != ERASED:
                quotes = _moved(each["quotes"], cuts, text.words) if text.words is not None else {}
                after[name] = {**(told.proposal(each) if told else each), "quotes": quotes}
        source = f"{SOURCE}:{text.text_id}"
        after[source] = told.source(text.source) if told else dict(text.source)
        before = {**text.proposals, source: text.source}
        changed = {name: value for name, value in after.items() if value != before[name]}
        if not changed and not cuts:
            return
        changed[source] = {**after[source], "is_closed": True}
        if cuts and text.stored:
            name = f"{TEXT}:{text.text_id}"
            changed[name], before[name] = {**text.stored, "text": cuts.text(text.words or "")}, text.stored
        self._add(before, changed, len(text.words or ""))

    def end(self, text: _Text) -> None:
        """Leave of a text and of all proposals in it nothing but the ids."""
        source = f"{SOURCE}:{text.text_id}"
        ids = {"proposals": text.source["proposals"], "version": text.source["version"]}
        after = {source: {**ids, "is_closed": True}} | {name: _erased(each) for name, each in text.proposals.items()}
        if text.stored:
            self._removed[f"{TEXT}:{text.text_id}"] = text.stored
        self._add({**text.proposals, source: text.source}, after, 0)

    def finish(self) -> None:
        """Write what is left to write."""
        self._inbox.remove(self._removed)  # first: a text that stayed alone would be found by nobody
        self._inbox.write(self._after, self._before)
        self._before, self._after, self._removed, self._characters = {}, {}, {}, 0

    def _add(self, before: Mapping[str, Any], after: Mapping[str, Any], characters: int) -> None:
        if len(self._after) + len(after) > MOST_RECORDS or self._characters + characters > MOST_CHARACTERS:
            self.finish()
        self._before |= before
        self._after |= {name: {**value, "version": before[name]["version"] + 1} for name, value in after.items()}
        self._characters += characters


def _texts(inbox: InboxBank, ids: Collection[str] | None = None) -> Iterator[_Text]:
    """Yield the texts that are kept, or those of some ids, a few at a time."""
    every = inbox.all(SOURCE) if ids is None else inbox.read(f"{SOURCE}:{each}" for each in ids)
    batch: dict[str, Any] = {}
    size = 0
    for name, source in every.items():
        batch[name] = source
        size += source.get("size", 0)
        if len(batch) >= MOST_RECORDS or size > MOST_CHARACTERS:
            yield from _read(inbox, batch)
            batch, size = {}, 0
    yield from _read(inbox, batch)


def _read(inbox: InboxBank, sources: Mapping[str, Any]) -> Iterator[_Text]:
    ids = {name: name.removeprefix(f"{SOURCE}:") for name in sources}
    texts = inbox.read(f"{TEXT}:{each}" for each in ids.values())
    proposals = inbox.read(f"{PROPOSAL}:{each}" for source in sources.values() for each in source["proposals"])
    for name, source in sources.items():
        names = (f"{PROPOSAL}:{each}" for each in source["proposals"])
        theirs = {each: proposals[each] for each in names if each in proposals}
        yield _Text(ids[name], source, texts.get(f"{TEXT}:{ids[name]}"), theirs)


def _erased(stored: Mapping[str, Any]) -> dict[str, Any]:
    return {"id": stored["id"], "state": ERASED, "version": stored["version"]}


def _places(stored: Mapping[str, Any], but: Collection[str] = ()) -> list[Place]:
    quotes = stored.get("quotes", {})
    return [(start, end) for name, found in quotes.items() if name not in but for _, start, end in found]


def _moved(quotes: Mapping[str, Any], cuts: Cuts, words: str) -> Mapping[str, Any]:
    """Return the quotes as they stand in the text with the cuts made; one that does not stand in it goes."""
    if not cuts:
        return quotes
    left = cuts.text(words)
    moved: dict[str, list[list[Any]]] = {}
    for name, found in quotes.items():
        places = [cuts.place(start, end) for text, start, end in found if words[start:end] == text]
        moved[name] = [[left[start:end], start, end] for start, end in places]
    return moved
