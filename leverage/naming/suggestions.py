"""Suggestions: the known vendors that a name may mean. A person decides; no machine merges them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from leverage.naming.bank_ids import BlankVendor, vendor_bank_id
from leverage.naming.letters import is_in_han
from leverage.naming.likeness import INITIALS, Likeness, likeness
from leverage.naming.other_names import are_two_firms, other_names
from leverage.naming.pieces import OTHER_NAME
from leverage.naming.readings import read_name
from leverage.naming.shelf import shelf_of

LOOKED_AT = 28  # names that are compared word by word
MOST_WITH_INITIALS = {2: 2, 3: 3}  # names that fit initials of so many letters; beyond that these say nothing
SURE_ENOUGH = 88  # how like another name of the firm must be
ALIAS_COST = 8


@dataclass(frozen=True)
class Suggestion:
    """A known name that may mean the same vendor: how surely, 0 to 100, and why.

    The reason is "spelling", "legal form", "spacing", "word order", "short form", "initials",
    "alternative name" or "address or note in the name".
    """

    name: str
    score: float
    reason: str


def similar_names(name: str, known: Sequence[str], limit: int = 5) -> list[Suggestion]:
    """Return the known names that may mean the vendor called `name`, the likeliest first, at most `limit`.

    Names that lead to the same bank as `name` are no suggestions; of known names that share a bank, the first
    likeliest stands for all. Nothing is read or written; the layout of the last few lists of known names is kept.
    """
    own = _bank_of(name)
    if own is None or limit <= 0 or not known:
        return []
    readings = read_name(name)
    aliases = other_names(readings)
    spelled_aliases = [reading for alias in aliases for reading in read_name(alias)[:1]]
    names = tuple(known)
    found: list[tuple[str, Likeness]] = []
    for at in shelf_of(names).find(readings, spelled_aliases, LOOKED_AT):
        alike = _likeness(name, names[at], aliases)
        if alike is not None:
            found.append((names[at], alike))
    fits = Counter(alike.letters for _, alike in found)
    found = [pair for pair in found if fits[pair[1].letters] <= MOST_WITH_INITIALS.get(pair[1].letters, len(found))]
    found.sort(key=lambda pair: -pair[1].score)
    suggestions: list[Suggestion] = []
    seen = {own, None}
    for known_name, alike in found:
        bank = _bank_of(known_name)
        if bank not in seen:
            seen.add(bank)
            suggestions.append(Suggestion(known_name, round(float(alike.score), 1), alike.reason))
            if len(suggestions) == limit:
                break
    return suggestions


def _likeness(name: str, known_name: str, aliases: Sequence[str]) -> Likeness | None:
    """Return how like two names are, or how like the known one is to another name of the firm."""
    if are_two_firms(name, known_name):
        return None
    best = _compare(name, known_name)
    for alias in aliases:
        alike = _compare(alias, known_name)
        sure = alike and alike.reason != INITIALS and alike.score >= SURE_ENOUGH
        if alike and sure and (best is None or alike.score - ALIAS_COST > best.score):
            best = Likeness(alike.score - ALIAS_COST, OTHER_NAME)
    return best


def _compare(one: str, other: str) -> Likeness | None:
    spelled = not (is_in_han(one) and is_in_han(other))
    return likeness(read_name(one, spelled=spelled), read_name(other, spelled=spelled))


def _bank_of(name: str) -> str | None:
    try:
        return vendor_bank_id(name)
    except BlankVendor:
        return None
