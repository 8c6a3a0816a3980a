"""The record of one negotiation: what was dealt, by whom, and how the vendor reacted."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Literal, Self, TypeVar

from leverage import fields as kinds
from leverage.errors import InvalidDeal
from leverage.fields import of
from leverage.signals import SIGNALS, Signal, as_entered
from leverage.text import Unclean, fold

SCHEMA = 1

OUTCOMES = ("agreed", "renewed_as_is", "walked_away", "no_deal", "open", "unknown")
AGREED_OUTCOMES = frozenset({"agreed", "renewed_as_is"})
DEAL_KINDS = ("new", "renewal", "expansion")
DISCOUNT_BASES = ("list", "first_quote", "last_price", "unknown")
TACTIC_RESULTS = ("worked", "failed", "mixed", "unclear")
NOT_DEAL_FIELDS = ("deal_id", "version", "entered_at")

TacticResult = Literal["worked", "failed", "mixed", "unclear"]
Record = TypeVar("Record")

_TACTIC = kinds.line(500)
_RESULT = kinds.choice(*TACTIC_RESULTS)


@dataclass(frozen=True)
class Tactic:
    """Something our side tried, and what it did: `worked`, `failed`, `mixed` or `unclear`."""

    tactic: str
    result: TacticResult = "unclear"

    def __post_init__(self) -> None:
        parsed, problems = kinds.parse_all(
            {"tactic": _TACTIC, "result": _RESULT}, {"tactic": "Tactic", "result": "Result"}, vars(self)
        )
        if not problems and not parsed["tactic"]:
            problems["tactic"] = "Tactic is blank. Say what you tried, or leave the tactic out."
        if problems:
            raise InvalidDeal({"tactics": " ".join(problems.values())})
        vars(self).update(parsed, result=parsed["result"] or "unclear")


def _parse_tactic(value: Any) -> Tactic:
    if isinstance(value, Tactic):
        return value
    try:
        if isinstance(value, Mapping):
            return Tactic(**value)
        return Tactic(*value) if isinstance(value, tuple | list) else Tactic(value)
    except TypeError:
        raise Unclean("holds something that is no tactic with its result. Write what was tried and what it did.") from None
    except InvalidDeal as problem:
        raise Unclean(f"can't be taken: {problem}") from None


TACTICS = kinds.Kind(
    kinds.items(_parse_tactic, same=lambda each: (fold(each.tactic), each.result)).parse,
    lambda value: [{"tactic": each.tactic, "result": each.result} for each in value],
    lambda value: tuple(_trusted(Tactic, each) for each in value),
)


@dataclass(frozen=True, kw_only=True)
class DealDraft:
    """What an importer or a reader of notes proposes before a person confirms it: a deal, all fields optional.

    Percentages and money are Decimal (money per unit, before tax; below zero only here, as a file may say it), dates are
    dates, lists are tuples.
    Raises InvalidDeal, whose `problems` gives a sentence for each field that can't be taken.
    """

    vendor: str | None = of(kinds.line(), "Vendor", needed=True)
    deal_date: date | None = of(kinds.DAY, "Deal date", needed=True)
    logged_by: str | None = of(kinds.line(), "Logged by", needed=True)
    logged_by_email: str | None = of(kinds.line(320), "Sign-in address")
    department: str | None = of(kinds.line(), "Department", needed=True)
    outcome: str | None = of(kinds.choice(*OUTCOMES), "Outcome", needed=True)
    product: str | None = of(kinds.line(), "Product")
    kind: str | None = of(kinds.choice(*DEAL_KINDS), "Kind")
    discount_pct: Decimal | None = of(kinds.PERCENT, "Discount, %")
    discount_base: str | None = of(kinds.choice(*DISCOUNT_BASES), "Off what")
    payment_terms: str | None = of(kinds.line(300), "Payment terms")
    flexible_on: tuple[str, ...] = of(kinds.texts(), "Flexible on")
    firm_on: tuple[str, ...] = of(kinds.texts(), "Firm on")
    tactics: tuple[Tactic, ...] = of(TACTICS, "Tactics")
    notes: str | None = of(kinds.block(), "Notes")
    currency: str | None = of(kinds.CURRENCY, "Currency")
    list_price: Decimal | None = of(kinds.MONEY, "List price")
    quoted_price: Decimal | None = of(kinds.MONEY, "First quote")
    final_price: Decimal | None = of(kinds.MONEY, "Final price")
    unit: str | None = of(kinds.line(100), "Unit")
    quantity: Decimal | None = of(kinds.QUANTITY, "Quantity")
    annual_value: Decimal | None = of(kinds.MONEY, "Annual value")
    total_value: Decimal | None = of(kinds.MONEY, "Total value")
    term_months: int | None = of(kinds.whole(1, 1200), "Term, months")
    start_date: date | None = of(kinds.DAY, "Start date")
    end_date: date | None = of(kinds.DAY, "End date")
    auto_renews: bool | None = of(kinds.FLAG, "Renews itself")
    renewal_term_months: int | None = of(kinds.whole(1, 1200), "Renewal term, months")
    notice_days: int | None = of(kinds.whole(0, 3650), "Notice, days")
    billing_frequency: str | None = of(kinds.line(), "Billing frequency")
    uplift_asked_pct: Decimal | None = of(kinds.CHANGE, "Uplift asked, %")
    uplift_agreed_pct: Decimal | None = of(kinds.CHANGE, "Uplift agreed, %")
    uplift_cap_pct: Decimal | None = of(kinds.CHANGE, "Uplift cap, %")
    conceded: tuple[str, ...] = of(kinds.texts(), "We conceded")
    obtained: tuple[str, ...] = of(kinds.texts(), "We obtained")
    competitor: str | None = of(kinds.line(), "Competitor")
    contact: str | None = of(kinds.line(), "Vendor contact")
    reseller: str | None = of(kinds.line(), "Reseller")
    contract_ref: str | None = of(kinds.line(), "Contract reference")
    links: tuple[str, ...] = of(kinds.LINKS, "Links")
    next_meeting: date | None = of(kinds.DAY, "Next meeting")
    signals: tuple[Signal, ...] = of(SIGNALS, "Signals")
    visible_to: tuple[str, ...] = of(kinds.texts(), "Only for")

    deal_id: str | None = field(default=None, compare=False)
    version: int | None = field(default=None, compare=False)
    entered_at: datetime | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        parsed, problems = kinds.parse_all(KINDS, LABELS, {name: getattr(self, name) for name in FIELDS})
        for name in LISTS:
            parsed[name] = parsed.get(name) or ()
        both = {fold(term) for term in parsed["flexible_on"]} & {fold(term) for term in parsed["firm_on"]}
        if both:
            shown = next(term for term in parsed["firm_on"] if fold(term) in both)
            problems["firm_on"] = f"Firm on and Flexible on both name “{shown}”. Keep it in one; say in the notes how it moved."
        problems |= {name: sentence for name, sentence in self._refused(parsed).items() if name not in problems}
        if problems:
            raise InvalidDeal({name: problems[name] for name in FIELDS if name in problems})
        vars(self).update(parsed)

    def _refused(self, parsed: Mapping[str, Any]) -> dict[str, str]:
        """Return a sentence for each field that a deal can't do without, or can't hold; a proposal holds anything."""
        return {}

    @property
    def is_agreed(self) -> bool:
        """Whether the deal was agreed or renewed as it stood: only then its discount counts."""
        return self.outcome in AGREED_OUTCOMES

    def values(self) -> dict[str, Any]:
        """Return the recorded fields by name, empty ones left out."""
        return {name: value for name in FIELDS if (value := getattr(self, name)) not in (None, ())}

    def to_json(self) -> dict[str, Any]:
        """Return the recorded fields as JSON types: money and percentages as plain decimal strings, days in ISO."""
        return {name: KINDS[name].dump(value) for name, value in self.values().items()}

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        """Return the record whose `values()` these are, unchecked."""
        return _trusted(cls, _EMPTY | dict(values))

    @classmethod
    def from_json(cls, stored: Mapping[str, Any], **identity: Any) -> Self:
        """Return the record that `to_json` wrote, unchecked; fields of a later schema are passed over."""
        loaded = {name: KINDS[name].load(value) for name, value in stored.items() if name in KINDS}
        return _trusted(cls, _EMPTY | loaded | identity)


@dataclass(frozen=True, kw_only=True)
class Deal(DealDraft):
    """The record of one negotiation; vendor, deal_date, logged_by, department and outcome are needed.

    Records read back carry `deal_id`, `version` and `entered_at`, which take no part in equality.
    """

    vendor: str = of(kinds.line(), "Vendor", needed=True)
    deal_date: date = of(kinds.DAY, "Deal date", needed=True)
    logged_by: str = of(kinds.line(), "Logged by", needed=True)
    department: str = of(kinds.line(), "Department", needed=True)
    outcome: str = of(kinds.choice(*OUTCOMES), "Outcome", needed=True)

    def under(self, logged_by: str, department: str) -> "Deal":
        """Return the same deal under another spelling of its person and department."""
        return _trusted(type(self), vars(self) | {"logged_by": logged_by, "department": department})

    def _refused(self, parsed: Mapping[str, Any]) -> dict[str, str]:
        missing = {name: _MISSING[name] for name in NEEDED if not parsed.get(name)}
        negative = {name: parsed[name] for name in _MONEY if (parsed.get(name) or 0) < 0}
        return missing | {name: f"{LABELS[name]} is {value:f}. Enter 0 or more." for name, value in negative.items()}


_DECLARED = [each for each in fields(DealDraft) if each.name not in NOT_DEAL_FIELDS]
FIELDS: tuple[str, ...] = tuple(each.name for each in _DECLARED)
KINDS: dict[str, kinds.Kind] = {each.name: each.metadata["kind"] for each in _DECLARED}
LABELS: dict[str, str] = {each.name: each.metadata["label"] for each in _DECLARED}
NEEDED: tuple[str, ...] = tuple(each.name for each in _DECLARED if each.metadata["needed"])
_MONEY = tuple(name for name, kind in KINDS.items() if kind is kinds.MONEY)
LISTS = ("flexible_on", "firm_on", "tactics", "conceded", "obtained", "links", "signals", "visible_to")

_EMPTY: dict[str, Any] = {name: () if name in LISTS else None for name in (*FIELDS, *NOT_DEAL_FIELDS)}
_MISSING = {
    "vendor": "Vendor is blank. Pick a vendor or type a new name.",
    "deal_date": "Deal date is missing. Enter the day of the agreement or of the last talk.",
    "logged_by": "Logged by is blank. Say who dealt with the vendor.",
    "department": "Department is blank. Say for which department the deal was made.",
    "outcome": "Outcome is missing. Say how it ended, or that it is still open.",
}


def deal_id_of(deal: DealDraft, key: str | None = None) -> str:
    """Return the id of a deal: a hash of `key` where one is given, else of the record as entered.

    The form is frozen by test vectors: 32 hexadecimal digits, whatever the order of fields; empty fields are left
    out and the vendor counts as written, however it resolves. A remark counts as its bare text, which it was before
    signals had kinds: those deals keep their ids.
    """
    material: dict[str, Any] = {"key": key}
    if key is None:
        material = {"deal": deal.to_json() | ({"signals": as_entered(deal.signals)} if deal.signals else {})}
    text = json.dumps(material, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:32]


def _trusted(cls: type[Record], values: Mapping[str, Any]) -> Record:
    """Return a record of checked values without checking them again: reading a bank does this by the thousand."""
    record = object.__new__(cls)
    vars(record).update(values)
    return record
