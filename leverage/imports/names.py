"""The vendors' names in a file: numbers in front of them, and those that may mean a vendor already known."""

import functools
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from leverage.directory.suggesting import REASONS, suggest_among
from leverage.imports.questions import Answers, Option, Question
from leverage.imports.values import short
from leverage.index import Vendor
from leverage.vendors import BlankVendor, similar_names, vendor_bank_id

if TYPE_CHECKING:
    from leverage.knowledge import KnowledgeBase

NEW = "new"
MOST_NAMES = 1_000  # names of one file that are compared with each other; more are imported as written
MOST_SUGGESTED = 3
MOST_COMPARED = 10  # likenesses in the file, of which those before a name are asked about

_NUMBERED = re.compile(r"\s*((?:[A-Z]{2})?\d[\d./-]{6,20}\d)\s*[-–—:|]\s*(\S.*)", re.DOTALL)


def without_numbers(cells: Sequence[str], answers: Answers) -> list[str] | None:
    """Return the names without the register number that stands before each; None where there is none or it stays."""
    filled = [cell for cell in cells if cell.strip()]
    parted = [_NUMBERED.fullmatch(cell) for cell in filled]
    if not filled or not all(parted):
        return None
    sample = " ".join(filled[0].split())
    name = parted[0].group(2).strip() if parted[0] else ""
    question = Question(
        "vendor:number",
        "vendor",
        f"Is the vendor “{short(name)}”, without the number before it?",
        (Option("drop", f"Yes, “{short(name)}”"), Option("keep", f"No, “{short(sample)}”")),
        rows=len(filled),
    )
    if answers.ask(question) != "drop":
        return None
    found = (_NUMBERED.fullmatch(cell) for cell in cells)
    return [match.group(2).strip() if match else cell for match, cell in zip(found, cells, strict=True)]


@dataclass(frozen=True)
class SameVendor:
    """A `name` that a person says is another name of the vendor called `vendor`."""

    name: str
    vendor: str


def find_same_vendors(names: Iterable[str], kb: "KnowledgeBase | None", answers: Answers) -> dict[str, SameVendor]:
    """Return which names a person says are other names of a vendor, by the bank id that they would have.

    Each name that leads to no known vendor is compared with the known ones and with the names before it in the file.
    Nothing is ever joined unasked.
    """
    counts = Counter(" ".join(name.split()) for name in names)
    new: dict[str, str] = {}
    for name in counts:
        bank_id = _bank_id(name, kb)
        if bank_id and not (kb and kb.vendor(bank_id)):
            new.setdefault(bank_id, name)
    if len(new) > MOST_NAMES:
        return {}
    same: dict[str, SameVendor] = {}
    leads: dict[str, str] = {}
    alike = _alike(tuple(new.values()), tuple(kb.vendors()) if kb else ())
    for bank_id, name in new.items():
        if name not in alike:
            continue
        question = Question(
            f"vendor:{name}",
            "vendor",
            f"Is “{short(name)}” another name of a vendor?",
            (
                *(Option(each, f"{short(each)} ({reason})") for each, reason in alike[name]),
                Option(NEW, "No, a vendor of its own"),
            ),
            NEW,
            rows=counts[name],
            is_needed=False,
        )
        answer = answers.ask(question)
        if answer and answer != NEW:
            leads[name] = leads.get(answer, answer)
            same[bank_id] = SameVendor(name, leads[name])
    return same


@functools.lru_cache(maxsize=4)  # asked anew with every answer that a person gives about a file
def _alike(names: tuple[str, ...], vendors: tuple[Vendor, ...]) -> dict[str, list[tuple[str, str]]]:
    """Return what each name may be another name of, with the reason: known vendors, and names before it."""
    place = {name: n for n, name in enumerate(names)}
    found: dict[str, list[tuple[str, str]]] = {}
    for name in names:
        known = [(each.name, each.reason) for each in suggest_among(vendors, name, MOST_SUGGESTED)]
        told = {each for each, _ in known}
        within = [each for each in similar_names(name, names, MOST_COMPARED) if place[each.name] < place[name]]
        known += [(each.name, REASONS.get(each.reason, each.reason)) for each in within if each.name not in told]
        if known:
            found[name] = known[:MOST_SUGGESTED]
    return found


def _bank_id(name: str, kb: "KnowledgeBase | None") -> str | None:
    try:
        return kb.bank_id(name) if kb else vendor_bank_id(name)
    except BlankVendor:
        return None
