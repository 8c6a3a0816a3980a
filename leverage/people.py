"""Who the people and departments of a knowledge base are: merged, told apart again, and marked as having left."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import get_args

from rapidfuzz import fuzz

from leverage.access.acting import acting
from leverage.blotting import FORMER
from leverage.errors import LeverageError
from leverage.knowledge import KnowledgeBase
from leverage.name_book import Kind, NameBook, NameChange
from leverage.text import MOST_NAME, clean_by, clean_named, fold

ALIKE_FROM = 88  # of 100: what a slip of the pen leaves of a name
MOST_SUGGESTED = 30


def book(kb: KnowledgeBase) -> NameBook:
    """Return which spelling leads to which name, who has left, and every change to that."""
    return kb.names()


def merge(kb: KnowledgeBase, kind: Kind, from_: str, into: str, *, by: str | None = None) -> NameChange:
    """Let a person's or a department's name, with all that lead to it, lead to another, and return the change.

    Raises LeverageError where one is blank, stands for erased names, or both are one already, and for a kind that there is not.
    """
    if kind not in get_args(Kind):
        raise LeverageError(f"“{kind}” is no kind of name. Write one of {', '.join(get_args(Kind))}.")
    from_, into, by = clean_name(from_), clean_name(into), clean_by(by)
    if kind == "person":
        for each in (from_, into):
            _refuse_nobody(each)
    with kb.act(_act_for(kind), kind=kind):
        return kb.change_names(lambda known: known.merged(kind, from_, into, kb.now(), kb.signed(by))).changes[-1]


def undo(kb: KnowledgeBase, change_id: str, *, by: str | None = None) -> NameBook:
    """Take a merge of names back and return the book. Raises LeverageError where a later one stands on it."""
    kind: Kind = next((each.kind for each in kb.names().changes if each.id == change_id), "person")
    with kb.act(_act_for(kind), kind=kind):
        return kb.change_names(lambda known: known.undone(change_id, kb.now(), kb.signed(by)))


def _act_for(kind: Kind) -> str:
    """Return the act of merging names: of departments it decides who sees the deals that are restricted to them."""
    return "access" if kind == "department" else "names"


@acting("names")
def set_left(kb: KnowledgeBase, person: str, *, has_left: bool, by: str | None = None) -> NameBook:
    """Mark a person as having left, or as still there, and return the book; who has left is not the one to ask."""
    person = clean_name(person)
    _refuse_nobody(person)
    return kb.change_names(lambda known: known.with_left(person, kb.now(), clean_by(by), has_left=has_left))


def known(kb: KnowledgeBase) -> list[str]:
    """Return everybody who logged a deal and still has a name, in order."""
    return [name for name in kb.people() if not is_nobody(name)]


def is_nobody(name: str) -> bool:
    """Say whether a name is what erased names became: it stands for several people, and none of them can be asked."""
    return fold(name) == fold(FORMER)


def suggestions(kb: KnowledgeBase) -> list["Alike"]:
    """Return pairs of people and of departments that may be one."""
    return [*alike("person", known(kb)), *alike("department", kb.departments())]


@dataclass(frozen=True)
class Alike:
    """Two names that may be one, with the reason a person reads."""

    kind: Kind
    name: str
    other: str
    reason: str


def alike(kind: Kind, names: Iterable[str]) -> list[Alike]:
    """Return pairs of names that may be one, the likeliest first, at most thirty; nothing is ever merged by itself."""
    return _likeliest(kind, combinations(sorted(set(names), key=fold), 2))


def like(kb: KnowledgeBase, name: str) -> list[Alike]:
    """Return the known people that a new name may be, the likeliest first; none for one that is known already."""
    people = known(kb)
    book = kb.names()
    if not name.strip() or any(book.same("person", name, each) for each in people):
        return []
    return _likeliest("person", ((name, each) for each in people))


def _likeliest(kind: Kind, pairs: Iterable[tuple[str, str]]) -> list[Alike]:
    found: list[tuple[float, Alike]] = []
    for one, other in pairs:
        told = _likeness(kind, _words(one), _words(other))
        if told:
            shorter, longer = sorted((one, other), key=len)
            found.append((told[0], Alike(kind, shorter, longer, told[1])))
    found.sort(key=lambda each: -each[0])
    return [pair for _, pair in found[:MOST_SUGGESTED]]


def clean_name(name: str) -> str:
    """Return a name as one clean line. Raises LeverageError for a blank one."""
    cleaned = clean_named("The name", name, MOST_NAME)
    if not cleaned:
        raise LeverageError("The name is blank. Pick or type one.")
    return cleaned


def _refuse_nobody(name: str) -> None:
    if is_nobody(name):
        raise LeverageError(f"“{FORMER}” stands for everybody whose name was erased. Pick another name.")


def _words(name: str) -> list[str]:
    return [word for part in fold(name).split() if (word := part.strip(".,;:()"))]


def _likeness(kind: Kind, one: list[str], other: list[str]) -> tuple[float, str] | None:
    if not one or not other:
        return None
    if sorted(one) == sorted(other):
        return 100, "the same words in another order"
    shorter, longer = sorted((one, other), key=lambda words: (len(words), sum(map(len, words))))
    if kind == "person" and _is_initialled(shorter, longer):
        return 95, "initial and full name"
    if kind == "department" and _is_shortened(shorter, longer):
        return 92, "a short form"
    score = fuzz.ratio(" ".join(one), " ".join(other))
    return (score, "spelling") if score >= ALIKE_FROM and min(map(len, (" ".join(one), " ".join(other)))) > 4 else None


def _is_initialled(shorter: list[str], longer: list[str]) -> bool:
    """Say whether one name is the other with first names as initials or left out: P. Nair, Priya Nair."""
    if shorter[-1] != longer[-1] or len(shorter) < 2:
        return False
    rest = iter(longer[:-1])
    return all(any(name.startswith(word) for name in rest) for word in shorter[:-1])


def _is_shortened(shorter: list[str], longer: list[str]) -> bool:
    """Say whether one department is the other abbreviated: Sales Ops, Sales Operations; HR, Human Resources."""
    if len(shorter) == 1 and len(longer) > 1:
        return shorter[0] == "".join(word[0] for word in longer)
    return len(shorter) == len(longer) and all(map(_abbreviates, shorter, longer))


def _abbreviates(short: str, long: str) -> bool:
    """Say whether a word is another with letters left out: ops, operations; mktg, marketing."""
    if short == long:
        return True
    letters = iter(long)
    return len(short) > 2 and short[0] == long[0] and all(letter in letters for letter in short)
