"""Which vendors a person follows: what others log about them stands in that person's digest.

Over a view it is whoever signed in, by the address, whatever name is given; see `leverage.whose`.
They are kept under the bank ids that they had when they were followed, so that the undo of a merge parts them again.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from leverage import whose
from leverage.access.acting import acting
from leverage.desk import Desk
from leverage.errors import LeverageError
from leverage.knowledge import KnowledgeBase
from leverage.name_book import NameBook
from leverage.people import is_nobody
from leverage.text import MOST_NAME, clean_named

NAME = "following"  # of the desk's record


@acting("follow", vendor="vendor", signed="person")
def follow(kb: KnowledgeBase, person: str, vendor: str) -> None:
    """Let a person follow a vendor; once more changes nothing. Raises LeverageError for an unknown vendor or no name."""
    bank_id = kb.bank_id(vendor)

    def add(banks: list[str]) -> list[str]:
        with kb.as_seen():
            is_known = kb.registry.record(bank_id) is not None
        if not is_known:
            raise LeverageError(f"Nothing is recorded about “{vendor}”. Log the first deal with them.")
        return banks if bank_id in _homes(kb, banks) else [*banks, bank_id]

    _change(kb, person, add)


@acting("follow", vendor="vendor", signed="person")
def unfollow(kb: KnowledgeBase, person: str, vendor: str) -> None:
    """Let a person no longer follow a vendor, nor any that was merged into it."""
    bank_id = kb.bank_id(vendor)
    _change(kb, person, lambda banks: [each for each in banks if kb.registry.home(each) != bank_id])


def followed(kb: KnowledgeBase, person: str) -> list[str]:
    """Return the bank ids of the vendors that a person follows, under whichever of their spellings, merged ones once.

    One that is gone is none, and is one again when it comes back.
    """
    stored: Mapping[str, Any] = Desk(kb.banks).read(NAME) or {}
    homes = _homes(kb, _banks(_own(kb, stored, person)))
    return kb.ask_index(lambda index: [each for each in homes if index.knows(each)])


def is_following(kb: KnowledgeBase, person: str, vendor: str) -> bool:
    """Say whether a person follows a vendor."""
    return kb.bank_id(vendor) in followed(kb, person)


def _change(kb: KnowledgeBase, person: str, change: Callable[[list[str]], list[str]]) -> None:
    kb.ensure_ready()
    name = clean_named("Your name", person or "", MOST_NAME)
    if not name:
        raise LeverageError("Your name is missing. Say who you are.")
    if is_nobody(name):
        raise LeverageError("This stands for everybody whose name was erased. Enter your own name.")

    def changed(stored: Mapping[str, Any] | None) -> Mapping[str, Any]:
        known, book = stored or {}, kb.names()
        others = whose.others(known.get("people", ()), kb.entered_by, _named(book, name))
        banks = change(_banks(_own(kb, known, name)))
        mine = whose.signed({"person": book.name("person", name), "vendors": banks}, kb.entered_by)
        is_told = banks or any(map(_named(book, name), others))  # else what is kept under the name would count again
        return {"people": [*others, mine] if is_told else others}

    Desk(kb.banks).change(NAME, changed)


def _own(kb: KnowledgeBase, stored: Mapping[str, Any], person: str) -> list[whose.Entry]:
    return whose.own(stored.get("people", ()), kb.entered_by, _named(kb.names(), person))


def _banks(entries: Iterable[whose.Entry]) -> list[str]:
    return list(dict.fromkeys(bank for each in entries for bank in each["vendors"]))


def _homes(kb: KnowledgeBase, banks: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(kb.ask_index(lambda index: [index.home(each) for each in banks])))


def _named(book: NameBook, person: str) -> whose.IsNamed:
    return lambda told: book.same("person", told["person"], person)
