"""Where feedback stays: in the bank of its vendor, beside the deals, and no longer than any deal that it is about."""

import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from leverage.blotting import Blotter
from leverage.memory.bank import Banks, Stored
from leverage.memory.facets import records_of
from leverage.name_book import NameBook
from leverage.verdicts import FACET, Feedback

log = logging.getLogger(__name__)


def held(banks: Banks, bank_id: str) -> dict[str, Feedback]:
    """Return the feedback that a bank holds, by the id of its memory; what can't be read is left out."""
    found: dict[str, Feedback] = {}
    for memory_id, stored in records_of(banks, bank_id, FACET).items():
        try:
            found[memory_id] = Feedback.from_json(stored)
        except (KeyError, TypeError, ValueError, AttributeError):
            log.warning("The feedback %s can't be read and is left out.", memory_id)
    return found


def keep(banks: Banks, bank_id: str, feedback: Mapping[str, Feedback]) -> None:
    """Write feedback with the exact data under these memory ids, and read it back."""
    banks.bank(bank_id).retain([], [Stored(each.memory(memory_id), each.to_json()) for memory_id, each in feedback.items()])


def resolved(book: NameBook, feedback: Feedback) -> Feedback:
    """Return feedback with its person and department under the names they lead to."""
    by, department = book.name("person", feedback.by), book.name("department", feedback.department)
    return replace(feedback, by=by, department=department)


def only_about(banks: Banks, bank_id: str, deal_ids: Collection[str], ask_index: Callable[..., Any]) -> list[str]:
    """Return the ids of feedback that is about some of these deals, and about no other that is in the bank."""
    gone = set(deal_ids)
    return [
        memory_id
        for memory_id, each in held(banks, bank_id).items()
        if not gone.isdisjoint(each.deal_ids) and not _others(bank_id, each, gone, ask_index)
    ]


def let_go(banks: Banks, bank_id: str, deal_id: str, ask_index: Callable[..., Any]) -> None:
    """Take a deal that is being erased out of feedback; with the last deal that it is about, feedback goes, too."""
    changed: dict[str, Feedback] = {}
    gone: list[str] = []
    for memory_id, each in held(banks, bank_id).items():
        if deal_id not in each.deal_ids:
            continue
        if _others(bank_id, each, {deal_id}, ask_index):
            left = tuple(other for other in each.deal_ids if other != deal_id)
            changed[memory_id] = replace(each, deal_ids=left, version=each.version + 1)
        else:
            gone.append(memory_id)
    banks.bank(bank_id).erase(gone)
    keep(banks, bank_id, changed)


def efface(banks: Banks, bank_id: str, blotter: Blotter) -> None:
    """Take a person's name out of feedback, out of its exact data and its sentence alike."""
    changed: dict[str, Feedback] = {}
    gone: list[str] = []
    for memory_id, each in held(banks, bank_id).items():
        told = each.to_json()
        blotted = blotter.blotted(told)
        is_named = blotter.mentions(memory_id)  # after a bank that it came from
        if blotted != told or is_named:
            changed[each.id if is_named else memory_id] = replace(Feedback.from_json(blotted), version=each.version + 1)
            gone += [memory_id] if is_named else []
    keep(banks, bank_id, changed)
    banks.bank(bank_id).erase(gone)


def _others(bank_id: str, feedback: Feedback, gone: Collection[str], ask_index: Callable[..., Any]) -> bool:
    asked = [each for each in feedback.deal_ids if each not in gone]
    listed = ask_index(lambda index: index.banks_of(asked)) if asked else {}
    return any(where == bank_id for where in listed.values())
