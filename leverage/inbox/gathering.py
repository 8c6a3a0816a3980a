"""Texts on their way to the shelf: a few at a time, each proposal once, however often and under whatever name it is read."""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from leverage.errors import LeverageError
from leverage.inbox import alike
from leverage.inbox.asking import Asking
from leverage.inbox.pending import Pending, first_quote, pending_ids, text_id_of, told_ids
from leverage.inbox.proposal import Proposal
from leverage.inbox.reports import MOST_NAMES, FileRead, Report, keep_report, new_id
from leverage.inbox.source import Source
from leverage.inbox_bank import PROPOSAL, SHARED, SOURCE, TEXT, TOLD
from leverage.vendors import vendor_bank_id

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

log = logging.getLogger(__name__)

BROKEN = "Reading it failed. The log says why; log the deal by hand."
WAS_ERASED = "It was erased here before, whole or in part, and is not read again."
MOST_AT_ONCE = 64  # texts
MOST_CHARACTERS_AT_ONCE = 2_000_000


@dataclass
class _Read:
    """A text with what was found in it."""

    source: Source
    text_id: str
    proposals: list[Proposal]
    ids: list[str]
    place: str

    @property
    def told(self) -> list[str]:
        """The id of what each proposal says, by which it is known in another text; empty where it says too little."""
        return told_ids(self.proposals, self.source.name, self.place)

    def apart(self, whose: str | None) -> "_Read":
        """Return the same under ids of somebody's own: what is kept from them is known to them no more than any other text."""
        text_id = text_id_of(f"{self.text_id} {whose}")
        return replace(self, text_id=text_id, ids=pending_ids(text_id, self.source.text, self.proposals))

    def within(self, kept: str) -> "_Read":
        """Return what was found with its words as they stand in the text that is kept, which says the same."""
        if kept == self.source.text:
            return self
        return replace(
            self, source=replace(self.source, text=kept), proposals=alike.moved(self.proposals, self.source.text, kept)
        )


@dataclass
class _Writes:
    """What is to be written, over what is there."""

    before: Mapping[str, Any]
    after: dict[str, Any] = field(default_factory=dict)

    def get(self, name: str) -> Any | None:
        return self.after.get(name, self.before.get(name))

    def put(self, name: str, value: Mapping[str, Any]) -> None:
        old = self.before.get(name)
        self.after[name] = {**value, "version": (old["version"] if old else 0) + 1}


class Gathering:
    """Takes texts, reads proposals out of them and keeps them; `report` ends it.

    What is cut short is done by doing all of it again: what was kept is then known.
    """

    def __init__(
        self,
        kb: "KnowledgeBase",
        *,
        by: str | None = None,
        folder: str = "",
        propose: Callable[..., list[Proposal]] | None = None,
    ) -> None:
        self._kb = kb
        self._by = by
        self._asking = Asking()
        self._propose = propose or self._asking
        self._reads: list[_Read] = []
        self._characters = 0
        self._report = Report(new_id(), kb.now(), folder, by)
        self._files: list[FileRead] = []
        self._skipped: list[tuple[str, str]] = []
        self._new: list[str] = []
        self._told_to_others: set[str] = set()  # names of what was told before in texts that are kept from whoever adds these

    def take(self, source: Source, place: str = "") -> None:
        """Read a text; `place` is where its file lies, if it lies anywhere. Raises StoreUnavailable where nothing can be kept."""
        try:
            found = self._propose(source.text, source.name, kb=self._kb)
        except LeverageError:
            raise
        except Exception:  # a fault of ours in one text must not keep all others from being read
            log.exception("A text of the inbox could not be read for deals")
            self.skip(source.name, BROKEN)
            return
        if found:
            text_id = text_id_of(source.text)
            self._reads.append(_Read(source, text_id, found, pending_ids(text_id, source.text, found), place))
            self._characters += len(source.text)
        else:
            self._note(FileRead(source.name, left_out=source.left_out))
        if len(self._reads) >= MOST_AT_ONCE or self._characters >= MOST_CHARACTERS_AT_ONCE:
            self.keep()

    def skip(self, name: str, why: str) -> None:
        """Note that a file was not read, and why."""
        if len(self._skipped) < MOST_NAMES:
            self._skipped.append((name, why))
        else:
            self._report = replace(self._report, more_skipped=self._report.more_skipped + 1)

    def pass_over(self, count: int, days: int) -> None:
        """Note how many files were passed over since they are older than so many days."""
        self._report = replace(self._report, passed_over=count, days=days)

    def keep(self) -> None:
        """Keep what was found until now."""
        reads, self._reads, self._characters = self._reads, [], 0
        if not reads:
            return
        inbox = self._kb.inbox
        unseen = self._unseen(f"{SOURCE}:{each.text_id}" for each in reads)
        reads = [each.apart(self._kb.entered_by) if f"{SOURCE}:{each.text_id}" in unseen else each for each in reads]
        told_before = inbox.read(f"{TOLD}:{one}" for each in reads for one in each.told if one)
        unseen = self._unseen(f"{PROPOSAL}:{each['proposal']}" for each in told_before.values())
        self._told_to_others = {name for name, each in told_before.items() if f"{PROPOSAL}:{each['proposal']}" in unseen}
        with inbox.changing:
            sources = inbox.read(f"{SOURCE}:{each.text_id}" for each in reads)
            ids = {each for stored in sources.values() for each in stored["proposals"]} | {
                one for each in reads for one in each.ids
            }
            told = {one for each in reads for one in each.told if one}
            texts = (name.replace(SOURCE, TEXT, 1) for name, stored in sources.items() if not stored["is_closed"])
            names = [*(f"{PROPOSAL}:{each}" for each in ids), *(f"{TOLD}:{each}" for each in told), *texts]
            writes = _Writes(sources | inbox.read(names))
            for each in reads:
                self._sort(each, writes)
            inbox.write(dict(sorted(writes.after.items(), key=_order)), writes.before)

    def _unseen(self, names: Iterable[str]) -> set[str]:
        """Return which of these records are there, but kept from whoever adds the texts."""
        there = self._kb.inbox.read(names)
        with self._kb.as_seen():
            return there.keys() - self._kb.inbox.read(there).keys()

    def report(self) -> Report:
        """Keep what was found and the report of it, and return the report."""
        self.keep()
        told = replace(
            self._report,
            files=tuple(self._files),
            skipped=tuple(self._skipped),
            without_model=self._asking.failed,
            model_status=self._asking.status,
        )
        keep_report(self._kb, told)
        return replace(told, pending_ids=tuple(self._new))

    def _sort(self, read: _Read, writes: _Writes) -> None:
        """Put what a text tells beside what is known of it."""
        name = f"{SOURCE}:{read.text_id}"
        known = writes.get(name)
        if known and known["is_closed"]:  # something of it was erased: what it says is no more what was read
            left = sum("values" in (writes.get(f"{PROPOSAL}:{each}") or {}) for each in known["proposals"])
            still = min(left, len(read.proposals))
            self._note(FileRead(read.source.name, 0, still, (*read.source.left_out, WAS_ERASED)))
            return
        kept = writes.get(f"{TEXT}:{read.text_id}") if known else None
        if kept:
            read = read.within(kept["text"])
        there = {each: writes.get(f"{PROPOSAL}:{each}") for each in (*(known["proposals"] if known else ()), *read.ids)}
        same = _same(read, {each: stored for each, stored in there.items() if stored})
        new: list[str] = []
        for pending_id, proposal, told in zip(read.ids, read.proposals, read.told, strict=True):
            is_told = bool(told and writes.get(f"{TOLD}:{told}") and f"{TOLD}:{told}" not in self._told_to_others)
            known_id = same.get(pending_id)
            if known_id is not None:
                self._improve(known_id, proposal, writes)
            if told and not is_told:
                writes.put(f"{TOLD}:{told}", {"proposal": known_id or pending_id})
            if known_id is not None or is_told:
                continue
            fresh = Pending(
                pending_id,
                proposal,
                read.source.name,
                read.source.digest,
                read.source.day,
                read.source.kind,
                self._report.at,
                self._by,
                text_id=read.text_id,
            )
            writes.put(f"{PROPOSAL}:{pending_id}", fresh.to_json())
            new.append(pending_id)
        if new:
            if not kept:
                writes.put(f"{TEXT}:{read.text_id}", {"text": read.source.text})
            writes.put(name, _about(read.source, dict.fromkeys([*(known["proposals"] if known else ()), *new])))
        self._new += new
        self._note(FileRead(read.source.name, len(new), len(read.proposals) - len(new), read.source.left_out))

    def _improve(self, known_id: str, proposal: Proposal, writes: _Writes) -> None:
        """Put what is read now in the place of what was read before, as long as nobody decided."""
        name = f"{PROPOSAL}:{known_id}"
        stored = writes.get(name)
        told = {"values": proposal.to_json(), "quotes": proposal.quotes_json()}
        if stored and stored["state"] == "open" and any(stored[each] != told[each] for each in told):
            writes.put(name, {**stored, **told})

    def _note(self, file: FileRead) -> None:
        report = self._report
        self._report = replace(
            report, read=report.read + 1, proposed=report.proposed + file.proposed, known=report.known + file.known
        )
        if len(self._files) < MOST_NAMES:
            self._files.append(file)


def _same(read: _Read, there: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Return which known proposal of a text each one read now is: the one in its place, else of its vendor in the same words."""
    same = {each: each for each in read.ids if each in there}
    left = {each: stored for each, stored in there.items() if each not in same and "values" in stored}
    for pending_id, proposal in zip(read.ids, read.proposals, strict=True):
        if pending_id in same or not left:
            continue
        shared = {each: _shared(proposal, stored) for each, stored in left.items()}
        best = max(shared, key=lambda each: shared[each])
        if shared[best]:
            same[pending_id] = best
            del left[best]
    return same


def _shared(proposal: Proposal, stored: Mapping[str, Any]) -> int:
    """Return how many characters two proposals of one vendor in one text both quote; 0 for other vendors."""
    other = Proposal.with_quotes(stored["values"], stored["quotes"])
    if not _is_same_vendor(proposal.vendor, other.vendor):
        return 0
    spans = [_own_places(each) for each in (proposal, other)]
    return sum(max(0, min(end, until) - max(start, since)) for start, end in spans[0] for since, until in spans[1])


def _own_places(proposal: Proposal) -> Sequence[tuple[int, int]]:
    first = first_quote(proposal)
    every = {(each.start, each.end) for name, quotes in proposal.quotes.items() if name not in SHARED for each in quotes}
    return sorted(every or ({(first.start, first.end)} if first else set()))


def _is_same_vendor(one: str | None, other: str | None) -> bool:
    if not one or not other:
        return not one and not other
    return vendor_bank_id(one) == vendor_bank_id(other)


def _about(source: Source, ids: Iterable[str]) -> dict[str, Any]:
    return {
        "name": source.name,
        "kind": source.kind,
        "digest": source.digest,
        "day": source.day.isoformat() if source.day else None,
        "left_out": list(source.left_out),
        "size": len(source.text),
        "proposals": list(ids),
        "is_closed": False,
    }


def _order(named: tuple[str, Any]) -> int:
    """Return what is written first: where it is cut short, no text may be left that erasing finds through no source."""
    return (SOURCE, TEXT, PROPOSAL, TOLD).index(named[0].partition(":")[0])
