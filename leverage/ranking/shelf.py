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
from leverage.ranking.folding import key_of, names_pattern
from leverage.ranking.lexicon import Lexicon, facet_of
from leverage.text import fold

LAST_DEALS = 3

_PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s*(?:%|percent)")
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


class Shelf:
    """The memories of a bank in groups that say the same, and what the ranking asks of them; made once per content."""

    def __init__(
        self, texts: Sequence[str], rows: Sequence[Sequence[tuple[str, Mapping[str, Any]]]], names: Iterable[str]
    ) -> None:
        self.texts = texts
        self._vendor = names_pattern(names)
        told = [Row(memory_id, place, metadata) for place, group in enumerate(rows) for memory_id, metadata in group]
        self.groups = self._folded(told)
        self.places: npt.NDArray[np.int32] = np.asarray([group[0].place for group in self.groups], np.int32)
        self.days: npt.NDArray[np.int32] = np.asarray(
            [int(group[0].day.replace("-", "") or 0) for group in self.groups], np.int32
        )
        days = {row.deal_id: row.day for row in told if row.deal_id and row.day}
        newest = sorted(days, key=lambda deal_id: (days[deal_id], deal_id), reverse=True)
        self.last_deals = frozenset(newest[:LAST_DEALS])
        self.newest_day = date.fromisoformat(max(days.values())) if days else None
        self.is_of_last_deals = np.asarray([any(row.deal_id in self.last_deals for row in group) for group in self.groups], bool)
        self._outcomes = {row.deal_id: row.metadata.get("result") for row in told if row.metadata.get("facet") == "summary"}
        self._told = told

    @functools.cached_property
    def lexicon(self) -> Lexicon:
        """The words of the texts, read at the first question."""
        return Lexicon(self.texts)

    @functools.cached_property
    def facets(self) -> Mapping[str, npt.NDArray[np.bool_]]:
        """Which groups are of a facet, by facet."""
        told = [facet_of(self.texts[group[0].place], group[0].metadata.get("facet")) for group in self.groups]
        return {facet: np.asarray([each == facet for each in told], bool) for facet in set(told) if facet}

    @functools.cached_property
    def percents(self) -> npt.NDArray[np.float32]:
        """The highest percentage of each group that tells of a price; 0 for the others."""
        return self._amounts("price", _PERCENT)

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

    def left_by(self, filters: Filters) -> list[tuple[int, Sequence[Row]]]:
        """Return the groups with the memories that pass, each with its number; those of which none passes are left out."""
        if filters.is_open:
            return list(enumerate(self.groups))
        wanted = fold(filters.product) if filters.product else ""

        def passes(row: Row) -> bool:
            products = self.products.get(row.deal_id or "", frozenset())
            if wanted and not products and self._is_named_in_summary(row.deal_id, wanted):
                products = frozenset({wanted})
            return filters.passes(row.metadata, self._outcomes.get(row.deal_id), products)

        left = ((number, [row for row in group if passes(row)]) for number, group in enumerate(self.groups))
        return [(number, group) for number, group in left if group]

    def _is_named_in_summary(self, deal_id: str | None, product: str) -> bool:
        summary = self._summaries.get(deal_id or "", "")
        return re.search(rf" for {re.escape(product)}(?= \(|\.|$)", summary) is not None

    @functools.cached_property
    def _summaries(self) -> Mapping[str, str]:
        found = ((row.deal_id, self.texts[row.place]) for row in self._told if row.metadata.get("facet") == "summary")
        return {deal_id: fold(text) for deal_id, text in found if deal_id}

    def _folded(self, rows: Sequence[Row]) -> list[Sequence[Row]]:
        groups: dict[tuple[Any, ...], list[Row]] = {}
        keys: dict[tuple[Any, ...], tuple[Any, ...]] = {}
        for row in rows:
            noted = row.metadata
            same = (row.place, noted.get("result"), noted.get("facet"), noted.get("who"), noted.get("date"))
            if same not in keys:
                keys[same] = key_of(self.texts[row.place], noted, self._vendor)
            groups.setdefault(keys[same], []).append(row)
        for group in groups.values():
            group.sort(key=lambda row: (row.day, row.id), reverse=True)
        return sorted(groups.values(), key=lambda group: (group[0].day, group[0].id), reverse=True)

    def _amounts(self, facet: str, pattern: re.Pattern[str]) -> npt.NDArray[np.float32]:
        amounts = np.zeros(len(self.groups), np.float32)
        if facet in self.facets:
            for number in np.flatnonzero(self.facets[facet]):
                found = pattern.findall(self.texts[self.groups[number][0].place])
                told = [float(part) for each in found for part in (each if isinstance(each, tuple) else (each,)) if part]
                amounts[number] = max(told, default=0)
        return amounts
