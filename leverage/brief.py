"""The brief: what everyone's deals say about a vendor, counted, with the deals behind every value.

The types are what a page, a print or an export gets; `count_brief` (in `counting`) fills them. Every list stands in
the order in which it is shown, and every `deal_ids` leads into `evidence`, newest deal first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from leverage.confidence import Confidence
from leverage.deals import Deal, deal_id_of
from leverage.lesson_records import Lesson
from leverage.verdicts import Feedback, Tally


def cite(deal: Deal) -> str:
    """Return the id under which a brief cites a deal; a record that never had one goes by its identity."""
    return deal.deal_id or deal_id_of(deal)


class Evidence(NamedTuple):
    """A deal as a brief cites it; `n` counts from 1, the newest deal first."""

    # A named tuple, as Uplift, Try and TacticSeen are: each deal may bring one, and a frozen dataclass takes far longer.

    n: int
    deal_date: date
    logged_by: str
    department: str
    outcome: str


@dataclass(frozen=True)
class Line:
    """A sentence and the deals that prove it."""

    text: str
    deal_ids: tuple[str, ...] = ()


@dataclass(frozen=True)
class Contributor:
    """A colleague whose deals the brief is built from."""

    name: str
    departments: tuple[str, ...]
    deals: int
    last_date: date
    has_left: bool = False


@dataclass(frozen=True)
class ProductCount:
    """A product and how many of the vendor's deals name it."""

    product: str
    deals: int


@dataclass(frozen=True)
class Talk:
    """A negotiation that is open now: who is in talks, about what, and when they meet next."""

    logged_by: str
    department: str
    product: str | None
    last_talk: date
    next_meeting: date | None
    deal_id: str


@dataclass(frozen=True)
class PriceSeen:
    """One agreed deal as a price: its stated discount (percent, with what it is off) and what makes it comparable.

    `computed_pct` is 1 − final ÷ base from the prices of the same deal, and `computed_base` what that base was.
    """

    deal_id: str
    deal_date: date
    outcome: str
    pct: Decimal | None
    base: str | None
    computed_pct: Decimal | None
    computed_base: str | None
    product: str | None
    kind: str | None
    term_months: int | None
    size: str | None
    final_price: Decimal | None
    currency: str | None
    unit: str | None
    reseller: str | None
    is_old: bool


@dataclass(frozen=True)
class Spread:
    """The agreed discounts of one product off one base, bought one way: the median only from three deals on."""

    product: str | None
    base: str
    reseller: str | None
    n: int
    low: Decimal
    high: Decimal
    median: Decimal | None
    deal_ids: tuple[str, ...]


@dataclass(frozen=True)
class PriceChange:
    """The unit price paid for one product in one unit and currency, from the oldest agreed deal to the newest."""

    product: str
    unit: str | None
    currency: str
    first_price: Decimal
    first_date: date
    last_price: Decimal
    last_date: date
    change_pct: Decimal
    deal_ids: tuple[str, ...]


class Uplift(NamedTuple):
    """What became of a price increase at renewal, in percent of the last price paid."""

    product: str | None
    asked_pct: Decimal | None
    agreed_pct: Decimal | None
    cap_pct: Decimal | None
    deal_date: date
    outcome: str
    deal_id: str


@dataclass(frozen=True)
class TermsSeen:
    """Payment terms under their normalised name; `not_agreed` of the `count` deals ended without agreement."""

    term: str
    as_written: tuple[str, ...]
    count: int
    not_agreed: int
    last_seen: date
    deal_ids: tuple[str, ...]


@dataclass(frozen=True)
class TermSeen:
    """A term the vendor bent on, held on, or both: bent (or held, in `firm_on`) in `count` of `of` deals that raised it.

    `raised_ids` are those `of` deals: for "discount" they include agreed discounts that nobody listed as a stance.
    """

    term: str
    count: int
    of: int
    last_seen: date
    deal_ids: tuple[str, ...]
    flexible_ids: tuple[str, ...] = ()
    firm_ids: tuple[str, ...] = ()
    flexible_last: date | None = None
    firm_last: date | None = None
    raised_ids: tuple[str, ...] = ()
    feedback: tuple[Feedback, ...] = ()


class Try(NamedTuple):
    """One use of a tactic."""

    result: str
    logged_by: str
    department: str
    deal_date: date
    deal_id: str


class TacticSeen(NamedTuple):
    """A tactic and every use of it; `worked`, `failed`, `mixed` and `unclear` count the deals, `feedback` is apart from them."""

    tactic: str
    worked: int
    failed: int
    mixed: int
    unclear: int
    last_seen: date
    deal_ids: tuple[str, ...]
    tries: tuple[Try, ...]
    feedback: tuple[Feedback, ...] = ()


@dataclass(frozen=True)
class Deadline:
    """A contract's end that still lies ahead; `notice_by` is the last day on which notice must arrive.

    `notice_by` is None where the notice period is unknown, where nothing renews by itself, and where it has passed:
    then `notice_passed` holds it. `start_by` is 120 days before it (or before the end). `days_left` counts from the
    brief's day to `notice_by`, else to `end_date`.
    """

    deal_id: str
    product: str | None
    end_date: date
    auto_renews: bool | None
    notice_days: int | None
    notice_by: date | None
    start_by: date
    days_left: int
    notice_passed: date | None = None


@dataclass(frozen=True)
class Ask:
    """Whom to ask: the colleague with the newest deal about a product."""

    name: str
    department: str
    product: str | None
    deal_date: date
    deal_id: str


@dataclass(frozen=True)
class TimingNote:
    """What somebody noted of a vendor's calendar, such as its fiscal year-end: from no deal, and never a promise."""

    topic: str
    text: str
    source: str
    noted_by: str
    noted_on: date


@dataclass(frozen=True)
class Brief:
    """A vendor's brief as of a day, as known on `counted_on`, for all products or one.

    `status` says in one word how it came about: `empty` (no deal recorded) or `counted`; a narrative adds states of
    its own.
    """

    vendor: str
    bank_id: str
    as_of: date
    product: str | None
    status: str
    deal_count: int
    confidence: Confidence
    deals: tuple[Deal, ...] = ()
    evidence: Mapping[str, Evidence] = field(default_factory=dict)
    products: tuple[ProductCount, ...] = ()
    departments: tuple[str, ...] = ()
    newest: date | None = None
    cautions: tuple[str, ...] = ()
    in_talks: tuple[Talk, ...] = ()
    latest: PriceSeen | None = None
    highest: PriceSeen | None = None
    max_discount_pct: Decimal | None = None
    max_discount_base: str | None = None
    max_discount_deals: tuple[str, ...] = ()
    spreads: tuple[Spread, ...] = ()
    price_changes: tuple[PriceChange, ...] = ()
    uplifts: tuple[Uplift, ...] = ()
    price_notes: tuple[Line, ...] = ()
    payment_terms: tuple[TermsSeen, ...] = ()
    latest_terms: TermsSeen | None = None
    flexible_on: tuple[TermSeen, ...] = ()
    firm_on: tuple[TermSeen, ...] = ()
    mixed_on: tuple[TermSeen, ...] = ()
    tactics_worked: tuple[TacticSeen, ...] = ()
    tactics_failed: tuple[TacticSeen, ...] = ()
    tactics_mixed: tuple[TacticSeen, ...] = ()
    tactics_unclear: tuple[TacticSeen, ...] = ()
    deadlines: tuple[Deadline, ...] = ()
    date_notes: tuple[Line, ...] = ()
    timing_notes: tuple[TimingNote, ...] = ()
    whom_to_ask: tuple[Ask, ...] = ()
    changes: tuple[Line, ...] = ()
    unknowns: tuple[str, ...] = ()
    contributors: tuple[Contributor, ...] = ()
    narrative: tuple[Line, ...] = ()
    dropped: int = 0
    told_by: str = ""
    """The model that wrote the narrative, and the day."""
    told_on: date | None = None
    feedback: tuple[Feedback, ...] = ()
    """All that colleagues said about tactics and lines, newest first; it counts as no deal."""
    counted_on: date | None = None
    lessons: tuple[Lesson, ...] = ()
    """The confirmed lessons on the vendor's page that belong here, newest first, each naming deals that count."""
    restricted: int = 0
    """How many further deals up to the day of the brief are for others than whoever reads it; nothing of them is told."""

    def number(self, deal_id: str) -> int:
        """Return the number under which the brief cites a deal."""
        return self.evidence[deal_id].n

    def content(self) -> tuple[object, ...]:
        """Return what the brief was made from, the day only where it was asked for: today is not the same tomorrow."""
        deals = tuple((cite(deal), deal.version) for deal in self.deals)
        lessons = tuple((each.title, each.text, each.deal_ids) for each in self.lessons)
        return (self.bank_id, self.vendor, None if self.as_of == self.counted_on else self.as_of, self.product, deals, lessons)

    def to_dict(self) -> dict[str, Any]:
        """Return the brief in JSON types: days in ISO, percentages as numbers with at most two decimals.

        Tactics and terms on which colleagues gave feedback carry its counts under `feedback`; `restricted` is there only where
        deals are for others than whoever reads it.
        """
        told: dict[str, Any] = {
            "vendor": self.vendor,
            "bank_id": self.bank_id,
            "deal_count": self.deal_count,
            "confidence": self.confidence,
            "as_of": self.as_of.isoformat(),
            "max_discount_pct": _number(self.max_discount_pct),
            "max_discount_base": self.max_discount_base,
            "max_discount_deals": list(self.max_discount_deals),
            "payment_terms": _rows(self.payment_terms, "term", "as_written", "count", "last_seen", "deal_ids"),
            "flexible_on": _rows(self.flexible_on, "term", "count", "of", "last_seen", "deal_ids"),
            "firm_on": _rows(self.firm_on, "term", "count", "of", "last_seen", "deal_ids"),
            "mixed_on": _rows(self.mixed_on, "term", "count", "of", "last_seen", "deal_ids"),
            "tactics_worked": _rows(self.tactics_worked, "tactic", "worked", "failed", "last_seen", "deal_ids"),
            "tactics_failed": _rows(self.tactics_failed, "tactic", "worked", "failed", "last_seen", "deal_ids"),
            "tactics_mixed": _rows(self.tactics_mixed, "tactic", "worked", "failed", "last_seen", "deal_ids"),
            "contributors": _rows(self.contributors, "name", "departments", "deals", "last_date"),
            "evidence": {
                deal_id: _row(seen, ("n", "deal_date", "logged_by", "department", "outcome"))
                for deal_id, seen in self.evidence.items()
            },
            "changes": _rows(self.changes, "text", "deal_ids"),
            "unknowns": list(self.unknowns),
            "narrative": _rows(self.narrative, "text", "deal_ids"),
            "dropped": self.dropped,
            "status": self.status,
        }
        return told | ({"restricted": self.restricted} if self.restricted else {})


def _rows(seen: Sequence[object], *names: str) -> list[dict[str, Any]]:
    return [_row(each, names) for each in seen]


def _row(seen: object, names: Sequence[str]) -> dict[str, Any]:
    row = {name: _plain(getattr(seen, name)) for name in names}
    feedback = getattr(seen, "feedback", ())
    return {**row, "feedback": Tally.of(feedback)._asdict()} if feedback else row


def _plain(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value


def _number(value: Decimal | None) -> int | float | None:
    if value is None:
        return None
    return int(value) if value == value.to_integral_value() else round(float(value), 2)
