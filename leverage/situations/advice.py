"""The advice: moments in which a vendor said such a thing, what was tried in them, and what is not known."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from leverage.brief import Ask, TacticSeen, TermSeen
from leverage.verdicts import Tally

Status = Literal["ok", "insufficient_memory"]
NOTHING_WORKED = "Nobody has recorded what worked here."
NOTHING_FAILED = "Nobody has recorded what failed here."
NOTHING_MIXED = "Nobody has recorded mixed results here."


@dataclass(frozen=True)
class Match:
    """Why a moment is like what was said: the words there, and the words of the deal.

    `concept` is None where the words themselves are the same, or where only the meaning is close: then `in_deal` is
    the whole sentence. Of what `is_recorded`, `in_deal` tells the figure, in nobody's words.
    """

    label: str
    in_text: tuple[str, ...]
    in_deal: tuple[str, ...]
    concept: str | None = None
    is_meaning: bool = False
    is_recorded: bool = False


@dataclass(frozen=True)
class Moment:
    """A deal in which such a thing was said; `says` stands in the deal as it is, or tells one of its figures.

    `n` is the number under which the vendor's brief cites the deal, and `field` what of the deal says it; one that
    `is_old` is more than 24 months back.
    """

    deal_id: str
    n: int
    deal_date: date
    logged_by: str
    department: str
    outcome: str
    product: str | None
    says: str
    field: str
    is_quote: bool
    ended: str
    matches: tuple[Match, ...]
    is_old: bool = False


@dataclass(frozen=True)
class Mention:
    """A vendor whom a text names, with a memory of its own."""

    vendor: str
    bank_id: str


@dataclass(frozen=True)
class Advice:
    """What a vendor's own deals teach about a situation; with `insufficient_memory` nothing is inferred.

    `asked_about` names what the situation is about (its `concepts`, else its own words), `left_out` what of it is said in
    nearly every deal and so tells no moment from another. `numbers` are those of the text: they never make a match.
    `bent_on`, `held` and `both` are terms of the moments; `find_out` are questions. `elsewhere` is never filled unasked.

    `refused` names of what it is about what the text calls refused: only refusals are moments of that, and `on_topic` are
    further deals that speak of it otherwise. `denied` names what the text says was not. `not_counted` are tactics that
    worked in moments where all of it was refused to the end, and that are about something else. A tactic's result is that
    of its deal. `others` are vendors whom the text names.
    """

    vendor: str
    bank_id: str
    text: str
    status: Status
    deal_count: int
    asked_about: tuple[str, ...] = ()
    concepts: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    moments: tuple[Moment, ...] = ()
    to_try: tuple[TacticSeen, ...] = ()
    to_skip: tuple[TacticSeen, ...] = ()
    mixed: tuple[TacticSeen, ...] = ()
    unclear: tuple[TacticSeen, ...] = ()
    bent_on: tuple[TermSeen, ...] = ()
    held: tuple[TermSeen, ...] = ()
    both: tuple[TermSeen, ...] = ()
    find_out: tuple[str, ...] = ()
    ask: Ask | None = None
    newest: date | None = None
    elsewhere: "Elsewhere | None" = None
    refused: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()
    on_topic: tuple[str, ...] = ()
    not_counted: tuple[TacticSeen, ...] = ()
    others: tuple[Mention, ...] = ()

    @property
    def is_understood(self) -> bool:
        """Whether any word of the text is known: else it can't be said that no deal tells of such a thing."""
        return bool(self.concepts or self.denied or self.moments)

    @property
    def deal_ids(self) -> tuple[str, ...]:
        """The deals that say so, newest first."""
        return tuple(moment.deal_id for moment in self.moments)

    def number(self, deal_id: str) -> int:
        """Return the number under which the vendor's brief cites one of the moments."""
        return self.moment(deal_id).n

    def moment(self, deal_id: str) -> Moment:
        """Return the moment that is this deal."""
        return next(moment for moment in self.moments if moment.deal_id == deal_id)

    def is_old(self, seen: TacticSeen) -> bool:
        """Say whether all that is known of a tactic is old."""
        return all(self.moment(deal_id).is_old for deal_id in seen.deal_ids)

    def to_dict(self) -> dict[str, Any]:
        """Return the advice in JSON types, days in ISO."""
        return {
            "vendor": self.vendor,
            "bank_id": self.bank_id,
            "text": self.text,
            "status": self.status,
            "deal_count": self.deal_count,
            "asked_about": list(self.asked_about),
            "concepts": list(self.concepts),
            "left_out": list(self.left_out),
            "numbers": list(self.numbers),
            "moments": [_moment(each) for each in self.moments],
            "try": _tactics(self.to_try),
            "skip": _tactics(self.to_skip),
            "mixed": _tactics(self.mixed),
            "unclear": _tactics(self.unclear),
            "bent_on": _terms(self.bent_on),
            "held": _terms(self.held),
            "both": _terms(self.both),
            "deal_ids": list(self.deal_ids),
            "refused": list(self.refused),
            "denied": list(self.denied),
            "on_topic": list(self.on_topic),
            "not_counted": _tactics(self.not_counted),
            "others": [vars(each) for each in self.others],
            "is_understood": self.is_understood,
            "find_out": list(self.find_out),
            "ask": _ask(self.ask),
            "nothing_worked": NOTHING_WORKED if self.moments and not self.to_try else None,
            "elsewhere": self.elsewhere.to_dict() if self.elsewhere else None,
        }


@dataclass(frozen=True)
class Elsewhere:
    """What other vendors taught, each under its own name; `looked_at` of `of` vendors were read."""

    looked_at: int
    of: int
    advices: tuple[Advice, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return it in JSON types."""
        return {"looked_at": self.looked_at, "of": self.of, "vendors": [each.to_dict() for each in self.advices]}


def _moment(moment: Moment) -> dict[str, Any]:
    matches = [vars(each) | {"in_text": list(each.in_text), "in_deal": list(each.in_deal)} for each in moment.matches]
    return vars(moment) | {"deal_date": moment.deal_date.isoformat(), "matches": matches}


def _tactics(seen: Sequence[TacticSeen]) -> list[dict[str, Any]]:
    return [
        {
            "tactic": each.tactic,
            "worked": each.worked,
            "failed": each.failed,
            "mixed": each.mixed,
            "unclear": each.unclear,
            "of": len(each.tries),
            "once_only": len(each.tries) == 1,
            "last_seen": each.last_seen.isoformat(),
            "dates": [use.deal_date.isoformat() for use in each.tries],
            "deal_ids": list(each.deal_ids),
        }
        | ({"feedback": Tally.of(each.feedback)._asdict()} if each.feedback else {})
        for each in seen
    ]


def _terms(seen: Sequence[TermSeen]) -> list[dict[str, Any]]:
    return [
        {
            "term": each.term,
            "count": each.count,
            "of": each.of,
            "last_seen": each.last_seen.isoformat(),
            "deal_ids": list(each.deal_ids),
        }
        for each in seen
    ]


def _ask(ask: Ask | None) -> Mapping[str, Any] | None:
    return vars(ask) | {"deal_date": ask.deal_date.isoformat()} if ask else None
