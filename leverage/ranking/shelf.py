"""A bank's memories as the ranking needs them: restatements put together, newest first, with what is known of their deals."""

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
import numpy.typing as npt

from leverage.ranking.filters import Filters
from leverage.ranking.folding import key_of, names_pattern, who_and_when
from leverage.ranking.lexicon import Lexicon, facet_of
from leverage.ranking.matter import Names, matter_of
from leverage.stems import tokens_of
from leverage.text import fold

LAST_DEALS = 3

_PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s*(?:%|percent)")
_NOT_ACHIEVED = re.compile(r"Discount discussed, not agreed|Price increase")
_NO_UPLIFT = re.compile(r"(?!Price increase)")
_DAYS = re.compile(r"\bnet[ -]?(\d+)|(\d+)[ -]days?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Row:
    """A memory: its id, the place of its text, and what Chroma keeps beside it."""

    id: str
    place: int
    metadata: Mapping[str, Any]

    @property
    def deal_id(self) -> str | None:
        """The deal that it is of."""
        return self.metadata.get("deal_id")

    @property
    def day(self) -> str:
        """The day of its deal in ISO form; empty where none is known."""
        return self.metadata.get("date") or ""


@dataclass(frozen=True, slots=True)
class Group:
    """Memories that say the same, newest first, and the deals that they are of."""

    rows: Sequence[Row]
    deal_ids: tuple[str, ...]

    @classmethod
    def of(cls, rows: Sequence[Row]) -> "Group":
        """Return the group of memories that come newest first."""
        return cls(rows, tuple(dict.fromkeys(row.deal_id for row in rows if row.deal_id)))

    @property
    def newest(self) -> Row:
        """The memory that stands for all."""
        return self.rows[0]


class Shelf:
    """The memories of a bank in groups that say the same, and what the ranking asks of them; made once per content."""

    def __init__(
        self, texts: Sequence[str], rows: Sequence[Sequence[tuple[str, Mapping[str, Any]]]], names: Iterable[str]
    ) -> None:
        self.texts = texts
        self._vendor_names = tuple(names)
        self._vendor = names_pattern(self._vendor_names)
        told = [Row(memory_id, place, metadata) for place, group in enumerate(rows) for memory_id, metadata in group]
        self.groups = self._folded(told)
        self.places: npt.NDArray[np.int32] = np.asarray([group.newest.place for group in self.groups], np.int32)
        self.days: npt.NDArray[np.int32] = np.asarray(
            [int(group.newest.day.replace("-", "") or 0) for group in self.groups], np.int32
        )
        days: dict[str, str] = {}
        for row in told:
            if row.deal_id and row.day:
                days[row.deal_id] = max(row.day, days.get(row.deal_id, ""))
        newest = sorted(days, key=lambda deal_id: (days[deal_id], deal_id), reverse=True)
        self.last_deals = frozenset(newest[:LAST_DEALS])
        self.newest_day = date.fromisoformat(max(days.values())) if days else None
        self.is_of_last_deals = np.asarray([not self.last_deals.isdisjoint(group.deal_ids) for group in self.groups], bool)
        summaries = [row for row in told if row.deal_id and row.metadata.get("facet") == "summary"]
        self._outcomes = {row.deal_id: row.metadata.get("result") for row in summaries if row.deal_id}
        self._of_products: dict[str, npt.NDArray[np.bool_]] = {}
        self._told = told

    @functools.cached_property
    def lexicon(self) -> Lexicon:
        """The words of the texts, read at the first question."""
        return Lexicon(self.texts, self.names)

    @functools.cached_property
    def names(self) -> Names:
        """How the vendor, its products and those who told of it are called."""
        noted = [row.metadata for row in self._told]
        people = {each["who"] for each in noted if each.get("who")}
        others = {each[key] for each in noted for key in ("department", "product") if each.get(key)}
        return Names(self._vendor_names, people, others)

    @functools.cached_property
    def results(self) -> Mapping[str, npt.NDArray[np.bool_]]:
        """Which groups tell of a tactic that came to a result, by result."""
        told = [matter_of(self.texts[group.newest.place]).result for group in self.groups]
        return {result: np.asarray([each == result for each in told], bool) for result in set(told) if result}

    def of_years(self, years: Iterable[str]) -> npt.NDArray[np.bool_]:
        """Return which groups tell of deals of some years."""
        return np.isin(self.days // 10_000, [int(each) for each in years])

    def of_department(self, department: str) -> npt.NDArray[np.bool_]:
        """Return which groups have what a department told."""
        told = [any(row.metadata.get("department") == department for row in group.rows) for group in self.groups]
        return np.asarray(told, bool)

    @functools.cached_property
    def spelled_departments(self) -> Mapping[str, str]:
        """The bank's departments, each with its plain words."""
        known = sorted({row.metadata["department"] for row in self._told if row.metadata.get("department")})
        return {each: " ".join(token.plain for token in tokens_of(each)) for each in known}

    @functools.cached_property
    def facets(self) -> Mapping[str, npt.NDArray[np.bool_]]:
        """Which groups are of a facet, by facet."""
        told = [facet_of(self.texts[group.newest.place], group.newest.metadata.get("facet")) for group in self.groups]
        return {facet: np.asarray([each == facet for each in told], bool) for facet in set(told) if facet}

    @functools.cached_property
    def percents(self) -> npt.NDArray[np.float32]:
        """The highest percentage of each group that tells of an agreed discount; 0 for the others."""
        return self._amounts("price", _PERCENT, _NOT_ACHIEVED)

    @functools.cached_property
    def uplifts(self) -> npt.NDArray[np.float32]:
        """The highest percentage of each group that tells of a price increase; 0 for the others."""
        return self._amounts("price", _PERCENT, _NO_UPLIFT)

    @functools.cached_property
    def pay_days(self) -> npt.NDArray[np.float32]:
        """The longest term of each group that tells of payment, in days; 0 for the others."""
        return self._amounts("payment", _DAYS)

    @functools.cached_property
    def products(self) -> Mapping[str, frozenset[str]]:
        """The folded products of each deal; of those written before products were noted, what the summary names."""
        products: dict[str, set[str]] = {}
        for row in self._told:
            if row.deal_id and row.metadata.get("product"):
                products.setdefault(row.deal_id, set()).add(fold(row.metadata["product"]))
        return {deal_id: frozenset(each) for deal_id, each in products.items()}

    @functools.cached_property
    def spelled_products(self) -> Mapping[str, str]:
        """The bank's folded products, each with its plain words."""
        known = {product for products in self.products.values() for product in products}
        return {product: " ".join(token.plain for token in tokens_of(product)) for product in sorted(known)}

    def of_product(self, product: str) -> npt.NDArray[np.bool_]:
        """Return which groups tell of a folded product."""
        if product not in self._of_products:
            deals = {deal_id for deal_id, products in self.products.items() if product in products}
            self._of_products[product] = np.asarray([not deals.isdisjoint(group.deal_ids) for group in self.groups], bool)
        return self._of_products[product]

    def left_by(self, filters: Filters) -> Mapping[int, Group]:
        """Return what filters leave of the groups, by number; those of which nothing is left are not in it."""
        if filters.is_open:
            return self._all
        deals = self._deals_left(filters)
        departments = self._departments_left(filters)

        def passes(row: Row) -> bool:
            noted = row.metadata
            return (
                (filters.facet is None or noted.get("facet") == filters.facet)
                and (departments is None or noted.get("department") in departments)
                and (deals is None or row.deal_id in deals)
                and filters.is_in_period(row.day)
            )

        left = ((number, [row for row in group.rows if passes(row)]) for number, group in enumerate(self.groups))
        return {number: Group.of(rows) for number, rows in left if rows}

    @functools.cached_property
    def _all(self) -> Mapping[int, Group]:
        return dict(enumerate(self.groups))

    def _departments_left(self, filters: Filters) -> frozenset[str] | None:
        if filters.department is None:
            return None
        known = {row.metadata.get("department") for row in self._told}
        return frozenset(each for each in known if each and filters.same_department(each, filters.department))

    def _deals_left(self, filters: Filters) -> set[str] | None:
        """Return the deals of the outcome and the product that are asked for; None where none is."""
        if filters.outcome is None and filters.product is None:
            return None
        deals = {row.deal_id for row in self._told if row.deal_id}
        if filters.outcome is not None:
            deals &= {deal_id for deal_id, outcome in self._outcomes.items() if outcome == filters.outcome}
        if filters.product is not None:
            product = fold(filters.product)
            noted = self.products
            deals = {
                each for each in deals if (product in noted[each] if each in noted else self._is_named_in_summary(each, product))
            }
        return deals

    def _is_named_in_summary(self, deal_id: str, product: str) -> bool:
        summary = self._summaries.get(deal_id, "")
        return re.search(rf" for {re.escape(product)}(?= \(|\.|$)", summary) is not None

    @functools.cached_property
    def _summaries(self) -> Mapping[str, str]:
        found = ((row.deal_id, self.texts[row.place]) for row in self._told if row.metadata.get("facet") == "summary")
        return {deal_id: fold(text) for deal_id, text in found if deal_id}

    def _folded(self, rows: Sequence[Row]) -> list[Group]:
        groups: dict[tuple[Any, ...], list[Row]] = {}
        keys: dict[tuple[Any, ...], tuple[Any, ...]] = {}
        for row in rows:
            noted, text = row.metadata, self.texts[row.place]
            same = row.place, noted.get("result"), noted.get("facet"), who_and_when(text, noted.get("who"), row.day)
            if same not in keys:
                keys[same] = key_of(text, noted, self._vendor)
            groups.setdefault(keys[same], []).append(row)
        for group in groups.values():
            group.sort(key=lambda row: (row.day, row.id), reverse=True)
        newest_first = sorted(groups.values(), key=lambda group: (group[0].day, group[0].id), reverse=True)
        return [Group.of(group) for group in newest_first]

    def _amounts(self, facet: str, pattern: re.Pattern[str], but: re.Pattern[str] | None = None) -> npt.NDArray[np.float32]:
        amounts = np.zeros(len(self.groups), np.float32)
        if facet in self.facets:
            for number in np.flatnonzero(self.facets[facet]):
                text = self.texts[self.groups[number].newest.place]
                if but is not None and but.match(text):
                    continue
                found = pattern.findall(text)
                told = [float(part) for each in found for part in (each if isinstance(each, tuple) else (each,)) if part]
                amounts[number] = max(told, default=0)
        return amounts
