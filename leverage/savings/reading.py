"""Savings of all vendors, read from the projection, so that no vendor's bank is opened that did not change."""

import functools
from typing import Any

from leverage.errors import LeverageError
from leverage.exports.choice import Day, day_of
from leverage.knowledge import KnowledgeBase
from leverage.progress import Progress
from leverage.projection import Extract, Material
from leverage.savings.counting import count_savings
from leverage.savings.figure import Figure, LeftOut, Savings


def _make(material: Material) -> dict[str, Any]:
    figures, left = count_savings([record.deal() for record in material.records], vendor="", bank_id=material.bank_id)
    return {
        "figures": [figure.to_json() for figure in figures],
        "left": [each.to_json() for each in left],
    }


SAVINGS = Extract("savings", 3, _make)


def savings(
    kb: KnowledgeBase,
    *,
    vendor: str | None = None,
    department: str | None = None,
    since: Day = None,
    until: Day = None,
    progress: Progress | None = None,
) -> Savings:
    """Return the figures, newest first, and the deals that have none; of all vendors, or as the filters say.

    `vendor` is a name or a bank id, `department` any of its spellings; the deal date lies between `since` and `until`, days or
    ISO texts, both included. Raises LeverageError for a day that is none, and for days the wrong way round.
    """
    return _read(kb, vendor, department, since, until, progress, is_left_out_told=True)


def figures(
    kb: KnowledgeBase,
    *,
    vendor: str | None = None,
    department: str | None = None,
    since: Day = None,
    until: Day = None,
    progress: Progress | None = None,
) -> list[Figure]:
    """Return the figures alone, as `savings` does."""
    return _read(kb, vendor, department, since, until, progress, is_left_out_told=False).figures


def _read(
    kb: KnowledgeBase,
    vendor: str | None,
    department: str | None,
    since: Day,
    until: Day,
    progress: Progress | None,
    *,
    is_left_out_told: bool,
) -> Savings:
    first, last = day_of(since, "Since"), day_of(until, "Until")
    if first and last and first > last:
        raise LeverageError("The first day is after the last. Swap them.")
    book, names = kb.names(), kb.ask_index(lambda index: index.vendor_names())

    @functools.cache
    def shown(written: str) -> str:
        return book.name("department", written)

    def shape(bank_id: str, stored: dict[str, Any] | None) -> Savings:
        name = names.get(bank_id)
        if not stored or name is None:
            return Savings([], [])
        return Savings(
            [Figure.taken(each, name, bank_id, shown(each["department"])) for each in stored["figures"]],
            [LeftOut.taken(each, name, bank_id, shown(each["department"])) for each in stored["left"]],
        )

    found = Savings([], [])
    if vendor is None:
        told = [each for _, each in kb.projection.each_as(SAVINGS, book.version, shape, progress)]
    else:
        bank_id = kb.bank_id(vendor)
        told = [shape(bank_id, kb.projection.of(SAVINGS, bank_id))]
    for each in told:
        found.figures.extend(each.figures)
        found.left_out.extend(each.left_out if is_left_out_told else ())
    found.figures.sort(key=lambda figure: figure.day, reverse=True)
    found.left_out.sort(key=lambda each: each.day, reverse=True)
    wanted = None if department is None else shown(department)
    return found.narrowed(department=wanted, since=first, until=last)
