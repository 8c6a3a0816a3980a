"""Which vendors a person follows: what others log about them stands in that person's digest.

They are kept under the bank ids that they had when they were followed, so that the undo of a merge parts them again.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

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
    homes = _homes(kb, _banks(kb.names(), stored, person))
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
        others = [each for each in known.get("people", ()) if not _is(book, each, name)]
        banks = change(_banks(book, known, name))
        mine = [{"person": book.name("person", name), "vendors": banks}] if banks else []
        return {"people": [*others, *mine]}

    Desk(kb.banks).change(NAME, changed)


def _banks(book: NameBook, stored: Mapping[str, Any], person: str) -> list[str]:
    told = (bank for each in stored.get("people", ()) if _is(book, each, person) for bank in each["vendors"])
    return list(dict.fromkeys(told))


def _homes(kb: KnowledgeBase, banks: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(kb.ask_index(lambda index: [index.home(each) for each in banks])))


def _is(book: NameBook, told: Mapping[str, Any], person: str) -> bool:
    return book.same("person", told["person"], person)
