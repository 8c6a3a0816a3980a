"""Lists and counts of a knowledge base, from the index alone, people and departments under the names that they go by."""

import functools
import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from typing import Any

from leverage.index import NAMES, Vendor
from leverage.name_book import Kind, NameBook
from leverage.reading import Reader
from leverage.spellings import distinct
from leverage.text import fold


class Listing:
    """The part of a knowledge base that says which vendors, people and departments there are."""

    ask_index: Callable[..., Any]
    _reader: Reader

    def vendors(self) -> list[Vendor]:
        """Return every vendor with a deal that counts, by name, from the index alone."""
        found = self.ask_index(lambda index: index.vendors())
        book = self.names()
        return [_under(book, vendor) for vendor in found] if book.leads else found

    def vendor(self, vendor: str) -> Vendor | None:
        """Return one vendor as the list shows it; None where no deal counts."""
        bank_id = self._reader.bank_id(vendor)
        found = self.ask_index(lambda index: index.vendors(bank_id)) if bank_id else []
        return _under(self.names(), found[0]) if found else None

    def count(
        self, vendor: str | None = None, department: str | None = None, since: date | None = None, until: date | None = None
    ) -> int:
        """Return how many deals count, of one vendor, one department and a period, where these are given."""
        bank_id = self._reader.bank_id(vendor) if vendor else None
        counts = self.ask_index(lambda index: index.count(bank_id, since, until))
        book = self.names()
        return sum(n for name, n in counts.items() if department is None or book.same("department", name, department))

    def people(self) -> list[str]:
        """Return everybody who logged a deal, in order."""
        book = self.names()
        return _each("person", book, self.ask_index(lambda index: index.people()))

    def departments(self) -> list[str]:
        """Return every department with a deal, in order."""
        book = self.names()
        return _each("department", book, self.ask_index(lambda index: index.departments()))

    def deals_by_name(self, kind: Kind) -> dict[str, int]:
        """Return how many deals that count each person, or each department, has, by the name under which it is shown."""
        book = self.names()
        counts: dict[str, int] = {}
        shown: dict[str, str] = {}
        for written, count in sorted(self.ask_index(lambda index: index.deals_by_name(kind)).items()):
            name = book.name(kind, written)
            name = shown.setdefault(fold(name), name)
            counts[name] = counts.get(name, 0) + count
        return dict(sorted(counts.items(), key=lambda each: fold(each[0])))

    def names(self) -> NameBook:
        """Return under which name each person and department is shown, and who has left."""
        noted = self.ask_index(lambda index: index.noted(NAMES))
        return _read_names(noted or "")


def _under(book: NameBook, vendor: Vendor) -> Vendor:
    people, departments = _each("person", book, vendor.contributors), _each("department", book, vendor.departments)
    return replace(vendor, contributors=tuple(people), departments=tuple(departments))


def _each(kind: Kind, book: NameBook, names: Iterable[str]) -> list[str]:
    return sorted(distinct(book.name(kind, name) for name in names), key=fold)


@functools.lru_cache(maxsize=4)
def _read_names(text: str) -> NameBook:
    return NameBook.from_json(json.loads(text)) if text else NameBook()
