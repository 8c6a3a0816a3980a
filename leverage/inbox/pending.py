"""A proposal as it is kept: where it was found, and what became of it."""

import hashlib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Literal

from leverage.inbox.proposal import Proposal, Quote
from leverage.inbox.source import PASTED, SourceKind
from leverage.inbox_bank import SHARED

State = Literal["open", "accepted", "merged", "dismissed"]

_OF_DEAL = ("deal_version", "deal_before", "retracted_at")
_LENGTH = 32


@dataclass(frozen=True)
class Pending:
    """A proposal with the source it was found in and, once a person decided, what they did.

    Times are aware, UTC. `source_digest` is of the file's bytes, `text_id` of what the text says; `version` grows with
    every change. `deal_version` is that of the deal as it was accepted or merged, `deal_before` the one before a merge;
    `retracted_at` is the version at which the deal of an acceptance that was taken back is retracted. `was_deals` are the ids
    of the deals that it was part of before a decision was taken back; `decided_under` is the address of whoever decided.
    """

    id: str
    proposal: Proposal
    source_name: str
    source_digest: str
    source_day: date | None
    kind: SourceKind
    found_at: datetime
    found_by: str | None = None
    state: State = "open"
    deal_id: str | None = None
    reason: str | None = None
    decided_by: str | None = None
    decided_at: datetime | None = None
    version: int = 1
    text_id: str = field(default="", repr=False)
    deal_version: int | None = None
    deal_before: int | None = None
    retracted_at: int | None = None
    was_deals: tuple[str, ...] = ()
    decided_under: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the proposal in JSON types."""
        return {
            "id": self.id,
            "values": self.proposal.to_json(),
            "quotes": self.proposal.quotes_json(),
            "source": {
                "name": self.source_name,
                "digest": self.source_digest,
                "day": self.source_day.isoformat() if self.source_day else None,
                "kind": self.kind,
                "text_id": self.text_id,
            },
            "found": {"at": self.found_at.isoformat(), "by": self.found_by},
            "state": self.state,
            "deal_id": self.deal_id,
            "reason": self.reason,
            "decided": {
                "at": self.decided_at.isoformat() if self.decided_at else None,
                "by": self.decided_by,
                "entered_by": self.decided_under,
            },
            "version": self.version,
            **{name: getattr(self, name) for name in _OF_DEAL},
            "was_deals": list(self.was_deals),
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Pending":
        """Return the proposal that `to_json` wrote."""
        source, found, decided = stored["source"], stored["found"], stored["decided"]
        return cls(
            stored["id"],
            Proposal.with_quotes(stored["values"], stored["quotes"]),
            source["name"],
            source["digest"],
            date.fromisoformat(source["day"]) if source["day"] else None,
            source["kind"],
            datetime.fromisoformat(found["at"]),
            found["by"],
            stored["state"],
            stored["deal_id"],
            stored["reason"],
            decided["by"],
            datetime.fromisoformat(decided["at"]) if decided["at"] else None,
            stored["version"],
            source["text_id"],
            **{name: stored.get(name) for name in _OF_DEAL},
            was_deals=tuple(stored.get("was_deals", ())),
            decided_under=decided.get("entered_by"),
        )


def text_id_of(text: str) -> str:
    """Return the id of what a text says, whatever its white space and the file it stands in."""
    return _hash(_folded(text))


def pending_ids(text_id: str, text: str, proposals: list[Proposal]) -> list[str]:
    """Return the ids of the proposals of one text: of each a hash of the text and of the place of its first quote."""
    ids: list[str] = []
    for proposal in proposals:
        place = _place(text, first_quote(proposal))
        wanted = _hash(f"{text_id}:{place}")
        number = 1
        while wanted in ids:
            number += 1
            wanted = _hash(f"{text_id}:{place}:{number}")
        ids.append(wanted)
    return ids


def first_quote(proposal: Proposal) -> Quote | None:
    """Return the first words that tell of the deal itself, else of its vendor and day; None without any quote."""
    own = [each for name, quotes in proposal.quotes.items() if name not in SHARED for each in quotes]
    every = own or [each for quotes in proposal.quotes.values() for each in quotes]
    return min(every, key=lambda quote: (quote.start, quote.end), default=None)


def told_ids(proposals: Iterable[Proposal], source_name: str, place: str = "") -> list[str]:
    """Return the ids of what proposals of one text say and in which words; "" for one that says too little to be known again.

    With vendor, day and a value the same words are the same deal wherever they stand. With less they may tell of another
    one: then they are the same only in a file of the same name at the same place, as often as they stand there. A text
    that was pasted, and one without a place that names no vendor, is no such file.
    """
    ids: list[str] = []
    seen: Counter[str] = Counter()
    for proposal in proposals:
        values = proposal.to_json()
        words = sorted((name, [_folded(each.text) for each in quotes]) for name, quotes in proposal.quotes.items())
        said = repr((sorted(values.items()), words))
        if proposal.vendor and proposal.deal_date and values.keys() - {*SHARED, "outcome"}:
            ids.append(_hash(said))
        elif any(proposal.quotes.values()) and (place or (proposal.vendor and source_name != PASTED)):
            seen[said] += 1
            ids.append(_hash(repr((place, source_name, said, seen[said]))))
        else:
            ids.append("")
    return ids


def _place(text: str, quote: Quote | None) -> int:
    """Return how many characters that are no white space stand before a quote."""
    before = unicodedata.normalize("NFC", text[: quote.start]) if quote else ""
    return len("".join(before.split()))


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:_LENGTH]
