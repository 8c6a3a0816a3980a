"""Figures of savings, why a deal has none, and totals that add nothing that can't be added."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, localcontext
from typing import Any, Literal, get_args

from leverage.errors import LeverageError
from leverage.text import fold

Kind = Literal["reduction", "avoidance", "off_quote"]
Basis = Literal["annualised", "full term"]
By = Literal["vendor", "department", "quarter"]

KINDS: tuple[Kind, ...] = get_args(Kind)
BASES: tuple[Basis, ...] = get_args(Basis)
BYS: tuple[By, ...] = get_args(By)
KIND_WORDS: Mapping[Kind, str] = {"reduction": "reduction", "avoidance": "avoidance", "off_quote": "off the first quote"}
NOT_VALIDATED = "Not validated by Finance"
_MONEY = ("amount", "baseline_value", "paid_before", "paid_now")
DIGITS = 80  # more than the largest price times the largest quantity has

REASONS: Mapping[str, str] = {
    "not_agreed": "not agreed",
    "no_currency": "no currency recorded",
    "no_size": "no price with a quantity, and no annual or total value recorded",
    "nothing": "the quantity or the value is 0",
    "uplift_open": "an increase was asked; what was agreed of it, or the price before, is not recorded",
    "renewal": "a renewal, and the price paid before is not recorded",
    "not_comparable": (
        "the price paid before is in another unit or currency, bought another way, paid for another time, or not recorded"
    ),
    "expansion": "an expansion: nothing was paid before for what it adds, and no first quote above its price is recorded",
    "list_only": "only a discount off list, which is no saving on a price paid before",
    "no_baseline": "no price paid before, first quote or increase asked to compare with",
    "no_saving": "compared, and nothing was saved",
}


@dataclass(frozen=True)
class Figure:
    """What one agreed deal saved against a baseline; `deal_ids` are the deal and, where one is, the one it is compared with.

    A `reduction` is cash saved on a price paid before, an `avoidance` an increase averted, and `off_quote` what a first quote
    came down by where no price before is known, which is neither. `amount` is before tax, in
    `currency`, of a year (`annualised`) or of the whole term or purchase (`full term`). `baseline` says what it is measured
    against, `baseline_value` how much that is, `paid_before` and `paid_now` the prices of the deal before, where known, and of
    this one, as `per` says; `how` is how the amount comes about, `note` where records differ.
    """

    deal_id: str
    deal_ids: tuple[str, ...]
    vendor: str
    bank_id: str
    product: str | None
    department: str
    day: date
    kind: Kind
    baseline: str
    baseline_value: Decimal
    paid_before: Decimal | None
    paid_now: Decimal
    per: str
    amount: Decimal
    currency: str
    basis: Basis
    how: str
    note: str
    reseller: str | None

    @property
    def quarter(self) -> str:
        """The quarter of the calendar that the day lies in: `2026 Q1`."""
        return quarter_of(self.day)

    def to_json(self) -> dict[str, Any]:
        """Return what the deals say, in JSON types; the vendor's name is found when it is read."""
        told = {name: value for name, value in vars(self).items() if name not in ("vendor", "bank_id")}
        money = {name: None if value is None else format(value, "f") for name in _MONEY for value in (told[name],)}
        return told | money | {"deal_ids": list(self.deal_ids), "day": self.day.isoformat()}

    @classmethod
    def taken(cls, stored: dict[str, Any], vendor: str, bank_id: str, department: str) -> "Figure":
        """Return the figure that `to_json` wrote, under the names that its vendor and department go by now.

        It takes `stored` itself for its values, since thousands are read at once: nobody else may keep it.
        """
        stored["vendor"], stored["bank_id"], stored["department"] = vendor, bank_id, department
        stored["deal_ids"] = tuple(stored["deal_ids"])
        stored["day"] = date.fromisoformat(stored["day"])
        for name in _MONEY:
            stored[name] = None if stored[name] is None else Decimal(stored[name])
        figure = object.__new__(cls)
        object.__setattr__(figure, "__dict__", stored)
        return figure


@dataclass(frozen=True)
class LeftOut:
    """A deal that counts and has no figure, with one of REASONS."""

    deal_id: str
    vendor: str
    bank_id: str
    product: str | None
    department: str
    day: date
    reason: str

    def to_json(self) -> dict[str, Any]:
        """Return what the deal says, in JSON types."""
        told = {name: value for name, value in vars(self).items() if name not in ("vendor", "bank_id")}
        return told | {"day": self.day.isoformat()}

    @classmethod
    def taken(cls, stored: dict[str, Any], vendor: str, bank_id: str, department: str) -> "LeftOut":
        """Return the deal that `to_json` wrote, as `Figure.taken` does."""
        stored["vendor"], stored["bank_id"], stored["department"] = vendor, bank_id, department
        stored["day"] = date.fromisoformat(stored["day"])
        left = object.__new__(cls)
        object.__setattr__(left, "__dict__", stored)
        return left


@dataclass(frozen=True)
class Savings:
    """All figures of a choice of deals, newest first, and the deals of it that have none."""

    figures: list[Figure]
    left_out: list[LeftOut]

    def narrowed(
        self,
        *,
        bank_id: str | None = None,
        department: str | None = None,
        since: date | None = None,
        until: date | None = None,
        currency: str | None = None,
        kind: Kind | None = None,
        basis: Basis | None = None,
    ) -> "Savings":
        """Return those of one vendor, of one department, as it is shown, and between two days, both included.

        Of one currency, kind or basis there are figures alone: a deal without any is of none.
        """
        if not (bank_id or department or since or until or currency or kind or basis):
            return self
        theirs = None if department is None else fold(department)

        def is_chosen(each: Figure | LeftOut) -> bool:
            return (
                (bank_id is None or each.bank_id == bank_id)
                and (theirs is None or fold(each.department) == theirs)
                and (since is None or each.day >= since)
                and (until is None or each.day <= until)
            )

        if not (currency or kind or basis):
            return Savings(list(filter(is_chosen, self.figures)), list(filter(is_chosen, self.left_out)))
        alike = [
            each
            for each in filter(is_chosen, self.figures)
            if currency in (None, each.currency) and kind in (None, each.kind) and basis in (None, each.basis)
        ]
        return Savings(alike, [])


@dataclass(frozen=True)
class Total:
    """The sum of some figures of one group that may be added: of one currency, one kind and one basis.

    `group` is its name, `key` what tells it from another of the same name: a bank id, a folded department, a quarter.
    """

    key: str
    group: str
    currency: str
    kind: Kind
    basis: Basis
    amount: Decimal
    count: int


def totals(figures: Iterable[Figure], by: By | None = "vendor") -> list[Total]:
    """Return the sums by vendor, department or quarter, or of all (None), apart for each currency, basis and kind, in that order.

    Quarters run from the oldest; vendors and departments from the largest sum. Raises LeverageError for another `by`.
    """
    if by is not None and by not in BYS:
        raise LeverageError(f"Numbers can't be added by “{by}”. Give vendor, department or quarter.")
    names: dict[str, str] = {}
    sums: dict[tuple[str, Basis, Kind, str], tuple[Decimal, int]] = {}
    with localcontext(prec=DIGITS):
        for figure in figures:
            name, key = _group(figure, by)
            names.setdefault(key, name)
            place = (figure.currency, figure.basis, figure.kind, key)
            amount, count = sums.get(place, (Decimal(0), 0))
            sums[place] = (amount + figure.amount, count + 1)
    found = [
        Total(key, names[key], currency, kind, basis, amount, count)
        for (currency, basis, kind, key), (amount, count) in sums.items()
    ]
    found.sort(key=lambda each: fold(each.group))
    if by != "quarter":
        found.sort(key=lambda each: each.amount, reverse=True)
    return sorted(found, key=lambda each: (each.currency, BASES.index(each.basis), KINDS.index(each.kind)))


def quarter_of(day: date) -> str:
    """Return the quarter of the calendar that a day lies in: `2026 Q1`."""
    return f"{day.year} Q{(day.month + 2) // 3}"


def _group(figure: Figure, by: By | None) -> tuple[str, str]:
    """Return the name of a figure's group, and what makes two of them one."""
    if by is None:
        return "All", ""
    if by == "vendor":
        return figure.vendor, figure.bank_id
    if by == "department":
        return figure.department, fold(figure.department)
    return figure.quarter, figure.quarter
